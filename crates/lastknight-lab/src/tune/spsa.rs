//! Simultaneous perturbation stochastic approximation (Spall, 1992).

use lastknight::Random;
use serde::Serialize;

use super::variates::{sign, unit};
use super::{
    NewOptimizer, Optimizer, Parameter, Space, Trial, check_count, check_size, check_trials,
};

/// The settings of SPSA.
///
/// An iteration moves all parameters at once, each up or down at random, and this point plays the
/// opposite one from the same openings. Then the point moves towards the winner in proportion to
/// the score. Distances are in [steps](Parameter::step). In iteration k the two points are
/// c/k^0.101 away and the gain is a/(A+k)^0.602, with A a tenth of the iterations.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spsa {
    /// The number of iterations.
    pub iterations: usize,
    /// The number of matches in an iteration, each between its own two points.
    pub matches: usize,
    /// The initial distance of the two points of a match from the point between them, in steps: c.
    pub distance: f64,
    /// How far a clean sweep moves the point at first, in steps. It determines a.
    pub first_move: f64,
}

/// 100 matches, one per iteration, from one step to each side. docs/tune.md compares first moves.
impl Default for Spsa {
    fn default() -> Self {
        Self { iterations: 100, matches: 1, distance: 1.0, first_move: 1.0 }
    }
}

/// The exponents with which gain and distance fall.
const GAIN_EXPONENT: f64 = 0.602;
const DISTANCE_EXPONENT: f64 = 0.101;

impl Spsa {
    pub(super) fn start(&self, space: &Space, seed: u64) -> NewOptimizer {
        check_count("the number of iterations", self.iterations)?;
        check_count("the number of matches", self.matches)?;
        check_trials(self.iterations, self.matches)?;
        check_size("the distance", self.distance)?;
        check_size("the first move", self.first_move)?;
        let (space, settings) = (space.clone(), self.clone());
        let point = space.start();
        Ok(Box::new(SpsaOptimizer { space, settings, seed, point, done: 0 }))
    }

    /// The distance of the two points from the one between them in iteration `k`, from 1.
    fn distance_at(&self, k: usize) -> f64 {
        self.distance / libm::pow(k as f64, DISTANCE_EXPONENT)
    }

    /// How far a clean sweep moves the point in iteration `k`.
    fn move_at(&self, k: usize) -> f64 {
        let delay = self.iterations as f64 / 10.0;
        let gain = libm::pow((delay + 1.0) / (delay + k as f64), GAIN_EXPONENT);
        // The gain multiplies the slope, which is the score difference divided by the distance.
        self.first_move * self.distance * gain / self.distance_at(k)
    }
}

struct SpsaOptimizer {
    space: Space,
    settings: Spsa,
    seed: u64,
    /// Not rounded, so that small moves add up.
    point: Vec<f64>,
    /// The number of finished iterations.
    done: usize,
}

/// The random numbers of one parameter in one match.
struct Perturbation {
    sign: f64,
    /// Added before a whole number is rounded down, the same for both points.
    rounding: f64,
}

impl SpsaOptimizer {
    /// The random numbers of each match of this iteration.
    fn draws(&self) -> Vec<Vec<Perturbation>> {
        let mut random = Random::numbered(self.seed, self.done as u64);
        let mut draw = || Perturbation { sign: sign(&mut random), rounding: unit(&mut random) };
        let count = self.point.len();
        (0..self.settings.matches).map(|_| (0..count).map(|_| draw()).collect()).collect()
    }

    /// The point moved by this distance along the drawn signs, as it is played.
    fn moved(&self, draws: &[Perturbation], distance: f64) -> Vec<f64> {
        let move_one = |((parameter, &value), draw): ((&Parameter, &f64), &Perturbation)| {
            let value = value + distance * draw.sign * parameter.step();
            if parameter.is_whole() {
                parameter.nearest((value + draw.rounding).floor())
            } else {
                parameter.readable(value)
            }
        };
        self.space.parameters().iter().zip(&self.point).zip(draws).map(move_one).collect()
    }
}

impl Optimizer for SpsaOptimizer {
    fn ask(&self) -> Vec<Trial> {
        if self.done >= self.settings.iterations {
            return Vec::new();
        }
        let distance = self.settings.distance_at(self.done + 1);
        let trial = |draws: &Vec<Perturbation>| Trial {
            point: self.moved(draws, distance),
            rival: Some(self.moved(draws, -distance)),
        };
        self.draws().iter().map(trial).collect()
    }

