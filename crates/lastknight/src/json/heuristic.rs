//! The list of heuristics, and the language of formulas.

use serde::Serialize;

use crate::eval::Parameter;
use crate::eval::feature::{FEATURES, Scope};
use crate::eval::formula::FUNCTIONS;
use crate::eval::registry::{HEURISTICS, RegisteredHeuristic};

/// A heuristic that a text can name.
#[derive(Clone, Debug, Serialize)]
pub struct HeuristicDescription {
    name: &'static str,
    family: &'static str,
    source: &'static str,
    summary: &'static str,
    form: &'static str,
    parameters: Vec<ParameterDescription>,
    /// Whether the opponent's value is the same with the sign changed.
    antisymmetric: bool,
    reading: Option<&'static str>,
}

impl HeuristicDescription {
    /// Describes all registered heuristics.
    #[must_use]
    pub fn all() -> Vec<Self> {
        HEURISTICS.iter().map(Self::from).collect()
    }
}

impl From<&RegisteredHeuristic> for HeuristicDescription {
    fn from(entry: &RegisteredHeuristic) -> Self {
        Self {
            name: entry.name,
            family: entry.family.title(),
            source: entry.family.source(),
            summary: entry.summary,
            form: entry.form,
            parameters: entry.parameters.iter().map(Into::into).collect(),
            antisymmetric: entry.is_antisymmetric,
            reading: entry.reading,
        }
    }
}

/// A parameter of a heuristic or a feature.
#[derive(Clone, Copy, Debug, Serialize)]
struct ParameterDescription {
    name: &'static str,
    summary: &'static str,
    default: f64,
    min: f64,
    max: f64,
    whole: bool,
}

impl From<&Parameter> for ParameterDescription {
    fn from(parameter: &Parameter) -> Self {
        let &Parameter { name, summary, default, min, max, is_whole, .. } = parameter;
        Self { name, summary, default, min, max, whole: is_whole }
    }
}

/// The features, functions and operators of formulas.
#[derive(Clone, Debug, Serialize)]
pub struct FormulaLanguage {
    features: Vec<FeatureDescription>,
    functions: Vec<FunctionDescription>,
    operators: &'static [&'static str],
}

#[derive(Clone, Debug, Serialize)]
struct FeatureDescription {
    name: &'static str,
    summary: &'static str,
    /// Whether the opponent has one too, written with a `'`.
    opponents: bool,
    parameter: Option<ParameterDescription>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct FunctionDescription {
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
}

impl FormulaLanguage {
    /// Describes the whole language.
    #[must_use]
    pub fn all() -> Self {
        let features = FEATURES.iter().map(|feature| FeatureDescription {
            name: feature.name,
            summary: feature.summary,
            opponents: feature.scope == Scope::Player,
            parameter: feature.parameter.as_ref().map(Into::into),
        });
        let functions = FUNCTIONS.iter().map(|function| FunctionDescription {
            name: function.name,
            arguments: function.arguments,
            summary: function.summary,
        });
        Self {
            features: features.collect(),
            functions: functions.collect(),
            operators: &["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!="],
        }
    }
}
