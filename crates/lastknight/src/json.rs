//! Answers as JSON: one set of shapes that the command line (`--json`), the server and other front ends share.
//!
//! `json::X` is the JSON form of what `X` names elsewhere; `docs/json.md` describes each. Values are those of the side
//! to move, scores and shares are parts of 1, intervals are 95 % ones, squares are names such as `d4`. A field that was
//! renamed is still written under its old name, which is marked as deprecated there.

mod agent;
mod analysis;
mod evaluation;
mod game;
mod heuristic;
mod limits;
mod numbers;
mod oracle;
mod position;
mod review;
mod solution;
mod statistics;
mod tree;

pub use agent::AgentDescription;
pub use analysis::{Analysis, Iteration, Line};
pub use evaluation::{Evaluation, HeuristicMove};
pub use game::Game;
pub use heuristic::{
    FeatureDescription, FormulaLanguage, FunctionDescription, HeuristicDescription,
    ParameterDescription,
};
pub use limits::Limits;
pub use numbers::Numbers;
pub use oracle::OracleTally;
pub use position::{BySide, MirrorWin, Position, shortest_notation};
pub use review::{Review, ReviewedMove};
pub use solution::{MoveVerdict, Solution, SolutionProgress};
pub use statistics::{Comparison, Estimate, Interval, PairScore, Pairs, Share, Sprt};
pub use tree::{SearchNode, SearchTree};

use crate::board;

/// The version of the shapes. It changes when a field is removed or changes its meaning, not when one is added.
pub const VERSION: u32 = 1;

/// The name of a square.
fn name(position: &board::Position, square: board::Square) -> String {
    position.size().name(square).to_string()
}

/// The names of squares.
fn names(
    position: &board::Position,
    squares: impl IntoIterator<Item = board::Square>,
) -> Vec<String> {
    squares.into_iter().map(|square| name(position, square)).collect()
}
