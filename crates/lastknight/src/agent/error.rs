//! What can be wrong with the text of an agent.

use std::fmt;

use crate::eval::formula::Problem as FormulaProblem;
use crate::quote::{Excerpt, quote, suggestion};

/// Why a text is not an agent, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentError {
    column: usize,
    problem: Problem,
    excerpt: Excerpt,
}

impl AgentError {
    pub(super) fn new(text: &str, column: usize, problem: Problem) -> Self {
        Self { column, problem, excerpt: Excerpt::of(text, column) }
    }

    /// The character where it is wrong, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Two lines: the text, or the part of it around the place, and a caret below the place.
    #[must_use]
    pub fn picture(&self) -> String {
        self.excerpt.to_string()
    }
}

impl fmt::Display for AgentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.problem)
    }
}

impl std::error::Error for AgentError {}

/// What is wrong with the text of an agent.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
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
    /// Agents in agents in agents.
    #[error("agents are nested more than {} levels deep", super::parser::DEEPEST)]
    TooDeep,
}
