//! Looking for good numbers: the weights of a heuristic, the constants of a formula, the settings of an agent.
//!
//! A [`Template`] is the text of an agent with numbers left open, a [`Space`] says what these can be, and a [`Search`]
//! looks for the best of them by one of the [methods](Method). It does not play: a search *asks* for batches of
//! [trials](Trial), which can be played in any order and by any number of threads, and is *told* their scores. What it
//! asks for depends on nothing but its settings, its seed and the scores told so far, so a search that was interrupted
//! goes on where it was as soon as it is told the same scores again. A [`TunePlan`] says what is to be played for it, and
//! [`tune()`] plays it and tests the winner again.
//!
//! ```
//! use lastknight_lab::tune::{Halving, Method, Search, Space, Template};
//!
//! let space = Space::new(vec!["w=0.5 in 0..1 step 0.25".parse()?])?;
//! let template = Template::parse("alphabeta(chase({w},1), nodes=9000)", &space)?;
//! let mut search = Search::new(&space, &Method::Halving(Halving::default()), 1)?;
//! while !search.asked().is_empty() {
//!     // Instead of games: the nearer to 0.3, the better.
//!     let scores: Vec<f64> = search.asked().iter().map(|t| 0.8 - (t.point[0] - 0.3).abs()).collect();
//!     search.tell(&scores)?;
//! }
//! assert_eq!(template.fill(&search.best()), "alphabeta(chase(0.3125,1), nodes=9000)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod variates;
mod cmaes;
mod eigen;
mod evolution;
mod halving;
mod result;
mod parameter;
mod plan;
mod play;
pub mod show;
mod space;
mod spsa;
mod template;

#[cfg(test)]
mod objectives;

use lastknight::quote::quote;

pub use cmaes::Cmaes;
pub use halving::Halving;
pub use result::{FieldResult, PlayedPoint, PlayedRound, PlayedTrial, Retest, TuneResult};
pub use parameter::{Parameter, ParameterError};
pub use plan::{TuneError, TunePlan};
pub use play::{TuneProgress, tune};
pub use space::{Space, SpaceError};
pub use spsa::Spsa;
pub use template::{Template, TemplateError};

/// Something to be played: a point of the space, against the field or against another point.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The values of the parameters.
    pub point: Vec<f64>,
    /// The point that it plays against, from the same openings; without one it plays the field.
    pub rival: Option<Vec<f64>>,
}

impl Trial {
    fn against_field(point: Vec<f64>) -> Self {
        Self { point, rival: None }
    }
}

/// A way to look for the best point, with its settings.
#[derive(Clone, Debug, PartialEq)]
pub enum Method {
    /// A grid, then ever smaller steps around the best point.
    Halving(Halving),
    /// Matches between two points, a step towards the winner.
    Spsa(Spsa),
    /// Generations of points around a mean that follows the best of them.
    Cmaes(Cmaes),
}

/// What a method does while it searches. It trusts what it is told: [`Search`] checks.
trait Optimizer: Send {
    /// What to play next; nothing where the search is over. The same until something is told.
    fn ask(&self) -> Vec<Trial>;

    /// Takes a score for each trial that was asked for, in their order; more is better.
    fn tell(&mut self, scores: &[f64]);

    /// The point that it holds for the best.
    fn best(&self) -> Vec<f64>;

    /// How many trials the whole search takes at most.
    fn most_trials(&self) -> usize;
}

/// A search for the best point of a space, and all that happened in it.
pub struct Search {
    optimizer: Box<dyn Optimizer>,
    asked: Vec<Trial>,
    rounds: Vec<Round>,
}

/// A batch of trials with its scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// What was played.
    pub trials: Vec<Trial>,
    /// The score of each.
    pub scores: Vec<f64>,
    /// The point held for the best afterwards.
    pub best: Vec<f64>,
}

impl Method {
    /// What it is called.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Halving(_) => "halving",
            Self::Spsa(_) => "spsa",
            Self::Cmaes(_) => "cmaes",
        }
    }
}

