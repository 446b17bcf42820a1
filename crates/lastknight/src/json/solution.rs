//! Exact solutions.

use serde::Serialize;

use super::{name, names};
use crate::board::{Color, Position, Square};
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
    /// The proved line: absent if not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<ProvedLine>,
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
            line: None,
        }
    }

    /// Returns the proved line, if there is one.
    #[must_use]
    pub fn line(&self) -> Option<&ProvedLine> {
        self.line.as_ref()
    }

    pub(crate) fn with_line(self, line: Option<ProvedLine>) -> Self {
        Self { line, ..self }
    }
}

/// The winner's proved moves against the longest resistance that was found.
#[derive(Clone, Debug, Serialize)]
pub struct ProvedLine {
    moves: Vec<String>,
    /// Whether it goes to the end of the game.
    complete: bool,
}

impl ProvedLine {
    pub(crate) fn new(position: &Position, moves: &[Square], complete: bool) -> Self {
        Self { moves: names(position, moves.iter().copied()), complete }
    }

    /// Returns the names of the moves.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Whether the line goes to the end of the game.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
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
