//! Clocks that can measure a search.

use std::fmt;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// A way to measure time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The time that passes, as on the wall.
    #[default]
    Wall,
    /// The time that a thread spends on the processor: on a busy machine, waiting does not count.
    Cpu,
}

impl Clock {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Wall, Self::Cpu];

    /// The name by which it is chosen.
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

/// A clock that was started, for the thread that started it.
#[derive(Clone, Copy, Debug)]
pub enum Stopwatch {
    /// By the clock on the wall.
    Wall(Instant),
    /// By the processor time of this thread.
    Cpu(ThreadTime),
}

impl Stopwatch {
    /// Starts now.
    #[must_use]
    pub fn start(clock: Clock) -> Self {
        match clock {
            Clock::Wall => Self::Wall(Instant::now()),
            Clock::Cpu => Self::Cpu(ThreadTime::now()),
        }
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        match self {
            Self::Wall(start) => start.elapsed(),
            Self::Cpu(start) => start.elapsed(),
        }
    }
}
