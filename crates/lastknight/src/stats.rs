//! Statistics of match results: scores, Elo, ratings and their uncertainty.
//!
//! Games come in [pairs](Pairs): one opening, two games, sides swapped. Many openings favour one side, so
//! the unit is the pair, not the game. [`Pairs`] compares two players, [`Sprt`] tests them sequentially,
//! [`League`] rates many. Results are always finite and the same on every machine.

mod beta;
mod bradley_terry;
mod conclusion;
mod elo;
mod league;
mod multiple_tests;
mod pairs;
mod ratings;
mod share;
mod sprt;
mod strength;
mod trinomial;

pub use beta::{sign_test, superiority};
pub use conclusion::{Conclusion, EVEN};
pub use elo::{Estimate, MOST_ELO, elo, score};
pub use league::League;
pub use multiple_tests::{benjamini_hochberg, holm};
pub use pairs::Pairs;
pub use ratings::{Rating, Ratings};
pub use share::{Share, Z95, wilson};
pub use sprt::{Sprt, SprtError, SprtRun, Verdict};
