//! Elo differences: 400 points are odds of 10 to 1.

/// The largest Elo difference ever reported, in either direction: odds of 10¹² to 1.
pub const MOST_ELO: f64 = 4800.0;

/// Elo per unit of log-odds: 400/ln 10.
pub(super) const PER_LOGIT: f64 = 173.717_792_761_300_75;

/// Returns the Elo difference whose expected score is `score`, within ±[`MOST_ELO`].
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = if score.is_nan() { 0.5 } else { score.clamp(0.0, 1.0) };
    let elo = 400.0 * (libm::log10(score) - libm::log10(1.0 - score));
    elo.clamp(-MOST_ELO, MOST_ELO)
}

/// Returns the expected score at an Elo difference.
#[must_use]
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// An estimate and its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The Elo of a score over this many games, at most half a game from 0 and 1, where it is infinite.
    pub(super) fn of_score(score: f64, (low, high): (f64, f64), games: f64) -> Self {
        let edge = 0.5 / games.max(1.0);
        let elo = |score: f64| elo(score.clamp(edge, 1.0 - edge));
        Self { value: elo(score), low: elo(low), high: elo(high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected scores from the table that chess federations print.
    #[test]
    fn elo_is_that_of_the_logistic_table() {
        for (difference, expected) in [
            (0.0, 0.5),
            (100.0, 0.640_065),
            (200.0, 0.759_747),
            (400.0, 0.909_091),
            (-100.0, 0.359_935),
        ] {
            assert!((score(difference) - expected).abs() < 1e-6, "{difference}");
            assert!((elo(expected) - difference).abs() < 1e-2, "{difference}");
        }
    }

    #[test]
    fn elo_is_finite_whatever_the_score() {
        for strange in [-1.0, 0.0, 1e-300, 1.0, 2.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            assert!(elo(strange).abs() <= MOST_ELO, "{strange}");
        }
        assert_eq!((score(1e9), score(-1e9)), (1.0, 0.0));
        assert_eq!((elo(0.5), elo(1.0)), (0.0, MOST_ELO));
        assert!((elo(10.0 / 11.0) - 400.0).abs() < 1e-9 && (score(elo(0.7)) - 0.7).abs() < 1e-12);
    }
}
