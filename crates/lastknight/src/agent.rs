//! Agents, players, and games between them.
//!
//! An [`Agent`] describes how to play, as in `alphabeta(improved, depth=5)`; it can be printed and
//! compared. A [`Player`] is an agent in one game, with its memory, or a type of your own. A [`Duel`]
//! plays a game between two players.
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
mod registry;
mod setting;

use std::fmt;
use std::str::FromStr;

pub use agents::Agents;
pub use custom::{AgentKind, PlayerFactory};
pub use duel::{Duel, MoveTotals, PlayedGame, PlayedPair};
pub use error::{AgentError, AgentNameError, AgentProblem, NoHeuristicError};
pub use player::{Forfeit, Player};
pub use registry::{AGENTS, ArgumentKind, LIMITS, RegisteredAgent};
pub use setting::{Setting, SettingDomain, SettingValue};

use custom::CustomAgent;
use player::LimitedPlayer;

use crate::control::{Clock, Limits};
use crate::eval::{Constants, Heuristic};

/// Something that plays: a [built-in](AGENTS) agent with its argument and settings, or a
/// [custom](Agent::custom) one.
#[derive(Clone, Debug)]
pub struct Agent {
    entry: &'static RegisteredAgent,
    argument: Argument,
    /// The settings that were set, in the order of the entry's settings.
    values: Vec<Option<SettingValue>>,
}

/// The argument of an agent, or the player that makes it a custom one.
#[derive(Clone, Debug)]
pub(crate) enum Argument {
    None,
    Heuristic(Heuristic),
    Agent(Box<Agent>),
    Custom(CustomAgent),
}

impl Agent {
    /// Parses an agent whose formulas may use named constants.
    ///
    /// # Errors
    /// Returns an error with its column if the text is not an agent.
    pub fn parse(text: &str, constants: &Constants) -> Result<Self, AgentError> {
        Agents::builtin().parse(text, constants)
    }

    /// Replaces the heuristic. Use it to play with a [function](Heuristic::from_fn), which has no text.
    ///
    /// # Errors
    /// Returns an error if the agent takes no heuristic.
    pub fn with_heuristic(self, heuristic: Heuristic) -> Result<Self, NoHeuristicError> {
        match self.entry.argument {
            ArgumentKind::Heuristic(_) | ArgumentKind::OptionalHeuristic(_) => {
                Ok(Self { argument: Argument::Heuristic(heuristic), ..self })
            }
            ArgumentKind::None | ArgumentKind::Agent | ArgumentKind::Text => {
                Err(NoHeuristicError { agent: self.name().to_owned() })
            }
        }
    }

