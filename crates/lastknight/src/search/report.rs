//! The result of a search.

use std::time::Duration;

use super::score::Score;
use crate::board::Square;

/// The result of a search, so far or in the end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchReport {
    /// The best moves with their lines, best first; none if the game is over.
    pub lines: Vec<SearchLine>,
    /// The depth that was searched completely, in plies.
    pub depth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The time taken, by the clock of the search.
    pub time: Duration,
}

/// A move and the expected continuation.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchLine {
    /// The score of the move, if the agent scores moves.
    pub score: Option<Score>,
    /// The move and those expected after it.
    pub moves: Vec<Square>,
}

impl SearchReport {
    /// Reports a move without a search, or none.
    #[must_use]
    pub fn at_once(to: Option<Square>) -> Self {
        let line = |to| SearchLine { score: None, moves: vec![to] };
        Self { lines: to.map(line).into_iter().collect(), ..Self::default() }
    }

    /// Returns the best move, or `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Square> {
        self.lines.first()?.moves.first().copied()
    }

    /// Returns nodes per second, or `None` for a search too short to measure.
    #[must_use]
    pub fn nodes_per_second(&self) -> Option<u64> {
        let speed = self.nodes as f64 / self.time.as_secs_f64();
        (self.time >= Duration::from_millis(1)).then(|| speed.round() as u64)
    }

    /// Returns the score of the best move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first()?.score
    }
}

/// Reports a move without a search.
impl From<Square> for SearchReport {
    fn from(to: Square) -> Self {
        Self::at_once(Some(to))
    }
}
