//! Heuristics that can be named, and what formulas are made of.

use serde::Serialize;

use crate::eval::Parameter;
use crate::eval::feature::{FEATURES, Feature, Scope};
use crate::eval::formula::{FUNCTIONS, Function};
use crate::eval::registry::{HEURISTICS, RegisteredHeuristic};

/// A heuristic that can be named.
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
    /// All registered heuristics.
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
pub struct ParameterDescription {
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

/// What formulas are made of.
#[derive(Clone, Debug, Serialize)]
pub struct FormulaLanguage {
    features: Vec<FeatureDescription>,
    functions: Vec<FunctionDescription>,
    operators: &'static [&'static str],
}

impl FormulaLanguage {
    /// All features, functions and operators.
    #[must_use]
    pub fn all() -> Self {
        Self {
            features: FEATURES.iter().map(Into::into).collect(),
            functions: FUNCTIONS.iter().map(Into::into).collect(),
            operators: &["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!="],
        }
    }
}

/// A function of formulas.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct FunctionDescription {
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
}

impl From<&Function> for FunctionDescription {
    fn from(function: &Function) -> Self {
        Self { name: function.name, arguments: function.arguments, summary: function.summary }
    }
}

/// A feature of positions.
#[derive(Clone, Debug, Serialize)]
pub struct FeatureDescription {
    name: &'static str,
    summary: &'static str,
    /// Whether the opponent has one too, written with a `'`.
    opponents: bool,
    parameter: Option<ParameterDescription>,
}

impl From<&Feature> for FeatureDescription {
    fn from(feature: &Feature) -> Self {
        Self {
            name: feature.name,
            summary: feature.summary,
            opponents: feature.scope == Scope::Player,
            parameter: feature.parameter.as_ref().map(Into::into),
        }
    }
}
