//! What can be wrong with a specification.

use std::fmt;

use lastknight::eval::formula::ConstantError;
use lastknight::quote::{one_line, quote};
use lastknight::stats::SprtError;
use lastknight::{AgentError, Color, ParseGameError, Size};

use super::builder::MOST_POSITIONS;
use super::{Format, MOST_AGENTS, MOST_GAMES};

/// The longest message about a specification or a study, in characters.
const LONGEST: usize = 280;

/// Returns a message on one line of bounded length, whatever it quotes.
pub(crate) fn bounded(message: &str) -> String {
    let is_fine = !message.contains(char::is_control) && message.chars().count() <= LONGEST;
    if is_fine { message.to_owned() } else { one_line(message, LONGEST) }
}

/// Why there is no such tournament. The message names the key, and the place in it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SpecError {
    /// The text is not TOML, or has a key or a type of value that no specification has.
    Toml {
        /// The line, from 1.
        line: usize,
        /// What the parser says.
        message: String,
    },
    /// A constant cannot be used in formulas.
    Constant(ConstantError),
    /// There is no format of this name.
    Format(String),
    /// The board is no position.
    Board(ParseGameError),
    /// The game is over on the board.
    BoardOver(Color),
    /// There is a board beside listed openings.
    BoardOfList,
    /// Openings are a word other than `all`.
    OpeningsWord(String),
    /// The file of openings was not read.
    OpeningsFile(String),
    /// A line of a file of openings is no game.
    OpeningsLine {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: ParseGameError,
    },
    /// A listed opening is no game.
    Opening {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        error: ParseGameError,
    },
    /// A listed opening is over.
    OpeningOver {
        /// Its number in the list, from 1.
        number: usize,
        /// Who has won.
        winner: Color,
    },
    /// Two listed openings lead to the same position.
    OpeningTwice {
        /// The number of the second, from 1.
        number: usize,
        /// The number of the first.
        first: usize,
    },
    /// Listed openings have different boards.
    OpeningBoard {
        /// The number of the one that differs, from 1.
        number: usize,
        /// Its board.
        board: Size,
        /// The board of the first one.
        first: Size,
    },
    /// The list of openings is empty.
    NoOpenings,
    /// The board has no placements to begin with.
    NoPlacements,
    /// No random game lasts this number of plies.
    OpeningsTooLong(usize),
    /// `all` openings of a position that is not an empty board.
    AllOfPosition,
    /// A time has no unit, or is none.
    Time(String),
    /// There is no clock of this name.
    Clock(String),
    /// A clock is chosen, and nothing is limited by time.
    ClockWithoutTime,
    /// An agent cannot be read.
    Agent {
        /// `agents` or `field`.
        list: &'static str,
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        error: Box<AgentError>,
    },
    /// An agent has a name without letters.
    AgentUnnamed {
        /// `agents` or `field`.
        list: &'static str,
        /// Its number in the list, from 1.
        number: usize,
    },
    /// A name is empty.
    NameEmpty(&'static str),
    /// A name has characters that do not print.
    NameUnprintable(&'static str, String),
    /// Two agents have this name.
    NameTwice(String),
    /// A round robin of fewer than two.
    TooFewAgents,
    /// A match of more or fewer than two.
    MatchOfOthers,
    /// Nobody is tested.
    NobodyTested,
    /// A gauntlet without a field.
    NoField,
    /// A field in another format than a gauntlet.
    StrayField,
    /// More than [`MOST_AGENTS`].
    TooManyAgents,
    /// A sequential test of more or fewer than two agents.
    SprtOfOthers,
    /// A sequential test that cannot decide.
    Sprt(SprtError),
    /// More solved positions than can be asked for.
    TooManyPositions,
    /// No games.
    NoGames,
    /// More than [`MOST_GAMES`].
    TooManyGames,
    /// More games than there are openings for.
    TooFewOpenings {
        /// The openings that are needed.
        needed: usize,
        /// The openings that there are.
        listed: usize,
    },
}

impl SpecError {
    /// Returns the text of an agent with a mark below the mistake, if that is what is wrong.
    #[must_use]
    pub fn picture(&self) -> Option<String> {
        let Self::Agent { error, .. } = self else {
            return None;
        };
        let picture = error.picture();
        let is_blank = picture.lines().next().is_none_or(|text| text.trim().is_empty());
        (!is_blank).then_some(picture)
    }

    fn message(&self) -> String {
        let over = |winner: &Color| format!("the game is over, {winner} has won");
        match self {
            Self::Toml { line, message } => format!("line {line}: {message}"),
            Self::Constant(error) => format!("constants: {error}"),
            Self::Format(name) => {
                let names = Format::ALL.map(Format::name).join(", ");
                format!("format: {} is none of {names}", quote(name))
            }
            Self::Board(error) => format!("board: {error}"),
            Self::BoardOver(winner) => format!("board: {}", over(winner)),
            Self::BoardOfList => "board: listed openings bring their own".to_owned(),
            Self::OpeningsWord(word) => format!(
                "openings: {} is neither a number of half-moves, a list nor \"all\"",
                quote(word)
            ),
            Self::OpeningsFile(file) => format!("openings: the file {} was not read", quote(file)),
            Self::OpeningsLine { line, error } => format!("line {line}: {error}"),
            Self::Opening { number, error } => format!("openings: number {number}: {error}"),
            Self::OpeningOver { number, winner } => {
                format!("openings: number {number}: {}", over(winner))
            }
            Self::OpeningTwice { number, first } => format!(
                "openings: number {number}: it leads to the same position as number {first}"
            ),
            Self::OpeningBoard { number, board, first } => format!(
                "openings: number {number}: its board is {board}, that of the first one {first}"
            ),
            Self::NoOpenings => "openings: there are none".to_owned(),
            Self::NoPlacements => "openings: this board has none".to_owned(),
            Self::OpeningsTooLong(plies) => {
                format!("openings: no random game here lasts longer than {plies} half-moves")
            }
            Self::AllOfPosition => "openings: 'all' are those of an empty board".to_owned(),
            Self::Time(text) => {
                format!("time: {} is not a number with us, ms, s, min or h", quote(text))
            }
            Self::Clock(name) => format!("clock: {} is neither wall nor cpu", quote(name)),
            Self::ClockWithoutTime => "clock: no limit on time is set for it to measure".to_owned(),
            Self::Agent { list, number, error } => format!("{list}: number {number}: {error}"),
            Self::AgentUnnamed { list, number } => {
                format!("{list}: number {number} has an empty name")
            }
            Self::NameEmpty(key) => format!("{key}: a name is empty"),
            Self::NameUnprintable(key, name) => {
                format!("{key}: the name {} has characters that do not print", quote(name))
            }
            Self::NameTwice(name) => {
                format!("agents: two are called {}: give them names that differ", quote(name))
            }
            Self::TooFewAgents => "agents: a round robin needs two or more".to_owned(),
            Self::MatchOfOthers => "agents: a match is one of two agents".to_owned(),
            Self::NobodyTested => "agents: nobody is tested".to_owned(),
            Self::NoField => "field: there is nobody to test agents against".to_owned(),
            Self::StrayField => "field: only a gauntlet has one".to_owned(),
            Self::TooManyAgents => format!("agents: at most {MOST_AGENTS} can take part"),
            Self::SprtOfOthers => "sprt: a sequential test is one of two agents".to_owned(),
            Self::Sprt(error) => format!("sprt: {error}"),
            Self::TooManyPositions => format!("oracle: at most {MOST_POSITIONS} positions"),
            Self::NoGames => "games: there must be at least one".to_owned(),
            Self::TooManyGames => format!("games: at most {MOST_GAMES} a pairing"),
            Self::TooFewOpenings { needed, listed } => {
                format!("games: {} need {needed} openings, and there are {listed}", 2 * needed)
            }
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bounded(&self.message()))
    }
}

impl std::error::Error for SpecError {}
