//! The same work on every core, with the same result on any number of them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What `work` makes of 0, 1 and so on, in that order.
pub(crate) fn map<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let taken = AtomicUsize::new(0);
    let share = || {
        let mut done = Vec::new();
        loop {
            let item = taken.fetch_add(1, Ordering::Relaxed);
            if item >= count {
                return done;
            }
            done.push((item, work(item)));
        }
    };
    let mut all = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(share)).collect();
        let join = |handle: thread::ScopedJoinHandle<'_, _>| handle.join().expect("no panic");
        handles.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    all.sort_by_key(|&(item, _)| item);
    all.into_iter().map(|(_, result)| result).collect()
}
