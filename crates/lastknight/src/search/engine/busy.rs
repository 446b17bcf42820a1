//! What other threads are looking at just now.
//!
//! Threads that search the same tree with a common table help each other only as far as they look at
//! different parts of it. So a thread marks the positions that it goes into, and puts off a move into
//! a position that another thread is in: when it comes back to it, the answer is in the table. (The
//! idea is that of ABDADA, Weill 1996; plain threads that just share the table gained little here,
//! since few positions of this game are reached in two ways.)

use std::sync::atomic::{AtomicU64, Ordering};

/// More than all threads mark at once.
const SLOTS: usize = 1 << 12;

/// The keys of positions that some thread is in. A mark that is lost does no harm but double work.
#[derive(Debug)]
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        &self.0[(key ^ key >> 32) as usize % SLOTS]
    }

    pub(super) fn contains(&self, key: u64) -> bool {
        self.slot(key).load(Ordering::Relaxed) == key
    }

    pub(super) fn enter(&self, key: u64) {
        self.slot(key).store(key, Ordering::Relaxed);
    }

    pub(super) fn leave(&self, key: u64) {
        self.slot(key).store(0, Ordering::Relaxed);
    }
}
