//! What names mean in formulas, and which was meant.

use super::constants::Constants;
use super::operator::FUNCTIONS;
use crate::eval::feature::FEATURES;
use crate::eval::parameter::Parameter;
use crate::eval::registry::HEURISTICS;

/// Whether a name means something in every formula.
pub(super) fn has_meaning(name: &str) -> bool {
    known_names().any(|known| known == name) || name == "opp"
}

/// Every name that means something in every formula.
fn known_names<'a>() -> impl Iterator<Item = &'a str> {
    let features = FEATURES.iter().map(|feature| feature.name);
    features.chain(FUNCTIONS.iter().map(|f| f.name)).chain(HEURISTICS.iter().map(|h| h.name))
}

/// How much of an unknown name is compared with the known ones: more than the longest of them has.
const LONGEST_NAME: usize = 40;

/// The nearest of some names, if it is near enough to have been meant.
pub(super) fn nearest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    let lower: String = name.chars().take(LONGEST_NAME).collect::<String>().to_lowercase();
    names
        .map(|known| (strsim::damerau_levenshtein(&lower, &known.to_lowercase()), known))
        .filter(|&(distance, known)| {
            let length = known.chars().count();
            distance <= 1 + length / 4 && distance < length
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known.to_owned())
}

/// The names of one's own that a formula can use.
#[derive(Clone, Copy)]
pub(super) enum Names<'a> {
    Of(&'a Constants),
    Parameters(&'a [Parameter], &'a [f64]),
}

impl<'a> Names<'a> {
    pub(super) fn value(self, name: &str) -> Option<f64> {
        match self {
            Self::Of(constants) => constants.get(name),
            Self::Parameters(parameters, values) => {
                let place = parameters.iter().position(|parameter| parameter.name == name);
                place.map(|place| values[place])
            }
        }
    }

    /// These and those that every formula knows.
    pub(super) fn all(self) -> impl Iterator<Item = &'a str> {
        let constants = match self {
            Self::Of(constants) => Some(constants),
            Self::Parameters(..) => None,
        };
        known_names().chain(constants.into_iter().flat_map(Constants::names))
    }
}
