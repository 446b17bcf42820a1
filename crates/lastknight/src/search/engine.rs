//! The engine, the strongest player.
//!
//! Under a limit on time or nodes a turn starts with a search by `worker.rs`, then tries to
//! [solve](crate::solve) the position, and searches on if that fails. In a lost position `swindle.rs` sets
//! traps. Under a limit on depth, and for several lines, a turn is only the search.

mod active_positions;
mod endgame;
mod history;
mod opponent_model;
mod root;
mod swindle;
mod transposition_table;
mod value;
mod worker;

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64};
use std::thread;

use active_positions::ActivePositions;
use root::Root;
use swindle::{Swindle, SwindleState};
use transposition_table::TranspositionTable;
use worker::{Shared, Worker};

use super::{Score, SearchReport, Task};
use crate::board::{Position, Size, Square, Word};
use crate::control::{Clock, Control, Limits, Meter};
use crate::eval::Heuristic;
use crate::parallel;
use crate::solve::wins_within;

/// The share of a turn before solving is tried.
const SEARCHED: f64 = 0.15;
/// The share of the rest that solving may take.
const SOLVED: f64 = 0.8;
/// The share of a turn for an obvious move.
const OBVIOUS: f64 = 0.02;

/// The settings of an engine.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// Evaluates undecided positions.
    pub heuristic: Heuristic,
    /// The maximum size of the transposition table in megabytes.
    pub megabytes: usize,
    /// The number of search threads, at most one per core.
    pub threads: NonZeroUsize,
    /// Whether to try to solve positions.
    pub solve: bool,
    /// Whether to set traps in lost positions.
    pub swindle: bool,
}

/// The engine in one game.
///
/// ```
/// use lastknight::search::engine::{Engine, EngineSettings};
/// use lastknight::search::{Score, Task};
/// use lastknight::{Limits, Position};
///
/// let position: Position = "7/7/7/3N3/1n5/7/7 w".parse()?;
/// let settings = EngineSettings::new("linear-model".parse()?);
/// let mut engine = Engine::new(settings);
/// let report = engine.search(&position, &mut Task::new(Limits::nodes(5_000_000)));
/// assert_eq!(report.score(), Some(Score::Win(None)));
/// assert_eq!(report.best(), Some(position.size().square_named("f5")?)); // the mirror image
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    settings: EngineSettings,
    table: TranspositionTable,
    /// The board of the table.
    size: Option<Size>,
    narrow: SwindleState<u64>,
    wide: SwindleState<u128>,
}

impl EngineSettings {
    /// Returns the defaults: one thread, 64 megabytes, everything switched on.
    #[must_use]
    pub fn new(heuristic: Heuristic) -> Self {
        Self { heuristic, megabytes: 64, threads: NonZeroUsize::MIN, solve: true, swindle: true }
    }
}

impl Engine {
    /// Creates an engine for one game.
    #[must_use]
    pub fn new(settings: EngineSettings) -> Self {
        let (narrow, wide) = (SwindleState::default(), SwindleState::default());
        Self { settings, table: TranspositionTable::new(0), size: None, narrow, wide }
    }

    /// Searches for the best move.
    pub fn search(&mut self, position: &Position, task: &mut Task<'_>) -> SearchReport {
        let meter = Meter::start(&task.control);
        let open = position.open().count();
        if self.size.replace(position.size()) != Some(position.size()) {
            // A new game: keys of different board sizes do not mix.
            *self = Self { size: self.size, ..Self::new(self.settings.clone()) };
        }
        self.table.begin(self.settings.megabytes, &task.control.limits, open);
        let (settings, table) = (&self.settings, &self.table);
        match position.narrow() {
            Some(narrow) => think(settings, table, &mut self.narrow, &narrow, meter, task),
            None => think(settings, table, &mut self.wide, position, meter, task),
        }
    }
}

