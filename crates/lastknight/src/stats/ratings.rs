//! Ratings with errors, by resampling openings.
//!
//! This is the Bayesian bootstrap (Rubin, 1981): each resample gives every opening an exponentially
//! distributed weight instead of drawing openings with replacement. A clean sweep is not certainty, so
//! each player gets about half a pair of each outcome (lost, split, won) in one of its pairings, with
//! random weights too. For two players this samples the posterior under Jeffreys' prior. Added to every
//! pairing, it would pull distant ratings together by as much as their errors.

use super::bradley_terry::{Pairing, fit};
use super::league::League;
use crate::random::Random;

/// A rating and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating; the mean of its component is 0.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of the 95 % interval.
    pub high: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// The ratings of a league.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The ratings, by player.
    pub players: Vec<Rating>,
    /// Row `i`, column `j`: the probability that `i` is better than `j`. It is ½ on the diagonal and
    /// for players that no chain of games links.
    pub superiority: Vec<Vec<f64>>,
    /// Row `i`, column `j`: the standard error of the difference of their ratings; infinite for players that no chain of
    /// games links.
    pub errors: Vec<Vec<f64>>,
}

/// Number of resamples that are summed at a time.
const LANES: usize = 8;

impl League {
    /// Returns the ratings with their errors, from bootstrap resamples of the openings with this seed.
    ///
    /// An opening is resampled as a whole, with every pair played from it, because its results are
    /// correlated. Without resamples the errors are 0 and every superiority is ½.
    #[must_use]
    pub fn bootstrap(&self, resamples: usize, seed: u64) -> Ratings {
        let elo = self.ratings();
        let component = self.components();
        let players = elo.len();
        let guess: Vec<f64> = elo.iter().map(|elo| elo / super::elo::PER_LOGIT).collect();
        let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(resamples); players];
        for begin in (0..resamples).step_by(LANES) {
            let lanes = LANES.min(resamples - begin);
            for pairings in weighted(self, seed, begin as u64).iter().take(lanes) {
                let elo = self.in_elo(&fit(pairings, &guess), &component);
                for (drawn, elo) in drawn.iter_mut().zip(elo) {
                    drawn.push(elo);
                }
            }
        }
        let superiority = |i: usize, j: usize| {
            if component[i] != component[j] {
                return 0.5;
            }
            let twice =
                drawn[i].iter().zip(&drawn[j]).map(|(a, b)| u64::from(a > b) + u64::from(a >= b));
            // Half a resample added to each side: nothing is certain.
            (twice.sum::<u64>() as f64 + 1.0) / (2.0 * resamples as f64 + 2.0)
        };
        let superiority =
            (0..players).map(|i| (0..players).map(|j| superiority(i, j)).collect()).collect();
        let error = |i: usize, j: usize| {
            if component[i] != component[j] || resamples < 2 {
                return f64::INFINITY;
            }
            let differences = drawn[i].iter().zip(&drawn[j]).map(|(a, b)| a - b);
            let mean = differences.clone().sum::<f64>() / resamples as f64;
            let squares = differences.map(|difference| (difference - mean).powi(2)).sum::<f64>();
            (squares / (resamples - 1) as f64).sqrt()
        };
        let errors = (0..players).map(|i| (0..players).map(|j| error(i, j)).collect()).collect();
        let rating = |(&elo, drawn): (&f64, &mut Vec<f64>)| {
            drawn.sort_by(f64::total_cmp);
            let low = quantile(drawn, 0.025).map_or(elo, |low| low.min(elo));
            let high = quantile(drawn, 0.975).map_or(elo, |high| high.max(elo));
            Rating { elo, low, high, error: (high - low) / 2.0 }
        };
        Ratings { players: elo.iter().zip(&mut drawn).map(rating).collect(), superiority, errors }
    }
}

/// The quantile of sorted values by linear interpolation.
fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = part * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    Some(sorted[below] + (place - below as f64) * (sorted[above] - sorted[below]))
}

/// The pairings with random weights, for the [`LANES`] resamples from `begin` on.
fn weighted(league: &League, seed: u64, begin: u64) -> [Vec<Pairing>; LANES] {
    let mut randoms: [Random; LANES] =
        std::array::from_fn(|lane| Random::numbered(seed, begin + lane as u64));
    let blocks = league.played().map(|(_, _, results)| results.blocks.len()).max().unwrap_or(0);
    let weights: Vec<[f64; LANES]> =
        (0..blocks).map(|_| std::array::from_fn(|lane| exponential(&mut randoms[lane]))).collect();
    let mut opponents = vec![0_usize; league.players];
    for (first, second, _) in league.played() {
        opponents[first] += 1;
        opponents[second] += 1;
    }
    let mut resampled: [Vec<Pairing>; LANES] = std::array::from_fn(|_| Vec::new());
    for (first, second, results) in league.played() {
        let (mut wins, mut games) = ([0.0; LANES], [0.0; LANES]);
        for (block, weights) in results.blocks.iter().zip(&weights) {
            let (block_wins, block_games) = (f64::from(block.wins), f64::from(block.games));
            for lane in 0..LANES {
                wins[lane] += weights[lane] * block_wins;
                games[lane] += weights[lane] * block_games;
            }
        }
        // On average each player gets the extra halves in about one of its pairings.
        let share = 1.0 / opponents[first].max(opponents[second]) as f64;
        for (lane, random) in randoms.iter_mut().enumerate() {
            let is_doubted = unit(random) <= share;
            let [lost, split, won] =
                [(); 3].map(|()| if is_doubted { half_square(random) } else { 0.0 });
            resampled[lane].push(Pairing {
                first,
                second,
                wins: wins[lane] + 2.0 * won + split,
                games: games[lane] + 2.0 * (lost + split + won),
            });
        }
    }
    resampled
}

/// A random number in (0, 1].
fn unit(random: &mut Random) -> f64 {
    ((random.next() >> 11) + 1) as f64 / (1u64 << 53) as f64
}

/// A sample of the exponential distribution with mean 1.
fn exponential(random: &mut Random) -> f64 {
    -libm::log(unit(random))
}

/// A sample of the gamma distribution of shape ½ (mean ½): half the square of a normal variate.
fn half_square(random: &mut Random) -> f64 {
    let cosine = libm::cos(std::f64::consts::TAU * unit(random));
    exponential(random) * cosine * cosine
}
