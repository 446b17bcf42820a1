//! Who wins, exactly.

use serde::Serialize;

use super::name;
use crate::board::{Color, Position};
use crate::solve::{self, MoveValue, Question};

/// A legal move, and whether the player who makes it wins.
#[derive(Clone, Debug, Serialize)]
pub struct MoveVerdict {
    to: String,
    wins: Option<bool>,
    /// The plies to the end, this one counted: absent where not requested, `null` where not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<Option<u32>>,
}

impl MoveVerdict {
    /// A move of a position; `with_plies` says whether its distance was requested.
    #[must_use]
    pub fn new(position: &Position, value: &MoveValue, with_plies: bool) -> Self {
        Self {
            to: name(position, value.to),
            wins: value.wins,
            plies: with_plies.then_some(value.plies),
        }
    }
}

/// Who wins a position, and which of its moves win.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    position: String,
    /// Whether the winner is known.
    solved: bool,
    winner: Option<&'static str>,
    /// The plies to the end: absent where not requested, `null` where not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveVerdict>>,
    nodes: u64,
    seconds: f64,
    /// Whether the tables of solved boards answered, so that nothing was searched; absent if not.
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebase: Option<bool>,
}

impl Solution {
    /// The answer to a question about a position.
    #[must_use]
    pub fn new(position: &Position, question: Question, solution: &solve::Solution) -> Self {
        let with_plies = question == Question::Distances;
        let verdict = |value| MoveVerdict::new(position, value, with_plies);
        let winner = solution.winner(position);
        let plies = if position.winner().is_some() { Some(0) } else { solution.plies };
        Self {
            position: position.to_string(),
            solved: winner.is_some(),
            winner: winner.map(Color::name),
            plies: with_plies.then_some(plies),
            moves: (question != Question::Winner)
                .then(|| solution.moves.iter().map(verdict).collect()),
            nodes: solution.nodes,
            seconds: solution.time.as_secs_f64(),
            tablebase: solution.by_tablebase.then_some(true),
        }
    }
}

/// How many moves of a position are solved.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SolutionProgress {
    /// Moves that are solved.
    pub done: usize,
    /// All legal moves.
    pub all: usize,
    /// Nodes so far.
    pub nodes: u64,
}
