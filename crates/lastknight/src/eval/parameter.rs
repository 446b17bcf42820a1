//! Numeric parameters of heuristics and features.

use std::fmt;

/// A parameter: name, default and range.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parameter {
    /// The name, as in `drilldown(depth=3)`.
    pub name: &'static str,
    /// What it means.
    pub summary: &'static str,
    /// The default value.
    pub default: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// Whether the value must be a whole number.
    pub is_whole: bool,
}

impl Parameter {
    /// A weight, from -1000 to 1000.
    pub(super) const fn weight(name: &'static str, default: f64, summary: &'static str) -> Self {
        Self { name, summary, default, min: -1000.0, max: 1000.0, is_whole: false }
    }

    pub(super) const fn whole(
        name: &'static str,
        default: f64,
        (min, max): (f64, f64),
        summary: &'static str,
    ) -> Self {
        Self { name, summary, default, min, max, is_whole: true }
    }

    /// Returns whether the value is allowed.
    #[must_use]
    pub fn takes(&self, value: f64) -> bool {
        (self.min..=self.max).contains(&value) && (!self.is_whole || value.fract() == 0.0)
    }

    /// Describes the allowed values.
    #[must_use]
    pub fn range(&self) -> String {
        let kind = if self.is_whole { "a whole number" } else { "a number" };
        format!("{kind} from {} to {}", self.min, self.max)
    }
}

/// `name=default`.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.default)
    }
}
