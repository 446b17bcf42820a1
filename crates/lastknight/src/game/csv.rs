//! Games as CSV, for spreadsheets. Write only, without tags.

use super::{GameRecord, Outcome};
use crate::board::Color;

/// The header line, without a line end.
pub const HEADER: &str = "white,black,board,start,moves,plies,winner,termination";

/// Formats a game as one line, without a line end. Moves are separated by spaces. The last two
/// columns are empty if the game is not finished.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let game = record.game();
    let fact = |fact: fn(Outcome) -> &'static str| record.outcome().map_or("", fact).to_owned();
    let fields = [
        record.players()[Color::White].clone(),
        record.players()[Color::Black].clone(),
        game.start().size().to_string(),
        game.start().to_string(),
        game.start().size().names(game.moves()).to_string(),
        game.moves().len().to_string(),
        fact(|outcome| outcome.winner.name()),
        fact(|outcome| outcome.termination.name()),
    ];
    fields.map(quoted).join(",")
}

/// A field as in RFC 4180: in quotes if it contains a comma, a quote or a line end.
fn quoted(field: String) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

#[cfg(test)]
mod tests {
    use super::super::jsonl;
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let record = jsonl::read_line(
            r#"{"white":"a, \"b\"","black":"c d","board":"3x3","start":"3/3/3 w","moves":["b2","a1"],"winner":"black","termination":"no-moves"}"#,
        );
        let line = write(&record.unwrap());
        assert_eq!(line, r#""a, ""b""",c d,3x3,3/3/3 w,b2 a1,2,black,no-moves"#);
        assert_eq!(HEADER.split(',').count(), 8);
    }
}
