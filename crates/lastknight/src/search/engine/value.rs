//! Values inside the engine: integers, so that they fit into the table and windows can be one wide.

use crate::search::Score;

/// A value for the side to move.
pub(super) type Value = i32;

/// A win at the root; at `ply` it is worth `ply` less.
const WIN: Value = 1 << 29;

/// Above every value.
pub(super) const INFINITE: Value = WIN + 1;

/// The greatest estimate.
pub(super) const MOST: Value = 1 << 28;

/// The factor of estimates.
const SCALE: f64 = 1024.0;

/// More plies than any game has.
const UNKNOWN: u32 = 150;

/// The value of a win at an unknown distance.
pub(super) const DISTANT_WIN: Value = win(2 * UNKNOWN);

/// Returns the value of a win at `ply`.
#[inline]
pub(super) const fn win(ply: u32) -> Value {
    WIN - ply as Value
}

/// Returns whether a value is a win or a loss.
#[inline]
pub(super) const fn is_decided(value: Value) -> bool {
    value.abs() > MOST
}

/// Returns the value of an estimate.
#[inline]
pub(super) fn estimated(estimate: f64) -> Value {
    // The cast saturates.
    ((estimate * SCALE) as Value).clamp(-MOST, MOST)
}

/// Returns the score of a value.
pub(super) fn score(value: Value) -> Score {
    let plies = Some((WIN - value.abs()) as u32).filter(|&plies| plies < UNKNOWN);
    match value {
        _ if !is_decided(value) => Score::Value(f64::from(value) / SCALE),
        1.. => Score::Win(plies),
        _ => Score::Loss(plies),
    }
}

/// Converts a value at `ply` for the table, where distances count from the position, not from the root.
#[inline]
pub(super) fn to_table(value: Value, ply: u32) -> Value {
    if is_decided(value) { value + value.signum() * ply as Value } else { value }
}

/// The inverse of [`to_table`].
#[inline]
pub(super) fn from_table(value: Value, ply: u32) -> Value {
    if is_decided(value) { value - value.signum() * ply as Value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_mean_what_they_should() {
        assert_eq!(score(win(3)), Score::Win(Some(3)));
        assert_eq!(score(-win(8)), Score::Loss(Some(8)));
        assert_eq!(score(from_table(to_table(DISTANT_WIN, 1), 100)), Score::Win(None));
        assert_eq!(score(-DISTANT_WIN), Score::Loss(None));
        assert_eq!(score(estimated(-2.5)), Score::Value(-2.5));
        assert_eq!([1e18, -1e18].map(estimated), [MOST, -MOST]);
        assert!(is_decided(win(200)) && !is_decided(MOST));
    }

    #[test]
    fn distances_survive_the_table() {
        for value in [win(9), -win(9), 77, -77] {
            assert_eq!(from_table(to_table(value, 5), 5), value);
        }
        assert_eq!(to_table(win(9), 5), win(4));
    }
}
