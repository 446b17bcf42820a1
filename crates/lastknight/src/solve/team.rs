//! Threads that solve the leaves of one [tree](super::tree).

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::move_order::MoveOrder;
use super::paths::Paths;
use super::search::Search;
use super::solver::Progress;
use super::techniques::Techniques;
use super::tree::{Leaf, Node};
use super::winner_table::WinnerTable;
use crate::board::{Position, Word};
use crate::control::{Budget, Clock, Control, Stopwatch};
use crate::parallel;

/// How many nodes a thread searches between two checks of the limits.
const NODES_PER_CHECK: u64 = 1 << 12;

/// How often progress is reported.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// How long a thread without a leaf waits before it checks again.
const IDLE_WAIT: Duration = Duration::from_millis(1);

/// Limits on time, the checkpoint and the progress callback, for the calling thread.
pub(super) struct Monitor<'a> {
    pub(super) control: Control<'a>,
    time_limit: Option<Duration>,
    pub(super) stopwatch: Stopwatch<'a>,
    /// Runs since the last call of `on_progress`.
    since_progress: Stopwatch<'a>,
    on_progress: &'a mut dyn FnMut(Progress),
}

impl<'a> Monitor<'a> {
    pub(super) fn start(control: Control<'a>, on_progress: &'a mut dyn FnMut(Progress)) -> Self {
        let (time_limit, stopwatch) = (control.time_limit(), control.stopwatch());
        let since_progress = control.clock(Clock::Wall).stopwatch();
        Self { control, time_limit, stopwatch, since_progress, on_progress }
    }
}

/// Threads that work on one question, and the nodes they have left.
pub(super) struct Team<'a> {
    pub(super) techniques: Techniques,
    table: Option<&'a WinnerTable>,
    threads: usize,
    /// The nodes that no thread has taken yet.
    left: AtomicU64,
    /// The node limit.
    most: u64,
    /// Whether a limit is reached.
    is_over: AtomicBool,
}

impl<'a> Team<'a> {
    pub(super) fn new(
        techniques: Techniques,
        table: Option<&'a WinnerTable>,
        threads: usize,
        nodes: Option<u64>,
    ) -> Self {
        let most = nodes.unwrap_or(u64::MAX);
        let (left, is_over) = (AtomicU64::new(most), AtomicBool::new(false));
        Self { techniques, table, threads, left, most, is_over }
    }

    /// Nodes searched, or taken by a thread that works.
    pub(super) fn nodes(&self) -> u64 {
        self.most - self.left.load(Relaxed)
    }

    /// Returns whether the side to move wins, or `None` if a limit comes first. Reports progress from
    /// the first to the second number.
    pub(super) fn wins<W: Word>(
        &self,
        position: &Position<W>,
        monitor: &mut Monitor<'_>,
        (from, to): (f64, f64),
    ) -> Option<bool> {
        let order = MoveOrder { geometry: position.geometry(), techniques: &self.techniques };
        let root = Mutex::new(Node::new(*position));
        let tree = Tree { order, root, changed: Condvar::new() };
        let mut on_check = || self.check(monitor, || from + (to - from) * tree.lock().done());
        parallel::with_helpers(
            self.threads - 1,
            |_| self.work(&tree, &mut || {}),
            || self.work(&tree, &mut on_check),
        );
        tree.lock().wins()
    }

    /// Runs other work on the calling thread under the same limits. `done` is its progress.
    pub(super) fn run_on_this_thread<T>(
        &self,
        monitor: &mut Monitor<'_>,
        done: &Cell<f64>,
        work: impl FnOnce(&mut ThreadBudget<'_, '_>) -> T,
    ) -> T {
        let mut on_check = || self.check(monitor, || done.get());
        let mut budget = ThreadBudget { team: self, left: 0, stop: None, on_check: &mut on_check };
        let result = work(&mut budget);
        self.left.fetch_add(budget.left, Relaxed);
        result
    }

