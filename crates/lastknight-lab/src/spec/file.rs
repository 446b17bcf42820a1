//! Specifications as text: TOML in files, JSON in the store.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use lastknight::control::limits::{parse_time, shown_time};
use lastknight::quote::{did_you_mean, quote};
use lastknight::stats::Sprt;
use lastknight::{Agent, AgentError, Agents, Clock, Constants, Game, Limits, Position};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::builder::check_name;
use super::course;
use super::error::AgentPlace;
use super::{Conditions, Entrant, OpeningsSource, Spec, SpecError, TournamentFormat};
use crate::format::board;

/// The default error rates of a sequential test, both ways.
pub(super) const ERRORS: f64 = 0.05;

/// An unchecked specification, which a [`SpecBuilder`](super::SpecBuilder) reads. Everything except the agents has a
/// default.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SpecFile {
    /// The name of the run.
    pub name: Option<String>,
    /// `round-robin`, `gauntlet` or `match`.
    pub format: Option<String>,
    /// The board's size, or a position where openings start.
    pub board: Option<String>,
    /// The source of the openings.
    pub openings: Option<OpeningsEntry>,
    /// The number of games per pairing.
    pub games: Option<usize>,
    /// The seed of all random choices.
    pub seed: Option<u64>,
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The limit on nodes per move.
    pub nodes: Option<u64>,
    /// The time per move, such as `150ms`.
    pub time: Option<String>,
    /// The clock: `wall` or `cpu`.
    pub clock: Option<String>,
    /// The number of solved positions to test every agent on.
    pub oracle: Option<usize>,
    /// The two normalised Elo differences of a sequential test.
    pub sprt: Option<[f64; 2]>,
    /// The rate at which the test may accept the larger difference if the smaller one is true.
    pub alpha: Option<f64>,
    /// The rate at which it may accept the smaller one if the larger one is true.
    pub beta: Option<f64>,
    /// Constants for formulas.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub constants: BTreeMap<String, f64>,
    /// The agents that play, or are tested.
    #[serde(default)]
    pub agents: Vec<AgentEntry>,
    /// The opponents in a gauntlet.
    #[serde(default, deserialize_with = "field", skip_serializing_if = "Vec::is_empty")]
    pub field: Vec<AgentEntry>,
}

/// The source of openings in a file.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(
    untagged,
    expecting = "openings are a number of plies, \"all\", a list of games, or { file = \"…\" }"
)]
pub enum OpeningsEntry {
    /// The number of random plies.
    Plies(usize),
    /// The word `all`.
    Word(String),
    /// A list of games.
    Games(Vec<String>),
    /// A file with one game per line.
    File {
        /// Its path, relative to the specification.
        file: String,
    },
}

/// An agent in a file.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(untagged, from = "WrittenAgent")]
pub enum AgentEntry {
    /// An agent that is named by its text.
    Text(String),
    /// An agent with a name of its own.
    Named {
        /// The name in tables.
        name: String,
        /// The text.
        agent: String,
    },
}

/// An agent as written; a heuristic stands for `alphabeta` with it.
#[derive(Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "an agent is a text, { name = \"…\", agent = \"…\" }, or { name = \"…\", heuristic = \"…\" }"
)]
enum WrittenAgent {
    Text(String),
    Named { name: String, agent: String },
    Heuristic { name: Option<String>, heuristic: String },
}

impl From<WrittenAgent> for AgentEntry {
    fn from(written: WrittenAgent) -> Self {
        let of_heuristic = |heuristic: String| format!("alphabeta(\"{}\")", heuristic.trim());
        match written {
            WrittenAgent::Text(text) => Self::Text(text),
            WrittenAgent::Named { name, agent } => Self::Named { name, agent },
            WrittenAgent::Heuristic { name: None, heuristic } => {
                Self::Text(of_heuristic(heuristic))
            }
            WrittenAgent::Heuristic { name: Some(name), heuristic } => {
                Self::Named { name, agent: of_heuristic(heuristic) }
            }
        }
    }
}

