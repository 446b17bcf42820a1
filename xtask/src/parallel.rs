//! Work on every core, with the same result on any number of them.

use std::num::NonZeroUsize;
use std::thread;

pub(crate) fn threads() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Returns what `work` makes of 0, 1 and so on, in that order.
pub(crate) fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    lastknight::parallel::map(threads(), count, |i| Some(work(i))).into_iter().flatten().collect()
}
