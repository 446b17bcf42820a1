//! Errors in formulas.

use super::{DEEPEST, MOST_PARTS};
use crate::quote::{PlacedError, quote, suggestion};

/// Why a text is not a heuristic, and where.
pub type FormulaError = PlacedError<Problem>;

/// What is wrong with a formula.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is empty.
    #[error("the formula is empty")]
    Empty,
    /// A character that no token begins with.
    #[error("{} does not belong in a formula{}", quote(&.0.to_string()), instead(*.0))]
    Character(char),
    /// Digits that do not form a number.
    #[error("{} is not a number", quote(.0))]
    Number(String),
    /// A number that is too large.
    #[error("{} is too large a number", quote(.0))]
    TooLarge(String),
    /// An unknown name, and the nearest known one.
    #[error("unknown name {}{}", quote(.0), suggestion(.1.as_deref()))]
    Unknown(String, Option<String>),
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What can stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// Two values side by side.
    #[error("an operator is missing before {0}, as in 2*n")]
    Operator(String),
    /// An argument to a feature that takes none, and the function that was perhaps meant.
    #[error("{} takes no argument{}", .0, suggestion(*.1))]
    NoArgument(&'static str, Option<&'static str>),
    /// A parenthesis that is never closed.
    #[error("this '(' is never closed")]
    Unclosed,
    /// A single `=`.
    #[error("'=' is no comparison: write '=='")]
    Assignment,
    /// `a < b < c`.
    #[error("comparisons do not chain: write if(a < b, b < c, 0)")]
    Chain,
    /// Too few or too many arguments.
    #[error("{name} takes {takes}, not {given}")]
    Arguments {
        /// The function or heuristic.
        name: String,
        /// How many it takes, in words.
        takes: String,
        /// How many were given.
        given: usize,
    },
    /// An argument that depends on the position.
    #[error("the arguments of {0} must be constants")]
    NotConstant(String),
    /// An argument named after no parameter, and the nearest parameter.
    #[error("{} has no parameter {}{}", .0, quote(.1), suggestion(.2.as_deref()))]
    Parameter(String, String, Option<String>),
    /// A positional argument after a named one.
    #[error("after a parameter by name the others need names too")]
    Order,
    /// An argument given twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// An argument out of its range.
    #[error("{name} is {range}, not {value}")]
    Range {
        /// The parameter.
        name: String,
        /// The allowed values.
        range: String,
        /// The value given.
        value: f64,
    },
    /// A prime on something that is the same for both players, or is not a feature.
    #[error("{0} takes no prime: {1}")]
    Prime(String, &'static str),
    /// Too many parts.
    #[error("the formula has more than {MOST_PARTS} parts")]
    TooLong,
    /// Too deeply nested.
    #[error("the formula is nested more than {DEEPEST} levels deep")]
    TooDeep,
}

/// The replacement for an operator of other languages.
fn instead(character: char) -> &'static str {
    match character {
        '&' => ": for both of two conditions write if(a, b, 0)",
        '|' => ": for one of two conditions write max(a, b)",
        '!' => ": for the opposite of a condition write c == 0",
        '%' => ": there is no remainder",
        _ => "",
    }
}
