//! Any legal move.

use crate::board::{Position, Square};
use crate::random::Random;
use crate::search::{SearchReport, Task};

/// Plays any legal move, each as likely.
pub(super) struct AnyMove {
    random: Random,
}

impl AnyMove {
    pub(super) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }

    pub(super) fn search(&mut self, position: &Position, _: &mut Task<'_>) -> SearchReport {
        let moves: Vec<Square> = position.legal_moves().into_iter().collect();
        SearchReport::at_once(self.random.pick(&moves))
    }
}
