//! Game pairs: one opening, two games, sides swapped.

use super::beta::{sign_test, superiority};
use super::conclusion::{Conclusion, EVEN, Evidence, conclude};
use super::elo::Estimate;
use super::strength;
use super::trinomial::{Counts, Shares};
use super::wilson;

/// Counts of game pairs from one player's point of view. There are no draws.
///
/// ```
/// use lastknight::stats::{Pairs, Z95};
///
/// let pairs = Pairs { won: 25, split: 20, lost: 5 };
/// assert_eq!(pairs.score(), Some(0.7));
/// let (low, high) = pairs.interval(Z95);
/// assert!(0.60 < low && high < 0.79);
/// assert!(pairs.sign_test() < 0.001);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Both games won.
    pub won: u64,
    /// One game won, one lost.
    pub split: u64,
    /// Both games lost.
    pub lost: u64,
}

impl Pairs {
    /// Adds a pair by its number of games won; more than 2 count as 2.
    pub fn add(&mut self, wins: usize) {
        match wins {
            0 => self.lost += 1,
            1 => self.split += 1,
            _ => self.won += 1,
        }
    }

    /// Returns the number of pairs.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.won.saturating_add(self.split).saturating_add(self.lost)
    }

    /// Returns the pairs from the other player's point of view.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { won: self.lost, split: self.split, lost: self.won }
    }

    /// Returns the fraction of games won, or `None` if there are no pairs.
    #[must_use]
    pub fn score(self) -> Option<f64> {
        let counts = self.counts();
        let count = counts.sum();
        (count > 0.0).then(|| (counts.won + counts.split / 2.0) / count)
    }

    /// Returns the variance of a pair's score (0, ½ or 1), with half a pair added to each of the three
    /// outcomes: a clean sweep is not certainty.
    #[must_use]
    pub fn variance(self) -> f64 {
        smoothed(self.counts()).shares().moments().1
    }

    /// Returns a confidence interval for the true score, `z` standard deviations to each side:
    /// Wilson's, with the number of independent games that would have this [variance](Self::variance).
    /// Without pairs it is 0 to 1.
    #[must_use]
    pub fn interval(self, z: f64) -> (f64, f64) {
        interval(self.counts(), z)
    }

    /// Returns the Elo difference with this expected score and its interval, or `None` without pairs.
    /// Scores are clamped to half a game from 0 and 1: after a clean sweep these are only lower bounds.
    #[must_use]
    pub fn elo(self, z: f64) -> Option<Estimate> {
        let games = 2.0 * self.counts().sum();
        Some(Estimate::of_score(self.score()?, self.interval(z), games))
    }

    /// Returns the normalised Elo, or `None` if there are no pairs: (μ - ½)/(√2·σ)·800/ln 10 with
    /// mean μ and standard deviation σ of a pair's score, half a pair added to each outcome. It
    /// determines how many games a difference takes to show.
    ///
    /// The interval is what the likelihood ratio test does not reject, with mean and spread unknown.
    /// Intervals that take the spread as known are far too narrow near 0 and 100 %.
    #[must_use]
    pub fn normalized_elo(self, z: f64) -> Option<Estimate> {
        (self.count() > 0).then(|| strength::normalized_elo(smoothed(self.counts()), z))
    }

    /// Returns the likelihood of [superiority](superiority()) by the decided pairs.
    #[must_use]
    pub fn superiority(self) -> f64 {
        superiority(self.won, self.lost)
    }

    /// Returns the p-value of the [sign test](sign_test()) of pairs won against pairs lost.
    #[must_use]
    pub fn sign_test(self) -> f64 {
        sign_test(self.won, self.lost)
    }

    /// Returns what the pairs show. The first player is better or worse if the [interval](Self::interval) excludes ½ and the
    /// [sign test](Self::sign_test) agrees. The players are even if the whole interval lies within [`EVEN`] of ½.
    ///
    /// ```
    /// use lastknight::stats::{Conclusion, Pairs};
    ///
    /// assert_eq!(Pairs { won: 25, split: 20, lost: 5 }.conclusion(), Conclusion::Better);
    /// assert_eq!(Pairs { won: 10, split: 4000, lost: 12 }.conclusion(), Conclusion::Even);
    /// assert!(matches!(Pairs { won: 5, split: 5, lost: 0 }.conclusion(), Conclusion::Undecided { .. }));
    /// ```
    #[must_use]
    pub fn conclusion(self) -> Conclusion {
        self.conclusion_within(EVEN)
    }

    /// Returns what the pairs show, like [`conclusion`](Self::conclusion); even is within `margin` of ½.
    #[must_use]
    pub fn conclusion_within(self, margin: f64) -> Conclusion {
        let Shares { lost, split, won } = self.counts().shares();
        conclude(self.count(), margin, |count| Counts {
            lost: lost * count,
            split: split * count,
            won: won * count,
        })
    }

    pub(super) fn counts(self) -> Counts {
        Counts { lost: self.lost as f64, split: self.split as f64, won: self.won as f64 }
    }
}

