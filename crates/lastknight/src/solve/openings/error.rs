//! Errors in tables of openings.

use std::fmt;

use super::csv::HEADER;
use crate::board::{ParseSizeError, ParseSquareError, Size};
use crate::quote::quote;

/// The name of the journal format. A change of the format changes the number.
pub(super) const FORMAT: &str = "lastknight-openings-1";

/// Why a text is not a table of openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{problem}")]
#[non_exhaustive]
pub struct TableError {
    /// Where the problem is.
    pub place: TablePlace,
    /// What is wrong there.
    pub problem: TableProblem,
}

/// A place in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TablePlace {
    /// A line, from 1.
    Line(usize),
    /// An opening of the list, from 1.
    Opening(usize),
    /// The table as a whole.
    Whole,
}

impl fmt::Display for TablePlace {
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
    /// Not JSON, or not an object with the right fields: the column and the parser's message.
    #[error("column {0}: {1}")]
    Json(usize, String),
    /// The first line of a CSV file does not name the columns.
    #[error("the columns are {HEADER}, not {}", quote(.0))]
    Header(String),
    /// A line of a CSV file with this many columns.
    #[error("{0} columns instead of {expected}", expected = HEADER.split(',').count())]
    Columns(usize),
    /// A journal of another format.
    #[error("format {} is not {FORMAT}", quote(.0))]
    Format(String),
    /// Not a board size.
    #[error("board: {0}")]
    Size(#[from] ParseSizeError),
    /// A line for the first board in a table of the second.
    #[error("board {0}, but the table began with {1}")]
    Board(Size, Size),
    /// Not a square of the board.
    #[error(transparent)]
    Square(#[from] ParseSquareError),
    /// Both knights on one square.
    #[error("both knights on {0}")]
    SameSquare(String),
    /// An opening that the table lists as another one, its canonical image.
    #[error("{0} is {1} rotated or reflected; list that instead")]
    NotCanonical(String, String),
    /// An opening that is listed twice.
    #[error("{0} is listed twice")]
    Twice(String),
    /// An opening that is not listed.
    #[error("opening {0} is missing")]
    Missing(String),
    /// Not a player.
    #[error("winner {} is not white or black", quote(.0))]
    Winner(String),
    /// Not a number of nodes.
    #[error("{} is not a number of nodes", quote(.0))]
    Nodes(String),
    /// A field that does not follow from the openings.
    #[error("\"{0}\" does not agree with the openings")]
    Contradiction(&'static str),
}

impl TableProblem {
    #[cfg(feature = "serde")]
    pub(super) fn json(error: &serde_json::Error) -> Self {
        Self::Json(error.column(), crate::quote::json_message(error))
    }

    pub(super) fn at(self, place: TablePlace) -> TableError {
        TableError { place, problem: self }
    }

    /// Returns whether the table is well-formed but claims something false.
    #[must_use]
    pub fn is_false_claim(&self) -> bool {
        use TableProblem::*;
        !matches!(self, Json(..) | Header(_) | Columns(_) | Format(_) | Size(_))
    }
}
