//! Heuristics: registered ones, formulas and Rust functions behind one type.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::formula::{
    Constants, Expr, Formula, FormulaError, Parsed, call, has_meaning, parse_form, parse_heuristic,
};
use super::registry::RegisteredHeuristic;
use super::scene::Scene;
use super::{WIN, bounded};
use crate::board::{Color, Position, Word};
use crate::quote::quote;

/// A heuristic: a [registered](super::registry::HEURISTICS) one with its parameters, a
/// [formula](super::formula), or a [function](Self::from_fn).
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
pub struct Heuristic(Source);

/// A Rust function that evaluates a position for a player.
type ValueFn = dyn Fn(&Position, Color) -> f64 + Send + Sync;

#[derive(Clone)]
enum Source {
    Named(&'static RegisteredHeuristic, Vec<f64>),
    Formula(Formula),
    Function(Arc<str>, Arc<ValueFn>),
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a name cannot be given to a heuristic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeuristicNameError {
    /// Not of the form letter, then letters, digits, `-` and `_`.
    #[error("heuristic {}: a name is a letter, then letters, digits, '-' and '_'", quote(.0))]
    Form(String),
    /// A feature, a function or a registered heuristic has this name.
    #[error("heuristic {}: the name is taken, formulas know it already", quote(.0))]
    Taken(String),
}

impl Heuristic {
    /// Parses a heuristic that may use named constants.
    ///
    /// # Errors
    /// Returns an error if the text is neither a registered heuristic nor a formula, with the
    /// reason and the column.
    pub fn parse(text: &str, constants: &Constants) -> Result<Self, FormulaError> {
        Ok(Self(match parse_heuristic(text, constants)? {
            Parsed::Named(entry, parameters) => Source::Named(entry, parameters),
            Parsed::Formula(expr, has_constants) => {
                Source::Formula(Formula::new(text, expr, has_constants))
            }
        }))
    }

    /// Creates a heuristic from a Rust function. `value` returns the evaluation of a position that
    /// is not over, from a player's point of view: higher is better.
    /// [`Agent::with_heuristic`](crate::Agent::with_heuristic) makes an agent play by it.
    ///
    /// Values are made finite and clamped, as for every heuristic. The heuristic prints as its
    /// name, and results are stored under it, so a changed function needs a new name.
    ///
    /// The function receives a [`Position`] of the width that holds every board. On boards of up to
    /// 64 squares, searches convert their narrower form for each call. An alpha-beta search with
    /// `improved` written this way ran at 47 million nodes per second on 7x7 and at 49 million on
    /// 11x9; with the built-in one it ran at 53 and 62 million.
    ///
    /// ```
    /// use lastknight::{Agent, Color, Heuristic, Position};
    ///
    /// let mobility = |position: &Position, player: Color| {
    ///     let moves = |color| f64::from(position.moves_of(color).count());
    ///     moves(player) - 2.0 * moves(!player)
    /// };
    /// let heuristic = Heuristic::from_fn("mobility-2", mobility)?;
    /// let agent = "alphabeta(depth=3)".parse::<Agent>()?.with_heuristic(heuristic)?;
    /// assert_eq!(agent.to_string(), "alphabeta(mobility-2, depth=3)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the name is not a letter followed by letters, digits, `-` and `_`, or
    /// has a meaning in formulas.
    pub fn from_fn(
        name: &str,
        value: impl Fn(&Position, Color) -> f64 + Send + Sync + 'static,
    ) -> Result<Self, HeuristicNameError> {
        let is_part = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.bytes().all(is_part) {
            return Err(HeuristicNameError::Form(name.to_owned()));
        }
        if has_meaning(name) {
            return Err(HeuristicNameError::Taken(name.to_owned()));
        }
        Ok(Self(Source::Function(name.into(), Arc::new(value))))
    }

    /// Returns a registered heuristic with its default parameters.
    #[must_use]
    pub fn of(entry: &'static RegisteredHeuristic) -> Self {
        Self(Source::Named(entry, entry.defaults()))
    }

    /// Returns the registry entry of a registered heuristic.
    #[must_use]
    pub fn entry(&self) -> Option<&'static RegisteredHeuristic> {
        match &self.0 {
            Source::Named(entry, _) => Some(entry),
            _ => None,
        }
    }

    /// Returns whether this is a formula, which agents print in quotes.
    #[must_use]
    pub fn is_formula(&self) -> bool {
        matches!(self.0, Source::Formula(_))
    }

    /// Returns the parameters, in the order of the [entry](Self::entry). Empty if there is no
    /// entry.
    #[must_use]
    pub fn parameters(&self) -> &[f64] {
        match &self.0 {
            Source::Named(_, parameters) => parameters,
            _ => &[],
        }
    }

    /// Returns the heuristic as an expression tree, or `None` for a [function](Self::from_fn).
    #[must_use]
    pub fn form(&self) -> Option<Expr> {
        match &self.0 {
            Source::Named(entry, parameters) => Some(parse_form(entry, parameters)),
            Source::Formula(formula) => Some(formula.expr().clone()),
            Source::Function(..) => None,
        }
    }

    /// Returns the equivalent formula, with values in place of named constants, or `None` for a
    /// [function](Self::from_fn).
    #[must_use]
    pub fn twin(&self) -> Option<Self> {
        let form = self.form()?.without_constants();
        // A lone feature may share its name with a heuristic, which the parser would prefer.
        let text = match form {
            Expr::Feature(_) => format!("({form})"),
            _ => form.to_string(),
        };
        Some(Self(Source::Formula(Formula::new(&text, form, false))))
    }

    /// Evaluates a position for a player: [`WIN`] or `-WIN` if the game is over, else
    /// [`estimate`](Self::estimate).
    #[must_use]
    #[inline]
    pub fn value<W: Word>(&self, position: &Position<W>, player: Color) -> f64 {
        if position.legal_moves().is_empty() {
            return if player == position.side() { -WIN } else { WIN };
        }
        self.estimate(position, player)
    }

    /// Evaluates a position that is not over for a player. The value is finite and within
    /// ±[`MOST`](super::MOST).
    #[must_use]
    #[inline]
    pub fn estimate<W: Word>(&self, position: &Position<W>, player: Color) -> f64 {
        let scene = Scene::new(position);
        bounded(match &self.0 {
            Source::Named(entry, parameters) => entry.value(scene.view(player), parameters),
            Source::Formula(formula) => formula.program().value(scene.view(player)),
            Source::Function(_, value) => value(&position.convert(), player),
        })
    }
}

/// Parses a heuristic without named constants.
impl FromStr for Heuristic {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        Self::parse(text, &Constants::NONE)
    }
}

