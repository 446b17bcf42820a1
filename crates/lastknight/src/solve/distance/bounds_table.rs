//! A transposition table of bounds on the loser's moves, which grows as it fills.
//!
//! An entry is one 128-bit number: 104 bits of key, the move to try first and the bounds. On boards of up
//! to 89 squares the key is the position itself, so there are no collisions; on larger ones it is a hash.

use super::distance_search::NEVER;
use crate::board::{Size, Square, Word};
use crate::random::scramble;
use crate::solve::search::Placed;

/// Entries of a bucket, which fills one cache line.
const BUCKET: usize = 4;

/// The most buckets of a new table.
const FIRST: usize = 1 << 10;

/// The most squares of a board whose positions fit into a key.
const EXACT: usize = 89;

const SQUARE_BITS: u32 = 7;

const NO_MOVE: u8 = 255;

/// Bounds on the number of moves that the loser still makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) least: u32,
    pub(super) most: u32,
    /// The move to try first.
    pub(super) best: Option<Square>,
}

impl Bounds {
    /// The bounds of every position.
    const TRIVIAL: Self = Self { least: 0, most: NEVER, best: None };

    fn pack(self) -> u128 {
        let best = self.best.map_or(NO_MOVE, |to| to.index() as u8);
        u128::from(best) << 16 | u128::from(self.least) << 8 | u128::from(self.most)
    }

    fn unpack(entry: u128) -> Self {
        let [most, least, best] = [0, 8, 16].map(|bits| (entry >> bits) as u8);
        let best = (best != NO_MOVE).then(|| Square::from_bit(u32::from(best)));
        Self { least: u32::from(least), most: u32::from(most), best }
    }
}

#[derive(Debug)]
pub(super) struct BoundsTable {
    buckets: Vec<[u128; BUCKET]>,
    /// How many entries are not zero.
    count: usize,
    /// The most buckets it may grow to.
    most: usize,
}

/// The key of a position: not zero, with the lowest 24 bits free for the bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u128);

impl BoundsTable {
    /// Creates a table of at most `megabytes`, and at least one bucket.
    pub(super) fn new(megabytes: usize) -> Self {
        // While it grows, the old half exists beside the new table.
        let most = ((megabytes << 20) / size_of::<[u128; BUCKET]>() * 2 / 3).max(1);
        let mut first = most;
        while first > FIRST {
            first /= 2;
        }
        Self { buckets: vec![[0; BUCKET]; first], count: 0, most }
    }

    /// The key of a position. The colours of the knights' squares imply the side to move.
    pub(super) fn key<W: Word>(size: Size, placed: Placed<W>, mover_loses: bool) -> Key {
        let Placed { us, them, open } = placed;
        let open = open.bits().to_wide();
        let others = us.index() << SQUARE_BITS | them.index();
        let others = (others << 1 | usize::from(mover_loses)) as u64;
        if size.area() <= EXACT {
            return Key((open | u128::from(others) << EXACT) << 24);
        }
        let (low, high) = (open as u64, (open >> 64) as u64);
        let first = scramble(scramble(scramble(others) ^ low) ^ high);
        let second = scramble(scramble(scramble(!others) ^ high) ^ low);
        Key((u128::from(first) << 64 | u128::from(second)) >> 24 << 24 | 1 << 24)
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Bounds {
        let bucket = &self.buckets[self.bucket(key.0)];
        let entry = bucket.iter().find(|&&entry| key_of(entry) == key.0);
        entry.map_or(Bounds::TRIVIAL, |&entry| Bounds::unpack(entry))
    }

    /// Stores bounds, if need be in place of another position's.
    pub(super) fn put(&mut self, key: Key, bounds: Bounds) {
        self.enter(key.0 | bounds.pack());
        if self.count > self.buckets.len() * BUCKET / 2 {
            self.grow();
        }
    }

    fn enter(&mut self, entry: u128) {
        let number = self.bucket(key_of(entry));
        let bucket = &mut self.buckets[number];
        let is_free = |old: &u128| *old == 0 || key_of(*old) == key_of(entry);
        // The entry that took the least work is replaced.
        let work = |old: &u128| {
            let bounds = Bounds::unpack(*old);
            let finite = |moves: u32| if moves < NEVER { moves } else { 0 };
            finite(bounds.least).max(finite(bounds.most))
        };
        let slot = bucket.iter().position(is_free).unwrap_or_else(|| {
            (0..BUCKET).min_by_key(|&i| work(&bucket[i])).expect("a bucket has entries")
        });
        self.count += usize::from(bucket[slot] == 0);
        bucket[slot] = entry;
    }

    /// Doubles the table, if limit and memory allow it.
    fn grow(&mut self) {
        let count = self.buckets.len() * 2;
        let mut larger = Vec::new();
        if count > self.most || larger.try_reserve_exact(count).is_err() {
            return;
        }
        larger.resize(count, [0; BUCKET]);
        let smaller = std::mem::replace(&mut self.buckets, larger);
        self.count = 0;
        for entry in smaller.into_iter().flatten().filter(|&entry| entry != 0) {
            self.enter(entry);
        }
    }

    #[inline]
    fn bucket(&self, key: u128) -> usize {
        let mixed = scramble((key >> 24) as u64 ^ (key >> 88) as u64);
        ((u128::from(mixed) * self.buckets.len() as u128) >> 64) as usize
    }
}

#[inline]
fn key_of(entry: u128) -> u128 {
    entry >> 24 << 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    fn key(size: Size, number: u128, mover_loses: bool) -> Key {
        let [us, them] = [0, size.area() as u32 - 1].map(Square::from_bit);
        let open = Bitboard::<u128>::from_bits(number);
        BoundsTable::key(size, Placed { us, them, open }, mover_loses)
    }

    fn sizes() -> [Size; 3] {
        [(7, 7), (9, 9), (16, 8)].map(|(width, height)| Size::new(width, height).unwrap())
    }

    #[test]
    fn what_is_put_is_got() {
        for size in sizes() {
            let mut table = BoundsTable::new(1);
            let mover = key(size, 0b110, true);
            for best in [None, Some(Square::from_bit(0)), Some(Square::from_bit(48))] {
                for (least, most) in [(0, NEVER), (NEVER, NEVER), (3, 3), (64, NEVER)] {
                    let bounds = Bounds { least, most, best };
                    table.put(mover, bounds);
                    assert_eq!(table.get(mover), bounds);
                }
            }
            assert_eq!(table.get(key(size, 0b110, false)), Bounds::TRIVIAL);
            assert_eq!(table.get(key(size, 0b111, true)), Bounds::TRIVIAL);
            assert_eq!(table.count, 1);
        }
    }

    /// The table grows up to its limit without losing entries, then replaces some.
    #[test]
    fn memory_is_bounded() {
        for size in sizes() {
            let mut table = BoundsTable::new(1);
            let bounds = |n: u32| Bounds { least: n % 20, most: 20 + n % 30, best: None };
            let is_stored = |table: &BoundsTable, n: u32| {
                table.get(key(size, u128::from(n), true)) == bounds(n)
            };
            for n in 1..=100_000 {
                table.put(key(size, u128::from(n), true), bounds(n));
                assert!(is_stored(&table, n));
            }
            let bytes = table.buckets.len() * size_of::<[u128; BUCKET]>();
            assert!(bytes * 3 / 2 <= 1 << 20 && bytes * 3 > 1 << 20, "{bytes} bytes");
            let kept = (1..=100_000).filter(|&n| is_stored(&table, n)).count();
            assert_eq!(kept, table.count);
            assert!(kept > table.buckets.len() * BUCKET * 9 / 10);
        }
    }
}
