//! What results tell: numbers from counts, and how sure they are.
//!
//! Games come in [pairs](Pairs): one opening, two games, sides swapped. The two are not independent,
//! since many an opening is won for one side whoever plays it, so a pair is what counts, not a game.

/// The half-width of a 95 % interval, in standard deviations of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Wilson's interval for a true share, `z` standard deviations to each side, where `share` of `count`
/// independent trials succeeded. Without trials it is everything, 0 to 1.
///
/// ```
/// use lastknight::stats::{Z95, wilson};
///
/// let (low, high) = wilson(0.8, 10.0, Z95);
/// assert!((low - 0.490).abs() < 0.001 && (high - 0.943).abs() < 0.001);
/// assert_eq!(wilson(0.0, 0.0, Z95), (0.0, 1.0));
/// ```
#[must_use]
pub fn wilson(share: f64, count: f64, z: f64) -> (f64, f64) {
    if count <= 0.0 {
        return (0.0, 1.0);
    }
    let widening = z * z / count;
    let center = (share + widening / 2.0) / (1.0 + widening);
    let spread = (share * (1.0 - share) / count + widening / count / 4.0).sqrt();
    let half = z * spread / (1.0 + widening);
    // The ends lie within 0 and 1 but for the rounding of the last digit.
    ((center - half).max(0.0), (center + half).min(1.0))
}

/// So many successes in so many independent trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Successes.
    pub hits: u64,
    /// Trials.
    pub of: u64,
}

impl Share {
    /// Adds a trial.
    pub fn add(&mut self, is_hit: bool) {
        self.hits += u64::from(is_hit);
        self.of += 1;
    }

    /// Successes as a part of all, or `None` where there are no trials.
    #[must_use]
    pub fn part(self) -> Option<f64> {
        (self.of > 0).then(|| self.hits as f64 / self.of as f64)
    }

    /// [Wilson's](wilson) interval for the true share.
    #[must_use]
    pub fn interval(self, z: f64) -> (f64, f64) {
        wilson(self.part().unwrap_or_default(), self.of as f64, z)
    }
}

/// Pairs of games as one of the players sees them. There are no draws.
///
/// ```
/// use lastknight::stats::{Pairs, Z95};
///
/// let pairs = Pairs { won: 25, split: 20, lost: 5 };
/// assert_eq!(pairs.score(), Some(0.7));
/// let (low, high) = pairs.interval(Z95);
/// assert!(0.60 < low && high < 0.79);
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
    /// Adds a pair by its number of games won; more than two count as two.
    pub fn add(&mut self, wins: usize) {
        match wins {
            0 => self.lost += 1,
            1 => self.split += 1,
            _ => self.won += 1,
        }
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.won + self.split + self.lost
    }

    /// Games won as a part of all, or `None` where there are none.
    #[must_use]
    pub fn score(self) -> Option<f64> {
        let count = self.count();
        (count > 0).then(|| (self.won as f64 + self.split as f64 / 2.0) / count as f64)
    }

    /// An interval for the true score, `z` standard deviations to each side: Wilson's, with the number
    /// of independent games that would vary as much as these pairs do.
    ///
    /// Without pairs it is everything, 0 to 1. For the variance, half a pair is added to each of the
    /// three kinds, so that a clean sweep is not taken for certainty.
    #[must_use]
    pub fn interval(self, z: f64) -> (f64, f64) {
        let Some(score) = self.score() else {
            return (0.0, 1.0);
        };
        wilson(score, self.independent_games(), z)
    }

    /// The number of independent games whose score would vary as much: twice that of the pairs where
    /// the games of a pair have nothing to do with each other.
    fn independent_games(self) -> f64 {
        let count = self.count() as f64;
        let part = |pairs: u64| (pairs as f64 + 0.5) / (count + 1.5);
        let [lost, split, won] = [self.lost, self.split, self.won].map(part);
        let mean = won + split / 2.0;
        let variance =
            lost * mean.powi(2) + split * (0.5 - mean).powi(2) + won * (1.0 - mean).powi(2);
        mean * (1.0 - mean) * count / variance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    /// Against the same worked out apart, in another language.
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
            // Seen from the other side, it is the same turned round.
            let other = interval(lost, split, won);
            assert!(is_near(other.0, 1.0 - high) && is_near(other.1, 1.0 - low), "{counts:?}");
        }
    }

    /// Against the roots of (p - share)² = z²·p·(1 - p)/n, worked out apart, in another language.
    #[test]
    fn shares_have_wilsons_interval() {
        for ((hits, of), low, high) in [
            ((8, 10), 0.490_162_471_537, 0.943_317_848_546),
            ((0, 10), 0.0, 0.277_532_799_863),
            ((10, 10), 0.722_467_200_137, 1.0),
            ((1, 1), 0.206_549_314_377, 1.0),
            ((1831, 2000), 0.902_499_501_783, 0.926_907_431_926),
            ((5, 17), 0.132_799_896_103, 0.531_331_100_665),
        ] {
            let found = Share { hits, of }.interval(Z95);
            assert!(is_near(found.0, low) && is_near(found.1, high), "{hits}/{of}: {found:?}");
        }
        assert_eq!(Share::default().part(), None);
        assert_eq!(Share::default().interval(Z95), (0.0, 1.0));
        let mut share = Share::default();
        for is_hit in [true, false, true] {
            share.add(is_hit);
        }
        assert_eq!((share, share.part()), (Share { hits: 2, of: 3 }, Some(2.0 / 3.0)));
    }

    #[test]
    fn huge_counts_are_no_trouble() {
        let most = u64::MAX / 4;
        for (won, split, lost) in [(most, 0, 0), (0, most, 0), (most, most, most), (1, 0, most)] {
            let (low, high) = interval(won, split, lost);
            assert!(0.0 <= low && low <= high && high <= 1.0, "{low} {high}");
        }
    }

    /// How likely it is that the interval of so many pairs holds the true score.
    fn coverage(count: u64, lost: f64, split: f64) -> f64 {
        let won = 1.0 - lost - split;
        let choose =
            |n: u64, k: u64| (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product::<f64>();
        let power = |base: f64, n: u64| base.powi(n as i32);
        let mut covered = 0.0;
        for losses in 0..=count {
            for splits in 0..=count - losses {
                let wins = count - losses - splits;
                let (low, high) = interval(wins, splits, losses);
                let score = won + split / 2.0;
                if low - 1e-12 <= score && score <= high + 1e-12 {
                    covered += choose(count, losses)
                        * choose(count - losses, splits)
                        * power(lost, losses)
                        * power(split, splits)
                        * power(won, wins);
                }
            }
        }
        covered
    }

    /// All outcomes of 50 pairs, weighted: nowhere far below 95 %, also close to a score of 1.
    #[test]
    fn intervals_hold_the_truth_nearly_always() {
        let steps = (0..=10).flat_map(|lost| (0..=10 - lost).map(move |split| (lost, split)));
        let mut cases: Vec<(f64, f64)> =
            steps.map(|(lost, split)| (f64::from(lost) / 10.0, f64::from(split) / 10.0)).collect();
        cases.extend([(0.01, 0.0), (0.0, 0.01), (0.01, 0.02), (0.001, 0.01)]);
        let all: Vec<f64> = cases.iter().map(|&(lost, split)| coverage(50, lost, split)).collect();
        for (case, coverage) in cases.iter().zip(&all) {
            assert!(*coverage > 0.9, "{case:?}: {coverage}");
        }
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        assert!((0.94..0.98).contains(&mean), "{mean}");
    }
}