    /// Returns the name without arguments.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.argument {
            Argument::Custom(custom) if self.entry.argument == ArgumentKind::None => &custom.text,
            _ => self.entry.name,
        }
    }

    /// Returns the text without the [hash](Self::hash) of its content, for tables.
    #[must_use]
    pub fn label(&self) -> String {
        self.shown(false)
    }

    /// Returns the value of a setting, or its default.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<SettingValue> {
        let mut settings = self.entry.settings().zip(&self.values);
        let (setting, value) = settings.find(|(setting, _)| setting.name == name)?;
        value.clone().or_else(|| setting.default())
    }

    /// Returns the chosen word of a setting, or its default.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&'static str> {
        let setting = self.entry.settings().find(|setting| setting.name == name)?;
        match (setting.domain, self.setting(name)?) {
            (SettingDomain::Choice { values }, SettingValue::Choice(index)) => Some(values[index]),
            _ => None,
        }
    }

    /// Returns the heuristic, if the agent has one.
    #[must_use]
    pub fn heuristic(&self) -> Option<&Heuristic> {
        if let Argument::Heuristic(heuristic) = &self.argument { Some(heuristic) } else { None }
    }

    /// Returns the agent in the argument, such as `greedy` in `mirror(greedy)`.
    #[must_use]
    pub fn inner(&self) -> Option<&Self> {
        if let Argument::Agent(agent) = &self.argument { Some(agent) } else { None }
    }

    /// Returns the agent's own limits, which come before those of a [`Task`](crate::search::Task).
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.whole("depth").map(|depth| depth as u32),
            nodes: self.whole("nodes"),
            time: match self.setting("time") {
                Some(SettingValue::Time(time)) => Some(time),
                _ => None,
            },
        }
    }

    /// Returns whether limits matter to it: whether it searches.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        let is_custom = matches!(self.argument, Argument::Custom(_));
        let own = self.entry.settings().any(|setting| setting.name == "nodes");
        is_custom || own || self.inner().is_some_and(Self::is_limited)
    }

    /// Returns whether it has limits of its own, so that those of a [`Task`](crate::search::Task) do not count.
    #[must_use]
    pub fn has_own_limits(&self) -> bool {
        self.limits() != Limits::NONE || self.setting("budget").is_some()
    }

    /// Returns the resources that a player of this agent uses at most.
    #[must_use]
    pub fn resources(&self) -> Resources {
        let inner = self.inner().map(Self::resources);
        let [threads, megabytes] = ["threads", "memory"].map(|name| self.whole(name));
        Resources {
            threads: threads.max(inner.map(|inner| inner.threads)).unwrap_or(1),
            megabytes: megabytes.max(inner.map(|inner| inner.megabytes)).unwrap_or(0),
        }
    }

    /// Lowers settings that exceed these resources.
    #[must_use]
    pub fn within(mut self, most: Resources) -> Self {
        for (setting, value) in self.entry.settings().zip(&mut self.values) {
            let most = match setting.name {
                "threads" => most.threads,
                "memory" => most.megabytes,
                _ => continue,
            };
            if let Some(SettingValue::Whole(number)) = value.clone().or_else(|| setting.default())
                && number > most
            {
                *value = Some(SettingValue::Whole(most));
            }
        }
        if let Argument::Agent(agent) = self.argument {
            self.argument = Argument::Agent(Box::new(agent.within(most)));
        }
        self
    }

    /// Multiplies its own time limit and that of the agent in its argument. A machine that is half as fast gives an agent
    /// twice the time.
    #[must_use]
    pub fn scale_time(mut self, factor: f64) -> Self {
        for (setting, value) in self.entry.settings().zip(&mut self.values) {
            if let ("time", Some(SettingValue::Time(time))) = (setting.name, value) {
                *time = time.mul_f64(factor);
            }
        }
        if let Argument::Agent(agent) = self.argument {
            self.argument = Argument::Agent(Box::new(agent.scale_time(factor)));
        }
        self
    }

    /// Creates a player for one game. The seed determines its random choices.
    #[must_use]
    pub fn player(&self, seed: u64) -> Box<dyn Player> {
        let player = (self.entry.make)(self, seed);
        let clock = self.setting("clock").map(|_| Clock::ALL[self.choice("clock")]);
        let limits = self.has_own_limits().then(|| self.limits());
        match (limits, clock) {
            (None, None) => player,
            (limits, clock) => Box::new(LimitedPlayer { limits, clock, player }),
        }
    }

    fn whole(&self, name: &str) -> Option<u64> {
        if let Some(SettingValue::Whole(number)) = self.setting(name) { Some(number) } else { None }
    }

    fn number(&self, name: &str) -> f64 {
        match self.setting(name) {
            Some(SettingValue::Number(number)) => number,
            _ => unreachable!("{name} is a number with a default"),
        }
    }

    /// The index of a choice; 0 if the agent has no such setting.
    fn choice(&self, name: &str) -> usize {
        if let Some(SettingValue::Choice(index)) = self.setting(name) { index } else { 0 }
    }

    /// Whether a setting has the second of two choices, such as `on`.
    fn is_on(&self, name: &str) -> bool {
        self.choice(name) == 1
    }
}

/// The resources of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The maximum number of threads.
    pub threads: u64,
    /// The maximum size of its tables, in MB.
    pub megabytes: u64,
}

/// Parses an agent without named constants.
impl FromStr for Agent {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        Self::parse(text, &Constants::NONE)
    }
}

/// Prints the text that [`Agent::parse`] reads. Settings have a fixed order, and defaults are omitted.
impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown(true))
    }
}

impl Agent {
    fn shown(&self, with_hash: bool) -> String {
        let argument = match (&self.argument, self.entry.argument) {
            (Argument::Custom(custom), ArgumentKind::Text) => Some(format!("\"{}\"", custom.text)),
            (Argument::None | Argument::Custom(_), _) => None,
            (Argument::Agent(agent), _) => Some(agent.shown(with_hash)),
            (Argument::Heuristic(heuristic), _) if heuristic.is_formula() => {
                Some(format!("\"{heuristic}\""))
            }
            (Argument::Heuristic(heuristic), ArgumentKind::OptionalHeuristic(default)) => {
                Some(heuristic.to_string()).filter(|text| default != Some(text))
            }
            (Argument::Heuristic(heuristic), _) => Some(heuristic.to_string()),
        };
        let settings = self.entry.settings().zip(&self.values).filter_map(|(setting, value)| {
            let value = value.as_ref().filter(|value| setting.default().as_ref() != Some(value))?;
            Some(format!("{}={}", setting.name, setting.shown(value)))
        });
        let is_custom = matches!(self.argument, Argument::Custom(_));
        let hash = self.hash().filter(|_| with_hash && is_custom);
        let hash = hash.map(|hash| format!("hash={hash}"));
        let arguments: Vec<String> = argument.into_iter().chain(settings).chain(hash).collect();
        match arguments[..] {
            [] => self.name().to_owned(),
            _ => format!("{}({})", self.name(), arguments.join(", ")),
        }
    }
}

/// Compares the printed texts.
impl PartialEq for Agent {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Agent {}