    /// Checks the limits and reports progress if it is time.
    fn check(&self, monitor: &mut Monitor<'_>, done: impl FnOnce() -> f64) {
        let is_late =
            || monitor.time_limit.is_some_and(|limit| monitor.stopwatch.elapsed() >= limit);
        if monitor.control.pass_checkpoint().is_break() || is_late() {
            self.is_over.store(true, Relaxed);
        }
        if monitor.since_progress.elapsed() >= PROGRESS_INTERVAL {
            monitor.since_progress = monitor.control.clock(Clock::Wall).stopwatch();
            (monitor.on_progress)(Progress { nodes: self.nodes(), done: done() });
        }
    }

    /// Solves leaves until the root is decided or a limit is reached.
    fn work<W: Word>(&self, tree: &Tree<'_, W>, on_check: &mut dyn FnMut()) {
        let mut paths = Paths::new(tree.order.geometry);
        let mut budget = ThreadBudget { team: self, left: 0, stop: None, on_check };
        while let Some(leaf) = self.next(tree, &mut budget) {
            budget.stop = Some(Arc::clone(&leaf.stop));
            let (order, budget, paths) = (tree.order, &mut budget, &mut paths);
            let wins = Search { order, budget, paths, table: self.table }.wins(&leaf.position, 0);
            budget.stop = None;
            tree.lock().finish(&leaf, wins);
            tree.changed.notify_all();
        }
        tree.changed.notify_all();
        self.left.fetch_add(budget.left, Relaxed);
    }

    /// The next leaf; waits for one if need be.
    fn next<W: Word>(
        &self,
        tree: &Tree<'_, W>,
        budget: &mut ThreadBudget<'_, '_>,
    ) -> Option<Leaf<W>> {
        loop {
            (budget.on_check)();
            let mut root = tree.lock();
            if self.is_over.load(Relaxed) || root.wins().is_some() {
                return None;
            }
            // No check while the tree is locked: it locks the tree too.
            let mut unchecked =
                ThreadBudget { team: self, left: budget.left, stop: None, on_check: &mut || {} };
            let leaf = root.take(&tree.order, &mut unchecked);
            budget.left = unchecked.left;
            if leaf.is_some() {
                return leaf;
            }
            if root.wins().is_none() && !self.is_over.load(Relaxed) {
                drop(tree.changed.wait_timeout(root, IDLE_WAIT));
            }
        }
    }
}

struct Tree<'a, W: Word> {
    order: MoveOrder<'a, W>,
    root: Mutex<Node<W>>,
    /// Notified when a leaf is finished or a thread ends.
    changed: Condvar,
}

impl<W: Word> Tree<'_, W> {
    fn lock(&self) -> MutexGuard<'_, Node<W>> {
        self.root.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The nodes that one thread has taken from the team's.
pub(super) struct ThreadBudget<'a, 'b> {
    team: &'a Team<'a>,
    left: u64,
    /// The stop flag of the leaf being solved.
    stop: Option<Arc<AtomicBool>>,
    on_check: &'b mut dyn FnMut(),
}

impl Budget for ThreadBudget<'_, '_> {
    #[inline]
    fn spend(&mut self) -> Option<()> {
        if self.left == 0 {
            self.refill()?;
        }
        self.left -= 1;
        Some(())
    }
}

impl ThreadBudget<'_, '_> {
    #[cold]
    fn refill(&mut self) -> Option<()> {
        (self.on_check)();
        let is_stopped = self.stop.as_ref().is_some_and(|stop| stop.load(Relaxed));
        if is_stopped || self.team.is_over.load(Relaxed) {
            return None;
        }
        let take = |left: u64| Some(left.saturating_sub(NODES_PER_CHECK));
        let left = self.team.left.fetch_update(Relaxed, Relaxed, take).unwrap_or(0);
        self.left = left.min(NODES_PER_CHECK);
        if self.left == 0 {
            self.team.is_over.store(true, Relaxed);
            return None;
        }
        Some(())
    }
}
