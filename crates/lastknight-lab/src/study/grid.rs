//! The figures of a measurement: rows and columns of estimates with their intervals and sample sizes.

use lastknight::stats::{Estimate, Pairs, Z95, wilson};
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF, StudentsT};

use super::measure::ALL;

/// The unit of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FigureUnit {
    /// Percent.
    Percent,
    /// Percent of the first row's figure.
    Ratio,
    /// Plies.
    Plies,
    /// Nodes.
    Nodes,
}

impl FigureUnit {
    /// Returns the text after a number.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Percent | Self::Ratio => "%",
            Self::Plies => "plies",
            Self::Nodes => "nodes",
        }
    }
}

/// A row or a column.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// Its place on the axis of a curve.
    pub x: Option<f64>,
}

impl Axis {
    /// Creates one without a place on a curve.
    pub(super) fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), x: None }
    }
}

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The figure with its 95 % interval, which is empty if the figure is exact.
    pub estimate: Estimate,
    /// The number of games, positions or lines behind it.
    pub count: u64,
    /// The result of each opening, position or line, in the same order for all rows of a column. Logarithms for ratios,
    /// empty for exact figures.
    samples: Vec<f64>,
}

impl Cell {
    /// Creates an exact figure of this number of positions.
    pub(super) fn exact(value: f64, count: u64) -> Self {
        Self { estimate: Estimate { value, low: value, high: value }, count, samples: Vec::new() }
    }

    /// Returns the score of pairs whose openings are not known.
    pub(super) fn pairs(pairs: Pairs) -> Option<Self> {
        let (low, high) = pairs.interval(Z95);
        let estimate =
            Estimate { value: 100.0 * pairs.score()?, low: 100.0 * low, high: 100.0 * high };
        Some(Self { estimate, count: 2 * pairs.count(), samples: Vec::new() })
    }

    /// Returns whether the figure is exact.
    pub(super) fn is_exact(&self) -> bool {
        self.estimate.low == self.estimate.high
    }

    /// Returns the mean of samples from 0 to 100, with Wilson's interval for the number of independent trials that have the
    /// same variance. Each sample stands for the same number of results.
    pub(super) fn percent(samples: Vec<f64>, count: u64) -> Option<Self> {
        if samples.is_empty() {
            return None;
        }
        // Half an observation at each end, less if each sample is the mean of several pairs of results.
        let number = samples.len() as f64;
        let weight = 0.5 / pairs_each(&samples, count);
        let all = number + 2.0 * weight;
        let sum: f64 = samples.iter().sum();
        let middle = (sum + weight * 100.0) / all;
        let square = |sample: f64| (sample - middle) * (sample - middle);
        let squares: f64 = samples.iter().copied().map(square).sum();
        let variance = (squares + weight * (square(0.0) + square(100.0))) / all;
        let trials = number * middle * (100.0 - middle) / variance;
        let (low, high) = wilson(sum / number / 100.0, trials, quantile(samples.len()));
        let estimate = Estimate { value: sum / number, low: 100.0 * low, high: 100.0 * high };
        Some(Self { estimate, count, samples })
    }

    /// Returns the mean of numbers.
    pub(super) fn mean(samples: Vec<f64>, count: u64) -> Option<Self> {
        let estimate = mean(&samples, 1.0)?;
        Some(Self { estimate, count, samples })
    }

    /// Returns the standard deviation of numbers, with the interval of a normal distribution's.
    pub(super) fn deviation(samples: &[f64]) -> Option<Self> {
        let count = samples.len();
        let freedom = count.checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
        let mean = samples.iter().sum::<f64>() / count as f64;
        let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
        let chi = ChiSquared::new(freedom).ok()?;
        let end = |share: f64| (squares / chi.inverse_cdf(share)).sqrt();
        let estimate =
            Estimate { value: (squares / freedom).sqrt(), low: end(0.975), high: end(0.025) };
        Some(Self { estimate, count: count as u64, samples: Vec::new() })
    }

    /// Returns the geometric mean of ratios in percent, from their logarithms.
    pub(super) fn ratio(samples: Vec<f64>, count: u64) -> Option<Self> {
        let Estimate { value, low, high } = mean(&samples, 0.0)?;
        let [value, low, high] =
            [value, low, high].map(|logarithm| 100.0 * libm::exp(logarithm.clamp(-50.0, 50.0)));
        let estimate = Estimate { value, low, high };
        Some(Self { estimate, count, samples })
    }
}

/// The figures of a measurement.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The unit of the figures.
    pub unit: FigureUnit,
    /// What is measured, for the head of a table or an axis.
    pub measure: String,
    /// What is counted: games, positions or lines.
    pub counted: &'static str,
    /// The agents, lines, boards or points.
    pub rows: Vec<Axis>,
    /// The opponents or conditions.
    pub columns: Vec<Axis>,
    /// The figures by row and column.
    pub cells: Vec<Vec<Option<Cell>>>,
}

impl Grid {
    /// Creates a grid of percentages.
    pub(super) fn percent(
        measure: &str,
        counted: &'static str,
        rows: Vec<Axis>,
        columns: Vec<Axis>,
        cells: Vec<Vec<Option<Cell>>>,
    ) -> Self {
        let measure = measure.to_owned();
        Self { unit: FigureUnit::Percent, measure, counted, rows, columns, cells }
    }

    /// Returns a figure by the names of its row and column. The default column is that of all opponents, or the last.
    #[must_use]
    pub fn cell(&self, row: &str, column: Option<&str>) -> Option<&Cell> {
        let row = self.rows.iter().position(|own| own.name == row)?;
        self.at(row, self.column(column)?)
    }

    pub(super) fn at(&self, row: usize, column: usize) -> Option<&Cell> {
        self.cells.get(row)?.get(column)?.as_ref()
    }

