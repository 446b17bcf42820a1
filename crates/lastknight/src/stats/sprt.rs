//! The sequential probability ratio test of two normalised Elo values. The share of split pairs is unknown,
//! so this is the generalised test with exact maximum likelihood, as in fishtest and fastchess.

use std::fmt;
use std::str::FromStr;

use super::Pairs;
use super::strength::of_normalized_elo;
use super::trinomial::curve;

/// The largest normalised Elo of a hypothesis, in either direction.
const MOST: f64 = 5000.0;

/// Why a test is not valid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The text is not two numbers.
    #[error("a test takes two numbers of normalised Elo, as 0,5")]
    Text,
    /// A hypothesis is out of range.
    #[error("a normalised Elo is -{MOST} to {MOST}, not {0:?}")]
    Elo(f64),
    /// The first hypothesis is not the lower one.
    #[error("the first normalised Elo must be the smaller one, not {0:?},{1:?}")]
    Order(f64, f64),
    /// An error rate is out of range.
    #[error("a share of errors lies between 0 and 0.5, not {0:?}")]
    Errors(f64),
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The second, stronger hypothesis is accepted.
    Accepted,
    /// The second hypothesis is rejected; the first one holds.
    Rejected,
    /// Undecided so far.
    Open,
}

/// A test of two hypotheses about the normalised Elo of one player over another.
///
/// ```
/// use lastknight::stats::{Pairs, Sprt, Verdict};
///
/// let sprt: Sprt = "0,20".parse()?;
/// let (low, high) = sprt.bounds();
/// assert!((high - 2.944).abs() < 0.001 && low == -high);
/// assert_eq!(sprt.verdict(Pairs { won: 37, split: 2, lost: 0 }), Verdict::Accepted);
/// assert_eq!(sprt.verdict(Pairs { won: 20, split: 2, lost: 9 }), Verdict::Open);
/// # Ok::<(), lastknight::stats::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo: [f64; 2],
    errors: [f64; 2],
    curves: [f64; 2],
}

impl Sprt {
    /// Creates a test of the normalised Elo `elo0` against `elo1`. About a fraction `alpha` of tests at
    /// most accepts `elo1` if `elo0` is true; a fraction `beta` rejects it if it is true.
    ///
    /// # Errors
    /// Returns an error if `elo0` is not below `elo1`, either is beyond ±5000, or an error rate is
    /// not between 0 and ½.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        let elo = [elo0, elo1];
        if let Some(&far) = elo.iter().find(|elo| !(-MOST..=MOST).contains(*elo)) {
            return Err(SprtError::Elo(far));
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order(elo0, elo1));
        }
        let errors = [alpha, beta];
        // A positive minimum keeps the bounds finite, though out of reach.
        if let Some(&odd) = errors.iter().find(|&&share| !(1e-300..0.5).contains(&share)) {
            return Err(SprtError::Errors(odd));
        }
        Ok(Self { elo, errors, curves: elo.map(|elo| curve(of_normalized_elo(elo))) })
    }

    /// Returns the test with other error rates.
    ///
    /// # Errors
    /// Returns an error if a rate is not between 0 and ½.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        Self::new(self.elo[0], self.elo[1], alpha, beta)
    }

    /// Returns the two hypotheses in normalised Elo.
    #[must_use]
    pub const fn elo(&self) -> (f64, f64) {
        (self.elo[0], self.elo[1])
    }

    /// Returns the error rates alpha and beta.
    #[must_use]
    pub const fn errors(&self) -> (f64, f64) {
        (self.errors[0], self.errors[1])
    }

    /// Returns the log-likelihood ratios at which the test rejects and accepts `elo1`.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let [alpha, beta] = self.errors;
        (libm::log(beta / (1.0 - alpha)), libm::log((1.0 - beta) / alpha))
    }

    /// Returns the log-likelihood ratio of `elo1` to `elo0` for these pairs.
    #[must_use]
    pub fn llr(&self, pairs: Pairs) -> f64 {
        let counts = pairs.counts();
        let [shares0, shares1] = self.curves.map(|curve| counts.likeliest(curve));
        counts.log_ratio(shares1, shares0)
    }

    /// Returns the verdict on these pairs, provided the test did not end earlier.
    #[must_use]
    pub fn verdict(&self, pairs: Pairs) -> Verdict {
        let (low, high) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= high => Verdict::Accepted,
            llr if llr <= low => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }

    /// Starts a run of the test, pair by pair.
    #[must_use]
    pub fn run(self) -> SprtRun {
        SprtRun { sprt: self, pairs: Pairs::default(), verdict: Verdict::Open }
    }
}

/// `E0,E1`, without the error rates.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo[0], self.elo[1])
    }
}

/// Parses `E0,E1`, with error rates of 5 % each.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let numbers = text.split_once(',').and_then(|(e0, e1)| Some((number(e0)?, number(e1)?)));
        let (elo0, elo1) = numbers.ok_or(SprtError::Text)?;
        Self::new(elo0, elo1, 0.05, 0.05)
    }
}

/// A running test. Pairs are added in order until there is a verdict, which is final.
#[derive(Clone, Debug)]
pub struct SprtRun {
    sprt: Sprt,
    pairs: Pairs,
    verdict: Verdict,
}

impl SprtRun {
    /// Adds the next pair by its number of games won, unless there is a verdict, and returns the verdict.
    pub fn add(&mut self, wins: usize) -> Verdict {
        if self.verdict == Verdict::Open {
            self.pairs.add(wins);
            self.verdict = self.sprt.verdict(self.pairs);
        }
        self.verdict
    }

    /// Returns the test.
    #[must_use]
    pub const fn test(&self) -> &Sprt {
        &self.sprt
    }

    /// Returns the verdict so far.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Returns the pairs up to the verdict, or up to now.
    #[must_use]
    pub const fn pairs(&self) -> Pairs {
        self.pairs
    }

    /// Returns their log-likelihood ratio.
    #[must_use]
    pub fn llr(&self) -> f64 {
        self.sprt.llr(self.pairs)
    }
}
