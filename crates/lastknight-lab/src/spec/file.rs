//! Specifications as text: TOML that people write, JSON that the store keeps.

use std::collections::BTreeMap;
use std::ops::Range;

use lastknight::control::limits::{parse_time, shown_time};
use lastknight::stats::Sprt;
use lastknight::{Agent, AgentError, Agents, Clock, Constants, Game, Limits, Position};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::course;
use super::{Conditions, Entrant, OpeningsSource, Spec, SpecError, TournamentFormat};
use crate::format::board;

/// The shares of wrong verdicts of a sequential test, both ways.
const ERRORS: f64 = 0.05;

/// A specification as it is written, nothing checked; a [`SpecBuilder`](super::SpecBuilder) reads it. What is left out has a
/// default.
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
        toml::from_str(text).map_err(|error| toml_error(text, &error))
    }

    /// Writes TOML.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a shape that TOML can hold")
    }

    /// Checks everything. A file of openings must have been [read](OpeningsSource::read) and set before.
    ///
    /// # Errors
    /// Returns an error if something is wrong.
    pub fn spec(&self) -> Result<Spec, SpecError> {
        self.spec_with(&Agents::builtin(), &Constants::NONE)
    }

    /// Checks everything, with agents and constants of the caller's own.
    ///
    /// # Errors
    /// Returns an error if something is wrong.
    pub fn spec_with(&self, agents: &Agents, constants: &Constants) -> Result<Spec, SpecError> {
        Spec::builder().or_file(self, agents, constants)?.build()
    }

    /// Returns the name of the file that openings are read from, if there is one.
    #[must_use]
    pub fn openings_file(&self) -> Option<&str> {
        match &self.openings {
            Some(OpeningsEntry::File { file }) => Some(file),
            _ => None,
        }
    }

    /// The given constants, with this file's own before them.
    pub(crate) fn constants_over(&self, others: &Constants) -> Result<Constants, SpecError> {
        let mut constants = others.clone();
        for (name, value) in &self.constants {
            constants.set(name, *value).map_err(SpecError::Constant)?;
        }
        Ok(constants)
    }

    pub(super) fn format(&self) -> Result<Option<TournamentFormat>, SpecError> {
        let format = |name: &String| {
            let format = TournamentFormat::ALL.into_iter().find(|format| format.name() == name);
            format.ok_or_else(|| SpecError::Format(name.clone()))
        };
        self.format.as_ref().map(format).transpose()
    }

    pub(super) fn openings(&self) -> Result<Option<OpeningsSource>, SpecError> {
        self.openings.as_ref().map(OpeningsEntry::source).transpose()
    }

    /// The board, or where openings begin.
    pub(super) fn board(&self) -> Result<Option<Position>, SpecError> {
        let position = |text: &String| text.parse::<Game>().map(|game| *game.position());
        self.board.as_ref().map(position).transpose().map_err(SpecError::Board)
    }

    pub(super) fn limits(&self) -> Result<Limits, SpecError> {
        let time = |text: &String| parse_time(text).ok_or_else(|| SpecError::Time(text.clone()));
        let time = self.time.as_ref().map(time).transpose()?;
        Ok(Limits { depth: self.depth, nodes: self.nodes, time })
    }

    pub(super) fn clock(&self) -> Result<Option<Clock>, SpecError> {
        let clock = |name: &String| {
            let clock = Clock::ALL.into_iter().find(|clock| clock.name() == name);
            clock.ok_or_else(|| SpecError::Clock(name.clone()))
        };
        self.clock.as_ref().map(clock).transpose()
    }

    pub(super) fn sprt(&self) -> Result<Option<Sprt>, SpecError> {
        let sprt = self.sprt.map(|[elo0, elo1]| Sprt::new(elo0, elo1, ERRORS, ERRORS));
        sprt.transpose().map_err(SpecError::Sprt)
    }
}

impl OpeningsEntry {
    fn source(&self) -> Result<OpeningsSource, SpecError> {
        match self {
            Self::Plies(plies) => Ok(OpeningsSource::Random(*plies)),
            Self::Word(word) if word == "all" => Ok(OpeningsSource::All),
            Self::Word(word) => Err(SpecError::OpeningsWord(word.clone())),
            Self::File { file } => Err(SpecError::OpeningsFile(file.clone())),
            Self::Games(texts) => {
                let game = |(number, text): (usize, &String)| {
                    text.parse().map_err(|error| SpecError::Opening(number, error))
                };
                (1..).zip(texts).map(game).collect::<Result<_, _>>().map(OpeningsSource::List)
            }
        }
    }
}

/// What the parser of TOML says about a text.
pub(crate) fn toml_error(text: &str, error: &toml::de::Error) -> SpecError {
    let line = error.span().map_or(1, |span| line_of(text, span));
    SpecError::Toml(line, error.message().replace('\n', "; "))
}

/// The line of a place in a text, from 1.
pub(crate) fn line_of(text: &str, span: Range<usize>) -> usize {
    text.get(..span.start).unwrap_or_default().matches('\n').count() + 1
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

/// How the text of an agent is read.
pub(crate) type ReadAgent<'a> = dyn Fn(&str) -> Result<Agent, AgentError> + 'a;

/// Reads the agents of a list, `agents` or `field`, with their names.
pub(crate) fn read_agents(
    list: &'static str,
    entries: &[AgentEntry],
    read: &ReadAgent<'_>,
) -> Result<Vec<(String, Agent)>, SpecError> {
    let agent = |(number, entry): (usize, &AgentEntry)| {
        let (name, text) = match entry {
            AgentEntry::Text(text) => (None, text),
            AgentEntry::Named { name, agent } => (Some(name.trim()), agent),
        };
        if name == Some("") {
            return Err(SpecError::AgentUnnamed(list, number));
        }
        let agent = read(text).map_err(Box::new);
        let agent = agent.map_err(|error| SpecError::Agent(list, number, error))?;
        Ok((name.map_or_else(|| agent.to_string(), str::to_owned), agent))
    };
    (1..).zip(entries).map(agent).collect()
}

impl Spec {
    /// All of it, defaults included, as it can be written and read again.
    #[must_use]
    pub fn file(&self) -> SpecFile {
        let Conditions { start, source, seed, limits, clock } = &self.conditions;
        let entry = |entrant: &Entrant| AgentEntry::Named {
            name: entrant.name.clone(),
            agent: entrant.agent.to_string(),
        };
        let (agents, field) = self.entrants.split_at(self.tested);
        let texts = |games: &[Game]| games.iter().map(ToString::to_string).collect();
        SpecFile {
            name: Some(self.name.clone()),
            format: Some(self.format.name().to_owned()),
            board: (!matches!(source, OpeningsSource::List(_))).then(|| board(start)),
            openings: Some(match source {
                OpeningsSource::Random(plies) => OpeningsEntry::Plies(*plies),
                OpeningsSource::All => OpeningsEntry::Word("all".to_owned()),
                OpeningsSource::List(games) => OpeningsEntry::Games(texts(games)),
            }),
            games: Some(2 * self.pairs),
            seed: Some(*seed),
            depth: limits.depth,
            nodes: limits.nodes,
            time: limits.time.map(shown_time),
            clock: self.is_timed().then(|| clock.name().to_owned()),
            oracle: (self.oracle > 0).then_some(self.oracle),
            sprt: self.sprt.map(|sprt| [sprt.elo().0, sprt.elo().1]),
            constants: BTreeMap::new(),
            agents: agents.iter().map(entry).collect(),
            field: field.iter().map(entry).collect(),
        }
    }
}
