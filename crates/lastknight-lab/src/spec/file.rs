//! Specifications as text: TOML that people write, JSON that the store keeps.

use std::collections::{BTreeMap, HashMap};

use lastknight::control::limits::{parse_time, shown_time};
use lastknight::quote::quote;
use lastknight::stats::Sprt;
use lastknight::{Agent, Clock, Constants, Game, Limits, Position};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize};

use super::conditions::hash;
use super::course;
use super::{Conditions, Format, MOST_AGENTS, Source, Spec, SpecError, check_name, enter, pairs};
use crate::words::board;

/// The board where nobody names one.
const BOARD: &str = "7x7";

/// Half-moves by chance where nobody says how many.
const PLIES: usize = 4;

/// The limit where nobody sets one: what the course's 150 ms came to.
const NODES: u64 = 9000;

/// The shares of wrong verdicts of a sequential test, both ways.
const ERRORS: f64 = 0.05;

/// The most solved positions to ask about.
const MOST_POSITIONS: usize = 1_000_000;

/// A specification as it is written, nothing checked. What is left out has a default.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SpecFile {
    /// What the run is called.
    pub name: Option<String>,
    /// `round-robin`, `gauntlet` or `match`.
    pub format: Option<String>,
    /// The board's size, or a position where openings begin.
    pub board: Option<String>,
    /// Where openings come from.
    pub openings: Option<OpeningsEntry>,
    /// Games of a pairing.
    pub games: Option<usize>,
    /// What follows from chance follows from this.
    pub seed: Option<u64>,
    /// The most half-moves to look ahead.
    pub depth: Option<u32>,
    /// The most positions to look at.
    pub nodes: Option<u64>,
    /// The most time for a move, such as `150ms`.
    pub time: Option<String>,
    /// What measures it: `wall` or `cpu`.
    pub clock: Option<String>,
    /// How many solved positions to ask every agent about.
    pub oracle: Option<usize>,
    /// The two normalised Elo differences that a sequential test decides between.
    pub sprt: Option<[f64; 2]>,
    /// Named numbers for formulas.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: BTreeMap<String, f64>,
    /// Who plays, or who is tested.
    #[serde(default)]
    pub agents: Vec<AgentEntry>,
    /// Against whom, in a gauntlet.
    #[serde(default, deserialize_with = "field", skip_serializing_if = "Vec::is_empty")]
    pub field: Vec<AgentEntry>,
}

/// Where openings come from, as it is written.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(
    untagged,
    expecting = "openings are a number of half-moves, \"all\", a list of games, or { file = \"…\" }"
)]
pub enum OpeningsEntry {
    /// So many random half-moves.
    Plies(usize),
    /// The word `all`.
    Word(String),
    /// Games, one an opening.
    Games(Vec<String>),
    /// A file with a game a line.
    File {
        /// Its name, as seen from the specification.
        file: String,
    },
}

/// An agent, perhaps with a name of its own.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(untagged, expecting = "an agent is a text, or { name = \"…\", agent = \"…\" }")]
pub enum AgentEntry {
    /// Its text is its name.
    Text(String),
    /// Both.
    Named {
        /// What tables call it.
        name: String,
        /// Its text.
        agent: String,
    },
}

impl AgentEntry {
    /// What tables call it, and its text.
    #[must_use]
    pub fn parts(&self) -> (&str, &str) {
        match self {
            Self::Text(text) => (text, text),
            Self::Named { name, agent } => (name.trim(), agent),
        }
    }
}

impl SpecFile {
    /// The tournament where nobody says which.
    pub const DEFAULT: &str = include_str!("../default.toml");

