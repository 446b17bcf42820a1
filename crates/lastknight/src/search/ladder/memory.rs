//! What earlier depths found out, by position.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::Order;
use crate::board::{Position, Square, Word};
use crate::random::scramble;

/// The most positions that are remembered, about 70 MB of them.
const MOST: usize = 1 << 20;

/// For each position, the moves in the order in which they should be tried.
#[derive(Debug, Default)]
pub(super) struct Memory {
    moves: HashMap<u128, Known, BuildHasherDefault<KeyHasher>>,
}

/// The best moves of a position: as many as a knight has, so that only placements can have more.
#[derive(Debug)]
struct Known {
    moves: [Square; MOVES],
    count: u8,
    /// Squares that were open: as the game goes on, positions with more of them are of no use.
    open: u8,
}

/// The most moves of a knight that is on the board.
pub(super) const MOVES: usize = 8;

impl Memory {
    pub(super) fn clear(&mut self) {
        self.moves.clear();
    }

    /// Forgets what the game has left behind.
    pub(super) fn forget_before(&mut self, open: u32) {
        self.moves.retain(|_, known| u32::from(known.open) <= open);
    }

    /// The moves to try first, best first.
    pub(super) fn order<W: Word>(&self, position: &Position<W>) -> &[Square] {
        self.moves.get(&position.wide_key()).map_or(&[], |known| &known.moves[..known.count.into()])
    }

    /// Remembers the order of moves by their values, from first tried to last.
    ///
    /// Moves that alpha-beta left out are not among them, and the values of all but the best are
    /// bounds, which is what makes a full order no better than it is.
    pub(super) fn remember<W: Word>(
        &mut self,
        position: &Position<W>,
        tried: &mut [(f64, Square)],
        order: Order,
    ) {
        // A stable sort: of equals, the one tried first stays first.
        tried.sort_by(|a, b| b.0.total_cmp(&a.0));
        let is_full = self.moves.len() >= MOST;
        let key = position.wide_key();
        if is_full && !self.moves.contains_key(&key) {
            return;
        }
        let count = if order == Order::Best { 1 } else { tried.len().min(MOVES) };
        let mut moves = [Square::A1; MOVES];
        for (place, (_, to)) in moves.iter_mut().zip(&tried[..count]) {
            *place = *to;
        }
        let open = position.open().count() as u8;
        self.moves.insert(key, Known { moves, count: count as u8, open });
    }
}

/// Keys are numbers that need no more than some stirring.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = scramble(self.0 ^ u64::from(byte));
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = scramble(scramble(key as u64) ^ (key >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
