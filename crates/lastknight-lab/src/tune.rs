//! Tunes parameters: the weights of a heuristic, the constants of a formula, the settings of an agent.
//!
//! A [`Template`] is the text of an agent with open parameters, a [`Space`] has their ranges, and a [`Search`] looks for
//! the best values by one of the [methods](Method). A search does not play: it *asks* for batches of [trials](Trial),
//! which can be played in any order, and is *told* their scores. Its trials depend only on its settings, its seed and the
//! scores so far, so an interrupted search resumes when it is told the same scores again. A [`TunePlan`] has the games to
//! play, and [`tune()`] plays them and re-tests the winner.
//!
//! ```
//! use lastknight_lab::tune::{Halving, Method, Search, Space, Template};
//!
//! let space = Space::new(vec!["w=0.5 in 0..1 step 0.25".parse()?])?;
//! let template = Template::parse("alphabeta(chase({w},1), nodes=9000)", &space)?;
//! let mut search = Search::new(&space, &Method::Halving(Halving::default()), 1)?;
//! while !search.asked().is_empty() {
//!     // Instead of games: points near 0.3 are best.
//!     let scores: Vec<f64> = search.asked().iter().map(|t| 0.8 - (t.point[0] - 0.3).abs()).collect();
//!     search.tell(&scores)?;
//! }
//! assert_eq!(template.fill(&search.best()), "alphabeta(chase(0.3125,1), nodes=9000)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cmaes;
mod eigen;
mod evolution;
mod halving;
mod parameter;
mod plan;
mod play;
mod result;
pub mod show;
mod space;
mod spsa;
mod template;
mod variates;

#[cfg(test)]
mod objectives;

use lastknight::quote::quote;
use serde::Serialize;

pub use cmaes::Cmaes;
pub use halving::Halving;
pub use parameter::{Parameter, ParameterError};
pub use plan::{TuneError, TunePlan};
pub use play::{TuneProgress, tune};
pub use result::{FieldResult, PlayedPoint, PlayedRound, PlayedTrial, Retest, TuneResult};
pub use space::{Space, SpaceError};
pub use spsa::Spsa;
pub use template::{Template, TemplateError};

/// A point of the space to be played against the field or against another point.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The values of the parameters.
    pub point: Vec<f64>,
    /// The opposing point; if there is none, the point plays the field.
    pub rival: Option<Vec<f64>>,
}

impl Trial {
    fn against_field(point: Vec<f64>) -> Self {
        Self { point, rival: None }
    }
}

/// A search method with its settings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "name", rename_all = "snake_case")]
pub enum Method {
    /// A grid, then ever smaller steps around the best point.
    Halving(Halving),
    /// Matches between two points, then a step towards the winner.
    Spsa(Spsa),
    /// Generations of points around a mean that follows the best of them.
    Cmaes(Cmaes),
}

/// The state of a method. [`Search`] checks its input.
trait Optimizer: Send {
    /// The next trials, the same until scores are told; empty when the search is over.
    fn ask(&self) -> Vec<Trial>;

    /// Takes a score for each trial, in their order; more is better.
    fn tell(&mut self, scores: &[f64]);

    fn best(&self) -> Vec<f64>;

    fn most_trials(&self) -> usize;
}

type NewOptimizer = Result<Box<dyn Optimizer>, SettingsError>;

/// A search for the best point of a space.
pub struct Search {
    optimizer: Box<dyn Optimizer>,
    asked: Vec<Trial>,
}

impl Search {
    /// Starts a search.
    ///
    /// # Errors
    /// Returns an error if the settings of the method do not fit the space.
    pub fn new(space: &Space, method: &Method, seed: u64) -> Result<Self, SettingsError> {
        let optimizer = match method {
            Method::Halving(settings) => settings.start(space)?,
            Method::Spsa(settings) => settings.start(space, seed)?,
            Method::Cmaes(settings) => settings.start(space, seed)?,
        };
        let asked = optimizer.ask();
        Ok(Self { optimizer, asked })
    }

    /// Returns the trials to play next; none when the search is over.
    #[must_use]
    pub fn asked(&self) -> &[Trial] {
        &self.asked
    }

    /// Takes the scores of the trials, in their order: shares of games won, from 0 to 1.
    ///
    /// # Errors
    /// Returns an error, and changes nothing, if the number of scores is wrong or one is not from 0 to 1.
    pub fn tell(&mut self, scores: &[f64]) -> Result<(), TellError> {
        let (asked, told) = (self.asked.len(), scores.len());
        if asked != told || asked == 0 {
            return Err(TellError::Count { asked, told });
        }
        if let Some(&score) = scores.iter().find(|score| !(0.0..=1.0).contains(*score)) {
            return Err(TellError::Score(score));
        }
        self.optimizer.tell(scores);
        self.asked = self.optimizer.ask();
        Ok(())
    }

    /// Returns the best point so far, which is the start at first.
    #[must_use]
    pub fn best(&self) -> Vec<f64> {
        self.optimizer.best()
    }

    /// Returns the maximum number of trials of the whole search.
    #[must_use]
    pub fn most_trials(&self) -> usize {
        self.optimizer.most_trials()
    }
}

/// The maximum number of trials of a search.
const MOST_TRIALS: usize = 1_000_000;

/// Why a method cannot search a space.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// An invalid setting.
    #[error("{0} is {1}, but it must be {2}")]
    Setting(&'static str, f64, &'static str),
    /// Too many trials.
    #[error("the search would take more than {MOST_TRIALS} trials")]
    TooMany,
    /// A point of the grid with too few or too many values.
    #[error("point {number} of the grid has {values} values for {parameters} parameters")]
    Values {
        /// The number of the point, from 1.
        number: usize,
        /// The number of its values.
        values: usize,
        /// The number of parameters.
        parameters: usize,
    },
    /// A point of the grid outside the space.
    #[error("point {number} of the grid: parameter {} cannot be {value}", quote(.parameter))]
    Outside {
        /// The number of the point, from 1.
        number: usize,
        /// The value.
        value: f64,
        /// The parameter.
        parameter: String,
    },
}

/// Why scores are refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum TellError {
    /// Not one score per trial, or the search is over.
    #[error("{told} scores for {asked} trials")]
    Count {
        /// The number of trials.
        asked: usize,
        /// The number of scores.
        told: usize,
    },
    /// Not a share of games won.
    #[error("a score is a number from 0 to 1, not {0}")]
    Score(f64),
}

/// Checks a number of rounds or trials: at least one.
fn check_count(name: &'static str, count: usize) -> Result<(), SettingsError> {
    if count > 0 { Ok(()) } else { Err(SettingsError::Setting(name, 0.0, "1 or more")) }
}

/// Checks a size: above 0 and at most 1000.
fn check_size(name: &'static str, size: f64) -> Result<(), SettingsError> {
    if size > 0.0 && size <= 1000.0 {
        Ok(())
    } else {
        Err(SettingsError::Setting(name, size, "above 0 and at most 1000"))
    }
}

/// Returns the product of two numbers of trials, if a search can have as many.
fn check_trials(a: usize, b: usize) -> Result<usize, SettingsError> {
    a.checked_mul(b).filter(|&trials| trials <= MOST_TRIALS).ok_or(SettingsError::TooMany)
}
