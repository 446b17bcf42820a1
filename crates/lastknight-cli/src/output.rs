//! Standard output: coloured where that is wanted, and never a panic where it cannot be written.

use std::io::{self, BufWriter, Write};

use lastknight::Position;
use lastknight::eval::formula::Expr;
pub(crate) use lastknight_lab::format::{
    board as named_board, grouped, limits as shown_limits, wrapped as wrapped_within,
};
use serde::Serialize;

use crate::failure::Failure;

/// Buffered standard output. Colours are dropped for `NO_COLOR` and where it is no terminal.
pub(crate) fn stdout() -> BufWriter<anstream::AutoStream<io::StdoutLock<'static>>> {
    BufWriter::new(anstream::stdout().lock())
}

/// Prints a value as JSON on one line.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).expect("results have no maps with odd keys");
    text_line(&text)
}

/// Prints a line.
pub(crate) fn text_line(line: &str) -> Result<(), Failure> {
    let mut out = stdout();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

/// A number for people.
pub(crate) fn number(number: f64) -> String {
    format!("{:#}", Expr::Number(number))
}

/// The widest line for people, in characters.
pub(crate) const WIDEST: usize = 100;

/// A text in lines that fit, broken at spaces.
pub(crate) fn wrapped(text: &str) -> String {
    wrapped_within(text, WIDEST)
}

/// A position by the shortest text that means it: `startpos`, a board's size, or its notation.
pub(crate) fn named_position(position: &Position) -> String {
    let name = named_board(position);
    if name == "7x7" { "startpos".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::named_position;

    #[test]
    fn positions_have_short_names() {
        for name in ["startpos", "5x5", "11x9", "xxx w", "7/7/7/7/7/7/N6 b"] {
            assert_eq!(named_position(&name.parse().unwrap()), name);
        }
    }
}
