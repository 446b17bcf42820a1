//! The JSON of the command line (`--json`), the server and other front ends.
//!
//! `json::X` is the JSON form of what `X` names elsewhere; `docs/json.md` describes each field. Values are for the side
//! to move, scores and shares are from 0 to 1, intervals are 95 % intervals, squares are names such as `d4`. Renamed
//! fields are also written under their old name, which is deprecated.

mod agent;
mod analysis;
mod difficulty;
mod evaluation;
mod game;
mod heuristic;
mod limits;
mod oracle;
mod pgn;
mod position;
mod puzzle;
mod review;
mod solution;
mod statistics;
mod tree;

pub use agent::AgentDescription;
pub use analysis::{Analysis, Iteration};
pub use difficulty::{Difficulty, MoveReplies};
pub use evaluation::{Evaluation, HeuristicMove, Numbers};
pub use game::Game;
pub use heuristic::{FormulaLanguage, HeuristicDescription};
pub use limits::Limits;
pub use oracle::OracleTally;
pub use pgn::{PgnRequest, PgnRequestError, annotated_pgn};
pub use position::{Position, shortest_notation};
pub use puzzle::Puzzle;
pub use review::{Review, ReviewedMove};
pub use solution::{MoveVerdict, ProvedLine, Solution, SolutionProgress};
pub use statistics::{Comparison, Estimate, Interval, PairScore, Pairs, Share, Sprt};
pub use tree::SearchTree;

use crate::board::{self, Square};

/// The version of the JSON. It changes when a field is removed or changes its meaning, not when one is added.
pub const VERSION: u32 = 1;

fn name(position: &board::Position, square: Square) -> String {
    position.size().name(square).to_string()
}

fn names(position: &board::Position, squares: impl IntoIterator<Item = Square>) -> Vec<String> {
    squares.into_iter().map(|square| name(position, square)).collect()
}