    /// Whether all figures are exact.
    pub(super) fn is_exact(&self) -> bool {
        self.cells.iter().flatten().flatten().all(Cell::is_exact)
    }

    /// Returns the lead of a row over another in a column, compared by opening, position or line: the difference, or the
    /// ratio in percent if figures are ratios.
    pub(super) fn lead(&self, row: &str, over: &str, column: Option<&str>) -> Option<Cell> {
        let (first, second) = (self.cell(row, column)?, self.cell(over, column)?);
        let count = first.count.min(second.count);
        if first.samples.is_empty() && first.is_exact() && second.is_exact() {
            return Some(Cell::exact(first.estimate.value - second.estimate.value, count));
        }
        if first.samples.len() != second.samples.len() {
            return None;
        }
        let pairs = first.samples.iter().zip(&second.samples);
        let differences: Vec<f64> = pairs.map(|(first, second)| first - second).collect();
        match self.unit {
            FigureUnit::Percent => {
                // The range is narrower if each sample is the mean of more than one pair of results.
                let range = 100.0 / pairs_each(&differences, count).sqrt();
                let estimate = mean(&differences, range)?;
                Some(Cell { estimate, count, samples: differences })
            }
            FigureUnit::Ratio => Cell::ratio(differences, count),
            FigureUnit::Plies | FigureUnit::Nodes => Cell::mean(differences, count),
        }
    }

    /// The column of this name; by default that of all opponents, or the last.
    pub(super) fn column(&self, name: Option<&str>) -> Option<usize> {
        let named = |name: &str| self.columns.iter().position(|column| column.name == name);
        match name {
            None => named(ALL).or(self.columns.len().checked_sub(1)),
            Some(name) => named(name),
        }
    }

    /// The most important column: that of all opponents, or the last.
    pub(super) fn total(&self) -> usize {
        self.column(None).unwrap_or_default()
    }
}

/// The number of pairs of results behind each sample, at least one.
fn pairs_each(samples: &[f64], count: u64) -> f64 {
    (count as f64 / samples.len().max(1) as f64 / 2.0).max(1.0)
}

/// The mean with its interval. Half an observation half the range away to each side is added to the variance, so that it is
/// never 0: samples that did not vary may still vary.
fn mean(samples: &[f64], range: f64) -> Option<Estimate> {
    if samples.is_empty() {
        return None;
    }
    let count = samples.len() as f64;
    let value = samples.iter().sum::<f64>() / count;
    let squares: f64 = samples.iter().map(|sample| (sample - value) * (sample - value)).sum();
    let variance = (squares + range * range / 4.0) / (count - 1.0).max(1.0);
    let margin = quantile(samples.len()) * (variance / count).sqrt();
    // A single sample has no variance.
    let margin = if samples.len() < 2 { f64::MAX.sqrt() } else { margin };
    Some(Estimate { value, low: value - margin, high: value + margin })
}

/// Student's quantile: the number of standard errors in a 95 % interval with this number of samples.
fn quantile(samples: usize) -> f64 {
    let freedom = samples.saturating_sub(1).max(1) as f64;
    let student = StudentsT::new(0.0, 1.0, freedom).expect("at least one degree of freedom");
    student.inverse_cdf(0.975)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Student's table with 1, 2, 4, 9, 99 and many degrees of freedom.
    #[test]
    fn quantiles_are_those_of_the_table() {
        let table =
            [(2, 12.706), (3, 4.303), (5, 2.776), (10, 2.262), (100, 1.984), (1_000_000, 1.960)];
        for (samples, expected) in table {
            assert!((quantile(samples) - expected).abs() < 0.0005, "{samples}");
        }
    }

    #[test]
    fn leads_are_taken_sample_by_sample() {
        let cell = |samples: &[f64]| Cell::percent(samples.to_vec(), 8);
        let cells = vec![vec![cell(&[100.0, 50.0, 0.0, 50.0])], vec![cell(&[50.0, 0.0, 0.0, 0.0])]];
        let (rows, columns) = (["a", "b"].map(Axis::named).into(), vec![Axis::named("all")]);
        let grid = Grid::percent("", "games", rows, columns, cells);
        let lead = grid.lead("a", "b", None).unwrap();
        assert_eq!(lead.estimate.value, 37.5);
        assert!(lead.estimate.low < 37.5 && lead.estimate.high > 37.5);
        let own = grid.lead("a", "a", Some("all")).unwrap();
        assert_eq!(own.estimate.value, 0.0);
        assert!(own.estimate.low < 0.0, "samples that did not vary may still vary");
        assert!(grid.lead("a", "c", None).is_none());
    }

    /// For independent trials, also at the ends of the range.
    #[test]
    fn percentages_have_the_intervals_of_wilson() {
        for (hits, of) in [(0, 100), (0, 1000), (3, 1000), (500, 1000), (990, 1000), (1000, 1000)] {
            let samples = (0..of).map(|at| if at < hits { 100.0 } else { 0.0 }).collect();
            let cell = Cell::percent(samples, of).unwrap().estimate;
            let (low, high) = wilson(hits as f64 / of as f64, of as f64, Z95);
            let tolerance = 0.03 * (high - low);
            assert!((cell.low / 100.0 - low).abs() < tolerance, "{hits} of {of}: {cell:?}");
            assert!((cell.high / 100.0 - high).abs() < tolerance, "{hits} of {of}: {cell:?}");
        }
    }

    #[test]
    fn ratios_are_geometric_means() {
        let cell = Cell::ratio(vec![libm::log(0.5), libm::log(2.0)], 2).unwrap();
        assert!((cell.estimate.value - 100.0).abs() < 1e-9);
        assert!(cell.estimate.low >= 0.0 && cell.estimate.high.is_finite());
    }
}