    /// Reads TOML.
    ///
    /// # Errors
    /// Where it is none, or says what no specification says; the line is named.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        parse_toml(text)
    }

    /// Writes TOML.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a shape that TOML can hold")
    }

    /// Checks everything. A file of openings must have been [read](Self::openings_file) before.
    ///
    /// # Errors
    /// Where something is wrong, saying what.
    pub fn spec(&self) -> Result<Spec, SpecError> {
        self.spec_with(&Constants::NONE)
    }

    /// The same with constants from elsewhere, which its own come before.
    ///
    /// # Errors
    /// Where something is wrong, saying what.
    pub fn spec_with(&self, constants: &Constants) -> Result<Spec, SpecError> {
        let mut constants = constants.clone();
        for (name, value) in &self.constants {
            let set = constants.set(name, *value);
            set.map_err(|error| SpecError::new(format!("constants: {error}")))?;
        }
        let format = self.format()?;
        let conditions = self.conditions()?;
        let agents = named("agents", &self.agents, &constants)?;
        let field = named("field", &self.field, &constants)?;
        check_numbers(format, agents.len(), field.len())?;
        if self.sprt.is_some() && agents.len() + field.len() != 2 {
            return Err(SpecError::new("sprt: a sequential test is one of two agents"));
        }
        let tested = agents.len();
        let entrants = enter(agents.into_iter().chain(field).collect())?;
        let is_timed = conditions.limits.time.is_some()
            || entrants.iter().any(|entrant| entrant.agent.limits().time.is_some());
        if self.clock.is_some() && !is_timed {
            return Err(SpecError::new("clock: no limit on time is set for it to measure"));
        }
        let pairs = pairs(self.games, &conditions)?;
        let name = self.name.clone().unwrap_or_else(|| format.name().to_owned());
        check_name("name", &name)?;
        let sprt = self.sprt.map(|[elo0, elo1]| Sprt::new(elo0, elo1, ERRORS, ERRORS));
        let sprt = sprt.transpose().map_err(|error| SpecError::new(format!("sprt: {error}")))?;
        let oracle = self.oracle.unwrap_or_default();
        if oracle > MOST_POSITIONS {
            return Err(SpecError::new(format!("oracle: at most {MOST_POSITIONS} positions")));
        }
        Ok(Spec { name, format, conditions, pairs, entrants, tested, sprt, oracle })
    }

    fn format(&self) -> Result<Format, SpecError> {
        let Some(name) = &self.format else {
            return Ok(if self.field.is_empty() { Format::RoundRobin } else { Format::Gauntlet });
        };
        let format = Format::ALL.into_iter().find(|format| format.name() == name);
        format.ok_or_else(|| {
            let names = Format::ALL.map(Format::name).join(", ");
            SpecError::new(format!("format: {} is none of {names}", quote(name)))
        })
    }

    fn conditions(&self) -> Result<Conditions, SpecError> {
        let source = self.source()?;
        let start = match (&source, &self.board) {
            (Source::List(_), Some(_)) => {
                return Err(SpecError::new("board: listed openings bring their own"));
            }
            (Source::List(games), None) => Position::new(games[0].start().size()),
            (_, board) => board_named(board.as_deref().unwrap_or(BOARD))?,
        };
        if source == Source::All && start != Position::new(start.size()) {
            return Err(SpecError::new("openings: 'all' are those of an empty board"));
        }
        let time = self.time.as_deref().map(|text| {
            parse_time(text).ok_or_else(|| {
                SpecError::new(format!(
                    "time: {} is not a number with us, ms, s, min or h",
                    quote(text)
                ))
            })
        });
        let limits = Limits { depth: self.depth, nodes: self.nodes, time: time.transpose()? };
        let clock = match self.clock.as_deref() {
            None => Clock::Wall,
            Some(name) => {
                Clock::ALL.into_iter().find(|clock| clock.name() == name).ok_or_else(|| {
                    SpecError::new(format!("clock: {} is neither wall nor cpu", quote(name)))
                })?
            }
        };
        let seed = self.seed.unwrap_or_default();
        let limits = limits.or(Limits::nodes(NODES));
        let conditions = Conditions { start, source, seed, limits, clock };
        if conditions.openings().next().is_none() {
            return Err(match &conditions.source {
                Source::Random(plies) => SpecError::new(format!(
                    "openings: no random game here lasts longer than {plies} half-moves"
                )),
                _ => SpecError::new("openings: this board has none"),
            });
        }
        Ok(conditions)
    }

    fn source(&self) -> Result<Source, SpecError> {
        match &self.openings {
            None => Ok(Source::Random(PLIES)),
            Some(OpeningsEntry::Plies(plies)) => Ok(Source::Random(*plies)),
            Some(OpeningsEntry::Word(word)) if word == "all" => Ok(Source::All),
            Some(OpeningsEntry::Word(word)) => Err(SpecError::new(format!(
                "openings: {} is neither a number of half-moves, a list nor \"all\"",
                quote(word)
            ))),
            Some(OpeningsEntry::File { file }) => {
                Err(SpecError::new(format!("openings: the file {} was not read", quote(file))))
            }
            Some(OpeningsEntry::Games(texts)) => list(texts).map(Source::List),
        }
    }

    /// The file that openings are to be read from, if there is one.
    #[must_use]
    pub fn openings_file(&self) -> Option<&str> {
        match &self.openings {
            Some(OpeningsEntry::File { file }) => Some(file),
            _ => None,
        }
    }

    /// Takes the openings from the text of a file: a game or position a line. Empty lines and those that begin with `#`
    /// say nothing.
    ///
    /// # Errors
    /// Where a line is no such thing, naming it.
    pub fn read_openings(&mut self, text: &str) -> Result<(), SpecError> {
        let mut games = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let checked = line.parse::<Game>();
            checked.map_err(|error| SpecError::new(format!("line {number}: {error}")))?;
            games.push(line.to_owned());
        }
        self.openings = Some(OpeningsEntry::Games(games));
        Ok(())
    }
}

