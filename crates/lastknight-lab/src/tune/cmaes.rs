//! CMA-ES (Hansen) for bounded parameters and noisy scores.

use lastknight::Random;
use serde::Serialize;

use super::evolution::{Evolution, usual_population};
use super::{
    NewOptimizer, Optimizer, Parameter, SettingsError, Space, Trial, check_count, check_size,
    check_trials,
};

/// The settings of CMA-ES.
///
/// The points of a generation, drawn from a normal distribution, play the same games against the
/// field. Then the distribution moves, stretches and shrinks towards the better half. Only the order
/// of the scores counts, and the result is the mean, not the luckiest point. Points beyond the end
/// of a range are mirrored back, so that an end can be best.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cmaes {
    /// The number of generations.
    pub generations: usize,
    /// The number of points in a generation. By default twice as many as without noise.
    pub population: Option<usize>,
    /// The standard deviation of the first generation, in [steps](Parameter::step).
    pub deviation: f64,
}

/// 30 generations from a distribution one step wide.
impl Default for Cmaes {
    fn default() -> Self {
        Self { generations: 30, population: None, deviation: 1.0 }
    }
}

/// The smallest population whose better half is meaningful.
const LEAST_POPULATION: usize = 4;

impl Cmaes {
    pub(super) fn start(&self, space: &Space, seed: u64) -> NewOptimizer {
        let dimensions = space.parameters().len();
        let population = self.population.unwrap_or(2 * usual_population(dimensions));
        check_count("the number of generations", self.generations)?;
        if population < LEAST_POPULATION {
            return Err(SettingsError::Setting("the population", population as f64, "4 or more"));
        }
        check_trials(self.generations, population)?;
        check_size("the deviation", self.deviation)?;
        let mut optimizer = CmaesOptimizer {
            space: space.clone(),
            generations: self.generations,
            seed,
            evolution: Evolution::new(dimensions, population, self.deviation),
            done: 0,
        };
        optimizer.keep_to_ranges();
        Ok(Box::new(optimizer))
    }
}

/// A running search. The evolution's space has its origin at the start and steps as units.
struct CmaesOptimizer {
    space: Space,
    generations: usize,
    seed: u64,
    evolution: Evolution,
    /// The number of finished generations.
    done: usize,
}

impl CmaesOptimizer {
    /// The normal vectors of this generation.
    fn draws(&self) -> Vec<Vec<f64>> {
        self.evolution.draws(&mut Random::numbered(self.seed, self.done as u64))
    }

    /// The point with these coordinates of the evolution.
    fn point(&self, coordinates: &[f64]) -> Vec<f64> {
        self.space.map(coordinates, |parameter, x| {
            parameter.readable(mirrored(parameter, parameter.start() + x * parameter.step()))
        })
    }

    /// A distribution wider than the ranges adds nothing: mirroring folds it back many times.
    fn keep_to_ranges(&mut self) {
        for (i, parameter) in self.space.parameters().iter().enumerate() {
            let widest = (parameter.max() - parameter.min()) / 2.0 / parameter.step();
            let deviation = self.evolution.deviation(i);
            if deviation > widest {
                self.evolution.sigma *= widest / deviation;
            }
        }
    }
}

/// Reflects a value beyond an end of the range back into it.
fn mirrored(parameter: &Parameter, value: f64) -> f64 {
    let (min, max) = (parameter.min(), parameter.max());
    let from_min = (value - min).rem_euclid(2.0 * (max - min));
    if from_min > max - min { max - (from_min - (max - min)) } else { min + from_min }
}

impl Optimizer for CmaesOptimizer {
    fn ask(&self) -> Vec<Trial> {
        if self.done >= self.generations {
            return Vec::new();
        }
        let trial =
            |draw: &Vec<f64>| Trial::against_field(self.point(&self.evolution.sample(draw)));
        self.draws().iter().map(trial).collect()
    }

    fn tell(&mut self, scores: &[f64]) {
        if scores.iter().any(|&score| score != scores[0]) {
            let draws = self.draws();
            let mut ranked: Vec<usize> = (0..draws.len()).collect();
            ranked.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
            let ranked: Vec<&Vec<f64>> = ranked.into_iter().map(|i| &draws[i]).collect();
            self.evolution.update(&ranked);
            self.keep_to_ranges();
        }
        self.done += 1;
    }

