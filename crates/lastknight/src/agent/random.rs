//! Random play.

use crate::board::{Position, Square};
use crate::random::Random;
use crate::search::{SearchReport, Task};

/// Plays random legal moves, all equally likely.
pub(super) struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    pub(super) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    pub(super) fn search(&mut self, position: &Position, _: &mut Task<'_>) -> SearchReport {
        let moves: Vec<Square> = position.legal_moves().into_iter().collect();
        SearchReport::at_once(self.random.pick(&moves))
    }
}
