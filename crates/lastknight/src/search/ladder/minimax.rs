//! Minimax, as in every textbook.

use super::Search;
use crate::board::{Position, Word};

impl Search<'_> {
    /// Returns the value for the side to move after `depth` more plies, if both always choose the move
    /// that is best for them. `ply` is the distance from the root. Returns `None` if a limit is met.
    pub(super) fn minimax<W: Word>(
        &mut self,
        position: &Position<W>,
        depth: u32,
        ply: u32,
    ) -> Option<f64> {
        self.count()?;
        if let Some(value) = self.leaf(position, depth, ply) {
            return Some(value);
        }
        let mut best = f64::NEG_INFINITY;
        for to in position.legal_moves() {
            let value = -self.minimax(&position.play_unchecked(to), depth - 1, ply + 1)?;
            if value > best {
                best = value;
                self.pv.set(ply, to);
            }
        }
        Some(best)
    }
}
