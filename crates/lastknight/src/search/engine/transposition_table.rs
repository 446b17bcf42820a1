//! What was found out about positions, shared by all threads without a lock.
//!
//! An entry is two 64-bit numbers, each read and written whole. The first is the key combined with
//! the second by exclusive or, so that halves of two entries, written by two threads at once, do not
//! pass for an entry of either position.

use std::sync::atomic::{AtomicU64, Ordering};

use super::value::Value;
use crate::board::Square;
use crate::control::Limits;
use crate::random::scramble;

/// What a value in the table says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is at most this.
    Upper,
    /// It is at least this.
    Lower,
    /// It is this.
    Exact,
}

impl Bound {
    /// Whether a value with this bound answers a search with this window.
    #[inline]
    pub(super) fn settles(self, value: Value, alpha: Value, beta: Value) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => value >= beta,
            Self::Upper => value <= alpha,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The value, with distances from this position.
    pub(super) value: Value,
    /// The half-moves that were searched.
    pub(super) depth: u8,
    /// What the value says.
    pub(super) bound: Bound,
    /// The best move.
    pub(super) best: Square,
}

impl Known {
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

/// The age of an entry, of the 64 that are told apart.
const fn age(data: u64) -> u8 {
    (data >> 50) as u8 & 63
}

/// How many places an entry can have.
const WAYS: usize = 2;

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// The table.
#[derive(Debug)]
pub(super) struct TranspositionTable {
    buckets: Box<[[Entry; WAYS]]>,
    age: u8,
}

impl TranspositionTable {
    /// A table of at most so many megabytes, and at least one entry.
    pub(super) fn new(megabytes: usize) -> Self {
        let count = ((megabytes << 20) / size_of::<[Entry; WAYS]>()).max(1);
        let mut buckets: Vec<[Entry; WAYS]> = Vec::new();
        let mut count = count;
        // Less than was asked for is better than none.
        while buckets.try_reserve_exact(count).is_err() {
            count /= 2;
        }
        buckets.resize_with(count.max(1), Default::default);
        Self { buckets: buckets.into(), age: 0 }
    }

    /// Begins another search: what it finds comes before what others found. The table grows to what
    /// a search within these limits can fill, at most to so many megabytes: making a large one takes
    /// longer than a quick game.
    pub(super) fn begin(&mut self, most_megabytes: usize, limits: &Limits, open: u32) {
        /// More nodes in a second than a thread searches.
        const QUICK: f64 = 1e7;
        let by_time = limits.time.map_or(u64::MAX, |time| (time.as_secs_f64() * QUICK) as u64);
        // Every half-move deeper takes some two or three times the nodes.
        let by_depth = 4_u64.saturating_pow(limits.depth.unwrap_or(open).min(open));
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(by_time).min(by_depth);
        // A quarter of the nodes or less are kept, and some turns have room.
        let megabytes = usize::try_from(nodes >> 17).unwrap_or(usize::MAX).clamp(1, most_megabytes);
        if megabytes << 20 > size_of_val(&*self.buckets) {
            *self = Self::new(megabytes);
        }
        self.age = (self.age + 1) & 63;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Entry; WAYS] {
        let place = (u128::from(scramble(key)) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        for entry in self.bucket(key) {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(Known::unpack(data));
            }
        }
        None
    }

    /// Remembers what is known of the position with this key, in place of what is worth less.
    #[inline]
    pub(super) fn put(&self, key: u64, known: Known) {
        let worth = |entry: &Entry| {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ data == key {
                return -1;
            }
            let is_current = age(data) == self.age && data != 0;
            i32::from(Known::unpack(data).depth) + if is_current { 256 } else { 0 }
        };
        let bucket = self.bucket(key);
        let place = if worth(&bucket[0]) <= worth(&bucket[1]) { &bucket[0] } else { &bucket[1] };
        let data = known.pack(self.age);
        place.check.store(key ^ data, Ordering::Relaxed);
        place.data.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn known(value: Value, depth: u8) -> Known {
        Known { value, depth, bound: Bound::Lower, best: Square::from_bit(77) }
    }

    #[test]
    fn what_is_put_is_got() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.get(0), None);
        for (key, value) in [(0, -5), (1, 1 << 29), (u64::MAX, -(1 << 29))] {
            table.put(key, known(value, 9));
            assert_eq!(table.get(key), Some(known(value, 9)));
        }
    }

    #[test]
    fn the_shallow_and_the_old_make_room() {
        let mut table = TranspositionTable::new(0);
        assert_eq!(table.buckets.len(), 1);
        for (key, depth) in [(1, 9), (2, 8), (3, 3)] {
            table.put(key, known(0, depth));
        }
        assert_eq!([1, 2, 3].map(|key| table.get(key).is_some()), [true, false, true]);
        table.age += 1;
        table.put(4, known(0, 1));
        table.put(5, known(0, 1));
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
        assert_eq!(size(64, Limits::nodes(9000)), 1);
        assert_eq!(size(64, Limits::time(Duration::from_millis(150))), 11);
        assert_eq!(size(64, Limits::time(Duration::from_secs(1))), 64);
        assert_eq!(size(64, Limits::depth(3)), 1);
        assert_eq!(size(64, Limits::depth(u32::MAX)), 64);
        assert_eq!(size(65, Limits::NONE), 65);
    }
}
