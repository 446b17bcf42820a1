//! Standard output: coloured if the terminal allows it, and never a panic.

use std::io::{self, BufWriter, Write};
use std::sync::OnceLock;

use lastknight::Position;
use lastknight::eval::formula::Expr;
pub(crate) use lastknight_lab::format::{
    board as named_board, grouped, limits as shown_limits, wrapped as wrapped_within,
};
use serde::Serialize;

use crate::failure::Failure;

/// Returns buffered standard output. It drops colours for `NO_COLOR` and unless it is a terminal.
pub(crate) fn stdout() -> BufWriter<anstream::AutoStream<io::StdoutLock<'static>>> {
    BufWriter::new(anstream::stdout().lock())
}

/// Prints a result as JSON or as text.
pub(crate) fn result<J: Serialize>(
    is_json: bool,
    json: impl FnOnce() -> J,
    text: impl FnOnce() -> String,
) -> Result<(), Failure> {
    if is_json { self::json(&json()) } else { self::text(&text()) }
}

/// Prints a value as JSON on one line.
pub(crate) fn json(value: &impl Serialize) -> Result<(), Failure> {
    text_line(&serde_json::to_string(value).expect("results have only string keys"))
}

/// Prints a text and a line break.
pub(crate) fn text_line(line: &str) -> Result<(), Failure> {
    text(&format!("{line}\n"))
}

pub(crate) fn text(text: &str) -> Result<(), Failure> {
    bytes(text.as_bytes())
}

pub(crate) fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = stdout();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Formats a number for people.
pub(crate) fn number(number: f64) -> String {
    format!("{:#}", Expr::Number(number))
}

/// The width of lines that go to files and pipes, and the widest on a terminal, in characters.
pub(crate) const WIDEST: usize = lastknight_lab::document::WIDEST;

/// The narrowest terminal that lines are fitted to.
const NARROWEST: usize = 60;

/// Returns the width of text output: that of the terminal, within limits.
pub(crate) fn width() -> usize {
    static WIDTH: OnceLock<usize> = OnceLock::new();
    *WIDTH.get_or_init(|| {
        let columns = terminal_size::terminal_size_of(io::stdout());
        columns.map_or(WIDEST, |(columns, _)| usize::from(columns.0).clamp(NARROWEST, WIDEST))
    })
}

/// Wraps a text at spaces.
pub(crate) fn wrapped(text: &str) -> String {
    wrapped_within(text, width())
}

/// Returns a name and a text beside it, in lines that fit. The text begins after `indent` characters.
pub(crate) fn item(name: &str, indent: usize, text: &str) -> String {
    let lines = wrapped_within(text, width().saturating_sub(indent));
    let mut lines = lines.lines();
    let first = lines.next().unwrap_or_default();
    let mut item = format!("{name:<indent$}{first}\n");
    for line in lines {
        item += &format!("{:indent$}{line}\n", "");
    }
    item
}

/// Formats a count with its noun: `1 node`, `2,000 nodes`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), plural(count))
}

/// Returns the plural ending of a count.
pub(crate) fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Returns the shortest text for a position: `startpos`, a board size or its notation.
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
