//! Greedy play.

use crate::board::{Position, Square};
use crate::eval::Heuristic;
use crate::random::Random;
use crate::search::{Score, SearchLine, SearchReport, Task};

/// Plays the move with the best heuristic value: a search of depth 1.
pub(super) struct Greedy {
    heuristic: Heuristic,
    random_ties: bool,
    random: Random,
}

impl Greedy {
    pub(super) fn new(heuristic: Heuristic, random_ties: bool, seed: u64) -> Self {
        Self { heuristic, random_ties, random: Random::new(seed) }
    }

    pub(super) fn search(&mut self, position: &Position, task: &mut Task<'_>) -> SearchReport {
        let stopwatch = task.control.stopwatch();
        let mut moves: Vec<Square> = position.legal_moves().into_iter().collect();
        if self.random_ties {
            self.random.shuffle(&mut moves);
        }
        let mut lines: Vec<SearchLine> = Vec::new();
        for &to in &moves {
            // Heuristics can be slow. The first move is always evaluated.
            if !lines.is_empty() && task.control.pass_checkpoint().is_break() {
                break;
            }
            let next = position.play_unchecked(to);
            let score = match next.winner() {
                Some(_) => Score::Win(Some(1)),
                None => Score::Value(self.heuristic.estimate(&next, position.side())),
            };
            lines.push(SearchLine { score: Some(score), moves: vec![to] });
        }
        let nodes = lines.len() as u64;
        // The sort is stable: the first of equal moves stays first.
        lines.sort_by(|a, b| b.score.partial_cmp(&a.score).expect("values are finite"));
        lines.truncate(task.multi);
        let report = SearchReport { lines, depth: 1, nodes, time: stopwatch.elapsed() };
        task.progress(&report);
        report
    }
}
