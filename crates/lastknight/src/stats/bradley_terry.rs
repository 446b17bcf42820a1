//! The Bradley-Terry model: differences in strength are log-odds of winning.

/// The games between two players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairing {
    pub(super) first: usize,
    pub(super) second: usize,
    /// Games the first player won; may be fractional.
    pub(super) wins: f64,
    pub(super) games: f64,
}

/// The prior: number of drawn games against an average player that each player starts with.
const PRIOR: f64 = 1.0;

/// The least weight of the prior, as a fraction of the largest pairing: rounding must not lose it.
const LEAST_PRIOR: f64 = 1e-9;

/// The longest Newton step of a strength; odds of about 7 to 1.
const LONGEST_STEP: f64 = 2.0;

/// The maximum a posteriori strengths, by Newton's method. The log-likelihood is concave, and the prior
/// makes the maximum unique.
pub(super) fn fit(pairings: &[Pairing], guess: &[f64]) -> Vec<f64> {
    let most = pairings.iter().fold(0.0, |most: f64, pairing| most.max(pairing.games));
    let prior = PRIOR.max(LEAST_PRIOR * most);
    let mut strengths = guess.to_vec();
    let mut value = likelihood(pairings, prior, &strengths);
    for _ in 0..100 {
        let step = newton_step(pairings, prior, &strengths);
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        let mut scale = (LONGEST_STEP / longest.max(LONGEST_STEP)).min(1.0);
        loop {
            let moved = strengths.iter().zip(&step).map(|(strength, step)| strength + scale * step);
            let next: Vec<f64> = moved.collect();
            let next_value = likelihood(pairings, prior, &next);
            if next_value >= value || longest < 1e-6 || scale < 1e-6 {
                (strengths, value) = (next, next_value);
                break;
            }
            scale /= 2.0;
        }
        if longest < 1e-9 {
            break;
        }
    }
    strengths
}

fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

/// The logarithm of [`logistic`], without underflow.
fn log_logistic(difference: f64) -> f64 {
    if difference > 0.0 {
        -libm::log1p(libm::exp(-difference))
    } else {
        difference - libm::log1p(libm::exp(difference))
    }
}

fn likelihood(pairings: &[Pairing], prior: f64, strengths: &[f64]) -> f64 {
    let played = pairings.iter().map(|pairing| {
        let difference = strengths[pairing.first] - strengths[pairing.second];
        pairing.wins * log_logistic(difference)
            + (pairing.games - pairing.wins) * log_logistic(-difference)
    });
    let assumed = strengths
        .iter()
        .map(|&strength| prior / 2.0 * (log_logistic(strength) + log_logistic(-strength)));
    played.sum::<f64>() + assumed.sum::<f64>()
}

fn newton_step(pairings: &[Pairing], prior: f64, strengths: &[f64]) -> Vec<f64> {
    let size = strengths.len();
    let mut slopes = vec![0.0; size];
    // The negated second derivatives, row by row. Only the lower triangle is used.
    let mut matrix = vec![0.0; size * size];
    for (i, &strength) in strengths.iter().enumerate() {
        let share = logistic(strength);
        slopes[i] += prior * (0.5 - share);
        matrix[i * size + i] += prior * share * (1.0 - share);
    }
    for &Pairing { first, second, wins, games } in pairings {
        let share = logistic(strengths[first] - strengths[second]);
        let surplus = wins - games * share;
        let weight = games * share * (1.0 - share);
        slopes[first] += surplus;
        slopes[second] -= surplus;
        matrix[first * size + first] += weight;
        matrix[second * size + second] += weight;
        matrix[first.max(second) * size + first.min(second)] -= weight;
    }
    solve(&mut matrix, slopes)
}

/// Solves a linear system by Cholesky decomposition, in place.
fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for i in 0..size {
        for j in 0..=i {
            let (row_i, row_j) = (&matrix[i * size..][..j], &matrix[j * size..][..j]);
            let sum: f64 = row_i.iter().zip(row_j).map(|(a, b)| a * b).sum();
            let rest = matrix[i * size + j] - sum;
            matrix[i * size + j] = if i == j {
                // The prior makes this positive except for rounding.
                rest.max(1e-15 * matrix[i * size + i]).max(1e-300).sqrt()
            } else {
                rest / matrix[j * size + j]
            };
        }
    }
    for i in 0..size {
        for j in 0..i {
            right[i] -= matrix[i * size + j] * right[j];
        }
        right[i] /= matrix[i * size + i];
    }
    for i in (0..size).rev() {
        for j in i + 1..size {
            right[i] -= matrix[j * size + i] * right[j];
        }
        right[i] /= matrix[i * size + i];
    }
    right
}