impl Evidence for Counts {
    fn interval(&self, z: f64) -> (f64, f64) {
        interval(*self, z)
    }

    fn sign_test(&self) -> f64 {
        sign_test(self.won.round() as u64, self.lost.round() as u64)
    }
}

/// The counts with half a pair more of each outcome.
fn smoothed(counts: Counts) -> Counts {
    Counts { lost: counts.lost + 0.5, split: counts.split + 0.5, won: counts.won + 0.5 }
}

fn interval(counts: Counts, z: f64) -> (f64, f64) {
    let count = counts.sum();
    if count <= 0.0 {
        return (0.0, 1.0);
    }
    let score = (counts.won + counts.split / 2.0) / count;
    // Twice the number of pairs if the games of a pair are independent.
    let shares = smoothed(counts).shares();
    let (mean, variance) = shares.moments();
    let rest = shares.lost + shares.split / 2.0;
    wilson(score, mean * rest * count / variance, z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Z95;

    fn interval(won: u64, split: u64, lost: u64) -> (f64, f64) {
        Pairs { won, split, lost }.interval(Z95)
    }

    fn is_near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn scores_count_games() {
        let mut pairs = Pairs::default();
        assert_eq!((pairs.count(), pairs.score(), pairs.interval(Z95)), (0, None, (0.0, 1.0)));
        for wins in [2, 2, 1, 0] {
            pairs.add(wins);
        }
        assert_eq!(pairs, Pairs { won: 2, split: 1, lost: 1 });
        assert_eq!(pairs.score(), Some(0.625));
    }

    /// Reference values from an independent computation in another language.
    #[test]
    fn intervals_are_those_of_the_formula() {
        for (counts, low, high) in [
            ((50, 0, 0), 0.939_995_323_994_805_9, 1.0),
            ((0, 50, 0), 0.480_702_290_092_778_5, 0.519_297_709_907_221_5),
            ((25, 20, 5), 0.601_071_424_289_726_6, 0.783_242_704_806_024_4),
            ((1, 0, 0), 0.254_658_612_080_884_85, 1.0),
        ] {
            let (won, split, lost) = counts;
            let found = interval(won, split, lost);
            assert!(is_near(found.0, low) && is_near(found.1, high), "{counts:?}: {found:?}");
            // The other player's interval is the mirror image.
            let other = interval(lost, split, won);
            assert!(is_near(other.0, 1.0 - high) && is_near(other.1, 1.0 - low), "{counts:?}");
        }
    }

    #[test]
    fn huge_counts_are_no_trouble() {
        let most = u64::MAX / 4;
        for (won, split, lost) in [(most, 0, 0), (0, most, 0), (most, most, most), (1, 0, most)] {
            let (low, high) = interval(won, split, lost);
            assert!(0.0 <= low && low <= high && high <= 1.0, "{low} {high}");
            assert!(high - low < 1e-8, "{low} {high}");
        }
    }
}
