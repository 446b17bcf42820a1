//! The lines of play that a search finds best, written down on the way back.

use crate::board::{Size, Square};

/// The best line found so far from each half-move on.
pub(super) struct Lines {
    moves: Box<[[Square; Self::MOST]; Self::MOST]>,
    lengths: [u8; Self::MOST],
}

impl Lines {
    const MOST: usize = Size::MAX_AREA + 2;

    pub(super) fn new() -> Self {
        let moves = vec![[Square::A1; Self::MOST]; Self::MOST].try_into();
        Self { moves: moves.expect("as many as were made"), lengths: [0; Self::MOST] }
    }

    /// Nothing follows.
    #[inline]
    pub(super) fn end(&mut self, ply: u32) {
        self.lengths[ply as usize] = 0;
    }

    /// A move, and what follows it.
    #[inline]
    pub(super) fn begin(&mut self, ply: u32, to: Square) {
        let ply = ply as usize;
        let length = self.lengths[ply + 1] as usize;
        let (line, next) = self.moves.split_at_mut(ply + 1);
        line[ply][0] = to;
        line[ply][1..=length].copy_from_slice(&next[0][..length]);
        self.lengths[ply] = length as u8 + 1;
    }

    pub(super) fn at(&self, ply: usize) -> Vec<Square> {
        self.moves[ply][..self.lengths[ply].into()].to_vec()
    }
}
