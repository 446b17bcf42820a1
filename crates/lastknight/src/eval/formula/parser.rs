//! Recursive-descent parser for formulas.
//!
//! ```text
//! comparison = sum [ ("<" | "<=" | ">" | ">=" | "==" | "!=") sum ]
//! sum        = product { ("+" | "-") product }
//! product    = sign { ("*" | "/") sign }
//! sign       = ("-" | "+") sign | power
//! power      = value [ "^" sign ]
//! value      = number | "(" comparison ")" | name ...
//! ```

use super::constants::Constants;
use super::error::{FormulaError, Problem};
use super::expr::{Expr, Leaf, call};
use super::lexer::{Token, tokens};
use super::names::Names;
use super::operator::{Action, Binary, Function, Unary};
use super::{DEEPEST, MOST_PARTS};
use crate::eval::feature::{Feature, Scope};
use crate::eval::parameter::Parameter;
use crate::eval::registry::RegisteredHeuristic;
use crate::quote::nearest;

pub(in crate::eval) enum Parsed {
    /// A registered heuristic and its parameters.
    Named(&'static RegisteredHeuristic, Vec<f64>),
    /// Any other formula, and whether named constants or parameters are part of it.
    Formula(Expr, bool),
}

/// Parses a registered heuristic with its parameters, or else a formula.
pub(in crate::eval) fn parse_heuristic(
    text: &str,
    constants: &Constants,
) -> Result<Parsed, FormulaError> {
    let mut parser = Parser::new(text, Names::Of(constants))?;
    if parser.tokens.len() == 1 {
        return Err(parser.error(Problem::Empty));
    }
    if let Token::Name(name) = parser.token()
        && let Some(entry) = RegisteredHeuristic::named(name)
    {
        parser.advance();
        let parameters = parser.parameters(entry.name, entry.parameters)?;
        if *parser.token() == Token::End {
            return Ok(Parsed::Named(entry, parameters));
        }
        parser.at = 0;
        parser.parts = 0;
    }
    let expr = parser.whole()?;
    let has_constants = parser.has_constants || expr.has_constants();
    Ok(Parsed::Formula(expr, has_constants))
}

/// Parses the form of a registered heuristic with these parameter values.
pub(in crate::eval) fn parse_form(entry: &RegisteredHeuristic, parameters: &[f64]) -> Expr {
    let names = Names::Parameters(entry.parameters, parameters);
    let form = Parser::new(entry.form, names).and_then(|mut parser| parser.whole());
    form.expect("the forms of the list are tested")
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, usize)>,
    at: usize,
    names: Names<'a>,
    depth: usize,
    parts: usize,
    /// Whether a named constant was used, even as a parameter, where only its value remains.
    has_constants: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, names: Names<'a>) -> Result<Self, FormulaError> {
        Ok(Self {
            text,
            tokens: tokens(text)?,
            at: 0,
            names,
            depth: 0,
            parts: 0,
            has_constants: false,
        })
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn column(&self) -> usize {
        self.tokens[self.at].1
    }

    fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    fn error(&self, problem: Problem) -> FormulaError {
        self.error_at(self.column(), problem)
    }

    fn error_at(&self, column: usize, problem: Problem) -> FormulaError {
        FormulaError::new(self.text, column, problem)
    }

    fn expected(&self, expected: &'static str) -> FormulaError {
        self.error(Problem::Expected { expected, found: self.token().shown() })
    }

    /// Skips a symbol and returns whether it was there.
    fn skip(&mut self, symbol: &'static str) -> bool {
        let is_there = *self.token() == Token::Symbol(symbol);
        if is_there {
            self.advance();
        }
        is_there
    }

    /// Skips one of these operators and returns which.
    fn operation(&mut self, operations: &[Binary]) -> Option<Binary> {
        operations.iter().copied().find(|operation| self.skip(operation.symbol()))
    }

