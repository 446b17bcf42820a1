//! Formulas: heuristics written in one line.
//!
//! ```text
//! dp * (n - 1.5*n')            numbers, features, + - * / ^ and parentheses
//! if(ply < 30, n - n', n)      comparison and choice
//! H(n) - H(opp.n)              functions; opp.n is n'
//! improved + 5*symmetry        other heuristics
//! ```
//!
//! The lexer splits the text into tokens, the parser resolves every name and builds a tree
//! ([`Expr`]), and the program, with constants folded and small parts tabulated, is what runs.

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

/// The maximum number of parts of a formula, including those of the heuristics it names.
pub const MOST_PARTS: usize = 1000;

/// The maximum nesting of parentheses, signs and exponents.
pub const DEEPEST: usize = 100;

/// A parsed formula.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    text: String,
    expr: Expr,
    program: Program,
}

impl Formula {
    /// Creates a formula from its text and tree. The stored text has values in place of named
    /// constants, so it is self-contained, and is on one line.
    pub(super) fn new(text: &str, expr: Expr, has_constants: bool) -> Self {
        let program = Program::new(&expr);
        let text = match has_constants {
            true => expr.without_constants().to_string(),
            false => text.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        Self { text, expr, program }
    }

    pub(super) fn expr(&self) -> &Expr {
        &self.expr
    }

    #[inline]
    pub(super) fn program(&self) -> &Program {
        &self.program
    }
}

/// As it was written, except for named constants and white space.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
