//! When work ends, what can stop it early, and how its time is measured.
//!
//! Searches and the solver take the same [`Control`]: [`Limits`], a [`Clock`], a [`Checkpoint`] and a
//! [`TimeSource`]. This module depends on nothing but the standard library.

mod budget;
mod checkpoint;
mod clock;
pub mod limits;
#[cfg(feature = "search")]
mod meter;
mod time_source;

pub(crate) use budget::Budget;
pub use checkpoint::Checkpoint;
pub use clock::{Clock, Stopwatch};
pub use limits::Limits;
#[cfg(feature = "search")]
pub(crate) use meter::Meter;
pub use time_source::{SystemTimeSource, TimeSource};

use std::ops::ControlFlow;
use std::time::Duration;

use checkpoint::Unstoppable;

/// When a search or the solver ends, and by which clock.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use lastknight::control::{Clock, Control, Limits};
///
/// let cancelled = AtomicBool::new(false);
/// let control = Control::new()
///     .limits(Limits::time(Duration::from_millis(150)))
///     .clock(Clock::Cpu)
///     .checkpoint(&cancelled);
/// assert_eq!(control.limits.time, Some(Duration::from_millis(150)));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Control<'a> {
    /// When to end; no limits by default.
    pub limits: Limits,
    /// The clock that measures [`Limits::time`]; the wall clock by default.
    pub clock: Clock,
    /// Can end the work early; by default nothing does.
    pub checkpoint: &'a dyn Checkpoint,
    /// Where the time comes from; the system by default.
    pub time_source: &'a dyn TimeSource,
}

impl<'a> Control<'a> {
    /// No limits, the wall clock, and nothing that stops the work.
    #[must_use]
    pub fn new() -> Self {
        Self {
            limits: Limits::NONE,
            clock: Clock::Wall,
            checkpoint: &Unstoppable,
            time_source: &SystemTimeSource,
        }
    }

    /// Sets the limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the clock.
    #[must_use]
    pub fn clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Sets the checkpoint.
    #[must_use]
    pub fn checkpoint(self, checkpoint: &'a dyn Checkpoint) -> Self {
        Self { checkpoint, ..self }
    }

    /// Sets the source of time.
    #[must_use]
    pub fn time_source(self, time_source: &'a dyn TimeSource) -> Self {
        Self { time_source, ..self }
    }

    /// Starts a stopwatch of the chosen clock.
    #[must_use]
    pub fn stopwatch(&self) -> Stopwatch<'a> {
        Stopwatch::of(self.time_source, self.clock)
    }

    /// Passes the checkpoint, which may block, and returns whether to go on.
    pub fn pass_checkpoint(&self) -> ControlFlow<()> {
        self.checkpoint.proceed()
    }

    /// The time limit, which is zero if the clock does not run.
    pub(crate) fn time_limit(&self) -> Option<Duration> {
        let time = self.limits.time?;
        Some(if self.time_source.now(self.clock).is_some() { time } else { Duration::ZERO })
    }
}

impl Default for Control<'_> {
    fn default() -> Self {
        Self::new()
    }
}

/// Nothing but limits, by the wall clock.
impl From<Limits> for Control<'_> {
    fn from(limits: Limits) -> Self {
        Self::new().limits(limits)
    }
}