/// Reads TOML of any shape.
pub(crate) fn parse_toml<T: DeserializeOwned>(text: &str) -> Result<T, SpecError> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let message = error.message().replace('\n', "; ");
        SpecError::new(format!("line {line}: {message}"))
    })
}

/// Reads a field: agents, or the name of one of the course's.
pub(crate) fn field<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<AgentEntry>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a field is a list of agents, or the name of one")]
    enum Field {
        Word(String),
        Agents(Vec<AgentEntry>),
    }
    match Field::deserialize(reader)? {
        Field::Agents(agents) => Ok(agents),
        Field::Word(word) => course::field(&word).map_err(D::Error::custom),
    }
}

/// The board, or where openings begin.
fn board_named(text: &str) -> Result<Position, SpecError> {
    let game: Game = text.parse().map_err(|error| SpecError::new(format!("board: {error}")))?;
    match game.position().winner() {
        Some(winner) => Err(SpecError::new(format!("board: the game is over, {winner} has won"))),
        None => Ok(*game.position()),
    }
}

/// Openings that are listed: all on one board, none of them over.
fn list(texts: &[String]) -> Result<Vec<Game>, SpecError> {
    let mut games: Vec<Game> = Vec::new();
    let mut numbers: HashMap<Position, usize> = HashMap::new();
    for (number, text) in (1..).zip(texts) {
        let wrong = |why: String| SpecError::new(format!("openings: number {number}: {why}"));
        let game: Game = text.parse().map_err(|error| wrong(format!("{error}")))?;
        if let Some(winner) = game.position().winner() {
            return Err(wrong(format!("the game is over, {winner} has won")));
        }
        let size = game.start().size();
        if let Some(same) = numbers.insert(*game.position(), number) {
            return Err(wrong(format!("it leads to the same position as number {same}")));
        }
        if let Some(first) = games.first().filter(|first| first.start().size() != size) {
            let other = first.start().size();
            return Err(wrong(format!("its board is {size}, that of the first one {other}")));
        }
        games.push(game);
    }
    if games.is_empty() { Err(SpecError::new("openings: there are none")) } else { Ok(games) }
}

