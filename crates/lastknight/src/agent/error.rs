//! Errors in the text of an agent.

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

/// An error in the text of an agent, and its place.
pub type AgentError = PlacedError<AgentProblem>;

/// A name that a custom agent cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentNameError {
    /// Not a letter followed by letters, digits, `-` and `_`.
    #[error("agent {}: a name is a letter, then letters, digits, '-' and '_'", quote(.0))]
    Form(String),
    /// Another agent has this name.
    #[error("agent {}: the name is taken", quote(.0))]
    Taken(String),
}

/// An error in the text of an agent.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentProblem {
    /// An empty text.
    #[error("the agent is empty")]
    Empty,
    /// An unknown name, and a similar one.
    #[error("unknown agent {}{}", quote(.0), suggestion(.1.as_deref()))]
    Unknown(String, Option<String>),
    /// An unclosed parenthesis.
    #[error("this '(' is never closed")]
    Unclosed,
    /// An unclosed quotation mark.
    #[error("this '\"' is never closed")]
    Unquoted,
    /// Text after the end.
    #[error("nothing can follow here, but {} does", quote(.0))]
    Rest(String),
    /// An empty argument.
    #[error("an argument is missing")]
    Missing,
    /// An unexpected argument of an agent, and what the agent takes.
    #[error("{0} takes {1}")]
    Argument(&'static str, &'static str),
    /// A missing inner agent.
    #[error("{0} needs another agent, as in {0}(alphabeta(improved))")]
    NeedsAgent(&'static str),
    /// A setting that the agent does not have, and a similar one.
    #[error("{} has no setting {}{}", .0, quote(.1), suggestion(.2.as_deref()))]
    Setting(&'static str, String, Option<String>),
    /// A setting given twice.
    #[error("{0} is set twice")]
    Twice(&'static str),
    /// A setting, the values it takes, and the value it was given.
    #[error("{} is {}, not {}", .0, .1, quote(.2))]
    Range(&'static str, String, String),
    /// An error in the heuristic.
    #[error("{0}")]
    Heuristic(FormulaProblem),
    /// Arguments for a custom agent.
    #[error("{} takes no arguments", .0)]
    NoArguments(String),
    /// A missing text of an agent that needs one.
    #[error("{0} needs a text in quotation marks, as in {0}(\"…\")")]
    NeedsText(&'static str),
    /// A quotation mark inside a text.
    #[error("a text cannot contain '\"'; use single quotation marks inside it")]
    QuoteInText,
    /// What is wrong with an agent of a kind that the library does not have.
    #[error("{0}")]
    External(String),
    /// The hash of an agent that has changed since.
    #[error("{} has changed: its hash is {}, not {}", .0, .1, quote(.2))]
    Changed(String, String, String),
    /// Agents nested too deeply.
    #[error("agents are nested more than {} levels deep", super::parser::MAX_NESTING)]
    TooDeep,
}
