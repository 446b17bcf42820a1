//! The solver as programs use it: a position, what may be spent on it, and what was found.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::Duration;

use super::distance::distances;
use super::tablebase;
use super::team::{Team, Watch};
use super::techniques::{Span, Techniques};
use super::winner_table::WinnerTable;
use crate::board::{Color, Position, Size, Square, Word};
use crate::control::Control;

/// The part of the work that finding the winners is taken for, where distances are asked for too.
pub(super) const PROOF: f64 = 0.1;

/// How a solver is set up.
#[derive(Clone, Debug)]
pub struct SolverSettings {
    /// The most memory for tables of positions, in megabytes.
    pub megabytes: usize,
    /// How many threads solve together. How soon games end is found out by one.
    pub threads: NonZeroUsize,
    /// The techniques to use, else those that suit the board.
    pub techniques: Option<Techniques>,
    /// Whether to probe the [`tablebase`] first, which takes no nodes; on by default.
    pub tablebase: bool,
}

impl Default for SolverSettings {
    fn default() -> Self {
        Self { megabytes: 256, threads: NonZeroUsize::MIN, techniques: None, tablebase: true }
    }
}

/// How far a solver is with a position.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Positions looked at.
    pub nodes: u64,
    /// The part of the work that is done, from 0 to 1, as far as can be told.
    pub done: f64,
}

/// What was found out about a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solution {
    /// Whether the side to move wins; `None` where the limits came first.
    pub wins: Option<bool>,
    /// The half-moves to the end: the winner hurries, the loser holds out. `None` where nobody asked
    /// or the limits came first.
    pub plies: Option<u32>,
    /// The legal moves in the order of their squares; empty where nobody asked for them.
    pub moves: Vec<MoveValue>,
    /// Positions searched, on all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// Whether the [`tablebase`] answered, so that nothing was searched.
    pub by_tablebase: bool,
}

impl Solution {
    /// The winner of the position that was solved, where it is known.
    #[must_use]
    pub fn winner(&self, position: &Position) -> Option<Color> {
        let side = position.side();
        position.winner().or(self.wins.map(|wins| if wins { side } else { !side }))
    }
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
    /// Which moves win, and how soon the game ends after each. In a won position the quickest move is
    /// found first, so that it may be known where the limits came before the others.
    Distances,
}

/// Finds out who wins.
#[derive(Debug)]
pub struct Solver {
    settings: SolverSettings,
    /// Made where a plan asks for one, for the board of the last question.
    table: Option<(Size, Techniques, WinnerTable)>,
}

impl Solver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(settings: SolverSettings) -> Self {
        Self { settings, table: None }
    }

    /// Answers a question about a position, as far as the limits on nodes and time allow; a depth means
    /// nothing here. Every answer is proved.
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

    /// The same, and calls `on_progress` on this thread about ten times a second.
    pub fn solve_with_progress<'a>(
        &mut self,
        position: &Position,
        question: Question,
        control: impl Into<Control<'a>>,
        on_progress: &mut dyn FnMut(Progress),
    ) -> Solution {
        self.answer(position, question, &mut Watch::start(control.into(), on_progress))
    }

    fn answer(
        &mut self,
        position: &Position,
        question: Question,
        watch: &mut Watch<'_>,
    ) -> Solution {
        let size = position.size();
        let techniques = self.settings.techniques.unwrap_or_else(|| Techniques::of(size));
        if techniques.table == Span::NEVER {
            self.table = None;
        } else if !self.table.as_ref().is_some_and(|(of, by, _)| (*of, *by) == (size, techniques)) {
            self.table = None;
            self.table = Some((size, techniques, WinnerTable::new(self.settings.megabytes)));
        }
        let table = self.table.as_ref().map(|(_, _, table)| table);
        let nodes = watch.control.limits.nodes;
        let team = Team::new(techniques, table, self.settings.threads.get(), nodes);
        let tables = self.settings.tablebase;
        let mut solution = match position.narrow() {
            Some(narrow) => answer(&team, &narrow, question, watch, tables),
            None => answer(&team, position, question, watch, tables),
        };
        if question == Question::Distances && solution.wins.is_some() {
            // The memory is for one table at a time.
            self.table = None;
            let left = nodes.map(|most| most.saturating_sub(solution.nodes));
            let team = Team::new(techniques, None, 1, left);
            let Solution { moves, plies, .. } = &mut solution;
            let megabytes = self.settings.megabytes;
            *plies = match position.narrow() {
                Some(narrow) => distances(&team, &narrow, moves, megabytes, watch),
                None => distances(&team, position, moves, megabytes, watch),
            };
            solution.nodes += team.nodes();
        }
        solution.by_tablebase &= solution.nodes == 0;
        solution.time = watch.time();
        solution
    }
}

/// The winners. The tables are probed where they may be.
fn answer<W: Word>(
    team: &Team<'_>,
    position: &Position<W>,
    question: Question,
    watch: &mut Watch<'_>,
    tables: bool,
) -> Solution {
    let mut moves = Vec::new();
    let is_over = position.legal_moves().is_empty();
    let known = if tables && !is_over { probe(position) } else { None };
    let wins = if question == Question::Winner {
        known.or_else(|| team.wins(position, watch, (0.0, 1.0)))
    } else {
        let part = if question == Question::Distances { PROOF } else { 1.0 };
        moves = values(team, position, watch, part, |next| match known {
            Some(false) => Some(true),
            _ if tables => probe(next),
            _ => None,
        });
        let is_won = moves.iter().any(|value| value.wins == Some(true));
        let is_known = is_won || moves.iter().all(|value| value.wins.is_some());
        is_known.then_some(is_won).or(known)
    };
    let (nodes, time) = (team.nodes(), watch.time());
    Solution { wins, plies: None, moves, nodes, time, by_tablebase: known.is_some() }
}

/// Whether the side to move wins, if the tables know.
fn probe<W: Word>(position: &Position<W>) -> Option<bool> {
    tablebase::probe(&position.convert()).map(|winner| winner == position.side())
}

/// What each move is worth, which is so much of all the work. `known` returns whether the side to move
/// wins after one, where that needs no search. Moves that are each other's image are solved once.
fn values<W: Word>(
    team: &Team<'_>,
    position: &Position<W>,
    watch: &mut Watch<'_>,
    all: f64,
    known: impl Fn(&Position<W>) -> Option<bool>,
) -> Vec<MoveValue> {
    let mut moves: Vec<Square> = position.legal_moves().into_iter().collect();
    // Where one wins by mirroring, the winner is known before the limits come.
    moves.sort_by_cached_key(|&to| position.play_unchecked(to).mirror_win().is_none());
    let share = all / moves.len() as f64;
    let mut solved: HashMap<Position<W>, Option<bool>> = HashMap::new();
    let value = |(i, to)| {
        let next = position.play_unchecked(to);
        let part = (i as f64 * share, (i + 1) as f64 * share);
        let other_wins = *solved
            .entry(next.canonical().0)
            .or_insert_with(|| known(&next).or_else(|| team.wins(&next, watch, part)));
        MoveValue { to, wins: other_wins.map(|other_wins| !other_wins), plies: None }
    };
    let mut values: Vec<MoveValue> = moves.into_iter().enumerate().map(value).collect();
    values.sort_by_key(|value| value.to);
    values
}
