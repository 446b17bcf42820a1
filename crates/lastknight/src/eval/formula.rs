//! Formulas: heuristics that anybody writes in a line.
//!
//! ```text
//! dp * (n - 1.5*n')            numbers, features, + - * / ^ and parentheses
//! if(ply < 30, n - n', n)      comparison and choice
//! H(n) - H(opp.n)              functions; opp.n is n'
//! improved + 5*symmetry        other heuristics
//! ```
//!
//! The way from text to value: the lexer cuts it into tokens, the parser makes a tree ([`Expr`]) of
//! them and knows every name, the program folds constants, tabulates, and is what runs.

mod constants;
mod error;
mod expr;
mod lexer;
mod names;
mod operator;
mod parser;
mod program;

use std::fmt;

pub use constants::{ConstantError, Constants};
pub use error::{FormulaError, Problem};
pub(super) use expr::call;
pub use expr::{Expr, Leaf};
pub(super) use names::has_meaning;
pub(super) use operator::sign;
pub use operator::{Binary, FUNCTIONS, Function, Unary};
pub(super) use parser::{Parsed, parse_form, parse_heuristic};
pub(super) use program::Program;

/// The most parts that a formula can have, those of the heuristics it names included.
pub const MOST_PARTS: usize = 1000;

/// How deep parentheses, signs and exponents can be nested.
pub const DEEPEST: usize = 100;

/// A formula that was understood.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    text: String,
    expr: Expr,
    program: Program,
}

impl Formula {
    /// The formula that was read from a text. Named constants are written out, so that what it is
    /// called says what it is, and it is on one line.
    pub(super) fn new(text: &str, expr: Expr) -> Self {
        let program = Program::new(&expr);
        let text = match expr.has_constants() {
            true => expr.without_constants().to_string(),
            false => text.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        Self { text, expr, program }
    }

    /// The formula as a tree.
    pub(super) fn expr(&self) -> &Expr {
        &self.expr
    }

    /// What runs.
    #[inline]
    pub(super) fn program(&self) -> &Program {
        &self.program
    }
}

/// As it was written, but for named constants and spaces.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
