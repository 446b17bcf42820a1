//! Errors of studies.

use lastknight::AgentError;
use lastknight::quote::{one_line, quote};

use crate::spec::{MOST_GAMES, SpecError};
use crate::store::StoreError;
use crate::tune::TuneError;
use crate::work::WorkError;

/// Why a text is not a valid study. Messages name the measure and the key.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidStudy {
    /// It is not TOML, or a tournament in it is invalid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// An error in the measure of this name.
    #[error("measure '{}': {}", one_line(.0, 60), .1)]
    Measure(String, Box<Self>),
    /// A broken rule that needs no more than its statement.
    #[error("{0}")]
    Rule(&'static str),
    /// A key that belongs to other kinds of measures.
    #[error("{0}: not for this kind of measure")]
    MisplacedKey(String),
    /// A key that no measure has: its line, the key, and a suggestion.
    #[error("line {}: unknown key {}{}", .0, quote(.1), .2)]
    UnknownKey(usize, String, String),
    /// A key that this kind of measure needs.
    #[error("{0}: it is missing")]
    MissingKey(&'static str),
    /// A number of games that cannot be played.
    #[error("games, quick and full are whole numbers from 1 to {MOST_GAMES}")]
    Sizes,
    /// Two rows have this name.
    #[error("two rows are called {}", quote(.0))]
    RowTwice(String),
    /// Two legs have this name.
    #[error("legs: two are called {}: give them labels", quote(.0))]
    LegTwice(String),
    /// An agent does not take part in all legs.
    #[error("legs: {} is not in all of them", quote(.0))]
    LegWithout(String),
    /// Published figures of a row that does not exist.
    #[error("published: there is no row '{}'", one_line(.0, 60))]
    PublishedRow(String),
    /// A claim that cannot be judged, with the reason.
    #[error("claim '{}': {}", one_line(.0, 120), .1)]
    Claim(String, String),
    /// The agent that plays the lines of a cost measurement is invalid.
    #[error("line: {0}")]
    LineAgent(Box<AgentError>),
    /// An invalid line of play, with the reason.
    #[error("line {}: {}", quote(.0), .1)]
    Line(String, String),
    /// An invalid case of positions, with the reason.
    #[error("case {}: {}", quote(.0), .1)]
    Case(String, String),
    /// A board that is invalid or too large, with the reason.
    #[error("board {}: {}", quote(.0), .1)]
    Board(String, String),
    /// An invalid search for parameters.
    #[error("{}", one_line(.0, 200))]
    Search(String),
}

impl InvalidStudy {
    /// The same error in a measure.
    pub(super) fn within(self, measure: &str) -> Self {
        Self::Measure(measure.to_owned(), Box::new(self))
    }

    /// Returns the text of an agent with a mark below the mistake, for an error in an agent.
    #[must_use]
    pub fn picture(&self) -> Option<String> {
        match self {
            Self::Spec(error) => error.picture(),
            Self::Measure(_, error) => error.picture(),
            _ => None,
        }
    }
}

/// Why a study cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The study cannot be run as written.
    #[error(transparent)]
    Invalid(#[from] InvalidStudy),
}

impl From<SpecError> for StudyError {
    fn from(error: SpecError) -> Self {
        Self::Invalid(error.into())
    }
}

impl From<TuneError> for InvalidStudy {
    fn from(error: TuneError) -> Self {
        match error {
            TuneError::Spec(error) => Self::Spec(error),
            error => Self::Search(error.to_string()),
        }
    }
}

impl From<TuneError> for StudyError {
    fn from(error: TuneError) -> Self {
        match error {
            TuneError::Store(error) => Self::Store(error),
            error => Self::Invalid(error.into()),
        }
    }
}

impl From<WorkError> for StudyError {
    fn from(error: WorkError) -> Self {
        StoreError::from(error).into()
    }
}
