//! Writes games as PGN.

use std::fmt::Write;

use super::{UNTERMINATED, VARIANT, result_value, termination_value};
use crate::board::{Color, Position};
use crate::game::{GameRecord, Outcome};

/// The maximum length of a line of moves, in characters.
pub(super) const LINE: usize = 80;

/// Formats a game as PGN. It ends with an empty line, so games can be concatenated.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let mut text = write_tags(record);
    let game = record.game();
    write_moves(&mut text, game.start().side(), game.move_names(), result_of(record));
    text.push('\n');
    text
}

/// The result as it stands in the tag and after the moves.
pub(super) fn result_of(record: &GameRecord) -> &'static str {
    result_value(record.outcome().map(|outcome| outcome.winner))
}

/// Formats the tags and the empty line after them.
pub(super) fn write_tags(record: &GameRecord) -> String {
    let start = record.game().start();
    let outcome = record.outcome();

    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        writeln!(text, "[{name} \"{}\"]", escaped(value)).expect("a string takes any text");
    };
    for (name, unknown) in GameRecord::ROSTER {
        tag(name, record.tags().get(name).map_or(unknown, String::as_str));
    }
    tag("White", &record.players()[Color::White]);
    tag("Black", &record.players()[Color::Black]);
    tag("Result", result_of(record));
    tag("Variant", VARIANT);
    tag("Board", &start.size().to_string());
    if *start != Position::new(start.size()) {
        tag("SetUp", "1");
        tag("FEN", &start.to_string());
    }
    let end = |outcome: Outcome| termination_value(outcome.termination);
    tag("Termination", outcome.map_or(UNTERMINATED, end));
    for (name, value) in record.tags() {
        if !GameRecord::ROSTER.iter().any(|(roster, _)| roster == name) {
            tag(name, value);
        }
    }
    text.push('\n');
    text
}

/// Writes the numbered moves and the result in lines of bounded length.
fn write_moves(text: &mut String, first: Color, names: impl Iterator<Item = String>, result: &str) {
    let mut words = Vec::new();
    let mut side = first;
    let mut number = 1;
    for (i, name) in names.enumerate() {
        match side {
            Color::White => words.push(format!("{number}.")),
            Color::Black if i == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(name);
        number += usize::from(side == Color::Black);
        side = !side;
    }
    words.push(result.to_owned());

    let mut length = 0;
    for word in words {
        if length > 0 && length + 1 + word.len() > LINE {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(&word);
        length += word.len();
    }
    text.push('\n');
}

fn escaped(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => {
                escaped.push('\\');
                escaped.push(c);
            }
            _ if c.is_control() => escaped.extend(c.escape_default()),
            _ => escaped.push(c),
        }
    }
    escaped
}
