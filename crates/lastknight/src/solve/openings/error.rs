//! Why a text is not a table of openings.

use std::fmt;

use crate::board::{ParseSizeError, ParseSquareError, Size};
#[cfg(feature = "serde")]
use crate::quote::json_message;
use crate::quote::quote;

/// Why a text is not a table of openings, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{problem}")]
#[non_exhaustive]
pub struct TableError {
    /// Where.
    pub place: Place,
    /// What is wrong there.
    pub problem: TableProblem,
}

impl TableError {
    pub(super) fn new(place: Place, problem: TableProblem) -> Self {
        Self { place, problem }
    }

    /// An error of the JSON parser in a whole text, which counts the lines itself.
    #[cfg(feature = "serde")]
    pub(super) fn json(error: &serde_json::Error) -> Self {
        Self::new(Place::Line(error.line()), TableProblem::json(error))
    }
}

/// A place in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A line, from 1.
    Line(usize),
    /// An opening of the list, from 1.
    Opening(usize),
    /// The table as a whole.
    Whole,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}: "),
            Self::Opening(number) => write!(f, "opening {number}: "),
            Self::Whole => Ok(()),
        }
    }
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// Not JSON, or not an object with the right fields.
    #[error("column {column}: {message}")]
    Json {
        /// Where, in bytes from 1.
        column: usize,
        /// What the JSON parser says.
        message: String,
    },
    /// The first line of a CSV file.
    #[error("the columns are {expected}, not {}", quote(.found))]
    Header {
        /// What it has to be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// A line of a CSV file.
    #[error("{found} columns, but there are {expected}")]
    Columns {
        /// How many it has to have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A journal of another kind.
    #[error("format {} is not {expected}", quote(.found))]
    Format {
        /// What it has to be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// No size of a board.
    #[error("board: {0}")]
    Size(ParseSizeError),
    /// Another board than before.
    #[error("board {found}, but the table began with {expected}")]
    Board {
        /// The table's board.
        expected: Size,
        /// This one.
        found: Size,
    },
    /// No square of the board.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// Both knights on one square.
    #[error("both knights on {0}")]
    SameSquare(String),
    /// An opening for which another one stands.
    #[error("{found} is {canonical} turned or flipped, which stands for it")]
    NotCanonical {
        /// The opening.
        found: String,
        /// The one that stands for it.
        canonical: String,
    },
    /// An opening that had its line.
    #[error("{0} for the second time")]
    Twice(String),
    /// An opening that is not there.
    #[error("opening {0} is missing")]
    Missing(String),
    /// No such player.
    #[error("winner {} is not white or black", quote(.0))]
    Winner(String),
    /// No number of nodes.
    #[error("{} is not a number of nodes", quote(.0))]
    Nodes(String),
    /// A fact that does not follow from the openings.
    #[error("\"{0}\" does not agree with the openings")]
    Contradiction(&'static str),
}

impl TableProblem {
    #[cfg(feature = "serde")]
    pub(super) fn json(error: &serde_json::Error) -> Self {
        Self::Json { column: error.column(), message: json_message(error) }
    }

    /// Whether the text can be read, and says something that is not so.
    #[must_use]
    pub fn is_false_claim(&self) -> bool {
        use TableProblem::*;
        !matches!(self, Json { .. } | Header { .. } | Columns { .. } | Format { .. } | Size(_))
    }
}
