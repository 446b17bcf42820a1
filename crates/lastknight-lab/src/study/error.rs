//! What can be wrong with a study, and why one cannot go on.

use lastknight::AgentError;
use lastknight::quote::{one_line, quote};

use crate::spec::{MOST_GAMES, SpecError};
use crate::store::StoreError;
use crate::tune::TuneError;

/// Why there is no such study. Messages name the measure and the key.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidStudy {
    /// It is not TOML, or asks for a tournament that there is not.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Something is wrong with the measure of this name.
    #[error("measure '{}': {}", one_line(.0, 60), .1)]
    Measure(String, Box<Self>),
    /// There are no measures.
    #[error("measures: there are none")]
    NoMeasures,
    /// The name of a measure cannot be part of a file name, or is another one's.
    #[error("names are letters, digits and '-', each for one measure")]
    MeasureName,
    /// A key that belongs to other kinds of measures.
    #[error("{0}: not for this kind of measure")]
    MisplacedKey(String),
    /// A key in this line that no measure has, and the end of the message: the key that was probably meant.
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
    /// Nobody is measured.
    #[error("agents: there are none")]
    NoAgents,
    /// The agent of a sweep has no place for its values.
    #[error("sweeps: the agent has no place {{}} for the value")]
    SweepWithoutPlace,
    /// The share of a leg is not a number above 0, at most 100.
    #[error("legs: the share is not a number above 0, at most 100")]
    LegShare,
    /// Two legs have this name.
    #[error("legs: two are called {}: give them labels", quote(.0))]
    LegTwice(String),
    /// An agent does not take part in all legs.
    #[error("legs: {} is not in all of them", quote(.0))]
    LegWithout(String),
    /// A published figure is not a number.
    #[error("published: a figure is not a number")]
    PublishedFigure,
    /// Published figures without a margin.
    #[error("published: say how good the figures are, by a margin or their games")]
    PublishedMargin,
    /// Published figures of a row that there is not.
    #[error("published: there is no row '{}'", one_line(.0, 60))]
    PublishedRow(String),
    /// A claim that cannot be judged, and why.
    #[error("claim '{}': {}", one_line(.0, 120), .1)]
    Claim(String, String),
    /// The agent that plays the lines of a measure of effort cannot be read.
    #[error("line: {0}")]
    LineAgent(Box<AgentError>),
    /// A line of play is none, and why.
    #[error("line {}: {}", quote(.0), .1)]
    Line(String, String),
    /// A board is none or has too many positions, and why.
    #[error("board {}: {}", quote(.0), .1)]
    Board(String, String),
    /// A search for numbers makes no sense.
    #[error("{}", one_line(.0, 200))]
    Search(String),
}

impl InvalidStudy {
    /// The same in a measure.
    pub(super) fn within(self, measure: &str) -> Self {
        Self::Measure(measure.to_owned(), Box::new(self))
    }

    /// Returns the text of an agent with a mark below the mistake, if that is what is wrong.
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
    /// It asks for what there is not.
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
