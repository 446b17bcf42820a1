//! Games as JSON lines: one object a line.
//!
//! ```json
//! {"white":"engine","black":"random","board":"3x3","start":"3/3/3 w","moves":["b2","a1"],"winner":"black","termination":"no-moves"}
//! ```
//!
//! `winner` and `termination` are `null` where the game is not finished; `tags` holds further facts,
//! where there are any.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Game, GameRecord, MoveError, RecordError, Termination};
use crate::board::{ByColor, Color, ParsePositionError};
use crate::quote::{one_line, quote};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    white: String,
    black: String,
    board: String,
    start: String,
    moves: Vec<String>,
    winner: Option<String>,
    termination: Option<String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tags: BTreeMap<String, String>,
}

/// The game on one line, without a line end.
#[must_use]
pub fn write(record: &GameRecord) -> String {
    let game = record.game();
    let line = Line {
        white: record.players()[Color::White].clone(),
        black: record.players()[Color::Black].clone(),
        board: game.start().size().to_string(),
        start: game.start().to_string(),
        moves: game.move_names().collect(),
        winner: record
            .outcome()
            .map(|outcome| outcome.winner.name().to_owned()),
        termination: record
            .outcome()
            .map(|outcome| outcome.termination.name().to_owned()),
        tags: record.tags().clone(),
    };
    serde_json::to_string(&line).expect("strings and lists of strings always have a JSON form")
}

/// The games of a whole text, each with its line number from 1. Empty lines are passed over.
pub fn read(text: &str) -> impl Iterator<Item = (usize, Result<GameRecord, JsonlError>)> {
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(i, line)| (i + 1, read_line(line)))
}

/// The game on one line.
///
/// # Errors
/// Where the line is no such object, or its parts contradict each other.
pub fn read_line(line: &str) -> Result<GameRecord, JsonlError> {
    let line: Line = serde_json::from_str(line)?;
    let start = line.start.parse().map_err(JsonlError::Start)?;
    let mut game = Game::new(start);
    let board = game.start().size().to_string();
    if line.board != board {
        return Err(JsonlError::Board {
            stated: line.board,
            found: board,
        });
    }
    for (i, name) in line.moves.iter().enumerate() {
        let place = |error| JsonlError::Move {
            number: i + 1,
            error,
        };
        game.play_named(name).map_err(place)?;
    }
    let termination = match &line.termination {
        None => None,
        Some(name) => Some(
            Termination::ALL
                .into_iter()
                .find(|termination| termination.name() == name)
                .ok_or_else(|| JsonlError::Termination(name.clone()))?,
        ),
    };
    let players = ByColor::new(line.white, line.black);
    let mut record = GameRecord::new(game, players, termination)?;
    let winner = record.outcome().map(|outcome| outcome.winner.name());
    if line.winner.as_deref() != winner {
        let name = |winner: Option<&str>| winner.unwrap_or("nobody").to_owned();
        let (stated, found) = (name(line.winner.as_deref()), name(winner));
        return Err(JsonlError::Winner { stated, found });
    }
    for (name, value) in &line.tags {
        record.set_tag(name, value)?;
    }
    Ok(record)
}

/// Why a line is not a game.
#[derive(Debug, thiserror::Error)]
pub enum JsonlError {
    /// Not JSON, or not an object with the right fields.
    #[error("column {}: {}", .0.column(), json_message(.0))]
    Json(#[from] serde_json::Error),
    /// The starting position is wrong.
    #[error("start: {0}")]
    Start(ParsePositionError),
    /// The board is not that of the starting position.
    #[error("board {} is not that of the starting position, {found}", quote(.stated))]
    Board {
        /// What the line says.
        stated: String,
        /// What the starting position says.
        found: String,
    },
    /// A move is wrong.
    #[error("move {number}: {error}")]
    Move {
        /// Which, from 1.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// No such way to end.
    #[error("{} is not a termination (no-moves, illegal-move, time, crash)", quote(.0))]
    Termination(String),
    /// The winner is not the one that the moves tell.
    #[error("winner {}, but by the moves it is {found}", quote(.stated))]
    Winner {
        /// What the line says.
        stated: String,
        /// What the moves say.
        found: String,
    },
    /// The end contradicts the moves, or a tag is wrong.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// The message without the place, which is told in our own words.
fn json_message(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let end = message.rfind(" at line ").unwrap_or(message.len());
    one_line(&message[..end], 160)
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
        assert_eq!(
            read(&format!("{LINE}\n\n{LINE}\n"))
                .map(|(line, _)| line)
                .collect::<Vec<_>>(),
            [1, 3]
        );
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |from: &str, to: &str| {
            assert!(LINE.contains(from));
            read_line(&LINE.replace(from, to)).unwrap_err().to_string()
        };
        for (from, to, message) in [
            (r#""white":"a","#, "", "column 107: missing field `white`"),
            (
                "\"white\"",
                "\"wite\"",
                "column 7: unknown field `wite`, expected one of `white`, `black`, `board`, `start`, `moves`, `winner`, `termination`, `tags`",
            ),
            (
                "3/3/3 w",
                "3/4/3 w",
                "start: column 3: row 2 has 4 squares, but row 1 has 3",
            ),
            (
                "3x3",
                "4x3",
                "board '4x3' is not that of the starting position, 3x3",
            ),
            ("a1", "b2", "move 2: no move to b2: the square is blocked"),
            ("a1", "e5", "move 2: square 'e5' is off the 3x3 board"),
            (
                "no-moves",
                "boredom",
                "'boredom' is not a termination (no-moves, illegal-move, time, crash)",
            ),
            (
                "no-moves",
                "time",
                "the game ended otherwise: White had no legal move",
            ),
            (
                "\"black\",\"term",
                "\"white\",\"term",
                "winner 'white', but by the moves it is black",
            ),
            (
                "\"no-moves\"}",
                "\"no-moves\",\"tags\":{\"FEN\":\"\"}}",
                "tag FEN follows from the game and cannot be set",
            ),
        ] {
            assert_eq!(error(from, to), message);
        }
        assert!(read_line("").is_err());
        assert!(read_line(&"[".repeat(1_000_000)).is_err());
    }
}
