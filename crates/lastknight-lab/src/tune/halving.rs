//! A grid, then ever smaller steps around the best point, as in report 004.

use serde::Serialize;

use super::{NewOptimizer, Optimizer, Parameter, SettingsError, Space, Trial, check_trials};

/// The settings of a search by halving.
///
/// Every point plays the same games against the field: first the grid, then in each round the
/// neighbours of the best point, half a [step](Parameter::step) away, then a quarter, and so on.
/// Ties go to the point played first.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Halving {
    /// The points of the grid. If empty, the start and every combination of the parameters'
    /// [values](Parameter::grid).
    #[serde(skip)]
    pub points: Vec<Vec<f64>>,
    /// The number of halvings.
    pub halvings: usize,
}

/// All combinations and three halvings, as in the report.
impl Default for Halving {
    fn default() -> Self {
        Self { points: Vec::new(), halvings: 3 }
    }
}

/// More halvings have no effect: the step falls below the precision of the numbers.
const MOST_HALVINGS: usize = 50;

impl Halving {
    pub(super) fn start(&self, space: &Space) -> NewOptimizer {
        if self.halvings > MOST_HALVINGS {
            let halvings = self.halvings as f64;
            return Err(SettingsError::Setting("the number of halvings", halvings, "50 or less"));
        }
        let grid = if self.points.is_empty() { product(space)? } else { self.checked(space)? };
        let (space, halvings) = (space.clone(), self.halvings);
        Ok(Box::new(HalvingOptimizer { space, grid, halvings, known: Vec::new(), halved: 0 }))
    }

    fn checked(&self, space: &Space) -> Result<Vec<Vec<f64>>, SettingsError> {
        let parameters = space.parameters();
        for (point, number) in self.points.iter().zip(1..) {
            if point.len() != parameters.len() {
                let (values, parameters) = (point.len(), parameters.len());
                return Err(SettingsError::Values { number, values, parameters });
            }
            for (&value, parameter) in point.iter().zip(parameters) {
                if !parameter.takes(value) {
                    let parameter = parameter.name().to_owned();
                    return Err(SettingsError::Outside { number, value, parameter });
                }
            }
        }
        Ok(without_repeats(self.points.iter().cloned()))
    }
}

/// The start, then all combinations of the parameters' values.
fn product(space: &Space) -> Result<Vec<Vec<f64>>, SettingsError> {
    let grids: Vec<Vec<f64>> = space.parameters().iter().map(Parameter::grid).collect();
    grids.iter().try_fold(1, |count, grid| check_trials(count, grid.len()))?;
    let mut points = vec![Vec::new()];
    for values in grids {
        let longer = |point: &Vec<f64>| {
            let point = point.clone();
            values.iter().map(move |&value| [point.as_slice(), &[value]].concat()).collect()
        };
        points = points.iter().flat_map::<Vec<_>, _>(longer).collect();
    }
    let start = space.start();
    points.retain(|point| *point != start);
    points.insert(0, start);
    Ok(points)
}

fn without_repeats(points: impl Iterator<Item = Vec<f64>>) -> Vec<Vec<f64>> {
    points.fold(Vec::new(), |mut kept, point| {
        if !kept.contains(&point) {
            kept.push(point);
        }
        kept
    })
}

struct HalvingOptimizer {
    space: Space,
    grid: Vec<Vec<f64>>,
    halvings: usize,
    /// The points played and their scores.
    known: Vec<(Vec<f64>, f64)>,
    /// How often the step is halved for the current round; 0 for the grid.
    halved: usize,
}

impl HalvingOptimizer {
    /// The neighbours of the best point that have not been played.
    fn neighbors(&self) -> Vec<Vec<f64>> {
        let best = self.best();
        let around = |(i, parameter): (usize, &Parameter)| {
            let step = parameter.step() / (1_u64 << self.halved) as f64;
            let step = if parameter.is_whole() { step.round().max(1.0) } else { step };
            [-step, step].map(|by| {
                let mut point = best.clone();
                point[i] = parameter.nearest(best[i] + by);
                point
            })
        };
        let all = self.space.parameters().iter().enumerate().flat_map(around);
        without_repeats(all.filter(|point| self.known.iter().all(|(known, _)| known != point)))
    }
}

impl Optimizer for HalvingOptimizer {
    fn ask(&self) -> Vec<Trial> {
        let points = match self.halved {
            0 => self.grid.clone(),
            halved if halved > self.halvings => Vec::new(),
            _ => self.neighbors(),
        };
        points.into_iter().map(Trial::against_field).collect()
    }

