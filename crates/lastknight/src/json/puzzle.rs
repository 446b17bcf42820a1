//! Puzzles.

use serde::Serialize;

use super::name;
use crate::oracle;

/// A position in which only one move wins, with its grade.
#[derive(Clone, Debug, Serialize)]
pub struct Puzzle {
    position: String,
    best: String,
    moves: u32,
    /// The depth from which on alpha-beta finds the move.
    depth: Option<u32>,
    /// The plies to the end.
    plies: u32,
    rating: u32,
    level: &'static str,
}

impl From<&oracle::Puzzle> for Puzzle {
    fn from(puzzle: &oracle::Puzzle) -> Self {
        Self {
            position: puzzle.position().to_string(),
            best: name(puzzle.position(), puzzle.best()),
            moves: puzzle.moves(),
            depth: puzzle.depth(),
            plies: puzzle.plies(),
            rating: puzzle.rating(),
            level: puzzle.level().name(),
        }
    }
}
