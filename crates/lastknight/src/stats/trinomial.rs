//! Pairs as trinomial data (lost, split, won), and maximum-likelihood shares at a given strength.
//!
//! Strength is the normalised score t = (μ - ½)/σ with mean μ and standard deviation σ of a pair's
//! score. With d = won - lost and a = won + lost (as shares) it is d/√(a - d²), so all shares of
//! strength t satisfy d = c·√a with c = t/√(1 + t²). They form a curve with one parameter r = √a:
//!
//! ```text
//! won = r·(r + c)/2      lost = r·(r - c)/2      split = 1 - r²      |c| ≤ r ≤ 1
//! ```
//!
//! Along the curve the log-likelihood is a sum of concave terms, so it has one maximum, which is
//! found to machine precision. Nothing is approximated, and empty outcomes need no correction.

/// The count of each outcome; may be fractional.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) lost: f64,
    pub(super) split: f64,
    pub(super) won: f64,
}

/// The probability of each outcome.
pub(super) type Shares = Counts;

/// A floor for shares that keeps logarithms finite.
const LEAST: f64 = 1e-300;

/// The parameter c of the curve of strength t.
pub(super) fn curve(strength: f64) -> f64 {
    strength / (1.0 + strength * strength).sqrt()
}

impl Counts {
    pub(super) fn sum(self) -> f64 {
        self.lost + self.split + self.won
    }

    fn reversed(self) -> Self {
        Self { lost: self.won, split: self.split, won: self.lost }
    }

    /// The counts divided by their sum.
    pub(super) fn shares(self) -> Shares {
        let sum = self.sum();
        Shares { lost: self.lost / sum, split: self.split / sum, won: self.won / sum }
    }

    /// Mean and variance of a pair's score; `self` must be shares.
    pub(super) fn moments(self) -> (f64, f64) {
        let mean = self.won + self.split / 2.0;
        let square = |score: f64| (score - mean) * (score - mean);
        (mean, self.lost * square(0.0) + self.split * square(0.5) + self.won * square(1.0))
    }

    /// The maximum-likelihood shares on the curve `c`, which is between -1 and 1.
    pub(super) fn likeliest(self, c: f64) -> Shares {
        if c < 0.0 {
            return self.reversed().likeliest(-c).reversed();
        }
        let room = 1.0 - c;
        let u = self.maximum(c);
        let r = c + u;
        Shares { lost: r * u / 2.0, split: (room - u) * (1.0 + r), won: r * (c + r) / 2.0 }
    }

    /// The maximum of the likelihood on the curve `c`, which must not be negative, as u = r - c.
    fn maximum(self, c: f64) -> f64 {
        let room = 1.0 - c;
        let decided = self.lost + self.won;
        if self.split <= 0.0 {
            return room;
        }
        if decided <= 0.0 {
            return 0.0;
        }
        // First and second derivative of the log-likelihood; the second is negative.
        let slopes = |u: f64| {
            let (r, v) = (c + u, room - u);
            let rest = v * (1.0 + r);
            let pull = if self.lost > 0.0 { self.lost / u } else { 0.0 };
            let push = 2.0 * self.split / rest;
            let bend = if self.lost > 0.0 { self.lost / (u * u) } else { 0.0 };
            let first = decided / r + self.won / (c + r) + pull - push * r;
            let second = decided / (r * r)
                + self.won / ((c + r) * (c + r))
                + bend
                + push * (1.0 + r * r) / rest;
            (first, -second)
        };
        if self.lost <= 0.0 && c > 0.0 && slopes(0.0).0 <= 0.0 {
            return 0.0;
        }
        let (mut low, mut high) = (0.0, room);
        let mut u = ((decided / self.sum()).sqrt() - c).clamp(0.001 * room, 0.999 * room);
        for _ in 0..100 {
            let v = room - u;
            let (first, second) = slopes(u);
            if first > 0.0 {
                low = u;
            } else {
                high = u;
            }
            // Newton's step for slope·u·v, which has no poles at the ends.
            let step = first * u * v / (second * u * v + first * (v - u));
            let mut next = u - step;
            if !(next > low && next < high) {
                next = low + (high - low) / 2.0;
            }
            let is_settled = (next - u).abs() <= 1e-15 * next.min(room - next);
            u = next;
            if is_settled || high - low <= f64::EPSILON * low {
                break;
            }
        }
        u
    }

    /// The log-likelihood of these counts under `other` minus that under `one`.
    pub(super) fn log_ratio(self, other: Shares, one: Shares) -> f64 {
        let term = |count: f64, other: f64, one: f64| {
            if count > 0.0 { count * libm::log(other.max(LEAST) / one.max(LEAST)) } else { 0.0 }
        };
        term(self.lost, other.lost, one.lost)
            + term(self.split, other.split, one.split)
            + term(self.won, other.won, one.won)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// The maximum is on the curve, and no other point of the curve is more likely.
    #[test]
    fn nothing_on_the_curve_is_likelier() {
        let mut random = Random::new(7);
        for _ in 0..2000 {
            let count = |random: &mut Random| match random.below(4) {
                0 => 0.0,
                1 => random.below(10) as f64,
                2 => random.below(1000) as f64 + 0.5,
                _ => random.below(1_000_000) as f64,
            };
            let [lost, split, won] = [(); 3].map(|()| count(&mut random));
            let counts = Counts { lost, split, won };
            let strength = (random.below(4001) as f64 - 2000.0) / 500.0;
            let c = curve(strength);
            let best = counts.likeliest(c);
            assert!((best.sum() - 1.0).abs() < 1e-12, "{counts:?} {c}: {best:?}");
            let (mean, variance) = best.moments();
            assert!((mean - 0.5 - strength * variance.sqrt()).abs() < 1e-7, "{counts:?} {c}");
            for step in 1..200 {
                let r = c.abs() + (1.0 - c.abs()) * f64::from(step) / 200.0;
                let other =
                    Shares { lost: r * (r - c) / 2.0, split: 1.0 - r * r, won: r * (r + c) / 2.0 };
                let gain = counts.log_ratio(other, best);
                assert!(gain <= 1e-9 * counts.sum().max(1.0), "{counts:?} {c} {r}: {gain}");
            }
        }
    }
}
