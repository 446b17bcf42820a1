//! Exact solutions.

use serde::Serialize;

use super::name;
use crate::board::{Color, Position};
use crate::solve::{self, MoveValue, Question};

/// A legal move, and whether it wins.
#[derive(Clone, Debug, Serialize)]
pub struct MoveVerdict {
    to: String,
    wins: Option<bool>,
    /// The plies to the end, including this one: absent if not requested, `null` if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<Option<u32>>,
}

impl MoveVerdict {
    pub(crate) fn new(position: &Position, value: &MoveValue, with_plies: bool) -> Self {
        let plies = with_plies.then_some(value.plies);
        Self { to: name(position, value.to), wins: value.wins, plies }
    }
}

/// The winner of a position, and its winning moves.
#[derive(Clone, Debug, Serialize)]
pub struct Solution {
    position: String,
    /// Whether the winner is known.
    solved: bool,
    winner: Option<&'static str>,
    /// The plies to the end: absent if not requested, `null` if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveVerdict>>,
    nodes: u64,
    seconds: f64,
    /// `true` if the result comes from the tablebase, else absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    tablebase: Option<bool>,
}

impl Solution {
    /// Converts the answer to a question.
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

/// The progress of a solution.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SolutionProgress {
    /// The number of solved moves.
    pub done: usize,
    /// The number of legal moves.
    pub all: usize,
    /// The nodes so far.
    pub nodes: u64,
}
