//! The score of a position or a move.

use std::cmp::Ordering;
use std::fmt;

/// The value of a position or a move, for the side to move.
///
/// Any win beats any value, and quick wins and slow losses are better than slow wins and quick losses.
///
/// ```
/// use lastknight::search::Score;
///
/// assert!(Score::Win(Some(3)) > Score::Win(Some(9)));
/// assert!(Score::Win(None) > Score::Value(1e18));
/// assert!(Score::Loss(Some(8)) > Score::Loss(Some(2)));
/// assert_eq!(Score::Win(Some(3)).to_string(), "won in 3");
/// ```
///
/// As JSON it is `{"value":2.0}`, or `{"win":7}` with the plies to the end, `null` if unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Score {
    /// Proved lost, with the plies to the end if known.
    Loss(Option<u32>),
    /// Undecided: the value of an evaluation.
    Value(f64),
    /// Proved won, with the plies to the end if known.
    Win(Option<u32>),
}

impl Score {
    /// Returns whether it is a proved win or loss.
    #[must_use]
    pub fn is_decided(self) -> bool {
        !matches!(self, Self::Value(_))
    }

    /// Returns the plies to the end of a decided game, if known.
    #[must_use]
    pub fn plies(self) -> Option<u32> {
        match self {
            Self::Loss(plies) | Self::Win(plies) => plies,
            Self::Value(_) => None,
        }
    }

    /// Greater is better. A decision of unknown length counts as a long one.
    fn rank(self) -> (i8, f64) {
        let plies = |plies: Option<u32>| plies.map_or(f64::INFINITY, f64::from);
        match self {
            Self::Loss(length) => (-1, plies(length)),
            Self::Value(value) => (0, value),
            Self::Win(length) => (1, -plies(length)),
        }
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.rank().partial_cmp(&other.rank())
    }
}

/// `won in 7`, `lost in 4`, `won`, `lost`, or the value with its sign and two decimals.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Self::Loss(Some(plies)) => format!("lost in {plies}"),
            Self::Loss(None) => "lost".to_owned(),
            Self::Win(Some(plies)) => format!("won in {plies}"),
            Self::Win(None) => "won".to_owned(),
            Self::Value(value) if value.abs() >= 1e7 => format!("{value:+.2e}"),
            Self::Value(value) => format!("{:+.2}", value + 0.0),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered() {
        let losses = [Some(0), Some(10), None].map(Score::Loss);
        let values = [-5.0, 0.5].map(Score::Value);
        let wins = [None, Some(9), Some(1)].map(Score::Win);
        let sorted = [&losses[..], &values, &wins].concat();
        assert!(sorted.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn scores_read_well() {
        let shown = [Score::Value(2.0), Score::Value(-0.126), Score::Value(3e9), Score::Loss(None)]
            .map(|score| score.to_string());
        assert_eq!(shown, ["+2.00", "-0.13", "+3.00e9", "lost"]);
    }
}
