//! Custom agents.

use std::fmt;
use std::sync::Arc;

use super::error::AgentNameError;
use super::player::{Forfeit, Player, catch_panic};
use super::registry::{CUSTOM, RegisteredAgent};
use super::{Agent, Argument};
use crate::game::Game;
use crate::search::{SearchReport, Task};

type MakePlayer = dyn Fn(u64) -> Box<dyn Player> + Send + Sync;

/// The name of a custom agent, and the function that creates its players unless the agent is absent.
#[derive(Clone)]
pub(crate) struct CustomAgent {
    pub(super) name: Arc<str>,
    make: Option<Arc<MakePlayer>>,
}

impl CustomAgent {
    pub(super) fn player(&self, seed: u64) -> Box<dyn Player> {
        let player = match &self.make {
            Some(make) => catch_panic(|| make(seed)),
            None => Err(Forfeit::crash("this program does not have the agent")),
        };
        player.unwrap_or_else(|forfeit| Box::new(ForfeitingPlayer(forfeit)))
    }
}

impl fmt::Debug for CustomAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CustomAgent").field(&self.name).finish()
    }
}

/// Stands in for a player that could not be created, and loses every game.
struct ForfeitingPlayer(Forfeit);

impl Player for ForfeitingPlayer {
    fn choose(&mut self, _: &Game, _: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        Err(self.0.clone())
    }
}

impl Agent {
    /// Creates a custom agent, which can be used like a built-in one. `make` creates a player from the
    /// seed of a game. Custom agents print as their name, and those with the same name are equal.
    ///
    /// # Errors
    /// Returns an error if the name belongs to a built-in agent, or is not a letter followed by letters,
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
        Ok(Self::from_custom(name, Some(Arc::new(make))))
    }

    /// Creates a placeholder for an agent that this program does not have, such as one named in a stored
    /// game. It prints as its text and loses every game.
    #[must_use]
    pub fn absent(text: &str) -> Self {
        Self::from_custom(text, None)
    }

    fn from_custom(name: &str, make: Option<Arc<MakePlayer>>) -> Self {
        let argument = Argument::Custom(CustomAgent { name: name.into(), make });
        Self { entry: &CUSTOM, argument, values: Vec::new() }
    }

    /// Returns whether the agent or its inner agent is [absent](Self::absent).
    #[must_use]
    pub fn is_absent(&self) -> bool {
        match &self.argument {
            Argument::Custom(custom) => custom.make.is_none(),
            Argument::Agent(agent) => agent.is_absent(),
            _ => false,
        }
    }
}
