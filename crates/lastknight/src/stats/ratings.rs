//! Ratings with errors, by resampling openings.
//!
//! The Bayesian bootstrap (Rubin, 1981): instead of drawing openings with replacement, each resample
//! gives every opening a random weight, exponentially distributed. So that a clean sweep is not taken
//! for certainty, about half a pair of each kind, lost, split and won, is added for every player, with
//! random weights too, to one of its pairings. For two players this draws the shares from their
//! posterior distribution under Jeffreys' prior. Added to every pairing it would pull the ratings of
//! players far apart together by as much as their errors.

use super::bradley_terry::{Pairing, fit};
use super::league::League;
use crate::random::Random;

/// A rating and what is known about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating; the mean of the component is 0.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Half of its width.
    pub error: f64,
}

/// The ratings of a league.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// By player.
    pub players: Vec<Rating>,
    /// In row `i` and column `j`: how probable it is that `i` is truly better than `j`. It is ½ for a
    /// player and itself, and for two players that no chain of games links.
    pub superiority: Vec<Vec<f64>>,
}

/// How many resamples are summed at a time.
const LANES: usize = 8;

pub(super) fn bootstrap(league: &League, resamples: usize, seed: u64) -> Ratings {
    let elo = league.ratings();
    let component = league.components();
    let players = elo.len();
    let guess: Vec<f64> = elo.iter().map(|elo| elo / super::elo::PER_LOGIT).collect();
    let mut drawn: Vec<Vec<f64>> = vec![Vec::with_capacity(resamples); players];
    for begin in (0..resamples).step_by(LANES) {
        let lanes = LANES.min(resamples - begin);
        for pairings in weighted(league, seed, begin as u64).iter().take(lanes) {
            let elo = league.in_elo(&fit(pairings, &guess), &component);
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
        // Half a resample for each of the two: nothing is certain.
        (twice.sum::<u64>() as f64 + 1.0) / (2.0 * resamples as f64 + 2.0)
    };
    let superiority =
        (0..players).map(|i| (0..players).map(|j| superiority(i, j)).collect()).collect();
    let rating = |(&elo, drawn): (&f64, &mut Vec<f64>)| {
        drawn.sort_by(f64::total_cmp);
        let (low, high) = (quantile(drawn, 0.025).min(elo), quantile(drawn, 0.975).max(elo));
        let (low, high) = if drawn.is_empty() { (elo, elo) } else { (low, high) };
        Rating { elo, low, high, error: (high - low) / 2.0 }
    };
    Ratings { players: elo.iter().zip(&mut drawn).map(rating).collect(), superiority }
}

/// The value below which such a part of sorted values lies, 0 where there are none.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else {
        return 0.0;
    };
    let place = part * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    sorted[below] + (place - below as f64) * (sorted[above] - sorted[below])
}

/// The pairings with random weights, for resamples from `begin` on.
fn weighted(league: &League, seed: u64, begin: u64) -> [Vec<Pairing>; LANES] {
    let mut randoms: [Random; LANES] =
        std::array::from_fn(|lane| Random::numbered(seed, begin + lane as u64));
    let blocks = league.played().map(|(_, _, results)| results.blocks.len()).max().unwrap_or(0);
    let weights: Vec<[f64; LANES]> =
        (0..blocks).map(|_| std::array::from_fn(|lane| exponential(&mut randoms[lane]))).collect();
    let mut opponents = vec![0_usize; league.players()];
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
        // About one pairing of a player gets the halves.
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

/// A number above 0 and at most 1.
fn unit(random: &mut Random) -> f64 {
    ((random.next() >> 11) + 1) as f64 / (1u64 << 53) as f64
}

/// A number with the exponential distribution of mean 1.
fn exponential(random: &mut Random) -> f64 {
    -libm::log(unit(random))
}

/// A number with the gamma distribution of shape ½: half the square of a normal one, mean ½.
fn half_square(random: &mut Random) -> f64 {
    let cosine = libm::cos(std::f64::consts::TAU * unit(random));
    exponential(random) * cosine * cosine
}
