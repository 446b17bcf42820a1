//! Minimax, as every textbook has it.

use super::Search;
use crate::board::{Position, Word};

impl Search<'_> {
    /// The value of the position to the player at the root after `depth` more half-moves, if that
    /// player always takes the move that is best for it, and the other the one that is worst for it.
    ///
    /// `ply` half-moves lead here from the root. `None` where a limit was met.
    pub(super) fn minimax<W: Word>(
        &mut self,
        position: &Position<W>,
        depth: u32,
        ply: u32,
    ) -> Option<f64> {
        self.meter.count()?;
        self.lines.end(ply);
        if let Some(value) = self.decision(position, ply) {
            return Some(value);
        }
        if depth == 0 {
            return Some(self.heuristic.estimate(position, self.player));
        }
        let is_own = position.side() == self.player;
        let mut best = if is_own { f64::NEG_INFINITY } else { f64::INFINITY };
        for to in position.legal_moves() {
            let value = self.minimax(&position.play_unchecked(to), depth - 1, ply + 1)?;
            if if is_own { value > best } else { value < best } {
                best = value;
                self.lines.begin(ply, to);
            }
        }
        Some(best)
    }
}
