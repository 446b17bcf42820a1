//! How a search is told to end.

use std::fmt::Debug;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search looks at now and then, some thousand times a second or more, on its own thread.
///
/// The look may take its time: a search that waits there neither thinks nor loses anything, and processor time does not
/// pass for it. So many searches can take turns on few processors.
pub trait StopSign: Debug + Sync {
    /// Whether the search should end soon; it still has a move.
    fn is_up(&self) -> bool;
}

/// Set by anybody.
impl StopSign for AtomicBool {
    #[inline]
    fn is_up(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}
