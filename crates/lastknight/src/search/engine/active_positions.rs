//! Positions that threads are searching right now.
//!
//! Threads that share a table help each other only if they search different parts of the tree. So a
//! thread marks the positions it enters, and defers a move into a position that another thread is in: by
//! then the table has the result. (The idea is ABDADA's, Weill 1996. Sharing only the table gained little,
//! since transpositions are rare in this game.)

use std::sync::atomic::{AtomicU64, Ordering};

/// More than all threads mark at once.
const SLOTS: usize = 1 << 12;

/// The keys of marked positions. A lost mark only costs double work.
#[derive(Debug)]
pub(super) struct ActivePositions(Box<[AtomicU64]>);

impl ActivePositions {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    pub(super) fn mark(&self, key: u64) -> Mark<'_> {
        Mark { slot: &self.0[(key ^ key >> 32) as usize % SLOTS], key }
    }
}

/// The mark of one position.
#[derive(Clone, Copy)]
pub(super) struct Mark<'a> {
    slot: &'a AtomicU64,
    key: u64,
}

impl Mark<'_> {
    pub(super) fn is_set(self) -> bool {
        self.slot.load(Ordering::Relaxed) == self.key
    }

    pub(super) fn set(self) {
        self.slot.store(self.key, Ordering::Relaxed);
    }

    pub(super) fn clear(self) {
        self.slot.store(0, Ordering::Relaxed);
    }
}
