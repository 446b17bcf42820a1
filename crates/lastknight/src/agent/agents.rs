//! The built-in agents together with custom ones and further kinds.

use std::fmt;
use std::sync::Arc;

use super::custom::AgentKind;
use super::error::{AgentError, AgentNameError};
use super::registry::{AGENTS, RegisteredAgent};
use super::{Agent, parser};
use crate::eval::Constants;

/// The agents that a text can name: the [built-in](AGENTS) ones, further [kinds](AgentKind) and [custom](Agent::custom)
/// ones.
///
/// ```
/// use lastknight::agent::Agents;
/// use lastknight::{Agent, Constants};
///
/// let mine = Agent::custom("mine", |seed| "random".parse::<Agent>().expect("an agent").player(seed))?;
/// let agents = Agents::builtin().with(mine)?;
/// let agent = agents.parse("mirror(mine)", &Constants::NONE)?;
/// assert_eq!(agent.to_string(), "mirror(mine)");
/// let error = agents.parse("mien", &Constants::NONE).unwrap_err();
/// assert_eq!(error.to_string(), "column 1: unknown agent 'mien'; did you mean 'mine'?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Agents {
    kinds: Vec<Arc<dyn AgentKind>>,
    custom: Vec<Agent>,
}

impl fmt::Debug for Agents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl Agents {
    /// Returns the built-in agents.
    #[must_use]
    pub const fn builtin() -> Self {
        Self { kinds: Vec::new(), custom: Vec::new() }
    }

    /// Adds a [custom agent](Agent::custom).
    ///
    /// # Errors
    /// Returns an error if the name is taken.
    pub fn with(mut self, agent: Agent) -> Result<Self, AgentNameError> {
        self.check_free(agent.name())?;
        self.custom.push(agent);
        Ok(self)
    }

    /// Adds a kind of agents.
    ///
    /// # Errors
    /// Returns an error if the name is taken.
    pub fn with_kind(mut self, kind: impl AgentKind + 'static) -> Result<Self, AgentNameError> {
        self.check_free(kind.entry().name)?;
        self.kinds.push(Arc::new(kind));
        Ok(self)
    }

    fn check_free(&self, name: &str) -> Result<(), AgentNameError> {
        let is_taken = self.names().any(|taken| taken == name);
        if is_taken { Err(AgentNameError::Taken(name.to_owned())) } else { Ok(()) }
    }

    /// Parses an agent whose formulas may use named constants.
    ///
    /// # Errors
    /// Returns an error with its column if the text is not an agent.
    pub fn parse(&self, text: &str, constants: &Constants) -> Result<Agent, AgentError> {
        parser::parse(text, self, constants)
    }

    /// Returns the custom agents in the order they were added.
    #[must_use]
    pub fn custom(&self) -> &[Agent] {
        &self.custom
    }

    /// Returns the descriptions of the kinds in the order they were added.
    pub fn kinds(&self) -> impl Iterator<Item = &'static RegisteredAgent> {
        self.kinds.iter().map(|kind| kind.entry())
    }

    pub(super) fn kind(&self, name: &str) -> Option<&dyn AgentKind> {
        self.kinds.iter().find(|kind| kind.entry().name == name).map(|kind| &**kind)
    }

    /// Returns the names of all agents, the built-in ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let registered = AGENTS.iter().chain(self.kinds()).map(|entry| entry.name);
        registered.chain(self.custom.iter().map(Agent::name))
    }
}
