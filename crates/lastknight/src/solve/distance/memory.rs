//! What was found out about the moves that a loser can still make, in a table that grows as it fills.
//!
//! An entry is one 128-bit number: 104 bits of a key, the move to try first, and the bounds. On boards
//! of up to 89 squares the key is the position itself, and nothing can be mistaken for anything else; on
//! larger ones it is a hash.

use super::holding::{Loser, NEVER};
use crate::board::{Size, Square, Word};
use crate::random::scramble;
use crate::solve::search::Placed;

/// Entries among which a position is looked for: one line of a processor's cache.
const BUCKET: usize = 4;

/// The most buckets to begin with.
const FIRST: usize = 1 << 10;

/// The most squares of a board whose positions are keys.
const EXACT: usize = 89;

/// The bits of a square's number.
const SQUARE: u32 = 7;

/// No move.
const NOWHERE: u8 = 255;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The loser makes at least so many moves.
    pub(super) least: u32,
    /// And at most so many.
    pub(super) most: u32,
    /// The move to try first.
    pub(super) best: Option<Square>,
}

impl Known {
    /// What is known about every position.
    const NOTHING: Self = Self { least: 0, most: NEVER, best: None };

    fn pack(self) -> u128 {
        let best = self.best.map_or(NOWHERE, |to| to.index() as u8);
        u128::from(best) << 16 | u128::from(self.least) << 8 | u128::from(self.most)
    }

    fn unpack(entry: u128) -> Self {
        let [most, least, best] = [0, 8, 16].map(|bits| (entry >> bits) as u8);
        let best = (best != NOWHERE).then(|| Square::from_bit(u32::from(best)));
        Self { least: u32::from(least), most: u32::from(most), best }
    }
}

/// The table.
#[derive(Debug)]
pub(super) struct Memory {
    buckets: Vec<[u128; BUCKET]>,
    /// How many entries are not zero.
    count: usize,
    /// The most buckets that there may be.
    most: usize,
}

/// What a position is found by, never zero: bits that leave room for what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u128);

impl Memory {
    /// A table of at most so many megabytes, and at least one bucket.
    pub(super) fn new(megabytes: usize) -> Self {
        // While it grows, it is there once and a half.
        let most = ((megabytes << 20) / size_of::<[u128; BUCKET]>() * 2 / 3).max(1);
        let mut first = most;
        while first > FIRST {
            first /= 2;
        }
        Self { buckets: vec![[0; BUCKET]; first], count: 0, most }
    }

    /// The key of a position. Who is to move goes without saying: it is the one who attacks where the
    /// knights are on squares of one colour.
    pub(super) fn key<W: Word>(size: Size, placed: Placed<W>, loser: Loser) -> Key {
        let Placed { us, them, open } = placed;
        let open = open.bits().to_wide();
        let others = us.index() << SQUARE | them.index();
        let others = (others << 1 | usize::from(loser == Loser::Mover)) as u64;
        if size.area() <= EXACT {
            return Key((open | u128::from(others) << EXACT) << 24);
        }
        let (low, high) = (open as u64, (open >> 64) as u64);
        let first = scramble(scramble(scramble(others) ^ low) ^ high);
        let second = scramble(scramble(scramble(!others) ^ high) ^ low);
        Key((u128::from(first) << 64 | u128::from(second)) >> 24 << 24 | 1 << 24)
    }

    /// What is known about a position.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Known {
        let bucket = &self.buckets[self.place(key.0)];
        let entry = bucket.iter().find(|&&entry| key_of(entry) == key.0);
        entry.map_or(Known::NOTHING, |&entry| Known::unpack(entry))
    }

    /// Remembers what is known about a position, where need be in place of another.
    pub(super) fn put(&mut self, key: Key, known: Known) {
        self.enter(key.0 | known.pack());
        if self.count > self.buckets.len() * BUCKET / 2 {
            self.grow();
        }
    }

    fn enter(&mut self, entry: u128) {
        let place = self.place(key_of(entry));
        let bucket = &mut self.buckets[place];
        let is_free = |old: &u128| *old == 0 || key_of(*old) == key_of(entry);
        // The one whose answer was the least work.
        let work = |old: &u128| {
            let known = Known::unpack(*old);
            let finite = |moves: u32| if moves < NEVER { moves } else { 0 };
            finite(known.least).max(finite(known.most))
        };
        let place = bucket.iter().position(is_free).unwrap_or_else(|| {
            (0..BUCKET).min_by_key(|&i| work(&bucket[i])).expect("a bucket has entries")
        });
        self.count += usize::from(bucket[place] == 0);
        bucket[place] = entry;
    }

    /// Doubles the table, if it may and can.
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
    fn place(&self, key: u128) -> usize {
        let mixed = scramble((key >> 24) as u64 ^ (key >> 88) as u64);
        ((u128::from(mixed) * self.buckets.len() as u128) >> 64) as usize
    }
}

/// The part of an entry that is its key.
#[inline]
fn key_of(entry: u128) -> u128 {
    entry >> 24 << 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    fn key(size: Size, number: u128, loser: Loser) -> Key {
        let [us, them] = [0, size.area() as u32 - 1].map(Square::from_bit);
        Memory::key(size, Placed::<u128> { us, them, open: Bitboard::from_bits(number) }, loser)
    }

    fn sizes() -> [Size; 3] {
        [(7, 7), (9, 9), (16, 8)].map(|(width, height)| Size::new(width, height).unwrap())
    }

    #[test]
    fn what_is_put_is_got() {
        for size in sizes() {
            let mut memory = Memory::new(1);
            let mover = key(size, 0b110, Loser::Mover);
            for best in [None, Some(Square::from_bit(0)), Some(Square::from_bit(48))] {
                for (least, most) in [(0, NEVER), (NEVER, NEVER), (3, 3), (64, NEVER)] {
                    let known = Known { least, most, best };
                    memory.put(mover, known);
                    assert_eq!(memory.get(mover), known);
                }
            }
            assert_eq!(memory.get(key(size, 0b110, Loser::Other)), Known::NOTHING);
            assert_eq!(memory.get(key(size, 0b111, Loser::Mover)), Known::NOTHING);
            assert_eq!(memory.count, 1);
        }
    }

    /// It grows up to what it may take and loses nothing before; then it forgets some.
    #[test]
    fn memory_is_bounded() {
        for size in sizes() {
            let mut memory = Memory::new(1);
            let known = |n: u32| Known { least: n % 20, most: 20 + n % 30, best: None };
            let is_known = |memory: &Memory, n: u32| {
                memory.get(key(size, u128::from(n), Loser::Mover)) == known(n)
            };
            for n in 1..=100_000 {
                memory.put(key(size, u128::from(n), Loser::Mover), known(n));
                assert!(is_known(&memory, n));
            }
            let bytes = memory.buckets.len() * size_of::<[u128; BUCKET]>();
            assert!(bytes * 3 / 2 <= 1 << 20 && bytes * 3 > 1 << 20, "{bytes} bytes");
            let kept = (1..=100_000).filter(|&n| is_known(&memory, n)).count();
            assert_eq!(kept, memory.count);
            assert!(kept > memory.buckets.len() * BUCKET * 9 / 10);
        }
    }
}
