//! The triangular table of principal variations.

use crate::board::{Size, Square};

/// The best line found so far from each ply on.
pub(super) struct PvTable {
    moves: Box<[[Square; Self::MOST]; Self::MOST]>,
    lengths: [u8; Self::MOST],
}

impl PvTable {
    const MOST: usize = Size::MAX_AREA + 2;

    pub(super) fn new() -> Self {
        let moves = vec![[Square::A1; Self::MOST]; Self::MOST].try_into();
        Self { moves: moves.expect("as many as were made"), lengths: [0; Self::MOST] }
    }

    /// Empties the line at `ply`.
    #[inline]
    pub(super) fn clear(&mut self, ply: u32) {
        self.lengths[ply as usize] = 0;
    }

    /// Sets the line at `ply` to a move, followed by the line of the next ply.
    #[inline]
    pub(super) fn set(&mut self, ply: u32, to: Square) {
        let ply = ply as usize;
        let length = self.lengths[ply + 1] as usize;
        let (line, next) = self.moves.split_at_mut(ply + 1);
        line[ply][0] = to;
        line[ply][1..=length].copy_from_slice(&next[0][..length]);
        self.lengths[ply] = length as u8 + 1;
    }

    /// Sets the line at the root as [`set`](Self::set) does, and returns it.
    pub(super) fn set_root(&mut self, to: Square) -> Vec<Square> {
        self.set(0, to);
        self.moves[0][..self.lengths[0].into()].to_vec()
    }
}
