//! Where the time comes from.

use std::fmt::Debug;
use std::time::Duration;

use super::Clock;

/// Reads clocks. Platforms without clocks of their own, such as a browser, hand one in by
/// [`Control::time_source`](super::Control::time_source).
///
/// ```
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
/// use lastknight::control::{Clock, Control, Limits, TimeSource};
/// use lastknight::search::{Engine, Task};
///
/// /// A clock for tests: every look takes a millisecond.
/// #[derive(Debug, Default)]
/// struct Ticks(AtomicU64);
///
/// impl TimeSource for Ticks {
///     fn now(&self, _: Clock) -> Option<Duration> {
///         Some(Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed)))
///     }
/// }
///
/// let limits = Limits::time(Duration::from_millis(20));
/// let ticks = Ticks::default();
/// let mut task = Task::new(Control::new().limits(limits).time_source(&ticks));
/// let mut engine = Engine::new(lastknight::search::engine::EngineSettings::new("open".parse()?));
/// let report = engine.search(&"9x9".parse()?, &mut task);
/// assert!(report.best().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait TimeSource: Debug + Sync {
    /// The time on a clock since any fixed moment, or `None` if there is no such clock.
    ///
    /// [`Clock::Cpu`] is the CPU time of the calling thread. Without the clock, elapsed times are zero
    /// and a time limit counts as used up: a search returns a legal move at once.
    fn now(&self, clock: Clock) -> Option<Duration>;
}

/// The clocks of the system: a wall clock except on `wasm32-unknown-unknown`, and a CPU clock with the
/// feature `cpu-clock` on Unix and Windows.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemTimeSource;

impl TimeSource for SystemTimeSource {
    fn now(&self, clock: Clock) -> Option<Duration> {
        match clock {
            Clock::Wall => wall(),
            Clock::Cpu => cpu(),
        }
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn wall() -> Option<Duration> {
    use std::sync::LazyLock;
    use std::time::Instant;

    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    Some(FIRST.elapsed())
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn wall() -> Option<Duration> {
    None
}

#[cfg(all(feature = "cpu-clock", any(unix, windows)))]
fn cpu() -> Option<Duration> {
    cpu_time::ThreadTime::try_now().ok().map(|time| time.as_duration())
}

#[cfg(not(all(feature = "cpu-clock", any(unix, windows))))]
fn cpu() -> Option<Duration> {
    None
}
