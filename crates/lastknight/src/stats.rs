//! What results tell: numbers from counts, and how sure they are.
//!
//! Games come in [pairs](Pairs): one opening, two games, sides swapped. The two are not independent,
//! since many an opening is won for one side whoever plays it, so a pair is what counts, not a game.
//! Two players are compared by [`Pairs`], one after the other pair until it is plain by [`Sprt`], many
//! players at once by [`League`].
//!
//! Only numbers come out, never infinite ones, and the same on every machine.

mod beta;
mod bradley_terry;
mod decide;
mod elo;
mod holm;
mod league;
mod pairs;
mod ratings;
mod share;
mod sprt;
mod strength;
mod trinomial;

pub use beta::{sign_test, superiority};
pub use elo::{Estimate, MOST_ELO, elo, score};
pub use holm::holm;
pub use league::League;
pub use pairs::Pairs;
pub use ratings::{Rating, Ratings};
pub use share::{Share, Z95, wilson};
pub use sprt::{Sprt, SprtError, SprtRun, Verdict};
