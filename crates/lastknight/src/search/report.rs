//! What a search found.

use std::time::Duration;

use super::score::Score;
use crate::board::Square;

/// What a search found, so far or in the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchReport {
    /// The best moves with their lines, the best first; none where the game is over.
    pub lines: Vec<Line>,
    /// How many half-moves were looked ahead throughout.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The time it took, by the clock of the search.
    pub time: Duration,
}

/// A move and what is expected to follow.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What the move is worth, where the agent puts a value to moves.
    pub score: Option<Score>,
    /// The move and those after it, as far as they are known.
    pub moves: Vec<Square>,
}

impl SearchReport {
    /// At most a move, without a search.
    #[must_use]
    pub fn at_once(to: Option<Square>) -> Self {
        let line = |to| Line { score: None, moves: vec![to] };
        Self { lines: to.map(line).into_iter().collect(), ..Self::default() }
    }

    /// The best move, or `None` where the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Square> {
        self.lines.first()?.moves.first().copied()
    }

    /// Nodes per second, or `None` for a search too short to measure.
    #[must_use]
    pub fn nodes_per_second(&self) -> Option<u64> {
        const LEAST: Duration = Duration::from_millis(1);
        let speed = self.nodes as f64 / self.time.as_secs_f64();
        (self.time >= LEAST).then(|| speed.round() as u64)
    }

    /// What the best move is worth.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first()?.score
    }
}

/// A move without a search.
impl From<Square> for SearchReport {
    fn from(to: Square) -> Self {
        Self::at_once(Some(to))
    }
}