    fn tell(&mut self, scores: &[f64]) {
        let points = self.ask().into_iter().map(|trial| trial.point);
        self.known.extend(points.zip(scores.iter().copied()));
        // If all neighbours are known, go on with the next step size.
        self.halved += 1;
        while self.halved <= self.halvings && self.ask().is_empty() {
            self.halved += 1;
        }
    }

    fn best(&self) -> Vec<f64> {
        // The last of equals in reverse is the one played first.
        let best = self.known.iter().rev().max_by(|a, b| a.1.total_cmp(&b.1));
        best.map_or_else(|| self.space.start(), |(point, _)| point.clone())
    }

    fn most_trials(&self) -> usize {
        self.grid.len() + 2 * self.space.parameters().len() * self.halvings
    }
}

#[cfg(test)]
mod tests {
    use super::super::Method;
    use super::super::objectives::{NoisyScore, run, space};
    use super::*;

    fn method(points: &[[f64; 2]], halvings: usize) -> Method {
        Method::Halving(Halving { points: points.iter().map(|p| p.to_vec()).collect(), halvings })
    }

    #[test]
    fn goes_the_way_of_the_report() {
        // The nine pairs of report 004.
        let weights = [1.0, 0.75, 0.5, 0.25, 0.0];
        let second = weights[1..].iter().map(|&w2| [1.0, w2]);
        let nine: Vec<[f64; 2]> = weights.iter().map(|&w1| [w1, 1.0]).chain(second).collect();
        let space = space(&["w1=1 in 0..1 step 0.25", "w2=1 in 0..1 step 0.25"]);
        // Best at (0.2, 1), as in the report.
        let score = |p: &[f64]| 0.8 - (p[0] - 0.2).abs() / 10.0 - (1.0 - p[1]) / 5.0;
        let search = run(&space, &method(&nine, 3), 0, score);
        let points = |(trials, _): &(Vec<Trial>, _)| -> Vec<Vec<f64>> {
            trials.iter().map(|trial| trial.point.clone()).collect()
        };
        let asked: Vec<_> = search.rounds.iter().map(points).collect();
        assert_eq!(asked[0], nine);
        assert_eq!(asked[1], [[0.125, 1.0], [0.375, 1.0], [0.25, 0.875]]);
        assert_eq!(asked[2], [[0.1875, 1.0], [0.3125, 1.0], [0.25, 0.9375]]);
        assert_eq!(asked[3], [[0.15625, 1.0], [0.21875, 1.0], [0.1875, 0.96875]]);
        assert_eq!(search.rounds.len(), 4);
        assert_eq!(search.best, [0.1875, 1.0]);
    }

    #[test]
    fn finds_the_best_of_every_combination() {
        let space = space(&["a=0 in -1..1 step 0.5", "b=0 in 0..8 step 2 whole"]);
        let score = |p: &[f64]| 0.9 - (p[0] - 0.4).powi(2) / 10.0 - (p[1] - 5.0).powi(2) / 100.0;
        let search = run(&space, &method(&[], 6), 0, score);
        assert_eq!(search.rounds[0].0.len(), 25);
        assert_eq!(search.rounds[0].0[0].point, [0.0, 0.0]);
        assert!((search.best[0] - 0.4).abs() < 0.01, "{:?}", search.best);
        assert_eq!(search.best[1], 5.0);
    }

    #[test]
    fn noise_is_survived() {
        let space = space(&["a=0 in 0..1 step 0.25", "b=0 in 0..1 step 0.25"]);
        for seed in 0..20 {
            let mut noisy = NoisyScore::new(seed, 0.02);
            let score = |p: &[f64]| 0.7 - (p[0] - 0.6).powi(2) / 2.0 - (p[1] - 0.3).powi(2) / 2.0;
            let search = run(&space, &method(&[], 3), 0, |p| noisy.score(score(p)));
            let best = search.best;
            assert!((best[0] - 0.6).abs() < 0.4 && (best[1] - 0.3).abs() < 0.4, "{best:?}");
        }
    }

    #[test]
    fn whole_numbers_are_tried_once() {
        let space = space(&["d=3 in 1..8 step 2 whole"]);
        let mut asked = Vec::new();
        let search = run(&space, &method(&[], 50), 0, |p| {
            asked.push(p[0]);
            p[0] / 10.0
        });
        assert_eq!(asked, [3.0, 1.0, 5.0, 7.0, 8.0]);
        assert_eq!(search.best, [8.0]);
    }
}
