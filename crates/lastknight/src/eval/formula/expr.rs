//! Formulas as expression trees.

use std::fmt;

use super::operator::{Binary, Unary, is_true};
use crate::board::Word;
use crate::eval::feature::Feature;
use crate::eval::registry::RegisteredHeuristic;
use crate::eval::scene::View;

/// A parsed formula; every name is resolved.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number.
    Number(f64),
    /// A named number.
    Constant(String, f64),
    /// A feature.
    Feature(Leaf),
    /// An operation on one value.
    Unary(Unary, Box<Expr>),
    /// An operation on two values.
    Binary(Binary, Box<[Expr; 2]>),
    /// `if(condition, value, other)`.
    If(Box<[Expr; 3]>),
    /// A registered heuristic: its text, and its form with these parameters.
    Heuristic(String, Box<Expr>),
}

/// A feature of the player or the opponent.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    feature: &'static Feature,
    is_opponents: bool,
    /// 0 if the feature takes none.
    argument: f64,
}

impl PartialEq for Leaf {
    fn eq(&self, other: &Self) -> bool {
        self.feature.name == other.feature.name
            && self.is_opponents == other.is_opponents
            && self.argument == other.argument
    }
}

impl Leaf {
    /// A feature of a player, with an argument that the feature accepts.
    pub(super) fn new(feature: &'static Feature, is_opponents: bool, argument: f64) -> Self {
        Self { feature, is_opponents, argument }
    }

    /// Returns the feature.
    #[must_use]
    pub fn feature(&self) -> &'static Feature {
        self.feature
    }

    /// Returns whether it is the opponent's feature.
    #[must_use]
    pub fn is_opponents(&self) -> bool {
        self.is_opponents
    }

    /// Returns the argument, such as a depth, or `None` if the feature takes none.
    #[must_use]
    pub fn argument(&self) -> Option<f64> {
        self.feature.parameter.map(|_| self.argument)
    }

    /// The view of the player whose feature it is.
    #[inline]
    pub(in crate::eval) fn seen<'a, W: Word>(&self, view: View<'a, W>) -> View<'a, W> {
        if self.is_opponents { view.other() } else { view }
    }

    /// Returns the value for the view's player.
    #[must_use]
    #[inline]
    pub fn value<W: Word>(&self, view: View<'_, W>) -> f64 {
        self.feature.value_with(self.seen(view), self.argument)
    }
}

impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.feature.name, if self.is_opponents { "'" } else { "" })?;
        if self.feature.parameter.is_some() { write!(f, "({})", self.argument) } else { Ok(()) }
    }
}

/// Binding strength, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Comparison,
    Sum,
    Product,
    Sign,
    Power,
    Whole,
}

impl Expr {
    pub(super) fn unary(unary: Unary, x: Self) -> Self {
        Self::Unary(unary, Box::new(x))
    }

    pub(super) fn binary(binary: Binary, a: Self, b: Self) -> Self {
        Self::Binary(binary, Box::new([a, b]))
    }

    /// Returns the value if it does not depend on the position.
    #[must_use]
    pub fn constant(&self) -> Option<f64> {
        match self {
            Self::Number(number) | Self::Constant(_, number) => Some(*number),
            Self::Feature(_) => None,
            Self::Unary(unary, x) => x.constant().map(|x| unary.apply(x)),
            Self::Binary(binary, ab) => Some(binary.apply(ab[0].constant()?, ab[1].constant()?)),
            Self::If(parts) => {
                let chosen = if is_true(parts[0].constant()?) { &parts[1] } else { &parts[2] };
                chosen.constant()
            }
            Self::Heuristic(_, form) => form.constant(),
        }
    }

    /// Returns the features it mentions, each once, in order of appearance.
    #[must_use]
    pub fn features(&self) -> Vec<Leaf> {
        let mut found = Vec::new();
        self.visit(&mut |part| {
            if let Self::Feature(leaf) = part
                && !found.contains(leaf)
            {
                found.push(*leaf);
            }
        });
        found
    }