impl AgentEntry {
    /// Returns the name in tables, and the text.
    #[must_use]
    pub fn parts(&self) -> (&str, &str) {
        match self {
            Self::Text(text) => (text, text),
            Self::Named { name, agent } => (name.trim(), agent),
        }
    }
}

impl SpecFile {
    /// The default tournament.
    pub const DEFAULT: &str = include_str!("../default.toml");

    /// Parses TOML.
    ///
    /// # Errors
    /// Returns an error with the line if the text is not TOML, or has an unknown key or a value of the wrong type.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        toml::from_str(text).map_err(|error| toml_error(text, &error))
    }

    /// Returns the specification as TOML.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a shape that TOML can hold")
    }

    /// Builds the specification. A file of openings must be [read](OpeningsSource::read) and set in a builder instead.
    ///
    /// # Errors
    /// Returns an error if the specification is invalid.
    pub fn spec(&self) -> Result<Spec, SpecError> {
        self.spec_with(&Agents::builtin(), &Constants::NONE)
    }

    /// Builds the specification with agents and constants of the caller's own.
    ///
    /// # Errors
    /// Returns an error if the specification is invalid.
    pub fn spec_with(&self, agents: &Agents, constants: &Constants) -> Result<Spec, SpecError> {
        Spec::builder().or_file(self, agents, constants)?.build()
    }

    /// Returns the agents and the field.
    pub(super) fn lists(&self) -> [AgentList<'_>; 2] {
        let list = |name, entries| AgentList { name, entries };
        [list("agents", &self.agents), list("field", &self.field)]
    }

    /// Returns the file without the agents that cannot take part, and what is wrong with each: its text cannot be read, or
    /// its name is empty or taken.
    ///
    /// # Errors
    /// Returns an error if a constant is invalid.
    pub fn without_bad_agents(
        &self,
        agents: &Agents,
        constants: &Constants,
    ) -> Result<(Self, Vec<SpecError>), SpecError> {
        let constants = self.constants_over(constants)?;
        let (mut bad, mut names) = (Vec::new(), HashSet::new());
        let [agents, field] = self.lists().map(|list| {
            let mut good = Vec::new();
            for (at, entry) in list.entries.iter().enumerate() {
                match list.read(at, &|text| agents.parse(text, &constants)) {
                    Err(error) => bad.push(error),
                    Ok((name, _)) => {
                        let checked = check_name("agents", &name);
                        match checked {
                            Err(error) => bad.push(error),
                            Ok(()) if !names.insert(name) => {
                                bad.push(SpecError::AgentNameTaken(list.place(at)));
                            }
                            Ok(()) => good.push(entry.clone()),
                        }
                    }
                }
            }
            good
        });
        Ok((Self { agents, field, ..self.clone() }, bad))
    }

    /// Returns the path of the file of openings, if there is one.
    #[must_use]
    pub fn openings_file(&self) -> Option<&str> {
        match &self.openings {
            Some(OpeningsEntry::File { file }) => Some(file),
            _ => None,
        }
    }

    /// Returns the given constants, overridden by those of this file.
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
        let source = |entry: &OpeningsEntry| match entry {
            OpeningsEntry::Plies(plies) => Ok(OpeningsSource::Random(*plies)),
            OpeningsEntry::Word(word) if word == "all" => Ok(OpeningsSource::All),
            OpeningsEntry::Word(word) => Err(SpecError::OpeningsWord(word.clone())),
            OpeningsEntry::File { file } => Err(SpecError::OpeningsFile(file.clone())),
            OpeningsEntry::Games(texts) => {
                let game = |(number, text): (usize, &String)| {
                    text.parse().map_err(|error| SpecError::Opening(number, error))
                };
                (1..).zip(texts).map(game).collect::<Result<_, _>>().map(OpeningsSource::List)
            }
        };
        self.openings.as_ref().map(source).transpose()
    }

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
        let [alpha, beta] = [self.alpha, self.beta].map(|rate| rate.unwrap_or(ERRORS));
        if self.sprt.is_none() && (self.alpha.is_some() || self.beta.is_some()) {
            return Err(SpecError::ErrorsWithoutSprt);
        }
        let sprt = self.sprt.map(|[elo0, elo1]| Sprt::new(elo0, elo1, alpha, beta));
        sprt.transpose().map_err(SpecError::Sprt)
    }
}

