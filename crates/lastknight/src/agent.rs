//! Everything that plays, each under one textual name.
//!
//! An [`Agent`] is what a text such as `alphabeta(improved, depth=5)` names: it can be printed,
//! compared and sent about. A [`Player`] is such an agent in one game, with what it remembers, or any
//! other type that plays.
//!
//! ```
//! use lastknight::{Agent, Limits, Position};
//!
//! let agent: Agent = "alphabeta(chase(0.25,1), order=best, depth=6)".parse()?;
//! assert_eq!(agent.to_string(), "alphabeta(chase(0.25,1), depth=6, order=best)");
//! let position: Position = "7x7".parse()?;
//! let report = agent.player(1).choose_at(&position, Limits::NONE)?;
//! assert!(report.best().is_some());
//! let error = "alphabeta(improved, dept=5)".parse::<Agent>().unwrap_err();
//! assert_eq!(error.to_string(), "column 21: alphabeta has no setting 'dept'; did you mean 'depth'?");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agents;
mod custom;
mod duel;
mod error;
mod greedy;
mod mirror;
mod parser;
mod perfect;
mod player;
mod random;
pub mod registry;
pub mod setting;

use std::fmt;
use std::str::FromStr;

pub use agents::Agents;
pub use duel::{Duel, MoveTotals, Played, PlayedPair};
pub use error::{AgentError, AgentNameError, NoHeuristicError, Problem};
pub use player::{Forfeit, Player};
pub use registry::{AGENTS, RegisteredAgent};
pub use setting::{Domain, Setting, Value};

use custom::Custom;
use player::Limited;
use registry::Takes;

use crate::control::{Clock, Limits};
use crate::eval::{Constants, Heuristic};

/// Something that plays: one of the [list](AGENTS) with what it evaluates or stands in for and its
/// settings, or a [custom](Agent::custom) one.
#[derive(Clone, Debug)]
pub struct Agent {
    entry: &'static RegisteredAgent,
    subject: Subject,
    /// What was set, in the order of the entry's settings.
    values: Vec<Option<Value>>,
}

/// What an agent is made from.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Nothing,
    Heuristic(Heuristic),
    Agent(Box<Agent>),
    Custom(Custom),
}

impl Agent {
    /// Reads an agent in whose formulas named constants can occur.
    ///
    /// # Errors
    /// Returns an error if the text names no agent, saying why and where.
    pub fn parse(text: &str, constants: &Constants) -> Result<Self, AgentError> {
        Agents::builtin().parse(text, constants)
    }

    /// The same agent playing by another heuristic: the way to use a
    /// [function](Heuristic::from_fn), which no text can name.
    ///
    /// # Errors
    /// Returns an error if the agent takes no heuristic.
    pub fn with_heuristic(self, heuristic: Heuristic) -> Result<Self, NoHeuristicError> {
        match self.entry.subject {
            Takes::Heuristic(_) | Takes::OptionalHeuristic(_) => {
                Ok(Self { subject: Subject::Heuristic(heuristic), ..self })
            }
            Takes::Nothing | Takes::Agent => {
                Err(NoHeuristicError { agent: self.name().to_owned() })
            }
        }
    }

    /// The name without arguments: that of the entry of the [list](AGENTS), or of a custom agent.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.subject {
            Subject::Custom(custom) => custom.name(),
            _ => self.entry.name,
        }
    }

    /// The heuristic that it plays by, if it has one.
    #[must_use]
    pub fn heuristic(&self) -> Option<&Heuristic> {
        match &self.subject {
            Subject::Heuristic(heuristic) => Some(heuristic),
            _ => None,
        }
    }

    /// The agent that it stands in for, if it does.
    #[must_use]
    pub fn other(&self) -> Option<&Self> {
        match &self.subject {
            Subject::Agent(agent) => Some(agent),
            _ => None,
        }
    }

    /// Its own limits, if it has any.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.whole("depth").map(|depth| depth as u32),
            nodes: self.whole("nodes"),
            time: self.value("time").and_then(Value::time),
        }
    }

    /// What a player of it takes at most: threads, and megabytes for what it remembers.
    #[must_use]
    pub fn needs(&self) -> Needs {
        let own = Needs {
            threads: self.whole("threads").unwrap_or(1),
            megabytes: self.whole("memory").unwrap_or(0),
        };
        match &self.subject {
            Subject::Agent(agent) => {
                let other = agent.needs();
                Needs {
                    threads: own.threads.max(other.threads),
                    megabytes: own.megabytes.max(other.megabytes),
                }
            }
            _ => own,
        }
    }

    /// The same agent with no more than this: settings that ask for more are lowered.
    #[must_use]
    pub fn within(mut self, most: Needs) -> Self {
        for (name, most) in [("threads", most.threads), ("memory", most.megabytes)] {
            let at = self.entry.settings().position(|setting| setting.name == name);
            if let Some(at) = at
                && self.whole(name).is_some_and(|asked| asked > most)
            {
                self.values[at] = Some(Value::Whole(most));
            }
        }
        if let Subject::Agent(agent) = self.subject {
            self.subject = Subject::Agent(Box::new(agent.within(most)));
        }
        self
    }

    /// The agent in a game of its own; its own limits and clock come before those of a task. Random
    /// choices follow from the seed.
    #[must_use]
    pub fn player(&self, seed: u64) -> Box<dyn Player> {
        let player = (self.entry.make)(self, seed);
        let clock = self.value("clock").map(|value| Clock::ALL[value.choice()]);
        match self.limits() {
            Limits::NONE if clock.is_none() => player,
            limits => Box::new(Limited { limits, clock, player }),
        }
    }

    /// What a setting was set to, or what it is where nobody sets it.
    fn value(&self, name: &str) -> Option<Value> {
        let at = self.entry.settings().position(|setting| setting.name == name)?;
        self.values[at].or_else(|| self.entry.settings().nth(at)?.default())
    }

    fn whole(&self, name: &str) -> Option<u64> {
        self.value(name).and_then(Value::whole)
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.value(name).and_then(Value::number)
    }

    /// Whether a setting of `off` and `on` is on.
    fn is_on(&self, name: &str) -> bool {
        self.choice(name) == 1
    }

    /// Which of its choices a setting has.
    fn choice(&self, name: &str) -> usize {
        self.value(name).map_or(0, Value::choice)
    }
}

/// What a player takes beside its thread's time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// The most threads that it searches on.
    pub threads: u64,
    /// The most memory that it was told to use, in megabytes.
    pub megabytes: u64,
}

/// An agent without constants of one's own.
impl FromStr for Agent {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        Self::parse(text, &Constants::NONE)
    }
}

/// As [`Agent::parse`] reads it: settings as they were set, in the order of the list.
impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut arguments = Vec::new();
        match &self.subject {
            Subject::Nothing | Subject::Custom(_) => {}
            Subject::Agent(agent) => arguments.push(agent.to_string()),
            Subject::Heuristic(heuristic) => {
                let text = heuristic.to_string();
                if self.entry.subject.hidden() != Some(&text) {
                    let is_formula = heuristic.is_formula();
                    arguments.push(if is_formula { format!("\"{text}\"") } else { text });
                }
            }
        }
        for (setting, value) in self.entry.settings().zip(&self.values) {
            if let Some(value) = value.filter(|value| setting.default() != Some(*value)) {
                arguments.push(format!("{}={}", setting.name, setting.shown(value)));
            }
        }
        f.write_str(self.name())?;
        if arguments.is_empty() { Ok(()) } else { write!(f, "({})", arguments.join(", ")) }
    }
}

/// Whether both print the same.
impl PartialEq for Agent {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Agent {}
