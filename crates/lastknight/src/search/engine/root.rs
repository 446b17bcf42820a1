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
}

impl Root {
    pub(super) fn new<W: Word>(position: &Position<W>) -> Self {
        let moves = match position.knight(position.side()) {
            Some(_) => position.legal_moves().into_iter().collect(),
            None => position.placements(),
        };
        Self { moves, lines: Vec::new(), values: Vec::new() }
    }

    /// The moves, the best first. Placements that are others' images are left out.
    pub(super) fn moves(&self) -> impl ExactSizeIterator<Item = Square> {
        self.moves.iter().copied()
    }

    /// The lines of the best moves.
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether all lines are wins or losses.
    pub(super) fn is_decided(&self) -> bool {
        self.lines.iter().all(|line| line.score.is_some_and(Score::is_decided))
    }

    /// Searches the moves and finds the best `multi` of them. `None` where a limit was met: the lines
    /// are then those of the moves that were searched.
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
            let value = match (self.lines.is_empty(), expected) {
                (true, Some(expected)) if expected.abs() < MOST - WINDOW => {
                    let (low, high) = (expected - WINDOW, expected + WINDOW);
                    let value = -worker.search(&next, depth, 1, -high, -low)?;
                    match low < value && value < high {
                        true => value,
                        false => -worker.search(&next, depth, 1, -INFINITE, INFINITE)?,
                    }
                }
                _ if self.values.len() < multi => {
                    -worker.search(&next, depth, 1, -INFINITE, INFINITE)?
                }
                _ => {
                    let value = -worker.search(&next, depth, 1, -alpha - 1, -alpha)?;
                    match value > alpha {
                        true => -worker.search(&next, depth, 1, -INFINITE, -alpha)?,
                        false => value,
                    }
                }
            };
            worker.leave(&next);
            if value > alpha {
                worker.lines.begin(0, to);
                let at = self.values.partition_point(|&other| other >= value);
                let line = Line { score: Some(score(value)), moves: worker.lines.at(0) };
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
}