fn named(
    list: &str,
    entries: &[AgentEntry],
    constants: &Constants,
) -> Result<Vec<(String, Agent)>, SpecError> {
    let agent = |(number, entry): (usize, &AgentEntry)| {
        let (name, text) = match entry {
            AgentEntry::Text(text) => (None, text),
            AgentEntry::Named { name, agent } => (Some(name.trim()), agent),
        };
        if name == Some("") {
            return Err(SpecError::new(format!("{list}: number {number} has an empty name")));
        }
        let agent = Agent::parse(text, constants).map_err(|error| SpecError {
            picture: (!text.trim().is_empty()).then(|| error.picture()),
            ..SpecError::new(format!("{list}: number {number}: {error}"))
        })?;
        Ok((name.map_or_else(|| agent.to_string(), str::to_owned), agent))
    };
    (1..).zip(entries).map(agent).collect()
}

pub(super) fn check_numbers(format: Format, agents: usize, field: usize) -> Result<(), SpecError> {
    let wrong = match (format, agents, field) {
        (Format::RoundRobin, 0 | 1, _) => "agents: a round robin needs two or more",
        (Format::Match, _, _) if agents != 2 => "agents: a match is one of two agents",
        (Format::Gauntlet, 0, _) => "agents: nobody is tested",
        (Format::Gauntlet, _, 0) => "field: there is nobody to test agents against",
        (Format::RoundRobin | Format::Match, _, 1..) => "field: only a gauntlet has one",
        _ if agents + field > MOST_AGENTS => {
            return Err(SpecError::new(format!("agents: at most {MOST_AGENTS} can take part")));
        }
        _ => return Ok(()),
    };
    Err(SpecError::new(wrong))
}

impl Spec {
    /// All of it, defaults included, as it can be written and read again.
    #[must_use]
    pub fn file(&self) -> SpecFile {
        let Conditions { start, source, seed, limits, clock } = &self.conditions;
        let entry = |entrant: &super::Entrant| AgentEntry::Named {
            name: entrant.name.clone(),
            agent: entrant.agent.to_string(),
        };
        let (agents, field) = self.entrants.split_at(self.tested);
        let texts = |games: &[Game]| games.iter().map(ToString::to_string).collect();
        let is_timed = limits.time.is_some()
            || self.entrants.iter().any(|entrant| entrant.agent.limits().time.is_some());
        SpecFile {
            name: Some(self.name.clone()),
            format: Some(self.format.name().to_owned()),
            board: (!matches!(source, Source::List(_))).then(|| board(start)),
            openings: Some(match source {
                Source::Random(plies) => OpeningsEntry::Plies(*plies),
                Source::All => OpeningsEntry::Word("all".to_owned()),
                Source::List(games) => OpeningsEntry::Games(texts(games)),
            }),
            games: Some(2 * self.pairs),
            seed: Some(*seed),
            depth: limits.depth,
            nodes: limits.nodes,
            time: limits.time.map(shown_time),
            clock: is_timed.then(|| clock.name().to_owned()),
            oracle: (self.oracle > 0).then_some(self.oracle),
            sprt: self.sprt.map(|sprt| [sprt.elo().0, sprt.elo().1]),
            constants: BTreeMap::new(),
            agents: agents.iter().map(entry).collect(),
            field: field.iter().map(entry).collect(),
        }
    }

    /// A number that only the same specification has, and only in a program that plays the same. How many games there
    /// are does not matter: more of them go on where fewer ended.
    #[must_use]
    pub fn hash(&self) -> String {
        let file = SpecFile { games: None, oracle: None, ..self.file() };
        let text = serde_json::to_string(&file).expect("a shape without odd keys");
        hash(&format!("{}\n{text}", self.conditions.hash()))
    }
}
