//! Answers as JSON: one set of shapes that the command line (`--json`), the server and other front ends share.
//!
//! `json::X` is the JSON form of what `X` names elsewhere. Every shape only implements [`serde::Serialize`]; values
//! are those of the side to move, shares are parts of 1, intervals are 95 % ones, squares are names such as `d4`.

mod agent;
mod analysis;
mod evaluation;
mod heuristic;
mod limits;
mod numbers;
mod position;
mod review;
mod tree;

pub use agent::{AgentDescription, SettingDescription, SettingDomain};
pub use analysis::{Analysis, Iteration, Line};
pub use evaluation::{Evaluation, HeuristicMove};
pub use heuristic::{
    FeatureDescription, FormulaLanguage, FunctionDescription, HeuristicDescription,
    ParameterDescription,
};
pub use limits::Limits;
pub use numbers::Numbers;
pub use position::{BySide, MirrorWin, Position, shortest_notation};
pub use review::ReviewedMove;
pub use tree::{SearchNode, SearchTree};

use crate::board;

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
