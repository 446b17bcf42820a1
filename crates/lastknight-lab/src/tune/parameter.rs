//! Parameters of a search: name, start and range.

use std::fmt;
use std::str::FromStr;

use lastknight::quote::quote;

/// A parameter, written `NAME=START in MIN..MAX`, optionally followed by `step STEP`, `at
/// VALUE,VALUE,…` and `whole`.
///
/// The step is a change worth trying, by default a quarter of the range. `at` gives the values of a
/// grid, which by default go from end to end in steps. `whole` allows only whole numbers.
///
/// ```
/// use lastknight_lab::tune::Parameter;
///
/// let weight: Parameter = "w1=0.3125 in 0..1".parse()?;
/// assert_eq!((weight.start(), weight.step()), (0.3125, 0.25));
/// assert_eq!(weight.grid(), [0.0, 0.25, 0.5, 0.75, 1.0]);
/// let from: Parameter = "from=30 in 0..49 step 10 at 5,15,25,30 whole".parse()?;
/// assert_eq!(from.grid(), [5.0, 15.0, 25.0, 30.0]);
/// let error = "w1=2 in 0..1".parse::<Parameter>().unwrap_err();
/// assert_eq!(error.to_string(), "parameter 'w1': 2 is not in 0..1");
/// # Ok::<(), lastknight_lab::tune::ParameterError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    name: String,
    start: f64,
    min: f64,
    max: f64,
    step: f64,
    grid: Vec<f64>,
    is_whole: bool,
}

/// The largest number allowed in a parameter, and the smallest except zero.
const LARGEST: f64 = 1e9;
const SMALLEST: f64 = 1e-9;

/// The maximum number of steps in the range of a parameter.
const MOST_VALUES: f64 = 1000.0;

impl Parameter {
    /// Returns the name, as in the template.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value at which the search begins.
    #[must_use]
    pub fn start(&self) -> f64 {
        self.start
    }

    pub(super) fn min(&self) -> f64 {
        self.min
    }

    pub(super) fn max(&self) -> f64 {
        self.max
    }

    /// Returns the step: a change worth trying.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.step
    }

    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns its values in a grid.
    #[must_use]
    pub fn grid(&self) -> Vec<f64> {
        if self.grid.is_empty() { self.even_grid() } else { self.grid.clone() }
    }

    /// From the minimum in steps, and the maximum if the steps do not meet it.
    fn even_grid(&self) -> Vec<f64> {
        let count = ((self.max - self.min) / self.step * (1.0 + 1e-12)).floor();
        let mut grid: Vec<f64> =
            (0..=count as usize).map(|i| (self.min + i as f64 * self.step).min(self.max)).collect();
        if self.max - grid[grid.len() - 1] > self.step * 1e-9 {
            grid.push(self.max);
        }
        grid
    }

    /// Returns whether the value is allowed.
    #[must_use]
    pub fn takes(&self, value: f64) -> bool {
        (self.min..=self.max).contains(&value) && (!self.is_whole || value.fract() == 0.0)
    }

    /// Returns the nearest allowed value.
    pub(super) fn nearest(&self, value: f64) -> f64 {
        let value = if self.is_whole { value.round() } else { value };
        // Adding zero turns -0.0 into 0.0.
        value.clamp(self.min, self.max) + 0.0
    }

    /// The nearest allowed value with few digits: precise to a thousandth of a step.
    pub(super) fn readable(&self, value: f64) -> f64 {
        let mut scale = 1.0;
        while scale * self.step < 1000.0 && scale < 1e15 {
            scale *= 10.0;
        }
        self.nearest((value * scale).round() / scale)
    }
}

impl FromStr for Parameter {
    type Err = ParameterError;