    /// Counts a part against [`MOST_PARTS`].
    fn part(&mut self, expr: Expr) -> Result<Expr, FormulaError> {
        self.parts += 1;
        if self.parts > MOST_PARTS { Err(self.error(Problem::TooLong)) } else { Ok(expr) }
    }

    fn whole(&mut self) -> Result<Expr, FormulaError> {
        let expr = self.comparison()?;
        match self.token() {
            Token::End => Ok(expr),
            Token::Number(_) | Token::Name(_) | Token::Opponent | Token::Symbol("(") => {
                Err(self.error(Problem::Operator(self.token().shown())))
            }
            _ => Err(self.expected("an operator or the end")),
        }
    }

    fn comparison(&mut self) -> Result<Expr, FormulaError> {
        const COMPARISONS: [Binary; 6] = [
            Binary::Less,
            Binary::AtMost,
            Binary::Greater,
            Binary::AtLeast,
            Binary::Equal,
            Binary::Unequal,
        ];
        let left = self.sum()?;
        if *self.token() == Token::Symbol("=") {
            return Err(self.error(Problem::Assignment));
        }
        let Some(operation) = self.operation(&COMPARISONS) else {
            return Ok(left);
        };
        let right = self.sum()?;
        let column = self.column();
        if self.operation(&COMPARISONS).is_some() {
            return Err(self.error_at(column, Problem::Chain));
        }
        self.part(Expr::binary(operation, left, right))
    }

    fn sum(&mut self) -> Result<Expr, FormulaError> {
        self.chain(&[Binary::Add, Binary::Subtract], Self::product)
    }

    fn product(&mut self) -> Result<Expr, FormulaError> {
        self.chain(&[Binary::Multiply, Binary::Divide], Self::sign)
    }

    /// Parses left-associative operators of one precedence.
    fn chain(
        &mut self,
        operations: &[Binary],
        value: impl Fn(&mut Self) -> Result<Expr, FormulaError>,
    ) -> Result<Expr, FormulaError> {
        let mut left = value(self)?;
        while let Some(operation) = self.operation(operations) {
            let right = value(self)?;
            left = self.part(Expr::binary(operation, left, right))?;
        }
        Ok(left)
    }

