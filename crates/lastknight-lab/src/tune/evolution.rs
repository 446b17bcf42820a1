//! The core of CMA-ES: a normal distribution that moves, turns and stretches towards its best
//! samples.
//!
//! After Hansen, "The CMA Evolution Strategy: A Tutorial" (arXiv 1604.00772), with its default
//! constants and positive weights. The space is unbounded, and samples come back ranked.

use lastknight::Random;

use super::eigen::{Matrix, eigen, identity};
use super::variates::normal;

/// A normal distribution and its learning rates.
#[derive(Clone, Debug)]
pub(super) struct Evolution {
    pub(super) mean: Vec<f64>,
    /// The step size: the overall scale.
    pub(super) sigma: f64,
    covariance: Matrix,
    /// The principal axes of the covariance in columns, and their lengths.
    axes: Matrix,
    lengths: Vec<f64>,
    /// The evolution paths of the mean: with the shape divided out, and with it.
    sigma_path: Vec<f64>,
    shape_path: Vec<f64>,
    updates: usize,
    rates: Rates,
}

/// The constants, named as in the tutorial.
#[derive(Clone, Debug)]
struct Rates {
    population: usize,
    weights: Vec<f64>,
    /// μ_eff: the effective number of samples in the weighted mean.
    effective: f64,
    /// c_σ and d_σ.
    sigma_path: f64,
    damping: f64,
    /// c_c, c_1 and c_μ.
    shape_path: f64,
    rank_one: f64,
    rank_mu: f64,
    /// The expected length of a normal vector.
    usual_length: f64,
}

/// The tutorial's default population for this number of dimensions.
pub(super) fn usual_population(dimensions: usize) -> usize {
    4 + (3.0 * libm::log(dimensions as f64)) as usize
}