    fn from_str(text: &str) -> Result<Self, ParameterError> {
        let shape = || ParameterError::new(text.trim(), Problem::Shape);
        let (name, rest) = text.split_once('=').ok_or_else(shape)?;
        let name = name.trim();
        if !is_name(name) {
            return Err(ParameterError::new(name, Problem::Name));
        }
        parse(name, rest).map_err(|problem| ParameterError::new(name, problem))
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

fn parse(name: &str, text: &str) -> Result<Parameter, Problem> {
    let mut words = text.split_whitespace();
    let mut next = || words.next().ok_or(Problem::Shape);
    let start = number(next()?)?;
    if next()? != "in" {
        return Err(Problem::Shape);
    }
    let (min, max) = next()?.split_once("..").ok_or(Problem::Shape)?;
    let (min, max) = (number(min)?, number(max)?);
    if min >= max {
        return Err(Problem::Range(min, max));
    }
    let (mut step, mut grid, mut is_whole) = (None, Vec::new(), false);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(Problem::Shape);
        match word {
            "step" if step.is_none() => step = Some(number(value()?)?),
            "at" if grid.is_empty() => {
                grid = value()?.split(',').map(number).collect::<Result<_, _>>()?;
            }
            "whole" if !is_whole => is_whole = true,
            "step" | "at" | "whole" => return Err(Problem::Twice(word.to_owned())),
            _ => return Err(Problem::Word(word.to_owned())),
        }
    }
    let quarter = (max - min) / 4.0;
    let step = step.unwrap_or(if is_whole { quarter.ceil() } else { quarter });
    if step <= 0.0 || step > max - min || step * MOST_VALUES < max - min {
        return Err(Problem::Step(step, max - min));
    }
    let name = name.to_owned();
    let parameter = Parameter { name, start, min, max, step, grid, is_whole };
    let own = [min, max, step];
    if let Some(&value) = own.iter().find(|value| is_whole && value.fract() != 0.0) {
        return Err(Problem::Whole(value));
    }
    for &value in [start].iter().chain(&parameter.grid) {
        if !(min..=max).contains(&value) {
            return Err(Problem::Outside(value, min, max));
        }
        if !parameter.takes(value) {
            return Err(Problem::Whole(value));
        }
    }
    Ok(parameter)
}

fn number(text: &str) -> Result<f64, Problem> {
    let number =
        text.parse().ok().filter(|n: &f64| *n == 0.0 || (SMALLEST..=LARGEST).contains(&n.abs()));
    number.map(|n| n + 0.0).ok_or_else(|| Problem::Number(text.to_owned()))
}

/// In the form that is parsed. The step is always shown, the grid if one was given.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, start, min, max, step, .. } = self;
        write!(f, "{name}={start} in {min}..{max} step {step}")?;
        for (i, value) in self.grid.iter().enumerate() {
            write!(f, "{}{value}", if i == 0 { " at " } else { "," })?;
        }
        f.write_str(if self.is_whole { " whole" } else { "" })
    }
}

/// Why a text is not a parameter.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("parameter {}: {problem}", quote(.name))]
pub struct ParameterError {
    name: String,
    problem: Problem,
}

