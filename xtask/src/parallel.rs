//! The same work on every core, with the same result on any number of them.

use std::num::NonZeroUsize;
use std::thread;

/// What `work` makes of 0, 1 and so on, in that order.
pub(crate) fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let all = lastknight::parallel::map(threads, count, |i| Some(work(i)));
    all.into_iter().flatten().collect()
}
