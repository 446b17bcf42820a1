//! How work is stopped or paused from outside.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// A place that a search or the solver passes on its own thread, thousands of times a second.
///
/// Passing may block: the work pauses, loses nothing, and uses no CPU time meanwhile. So many searches
/// can take turns on few cores.
pub trait Checkpoint: Debug + Sync {
    /// Waits if need be and returns whether to go on. After a `Break` a search ends soon, with a move.
    fn proceed(&self) -> ControlFlow<()>;
}

/// A stop flag: work goes on while it is not set.
impl Checkpoint for AtomicBool {
    #[inline]
    fn proceed(&self) -> ControlFlow<()> {
        if self.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Never stops anything.
#[derive(Debug)]
pub(super) struct Unstoppable;

impl Checkpoint for Unstoppable {
    fn proceed(&self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
