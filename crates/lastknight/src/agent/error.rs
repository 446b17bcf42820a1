//! What can be wrong with the text of an agent.

use crate::eval::formula::Problem as FormulaProblem;
use crate::quote::{PlacedError, quote, suggestion};

/// An agent that takes no heuristic was given one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{agent} takes no heuristic")]
#[non_exhaustive]
pub struct NoHeuristicError {
    /// The agent's name.
    pub agent: String,
}

/// Why a text is not an agent, and where.
pub type AgentError = PlacedError<Problem>;

/// Why an agent cannot have a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentNameError {
    /// Not a letter and then letters, digits, `-` and `_`.
    #[error("agent {}: a name is a letter, then letters, digits, '-' and '_'", quote(.0))]
    Form(String),
    /// Another agent has this name.
    #[error("agent {}: the name is taken", quote(.0))]
    Taken(String),
}

/// What is wrong with the text of an agent.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is nothing.
    #[error("the agent is empty")]
    Empty,
    /// No agent has this name.
    #[error("unknown agent {}{}", quote(.0), suggestion(.1.as_deref()))]
    Unknown(String, Option<String>),
    /// A parenthesis that is never closed.
    #[error("this '(' is never closed")]
    Unclosed,
    /// A quotation mark that is never closed.
    #[error("this '\"' is never closed")]
    Unquoted,
    /// Something after the end.
    #[error("nothing can follow here, but {} does", quote(.0))]
    Rest(String),
    /// Nothing between two commas.
    #[error("an argument is missing")]
    Missing,
    /// An argument that is no setting, where none can stand.
    #[error("{name} takes {takes}, and settings as in depth=5")]
    Argument {
        /// The agent.
        name: &'static str,
        /// What it is made from, in words.
        takes: &'static str,
    },
    /// It needs another agent.
    #[error("{0} needs another agent, as in {0}(alphabeta(improved))")]
    NeedsAgent(&'static str),
    /// A setting that it does not have.
    #[error("{} has no setting {}{}", .0, quote(.1), suggestion(.2.as_deref()))]
    Setting(&'static str, String, Option<String>),
    /// A setting given twice.
    #[error("{0} is set twice")]
    Twice(&'static str),
    /// A setting that cannot be that.
    #[error("{name} is {range}, not {}", quote(.value))]
    Range {
        /// The setting.
        name: &'static str,
        /// What it can be.
        range: String,
        /// What it was to be.
        value: String,
    },
    /// The heuristic is wrong.
    #[error("{0}")]
    Heuristic(FormulaProblem),
    /// Arguments of a custom agent.
    #[error("{} takes no arguments", .0)]
    NoArguments(String),
    /// Agents in agents in agents.
    #[error("agents are nested more than {} levels deep", super::parser::DEEPEST)]
    TooDeep,
}
