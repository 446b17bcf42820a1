//! Statistics of games.

use serde::Serialize;

use crate::stats::{self, Verdict, Z95};

/// The two ends of a 95 % interval.
pub type Interval = [f64; 2];

/// Counts of pairs of games.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Pairs {
    /// Pairs with two wins.
    pub won: u64,
    /// Pairs with one win.
    pub split: u64,
    /// Pairs without a win.
    pub lost: u64,
}

impl From<stats::Pairs> for Pairs {
    fn from(stats::Pairs { won, split, lost, .. }: stats::Pairs) -> Self {
        Self { won, split, lost }
    }
}

/// An estimate with its interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
}

impl From<stats::Estimate> for Estimate {
    fn from(stats::Estimate { value, low, high, .. }: stats::Estimate) -> Self {
        Self { value, interval: [low, high] }
    }
}

/// Successes in independent trials; `share` is `null` if there were no trials.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Share {
    hits: u64,
    of: u64,
    share: Option<f64>,
    interval: Interval,
}

impl From<stats::Share> for Share {
    fn from(share: stats::Share) -> Self {
        let interval = share.interval(Z95).into();
        Self { hits: share.hits, of: share.of, share: share.part(), interval }
    }
}

/// Pairs and their score, which is `null` if there are none.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PairScore {
    pairs: Pairs,
    score: Option<f64>,
    interval: Interval,
}

impl From<stats::Pairs> for PairScore {
    fn from(pairs: stats::Pairs) -> Self {
        let interval = pairs.interval(Z95).into();
        Self { pairs: pairs.into(), score: pairs.score(), interval }
    }
}

/// A comparison of two agents by their pairs of games, from the view of the first.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Comparison {
    #[serde(flatten)]
    score: PairScore,
    elo: Option<Estimate>,
    normalized_elo: Option<Estimate>,
    /// The probability that the first is stronger.
    superiority: f64,
    /// The exact two-sided sign test of won against lost pairs.
    p_value: f64,
    /// `better`, `worse`, `even` or `undecided`; `null` if pairs alone do not decide.
    verdict: Option<&'static str>,
    /// About how many more pairs would decide: 0 if decided, `null` if no number would.
    needed: Option<u64>,
}

impl From<stats::Pairs> for Comparison {
    fn from(pairs: stats::Pairs) -> Self {
        Self {
            score: pairs.into(),
            elo: pairs.elo(Z95).map(Into::into),
            normalized_elo: pairs.normalized_elo(Z95).map(Into::into),
            superiority: pairs.superiority(),
            p_value: pairs.sign_test(),
            verdict: Some(pairs.conclusion().word()),
            needed: pairs.conclusion().needed(),
        }
    }
}

impl Comparison {
    /// Converts pairs that do not decide by themselves: those of a sequential test, or of repeated openings.
    #[must_use]
    pub fn unjudged(pairs: stats::Pairs) -> Self {
        Self { verdict: None, needed: None, ..pairs.into() }
    }
}

/// A sequential test on pairs.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Sprt {
    /// The normalised Elo of the null hypothesis.
    pub elo0: f64,
    /// The normalised Elo of the alternative hypothesis.
    pub elo1: f64,
    alpha: f64,
    beta: f64,
    /// The log-likelihood ratios that end the test.
    pub bounds: [f64; 2],
    /// The log-likelihood ratio.
    pub llr: f64,
    pairs: Pairs,
    /// `accepted`, `rejected` or `open`.
    pub verdict: &'static str,
}

impl Sprt {
    /// Converts a test after these pairs.
    #[must_use]
    pub fn new(test: &stats::Sprt, pairs: stats::Pairs, verdict: Verdict) -> Self {
        let ((elo0, elo1), (alpha, beta)) = (test.elo(), test.errors());
        let verdict = match verdict {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        };
        let (bounds, llr) = (test.bounds().into(), test.llr(pairs));
        Self { elo0, elo1, alpha, beta, bounds, llr, pairs: pairs.into(), verdict }
    }
}
