//! Move orders found by earlier depths.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::MoveOrdering;
use crate::board::{Position, Square, Word};
use crate::random::scramble;

/// The most positions stored, about 70 MB.
const MOST: usize = 1 << 20;

/// The most moves of a knight on the board.
pub(super) const MOVES: usize = 8;

/// The moves to search first, by position.
#[derive(Debug, Default)]
pub(super) struct MoveOrders(HashMap<u128, StoredOrder, BuildHasherDefault<KeyHasher>>);

/// The best moves of a position. Only placements can have more.
#[derive(Debug)]
struct StoredOrder {
    moves: [Square; MOVES],
    count: u8,
    /// Open squares: as the game goes on, positions with more of them are of no use.
    open: u8,
}

impl MoveOrders {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Drops positions that the game has passed.
    pub(super) fn forget_before(&mut self, open: u32) {
        self.0.retain(|_, stored| u32::from(stored.open) <= open);
    }

    /// Returns the moves to search first, best first.
    pub(super) fn get<W: Word>(&self, position: &Position<W>) -> &[Square] {
        let stored = self.0.get(&position.wide_key());
        stored.map_or(&[], |stored| &stored.moves[..stored.count.into()])
    }

    /// Stores the order of the moves tried, by their values.
    ///
    /// Under alpha-beta a full order gains little: moves after a cutoff are missing, and all values but
    /// the best are bounds.
    pub(super) fn insert<W: Word>(
        &mut self,
        position: &Position<W>,
        tried: &mut [(f64, Square)],
        ordering: MoveOrdering,
    ) {
        // The sort is stable: of equal moves, the one tried first stays first.
        tried.sort_by(|a, b| b.0.total_cmp(&a.0));
        let key = position.wide_key();
        if self.0.len() >= MOST && !self.0.contains_key(&key) {
            return;
        }
        let count = if ordering == MoveOrdering::Best { 1 } else { tried.len().min(MOVES) };
        let mut moves = [Square::A1; MOVES];
        for (slot, (_, to)) in moves.iter_mut().zip(&tried[..count]) {
            *slot = *to;
        }
        let open = position.open().count() as u8;
        self.0.insert(key, StoredOrder { moves, count: count as u8, open });
    }
}

/// A fast hash for keys that are already well mixed.
#[derive(Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are written whole")
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = scramble(scramble(key as u64) ^ (key >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
