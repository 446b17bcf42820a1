//! The moves at the root, from depth to depth.

use std::collections::VecDeque;

use super::active_positions::Mark;
use super::value::{INFINITE, MOST, Value, is_decided, score};
use super::worker::Worker;
use crate::board::{Position, Square, Word};
use crate::search::SearchLine;

/// The half-width of the aspiration window.
const WINDOW: Value = 512;

/// The moves at the root, the best of the previous depth first, and their lines.
pub(super) struct Root {
    pub(super) moves: Vec<Square>,
    /// The best moves at the current depth.
    pub(super) best: Vec<(Value, SearchLine)>,
    /// The moves found lost at the current depth.
    lost: Vec<Square>,
}

impl Root {
    /// Takes all moves, but of placements only those that are not images of others.
    pub(super) fn new<W: Word>(position: &Position<W>) -> Self {
        let moves = match position.knight(position.side()) {
            Some(_) => position.legal_moves().into_iter().collect(),
            None => position.placements(),
        };
        Self { moves, best: Vec::new(), lost: Vec::new() }
    }

    /// Returns whether all lines are wins or losses.
    pub(super) fn is_decided(&self) -> bool {
        self.best.iter().all(|&(value, _)| is_decided(value))
    }

    /// Searches the moves for the best `multi` of them. Returns `None` if a limit is met: then
    /// [`cut_short`](Self::cut_short) has the best.
    pub(super) fn search<W: Word>(
        &mut self,
        worker: &mut Worker<'_>,
        position: &Position<W>,
        depth: u32,
        multi: usize,
    ) -> Option<()> {
        let expected = self.best.first().map(|&(value, _)| value).filter(|_| multi == 1);
        self.best.clear();
        self.lost.clear();
        worker.meter.count()?;
        let depth = depth as i32 - 1;
        let mut queue = VecDeque::from(self.moves.clone());
        let mut untried = queue.len();
        while let Some(to) = queue.pop_front() {
            let next = position.play_unchecked(to);
            let mark = worker.mark(&next);
            // A move that another thread is searching is deferred once.
            let is_deferred =
                untried > 1 && !self.best.is_empty() && mark.is_some_and(Mark::is_set);
            untried = untried.saturating_sub(1);
            if is_deferred {
                queue.push_back(to);
                continue;
            }
            let worst = self.best.get(multi - 1).map(|&(value, _)| value);
            if let Some(mark) = mark {
                mark.set();
            }
            let value = self.search_move(worker, &next, depth, worst, expected);
            if let Some(mark) = mark {
                mark.clear();
            }
            let value = value?;
            if value < -MOST {
                self.lost.push(to);
            }
            if worst.is_none_or(|worst| value > worst) {
                let line = SearchLine { score: Some(score(value)), moves: worker.pv.set_root(to) };
                let at = self.best.partition_point(|&(other, _)| other >= value);
                self.best.insert(at, (value, line));
                self.best.truncate(multi);
            }
        }
        let rank = |to: &Square| self.best.iter().position(|(_, line)| line.moves[0] == *to);
        self.moves.sort_by_key(|to| rank(to).unwrap_or(usize::MAX));
        Some(())
    }

    /// Returns the value of a move: the first is searched around the expected value, others only as far
    /// as they beat the worst of the best.
    fn search_move<W: Word>(
        &self,
        worker: &mut Worker<'_>,
        next: &Position<W>,
        depth: i32,
        worst: Option<Value>,
        expected: Option<Value>,
    ) -> Option<Value> {
        if let Some(expected) = expected
            && self.best.is_empty()
            && expected.abs() < MOST - WINDOW
        {
            let (low, high) = (expected - WINDOW, expected + WINDOW);
            let value = -worker.search(next, depth, 1, -high, -low)?;
            if low < value && value < high {
                return Some(value);
            }
        } else if let Some(worst) = worst {
            let value = -worker.search(next, depth, 1, -worst - 1, -worst)?;
            if value <= worst {
                return Some(value);
            }
        }
        Some(-worker.search(next, depth, 1, -INFINITE, -worst.unwrap_or(-INFINITE))?)
    }

    /// Returns the best move after a search that met a limit, and moves lost ones to the end. A lost move
    /// is not the best while others are untried.
    pub(super) fn cut_short(&mut self) -> Option<SearchLine> {
        let Self { moves, best, lost } = self;
        moves.sort_by_key(|to| lost.contains(to));
        match best.first() {
            Some((_, line)) if lost.contains(&line.moves[0]) => {
                moves.first().map(|&to| SearchLine { score: None, moves: vec![to] })
            }
            best => best.map(|(_, line)| line.clone()),
        }
    }
}