impl ParameterError {
    fn new(name: &str, problem: Problem) -> Self {
        Self { name: name.to_owned(), problem }
    }
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
enum Problem {
    #[error("write NAME=START in MIN..MAX, then perhaps 'step STEP', 'at VALUE,VALUE,…', 'whole'")]
    Shape,
    #[error("a name is a letter, then letters, digits, '-' and '_'")]
    Name,
    #[error("{} is not a number of ordinary size", quote(.0))]
    Number(String),
    #[error("the range {0}..{1} is empty")]
    Range(f64, f64),
    #[error("a step must be above 0 and from a thousandth up to all of the range, {1}, not {0}")]
    Step(f64, f64),
    #[error("{0} is not in {1}..{2}")]
    Outside(f64, f64, f64),
    #[error("{0} is not a whole number")]
    Whole(f64),
    #[error("{} is given twice", quote(.0))]
    Twice(String),
    #[error("{} is unknown: use 'step', 'at' or 'whole'", quote(.0))]
    Word(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Parameter {
        text.parse().unwrap()
    }

    #[test]
    fn texts_round_trip() {
        for text in [
            "w1=0.3125 in 0..1 step 0.25",
            "depth=4 in 1..8 step 2 whole",
            "from=30 in 0..49 step 10 at 5,15,25,30 whole",
            "c-2=-1.5 in -2..0.5 step 0.1",
        ] {
            assert_eq!(parsed(text).to_string(), text);
        }
        let loose = " w = 1  in .5..1.5 whole  step 1";
        assert!(loose.parse::<Parameter>().is_err());
        assert_eq!(parsed(" w = 1  in 0..1e1  whole").to_string(), "w=1 in 0..10 step 3 whole");
        assert_eq!(parsed("w=-0 in -1..1 at -0,1").to_string(), "w=0 in -1..1 step 0.5 at 0,1");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("w", "parameter 'w': write NAME=START in MIN..MAX, then"),
            ("w=1", "parameter 'w': write NAME=START in MIN..MAX, then"),
            ("w=1 in", "parameter 'w': write NAME=START in MIN..MAX, then"),
            ("w=1 in 3", "parameter 'w': write NAME=START in MIN..MAX, then"),
            ("w=1 of 0..1", "parameter 'w': write NAME=START in MIN..MAX, then"),
            ("w=1 in 0..1 step", "parameter 'w': write NAME=START in MIN..MAX, then"),
            ("=1 in 0..1", "parameter '': a name is a letter"),
            ("2w=1 in 0..1", "parameter '2w': a name is a letter"),
            ("w=one in 0..1", "parameter 'w': 'one' is not a number"),
            ("w=nan in 0..1", "parameter 'w': 'nan' is not a number"),
            ("w=1 in 0..inf", "parameter 'w': 'inf' is not a number"),
            ("w=1 in 0..1e10", "parameter 'w': '1e10' is not a number of ordinary size"),
            ("w=1e-10 in 0..1", "parameter 'w': '1e-10' is not a number of ordinary size"),
            ("w=1 in 0..1 at 0,,1", "parameter 'w': '' is not a number"),
            ("w=1 in 2..1", "parameter 'w': the range 2..1 is empty"),
            ("w=1 in 1..1", "parameter 'w': the range 1..1 is empty"),
            ("w=1 in 0..1 step 0", "parameter 'w': a step must be above 0"),
            ("w=1 in 0..1 step 2", "parameter 'w': a step must be above 0"),
            ("w=1 in 0..1 step 0.0001", "parameter 'w': a step must be above 0"),
            ("w=2 in 0..1", "parameter 'w': 2 is not in 0..1"),
            ("w=1 in 0..1 at 0,2", "parameter 'w': 2 is not in 0..1"),
            ("w=1.5 in 0..4 whole", "parameter 'w': 1.5 is not a whole number"),
            ("w=1 in 0..4.5 whole", "parameter 'w': 4.5 is not a whole number"),
            ("w=1 in 0..4 step 0.5 whole", "parameter 'w': 0.5 is not a whole number"),
            ("w=1 in 0..4 at 1,2.5 whole", "parameter 'w': 2.5 is not a whole number"),
            ("w=1 in 0..4 whole whole", "parameter 'w': 'whole' is given twice"),
            ("w=1 in 0..4 by 2", "parameter 'w': 'by' is unknown"),
        ] {
            let error = text.parse::<Parameter>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }

    #[test]
    fn grids_reach_both_ends() {
        assert_eq!(parsed("w=0 in 0..1 step 0.3").grid(), [0.0, 0.3, 0.6, 0.3 * 3.0, 1.0]);
        assert_eq!(parsed("w=0 in 0..1 step 0.1").grid().len(), 11);
        assert_eq!(parsed("w=2 in 1..8 whole").grid(), [1.0, 3.0, 5.0, 7.0, 8.0]);
        assert_eq!(parsed("w=0 in 0..1 step 0.001").grid().len(), 1001);
    }

    #[test]
    fn values_are_kept_in_the_range_and_readable() {
        let weight = parsed("w=0 in -1..1 step 0.25");
        assert_eq!(weight.nearest(3.0), 1.0);
        assert_eq!(weight.readable(0.123_456_789), 0.1235);
        assert_eq!(weight.readable(-0.000_001).to_string(), "0");
        let whole = parsed("d=3 in 1..8 whole");
        assert_eq!((whole.nearest(3.4), whole.readable(99.0)), (3.0, 8.0));
        assert_eq!(parsed("d=3 in 0..1000000 step 5000").readable(123.4), 123.0);
    }
}
