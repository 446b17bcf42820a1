//! Minimax, as every textbook has it.

use super::Search;
use crate::board::{Position, Word};

impl Search<'_> {
    /// The value of the position to the side to move after `depth` more half-moves, if both always
    /// take the move that is best for them, and so worst for the other.
    ///
    /// `ply` half-moves lead here from the root. `None` where a limit was met.
    pub(super) fn minimax<W: Word>(
        &mut self,
        position: &Position<W>,
        depth: u32,
        ply: u32,
    ) -> Option<f64> {
        self.meter.count()?;
        if let Some(value) = self.leaf(position, depth, ply) {
            return Some(value);
        }
        let mut best = f64::NEG_INFINITY;
        for to in position.legal_moves() {
            let value = -self.minimax(&position.play_unchecked(to), depth - 1, ply + 1)?;
            if value > best {
                best = value;
                self.lines.begin(ply, to);
            }
        }
        Some(best)
    }
}
