//! Errors of specifications.

use std::fmt;

use lastknight::eval::formula::ConstantError;
use lastknight::quote::{one_line, quote};
use lastknight::stats::SprtError;
use lastknight::{AgentError, Color, ParseGameError, Size};

use toml::de::DeTable;

use super::builder::MOST_POSITIONS;
use super::file::line_of;
use super::{MOST_AGENTS, MOST_GAMES, TournamentFormat};

/// The maximum length of a message of the TOML parser, in characters.
const LONGEST: usize = 240;

/// Why a specification is invalid. Messages name the key and the place in it; lines, openings and agents count from 1.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The line is not TOML, or has an unknown key or a value of the wrong type.
    #[error("line {}: {}", .0, one_line(.1, LONGEST))]
    Toml(usize, String),
    /// A constant is invalid.
    #[error("constants: {0}")]
    Constant(ConstantError),
    /// There is no format of this name.
    #[error("format: {} is none of {}", quote(.0), TournamentFormat::ALL.map(TournamentFormat::name).join(", "))]
    Format(String),
    /// The board is no position.
    #[error("board: {0}")]
    Board(ParseGameError),
    /// The game is over on the board.
    #[error("board: the game is over, {0} has won")]
    BoardOver(Color),
    /// A board beside listed openings.
    #[error("board: listed openings have their own")]
    BoardOfList,
    /// Openings are a word other than `all`.
    #[error("openings: {} is neither a number of plies, a list nor \"all\"", quote(.0))]
    OpeningsWord(String),
    /// The file of openings was not read.
    #[error("openings: the file {} was not read", quote(.0))]
    OpeningsFile(String),
    /// A line of a file of openings is no game.
    #[error("line {0}: {1}")]
    OpeningsLine(usize, ParseGameError),
    /// A listed opening is no game.
    #[error("openings: number {0}: {1}")]
    Opening(usize, ParseGameError),
    /// A listed opening is over, and this side has won.
    #[error("openings: number {0}: the game is over, {1} has won")]
    OpeningOver(usize, Color),
    /// A listed opening leads to the same position as another one.
    #[error("openings: number {0}: it leads to the same position as number {1}")]
    OpeningTwice(usize, usize),
    /// A listed opening has another board than the first.
    #[error("openings: number {0}: its board is {1}, but the first one has {2}")]
    OpeningBoard(usize, Size, Size),
    /// The list of openings is empty.
    #[error("openings: the list is empty")]
    NoOpenings,
    /// The board has no pair of placements.
    #[error("openings: this board has none")]
    NoPlacements,
    /// No random game lasts longer than this number of plies.
    #[error("openings: no random game here lasts longer than {0} plies")]
    OpeningsTooLong(usize),
    /// `all` openings of a position that is not an empty board.
    #[error("openings: 'all' needs an empty board")]
    AllOfPosition,
    /// A time is no number with a unit.
    #[error("time: {} is not a number with us, ms, s, min or h", quote(.0))]
    Time(String),
    /// There is no clock of this name.
    #[error("clock: {} is neither wall nor cpu", quote(.0))]
    Clock(String),
    /// A clock without a time limit.
    #[error("clock: there is no time limit for it to measure")]
    ClockWithoutTime,
    /// An agent of `agents` or `field` cannot be read.
    #[error("{0}: {1}")]
    Agent(AgentPlace, Box<AgentError>),
    /// An agent of `agents` or `field` has an empty name.
    #[error("{0} has an empty name")]
    AgentUnnamed(AgentPlace),
    /// An agent of `agents` or `field` has the name of another one.
    #[error("{0}: another agent has this name")]
    AgentNameTaken(AgentPlace),
    /// A name is empty.
    #[error("{0}: a name is empty")]
    NameEmpty(&'static str),
    /// A name has characters that do not print.
    #[error("{}: the name {} has characters that do not print", .0, quote(.1))]
    NameUnprintable(&'static str, String),
    /// Two agents have this name.
    #[error("agents: two are called {}: give them different names", quote(.0))]
    NameTwice(String),
    /// A round robin of fewer than two.
    #[error("agents: a round robin needs two or more")]
    TooFewAgents,
    /// A match of more or fewer than two.
    #[error("agents: a match needs exactly two")]
    MatchOfOthers,
    /// A gauntlet without an agent to test.
    #[error("agents: a gauntlet needs one or more to test")]
    NoTestedAgents,
    /// A gauntlet without a field.
    #[error("field: a gauntlet needs one or more opponents")]
    NoField,
    /// A field in another format than a gauntlet.
    #[error("field: only a gauntlet has one")]
    StrayField,
    /// More than [`MOST_AGENTS`].
    #[error("agents: at most {MOST_AGENTS} can take part")]
    TooManyAgents,
    /// A sequential test of more or fewer than two agents.
    #[error("sprt: a sequential test needs exactly two agents")]
    SprtOfOthers,
    /// Error rates without a sequential test.
    #[error("alpha and beta are the error rates of a sequential test: add sprt")]
    ErrorsWithoutSprt,
    /// A sequential test that cannot decide.
    #[error("sprt: {0}")]
    Sprt(SprtError),
    /// Too many solved positions.
    #[error("oracle: at most {MOST_POSITIONS} positions")]
    TooManyPositions,
    /// No games.
    #[error("games: there must be at least one")]
    NoGames,
    /// More than [`MOST_GAMES`].
    #[error("games: at most {MOST_GAMES} per pairing")]
    TooManyGames,
    /// More openings are needed than are listed.
    #[error("games: {} games need {} openings, but there are {}", 2 * .0, .0, .1)]
    TooFewOpenings(usize, usize),
}

/// The place of an agent in a specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentPlace {
    /// The list: `agents` or `field`.
    pub list: &'static str,
    /// Its number in the list, from 1.
    pub number: usize,
    /// Its name, if it has one of its own.
    pub name: Option<String>,
    /// Its line in the file, if there is one.
    pub line: Option<usize>,
}

impl fmt::Display for AgentPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        write!(f, "{}: number {}", self.list, self.number)?;
        self.name.as_ref().map_or(Ok(()), |name| write!(f, ", {}", quote(name)))
    }
}

impl AgentPlace {
    /// Finds the line in the text of a file.
    fn line_in(&self, text: &str) -> Option<usize> {
        let table = DeTable::parse(text).ok()?;
        let list = table.get_ref().get(self.list)?.get_ref().as_array()?;
        let entry = list.get(self.number - 1)?;
        let value = entry.get_ref().as_table().and_then(|table| {
            ["agent", "heuristic", "name"].iter().find_map(|key| table.get(*key))
        });
        Some(line_of(text, value.unwrap_or(entry).span()))
    }
}

impl SpecError {
    /// Adds the line of an invalid agent in the text of its file.
    #[must_use]
    pub fn located(mut self, text: &str) -> Self {
        if let Self::Agent(place, _) | Self::AgentUnnamed(place) | Self::AgentNameTaken(place) =
            &mut self
        {
            place.line = place.line_in(text);
        }
        self
    }

    /// Returns the text of an invalid agent with a caret below the mistake.
    #[must_use]
    pub fn picture(&self) -> Option<String> {
        let Self::Agent(_, error) = self else {
            return None;
        };
        let is_visible = |picture: &String| !picture.lines().next().unwrap_or("").trim().is_empty();
        Some(error.picture()).filter(is_visible)
    }
}
