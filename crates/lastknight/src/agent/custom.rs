//! Agents that are not in the list.

use std::fmt;
use std::sync::Arc;

use super::error::AgentNameError;
use super::player::{Forfeit, Player, guarded};
use super::registry::{CUSTOM, RegisteredAgent};
use super::{Agent, Subject};
use crate::game::Game;
use crate::search::{SearchReport, Task};

type Make = dyn Fn(u64) -> Box<dyn Player> + Send + Sync;

/// The name of an agent, and how to make its players if this program can.
#[derive(Clone)]
pub(crate) struct Custom {
    name: Arc<str>,
    make: Option<Arc<Make>>,
}

impl Custom {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn player(&self, seed: u64) -> Box<dyn Player> {
        let player = match &self.make {
            Some(make) => guarded(|| make(seed)),
            None => Err(Forfeit::crash("this program does not have the agent")),
        };
        player.unwrap_or_else(|forfeit| Box::new(Unable(forfeit)))
    }

    pub(super) fn is_absent(&self) -> bool {
        self.make.is_none()
    }
}

impl fmt::Debug for Custom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Custom").field(&self.name).finish()
    }
}

/// A player that could not be made, and loses its games.
struct Unable(Forfeit);

impl Player for Unable {
    fn choose(&mut self, _: &Game, _: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        Err(self.0.clone())
    }
}

impl Agent {
    /// An agent of your own, which plays wherever others do. It prints as its name and compares by it.
    /// `make` gets the seed of a game, from which random choices follow.
    ///
    /// # Errors
    /// Returns an error if the name is that of a built-in agent, or not a letter followed by letters,
    /// digits, `-` and `_`.
    pub fn custom(
        name: &str,
        make: impl Fn(u64) -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Result<Self, AgentNameError> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_part) {
            return Err(AgentNameError::Form(name.to_owned()));
        }
        if RegisteredAgent::named(name).is_some() {
            return Err(AgentNameError::Taken(name.to_owned()));
        }
        let subject = Subject::Custom(Custom { name: name.into(), make: Some(Arc::new(make)) });
        Ok(Self { entry: &CUSTOM, subject, values: Vec::new() })
    }

    /// An agent that this program does not have, by its text: it is shown and compared as others are, and loses every game.
    /// Games of other programs can name such agents.
    #[must_use]
    pub fn absent(text: &str) -> Self {
        let subject = Subject::Custom(Custom { name: text.into(), make: None });
        Self { entry: &CUSTOM, subject, values: Vec::new() }
    }

    /// Whether it is [absent](Self::absent), or stands in for an agent that is.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        match &self.subject {
            Subject::Custom(custom) => custom.is_absent(),
            Subject::Agent(agent) => agent.is_absent(),
            _ => false,
        }
    }
}
