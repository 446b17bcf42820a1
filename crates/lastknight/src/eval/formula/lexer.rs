//! Splits a formula into tokens.

use super::error::{FormulaError, Problem};
use crate::eval::feature::FEATURES;
use crate::eval::registry::HEURISTICS;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Name(String),
    /// `opp.`
    Opponent,
    /// A prime, in any of its spellings.
    Prime,
    /// An operator, a comparison, a parenthesis, a comma or `=`.
    Symbol(&'static str),
    End,
}

impl Token {
    /// The token as error messages show it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Number(number) => format!("'{number}'"),
            Self::Name(name) => crate::quote::quote(name),
            Self::Opponent => "'opp.'".to_owned(),
            Self::Prime => "a prime".to_owned(),
            Self::Symbol(symbol) => format!("'{symbol}'"),
            Self::End => "the end".to_owned(),
        }
    }
}

/// Symbols and their meanings, two-character symbols first.
const SYMBOLS: [(&str, &str); 27] = [
    ("<=", "<="),
    (">=", ">="),
    ("==", "=="),
    ("!=", "!="),
    ("<>", "!="),
    ("**", "^"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("^", "^"),
    ("(", "("),
    (")", ")"),
    (",", ","),
    ("<", "<"),
    (">", ">"),
    ("=", "="),
    // Typographic variants, as in printed text.
    ("\u{2212}", "-"),
    ("\u{2013}", "-"),
    ("\u{b7}", "*"),
    ("\u{d7}", "*"),
    ("\u{22c5}", "*"),
    ("\u{f7}", "/"),
    ("\u{2264}", "<="),
    ("\u{2265}", ">="),
    ("\u{2260}", "!="),
    ("\u{2044}", "/"),
];

const PRIMES: [char; 3] = ['\'', '\u{2032}', '\u{2019}'];

/// Superscript exponents.
const EXPONENTS: [(char, f64); 2] = [('\u{b2}', 2.0), ('\u{b3}', 3.0)];

/// Spelled-out prefixes for the opponent's features.
const OPPONENTS: [&str; 2] = ["opp.", "opponent."];

/// Whether the whole text is a name.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(is_part_of_name)
}

/// Whether a name can contain this character after its first.
pub(super) fn is_part_of_name(c: char) -> bool {
    (c.is_alphanumeric() || c == '_') && !EXPONENTS.iter().any(|(exponent, _)| *exponent == c)
}

/// The tokens and the columns where they begin; the last is [`Token::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, usize)>, FormulaError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut column = 1;
    loop {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        rest = trimmed;
        let Some(first) = rest.chars().next() else {
            tokens.push((Token::End, column));
            return Ok(tokens);
        };
        if let Some((_, exponent)) = EXPONENTS.iter().find(|(sign, _)| *sign == first) {
            tokens.push((Token::Symbol("^"), column));
            tokens.push((Token::Number(*exponent), column));
            rest = &rest[first.len_utf8()..];
            column += 1;
            continue;
        }
        let (token, length) =
            next(rest, first).map_err(|problem| FormulaError::new(text, column, problem))?;
        tokens.push((token, column));
        column += rest[..length].chars().count();
        rest = &rest[length..];
    }
}

/// The first token of a text and its length in bytes.
fn next(text: &str, first: char) -> Result<(Token, usize), Problem> {
    let is_digit = |c: char| c.is_ascii_digit();
    if is_digit(first) || first == '.' && text[1..].starts_with(is_digit) {
        return number(text);
    }
    if let Some(opponents) = OPPONENTS.iter().find(|opponents| text.starts_with(*opponents)) {
        return Ok((Token::Opponent, opponents.len()));
    }
    if first.is_alphabetic() {
        let length = name_length(text);
        return Ok((Token::Name(text[..length].to_owned()), length));
    }
    if PRIMES.contains(&first) {
        return Ok((Token::Prime, first.len_utf8()));
    }
    let symbol = SYMBOLS.iter().find(|(symbol, _)| text.starts_with(symbol));
    let (written, meaning) = symbol.ok_or(Problem::Character(first))?;
    Ok((Token::Symbol(meaning), written.len()))
}

