//! Counts nodes and checks the limits, at almost no cost per node.

use std::time::Duration;

use super::{Budget, Checkpoint, Control, Stopwatch};

/// The time between two checks of the clock.
const CHECK_TIME: Duration = Duration::from_micros(50);

/// The maximum number of nodes between two checks of the clock and the checkpoint.
const MOST_CHECK_NODES: u64 = 1 << 10;

/// Counts the nodes and the time of a search and ends it at its limits.
pub(crate) struct Meter<'a> {
    nodes: u64,
    /// The number of nodes at the next check.
    next: u64,
    /// The limits of the whole search; `most_nodes` and `most_time` are those of its current part.
    limits: (Option<u64>, Option<Duration>),
    most_nodes: u64,
    /// Nodes between two checks, as many as fit into [`CHECK_TIME`].
    interval: u64,
    stopwatch: Stopwatch<'a>,
    last_check: Duration,
    /// The approximate time of a node, if a node takes longer than [`CHECK_TIME`].
    node_time: Duration,
    most_time: Option<Duration>,
    checkpoint: &'a dyn Checkpoint,
    is_over: bool,
}

impl<'a> Meter<'a> {
    pub(crate) fn start(control: &Control<'a>) -> Self {
        // Reserves time for the nodes after the last check and for unwinding the search.
        let most_time = control.time_limit().map(|time| time - (time / 10).min(4 * CHECK_TIME));
        let most_nodes = control.limits.nodes;
        Self {
            nodes: 0,
            next: 0,
            limits: (most_nodes, most_time),
            most_nodes: most_nodes.unwrap_or(u64::MAX),
            interval: 1,
            stopwatch: control.stopwatch(),
            last_check: Duration::ZERO,
            node_time: Duration::ZERO,
            most_time,
            checkpoint: control.checkpoint,
            is_over: false,
        }
    }

    /// Counts a node, or returns `None` if the search has to end.
    #[inline]
    pub(crate) fn count(&mut self) -> Option<()> {
        if self.nodes >= self.next {
            self.check()?;
        }
        self.nodes += 1;
        Some(())
    }

    #[cold]
    fn check(&mut self) -> Option<()> {
        let is_stopped = self.is_over || self.checkpoint.proceed().is_break();
        if is_stopped || self.nodes >= self.most_nodes || self.is_late() {
            self.is_over = true;
            self.next = 0;
            return None;
        }
        self.next = (self.nodes + self.interval).min(self.most_nodes);
        Some(())
    }

    fn is_late(&mut self) -> bool {
        let now = self.stopwatch.elapsed();
        let since = now.saturating_sub(self.last_check);
        if since < CHECK_TIME / 2 {
            self.interval = (self.interval * 2).min(MOST_CHECK_NODES);
        } else if since > CHECK_TIME {
            self.interval = (self.interval / 2).max(1);
        }
        self.last_check = now;
        // A next node that takes longer than the time between checks would end too late.
        self.node_time =
            if self.interval == 1 { (self.node_time + since) / 2 } else { Duration::ZERO };
        self.most_time.is_some_and(|most| now + self.node_time >= most)
    }

    /// Whether nodes or time are limited.
    pub(crate) fn is_limited(&self) -> bool {
        self.limits != (None, None)
    }

    /// Starts a part of the search that may use this share of the nodes and time left.
    pub(crate) fn allot(&mut self, share: f64) {
        let nodes = |most: u64| {
            let left = most.saturating_sub(self.nodes) as f64 * share;
            self.nodes.saturating_add(left as u64).min(most)
        };
        let (most_nodes, most_time) = self.limits;
        self.most_nodes = most_nodes.map_or(u64::MAX, nodes);
        let now = self.stopwatch.elapsed();
        self.most_time = most_time.map(|most| now + most.saturating_sub(now).mul_f64(share));
        self.is_over = false;
        self.next = self.nodes;
    }

    /// Estimates the nodes left, at the speed so far.
    pub(crate) fn nodes_left(&self) -> f64 {
        let (most_nodes, most_time) = self.limits;
        let by_nodes = most_nodes.map_or(f64::MAX, |most| most.saturating_sub(self.nodes) as f64);
        let by_time = most_time.map_or(f64::MAX, |most| {
            let now = self.stopwatch.elapsed();
            let rate = self.nodes as f64 / now.as_secs_f64().max(1e-6);
            rate * most.saturating_sub(now).as_secs_f64()
        });
        by_nodes.min(by_time)
    }

    pub(crate) fn is_out_of_time(&self) -> bool {
        self.limits.1.is_some_and(|most| self.stopwatch.elapsed() >= most)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn time(&self) -> Duration {
        self.stopwatch.elapsed()
    }
}

impl Budget for Meter<'_> {
    #[inline]
    fn spend(&mut self) -> Option<()> {
        self.count()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::control::{Clock, Limits, TimeSource};

    /// Counts nodes until the end.
    fn run<'a>(control: impl Into<Control<'a>>) -> Meter<'a> {
        let mut meter = Meter::start(&control.into());
        while meter.count().is_some() {}
        assert_eq!(meter.count(), None);
        meter
    }

    #[test]
    fn a_node_limit_is_met_exactly() {
        for nodes in [0, 1, 2, 9000, 1_000_003] {
            assert_eq!(run(Limits::nodes(nodes)).nodes(), nodes);
        }
    }

    #[test]
    fn no_time_is_no_node() {
        assert_eq!(run(Limits::time(Duration::ZERO)).nodes(), 0);
        assert!(run(Limits::time(Duration::from_micros(100))).nodes() > 0);
    }

    #[test]
    fn a_stop_flag_is_seen() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::start(&Control::new().clock(Clock::Cpu).checkpoint(&stop));
        assert_eq!(meter.count(), Some(()));
        stop.store(true, Ordering::Relaxed);
        while meter.count().is_some() {}
        assert!(meter.nodes() <= 1 + MOST_CHECK_NODES);
    }

    #[derive(Debug)]
    struct NoClock;

    impl TimeSource for NoClock {
        fn now(&self, _: Clock) -> Option<Duration> {
            None
        }
    }

    #[test]
    fn without_a_clock_a_time_limit_is_used_up() {
        for (limits, nodes) in
            [(Limits::time(Duration::from_secs(9)), 0), (Limits::nodes(5000), 5000)]
        {
            let meter = run(Control::from(limits).time_source(&NoClock));
            assert_eq!((meter.nodes(), meter.time()), (nodes, Duration::ZERO));
        }
    }
}