impl Search {
    /// A search at its beginning.
    ///
    /// # Errors
    /// Where the settings of the method do not fit the space.
    pub fn new(space: &Space, method: &Method, seed: u64) -> Result<Self, SettingsError> {
        let optimizer = match method {
            Method::Halving(settings) => settings.start(space)?,
            Method::Spsa(settings) => settings.start(space, seed)?,
            Method::Cmaes(settings) => settings.start(space, seed)?,
        };
        let asked = optimizer.ask();
        Ok(Self { optimizer, asked, rounds: Vec::new() })
    }

    /// What is to be played next; nothing where the search is over.
    #[must_use]
    pub fn asked(&self) -> &[Trial] {
        &self.asked
    }

    /// Takes the scores of what was asked for, in that order: shares of games won, from 0 to 1.
    ///
    /// # Errors
    /// Where there are more or fewer scores than trials, or one is not from 0 to 1. The search is then as before.
    pub fn tell(&mut self, scores: &[f64]) -> Result<(), TellError> {
        let (asked, told) = (self.asked.len(), scores.len());
        if asked != told || asked == 0 {
            return Err(TellError::Count { asked, told });
        }
        if let Some(&score) = scores.iter().find(|score| !(0.0..=1.0).contains(*score)) {
            return Err(TellError::Score(score));
        }
        self.optimizer.tell(scores);
        let trials = std::mem::replace(&mut self.asked, self.optimizer.ask());
        self.rounds.push(Round { trials, scores: scores.to_vec(), best: self.best() });
        Ok(())
    }

    /// The point held for the best so far; at the beginning that is the start.
    #[must_use]
    pub fn best(&self) -> Vec<f64> {
        self.optimizer.best()
    }

    /// What happened so far.
    #[must_use]
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// How many trials the whole search takes at most.
    #[must_use]
    pub fn most_trials(&self) -> usize {
        self.optimizer.most_trials()
    }
}

/// The most trials that a search can have.
const MOST_TRIALS: usize = 1_000_000;

/// Why a method cannot search a space.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// A setting that makes no sense.
    #[error("{0} is {1}, but it must be {2}")]
    Setting(&'static str, f64, &'static str),
    /// Too much to play.
    #[error("the search would take more than {MOST_TRIALS} trials")]
    TooMany,
    /// A point of the grid with too few or too many values.
    #[error("point {number} of the grid has {values} values for {parameters} parameters")]
    Values {
        /// Which point, counted from 1.
        number: usize,
        /// How many values it has.
        values: usize,
        /// How many it should have.
        parameters: usize,
    },
    /// A point of the grid that is not in the space.
    #[error("point {number} of the grid: parameter {} cannot be {value}", quote(.parameter))]
    Outside {
        /// Which point, counted from 1.
        number: usize,
        /// The value.
        value: f64,
        /// The parameter.
        parameter: String,
    },
}

/// Why scores are not those that were asked for.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum TellError {
    /// Not as many as trials, or nothing was asked for any more.
    #[error("{told} scores for {asked} trials")]
    Count {
        /// How many trials were asked for.
        asked: usize,
        /// How many scores there are.
        told: usize,
    },
    /// Not a share of games won.
    #[error("a score is a number from 0 to 1, not {0}")]
    Score(f64),
}

/// A number of rounds, trials or the like: at least one.
fn check_count(name: &'static str, count: usize) -> Result<(), SettingsError> {
    match count {
        0 => Err(SettingsError::Setting(name, 0.0, "1 or more")),
        _ => Ok(()),
    }
}

/// A size: above zero, and not without end.
fn check_size(name: &'static str, size: f64) -> Result<(), SettingsError> {
    if size > 0.0 && size <= 1000.0 {
        Ok(())
    } else {
        Err(SettingsError::Setting(name, size, "above 0 and at most 1000"))
    }
}

/// The product of two numbers of trials, if a search can have as many.
fn check_trials(a: usize, b: usize) -> Result<usize, SettingsError> {
    a.checked_mul(b).filter(|&trials| trials <= MOST_TRIALS).ok_or(SettingsError::TooMany)
}
