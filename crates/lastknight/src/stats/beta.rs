//! Sign test and likelihood of superiority: the regularised incomplete beta function at ½.

/// Above this sum of the parameters the normal approximation is used, with a relative error below 10⁻⁴.
const MANY: f64 = 1e10;

/// Returns the two-sided p-value of the exact sign test: the probability that a fair coin falls at
/// least as unevenly as `won` to `lost`. Leave out split pairs; they carry no information.
#[must_use]
pub fn sign_test(won: u64, lost: u64) -> f64 {
    // P(at least `more` of all) is the incomplete beta function of more and fewer + 1.
    let (more, fewer) = (won.max(lost) as f64, won.min(lost) as f64);
    if more <= fewer { 1.0 } else { (2.0 * half_beta(more, fewer + 1.0)).min(1.0) }
}

/// Returns the likelihood of superiority: the probability that winning is more likely than losing,
/// under Jeffreys' prior (half a count added to each).
#[must_use]
pub fn superiority(won: u64, lost: u64) -> f64 {
    half_beta(lost as f64 + 0.5, won as f64 + 0.5)
}

/// The incomplete beta function of `a` and `b`, both at least ½, summed without overflow.
fn half_beta(a: f64, b: f64) -> f64 {
    if a < b {
        return 1.0 - half_beta(b, a);
    }
    if a <= b {
        return 0.5;
    }
    let deviance = deviance(a, b);
    if a + b > MANY {
        return libm::erfc(deviance.sqrt()) / 2.0;
    }
    let root = (a * b / (a + b) / std::f64::consts::TAU).sqrt();
    let error = stirling_error(a + b) - stirling_error(a) - stirling_error(b);
    let factor = libm::exp(error - deviance);
    // The hypergeometric series. Its terms are positive and fall from the second on.
    let (mut term, mut sum, mut n) = (1.0, 1.0, 0.0);
    while term > sum * 1e-17 {
        term *= (a + b + n) / (2.0 * (a + 1.0 + n));
        sum += term;
        n += 1.0;
    }
    (root * factor * sum / a).clamp(0.0, 1.0)
}

/// a·ln(2a/(a + b)) + b·ln(2b/(a + b)), accurate also where the two terms nearly cancel.
fn deviance(a: f64, b: f64) -> f64 {
    let lean = (a - b) / (a + b);
    let square = lean * lean;
    if square > 0.01 {
        let term = |n: f64| n * libm::log(2.0 * n / (a + b));
        return term(a) + term(b);
    }
    let (mut power, mut sum) = (square, 0.0);
    for n in 1..12 {
        let n = 2.0 * f64::from(n);
        sum += power / (n * (n - 1.0));
        power *= square;
    }
    (a + b) * sum
}

/// The error of Stirling's formula for the logarithm of the gamma function.
fn stirling_error(x: f64) -> f64 {
    if x < 15.0 {
        let half_log_tau = 0.918_938_533_204_672_8;
        return libm::lgamma(x) - (x - 0.5) * libm::log(x) + x - half_log_tau;
    }
    let square = x * x;
    (1.0 / 12.0
        - (1.0 / 360.0 - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / 1188.0 / square) / square) / square)
            / square)
        / x
}
