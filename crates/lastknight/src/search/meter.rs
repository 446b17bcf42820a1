//! Counting nodes and watching the clock, at next to no cost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::clock::{Clock, Stopwatch};
use super::limits::Limits;

/// How long a search goes on between two looks at the clock.
const GLANCE: Duration = Duration::from_micros(50);

/// The most nodes between two looks at the clock and the stop sign.
const LONGEST: u64 = 1 << 14;

/// The nodes and the time of a search, and whether it has to end.
pub(crate) struct Meter<'a> {
    nodes: u64,
    /// The number of nodes at which to look up.
    next: u64,
    most_nodes: u64,
    /// Nodes between two looks, as many as fit into [`GLANCE`].
    interval: u64,
    stopwatch: Stopwatch,
    seen: Duration,
    most_time: Option<Duration>,
    stop: &'a AtomicBool,
    is_over: bool,
}

impl<'a> Meter<'a> {
    /// Starts now.
    pub(crate) fn start(limits: &Limits, clock: Clock, stop: &'a AtomicBool) -> Self {
        Self {
            nodes: 0,
            next: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            interval: 1,
            stopwatch: Stopwatch::start(clock),
            seen: Duration::ZERO,
            // What is left after the last look, and for the way back.
            most_time: limits.time.map(|time| time - (time / 10).min(4 * GLANCE)),
            stop,
            is_over: false,
        }
    }

    /// Counts a node, or says with `None` that the search is over.
    #[inline]
    pub(crate) fn count(&mut self) -> Option<()> {
        if self.nodes >= self.next {
            self.look_up()?;
        }
        self.nodes += 1;
        Some(())
    }

    #[cold]
    fn look_up(&mut self) -> Option<()> {
        let is_stopped = self.is_over || self.stop.load(Ordering::Relaxed);
        if is_stopped || self.nodes >= self.most_nodes || self.is_late() {
            self.is_over = true;
            self.next = 0;
            return None;
        }
        self.next = (self.nodes + self.interval).min(self.most_nodes);
        Some(())
    }

    fn is_late(&mut self) -> bool {
        let Some(most) = self.most_time else {
            self.interval = LONGEST;
            return false;
        };
        let now = self.stopwatch.elapsed();
        let since = now.saturating_sub(self.seen);
        if since < GLANCE / 2 {
            self.interval = (self.interval * 2).min(LONGEST);
        } else if since > GLANCE {
            self.interval = (self.interval / 2).max(1);
        }
        self.seen = now;
        now >= most
    }

    /// Nodes counted.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the start.
    pub(crate) fn time(&self) -> Duration {
        self.stopwatch.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(limits: Limits) -> u64 {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::start(&limits, Clock::Wall, &stop);
        while meter.count().is_some() {}
        assert_eq!(meter.count(), None);
        meter.nodes()
    }

    #[test]
    fn a_node_limit_is_met_exactly() {
        for nodes in [0, 1, 2, 9000, 1_000_003] {
            assert_eq!(counted(Limits::nodes(nodes)), nodes);
        }
    }

    #[test]
    fn no_time_is_no_node() {
        assert_eq!(counted(Limits::time(Duration::ZERO)), 0);
        assert!(counted(Limits::time(Duration::from_micros(100))) > 0);
    }

    #[test]
    fn a_stop_sign_is_seen() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::start(&Limits::NONE, Clock::Cpu, &stop);
        assert_eq!(meter.count(), Some(()));
        stop.store(true, Ordering::Relaxed);
        while meter.count().is_some() {}
        assert!(meter.nodes() <= 1 + LONGEST);
    }
}