/// The text that [`Heuristic::parse`] reads; a [function](Heuristic::from_fn) prints as its name.
impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(entry, parameters) => f.write_str(&call(entry, parameters)),
            Self::Formula(formula) => write!(f, "{formula}"),
            Self::Function(name, _) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::MOST;

    #[test]
    fn names_of_functions_are_checked() {
        let error = |name| Heuristic::from_fn(name, |_, _| 0.0).unwrap_err();
        for name in ["", "2a", "a b", "a'", "é", "-a"] {
            assert_eq!(error(name), HeuristicNameError::Form(name.to_owned()));
        }
        for name in ["n", "improved", "opp", "sqrt", "mcts-light"] {
            let found = Heuristic::from_fn(name, |_, _| 0.0).map(|_| ());
            let is_taken = found == Err(HeuristicNameError::Taken(name.to_owned()));
            assert_eq!(is_taken, name != "mcts-light", "{name}");
        }
    }

    #[test]
    fn values_of_functions_are_finite_on_boards_of_any_size() {
        let odd = Heuristic::from_fn("odd", |position, player| match player {
            Color::White => f64::INFINITY * position.size().area() as f64,
            Color::Black => f64::NAN,
        });
        let odd = odd.unwrap();
        assert_eq!(
            (odd.to_string(), odd.form().is_none(), odd.twin().is_none()),
            ("odd".to_owned(), true, true)
        );
        for board in ["7/7/7/3N3/1n5/7/7 w", "10/10/10/3N6/1n8/10/10/10 w"] {
            let position: Position = board.parse().unwrap();
            let values = Color::ALL.map(|player| odd.value(&position, player));
            assert_eq!(values, [MOST, 0.0]);
            if let Some(narrow) = position.narrow() {
                assert_eq!(odd.value(&narrow, Color::White), MOST);
            }
        }
        assert_eq!(odd.value(&"Nn w".parse::<Position>().unwrap(), Color::White), -WIN);
    }
}