    /// All nesting passes through here, so this function bounds its depth.
    fn sign(&mut self) -> Result<Expr, FormulaError> {
        self.depth += 1;
        // The formula itself is not a nesting level.
        if self.depth > DEEPEST + 1 {
            return Err(self.error(Problem::TooDeep));
        }
        let expr = if self.skip("-") {
            let x = self.sign()?;
            self.part(Expr::unary(Unary::Negate, x))?
        } else if self.skip("+") {
            self.sign()?
        } else {
            self.power()?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn power(&mut self) -> Result<Expr, FormulaError> {
        let base = self.value()?;
        if !self.skip("^") {
            return Ok(base);
        }
        let exponent = self.sign()?;
        self.part(Expr::binary(Binary::Power, base, exponent))
    }

    fn value(&mut self) -> Result<Expr, FormulaError> {
        let column = self.column();
        match self.token().clone() {
            Token::Number(number) => {
                self.advance();
                self.part(Expr::Number(number))
            }
            Token::Name(name) => {
                self.advance();
                self.named(&name, column)
            }
            Token::Opponent => {
                self.advance();
                let Token::Name(name) = self.token().clone() else {
                    return Err(self.expected("the name of a feature"));
                };
                let column = self.column();
                self.advance();
                match (Feature::named(&name), self.other_kind(&name)) {
                    (Some(feature), _) => self.feature(feature, column, true),
                    (None, Some(kind)) => Err(self.error_at(column, Problem::Prime(name, kind))),
                    (None, None) => Err(self.unknown(&name, column)),
                }
            }
            Token::Symbol("(") => {
                self.advance();
                let expr = self.comparison()?;
                self.close(column)?;
                Ok(expr)
            }
            _ => Err(self.expected("a number, a name or '('")),
        }
    }

    /// Skips the `)` that matches the `(` at column `opened`.
    fn close(&mut self, opened: usize) -> Result<(), FormulaError> {
        if self.skip(")") {
            return Ok(());
        }
        Err(match self.token() {
            Token::End => self.error_at(opened, Problem::Unclosed),
            Token::Number(_) | Token::Name(_) | Token::Opponent | Token::Symbol("(") => {
                self.error(Problem::Operator(self.token().shown()))
            }
            _ => self.expected("an operator or ')'"),
        })
    }

    /// Parses the prime and the arguments of a name and returns what it stands for.
    fn named(&mut self, name: &str, column: usize) -> Result<Expr, FormulaError> {
        if *self.token() == Token::Prime
            && Feature::named(name).is_none()
            && let Some(kind) = self.other_kind(name)
        {
            return Err(self.error(Problem::Prime(name.to_owned(), kind)));
        }
        if let Some(value) = self.names.value(name) {
            self.has_constants = true;
            self.part(Expr::Constant(name.to_owned(), value))
        } else if let Some(feature) = Feature::named(name) {
            self.feature(feature, column, false)
        } else if let Some(function) = Function::named(name) {
            self.call(function, column)
        } else if let Some(entry) = RegisteredHeuristic::named(name) {
            let parameters = self.parameters(entry.name, entry.parameters)?;
            let form = parse_form(entry, &parameters);
            self.parts += form.parts();
            self.part(Expr::Heuristic(call(entry, &parameters), Box::new(form)))
        } else {
            Err(self.unknown(name, column))
        }
    }

    /// What kind of name this is, if it is known and not a feature.
    fn other_kind(&self, name: &str) -> Option<&'static str> {
        if self.names.value(name).is_some() {
            Some("it is a constant")
        } else if Function::named(name).is_some() {
            Some("it is a function")
        } else if RegisteredHeuristic::named(name).is_some() {
            Some("it is a heuristic")
        } else {
            None
        }
    }

    fn unknown(&self, name: &str, column: usize) -> FormulaError {
        let (name, column, suggestion) = self.names.meant(self.text, name, column);
        self.error_at(column, Problem::Unknown(name, suggestion))
    }

    fn feature(
        &mut self,
        feature: &'static Feature,
        column: usize,
        is_marked: bool,
    ) -> Result<Expr, FormulaError> {
        let prime = self.column();
        let is_primed = *self.token() == Token::Prime;
        if is_primed {
            self.advance();
        }
        let is_opponents = is_primed || is_marked;
        let refuse = |why| {
            let place = if is_primed { prime } else { column };
            Err(self.error_at(place, Problem::Prime(feature.name.to_owned(), why)))
        };
        if is_opponents && feature.scope == Scope::Board {
            return refuse("it is the same for both players");
        }
        if is_primed && (is_marked || *self.token() == Token::Prime) {
            return refuse("it has one already");
        }
        let argument = match (&feature.parameter, self.token()) {
            (Some(parameter), _) => {
                self.parameters(feature.name, std::slice::from_ref(parameter))?[0]
            }
            (None, Token::Symbol("(")) => {
                let capital = Function::named(&feature.name.to_uppercase()).map(|f| f.name);
                return Err(self.error(Problem::NoArgument(feature.name, capital)));
            }
            (None, _) => 0.0,
        };
        self.part(Expr::Feature(Leaf::new(feature, is_opponents, argument)))
    }

    /// Parses the arguments of a function.
    fn call(&mut self, function: &'static Function, column: usize) -> Result<Expr, FormulaError> {
        let opened = self.column();
        if !self.skip("(") {
            // `max-dept` is more likely a misspelt heuristic than a function without arguments.
            let (name, column, meant) = self.names.meant(self.text, function.name, column);
            return Err(match name == function.name {
                true => self.expected("'(' after the name of a function"),
                false => self.error_at(column, Problem::Unknown(name, meant)),
            });
        }
        let mut arguments = Vec::new();
        if *self.token() != Token::Symbol(")") {
            arguments.push(self.comparison()?);
            while self.skip(",") {
                arguments.push(self.comparison()?);
            }
        }
        self.close(opened)?;
        let given = arguments.len();
        let wrong = Problem::Arguments {
            name: function.name.to_owned(),
            takes: function.takes().to_owned(),
            given,
        };
        let mut arguments = arguments.into_iter();
        let mut next = || arguments.next().expect("as many as were counted");
        let expr = match (function.action, given) {
            (Action::Unary(unary), 1) => Expr::unary(unary, next()),
            (Action::Fold(binary), 2..) => {
                let mut folded = next();
                for argument in arguments {
                    folded = self.part(Expr::binary(binary, folded, argument))?;
                }
                return Ok(folded);
            }
            (Action::Choose, 3) => Expr::If(Box::new([next(), next(), next()])),
            _ => return Err(self.error_at(opened, wrong)),
        };
        self.part(expr)
    }

    /// Parses parameters in parentheses, by position or by name.
    fn parameters(
        &mut self,
        name: &str,
        parameters: &[Parameter],
    ) -> Result<Vec<f64>, FormulaError> {
        let mut values: Vec<Option<f64>> = vec![None; parameters.len()];
        let opened = self.column();
        if self.skip("(") && !self.skip(")") {
            let mut given = Some(0);
            loop {
                given = self.parameter(name, parameters, given, &mut values)?;
                if !self.skip(",") {
                    break;
                }
            }
            self.close(opened)?;
        }
        let or_default =
            |(parameter, value): (&Parameter, Option<f64>)| value.unwrap_or(parameter.default);
        Ok(parameters.iter().zip(values).map(or_default).collect())
    }

    /// Parses one parameter. `given` counts the positional ones before it and is `None` after a
    /// named one. Returns `given` for the next.
    fn parameter(
        &mut self,
        name: &str,
        parameters: &[Parameter],
        given: Option<usize>,
        values: &mut [Option<f64>],
    ) -> Result<Option<usize>, FormulaError> {
        let column = self.column();
        let word = self.parameter_name();
        let place = match (&word, given) {
            (Some(word), _) => parameters.iter().position(|p| p.name == word).ok_or_else(|| {
                let meant = nearest(word, parameters.iter().map(|p| p.name));
                self.error_at(column, Problem::Parameter(name.to_owned(), word.clone(), meant))
            })?,
            (None, Some(given)) => given,
            (None, None) => return Err(self.error_at(column, Problem::Order)),
        };
        let column = self.column();
        let value = self.comparison()?.constant();
        let problem = match (parameters.get(place), value) {
            (None, _) => {
                let takes = match parameters.len() {
                    0 => "no parameters".to_owned(),
                    1 => "1 parameter".to_owned(),
                    most => format!("{most} parameters"),
                };
                Problem::Arguments { name: name.to_owned(), takes, given: place + 1 }
            }
            (_, None) => Problem::NotConstant(name.to_owned()),
            (Some(parameter), Some(value)) if !parameter.takes(value) => {
                Problem::Range { name: parameter.name.to_owned(), range: parameter.range(), value }
            }
            (Some(parameter), _) if values[place].is_some() => {
                Problem::Twice(parameter.name.to_owned())
            }
            (Some(_), Some(value)) => {
                values[place] = Some(value);
                return Ok(if word.is_some() { None } else { Some(place + 1) });
            }
        };
        Err(self.error_at(column, problem))
    }

    /// Skips `name =`, if that is next, and returns the name.
    fn parameter_name(&mut self) -> Option<String> {
        let next = self.tokens.get(self.at + 1).map(|(token, _)| token);
        let (Token::Name(name), Some(Token::Symbol("="))) = (self.token(), next) else {
            return None;
        };
        let name = name.clone();
        self.advance();
        self.advance();
        Some(name)
    }
}
