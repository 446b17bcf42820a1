//! What a comparison shows, and how many more games a decision would take.

use super::Z95;

/// The distance from a score of ½ that does not matter: 2 points.
pub const EVEN: f64 = 0.02;

/// A p-value above this leaves a comparison open.
const DOUBTFUL: f64 = 0.05;

/// The search for a decision gives up beyond this count.
const MOST: f64 = 1e15;

/// What the results of two players show, from the view of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The first is better: the 95 % interval lies above ½ and the sign test agrees.
    Better,
    /// The first is worse.
    Worse,
    /// Neither is shown to be better, and the whole interval lies within a margin of ½, by default [`EVEN`].
    Even,
    /// None of these.
    Undecided {
        /// About how many more trials would decide if shares stay the same, if any number would.
        needed: Option<u64>,
    },
}

impl Conclusion {
    /// Returns the conclusion as a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Even => "even",
            Self::Undecided { .. } => "undecided",
        }
    }

    /// Returns whether one player is shown to be better.
    #[must_use]
    pub const fn is_different(self) -> bool {
        matches!(self, Self::Better | Self::Worse)
    }

    /// Returns about how many more trials would decide: none if decided, `None` if no number would.
    #[must_use]
    pub const fn needed(self) -> Option<u64> {
        match self {
            Self::Undecided { needed } => needed,
            _ => Some(0),
        }
    }
}

/// The evidence of a number of trials: the interval of the score, `z` standard deviations to each side, and the p-value of
/// the sign test.
pub(super) trait Evidence {
    fn interval(&self, z: f64) -> (f64, f64);
    fn sign_test(&self) -> f64;
}

/// Concludes from `count` trials; even is within `margin` of ½. `evidence` maps any number of trials with the same shares to
/// their evidence.
pub(super) fn conclude<E: Evidence>(
    count: u64,
    margin: f64,
    evidence: impl Fn(f64) -> E,
) -> Conclusion {
    let decided = |trials: f64| {
        let evidence = evidence(trials);
        let (low, high) = evidence.interval(Z95);
        let is_plain = (low > 0.5 || high < 0.5) && evidence.sign_test() <= DOUBTFUL;
        match is_plain {
            true if low > 0.5 => Some(Conclusion::Better),
            true => Some(Conclusion::Worse),
            false => (low >= 0.5 - margin && high <= 0.5 + margin).then_some(Conclusion::Even),
        }
    };
    let needed = || further(count, |trials| decided(trials).is_some());
    let now = if count == 0 { None } else { decided(count as f64) };
    now.unwrap_or_else(|| Conclusion::Undecided { needed: needed() })
}

/// Returns how many more trials it takes until they decide, if they ever do.
fn further(count: u64, is_decided: impl Fn(f64) -> bool) -> Option<u64> {
    let (mut low, mut high) = (count as f64, 2.0 * count as f64);
    if count == 0 {
        return None;
    }
    while !is_decided(high) {
        (low, high) = (high, 2.0 * high);
        if high > MOST {
            return None;
        }
    }
    while high - low > 1.0 {
        let middle = ((low + high) / 2.0).floor();
        if is_decided(middle) { high = middle } else { low = middle }
    }
    Some(high as u64 - count)
}