    /// Evaluates the formula and adds the features that it needs for this position, each once: those of the
    /// branches not taken are not among them.
    pub(in crate::eval) fn used<W: Word>(&self, view: View<'_, W>, leaves: &mut Vec<Leaf>) -> f64 {
        match self {
            Self::Number(number) | Self::Constant(_, number) => *number,
            Self::Feature(leaf) => {
                if !leaves.contains(leaf) {
                    leaves.push(*leaf);
                }
                leaf.value(view)
            }
            Self::Unary(unary, x) => unary.apply(x.used(view, leaves)),
            Self::Binary(binary, ab) => {
                binary.apply(ab[0].used(view, leaves), ab[1].used(view, leaves))
            }
            Self::If(parts) => {
                let is_first = is_true(parts[0].used(view, leaves));
                parts[if is_first { 1 } else { 2 }].used(view, leaves)
            }
            Self::Heuristic(_, form) => form.used(view, leaves),
        }
    }

    /// Whether it mentions constants by name.
    pub(super) fn has_constants(&self) -> bool {
        let mut has = false;
        self.visit(&mut |part| has |= matches!(part, Self::Constant(..)));
        has
    }

    pub(super) fn parts(&self) -> usize {
        let mut parts = 0;
        self.visit(&mut |_| parts += 1);
        parts
    }

    fn visit(&self, look: &mut impl FnMut(&Self)) {
        look(self);
        match self {
            Self::Number(_) | Self::Constant(..) | Self::Feature(_) => {}
            Self::Unary(_, x) | Self::Heuristic(_, x) => x.visit(look),
            Self::Binary(_, ab) => ab.iter().for_each(|part| part.visit(look)),
            Self::If(parts) => parts.iter().for_each(|part| part.visit(look)),
        }
    }

    /// Evaluates the formula step by step, from numbers in place of all names down to its value.
    #[must_use]
    pub fn steps<W: Word>(&self, view: View<'_, W>) -> Vec<Self> {
        let mut steps = vec![self.with_numbers(view)];
        while let Some(last) = steps.last()
            && !matches!(last, Self::Number(_))
        {
            let next = last.stepped();
            steps.push(next);
        }
        steps
    }

    /// Replaces features and constants by numbers, and heuristics by their forms.
    fn with_numbers<W: Word>(&self, view: View<'_, W>) -> Self {
        self.replaced(&|part| match part {
            Self::Constant(_, number) => Some(Self::Number(*number)),
            Self::Feature(leaf) => Some(Self::Number(leaf.value(view))),
            Self::Heuristic(_, form) => Some(form.with_numbers(view)),
            _ => None,
        })
    }

    /// Replaces named constants by numbers.
    pub(in crate::eval) fn without_constants(&self) -> Self {
        self.replaced(&|part| match part {
            Self::Constant(_, number) => Some(Self::Number(*number)),
            _ => None,
        })
    }

    /// Replaces the parts for which `by` returns a replacement.
    fn replaced(&self, by: &impl Fn(&Self) -> Option<Self>) -> Self {
        by(self).unwrap_or_else(|| match self {
            Self::Unary(unary, x) => Self::unary(*unary, x.replaced(by)),
            Self::Binary(binary, ab) => {
                Self::binary(*binary, ab[0].replaced(by), ab[1].replaced(by))
            }
            Self::If(parts) => Self::If(Box::new([0, 1, 2].map(|i| parts[i].replaced(by)))),
            _ => self.clone(),
        })
    }

    /// Performs every operation whose operands are numbers, once.
    fn stepped(&self) -> Self {
        match self {
            Self::Unary(unary, x) => match **x {
                Self::Number(x) => Self::Number(unary.apply(x)),
                _ => Self::unary(*unary, x.stepped()),
            },
            Self::Binary(binary, ab) => match **ab {
                [Self::Number(a), Self::Number(b)] => Self::Number(binary.apply(a, b)),
                _ => Self::binary(*binary, ab[0].stepped(), ab[1].stepped()),
            },
            Self::If(parts) => match &**parts {
                [Self::Number(c), a, b] => if is_true(*c) { a } else { b }.clone(),
                [c, a, b] => Self::If(Box::new([c.stepped(), a.clone(), b.clone()])),
            },
            _ => self.clone(),
        }
    }