impl Rates {
    fn new(dimensions: usize, population: usize) -> Self {
        let n = dimensions as f64;
        let half = libm::log((population as f64 + 1.0) / 2.0);
        let raw: Vec<f64> = (1..=population / 2).map(|i| half - libm::log(i as f64)).collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let effective = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let sigma_path = (effective + 2.0) / (n + effective + 5.0);
        let excess = ((effective - 1.0) / (n + 1.0)).sqrt() - 1.0;
        let rank_one = 2.0 / ((n + 1.3) * (n + 1.3) + effective);
        let rank_mu =
            2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0) * (n + 2.0) + effective);
        Self {
            population,
            weights,
            effective,
            sigma_path,
            damping: 1.0 + 2.0 * excess.max(0.0) + sigma_path,
            shape_path: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            rank_one,
            rank_mu: rank_mu.min(1.0 - rank_one),
            usual_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl Evolution {
    /// A round distribution around the origin. The population must be at least four.
    pub(super) fn new(dimensions: usize, population: usize, sigma: f64) -> Self {
        Self {
            mean: vec![0.0; dimensions],
            sigma,
            covariance: identity(dimensions),
            axes: identity(dimensions),
            lengths: vec![1.0; dimensions],
            sigma_path: vec![0.0; dimensions],
            shape_path: vec![0.0; dimensions],
            updates: 0,
            rates: Rates::new(dimensions, population),
        }
    }

    /// The standard deviation along a coordinate.
    pub(super) fn deviation(&self, coordinate: usize) -> f64 {
        self.sigma * self.covariance[coordinate][coordinate].sqrt()
    }

    pub(super) fn population(&self) -> usize {
        self.rates.population
    }

    /// Normal vectors, one for each sample of a generation.
    pub(super) fn draws(&self, random: &mut Random) -> Vec<Vec<f64>> {
        let dimensions = self.mean.len();
        (0..self.rates.population)
            .map(|_| (0..dimensions).map(|_| normal(random)).collect())
            .collect()
    }

    /// The sample for a normal vector.
    pub(super) fn sample(&self, draw: &[f64]) -> Vec<f64> {
        let turned = self.stretched(draw);
        self.mean.iter().zip(turned).map(|(mean, y)| mean + self.sigma * y).collect()
    }

    /// A normal vector in the shape of the distribution.
    fn stretched(&self, draw: &[f64]) -> Vec<f64> {
        let stretched: Vec<f64> = draw.iter().zip(&self.lengths).map(|(z, d)| z * d).collect();
        self.turned(&stretched)
    }

    /// Converts coordinates along the axes to a vector.
    fn turned(&self, vector: &[f64]) -> Vec<f64> {
        let part = |row: &Vec<f64>| row.iter().zip(vector).map(|(b, x)| b * x).sum();
        self.axes.iter().map(part).collect()
    }

    /// Learns from a generation: its normal vectors, best first.
    pub(super) fn update(&mut self, ranked: &[&Vec<f64>]) {
        let rates = self.rates.clone();
        let parents = || rates.weights.iter().zip(ranked);
        let dimensions = self.mean.len();
        let mut draw = vec![0.0; dimensions];
        for (weight, parent) in parents() {
            add(&mut draw, *weight, parent);
        }
        let step = self.stretched(&draw);
        let round_step = self.turned(&draw);
        add(&mut self.mean, self.sigma, &step);

        decay(&mut self.sigma_path, rates.sigma_path, rates.effective, &round_step);
        self.updates += 1;
        let length = self.sigma_path.iter().map(|x| x * x).sum::<f64>().sqrt();
        // A correction for a path that has just begun and is still shorter.
        let kept = libm::pow(1.0 - rates.sigma_path, 2.0 * self.updates as f64);
        let n = dimensions as f64;
        // While the mean moves fast, the shape waits for the step size (h_σ in the tutorial).
        let runs = length / (1.0 - kept).sqrt() >= (1.4 + 2.0 / (n + 1.0)) * rates.usual_length;
        let moved = if runs { vec![0.0; dimensions] } else { step };
        decay(&mut self.shape_path, rates.shape_path, rates.effective, &moved);

        let spared = if runs { rates.shape_path * (2.0 - rates.shape_path) } else { 0.0 };
        let kept = 1.0 - rates.rank_one * (1.0 - spared) - rates.rank_mu;
        let steps: Vec<(f64, Vec<f64>)> =
            parents().map(|(weight, parent)| (*weight, self.stretched(parent))).collect();
        for i in 0..dimensions {
            for j in 0..=i {
                let one = self.shape_path[i] * self.shape_path[j];
                let mu: f64 = steps.iter().map(|(weight, y)| weight * y[i] * y[j]).sum();
                let entry =
                    kept * self.covariance[i][j] + rates.rank_one * one + rates.rank_mu * mu;
                self.covariance[i][j] = entry;
                self.covariance[j][i] = entry;
            }
        }
        let change = rates.sigma_path / rates.damping * (length / rates.usual_length - 1.0);
        self.sigma *= libm::exp(change.min(1.0));
        let (values, axes) = eigen(&self.covariance);
        // Rounding must not flatten the distribution.
        let least = values.iter().fold(0.0, |a: f64, &b| a.max(b)) * 1e-14;
        self.lengths = values.iter().map(|&value| value.max(least).sqrt()).collect();
        self.axes = axes;
    }
}

fn add(sum: &mut [f64], weight: f64, vector: &[f64]) {
    for (sum, x) in sum.iter_mut().zip(vector) {
        *sum += weight * x;
    }
}

/// Decays a path and adds a step, so that a path of random steps keeps its expected length.
fn decay(path: &mut [f64], rate: f64, effective: f64, step: &[f64]) {
    for x in path.iter_mut() {
        *x *= 1.0 - rate;
    }
    add(path, (rate * (2.0 - rate) * effective).sqrt(), step);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of samples until the mean costs less than `target`.
    fn evaluations(
        dimensions: usize,
        start: f64,
        sigma: f64,
        target: f64,
        seed: u64,
        cost: impl Fn(&[f64]) -> f64,
    ) -> usize {
        let mut evolution = Evolution::new(dimensions, usual_population(dimensions), sigma);
        evolution.mean = vec![start; dimensions];
        let mut random = Random::new(seed);
        let mut count = 0;
        while cost(&evolution.mean) > target {
            let draws = evolution.draws(&mut random);
            let mut ranked: Vec<(f64, &Vec<f64>)> =
                draws.iter().map(|draw| (cost(&evolution.sample(draw)), draw)).collect();
            ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
            count += ranked.len();
            let ranked: Vec<&Vec<f64>> = ranked.into_iter().map(|(_, draw)| draw).collect();
            evolution.update(&ranked);
            assert!(count < 100_000, "stuck at {}", cost(&evolution.mean));
        }
        count
    }

    fn sphere(x: &[f64]) -> f64 {
        x.iter().map(|x| x * x).sum()
    }

    /// Axis lengths from 1 to 1,000.
    fn ellipsoid(x: &[f64]) -> f64 {
        let last = (x.len() - 1) as f64;
        x.iter().enumerate().map(|(i, x)| 1e6_f64.powf(i as f64 / last) * x * x).sum()
    }

    fn rosenbrock(x: &[f64]) -> f64 {
        x.windows(2).map(|w| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2)).sum()
    }

    /// Another implementation of the tutorial, the crate `cmaes` 0.2.2 with positive weights, has
    /// medians of 1640, 5910, 2400 and 132. A wrong constant or a missing term costs far more.
    #[test]
    fn takes_as_many_evaluations_as_it_should() {
        type Cost = fn(&[f64]) -> f64;
        for (name, dimensions, start, cost, expected) in [
            ("sphere", 10, 1.0, sphere as Cost, 1300..2000),
            ("ellipsoid", 10, 1.0, ellipsoid, 5000..7000),
            ("Rosenbrock", 5, 0.0, rosenbrock, 1600..2600),
            ("line", 1, 1.0, sphere, 70..180),
        ] {
            let mut counts: Vec<usize> =
                (0..5).map(|seed| evaluations(dimensions, start, 0.5, 1e-10, seed, cost)).collect();
            counts.sort_unstable();
            assert!(expected.contains(&counts[2]), "{name}: {}", counts[2]);
        }
    }

    #[test]
    fn weights_are_those_of_the_tutorial() {
        let rates = Rates::new(10, 10);
        assert!((rates.weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        assert!(rates.weights.windows(2).all(|w| w[0] > w[1]) && rates.weights[4] > 0.0);
        assert!((rates.effective - 3.167).abs() < 0.001, "{}", rates.effective);
        assert_eq!([1, 2, 5, 10, 20].map(usual_population), [4, 6, 8, 10, 12]);
    }

    #[test]
    fn random_ranking_changes_little() {
        let mut random = Random::new(9);
        let mut evolution = Evolution::new(4, 12, 1.0);
        for _ in 0..300 {
            let draws = evolution.draws(&mut random);
            evolution.update(&draws.iter().collect::<Vec<_>>());
        }
        let deviation = evolution.deviation(0);
        assert!((0.05..20.0).contains(&deviation), "{deviation}");
    }
}