/// Searches on all threads.
fn think<W: Word>(
    settings: &EngineSettings,
    table: &TranspositionTable,
    state: &mut SwindleState<W>,
    position: &Position<W>,
    meter: Meter<'_>,
    task: &mut Task<'_>,
) -> SearchReport {
    // Threads that wait for a core would only delay the others.
    let threads =
        thread::available_parallelism().map_or(settings.threads, |most| most.min(settings.threads));
    let active = (threads.get() > 1).then(ActivePositions::new);
    let shared = Shared { heuristic: &settings.heuristic, table, active: active.as_ref() };
    // Helpers watch the time limit themselves, in case this thread does not get to end them.
    let limits = Limits { time: task.control.limits.time, ..Limits::NONE };
    let control = task.control.limits(limits).clock(Clock::Wall);
    let helpers: Vec<Helper> = (1..threads.get()).map(|_| Helper::default()).collect();
    let help = |number: usize| helpers[number].help(&shared, position, control);
    let mut report = parallel::with_helpers(helpers.len(), help, || {
        let worker = Worker::new(&shared, position.side(), meter);
        let root = Root::new(position);
        let report = SearchReport::at_once(root.moves.first().copied());
        let turn = Turn { settings, state, position, worker, root, report, helpers: &helpers };
        let report = turn.run(task);
        helpers.iter().for_each(Helper::end);
        report
    });
    report.nodes += helpers.iter().map(Helper::nodes).sum::<u64>();
    report
}

/// A further thread that fills the table.
#[derive(Debug, Default)]
struct Helper {
    /// Stops the depth it is searching.
    stop: AtomicBool,
    /// The depth it is searching.
    depth: AtomicU32,
    /// The depth that the main thread has finished, beyond any depth at the end.
    done: AtomicU32,
    nodes: AtomicU64,
}

impl Helper {
    fn help<W: Word>(&self, shared: &Shared<'_>, position: &Position<W>, control: Control<'_>) {
        let meter = Meter::start(&control.checkpoint(&self.stop));
        let mut worker = Worker::new(shared, position.side(), meter);
        let mut root = Root::new(position);
        let longest = position.open().count();
        loop {
            // In this order on both threads, so that no end is missed.
            let depth = self.depth.load(SeqCst).max(self.done.load(SeqCst)) + 1;
            if depth > longest {
                return;
            }
            self.depth.store(depth, SeqCst);
            self.stop.store(false, SeqCst);
            if self.done.load(SeqCst) >= depth {
                continue;
            }
            worker.meter.allot(1.0);
            let before = worker.meter.nodes();
            let is_finished = root.search(&mut worker, position, depth, 1).is_some();
            self.nodes.fetch_add(worker.meter.nodes() - before, SeqCst);
            if is_finished && root.is_decided() || worker.meter.is_out_of_time() {
                return;
            }
        }
    }

    /// Records that the main thread has finished a depth.
    fn finish(&self, depth: u32) {
        self.done.store(depth, SeqCst);
        if self.depth.load(SeqCst) <= depth {
            self.stop.store(true, SeqCst);
        }
    }

    fn end(&self) {
        self.finish(u32::MAX - 1);
    }

    fn nodes(&self) -> u64 {
        self.nodes.load(SeqCst)
    }
}

/// One turn of the engine.
struct Turn<'a, 't, W: Word> {
    settings: &'a EngineSettings,
    state: &'t mut SwindleState<W>,
    position: &'t Position<W>,
    worker: Worker<'a>,
    root: Root,
    report: SearchReport,
    helpers: &'t [Helper],
}

impl<W: Word> Turn<'_, '_, W> {
    fn run(mut self, task: &mut Task<'_>) -> SearchReport {
        let has_depth_limit = task.control.limits.depth.is_some();
        if self.worker.meter.is_limited() && !has_depth_limit && task.multi == 1 {
            self.play(task);
        } else {
            self.deepen(task);
        }
        if let Some(to) = self.report.best() {
            self.state.left = Some(self.position.play_unchecked(to));
        }
        self.report.nodes = self.worker.meter.nodes();
        self.report.time = self.worker.meter.time();
        self.report
    }

    /// All parts of a turn.
    fn play(&mut self, task: &mut Task<'_>) {
        let is_start = self.position.ply() == 0;
        if !task.is_analysis && (self.root.moves.len() == 1 || is_start) {
            self.worker.meter.allot(OBVIOUS);
            self.deepen(task);
            // On 7x7, where every first placement loses, the one near the centre leaves Black the fewest
            // winning replies: three of nine kinds, elsewhere half of them.
            if is_start
                && !self.is_decided()
                && let Some(&center) = self.position.placements().first()
            {
                self.choose(center);
            }
            return;
        }
        self.worker.meter.allot(SEARCHED);
        self.deepen(task);
        if !self.is_decided() && self.settings.solve && self.is_within_reach() {
            self.worker.meter.allot(SOLVED);
            self.solve();
        }
        if !self.is_decided() {
            self.worker.meter.allot(1.0);
            self.deepen(task);
        }
        let is_lost = matches!(self.report.score(), Some(Score::Loss(_)));
        if is_lost && self.settings.swindle && self.position.attacker().is_some() {
            self.worker.meter.allot(1.0);
            self.swindle();
        }
    }

