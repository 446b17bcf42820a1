//! Limits, clocks and cancellation.
//!
//! Searches and the solver take the same [`Control`]: [`Limits`], a [`Clock`], a [`Checkpoint`] and a
//! [`TimeSource`].

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
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The limits of a search or of the solver, the clock that measures them, and what can stop it early.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
/// use lastknight::control::{Clock, Control, Limits};
///
/// let stop = AtomicBool::new(false);
/// let control = Control::new()
///     .limits(Limits::time(Duration::from_millis(150)))
///     .clock(Clock::Cpu)
///     .checkpoint(&stop);
/// assert_eq!(control.limits.time, Some(Duration::from_millis(150)));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Control<'a> {
    /// The limits; none by default.
    pub limits: Limits,
    /// The clock that measures [`Limits::time`]; the wall clock by default.
    pub clock: Clock,
    /// What can stop or pause the work; nothing by default.
    pub checkpoint: &'a dyn Checkpoint,
    /// The source of the time; the system by default.
    pub time_source: &'a dyn TimeSource,
}

impl<'a> Control<'a> {
    /// Creates a control with the wall clock, no limits and no stop flag.
    #[must_use]
    pub fn new() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self {
            limits: Limits::NONE,
            clock: Clock::Wall,
            checkpoint: &NEVER,
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

    /// Starts a stopwatch with this clock.
    #[must_use]
    pub fn stopwatch(&self) -> Stopwatch<'a> {
        Stopwatch::of(self.time_source, self.clock)
    }

    /// Passes the checkpoint, which may block. Returns whether to go on.
    pub fn pass_checkpoint(&self) -> ControlFlow<()> {
        self.checkpoint.proceed()
    }

    /// The time limit, which is zero if there is no such clock.
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

impl From<Limits> for Control<'_> {
    fn from(limits: Limits) -> Self {
        Self::new().limits(limits)
    }
}
