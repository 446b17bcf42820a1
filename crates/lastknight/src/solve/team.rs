//! Threads that solve the leaves of one [tree](super::tree).

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::order::Order;
use super::paths::Paths;
use super::search::Search;
use super::solver::Progress;
use super::techniques::Techniques;
use super::tree::{Job, Node};
use super::winner_table::WinnerTable;
use crate::board::{Position, Word};
use crate::control::{Budget, Clock, Control, Stopwatch};
use crate::parallel;

/// How many nodes a thread counts before it looks up.
const GLANCE: u64 = 1 << 12;

/// How often to tell how far the work is.
const NEWS: Duration = Duration::from_millis(100);

/// How long a thread without a leaf waits before it looks up again.
const NAP: Duration = Duration::from_millis(1);

/// What the thread that asked looks at now and then.
pub(super) struct Watch<'a> {
    pub(super) control: Control<'a>,
    most_time: Option<Duration>,
    stopwatch: Stopwatch<'a>,
    /// Runs since the last call of `on_progress`.
    since_news: Stopwatch<'a>,
    on_progress: &'a mut dyn FnMut(Progress),
}

impl<'a> Watch<'a> {
    /// Starts the clock.
    pub(super) fn start(control: Control<'a>, on_progress: &'a mut dyn FnMut(Progress)) -> Self {
        let (most_time, stopwatch) = (control.time_limit(), control.stopwatch());
        let since_news = control.clock(Clock::Wall).stopwatch();
        Self { control, most_time, stopwatch, since_news, on_progress }
    }

    /// Time since the start.
    pub(super) fn time(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// Whether it is time to give up.
    pub(super) fn is_over(&self) -> bool {
        let is_late = || self.most_time.is_some_and(|most| self.time() >= most);
        self.control.pass_checkpoint().is_break() || is_late()
    }
}

/// Threads that work for one question, and what they may still spend.
pub(super) struct Team<'a> {
    pub(super) techniques: Techniques,
    pub(super) table: Option<&'a WinnerTable>,
    pub(super) threads: usize,
    /// The nodes that nobody has taken yet, of so many.
    left: AtomicU64,
    all: u64,
    /// Whether the limits are met.
    is_over: AtomicBool,
}

impl<'a> Team<'a> {
    pub(super) fn new(
        techniques: Techniques,
        table: Option<&'a WinnerTable>,
        threads: usize,
        nodes: Option<u64>,
    ) -> Self {
        let all = nodes.unwrap_or(u64::MAX);
        let (left, is_over) = (AtomicU64::new(all), AtomicBool::new(false));
        Self { techniques, table, threads, left, all, is_over }
    }

    /// Nodes counted, or about to be.
    pub(super) fn nodes(&self) -> u64 {
        self.all - self.left.load(Relaxed)
    }

    /// Whether the side to move wins, or `None` where the limits came first. How far that is counts
    /// for the part of the work from one number to the other.
    pub(super) fn wins<W: Word>(
        &self,
        position: &Position<W>,
        watch: &mut Watch<'_>,
        (from, to): (f64, f64),
    ) -> Option<bool> {
        let tree = Tree { root: Mutex::new(Node::new(*position)), changed: Condvar::new() };
        let mut on_glance = || self.glance(watch, || from + (to - from) * tree.lock().done());
        parallel::with_helpers(
            self.threads - 1,
            |_| self.work(&tree, &mut || {}),
            || self.work(&tree, &mut on_glance),
        );
        tree.lock().wins()
    }

    /// Work of another kind on the thread that asked, out of the same purse. `done` is the part of all
    /// work that is done.
    pub(super) fn alone<T>(
        &self,
        watch: &mut Watch<'_>,
        done: &Cell<f64>,
        work: impl FnOnce(&mut Share<'_, '_>) -> T,
    ) -> T {
        let mut on_glance = || self.glance(watch, || done.get());
        let mut share = Share { team: self, left: 0, is_idle: None, on_glance: &mut on_glance };
        let result = work(&mut share);
        self.left.fetch_add(share.left, Relaxed);
        result
    }