    fn tell(&mut self, scores: &[f64]) {
        let size = self.settings.move_at(self.done + 1) / self.settings.matches as f64;
        let draws = self.draws();
        for (i, parameter) in self.space.parameters().iter().enumerate() {
            let won =
                |(draws, score): (&Vec<Perturbation>, &f64)| (2.0 * score - 1.0) * draws[i].sign;
            let moved = size * draws.iter().zip(scores).map(won).sum::<f64>() * parameter.step();
            self.point[i] = (self.point[i] + moved).clamp(parameter.min(), parameter.max());
        }
        self.done += 1;
    }

    fn best(&self) -> Vec<f64> {
        // A value that never moved keeps all digits of the start.
        self.space.map(&self.point, |parameter, value| match value {
            value if value == parameter.start() => value,
            value => parameter.readable(value),
        })
    }

    fn most_trials(&self) -> usize {
        self.settings.iterations * self.settings.matches
    }
}

#[cfg(test)]
mod tests {
    use super::super::Method;
    use super::super::objectives::{NoisyScore, logistic, run_matches, space};
    use super::*;

    fn method(iterations: usize, matches: usize) -> Method {
        Method::Spsa(Spsa { iterations, matches, ..Spsa::default() })
    }

    #[test]
    fn gains_are_those_of_the_formulas() {
        let spsa = Spsa { iterations: 100, matches: 1, distance: 2.0, first_move: 3.0 };
        assert_eq!((spsa.distance_at(1), spsa.move_at(1)), (2.0, 3.0));
        // a = first move · c · (A + 1)^0.602 and a match moves the point by a_k / c_k.
        let a = 3.0 * 2.0 * 11_f64.powf(0.602);
        for k in [2_usize, 10, 100] {
            let distance = 2.0 / (k as f64).powf(0.101);
            let gain = a / (10.0 + k as f64).powf(0.602);
            assert!((spsa.distance_at(k) - distance).abs() < 1e-12);
            assert!((spsa.move_at(k) - gain / distance).abs() < 1e-12);
        }
    }

    /// Best at (0.6, 25), with the noise of fifty game pairs.
    #[test]
    fn finds_the_strongest_point() {
        let space = space(&["a=0.1 in 0..1 step 0.2", "b=-60 in -100..100 step 40"]);
        let strength =
            |p: &[f64]| -4.0 * (p[0] - 0.6).powi(2) - ((p[1] - 25.0) / 100.0).powi(2) * 4.0;
        for (iterations, matches) in [(200, 1), (100, 4)] {
            for seed in 0..20 {
                let mut noisy = NoisyScore::new(seed, 0.05);
                let play = |a: &[f64], b: &[f64]| noisy.score(logistic(strength(a) - strength(b)));
                let search = run_matches(&space, &method(iterations, matches), seed, play);
                let best = search.best;
                assert!((best[0] - 0.6).abs() < 0.2, "{best:?}");
                assert!((best[1] - 25.0).abs() < 40.0, "{best:?}");
            }
        }
    }

    #[test]
    fn an_end_of_the_range_can_be_best() {
        let space = space(&["a=0.5 in 0..1"]);
        let search = run_matches(&space, &method(200, 1), 3, |a, b| logistic(a[0] - b[0]));
        assert!(search.best[0] > 0.97, "{:?}", search.best);
        for trial in search.rounds.iter().flat_map(|(trials, _)| trials) {
            let rival = trial.rival.as_ref().unwrap();
            assert!([trial.point[0], rival[0]].iter().all(|x| (0.0..=1.0).contains(x)));
        }
    }

    #[test]
    fn whole_numbers_are_found_though_steps_are_small() {
        let space = space(&["d=2 in 1..12 step 1 whole"]);
        for seed in 0..10 {
            let mut noisy = NoisyScore::new(seed, 0.05);
            let strength = |d: f64| -(d - 8.0).powi(2) / 10.0;
            let play = |a: &[f64], b: &[f64]| {
                assert!(a[0].fract() == 0.0 && b[0].fract() == 0.0);
                noisy.score(logistic(strength(a[0]) - strength(b[0])))
            };
            let search = run_matches(&space, &method(300, 1), seed, play);
            assert!((search.best[0] - 8.0).abs() <= 1.0, "{:?}", search.best);
        }
    }
}
