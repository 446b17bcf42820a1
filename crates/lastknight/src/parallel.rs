//! Parallel work with results that do not depend on the number of threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Calls `work` with 0 to `count - 1` on several threads and returns the results in order.
///
/// A thread whose `work` returns `None` takes no further items. If `work` never returns `None`, the
/// result is complete; otherwise it holds at least everything that was finished.
///
/// ```
/// use std::num::NonZeroUsize;
/// use lastknight::parallel;
///
/// let two = NonZeroUsize::new(2).expect("not zero");
/// assert_eq!(parallel::map(two, 4, |i| Some(i * i)), [Some(0), Some(1), Some(4), Some(9)]);
/// ```
pub fn map<T: Send>(
    threads: NonZeroUsize,
    count: usize,
    work: impl Fn(usize) -> Option<T> + Sync,
) -> Vec<Option<T>> {
    let taken = AtomicUsize::new(0);
    let finished = Mutex::new((0..count).map(|_| None).collect::<Vec<Option<T>>>());
    let take = || Some(taken.fetch_add(1, Ordering::Relaxed)).filter(|&item| item < count);
    let work_on = || {
        while let Some(item) = take()
            && let Some(result) = work(item)
        {
            finished.lock().unwrap_or_else(PoisonError::into_inner)[item] = Some(result);
        }
    };
    with_helpers(threads.get().min(count).saturating_sub(1), |_| work_on(), work_on);
    finished.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` while up to `helpers` further threads run `help` with their number from 0. There are fewer
/// if the system has no more threads, and none without the feature `parallel`.
pub(crate) fn with_helpers<T>(
    helpers: usize,
    help: impl Fn(usize) + Sync,
    work: impl FnOnce() -> T,
) -> T {
    let helpers = if cfg!(feature = "parallel") { helpers } else { 0 };
    thread::scope(|scope| {
        let help = &help;
        for number in 0..helpers {
            if builder().spawn_scoped(scope, move || help(number)).is_err() {
                break;
            }
        }
        work()
    })
}

/// Returns a builder of threads that can run players: with a stack of 16 MiB, since a player may be written in another
/// language and need more than Rust's default.
pub fn builder() -> thread::Builder {
    thread::Builder::new().stack_size(16 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_threads_does_the_same() {
        for threads in [1, 2, 9] {
            let threads = NonZeroUsize::new(threads).unwrap();
            let all = map(threads, 100, |i| Some(i + 1));
            assert!(all.into_iter().flatten().eq(1..=100));
            assert!(map(threads, 0, Some).is_empty());
        }
    }

    #[test]
    fn refused_work_is_missing() {
        let one = map(NonZeroUsize::MIN, 5, |i| (i < 3).then_some(i));
        assert_eq!(one, [Some(0), Some(1), Some(2), None, None]);
    }
}
