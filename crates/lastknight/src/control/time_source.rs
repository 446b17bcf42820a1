//! Sources of time.

use std::fmt::Debug;
use std::time::Duration;

use super::Clock;

/// Reads clocks. Hand one in with [`Control::time_source`](super::Control::time_source) on platforms
/// without clocks of their own, such as a browser.
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
/// use lastknight::control::{Clock, Control, Limits, TimeSource};
///
/// /// A clock for tests that advances by 1 ms whenever it is read.
/// #[derive(Debug, Default)]
/// struct Ticks(AtomicU64);
///
/// impl TimeSource for Ticks {
///     fn now(&self, _: Clock) -> Option<Duration> {
///         Some(Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed)))
///     }
/// }
///
/// let ticks = Ticks::default();
/// let control = Control::from(Limits::time(Duration::from_millis(20))).time_source(&ticks);
/// let mut player = "engine".parse::<lastknight::Agent>()?.player(1);
/// assert!(player.choose_at(&"9x9".parse()?, control)?.best().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait TimeSource: Debug + Sync {
    /// Returns the time since any fixed moment, or `None` if there is no such clock.
    ///
    /// [`Clock::Cpu`] is the CPU time of the calling thread. Without a clock, elapsed times are zero and
    /// a time limit counts as used up: a search returns a legal move at once.
    fn now(&self, clock: Clock) -> Option<Duration>;
}

/// The clocks of the system: a wall clock except on `wasm32-unknown-unknown`, and a CPU clock with the
/// feature `cpu-clock` on Unix and Windows.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemTimeSource;

impl TimeSource for SystemTimeSource {
    fn now(&self, clock: Clock) -> Option<Duration> {
        match clock {
            #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
            Clock::Wall => {
                use std::{sync::LazyLock, time::Instant};

                static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
                Some(FIRST.elapsed())
            }
            #[cfg(all(feature = "cpu-clock", any(unix, windows)))]
            Clock::Cpu => cpu_time::ThreadTime::try_now().ok().map(|time| time.as_duration()),
            #[allow(unreachable_patterns, reason = "most platforms have both clocks")]
            _ => None,
        }
    }
}
