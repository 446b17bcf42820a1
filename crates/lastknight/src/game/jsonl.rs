//! Games as JSON lines, one object per line.
//!
//! ```json
//! {"white":"engine","black":"random","board":"3x3","start":"3/3/3 w","moves":["b2","a1"],"winner":"black","termination":"no-moves"}
//! ```
//!
//! `winner` and `termination` are `null` if the game is not finished. `tags` holds further tags, if
//! there are any.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Game, GameRecord, MoveError, Outcome, RecordError, Termination};
use crate::board::{ByColor, Color, ParsePositionError};
use crate::quote::{json_message, quote};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    white: String,
    black: String,
    board: String,
    start: String,
    moves: Vec<String>,
    // Null must be explicit: a missing field is an error.
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<String>,
    #[serde(deserialize_with = "Option::deserialize")]
    termination: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, String>,
}

/// Formats a game as one line, without a line end.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let game = record.game();
    let line = Line {
        white: record.players()[Color::White].clone(),
        black: record.players()[Color::Black].clone(),
        board: game.start().size().to_string(),
        start: game.start().to_string(),
        moves: game.move_names().collect(),
        winner: record.outcome().map(|outcome| outcome.winner.name().to_owned()),
        termination: record.outcome().map(|outcome| outcome.termination.name().to_owned()),
        tags: record.tags().clone(),
    };
    serde_json::to_string(&line).expect("strings and lists of strings always have a JSON form")
}

/// Reads the games of a text, one per line. Skips empty lines.
pub fn read(text: &str) -> impl Iterator<Item = Result<GameRecord, JsonlError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(i, line)| read_line(line).map_err(|kind| JsonlError { line: i + 1, kind }))
}

/// Reads a game from one line.
///
/// # Errors
/// Returns an error if the line is not such an object or its parts contradict each other.
pub fn read_line(line: &str) -> Result<GameRecord, JsonlErrorKind> {
    let line: Line = serde_json::from_str(line)?;
    let start = line.start.parse().map_err(JsonlErrorKind::Start)?;
    let mut game = Game::new(start);
    let board = game.start().size().to_string();
    if line.board != board {
        return Err(JsonlErrorKind::Board { stated: line.board, found: board });
    }
    for (i, name) in line.moves.iter().enumerate() {
        let place = |error| JsonlErrorKind::Move { number: i + 1, error };
        game.play_named(name).map_err(place)?;
    }
    let outcome = outcome(line.winner, line.termination)?;
    let players = ByColor::new(line.white, line.black);
    let mut record = GameRecord::new(game, players, outcome)?;
    for (name, value) in &line.tags {
        record.set_tag(name, value)?;
    }
    Ok(record)
}

fn outcome(
    winner: Option<String>,
    termination: Option<String>,
) -> Result<Option<Outcome>, JsonlErrorKind> {
    match (winner, termination) {
        (None, None) => Ok(None),
        (Some(winner), Some(termination)) => {
            let color = Color::from_name(&winner);
            let end = Termination::from_name(&termination);
            Ok(Some(Outcome {
                winner: color.ok_or(JsonlErrorKind::Winner(winner))?,
                termination: end.ok_or(JsonlErrorKind::Termination(termination))?,
            }))
        }
        _ => Err(JsonlErrorKind::HalfOutcome),
    }
}

/// Why a text is not JSON lines of games, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
#[non_exhaustive]
pub struct JsonlError {
    /// The line, from 1.
    pub line: usize,
    /// The error.
    pub kind: JsonlErrorKind,
}

/// Why a line is not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonlErrorKind {
    /// Not JSON, or not an object with the right fields.
    #[error("column {column}: {message}")]
    Json {
        /// Where, in bytes from 1.
        column: usize,
        /// The JSON parser's message.
        message: String,
    },
    /// The starting position is invalid.
    #[error("start: {0}")]
    Start(ParsePositionError),
    /// The board is not that of the starting position.
    #[error("board {} is not that of the starting position, {found}", quote(.stated))]
    Board {
        /// The board according to the line.
        stated: String,
        /// The board of the starting position.
        found: String,
    },
    /// A move is invalid.
    #[error("move {number}: {error}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The error.
        error: MoveError,
    },
    /// The winner is neither `white` nor `black`.
    #[error("winner {} is not white or black", quote(.0))]
    Winner(String),
    /// An unknown termination.
    #[error("{} is not a termination (no-moves, illegal-move, time, crash)", quote(.0))]
    Termination(String),
    /// Only one of winner and termination is null.
    #[error("winner and termination go together: null both, or neither")]
    HalfOutcome,
    /// The result contradicts the moves, or a tag is invalid.
    #[error(transparent)]
    Record(#[from] RecordError),
}

impl From<serde_json::Error> for JsonlErrorKind {
    fn from(error: serde_json::Error) -> Self {
        Self::Json { column: error.column(), message: json_message(&error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"white":"a","black":"b","board":"3x3","start":"3/3/3 w","moves":["b2","a1"],"winner":"black","termination":"no-moves"}"#;

    #[test]
    fn lines_round_trip() {
        let tagged = LINE.replace('}', r#","tags":{"Event":"x","Seed":"7"}}"#);
        let open = LINE.replace(
            r#","a1"],"winner":"black","termination":"no-moves""#,
            r#"],"winner":null,"termination":null"#,
        );
        for line in [LINE, &tagged, &open] {
            assert_eq!(write(&read_line(line).unwrap()), line);
        }
        assert_eq!(read(&format!("\u{feff}{LINE}\n\n{LINE}\n")).filter(Result::is_ok).count(), 2);
        let error = read(&format!("{LINE}\n\n{{}}\n")).find_map(Result::err).unwrap();
        assert_eq!(error.to_string(), "line 3: column 2: missing field `white`");
    }

    /// Text of [`LINE`], its replacement and the error.
    const ERRORS: &str = r#"
"white":"a", =>  => column 107: missing field `white`
"white" => "wite" => column 7: unknown field `wite`, expected one of `white`, `black`, `board`, `start`, `moves`, `winner`, `termination`, `tags`
3/3/3 w => 3/4/3 w => start: column 3: row 2 has 4 squares, but row 1 has 3
3x3 => 4x3 => board '4x3' is not that of the starting position, 3x3
a1 => b2 => move 2: no move to b2: the square is blocked
a1 => e5 => move 2: square 'e5' is off the 3x3 board
no-moves => boredom => 'boredom' is not a termination (no-moves, illegal-move, time, crash)
no-moves => time => the game ended otherwise: White had no legal move
"black","term => "white","term => the winner is Black: the other was to move
"black","term => "nobody","term => winner 'nobody' is not white or black
"black","term => null,"term => winner and termination go together: null both, or neither
,"termination":"no-moves" =>  => column 94: missing field `termination`
"no-moves"} => "no-moves","tags":{"FEN":""}} => tag FEN follows from the game and cannot be set
"#;

    #[test]
    fn errors_say_what_is_wrong() {
        for case in ERRORS.trim().lines() {
            let [from, to, message] = case.split(" => ").collect::<Vec<_>>()[..] else { panic!() };
            assert!(LINE.contains(from), "{case}");
            assert_eq!(read_line(&LINE.replace(from, to)).unwrap_err().to_string(), message);
        }
        assert!(read_line("").is_err());
        assert!(read_line(&"[".repeat(1_000_000)).is_err());
    }
}
