//! The figures of a measurement: rows against columns, each with its interval and what it was made from.

use lastknight::stats::{Estimate, Pairs, Z95, wilson};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::measure::ALL;

/// What figures are counted in, and how they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Of a hundred.
    Percent,
    /// Of a hundred, where the first row is the hundred.
    Ratio,
    /// Half-moves.
    Plies,
}

impl Unit {
    /// What stands behind a number.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Percent | Self::Ratio => "%",
            Self::Plies => "plies",
        }
    }
}

/// A row or a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it is called.
    pub name: String,
    /// Where it stands on the axis of a curve.
    pub x: Option<f64>,
}

impl Axis {
    /// One that is nowhere on an axis.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), x: None }
    }
}

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The figure with its interval of 95 %; both ends are the figure itself where it is exact.
    pub estimate: Estimate,
    /// How many games, positions or lines it was made from.
    pub count: u64,
    /// What each opening, position or line came to, in the order that all rows of a column share; logarithms where
    /// figures are ratios; empty where the figure is exact.
    samples: Vec<f64>,
}

impl Cell {
    /// An exact figure about so many positions.
    #[must_use]
    pub fn exact(value: f64, count: u64) -> Self {
        Self { estimate: Estimate { value, low: value, high: value }, count, samples: Vec::new() }
    }

    /// The score of pairs whose openings are not known.
    #[must_use]
    pub fn pairs(pairs: Pairs) -> Option<Self> {
        let (low, high) = pairs.interval(Z95);
        let estimate =
            Estimate { value: 100.0 * pairs.score()?, low: 100.0 * low, high: 100.0 * high };
        Some(Self { estimate, count: 2 * pairs.count(), samples: Vec::new() })
    }

    /// Whether no chance is in it.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.estimate.low == self.estimate.high
    }

    /// The mean of samples from 0 to 100, with the interval of Wilson for as many independent trials as vary so much.
    /// Each sample stands for the same number of results.
    #[must_use]
    pub fn percent(samples: Vec<f64>, count: u64) -> Option<Self> {
        if samples.is_empty() {
            return None;
        }
        // Half an observation at each end, less where each sample is the mean of several pairs of results.
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

    /// The mean of numbers.
    #[must_use]
    pub fn mean(samples: Vec<f64>, count: u64) -> Option<Self> {
        let estimate = mean(&samples, 1.0)?;
        Some(Self { estimate, count, samples })
    }

    /// The geometric mean of ratios, in percent, by their logarithms.
    #[must_use]
    pub fn ratio(samples: Vec<f64>, count: u64) -> Option<Self> {
        let estimate = exponential(mean(&samples, 0.0)?);
        Some(Self { estimate, count, samples })
    }
}

/// Rows against columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// What figures are counted in.
    pub unit: Unit,
    /// What is measured, a few words for the head of a table or an axis.
    pub measure: String,
    /// What counts are of: games, positions, lines.
    pub counted: &'static str,
    /// Who or what is measured.
    pub rows: Vec<Axis>,
    /// Against whom, or under what.
    pub columns: Vec<Axis>,
    /// A figure for each row and column, where there is one.
    pub cells: Vec<Vec<Option<Cell>>>,
}

impl Grid {
    /// A figure by the names of its row and column; without a name, of the column of all, or the last one.
    #[must_use]
    pub fn cell(&self, row: &str, column: Option<&str>) -> Option<&Cell> {
        self.cells.get(self.row(row)?)?.get(self.column(column)?)?.as_ref()
    }

    /// By how much a row is ahead of another in a column, each opening, position or line by itself: the difference, or
    /// the ratio in percent where figures are ratios.
    #[must_use]
    pub fn lead(&self, row: &str, over: &str, column: Option<&str>) -> Option<Cell> {
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
            Unit::Percent => {
                let estimate = mean(&differences, range(&differences, count))?;
                Some(Cell { estimate, count, samples: differences })
            }
            Unit::Ratio => Cell::ratio(differences, count),
            Unit::Plies => Cell::mean(differences, count),
        }
    }

    fn row(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.name == name)
    }

    fn column(&self, name: Option<&str>) -> Option<usize> {
        match name {
            None => {
                let all = self.columns.iter().position(|column| column.name == ALL);
                all.or(self.columns.len().checked_sub(1))
            }
            Some(name) => self.columns.iter().position(|column| column.name == name),
        }
    }
}

/// The range of percentages, narrower where each sample is the mean of more than a pair of results.
fn range(samples: &[f64], count: u64) -> f64 {
    100.0 / pairs_each(samples, count).sqrt()
}

/// How many pairs of results each sample stands for, at least one.
fn pairs_each(samples: &[f64], count: u64) -> f64 {
    (count as f64 / samples.len().max(1) as f64 / 2.0).max(1.0)
}

/// Mean and variance. Half an observation half the range away to each side is added to the variance, so that it is never
/// 0: what never varied may still vary.
fn moments(samples: &[f64], range: f64) -> Option<(f64, f64)> {
    if samples.is_empty() {
        return None;
    }
    let count = samples.len() as f64;
    let mean = samples.iter().sum::<f64>() / count;
    let squares: f64 = samples.iter().map(|sample| (sample - mean) * (sample - mean)).sum();
    let freedom = (count - 1.0).max(1.0);
    Some((mean, (squares + range * range / 4.0) / freedom))
}

/// The mean with its interval.
fn mean(samples: &[f64], range: f64) -> Option<Estimate> {
    let (value, variance) = moments(samples, range)?;
    let margin = quantile(samples.len()) * (variance / samples.len() as f64).sqrt();
    // A single sample says nothing about how others vary.
    let margin = if samples.len() < 2 { f64::MAX.sqrt() } else { margin };
    Some(Estimate { value, low: value - margin, high: value + margin })
}

/// Logarithms as percent.
fn exponential(estimate: Estimate) -> Estimate {
    let percent = |logarithm: f64| 100.0 * libm::exp(logarithm.clamp(-50.0, 50.0));
    Estimate {
        value: percent(estimate.value),
        low: percent(estimate.low),
        high: percent(estimate.high),
    }
}

/// How many standard errors make an interval of 95 % with this many samples: Student's quantile.
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
        let grid = Grid {
            unit: Unit::Percent,
            measure: String::new(),
            counted: "games",
            rows: vec![Axis::named("a"), Axis::named("b")],
            columns: vec![Axis::named("all")],
            cells: vec![vec![cell(&[100.0, 50.0, 0.0, 50.0])], vec![cell(&[50.0, 0.0, 0.0, 0.0])]],
        };
        let lead = grid.lead("a", "b", None).unwrap();
        assert_eq!(lead.estimate.value, 37.5);
        assert!(lead.estimate.low < 37.5 && lead.estimate.high > 37.5);
        let own = grid.lead("a", "a", Some("all")).unwrap();
        assert_eq!(own.estimate.value, 0.0);
        assert!(own.estimate.low < 0.0, "what never varied may still vary");
        assert!(grid.lead("a", "c", None).is_none());
    }

    /// As Wilson has it for independent trials, at the ends of the range too.
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
