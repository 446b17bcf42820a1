//! The operators and functions of formulas. Each gives the same bits on every machine.

use crate::eval::conversion;
use crate::eval::divide;

/// Whole exponents up to this are computed by repeated multiplication.
const LARGEST_EXPONENT: f64 = 64.0;

/// An operation on one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-x`
    Negate,
    /// `abs(x)`
    Abs,
    /// `sqrt(x)`
    Sqrt,
    /// `log(x)`, natural
    Log,
    /// `exp(x)`
    Exp,
    /// `sign(x)`: -1, 0 or 1
    Sign,
    /// `H(x)` = 1 + 1/2 + … + 1/x
    H,
    /// `Q(x)` = 1 + 1/4 + … + 1/x²
    Q,
}

impl Unary {
    /// The operator or function name.
    pub(super) const fn symbol(self) -> &'static str {
        match self {
            Self::Negate => "-",
            Self::Abs => "abs",
            Self::Sqrt => "sqrt",
            Self::Log => "log",
            Self::Exp => "exp",
            Self::Sign => "sign",
            Self::H => "H",
            Self::Q => "Q",
        }
    }

    #[inline]
    pub(super) fn apply(self, x: f64) -> f64 {
        match self {
            Self::Negate => -x,
            Self::Abs => x.abs(),
            Self::Sqrt => x.sqrt(),
            Self::Log => log(x),
            Self::Exp => exp(x),
            Self::Sign => sign(x),
            Self::H | Self::Q if x.is_nan() => x,
            Self::H => conversion::linear(conversion::whole(x)),
            Self::Q => conversion::quadratic(conversion::whole(x)),
        }
    }
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`; finite if `b` is 0
    Divide,
    /// `a ^ b`
    Power,
    /// `a < b`: 1 or 0, like the other comparisons
    Less,
    /// `a <= b`
    AtMost,
    /// `a > b`
    Greater,
    /// `a >= b`
    AtLeast,
    /// `a == b`
    Equal,
    /// `a != b`
    Unequal,
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
}

impl Binary {
    #[inline]
    pub(super) fn apply(self, a: f64, b: f64) -> f64 {
        let truth = |is_true| if is_true { 1.0 } else { 0.0 };
        match self {
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide => divide(a, b),
            Self::Power => power(a, b),
            Self::Less => truth(a < b),
            Self::AtMost => truth(a <= b),
            Self::Greater => truth(a > b),
            Self::AtLeast => truth(a >= b),
            Self::Equal => truth(a == b),
            Self::Unequal => truth(a != b),
            Self::Min | Self::Max if a.is_nan() => a,
            Self::Min | Self::Max if b.is_nan() => b,
            Self::Min => {
                if b < a {
                    b
                } else {
                    a
                }
            }
            Self::Max => {
                if b > a {
                    b
                } else {
                    a
                }
            }
        }
    }

    /// The operator between the operands, or the function name before them.
    pub(super) const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Power => "^",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Greater => ">",
            Self::AtLeast => ">=",
            Self::Equal => "==",
            Self::Unequal => "!=",
            Self::Min => "min",
            Self::Max => "max",
        }
    }
}

/// Whether a number counts as true in `if`; NaN does not.
#[inline]
pub(super) fn is_true(condition: f64) -> bool {
    condition.abs() > 0.0
}

/// -1, 0 or 1; NaN stays NaN.
#[inline]
pub(in crate::eval) fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        x.abs()
    }
}

// Rarely used and long, so not inlined.

#[inline(never)]
fn log(x: f64) -> f64 {
    libm::log(x)
}

#[inline(never)]
fn exp(x: f64) -> f64 {
    libm::exp(x)
}

#[inline(never)]
fn power(base: f64, exponent: f64) -> f64 {
    if base.is_nan() || exponent.is_nan() {
        return f64::NAN;
    }
    if exponent.fract() != 0.0 || exponent.abs() > LARGEST_EXPONENT {
        return libm::pow(base, exponent);
    }
    let product = (0..exponent.abs() as u32).fold(1.0, |product, _| product * base);
    if exponent < 0.0 { divide(1.0, product) } else { product }
}

/// A function in formulas.
#[derive(Debug)]
pub struct Function {
    /// The name.
    pub name: &'static str,
    /// The arguments, as the documentation shows them.
    pub arguments: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    pub(super) action: Action,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    Unary(Unary),
    /// Folds two or more numbers.
    Fold(Binary),
    Choose,
}

/// All functions.
pub static FUNCTIONS: [Function; 10] = {
    const fn function(
        name: &'static str,
        arguments: &'static str,
        action: Action,
        summary: &'static str,
    ) -> Function {
        Function { name, arguments, summary, action }
    }
    use Action::{Choose, Fold};
    [
        function("if", "c, a, b", Choose, "a if c is not 0, else b; only one is evaluated"),
        function("min", "a, b, …", Fold(Binary::Min), "the smallest"),
        function("max", "a, b, …", Fold(Binary::Max), "the largest"),
        function("abs", "a", Action::Unary(Unary::Abs), "a without its sign"),
        function("sqrt", "a", Action::Unary(Unary::Sqrt), "square root"),
        function("log", "a", Action::Unary(Unary::Log), "natural logarithm"),
        function("exp", "a", Action::Unary(Unary::Exp), "e to the power of a"),
        function("sign", "a", Action::Unary(Unary::Sign), "-1, 0 or 1"),
        function("H", "a", Action::Unary(Unary::H), "1 + 1/2 + … + 1/a, with a rounded down"),
        function("Q", "a", Action::Unary(Unary::Q), "1 + 1/4 + … + 1/a², with a rounded down"),
    ]
};

impl Function {
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        FUNCTIONS.iter().find(|function| function.name == name)
    }

    /// How many arguments it takes, in words.
    pub(super) const fn takes(&self) -> &'static str {
        match self.action {
            Action::Unary(_) => "1 argument",
            Action::Fold(_) => "2 arguments or more",
            Action::Choose => "3 arguments",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_by_hand() {
        assert_eq!(power(3.0, 2.0), 9.0);
        assert_eq!(power(-2.0, 3.0), -8.0);
        assert_eq!(power(0.0, 0.0), 1.0);
        assert_eq!(power(2.0, -2.0), 0.25);
        assert_eq!(power(9.0, 0.5), 3.0);
        assert_eq!(power(0.0, -1.0), 1e9);
        assert_eq!(power(2.0, 100.0), 1_267_650_600_228_229_401_496_703_205_376.0);
    }
}
