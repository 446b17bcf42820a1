//! The built-in agents together with custom ones.

use super::error::{AgentError, AgentNameError};
use super::registry::AGENTS;
use super::{Agent, parser};
use crate::eval::Constants;

/// The agents that a text can name: the [built-in](AGENTS) ones and [custom](Agent::custom) ones.
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
#[derive(Clone, Debug, Default)]
pub struct Agents {
    custom: Vec<Agent>,
}

impl Agents {
    /// Returns the built-in agents.
    #[must_use]
    pub const fn builtin() -> Self {
        Self { custom: Vec::new() }
    }

    /// Adds a [custom agent](Agent::custom).
    ///
    /// # Errors
    /// Returns an error if the name is taken.
    pub fn with(mut self, agent: Agent) -> Result<Self, AgentNameError> {
        if self.names().any(|name| name == agent.name()) {
            return Err(AgentNameError::Taken(agent.name().to_owned()));
        }
        self.custom.push(agent);
        Ok(self)
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

    /// Returns the names of all agents, the built-in ones first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        AGENTS.iter().map(|entry| entry.name).chain(self.custom.iter().map(Agent::name))
    }
}
