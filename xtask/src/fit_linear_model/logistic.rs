//! Logistic regression by Newton's method, with a penalty on large weights.

use lastknight::eval::model::NUMBERS;

/// A line of the data: numbers, whether it counts as a win, and how much it counts.
pub(crate) struct Line {
    pub(crate) x: [f64; NUMBERS],
    pub(crate) wins: bool,
    pub(crate) weight: f64,
}

/// The penalty on the square of a weight. It also decides where the data do not: a number that is
/// always 0 gets the weight 0.
const PENALTY: f64 = 0.5;

/// Newton's method gains a digit or two with every step here.
const STEPS: usize = 12;

/// The weights that make the data most likely.
pub(crate) fn fit(lines: &[Line]) -> [f64; NUMBERS] {
    let mut weights = [0.0; NUMBERS];
    for _ in 0..STEPS {
        let mut gradient = weights.map(|weight| -PENALTY * weight);
        let mut curvature = [[0.0; NUMBERS]; NUMBERS];
        for (i, row) in curvature.iter_mut().enumerate() {
            row[i] = PENALTY;
        }
        for Line { x, wins, weight } in lines {
            let odds: f64 = x.iter().zip(&weights).map(|(x, w)| x * w).sum();
            let chance = 1.0 / (1.0 + libm::exp(-odds));
            let error = weight * (f64::from(u8::from(*wins)) - chance);
            let bend = weight * chance * (1.0 - chance);
            for i in 0..NUMBERS {
                gradient[i] += error * x[i];
                for j in 0..=i {
                    curvature[i][j] += bend * x[i] * x[j];
                }
            }
        }
        let step = solve(curvature, gradient);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights
}

/// Solves `a·x = b` for a positive definite `a`, of which the lower half is given (Cholesky).
fn solve(mut a: [[f64; NUMBERS]; NUMBERS], mut b: [f64; NUMBERS]) -> [f64; NUMBERS] {
    for i in 0..NUMBERS {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            a[i][j] = if i == j { (a[i][i] - sum).sqrt() } else { (a[i][j] - sum) / a[j][j] };
        }
    }
    for i in 0..NUMBERS {
        let sum: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    for i in (0..NUMBERS).rev() {
        let sum: f64 = (i + 1..NUMBERS).map(|k| a[k][i] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_odds_are_found() {
        // With the first number three wins to a loss, without it one to one; the penalty hardly counts.
        let line = |with: bool, wins: bool, weight: f64| {
            let mut x = [0.0; NUMBERS];
            x[0] = f64::from(u8::from(with));
            x[NUMBERS - 1] = 1.0;
            Line { x, wins, weight }
        };
        let lines = [
            line(true, true, 3e6),
            line(true, false, 1e6),
            line(false, true, 1e6),
            line(false, false, 1e6),
        ];
        let weights = fit(&lines);
        assert!((weights[0] - 3_f64.ln()).abs() < 1e-5, "{weights:?}");
        assert!(weights[1..].iter().all(|weight| weight.abs() < 1e-5), "{weights:?}");
    }
}
