//! The transposition table, shared by all threads without a lock.
//!
//! A slot is two 64-bit numbers, each read and written whole. The first is the key xor the second, so a
//! slot that two threads wrote at once matches neither position.

use std::sync::atomic::{AtomicU64, Ordering};

use super::value::Value;
use crate::board::Square;
use crate::control::Limits;
use crate::random::scramble;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The value is exact.
    Exact,
}

impl Bound {
    /// Returns whether a value with this bound answers a search with this window.
    #[inline]
    pub(super) fn settles(self, value: Value, alpha: Value, beta: Value) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value >= beta,
            Self::Upper => value <= alpha,
        }
    }
}

/// The result of a search of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// The value, with distances from this position.
    pub(super) value: Value,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    pub(super) best: Square,
}

impl TableEntry {
    fn pack(self, age: u8) -> u64 {
        u64::from(self.value as u32)
            | u64::from(self.depth) << 32
            | (self.best.index() as u64) << 40
            | (self.bound as u64) << 48
            | u64::from(age) << 50
            // No entry is all zeros.
            | 1 << 63
    }

    fn unpack(data: u64) -> Self {
        Self {
            value: data as u32 as Value,
            depth: (data >> 32) as u8,
            best: Square::from_bit((data >> 40) as u32 & 127),
            bound: [Bound::Upper, Bound::Lower, Bound::Exact, Bound::Exact]
                [(data >> 48) as usize & 3],
        }
    }
}

/// The slots of a bucket.
const WAYS: usize = 2;

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The table.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Box<[[Slot; WAYS]]>,
    /// The number of the search, modulo 64.
    age: u8,
}

impl TranspositionTable {
    /// Creates a table of up to this many megabytes, with at least one bucket.
    pub(super) fn new(megabytes: usize) -> Self {
        let mut count = ((megabytes << 20) / size_of::<[Slot; WAYS]>()).max(1);
        let mut buckets: Vec<[Slot; WAYS]> = Vec::new();
        // Less than requested is better than none.
        while buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        buckets.resize_with(count.max(1), Default::default);
        Self { buckets: buckets.into(), age: 0 }
    }

    /// Starts a new search, whose entries replace older ones. The table grows only to what a search within
    /// these limits can fill, since allocating a large one takes longer than a quick game.
    pub(super) fn begin(&mut self, most_megabytes: usize, limits: &Limits, open: u32) {
        /// More nodes than a thread searches in a second.
        const MOST_NPS: f64 = 1e7;
        let by_time = limits.time.map_or(u64::MAX, |time| (time.as_secs_f64() * MOST_NPS) as u64);
        // Each further ply takes two or three times the nodes.
        let by_depth = 4_u64.saturating_pow(limits.depth.unwrap_or(open).min(open));
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(by_time).min(by_depth);
        // At most a quarter of the nodes are stored, and there is room for some turns.
        let megabytes = usize::try_from(nodes >> 17).unwrap_or(usize::MAX).clamp(1, most_megabytes);
        if megabytes << 20 > size_of_val(&*self.buckets) {
            *self = Self::new(megabytes);
        }
        self.age = (self.age + 1) & 63;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; WAYS] {
        let index = (u128::from(scramble(key)) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Returns the entry of a key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let is_match = slot.check.load(Ordering::Relaxed) ^ data == key && data != 0;
            is_match.then(|| TableEntry::unpack(data))
        })
    }

    /// Stores an entry in place of the same position's, else of an old or shallow one.
    #[inline]
    pub(super) fn insert(&self, key: u64, entry: TableEntry) {
        let worth = |slot: &Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                return -1;
            }
            let is_current = (data >> 50) as u8 & 63 == self.age && data != 0;
            i32::from(TableEntry::unpack(data).depth) + if is_current { 256 } else { 0 }
        };
        let [a, b] = self.bucket(key);
        let slot = if worth(a) <= worth(b) { a } else { b };
        let data = entry.pack(self.age);
        slot.check.store(key ^ data, Ordering::Relaxed);
        slot.data.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn entry(value: Value, depth: u8) -> TableEntry {
        TableEntry { value, depth, bound: Bound::Lower, best: Square::from_bit(77) }
    }

    #[test]
    fn what_is_inserted_is_found() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.get(0), None);
        for (key, value) in [(0, -5), (1, 1 << 29), (u64::MAX, -(1 << 29))] {
            table.insert(key, entry(value, 9));
            assert_eq!(table.get(key), Some(entry(value, 9)));
        }
    }

    #[test]
    fn the_shallow_and_the_old_make_room() {
        let mut table = TranspositionTable::new(0);
        assert_eq!(table.buckets.len(), 1);
        for (key, depth) in [(1, 9), (2, 8), (3, 3)] {
            table.insert(key, entry(0, depth));
        }
        assert_eq!([1, 2, 3].map(|key| table.get(key).is_some()), [true, false, true]);
        table.age += 1;
        table.insert(4, entry(0, 1));
        table.insert(5, entry(0, 1));
        assert_eq!([1, 3, 4, 5].map(|key| table.get(key).is_some()), [false, false, true, true]);
    }

    #[test]
    fn the_size_is_respected() {
        for megabytes in [1, 3, 64] {
            let table = TranspositionTable::new(megabytes);
            assert_eq!(size_of_val(&*table.buckets), megabytes << 20);
        }
        let size = |most, limits| {
            let mut table = TranspositionTable::new(0);
            table.begin(most, &limits, 49);
            size_of_val(&*table.buckets) >> 20
        };
        for (limits, megabytes) in [
            (Limits::nodes(9000), 1),
            (Limits::time(Duration::from_millis(150)), 11),
            (Limits::time(Duration::from_secs(1)), 64),
            (Limits::depth(3), 1),
            (Limits::depth(u32::MAX), 64),
        ] {
            assert_eq!(size(64, limits), megabytes, "{limits:?}");
        }
        assert_eq!(size(65, Limits::NONE), 65);
    }
}
