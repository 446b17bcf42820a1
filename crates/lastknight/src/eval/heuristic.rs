//! Anything that gives a value to a position.

use std::fmt;
use std::str::FromStr;

use super::formula::{
    Constants, Expr, Formula, FormulaError, Parsed, call, parse_form, parse_heuristic,
};
use super::registry::Entry;
use super::scene::{Scene, View};
use super::{WIN, bounded};
use crate::board::{Color, Position, Word};

/// A heuristic: one of the [list](super::registry::HEURISTICS) with its parameters, or a
/// [formula](super::formula).
///
/// ```
/// use lastknight::Heuristic;
///
/// for text in ["improved", "chase(0.25,1)", "dp * (n - 1.5*n')"] {
///     assert_eq!(text.parse::<Heuristic>()?.to_string(), text);
/// }
/// let error = "dp * (shard - n')".parse::<Heuristic>().unwrap_err();
/// assert_eq!(error.to_string(), "column 7: unknown name 'shard'; did you mean 'shared'?");
/// # Ok::<(), lastknight::eval::FormulaError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Heuristic(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Named(&'static Entry, Vec<f64>),
    Formula(Formula),
}

impl Heuristic {
    /// Reads a heuristic in which named constants can occur.
    ///
    /// # Errors
    /// Where the text is neither a heuristic of the list nor a formula, saying why and where.
    pub fn parse(text: &str, constants: &Constants) -> Result<Self, FormulaError> {
        Ok(Self(match parse_heuristic(text, constants)? {
            Parsed::Named(entry, parameters) => Kind::Named(entry, parameters),
            Parsed::Formula(expr) => Kind::Formula(Formula::new(text, expr)),
        }))
    }

    /// The heuristic of the list as it is where no parameters are given.
    #[must_use]
    pub fn of(entry: &'static Entry) -> Self {
        Self(Kind::Named(entry, entry.defaults()))
    }

    /// The entry of the list, unless it is a formula.
    #[must_use]
    pub fn entry(&self) -> Option<&'static Entry> {
        match &self.0 {
            Kind::Named(entry, _) => Some(entry),
            Kind::Formula(_) => None,
        }
    }

    /// The parameters, in the order of the [entry](Self::entry); none for a formula.
    #[must_use]
    pub fn parameters(&self) -> &[f64] {
        match &self.0 {
            Kind::Named(_, parameters) => parameters,
            Kind::Formula(_) => &[],
        }
    }

    /// What it works out, as a tree.
    #[must_use]
    pub fn form(&self) -> Expr {
        match &self.0 {
            Kind::Named(entry, parameters) => parse_form(entry, parameters),
            Kind::Formula(formula) => formula.expr().clone(),
        }
    }

    /// The formula that works out the same, with values for named constants.
    #[must_use]
    pub fn twin(&self) -> Self {
        let form = self.form().without_constants();
        // A feature alone may have the name of a heuristic, which would be read first.
        let text = match form {
            Expr::Feature(_) => format!("({form})"),
            _ => form.to_string(),
        };
        Self(Kind::Formula(Formula::new(&text, form)))
    }

    /// What the position is worth to a player: [`WIN`] or `-WIN` where the game is over, else what
    /// [`estimate`](Self::estimate) says.
    #[must_use]
    #[inline]
    pub fn value<W: Word>(&self, position: &Position<W>, player: Color) -> f64 {
        if position.legal_moves().is_empty() {
            return if player == position.side() { -WIN } else { WIN };
        }
        self.estimate(position, player)
    }

    /// What a position that is not over is worth to a player: a finite number, at most
    /// [`MOST`](super::MOST).
    #[must_use]
    #[inline]
    pub fn estimate<W: Word>(&self, position: &Position<W>, player: Color) -> f64 {
        bounded(self.seen(Scene::new(position).view(player)))
    }

    #[inline]
    fn seen<W: Word>(&self, view: View<'_, W>) -> f64 {
        match &self.0 {
            Kind::Named(entry, parameters) => entry.value(view, parameters),
            Kind::Formula(formula) => formula.program().value(view),
        }
    }
}

/// A heuristic without constants of one's own.
impl FromStr for Heuristic {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        Self::parse(text, &Constants::NONE)
    }
}

/// As [`Heuristic::parse`] reads it.
impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Named(entry, parameters) => f.write_str(&call(entry, parameters)),
            Kind::Formula(formula) => write!(f, "{formula}"),
        }
    }
}
