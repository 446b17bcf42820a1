//! Logistic regression by Newton's method, with a penalty on large weights.

use lastknight::eval::model::NUMBERS;

/// A row of the data: numbers, whether it is a win, and its weight.
pub(crate) struct DataRow {
    pub(crate) x: [f64; NUMBERS],
    pub(crate) wins: bool,
    pub(crate) weight: f64,
}

/// The penalty on the square of a weight. A number that is always 0 gets the weight 0.
const PENALTY: f64 = 0.5;

/// Each step gains a digit or two.
const STEPS: usize = 12;

/// Returns the weights of maximum likelihood.
pub(crate) fn fit(rows: &[DataRow]) -> [f64; NUMBERS] {
    let mut weights = [0.0; NUMBERS];
    for _ in 0..STEPS {
        let mut gradient = weights.map(|weight| -PENALTY * weight);
        let mut curvature = [[0.0; NUMBERS]; NUMBERS];
        for (i, row) in curvature.iter_mut().enumerate() {
            row[i] = PENALTY;
        }
        for DataRow { x, wins, weight } in rows {
            let odds: f64 = x.iter().zip(&weights).map(|(x, w)| x * w).sum();
            let probability = 1.0 / (1.0 + libm::exp(-odds));
            let error = weight * (f64::from(u8::from(*wins)) - probability);
            let bend = weight * probability * (1.0 - probability);
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

/// Solves `a·x = b` by Cholesky's method, for a positive definite `a` given by its lower half.
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
        let counts = [(1.0, true, 3e6), (1.0, false, 1e6), (0.0, true, 1e6), (0.0, false, 1e6)];
        let weights = fit(&counts.map(|(first, wins, weight)| {
            let mut x = [0.0; NUMBERS];
            (x[0], x[NUMBERS - 1]) = (first, 1.0);
            DataRow { x, wins, weight }
        }));
        assert!((weights[0] - 3_f64.ln()).abs() < 1e-5, "{weights:?}");
        assert!(weights[1..].iter().all(|weight| weight.abs() < 1e-5), "{weights:?}");
    }
}
