//! What can be wrong with a study, and why one cannot go on.

use std::fmt;

use lastknight::AgentError;
use lastknight::quote::quote;

use crate::spec::{MOST_GAMES, SpecError, bounded};
use crate::store::StoreError;
use crate::tune::TuneError;

/// Why there is no such study. The message names the measure and the key.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidStudy {
    /// It is not TOML, or asks for a tournament that there is not.
    Spec(SpecError),
    /// Something is wrong with a measure.
    Measure {
        /// Its name.
        name: String,
        /// What is wrong.
        error: Box<Self>,
    },
    /// There are no measures.
    NoMeasures,
    /// The name of a measure cannot be part of a file name, or is another one's.
    MeasureName,
    /// A key that belongs to other kinds of measures.
    MisplacedKey(String),
    /// A key that no measure has.
    UnknownKey {
        /// The line, from 1.
        line: usize,
        /// The key.
        key: String,
        /// The end of the message: the key that was probably meant.
        hint: String,
    },
    /// A key that this kind of measure needs.
    MissingKey(&'static str),
    /// A number of games that cannot be played.
    Sizes,
    /// Two rows have this name.
    RowTwice(String),
    /// Nobody is measured.
    NoAgents,
    /// The agent of a sweep has no place for its values.
    SweepWithoutPlace,
    /// The share of a leg is not a number above 0, at most 100.
    LegShare,
    /// Two legs have this name.
    LegTwice(String),
    /// An agent does not take part in all legs.
    LegWithout(String),
    /// A published figure is not a number.
    PublishedFigure,
    /// Published figures without a margin.
    PublishedMargin,
    /// Published figures of a row that there is not.
    PublishedRow(String),
    /// A claim cannot be judged.
    Claim {
        /// The claim.
        says: String,
        /// What is wrong with it.
        why: String,
    },
    /// The agent that plays the lines of a measure of effort cannot be read.
    LineAgent(Box<AgentError>),
    /// A line of play is none.
    Line {
        /// The line.
        line: String,
        /// What is wrong with it.
        why: String,
    },
    /// A board is none, or has too many positions.
    Board {
        /// The board.
        board: String,
        /// What is wrong with it.
        why: String,
    },
    /// A search for numbers makes no sense.
    Search(String),
}

impl InvalidStudy {
    /// The same in a measure.
    pub(super) fn within(self, measure: &str) -> Self {
        Self::Measure { name: measure.to_owned(), error: Box::new(self) }
    }

    /// Returns the text of an agent with a mark below the mistake, if that is what is wrong.
    #[must_use]
    pub fn picture(&self) -> Option<String> {
        match self {
            Self::Spec(error) => error.picture(),
            Self::Measure { error, .. } => error.picture(),
            _ => None,
        }
    }

    fn message(&self) -> String {
        match self {
            Self::Spec(error) => error.to_string(),
            Self::Measure { name, error } => format!("measure '{name}': {}", error.message()),
            Self::NoMeasures => "measures: there are none".to_owned(),
            Self::MeasureName => {
                "names are letters, digits and '-', each for one measure".to_owned()
            }
            Self::MisplacedKey(key) => format!("{key}: not for this kind of measure"),
            Self::UnknownKey { line, key, hint } => {
                format!("line {line}: unknown key {}{hint}", quote(key))
            }
            Self::MissingKey(key) => format!("{key}: it is missing"),
            Self::Sizes => {
                format!("games, quick and full are whole numbers from 1 to {MOST_GAMES}")
            }
            Self::RowTwice(name) => format!("two rows are called {}", quote(name)),
            Self::NoAgents => "agents: there are none".to_owned(),
            Self::SweepWithoutPlace => "sweeps: the agent has no place {} for the value".to_owned(),
            Self::LegShare => "legs: the share is not a number above 0, at most 100".to_owned(),
            Self::LegTwice(name) => {
                format!("legs: two are called {}: give them labels", quote(name))
            }
            Self::LegWithout(name) => format!("legs: {} is not in all of them", quote(name)),
            Self::PublishedFigure => "published: a figure is not a number".to_owned(),
            Self::PublishedMargin => {
                "published: say how good the figures are, by a margin or their games".to_owned()
            }
            Self::PublishedRow(name) => format!("published: there is no row '{name}'"),
            Self::Claim { says, why } => format!("claim '{says}': {why}"),
            Self::LineAgent(error) => format!("line: {error}"),
            Self::Line { line, why } => format!("line {}: {why}", quote(line)),
            Self::Board { board, why } => format!("board {}: {why}", quote(board)),
            Self::Search(why) => why.clone(),
        }
    }
}

impl fmt::Display for InvalidStudy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bounded(&self.message()))
    }
}

impl std::error::Error for InvalidStudy {}

impl From<SpecError> for InvalidStudy {
    fn from(error: SpecError) -> Self {
        Self::Spec(error)
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
