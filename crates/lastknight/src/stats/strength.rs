//! Normalised Elo: a difference in strength in units of its own noise.

use std::f64::consts::SQRT_2;

use super::elo::Estimate;
use super::trinomial::{Counts, curve};

/// Normalised Elo per unit of (μ - ½)/σ of a single game: 800/ln 10.
const PER_GAME: f64 = 347.435_585_522_601_5;

/// The search for an interval's end stops at this strength.
const MOST: f64 = 1e8;

/// The strength (μ - ½)/σ of a pair. Its score is the mean of two games, each √2 times as noisy.
pub(super) fn of_normalized_elo(elo: f64) -> f64 {
    elo * SQRT_2 / PER_GAME
}

/// The normalised Elo of counts that are all positive, with the interval that the likelihood ratio
/// test does not reject at `z` standard deviations.
pub(super) fn normalized_elo(counts: Counts, z: f64) -> Estimate {
    let shares = counts.shares();
    let (mean, variance) = shares.moments();
    let strength = (mean - 0.5) / variance.sqrt();
    let is_rejected =
        |other: f64| 2.0 * counts.log_ratio(shares, counts.likeliest(curve(other))) > z * z;
    let end = |sign: f64| {
        let mut step = 1.0 / counts.sum().sqrt();
        let (mut inside, mut outside) = (0.0, step);
        while !is_rejected(strength + sign * outside) && outside < MOST {
            step *= 2.0;
            (inside, outside) = (outside, outside + step);
        }
        for _ in 0..100 {
            let middle = f64::midpoint(inside, outside);
            if middle <= inside || middle >= outside {
                break;
            }
            if is_rejected(strength + sign * middle) { outside = middle } else { inside = middle }
        }
        strength + sign * inside
    };
    let scale = PER_GAME / SQRT_2;
    Estimate { value: scale * strength, low: scale * end(-1.0), high: scale * end(1.0) }
}