    fn is_decided(&self) -> bool {
        self.report.score().is_some_and(Score::is_decided)
    }

    /// Searches depth after depth, from the last one on.
    fn deepen(&mut self, task: &mut Task<'_>) {
        // No game is longer than there are open squares.
        let longest = self.position.open().count();
        let most = task.control.limits.depth.unwrap_or(longest).min(longest);
        if most == 0
            && let Some(line) = self.report.lines.first_mut()
        {
            line.score = self.worker.standing(self.position);
        }
        while self.report.depth < most {
            let depth = self.report.depth + 1;
            if self.root.search(&mut self.worker, self.position, depth, task.multi).is_none() {
                // The best move of the previous depth was searched first, so any other is better.
                let best = self.root.cut_short().filter(|_| task.multi == 1);
                if let Some(line) = best.filter(|line| Some(line.moves[0]) != self.report.best()) {
                    self.report.lines = vec![line];
                }
                return;
            }
            self.report.lines = self.root.best.iter().map(|(_, line)| line.clone()).collect();
            self.report.depth = depth;
            self.helpers.iter().for_each(|helper| helper.finish(depth));
            let helped: u64 = self.helpers.iter().map(Helper::nodes).sum();
            self.report.nodes = self.worker.meter.nodes() + helped;
            self.report.time = self.worker.meter.time();
            task.progress(&self.report);
            if self.root.is_decided() {
                return;
            }
        }
    }

    /// Returns whether solving the position seems possible within the rest of the limit.
    ///
    /// The expected number of nodes is a fit to positions of decent play on 7x7, 9x9 and 11x9. It halves
    /// with every 1.7 squares, and larger boards can be solved with more squares open.
    fn is_within_reach(&self) -> bool {
        let area = self.position.size().area() as f64;
        let open = f64::from(self.position.open().count());
        let expected = libm::exp2(2.0 + 0.6 * (open - 0.34 * area));
        // A node of the solver costs about an eighth of one of the search, and it often needs fewer.
        expected < 15.0 * self.worker.meter.nodes_left()
    }

    /// Tries to solve the position.
    fn solve(&mut self) {
        let mut moves = self.root.moves.clone();
        let best = self.report.best();
        moves.sort_by_key(|&to| Some(to) != best);
        let mut lost = Vec::new();
        for to in moves {
            let next = self.position.play_unchecked(to);
            match wins_within(&next, &mut self.worker.meter) {
                Some(true) => lost.push(to),
                Some(false) => return self.decide(to, Score::Win(None)),
                None => {
                    self.root.moves.retain(|to| !lost.contains(to));
                    if best.is_some_and(|best| lost.contains(&best)) {
                        self.choose(self.root.moves[0]);
                    }
                    return;
                }
            }
        }
        if let Some(to) = best {
            self.decide(to, Score::Loss(None));
        }
    }

    /// Chooses a move. Only the best move so far has a line and a score.
    fn choose(&mut self, to: Square) {
        if self.report.best() != Some(to) {
            self.report.lines = SearchReport::from(to).lines;
        }
    }

    /// Chooses a move with a proved score.
    fn decide(&mut self, to: Square, score: Score) {
        self.choose(to);
        self.report.lines[0].score = Some(score);
    }

    /// Chooses the move with the best chance in a lost position.
    fn swindle(&mut self) {
        self.helpers.iter().for_each(Helper::end);
        let mut swindle = Swindle { state: self.state, meter: &mut self.worker.meter };
        swindle.observe(self.position);
        let chosen = swindle.best(self.position, &self.root.moves);
        if let Some(to) = chosen.filter(|&to| self.report.best() != Some(to)) {
            self.decide(to, Score::Loss(None));
        }
    }
}
