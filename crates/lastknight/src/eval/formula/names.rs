//! The meaning of names in formulas, and suggestions for unknown ones.

use super::constants::Constants;
use super::lexer::is_part_of_name;
use super::operator::FUNCTIONS;
use crate::eval::feature::{FEATURES, Feature};
use crate::eval::parameter::Parameter;
use crate::eval::registry::HEURISTICS;
use crate::quote::{LONGEST_NAME, nearest};

/// Whether a name has a meaning in every formula.
pub(in crate::eval) fn has_meaning(name: &str) -> bool {
    known_names().any(|known| known == name) || name == "opp"
}

/// The names with a meaning in every formula.
fn known_names<'a>() -> impl Iterator<Item = &'a str> {
    let features = FEATURES.iter().map(|feature| feature.name);
    features.chain(FUNCTIONS.iter().map(|f| f.name)).chain(HEURISTICS.iter().map(|h| h.name))
}

/// Names from other languages and what formulas use instead.
const FOREIGN: [(&str, &str); 4] =
    [("ln", "log"), ("pow", "^"), ("opp", "opp.n"), ("opponent", "opp.n")];

/// Additional names: the user's constants, or a heuristic's parameters in its form.
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

    /// All names that can be suggested.
    pub(super) fn all(self) -> impl Iterator<Item = &'a str> {
        let constants = match self {
            Self::Of(constants) => Some(constants),
            Self::Parameters(..) => None,
        };
        known_names().chain(constants.into_iter().flat_map(Constants::names))
    }

    /// Suggests a replacement for an unknown name. Returns the name, which may be longer than the
    /// word at this column, the column where it begins, and the nearest known name.
    pub(super) fn meant(
        self,
        text: &str,
        name: &str,
        column: usize,
    ) -> (String, usize, Option<String>) {
        // Some programs write `n_` or `opp_n` for n'.
        let stripped = name.strip_suffix('_').or(name.strip_prefix("opp_"));
        if let Some(feature) = stripped.and_then(Feature::named) {
            return (name.to_owned(), column, Some(format!("{}'", feature.name)));
        }
        if let Some((_, own)) = FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
            return (name.to_owned(), column, Some((*own).to_owned()));
        }
        // The lexer splits a misspelt hyphenated name; rejoined it may be close to a known one.
        let (joined, begin) = joined(text, column);
        if joined != name
            && let Some(meant) = nearest(&joined, self.all().filter(|name| name.contains(COMPOUND)))
        {
            return (joined, begin, Some(meant));
        }
        (name.to_owned(), column, nearest(name, self.all()))
    }
}

/// The separators within compound names.
const COMPOUND: [char; 2] = ['-', '+'];

/// The compound word around a column, and the column where it begins.
fn joined(text: &str, column: usize) -> (String, usize) {
    let is_joined = |c: &char| is_part_of_name(*c) || COMPOUND.contains(c);
    let before: Vec<char> = text.chars().take(column - 1).collect();
    let own = before.iter().rev().take_while(|c| is_joined(c)).count();
    let begin = column - own;
    let joined = text.chars().skip(begin - 1).take_while(is_joined).take(LONGEST_NAME);
    (joined.collect(), begin)
}
