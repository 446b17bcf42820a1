//! Proportions: successes among independent trials.

use super::beta::sign_test;
use super::conclusion::{Conclusion, EVEN, Evidence, conclude};
use super::elo::Estimate;

/// The half-width of a 95 % interval in standard deviations of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// Returns Wilson's interval, `z` standard deviations to each side, for the true proportion if `share`
/// of `count` independent trials succeeded. Without trials it is 0 to 1.
#[must_use]
pub fn wilson(share: f64, count: f64, z: f64) -> (f64, f64) {
    if count <= 0.0 {
        return (0.0, 1.0);
    }
    let widening = z * z / count;
    let center = (share + widening / 2.0) / (1.0 + widening);
    let spread = (share * (1.0 - share) / count + widening / count / 4.0).sqrt();
    let half = z * spread / (1.0 + widening);
    // The ends lie within 0 and 1 except for rounding.
    ((center - half).max(0.0), (center + half).min(1.0))
}

/// A number of successes in independent trials.
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

    /// Returns the fraction of successes, or `None` if there are no trials.
    #[must_use]
    pub fn part(self) -> Option<f64> {
        (self.of > 0).then(|| self.hits as f64 / self.of as f64)
    }

    /// Returns [Wilson's](wilson) interval for the true proportion.
    #[must_use]
    pub fn interval(self, z: f64) -> (f64, f64) {
        wilson(self.part().unwrap_or_default(), self.of as f64, z)
    }

    /// Returns the Elo difference with this expected score and its interval, or `None` without trials.
    /// Fractions are clamped to half a trial from 0 and 1.
    #[must_use]
    pub fn elo(self, z: f64) -> Option<Estimate> {
        Some(Estimate::of_score(self.part()?, self.interval(z), self.of as f64))
    }

    /// Returns what the trials show about the true proportion and ½, like [`Pairs::conclusion`](super::Pairs::conclusion).
    #[must_use]
    pub fn conclusion(self) -> Conclusion {
        let share = self.part().unwrap_or_default();
        conclude(self.of, EVEN, |trials| Trials { share, trials })
    }
}

/// A share of a number of trials.
struct Trials {
    share: f64,
    trials: f64,
}

impl Evidence for Trials {
    fn interval(&self, z: f64) -> (f64, f64) {
        wilson(self.share, self.trials, z)
    }

    fn sign_test(&self) -> f64 {
        let hits = (self.share * self.trials).round();
        sign_test(hits as u64, (self.trials - hits).round() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The roots of (p - share)² = z²·p·(1 - p)/n, computed independently in another language.
    #[test]
    fn shares_have_wilsons_interval() {
        let is_near = |a: f64, b: f64| (a - b).abs() < 1e-9;
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
    fn the_trials_that_decide_do_so() {
        let share = Share { hits: 11, of: 20 };
        let more = share.conclusion().needed().unwrap();
        let low = |trials: u64| wilson(0.55, trials as f64, Z95).0;
        assert!((low(20 + more) - 0.5).abs() < 0.005, "{more}");
        assert_eq!(Share { hits: 90, of: 100 }.conclusion(), Conclusion::Better);
        assert_eq!(Share { hits: 10, of: 100 }.conclusion(), Conclusion::Worse);
        // At one half no number of trials shows a difference, but enough of them show that there is none.
        let needed = Share { hits: 10, of: 20 }.conclusion().needed().unwrap();
        assert_eq!(Share { hits: 10 + needed / 2, of: 20 + needed }.conclusion(), Conclusion::Even);
        assert_eq!(Share::default().conclusion(), Conclusion::Undecided { needed: None });
    }
}
