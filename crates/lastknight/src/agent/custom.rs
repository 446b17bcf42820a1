//! Custom agents, and kinds of agents that the library does not have.

use std::fmt;
use std::sync::Arc;

use super::error::AgentNameError;
use super::player::{Forfeit, Player, catch_panic};
use super::registry::{CUSTOM, RegisteredAgent};
use super::{Agent, Argument};
use crate::game::Game;
use crate::search::{SearchReport, Task};

type MakePlayer = dyn Fn(u64) -> Box<dyn Player> + Send + Sync;

/// A kind of agents that the library does not have, such as programs. [`Agents::with_kind`](super::Agents::with_kind) adds it.
///
/// ```
/// use lastknight::agent::{AgentKind, Agents, PlayerFactory, RegisteredAgent};
/// use lastknight::{Agent, Constants};
///
/// /// Agents such as `reseeded("some text")`.
/// struct Reseeded;
///
/// static ENTRY: RegisteredAgent = RegisteredAgent::external("reseeded", "random with a seed of its own", &[]);
///
/// impl AgentKind for Reseeded {
///     fn entry(&self) -> &'static RegisteredAgent {
///         &ENTRY
///     }
///
///     fn open(&self, agent: &Agent) -> Result<PlayerFactory, String> {
///         let own = agent.text().len() as u64;
///         let random: Agent = "random".parse().expect("an agent");
///         Ok(PlayerFactory::new(move |seed| random.player(seed ^ own)))
///     }
/// }
///
/// let agents = Agents::builtin().with_kind(Reseeded)?;
/// let agent = agents.parse("mirror(reseeded(\"abc\"))", &Constants::NONE)?;
/// assert_eq!(agent.to_string(), "mirror(reseeded(\"abc\"))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AgentKind: Send + Sync {
    /// Returns its name, summary and settings: see [`RegisteredAgent::external`].
    fn entry(&self) -> &'static RegisteredAgent;

    /// Opens an agent, which has a [text](Agent::text) and [settings](Agent::setting).
    ///
    /// # Errors
    /// Returns one line on what is wrong with it.
    fn open(&self, agent: &Agent) -> Result<PlayerFactory, String>;
}

/// Creates the players of a custom agent.
#[derive(Clone)]
pub struct PlayerFactory {
    make: Arc<MakePlayer>,
    hash: Option<Arc<str>>,
    has_time_limit: bool,
}

impl PlayerFactory {
    /// Creates players by a function of the seed of a game.
    #[must_use]
    pub fn new(make: impl Fn(u64) -> Box<dyn Player> + Send + Sync + 'static) -> Self {
        Self { make: Arc::new(make), hash: None, has_time_limit: false }
    }

    /// Sets the hash of the agent's content, which distinguishes its versions. It is part of the agent's text, as in
    /// `mine(hash=0a1b)`; use letters and digits.
    #[must_use]
    pub fn hash(self, hash: &str) -> Self {
        Self { hash: Some(hash.into()), ..self }
    }
}

impl fmt::Debug for PlayerFactory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlayerFactory").field("hash", &self.hash).finish_non_exhaustive()
    }
}

/// A custom agent: its name, or its text if it is of a kind, and its players unless it is absent.
#[derive(Clone, Debug)]
pub(crate) struct CustomAgent {
    pub(super) text: Arc<str>,
    pub(super) factory: Option<PlayerFactory>,
}

impl CustomAgent {
    fn player(&self, seed: u64) -> Box<dyn Player> {
        let player = match &self.factory {
            Some(factory) => catch_panic(|| (factory.make)(seed)),
            None => Err(Forfeit::crash("this program does not have the agent")),
        };
        player.unwrap_or_else(|forfeit| Box::new(ForfeitingPlayer(forfeit)))
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
        Self::from_factory(name, PlayerFactory::new(make))
    }

    /// Creates a custom agent that plays like this one and is named by one word. A hash of its text tells it from other
    /// agents that have the same name at another time.
    ///
    /// # Errors
    /// Returns an error if a custom agent cannot have the name.
    pub fn named(self, name: &str) -> Result<Self, AgentNameError> {
        let hash = Some(format!("{:016x}", text_hash(&self.to_string())).into());
        let has_time_limit = self.has_time_limit();
        let make = Arc::new(move |seed| self.player(seed));
        Self::from_factory(name, PlayerFactory { make, hash, has_time_limit })
    }

    /// Creates a custom agent like [`custom`](Self::custom), whose factory can have a [hash](PlayerFactory::hash).
    ///
    /// # Errors
    /// Returns an error if a custom agent cannot have the name.
    pub fn from_factory(name: &str, factory: PlayerFactory) -> Result<Self, AgentNameError> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(is_part) {
            return Err(AgentNameError::Form(name.to_owned()));
        }
        if RegisteredAgent::named(name).is_some() {
            return Err(AgentNameError::Taken(name.to_owned()));
        }
        Ok(Self::from_custom(name, Some(factory)))
    }

    /// Creates a placeholder for an agent that this program does not have, such as one named in a stored
    /// game. It prints as its text and loses every game.
    #[must_use]
    pub fn absent(text: &str) -> Self {
        Self::from_custom(text, None)
    }

    fn from_custom(text: &str, factory: Option<PlayerFactory>) -> Self {
        let argument = Argument::Custom(CustomAgent { text: text.into(), factory });
        Self { entry: &CUSTOM, argument, values: Vec::new() }
    }

    /// Returns whether the agent or its inner agent is [absent](Self::absent).
    #[must_use]
    pub fn is_absent(&self) -> bool {
        match &self.argument {
            Argument::Custom(custom) => custom.factory.is_none(),
            Argument::Agent(agent) => agent.is_absent(),
            _ => false,
        }
    }

    /// Returns whether the agent or its inner agent is not built in.
    #[must_use]
    pub fn is_custom(&self) -> bool {
        match &self.argument {
            Argument::Custom(_) => true,
            Argument::Agent(agent) => agent.is_custom(),
            _ => false,
        }
    }

    /// Returns the text in quotation marks of an agent of an [`AgentKind`], such as the command of a program, or the name
    /// of another custom agent; of a built-in agent an empty one.
    #[must_use]
    pub fn text(&self) -> &str {
        if let Argument::Custom(custom) = &self.argument { &custom.text } else { "" }
    }

    /// Returns the hash of the content of a custom agent, if it has one.
    #[must_use]
    pub fn hash(&self) -> Option<&str> {
        match &self.argument {
            Argument::Custom(custom) => custom.factory.as_ref()?.hash.as_deref(),
            Argument::Agent(agent) => agent.hash(),
            _ => None,
        }
    }

    /// Returns whether it, its inner agent or the agent behind its name has a time limit of its own.
    #[must_use]
    pub fn has_time_limit(&self) -> bool {
        let inside = match &self.argument {
            Argument::Custom(custom) => custom.factory.as_ref().is_some_and(|it| it.has_time_limit),
            Argument::Agent(agent) => agent.has_time_limit(),
            _ => false,
        };
        inside || self.limits().time.is_some()
    }

    pub(super) fn external_player(&self, seed: u64) -> Box<dyn Player> {
        match &self.argument {
            Argument::Custom(custom) => custom.player(seed),
            _ => unreachable!("an agent that is not built in is custom"),
        }
    }
}

/// A hash of a text: 64-bit FNV-1a.
fn text_hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