/// Converts an error of the TOML parser. For an unknown key it suggests the nearest one, or lists all.
pub(crate) fn toml_error(text: &str, error: &toml::de::Error) -> SpecError {
    let line = error.span().map_or(1, |span| line_of(text, span));
    // Such as "unknown field `gmaes`, expected one of `name`, `games`".
    let Some(unknown) = error.message().strip_prefix("unknown field `") else {
        return SpecError::Toml(line, error.message().replace('\n', "; "));
    };
    let (key, expected) = unknown.split_once("`, ").unwrap_or((unknown, ""));
    let keys = expected.split('`').skip(1).step_by(2);
    let hint = Some(did_you_mean(key, keys)).filter(|hint| !hint.is_empty());
    let end = hint.unwrap_or_else(|| format!(", {}", expected.replace('`', "")));
    SpecError::Toml(line, format!("unknown key {}{end}", quote(key)))
}

/// Returns the line of a place in a text, from 1.
pub(crate) fn line_of(text: &str, span: Range<usize>) -> usize {
    text.get(..span.start).unwrap_or_default().matches('\n').count() + 1
}

/// Deserializes a field: agents, or the name of a field of the course.
pub(crate) fn field<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<AgentEntry>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a field is a list of agents, or the name of one")]
    enum FieldEntry {
        Name(String),
        Agents(Vec<AgentEntry>),
    }
    match FieldEntry::deserialize(reader)? {
        FieldEntry::Agents(agents) => Ok(agents),
        FieldEntry::Name(name) => course::course_field(&name).map_err(D::Error::custom),
    }
}

/// A parser of agents.
pub(crate) type ReadAgent<'a> = dyn Fn(&str) -> Result<Agent, AgentError> + 'a;

/// The list `agents` or `field`.
pub(crate) struct AgentList<'a> {
    pub(crate) name: &'static str,
    pub(crate) entries: &'a [AgentEntry],
}

impl AgentList<'_> {
    /// Parses all agents and returns them with their names.
    pub(crate) fn read_all(&self, read: &ReadAgent<'_>) -> Result<Vec<(String, Agent)>, SpecError> {
        (0..self.entries.len()).map(|at| self.read(at, read)).collect()
    }

    fn read(&self, at: usize, read: &ReadAgent<'_>) -> Result<(String, Agent), SpecError> {
        let (name, text) = match &self.entries[at] {
            AgentEntry::Text(text) => (None, text),
            AgentEntry::Named { name, agent } => (Some(name.trim()), agent),
        };
        if name == Some("") {
            return Err(SpecError::AgentUnnamed(self.place(at)));
        }
        let agent =
            read(text).map_err(|error| SpecError::Agent(self.place(at), Box::new(error)))?;
        Ok((name.map_or_else(|| agent.label(), str::to_owned), agent))
    }

    fn place(&self, at: usize) -> AgentPlace {
        let name = match &self.entries[at] {
            AgentEntry::Named { name, .. } if !name.trim().is_empty() => {
                Some(name.trim().to_owned())
            }
            _ => None,
        };
        AgentPlace { list: self.name, number: at + 1, name, line: None }
    }
}

impl Spec {
    /// Returns the specification as a file, defaults included.
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
            alpha: self.sprt.map(|sprt| sprt.errors().0).filter(|&rate| rate != ERRORS),
            beta: self.sprt.map(|sprt| sprt.errors().1).filter(|&rate| rate != ERRORS),
            constants: BTreeMap::new(),
            agents: agents.iter().map(entry).collect(),
            field: field.iter().map(entry).collect(),
        }
    }
}
