//! Stopping or pausing work from outside.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// A place that a search or the solver passes on its own thread, thousands of times a second.
///
/// [`proceed`](Self::proceed) may block. The work then pauses, loses nothing and uses no CPU time, so many
/// searches can take turns on few cores.
pub trait Checkpoint: Debug + Sync {
    /// Returns whether to go on. After a `Break`, a search ends soon and returns a move.
    fn proceed(&self) -> ControlFlow<()>;
}

/// A stop flag: work ends when it is set.
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
