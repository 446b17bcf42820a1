//! Clocks and stopwatches.

use std::fmt;
use std::time::Duration;

use super::{SystemTimeSource, TimeSource};

/// The clock that measures a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Wall-clock time.
    #[default]
    Wall,
    /// CPU time of the thread, which excludes waiting for a core.
    Cpu,
}

impl Clock {
    /// Both clocks.
    pub const ALL: [Self; 2] = [Self::Wall, Self::Cpu];

    /// Returns the name that users type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wall => "wall",
            Self::Cpu => "cpu",
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Measures elapsed time. With [`Clock::Cpu`], start and read it on the same thread.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch<'a> {
    time_source: &'a dyn TimeSource,
    clock: Clock,
    start: Duration,
}

impl<'a> Stopwatch<'a> {
    /// Starts a stopwatch that reads the system's clock.
    #[must_use]
    pub fn start(clock: Clock) -> Self {
        Self::of(&SystemTimeSource, clock)
    }

    pub(super) fn of(time_source: &'a dyn TimeSource, clock: Clock) -> Self {
        let start = time_source.now(clock).unwrap_or_default();
        Self { time_source, clock, start }
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.time_source.now(self.clock).unwrap_or_default().saturating_sub(self.start)
    }
}
