//! Evaluation: features, heuristics and formulas.
//!
//! A [`Heuristic`] is a [registered](registry::HEURISTICS) name with parameters, a [formula] over
//! the [features](feature::FEATURES), or a [function](Heuristic::from_fn). Its value is a number
//! from one player's point of view: higher is better.
//!
//! ```
//! use lastknight::{Color, Heuristic, Position};
//!
//! let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
//! let improved: Heuristic = "improved".parse()?;
//! assert_eq!(improved.value(&position, Color::White), 7.0 - 5.0);
//! let mine: Heuristic = "dp * (n - 1.5*n')".parse()?;
//! assert_eq!(mine.value(&position, Color::Black), 5_f64.sqrt() * (5.0 - 1.5 * 7.0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod conversion;
mod course_cost;
#[cfg(test)]
mod drawing;
mod drilldown;
pub mod feature;
mod features;
pub mod formula;
pub mod heuristic;
pub mod model;
mod native;
pub mod parameter;
mod prepared;
pub mod registry;
pub mod scene;
pub mod territory;

pub(crate) use course_cost::CourseCost;
pub use feature::Feature;
use formula::Program;
pub use formula::{Constants, FormulaError};
pub use heuristic::{Heuristic, HeuristicNameError};
pub use parameter::Parameter;
pub(crate) use prepared::Prepared;
pub use scene::{Scene, View};

/// The value of a won game; a lost one is `-WIN`.
pub const WIN: f64 = 1e21;

/// The largest absolute value of a heuristic while the game is not over.
pub const MOST: f64 = 1e18;

/// The factor that replaces a division by zero; larger than any ratio of features.
const BY_ZERO: f64 = 1e9;

/// `a / b`, except that `0 / 0` is 0 and any other division by zero is large and finite.
#[inline]
fn divide(a: f64, b: f64) -> f64 {
    if b == 0.0 { a * BY_ZERO } else { a / b }
}

/// The value made finite: NaN becomes 0, everything else is clamped to ±[`MOST`].
#[inline]
fn bounded(value: f64) -> f64 {
    // Adding zero turns -0.0 into 0.0.
    if value.is_nan() { 0.0 } else { value.clamp(-MOST, MOST) + 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_by_zero_are_finite_and_ordered() {
        assert_eq!(divide(0.0, 0.0), 0.0);
        assert_eq!(divide(6.0, 4.0), 1.5);
        assert!(divide(2.0, 0.0) > divide(1.0, 0.0));
        assert!(divide(-1.0, 0.0) < divide(-128.0, 1.0));
    }

    #[test]
    fn values_are_bounded() {
        assert_eq!(bounded(f64::NAN), 0.0);
        assert_eq!(bounded(f64::NEG_INFINITY), -MOST);
        assert!(bounded(-0.0).is_sign_positive());
        const { assert!(MOST < WIN) };
    }
}
