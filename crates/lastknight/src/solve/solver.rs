//! The solver's interface: settings, questions and solutions.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use super::distance::distances;
use super::tablebase;
use super::team::{Monitor, Team};
use super::techniques::{Span, Techniques};
use super::winner_table::WinnerTable;
use crate::board::{Color, Position, Size, Square, Word};
use crate::control::Control;

/// The part of the progress that proving the winners counts for if distances follow.
pub(super) const WINNER_PROGRESS: f64 = 0.1;

/// The settings of a solver.
#[derive(Clone, Debug)]
pub struct SolverSettings {
    /// The most memory for tables of positions, in megabytes.
    pub megabytes: usize,
    /// The number of threads; distances always take one.
    pub threads: NonZeroUsize,
    /// The techniques to use; by default those that suit the board.
    pub techniques: Option<Techniques>,
    /// Whether to probe the [`tablebase`] first, which takes no nodes; on by default.
    pub tablebase: bool,
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self { megabytes: 256, threads: NonZeroUsize::MIN, techniques: None, tablebase: true }
    }
}

/// The progress of a solver on a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Positions searched.
    pub nodes: u64,
    /// An estimate of the part of the work that is done, from 0 to 1.
    pub done: f64,
}

/// What a solver proved about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// Whether the side to move wins; `None` if a limit came first.
    pub wins: Option<bool>,
    /// The plies to the end with the best play of both; `None` if not requested or if a limit came first.
    pub plies: Option<u32>,
    /// The legal moves in the order of their squares; empty if not requested.
    pub moves: Vec<MoveValue>,
    /// Positions searched, on all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// Whether the [`tablebase`] answered, so that nothing was searched.
    pub by_tablebase: bool,
}

impl Solution {
    /// Returns the winner of the solved position, if known.
    #[must_use]
    pub fn winner(&self, position: &Position) -> Option<Color> {
        let side = position.side();
        position.winner().or(self.wins.map(|wins| if wins { side } else { !side }))
    }
}

/// The value of a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The target square.
    pub to: Square,
    /// Whether the player who makes the move wins, if known.
    pub wins: Option<bool>,
    /// The plies to the end, this one included, if known.
    pub plies: Option<u32>,
}

/// What to find out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who wins.
    Winner,
    /// Which moves win.
    Moves,
    /// Which moves win, and how soon the game ends after each. The quickest win is found first.
    Distances,
}

/// Proves who wins.
#[derive(Debug)]
pub struct Solver {
    settings: SolverSettings,
    /// Created if the techniques use one; for the board of the last question.
    table: Option<(Size, Techniques, WinnerTable)>,
}

impl Solver {
    /// Creates a solver with an empty table.
    #[must_use]
    pub fn new(settings: SolverSettings) -> Self {
        Self { settings, table: None }
    }

