//! A transposition table of winners that all threads share without a lock.
//!
//! An entry is one 64-bit number, so it is never torn. On boards of up to 51 squares its key is the
//! position itself, so there are no collisions. On larger ones it is a hash: some 85 bits with the index.

use std::sync::atomic::{AtomicU64, Ordering};

use super::search::Placed;
use super::techniques::Techniques;
use crate::board::{Geometry, Size, Square, Symmetry, Word};
use crate::random::scramble;

#[derive(Debug)]
pub(super) struct WinnerTable {
    entries: Box<[AtomicU64]>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Key {
    index: u64,
    /// Never zero, and below 2⁶³.
    check: u64,
}

impl WinnerTable {
    /// Creates a table of at most `megabytes`, and at least one entry.
    pub(super) fn new(megabytes: usize) -> Self {
        let mut count = ((megabytes << 20) / size_of::<AtomicU64>()).max(1);
        let mut entries: Vec<AtomicU64> = Vec::new();
        // A smaller table is better than none.
        while entries.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        entries.resize_with(count, Default::default);
        Self { entries: entries.into() }
    }

    /// The key of a position. The colours of the knights' squares imply the side to move.
    pub(super) fn key<W: Word>(
        &self,
        geometry: &Geometry<W>,
        techniques: &Techniques,
        placed: Placed<W>,
    ) -> Key {
        let Placed { us, them, mut open } = placed;
        if techniques.normalize {
            let [moves, theirs] = placed.moves(geometry);
            open = geometry.flood(moves | theirs, open);
        }
        let size = geometry.size();
        let packed = if techniques.symmetric {
            let images = Symmetry::of(size).iter().map(|&symmetry| {
                let [us, them] = [us, them].map(|square| geometry.image(symmetry, square));
                pack(size, us, them, geometry.image_of_set(symmetry, open).bits().to_wide())
            });
            images.min().expect("every board has the identity")
        } else {
            pack(size, us, them, open.bits().to_wide())
        };
        if is_exact(size) {
            return Key { index: scramble(packed.1 as u64), check: packed.1 as u64 };
        }
        let (knights, open) = packed;
        let first = scramble(scramble(knights) ^ open as u64) ^ (open >> 64) as u64;
        let second = scramble(scramble(!knights) ^ (open >> 64) as u64) ^ open as u64;
        Key { index: scramble(first), check: scramble(second) >> 1 | 1 }
    }

    #[inline]
    fn entry(&self, key: Key) -> &AtomicU64 {
        let index = (u128::from(key.index) * self.entries.len() as u128) >> 64;
        &self.entries[index as usize]
    }

    /// Whether the attacker wins, if stored.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<bool> {
        let entry = self.entry(key).load(Ordering::Relaxed);
        (entry >> 1 == key.check).then_some(entry & 1 == 1)
    }

    /// Stores whether the attacker wins, in place of another position.
    #[inline]
    pub(super) fn put(&self, key: Key, attacker_wins: bool) {
        self.entry(key).store(key.check << 1 | u64::from(attacker_wins), Ordering::Relaxed);
    }
}

/// Whether positions of the board fit into a key.
fn is_exact(size: Size) -> bool {
    size.area() as u32 + 2 * square_bits(size) < u64::BITS
}

fn square_bits(size: Size) -> u32 {
    usize::BITS - (size.area() - 1).leading_zeros()
}

/// The knights and the open squares; both in the second number if they fit. It is not zero, because
/// positions without open squares are not stored.
fn pack(size: Size, us: Square, them: Square, open: u128) -> (u64, u128) {
    let knights = (us.index() << square_bits(size) | them.index()) as u64;
    if is_exact(size) { (0, open | u128::from(knights) << size.area()) } else { (knights, open) }
}
