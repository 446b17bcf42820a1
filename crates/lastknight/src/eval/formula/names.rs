//! What names mean in formulas, and which was meant.

use super::constants::Constants;
use super::lexer::is_part_of_name;
use super::operator::FUNCTIONS;
use crate::eval::feature::{FEATURES, Feature};
use crate::eval::parameter::Parameter;
use crate::eval::registry::HEURISTICS;
use crate::quote::{LONGEST_NAME, nearest};

/// Whether a name means something in every formula.
pub(in crate::eval) fn has_meaning(name: &str) -> bool {
    known_names().any(|known| known == name) || name == "opp"
}

/// Every name that means something in every formula.
fn known_names<'a>() -> impl Iterator<Item = &'a str> {
    let features = FEATURES.iter().map(|feature| feature.name);
    features.chain(FUNCTIONS.iter().map(|f| f.name)).chain(HEURISTICS.iter().map(|h| h.name))
}

/// How other languages call what formulas have.
const FOREIGN: [(&str, &str); 4] =
    [("ln", "log"), ("pow", "^"), ("opp", "opp.n"), ("opponent", "opp.n")];

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

    /// What was meant by an unknown name at a column: the name, which may be longer than the word that
    /// stands there, the column where that begins, and the known name it is like.
    pub(super) fn meant(
        self,
        text: &str,
        name: &str,
        column: usize,
    ) -> (String, usize, Option<String>) {
        // `n_` and `opp_n` are how some programs write n'.
        let stripped = name.strip_suffix('_').or(name.strip_prefix("opp_"));
        if let Some(feature) = stripped.and_then(Feature::named) {
            return (name.to_owned(), column, Some(format!("{}'", feature.name)));
        }
        if let Some((_, own)) = FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
            return (name.to_owned(), column, Some((*own).to_owned()));
        }
        // A misspelt name with hyphens was taken apart; put together it may be like another.
        let (joined, begin) = joined(text, column);
        if joined != name
            && let Some(meant) = nearest(&joined, self.all().filter(|name| name.contains(COMPOUND)))
        {
            return (joined, begin, Some(meant));
        }
        (name.to_owned(), column, nearest(name, self.all()))
    }
}

/// What names of several words have between the words.
const COMPOUND: [char; 2] = ['-', '+'];

/// The words around a column that are joined by hyphens, and the column where they begin.
fn joined(text: &str, column: usize) -> (String, usize) {
    let is_joined = |c: &char| is_part_of_name(*c) || COMPOUND.contains(c);
    let before: Vec<char> = text.chars().take(column - 1).collect();
    let own = before.iter().rev().take_while(|c| is_joined(c)).count();
    let begin = column - own;
    let joined = text.chars().skip(begin - 1).take_while(is_joined).take(LONGEST_NAME);
    (joined.collect(), begin)
}
