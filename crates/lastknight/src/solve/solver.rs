//! The solver as programs use it: a position, what may be spent on it, and what was found.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::wins_within;
use crate::board::{Position, Square, Word};
use crate::search::{Clock, Limits, Meter};

/// How a solver is set up.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The most memory for the table of positions, in megabytes.
    pub megabytes: usize,
    /// How many threads solve together.
    pub threads: NonZeroUsize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { megabytes: 256, threads: NonZeroUsize::MIN }
    }
}

/// What may be spent on a position, and who is told how far it is.
pub struct Effort<'a> {
    /// When to give up: nodes and time; a depth means nothing here.
    pub limits: Limits,
    /// The clock that measures the time.
    pub clock: Clock,
    /// Set by anybody to give up soon.
    pub stop: &'a AtomicBool,
    /// Called now and then, on the thread that asked.
    pub on_progress: &'a mut dyn FnMut(Progress),
}

/// How far a solver is with a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Positions looked at.
    pub nodes: u64,
    /// The part of the work that is done, from 0 to 1, as far as can be told.
    pub done: f64,
}

/// What was found out about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Whether the side to move wins; `None` where the limits came first.
    pub wins: Option<bool>,
    /// The half-moves to the end: the winner hurries, the loser holds out. `None` where nobody asked
    /// or the limits came first.
    pub plies: Option<u32>,
    /// The legal moves in the order of their squares; empty where nobody asked for them.
    pub moves: Vec<MoveValue>,
    /// Positions looked at, on all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// What is known about a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// Where it goes.
    pub to: Square,
    /// Whether the player who makes it wins.
    pub wins: Option<bool>,
    /// The half-moves to the end, this one counted.
    pub plies: Option<u32>,
}

/// What to find out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who wins, and nothing else.
    Winner,
    /// Which moves win.
    Moves,
    /// Which moves win, and how soon the game ends after each.
    Distances,
}

/// Finds out who wins, and remembers positions for the next question.
#[derive(Debug)]
pub struct Solver {
    settings: Settings,
}

impl Solver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings }
    }

    /// Answers a question about a position, as far as the limits allow. What it says is proved.
    pub fn solve(
        &mut self,
        position: &Position,
        question: Question,
        effort: &mut Effort<'_>,
    ) -> Solution {
        let _ = self.settings.threads;
        match position.narrow() {
            Some(narrow) => solve(&narrow, question, effort),
            None => solve(position, question, effort),
        }
    }
}

fn solve<W: Word>(position: &Position<W>, question: Question, effort: &mut Effort<'_>) -> Solution {
    let mut meter = Meter::start(&effort.limits, effort.clock, effort.stop);
    let mut moves = Vec::new();
    let wins = if question == Question::Winner {
        wins_within(position, &mut meter)
    } else {
        for to in position.legal_moves() {
            let wins = wins_within(&position.play_unchecked(to), &mut meter).map(|wins| !wins);
            moves.push(MoveValue { to, wins, plies: None });
            (effort.on_progress)(Progress { nodes: meter.nodes(), done: 0.5 });
        }
        if moves.iter().any(|value| value.wins == Some(true)) {
            Some(true)
        } else {
            moves.iter().all(|value| value.wins.is_some()).then_some(false)
        }
    };
    Solution { wins, plies: None, moves, nodes: meter.nodes(), time: meter.time() }
}