/// The length of the name at the start of a text. A hyphen or plus belongs to a name such as
/// `sb-program` if that name exists; otherwise it is an operator.
fn name_length(text: &str) -> usize {
    let names = FEATURES.iter().map(|f| f.name).chain(HEURISTICS.iter().map(|h| h.name));
    let is_whole = |name: &&str| {
        text.strip_prefix(name).is_some_and(|rest| !rest.starts_with(is_part_of_name))
    };
    let known = names.filter(|name| name.contains(['-', '+'])).filter(is_whole);
    let plain = text.find(|c| !is_part_of_name(c)).unwrap_or(text.len());
    known.map(str::len).fold(plain, usize::max)
}

fn number(text: &str) -> Result<(Token, usize), Problem> {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut length = digits(text);
    if text[length..].starts_with('.') {
        length += 1 + digits(&text[length + 1..]);
    }
    if let Some(exponent) = text[length..].strip_prefix(['e', 'E']) {
        let sign = usize::from(exponent.starts_with(['+', '-']));
        if digits(&exponent[sign..]) > 0 {
            length += 1 + sign + digits(&exponent[sign..]);
        }
    }
    // Take in a second point, which would otherwise start another number.
    let end = text[length..].find(|c: char| c != '.' && !c.is_ascii_digit());
    let whole = end.map_or(text, |end| &text[..length + end]);
    match whole.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok((Token::Number(number), whole.len())),
        Ok(_) => Err(Problem::TooLarge(whole.to_owned())),
        Err(_) => Err(Problem::Number(whole.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexed(text: &str) -> Vec<Token> {
        tokens(text).unwrap().into_iter().map(|(token, _)| token).collect()
    }

    fn name(name: &str) -> Token {
        Token::Name(name.to_owned())
    }

    #[test]
    fn hyphens_belong_to_names_that_exist() {
        let minus = Token::Symbol("-");
        assert_eq!(lexed("sb-program'"), [name("sb-program"), Token::Prime, Token::End]);
        assert_eq!(lexed("sb-programs")[1], minus);
        assert_eq!(lexed("n-n2"), [name("n"), minus.clone(), name("n2"), Token::End]);
        assert_eq!(lexed("next-move-program").len(), 2);
        assert_eq!(lexed("improved-2")[1], minus);
    }

    #[test]
    fn numbers_are_read_whole() {
        assert_eq!(
            lexed("1.5 .5 5. 1e3 2E-2 1e")[..5],
            [1.5, 0.5, 5.0, 1000.0, 0.02].map(Token::Number)
        );
        assert_eq!(lexed("1e"), [Token::Number(1.0), name("e"), Token::End]);
        for (text, column) in [("1.2.3", 1), ("n + 1..2", 5)] {
            let error = tokens(text).unwrap_err();
            assert!(matches!(error.problem(), Problem::Number(_)), "{text}");
            assert_eq!(error.column(), column, "{text}");
        }
    }

    #[test]
    fn printed_signs_are_understood() {
        assert_eq!(lexed("n \u{2212} 2\u{b7}n\u{2032}"), lexed("n - 2*n'"));
        assert_eq!(lexed("opp.n \u{2264} n\u{2019}")[2], Token::Symbol("<="));
    }

    #[test]
    fn columns_count_characters() {
        let columns: Vec<usize> =
            tokens("\u{3b1}\u{2032} * n").unwrap().iter().map(|t| t.1).collect();
        assert_eq!(columns, [1, 2, 4, 6, 7]);
        assert_eq!(
            tokens("n + $").unwrap_err().to_string(),
            "column 5: '$' does not belong in a formula"
        );
    }
}
