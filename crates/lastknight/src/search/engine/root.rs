//! The moves at the root, from depth to depth.

use std::collections::VecDeque;

use super::value::{INFINITE, MOST, Value, score};
use super::worker::Worker;
use crate::board::{Position, Square, Word};
use crate::search::{Line, Score};

/// How far the value of the best move is expected to move from one depth to the next.
const WINDOW: Value = 512;

/// The moves at the root, the best of the last depth first, and their lines.
pub(super) struct Root {
    moves: Vec<Square>,
    lines: Vec<Line>,
    /// The values of the lines.
    values: Vec<Value>,
    /// Moves that were found to be lost at the present depth.
    lost: Vec<Square>,
}

impl Root {
    pub(super) fn new<W: Word>(position: &Position<W>) -> Self {
        let moves = match position.knight(position.side()) {
            Some(_) => position.legal_moves().into_iter().collect(),
            None => position.placements(),
        };
        Self { moves, lines: Vec::new(), values: Vec::new(), lost: Vec::new() }
    }

    /// The moves, the best first. Placements that are others' images are left out.
    pub(super) fn moves(&self) -> impl ExactSizeIterator<Item = Square> {
        self.moves.iter().copied()
    }

    /// Leaves moves out from now on that are proved to lose, as long as there are others.
    pub(super) fn leave_out(&mut self, lost: &[Square]) {
        if self.moves.iter().any(|to| !lost.contains(to)) {
            self.moves.retain(|to| !lost.contains(to));
        }
    }

    /// The lines of the best moves, after a search that was finished.
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether all lines are wins or losses.
    pub(super) fn is_decided(&self) -> bool {
        self.lines.iter().all(|line| line.score.is_some_and(Score::is_decided))
    }

    /// Searches the moves and finds the best `multi` of them. `None` where a limit was met: then
    /// [`cut_short`](Self::cut_short) says what is best.
    pub(super) fn search<W: Word>(
        &mut self,
        worker: &mut Worker<'_>,
        position: &Position<W>,
        depth: u32,
        multi: usize,
    ) -> Option<()> {
        let expected = self.values.first().copied().filter(|_| multi == 1);
        self.lines.clear();
        self.values.clear();
        self.lost.clear();
        worker.meter.count()?;
        let depth = depth as i32 - 1;
        let mut queue = VecDeque::from(self.moves.clone());
        let mut untried = queue.len();
        while let Some(to) = queue.pop_front() {
            let next = position.play_unchecked(to);
            // What another thread is looking at comes last, but comes.
            let is_put_off = untried > 1 && !self.lines.is_empty() && worker.is_busy(&next);
            untried = untried.saturating_sub(1);
            if is_put_off {
                queue.push_back(to);
                continue;
            }
            let alpha = self.values.get(multi - 1).copied().unwrap_or(-INFINITE);
            worker.enter(&next);
            let value = self.search_move(worker, &next, depth, multi, alpha, expected);
            worker.leave(&next);
            let value = value?;
            if let Score::Loss(_) = score(value) {
                self.lost.push(to);
            }
            if value > alpha {
                let at = self.values.partition_point(|&other| other >= value);
                let line = Line { score: Some(score(value)), moves: worker.pv.set_root(to) };
                self.values.insert(at, value);
                self.lines.insert(at, line);
                self.values.truncate(multi);
                self.lines.truncate(multi);
            }
        }
        let lines = &self.lines;
        let rank = |to: &Square| lines.iter().position(|line| line.moves[0] == *to);
        self.moves.sort_by_key(|to| rank(to).unwrap_or(usize::MAX));
        Some(())
    }

    /// The value of a move: the first around what is expected, others only as far as they are better
    /// than `alpha`.
    fn search_move<W: Word>(
        &self,
        worker: &mut Worker<'_>,
        next: &Position<W>,
        depth: i32,
        multi: usize,
        alpha: Value,
        expected: Option<Value>,
    ) -> Option<Value> {
        match expected {
            Some(expected) if self.lines.is_empty() && expected.abs() < MOST - WINDOW => {
                let (low, high) = (expected - WINDOW, expected + WINDOW);
                let value = -worker.search(next, depth, 1, -high, -low)?;
                if low < value && value < high {
                    return Some(value);
                }
            }
            _ if self.values.len() >= multi => {
                let value = -worker.search(next, depth, 1, -alpha - 1, -alpha)?;
                if value <= alpha {
                    return Some(value);
                }
            }
            _ => {}
        }
        Some(-worker.search(next, depth, 1, -INFINITE, -alpha)?)
    }

    /// What is best after a search that met a limit. Moves that were found to be lost come last from
    /// now on; a loss is not the truth about the position as long as there are others.
    pub(super) fn cut_short(&mut self) -> Option<Line> {
        let Self { moves, lines, lost, .. } = self;
        moves.sort_by_key(|to| lost.contains(to));
        let untried = || moves.first().map(|&to| Line { score: None, moves: vec![to] });
        match lines.first() {
            Some(line) if lost.contains(&line.moves[0]) => untried(),
            line => line.cloned(),
        }
    }
}
