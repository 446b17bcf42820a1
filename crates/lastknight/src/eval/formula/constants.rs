//! Named constants defined by the user.

use std::collections::BTreeMap;

use super::{lexer, names};
use crate::quote::quote;

/// Named numbers for formulas. With the feature `serde` they can be read from a table of them.
///
/// ```
/// use lastknight::eval::Constants;
/// use lastknight::{Color, Heuristic, Position};
///
/// let mut constants = Constants::NONE;
/// constants.set("alpha", 1.5)?;
/// let mine = Heuristic::parse("n - alpha*n'", &constants)?;
/// let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
/// assert_eq!(mine.value(&position, Color::White), 7.0 - 1.5 * 5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize),
    serde(try_from = "BTreeMap<String, f64>")
)]
pub struct Constants(BTreeMap<String, f64>);

impl Constants {
    /// No constants.
    pub const NONE: Self = Self(BTreeMap::new());

    /// Sets a constant.
    ///
    /// # Errors
    /// Returns an error if the name is not valid in a formula or already has a meaning there, or if
    /// the value is not finite.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), ConstantError> {
        if !lexer::is_name(name) {
            return Err(ConstantError::Name(name.to_owned()));
        }
        if names::has_meaning(name) {
            return Err(ConstantError::Taken(name.to_owned()));
        }
        if !value.is_finite() {
            return Err(ConstantError::Value(name.to_owned(), value));
        }
        self.0.insert(name.to_owned(), value);
        Ok(())
    }

    /// Returns the value of a constant.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<f64> {
        self.0.get(name).copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl TryFrom<BTreeMap<String, f64>> for Constants {
    type Error = ConstantError;

    fn try_from(values: BTreeMap<String, f64>) -> Result<Self, ConstantError> {
        let mut constants = Self::NONE;
        for (name, value) in values {
            constants.set(&name, value)?;
        }
        Ok(constants)
    }
}

/// Why a constant is not valid.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConstantError {
    /// Not of the form letter, then letters, digits and underscores.
    #[error("constant {}: a name is a letter, then letters, digits and '_'", quote(.0))]
    Name(String),
    /// A feature, a function or a heuristic has this name.
    #[error("constant {}: the name is taken, formulas know it already", quote(.0))]
    Taken(String),
    /// Infinite, or not a number.
    #[error("constant {}: {} is not a finite number", quote(.0), .1)]
    Value(String, f64),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_is_refused() {
        let mut constants = Constants::NONE;
        let mut error = |name, value| constants.set(name, value).unwrap_err().to_string();
        assert_eq!(error("n", 1.0), "constant 'n': the name is taken, formulas know it already");
        for taken in ["if", "sqrt", "H", "improved", "opp", "drill"] {
            assert!(error(taken, 1.0).contains("taken"), "{taken}");
        }
        for name in ["", "2a", "a-b", "a b", "a'"] {
            assert!(error(name, 1.0).contains("a name is a letter"), "{name}");
        }
        assert_eq!(error("c", f64::NAN), "constant 'c': NaN is not a finite number");
        assert_eq!(constants.set("alpha", 1.5), Ok(()));
        assert_eq!(constants.get("alpha"), Some(1.5));
    }
}
