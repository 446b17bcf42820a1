//! Numbers that a heuristic or a feature can be given.

use std::fmt;

/// A parameter: its name, what it is where nothing is said, and what it can be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parameter {
    /// The name, as in `drilldown(depth=3)`.
    pub name: &'static str,
    /// What it means.
    pub summary: &'static str,
    /// The value where none is given.
    pub default: f64,
    /// The least value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// Whether only whole numbers will do.
    pub is_whole: bool,
}

impl Parameter {
    /// A weight: any number of ordinary size.
    pub(super) const fn weight(name: &'static str, default: f64, summary: &'static str) -> Self {
        Self { name, summary, default, min: -1000.0, max: 1000.0, is_whole: false }
    }

    /// A whole number in a range.
    pub(super) const fn whole(
        name: &'static str,
        default: f64,
        (min, max): (f64, f64),
        summary: &'static str,
    ) -> Self {
        Self { name, summary, default, min, max, is_whole: true }
    }

    /// Whether it can have this value.
    #[must_use]
    pub fn takes(&self, value: f64) -> bool {
        (self.min..=self.max).contains(&value) && (!self.is_whole || value.fract() == 0.0)
    }

    /// The values it can have, in words.
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