    /// Looks at the limits, and tells now and then how far the work is.
    fn glance(&self, watch: &mut Watch<'_>, done: impl FnOnce() -> f64) {
        if watch.is_over() {
            self.is_over.store(true, Relaxed);
        }
        if watch.since_news.elapsed() >= NEWS {
            watch.since_news = watch.control.clock(Clock::Wall).stopwatch();
            (watch.on_progress)(Progress { nodes: self.nodes(), done: done() });
        }
    }

    /// Solves leaves until the root is decided or all is over. `on_glance` is called now and then.
    fn work<W: Word>(&self, tree: &Tree<W>, on_glance: &mut dyn FnMut()) {
        let mut paths = Paths::default();
        let mut share = Share { team: self, left: 0, is_idle: None, on_glance };
        while let Some(job) = self.next(tree, &mut share) {
            share.is_idle = Some(Arc::clone(&job.is_idle));
            let mut search = Search {
                order: Order { geometry: job.position.geometry(), techniques: &self.techniques },
                budget: &mut share,
                paths: &mut paths,
                table: self.table,
            };
            let wins = search.wins(&job.position, 0);
            share.is_idle = None;
            let mut root = tree.lock();
            match wins {
                Some(wins) => root.finish(&job, wins),
                None => root.give_back(&job),
            }
            drop(root);
            tree.changed.notify_all();
        }
        // Nobody waits for what this thread had.
        tree.changed.notify_all();
        self.left.fetch_add(share.left, Relaxed);
    }

    /// The next leaf, for which it may have to wait.
    fn next<W: Word>(&self, tree: &Tree<W>, share: &mut Share<'_, '_>) -> Option<Job<W>> {
        loop {
            (share.on_glance)();
            let mut root = tree.lock();
            if self.is_over.load(Relaxed) || root.wins().is_some() {
                return None;
            }
            let geometry = root.position().geometry();
            let order = Order { geometry, techniques: &self.techniques };
            // A thread that looks up within the tree would wait for itself.
            let mut quiet =
                Share { team: self, left: share.left, is_idle: None, on_glance: &mut || {} };
            let job = root.take(&order, &mut quiet);
            share.left = quiet.left;
            if job.is_some() {
                return job;
            }
            if root.wins().is_none() && !self.is_over.load(Relaxed) {
                drop(tree.changed.wait_timeout(root, NAP));
            }
        }
    }
}

/// A tree that threads share.
struct Tree<W: Word> {
    root: Mutex<Node<W>>,
    /// Told when a leaf is solved.
    changed: Condvar,
}

impl<W: Word> Tree<W> {
    fn lock(&self) -> MutexGuard<'_, Node<W>> {
        self.root.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one thread may spend: nodes that it took from what all have left.
pub(super) struct Share<'a, 'b> {
    team: &'a Team<'a>,
    left: u64,
    /// Set where the leaf being solved is not needed any more.
    is_idle: Option<Arc<AtomicBool>>,
    on_glance: &'b mut dyn FnMut(),
}

impl Budget for Share<'_, '_> {
    #[inline]
    fn spend(&mut self) -> Option<()> {
        if self.left == 0 {
            self.look_up()?;
        }
        self.left -= 1;
        Some(())
    }
}

impl Share<'_, '_> {
    #[cold]
    fn look_up(&mut self) -> Option<()> {
        (self.on_glance)();
        let is_idle = self.is_idle.as_ref().is_some_and(|is_idle| is_idle.load(Relaxed));
        if is_idle || self.team.is_over.load(Relaxed) {
            return None;
        }
        let take = |left: u64| Some(left.saturating_sub(GLANCE));
        let left = self.team.left.fetch_update(Relaxed, Relaxed, take).unwrap_or(0);
        self.left = left.min(GLANCE);
        if self.left == 0 {
            self.team.is_over.store(true, Relaxed);
            return None;
        }
        Some(())
    }
}