    fn bond(&self) -> Bond {
        match self {
            Self::Number(number) if number.is_sign_negative() => Bond::Sign,
            Self::Unary(Unary::Negate, _) => Bond::Sign,
            Self::Binary(binary, _) => bond(*binary),
            _ => Bond::Whole,
        }
    }
}

fn bond(binary: Binary) -> Bond {
    match binary {
        Binary::Add | Binary::Subtract => Bond::Sum,
        Binary::Multiply | Binary::Divide => Bond::Product,
        Binary::Power => Bond::Power,
        Binary::Min | Binary::Max => Bond::Whole,
        _ => Bond::Comparison,
    }
}

/// Text that parses to the same tree. The alternate form `{:#}` rounds numbers for readers.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at_least = |f: &mut fmt::Formatter<'_>, part: &Self, bond: Bond| {
            if part.bond() >= bond {
                fmt::Display::fmt(part, f)
            } else {
                f.write_str("(")?;
                fmt::Display::fmt(part, f)?;
                f.write_str(")")
            }
        };
        let list = |f: &mut fmt::Formatter<'_>, name: &str, parts: &[Self]| {
            f.write_str(name)?;
            for (i, part) in parts.iter().enumerate() {
                f.write_str(if i == 0 { "(" } else { ", " })?;
                fmt::Display::fmt(part, f)?;
            }
            f.write_str(")")
        };
        match self {
            Self::Number(number) if f.alternate() => f.write_str(&rounded(*number)),
            Self::Number(number) => write!(f, "{number}"),
            Self::Constant(name, _) => f.write_str(name),
            Self::Feature(leaf) => write!(f, "{leaf}"),
            Self::Unary(Unary::Negate, x) => {
                f.write_str("-")?;
                at_least(f, x, Bond::Sign)
            }
            Self::Unary(unary, x) => list(f, unary.symbol(), std::slice::from_ref(x)),
            Self::Binary(binary, ab) => {
                let [a, b] = &**ab;
                let own = bond(*binary);
                let symbol = binary.symbol();
                let (left, right) = match own {
                    Bond::Whole => return list(f, symbol, &**ab),
                    Bond::Power => (Bond::Whole, Bond::Sign),
                    Bond::Comparison => (Bond::Sum, Bond::Sum),
                    Bond::Sum => (Bond::Sum, Bond::Product),
                    Bond::Product | Bond::Sign => (Bond::Product, Bond::Sign),
                };
                at_least(f, a, left)?;
                if own == Bond::Power {
                    f.write_str(symbol)?;
                } else {
                    write!(f, " {symbol} ")?;
                }
                at_least(f, b, right)
            }
            Self::If(parts) => list(f, "if", &**parts),
            Self::Heuristic(text, _) => f.write_str(text),
        }
    }
}

/// A readable number: at most four decimals, exponential if very small or very large.
fn rounded(number: f64) -> String {
    if !number.is_finite() {
        return number.to_string();
    }
    if number != 0.0 && !(1e-3..1e10).contains(&number.abs()) {
        let text = format!("{number:.3e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'));
    }
    let text = format!("{number:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The text of a registered heuristic with these parameters.
pub(in crate::eval) fn call(entry: &RegisteredHeuristic, parameters: &[f64]) -> String {
    let is_default = entry.parameters.iter().zip(parameters).all(|(p, value)| p.default == *value);
    if is_default {
        return entry.name.to_owned();
    }
    let values: Vec<String> = parameters.iter().map(ToString::to_string).collect();
    format!("{}({})", entry.name, values.join(","))
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn numbers_for_people_are_short() {
        let numbers =
            [0.0, 2.0, -1.5, 2.236_067_977, 47.999_999_999_99, 0.0149, 1e-6, -1.25e-7, 16e6, 1e18];
        let texts =
            ["0", "2", "-1.5", "2.2361", "48", "0.0149", "1e-6", "-1.25e-7", "16000000", "1e18"];
        assert_eq!(numbers.map(rounded), texts);
        assert_eq!([f64::NAN, f64::NEG_INFINITY].map(rounded), ["NaN", "-inf"]);
    }
}