    fn best(&self) -> Vec<f64> {
        // Until it has learned something, the mean is the start with all its digits.
        if self.evolution.mean.iter().all(|&x| x == 0.0) {
            return self.space.start();
        }
        self.point(&self.evolution.mean)
    }

    fn most_trials(&self) -> usize {
        self.generations * self.evolution.population()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Method;
    use super::super::objectives::{NoisyScore, run, space};
    use super::*;

    fn method(generations: usize) -> Method {
        Method::Cmaes(Cmaes { generations, ..Cmaes::default() })
    }

    #[test]
    fn finds_the_best_point_of_a_curved_valley() {
        let space = space(&["a=-1 in -2..2 step 0.5", "b=1.5 in -2..2 step 0.5"]);
        let cost = |p: &[f64]| 100.0 * (p[1] - p[0] * p[0]).powi(2) + (1.0 - p[0]).powi(2);
        let search = run(&space, &method(80), 4, |p| 1.0 / (1.0 + cost(p)));
        let best = search.best;
        assert!((best[0] - 1.0).abs() < 0.02 && (best[1] - 1.0).abs() < 0.03, "{best:?}");
    }

    /// Five parameters of different scales, and scores with the noise of a hundred game pairs.
    #[test]
    fn noise_is_survived() {
        let space = space(&[
            "a=0.1 in 0..1 step 0.2",
            "b=-60 in -100..100 step 40",
            "c=1 in 0..4 step 1",
            "d=0.5 in 0..1 step 0.25",
            "e=0.01 in 0..0.1 step 0.02",
        ]);
        let optimum = [0.6, 25.0, 2.5, 0.25, 0.05];
        let distances = |p: &[f64]| -> Vec<f64> {
            let parameters = space.parameters().iter();
            parameters.zip(p).zip(optimum).map(|((q, x), best)| (x - best) / q.step()).collect()
        };
        for seed in 0..10 {
            let mut noisy = NoisyScore::new(seed, 0.03);
            let score = |p: &[f64]| 0.7 - distances(p).iter().map(|d| d * d).sum::<f64>() / 40.0;
            let search = run(&space, &method(60), seed, |p| noisy.score(score(p)));
            let away = distances(&search.best).iter().map(|d| d * d).sum::<f64>().sqrt();
            assert!(away < 1.2, "{away} steps away: {:?}", search.best);
        }
    }

    #[test]
    fn an_end_of_the_range_can_be_best() {
        let space = space(&["a=0.5 in 0..1", "b=3 in 0..9 step 2 whole"]);
        let search = run(&space, &method(40), 1, |p| {
            assert!((0.0..=1.0).contains(&p[0]) && (0.0..=9.0).contains(&p[1]));
            assert_eq!(p[1].fract(), 0.0);
            (p[0] + (9.0 - p[1]) / 9.0) / 2.0
        });
        let best = search.best;
        assert!(best[0] > 0.95 && best[1] == 0.0, "{best:?}");
    }

    #[test]
    fn one_parameter_is_enough() {
        let space = space(&["a=0.9 in 0..1"]);
        let search = run(&space, &method(30), 1, |p| 0.9 - (p[0] - 0.3).powi(2));
        assert!((search.best[0] - 0.3).abs() < 0.01, "{:?}", search.best);
    }

    #[test]
    fn pure_noise_keeps_to_the_ranges() {
        let space = space(&["a=0.5 in 0..1", "b=3 in 0..8 whole"]);
        let mut noisy = NoisyScore::new(3, 0.1);
        let search = run(&space, &method(300), 1, |p| {
            assert!(space.parameters().iter().zip(p).all(|(parameter, &x)| parameter.takes(x)));
            noisy.score(0.5)
        });
        assert!(search.best.iter().all(|x| x.is_finite()));
    }

    #[test]
    fn ranges_are_mirrors() {
        let parameter = "a=1 in -1..2".parse::<Parameter>().unwrap();
        for (value, expected) in [(0.5, 0.5), (2.5, 1.5), (-1.5, -0.5), (5.5, -0.5), (-100.0, 2.0)]
        {
            assert_eq!(mirrored(&parameter, value), expected, "{value}");
        }
    }
}
