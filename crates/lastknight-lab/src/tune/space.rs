//! The parameters of a search.

use lastknight::quote::quote;

use super::Parameter;

/// One or more parameters with distinct names.
#[derive(Clone, Debug, PartialEq)]
pub struct Space(Vec<Parameter>);

const MOST: usize = 20;

impl Space {
    /// Creates a space from its parameters.
    ///
    /// # Errors
    /// Returns an error if there are none or more than 20, or two have the same name.
    pub fn new(parameters: Vec<Parameter>) -> Result<Self, SpaceError> {
        if parameters.is_empty() || parameters.len() > MOST {
            return Err(SpaceError::Count(parameters.len()));
        }
        for (i, parameter) in parameters.iter().enumerate() {
            if parameters[..i].iter().any(|other| other.name() == parameter.name()) {
                return Err(SpaceError::Twice(parameter.name().to_owned()));
            }
        }
        Ok(Self(parameters))
    }

    /// Returns the parameters, in the order of a point's values.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.0
    }

    /// Returns the point at which a search begins.
    #[must_use]
    pub fn start(&self) -> Vec<f64> {
        self.0.iter().map(Parameter::start).collect()
    }

    /// The values of a point with their names.
    pub(crate) fn label(&self, point: &[f64]) -> String {
        let value =
            |(parameter, value): (&Parameter, &f64)| format!("{}={value}", parameter.name());
        self.0.iter().zip(point).map(value).collect::<Vec<_>>().join(", ")
    }

    /// The point with `value(parameter, number)` for each parameter.
    pub(super) fn map(&self, numbers: &[f64], value: impl Fn(&Parameter, f64) -> f64) -> Vec<f64> {
        self.0.iter().zip(numbers).map(|(parameter, &n)| value(parameter, n)).collect()
    }
}

/// Why parameters are not a valid space.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpaceError {
    /// None, or too many.
    #[error("a search takes 1 to {MOST} parameters, not {0}")]
    Count(usize),
    /// Two have the same name.
    #[error("parameter {} is given twice", quote(.0))]
    Twice(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_few_and_different() {
        let space =
            |texts: &[String]| Space::new(texts.iter().map(|text| text.parse().unwrap()).collect());
        let named = |i: usize| format!("p{i}=1 in 0..2");
        let most: Vec<String> = (0..MOST).map(named).collect();
        assert_eq!(space(&most).unwrap().start(), [1.0; MOST]);
        let more: Vec<String> = (0..=MOST).map(named).collect();
        let error = |texts: &[String]| space(texts).unwrap_err().to_string();
        assert_eq!(error(&more), "a search takes 1 to 20 parameters, not 21");
        assert_eq!(error(&[]), "a search takes 1 to 20 parameters, not 0");
        assert_eq!(error(&[named(1), named(2), named(1)]), "parameter 'p1' is given twice");
    }
}
