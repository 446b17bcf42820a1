//! Values inside the engine: whole numbers, so that they pack into the table and windows can be one wide.

use crate::search::Score;

/// A value for the side to move.
pub(super) type Value = i32;

/// A win at the root; `n` half-moves on it is worth `n` less.
const WIN: Value = 1 << 29;

/// Above every value.
pub(super) const INFINITE: Value = WIN + 1;

/// The most that an estimate can be.
pub(super) const MOST: Value = 1 << 28;

/// What an estimate is multiplied by.
const SCALE: f64 = 1024.0;

/// The value of a win after `ply` half-moves from the root.
#[inline]
pub(super) const fn win(ply: u32) -> Value {
    WIN - ply as Value
}

/// The value of a win at a distance that nobody knows.
pub(super) const fn win_some_time() -> Value {
    win(2 * UNKNOWN)
}

/// More half-moves than any game has.
const UNKNOWN: u32 = 150;

/// Whether it is a win or a loss.
#[inline]
pub(super) const fn is_decided(value: Value) -> bool {
    value.abs() > MOST
}

/// The value of an estimate.
#[inline]
pub(super) fn estimated(estimate: f64) -> Value {
    // The cast goes to the nearest value where the estimate is beyond all.
    ((estimate * SCALE) as Value).clamp(-MOST, MOST)
}

/// What a value means to people.
pub(super) fn score(value: Value) -> Score {
    match value {
        _ if !is_decided(value) => Score::Value(f64::from(value) / SCALE),
        1.. => Score::Win(Some((WIN - value) as u32).filter(|&plies| plies < UNKNOWN)),
        _ => Score::Loss(Some((WIN + value) as u32).filter(|&plies| plies < UNKNOWN)),
    }
}

/// A value as it is seen from `ply` half-moves on: the table keeps distances from where it is.
#[inline]
pub(super) fn to_table(value: Value, ply: u32) -> Value {
    match value {
        _ if !is_decided(value) => value,
        1.. => value + ply as Value,
        _ => value - ply as Value,
    }
}

/// The opposite of [`to_table`].
#[inline]
pub(super) fn from_table(value: Value, ply: u32) -> Value {
    match value {
        _ if !is_decided(value) => value,
        1.. => value - ply as Value,
        _ => value + ply as Value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_mean_what_they_should() {
        assert_eq!(score(win(3)), Score::Win(Some(3)));
        assert_eq!(score(-win(8)), Score::Loss(Some(8)));
        assert_eq!(score(from_table(to_table(win_some_time(), 1), 100)), Score::Win(None));
        assert_eq!(score(-win_some_time()), Score::Loss(None));
        assert_eq!(score(estimated(-2.5)), Score::Value(-2.5));
        assert_eq!(estimated(1e18), MOST);
        assert_eq!(estimated(-1e18), -MOST);
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
