//! Games as PGN, the format of chess programs: tags, then numbered moves.
//!
//! ```text
//! [Event "?"]
//! [Site "?"]
//! [Date "????.??.??"]
//! [Round "?"]
//! [White "engine"]
//! [Black "random"]
//! [Result "0-1"]
//! [Variant "Knight's Isolation"]
//! [Board "3x3"]
//! [Termination "normal"]
//!
//! 1. b2 a1 0-1
//! ```
//!
//! A game that does not begin on an empty board has the tags `SetUp` and `FEN`. In tag values `"`
//! and `\` are escaped as in PGN, control characters as in Rust. The reader skips comments,
//! variations, annotations and `%` lines; [`read_annotated`] keeps them, but for `%` lines.

mod annotated;
mod lexer;
mod reader;
mod tags;
mod writer;

use super::Termination;
use crate::board::Color;

pub use annotated::{AnnotatedReader, read_annotated, write_annotated};
pub use lexer::Place;
pub use reader::{PgnError, PgnErrorKind, Reader, read};
pub use writer::write;

/// The value of the `Variant` tag.
const VARIANT: &str = "Knight's Isolation";

/// The value of the `Termination` tag of an unfinished game.
const UNTERMINATED: &str = "unterminated";

/// The value that PGN defines for the `Termination` tag.
fn termination_value(termination: Termination) -> &'static str {
    match termination {
        Termination::NoMoves => "normal",
        Termination::IllegalMove => "rules infraction",
        Termination::Time => "time forfeit",
        Termination::Crash => "abandoned",
        Termination::Resignation => "resignation",
    }
}

/// The result as it stands in the tag and after the moves.
fn result_value(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "*",
    }
}