    /// Answers a question about a position, as far as the limits on nodes and time allow; a depth limit
    /// has no effect. Every answer is proved.
    ///
    /// On one thread a new solver always takes the same number of nodes.
    ///
    /// ```
    /// use lastknight::solve::{Question, SolverSettings, Solver};
    /// use lastknight::{Limits, Position};
    ///
    /// let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
    /// let mut solver = Solver::new(SolverSettings::default());
    /// let solution = solver.solve(&position, Question::Moves, Limits::NONE);
    /// let winning = solution.moves.iter().filter(|value| value.wins == Some(true));
    /// let names = position.size().names(winning.map(|value| value.to)).to_string();
    /// assert_eq!((solution.wins, names.as_str()), (Some(true), "f5"));
    /// # Ok::<(), lastknight::ParsePositionError>(())
    /// ```
    pub fn solve<'a>(
        &mut self,
        position: &Position,
        question: Question,
        control: impl Into<Control<'a>>,
    ) -> Solution {
        self.solve_with_progress(position, question, control, &mut |_| {})
    }

    /// [`solve`](Self::solve) that calls `on_progress` on this thread about ten times a second.
    pub fn solve_with_progress<'a>(
        &mut self,
        position: &Position,
        question: Question,
        control: impl Into<Control<'a>>,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Solution {
        self.solve_controlled(position, question, &mut Monitor::start(control.into(), on_progress))
    }

    /// Not generic, so that the search is compiled in this crate, with its optimisation level, and not
    /// in the caller's.
    fn solve_controlled(
        &mut self,
        position: &Position,
        question: Question,
        monitor: &mut Monitor<'_>,
    ) -> Solution {
        match position.narrow() {
            Some(narrow) => self.answer(&narrow, question, monitor),
            None => self.answer(position, question, monitor),
        }
    }

    fn answer<W: Word>(
        &mut self,
        position: &Position<W>,
        question: Question,
        monitor: &mut Monitor<'_>,
    ) -> Solution {
        let size = position.size();
        let techniques = self.settings.techniques.unwrap_or_else(|| Techniques::of(size));
        if techniques.table == Span::NEVER {
            self.table = None;
        } else if !self.table.as_ref().is_some_and(|(of, by, _)| (*of, *by) == (size, techniques)) {
            // The old table is freed first.
            self.table = None;
            self.table = Some((size, techniques, WinnerTable::new(self.settings.megabytes)));
        }
        let table = self.table.as_ref().map(|(_, _, table)| table);
        let limit = monitor.control.limits.nodes;
        let team = Team::new(techniques, table, self.settings.threads.get(), limit);
        let mut solution = winners(&team, position, question, monitor, self.settings.tablebase);
        if question == Question::Distances && solution.wins.is_some() {
            // The memory is for one table at a time.
            self.table = None;
            let left = limit.map(|limit| limit.saturating_sub(solution.nodes));
            let team = Team::new(techniques, None, 1, left);
            let megabytes = self.settings.megabytes;
            solution.plies = distances(&team, position, &mut solution.moves, megabytes, monitor);
            solution.nodes += team.nodes();
        }
        solution.by_tablebase &= solution.nodes == 0;
        solution.time = monitor.stopwatch.elapsed();
        solution
    }
}

/// Solves a position and, if requested, its moves, without distances.
fn winners<W: Word>(
    team: &Team<'_>,
    position: &Position<W>,
    question: Question,
    monitor: &mut Monitor<'_>,
    tablebase: bool,
) -> Solution {
    let mut moves = Vec::new();
    let is_over = position.legal_moves().is_empty();
    let known = if tablebase && !is_over { probe(position) } else { None };
    let wins = if question == Question::Winner {
        known.or_else(|| team.wins(position, monitor, (0.0, 1.0)))
    } else {
        let progress = if question == Question::Distances { WINNER_PROGRESS } else { 1.0 };
        moves = values(team, position, monitor, progress, |next| match known {
            Some(false) => Some(true),
            _ if tablebase => probe(next),
            _ => None,
        });
        let is_won = moves.iter().any(|value| value.wins == Some(true));
        let is_known = is_won || moves.iter().all(|value| value.wins.is_some());
        is_known.then_some(is_won).or(known)
    };
    let (nodes, by_tablebase) = (team.nodes(), known.is_some());
    Solution { wins, moves, nodes, by_tablebase, ..Solution::default() }
}

/// Whether the side to move wins, if the tablebase knows.
fn probe<W: Word>(position: &Position<W>) -> Option<bool> {
    tablebase::probe(&position.convert()).map(|winner| winner == position.side())
}

/// The values of the moves, for this part of the progress. `known` replaces a search if it has an answer.
fn values<W: Word>(
    team: &Team<'_>,
    position: &Position<W>,
    monitor: &mut Monitor<'_>,
    progress: f64,
    known: impl Fn(&Position<W>) -> Option<bool>,
) -> Vec<MoveValue> {
    let mut moves: Vec<Square> = position.legal_moves().into_iter().collect();
    // A win by mirroring comes first, so the winner is known before a limit is reached.
    moves.sort_by_cached_key(|&to| position.play_unchecked(to).mirror_win().is_none());
    let share = progress / moves.len() as f64;
    let mut solved: HashMap<Position<W>, Option<bool>> = HashMap::new();
    let value = |(i, to)| {
        let next = position.play_unchecked(to);
        let part = (i as f64 * share, (i + 1) as f64 * share);
        let other_wins = *solved
            .entry(next.canonical().0)
            .or_insert_with(|| known(&next).or_else(|| team.wins(&next, monitor, part)));
        MoveValue { to, wins: other_wins.map(|other_wins| !other_wins), plies: None }
    };
    let mut values: Vec<MoveValue> = moves.into_iter().enumerate().map(value).collect();
    values.sort_by_key(|value| value.to);
    values
}
