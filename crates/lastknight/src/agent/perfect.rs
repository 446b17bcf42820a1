//! Perfect play where the solver can prove it.

use std::num::NonZeroUsize;
use std::time::Duration;

use crate::board::{Position, Square};
use crate::control::{Limits, Stopwatch};
use crate::search::{Engine, Score, SearchLine, SearchReport, Task, engine};
use crate::solve::{MoveValue, Question, Solution, Solver, SolverSettings, tablebase};

/// The share of a turn for the engine's first look, which tells the solver where to begin.
const LOOK: f64 = 0.1;
/// The share of what is left then for the proof.
const PROOF: f64 = 0.75;
/// The share of what is left after a proof that all is lost for the longest way to lose.
const RESISTANCE: f64 = 0.5;

/// The nodes of the engine's first look where nothing is limited.
const FREE_LOOK: u64 = 20_000;
/// The nodes for holding out in a lost position where nothing is limited: finding the longest way can
/// take far longer than the proof.
const FREE_RESISTANCE: u64 = 1_000_000;

/// Plays a move that is proved to win wherever the solver finds one in time. Where all is lost it
/// holds out as long as possible, if that can be found out, and it plays as the engine where nothing can.
///
/// Without limits the proof takes as long as it takes. A depth limits no proof: where there is no other
/// limit, it is the engine that plays.
pub(super) struct Perfect {
    solver: Solver,
    engine: Engine,
}

impl Perfect {
    /// Shares the memory between the engine's table, a quarter, and the solver's.
    pub(super) fn new(megabytes: usize, threads: NonZeroUsize) -> Self {
        let engines = (megabytes / 4).max(1);
        let solvers = megabytes.saturating_sub(engines).max(1);
        let heuristic = "linear-model".parse().expect("a heuristic of the list");
        let engine = engine::EngineSettings {
            megabytes: engines,
            threads,
            ..engine::EngineSettings::new(heuristic)
        };
        // The tables are probed after the search, so that turns under limits take the same nodes.
        let solver = SolverSettings {
            megabytes: solvers,
            threads,
            tablebase: false,
            ..SolverSettings::default()
        };
        Self { solver: Solver::new(solver), engine: Engine::new(engine) }
    }

    pub(super) fn search(&mut self, position: &Position, task: &mut Task<'_>) -> SearchReport {
        let Limits { depth, nodes, time } = task.control.limits;
        if depth.is_some() && nodes.is_none() && time.is_none() {
            return self.engine.search(position, task);
        }
        let limits = Limits { time: task.control.time_limit(), ..task.control.limits };
        let budget = TurnBudget { limits, watch: task.control.stopwatch(), nodes: 0 };
        let report = SearchReport::default();
        let Self { solver, engine } = self;
        Turn { solver, engine, position, budget, report }.run(task)
    }
}

/// What a turn may take, and has taken.
struct TurnBudget<'a> {
    limits: Limits,
    watch: Stopwatch<'a>,
    nodes: u64,
}

/// Where a part of a turn ends, counted from its beginning.
#[derive(Clone, Copy)]
struct End {
    nodes: Option<u64>,
    time: Option<Duration>,
}

impl TurnBudget<'_> {
    /// Whether neither nodes nor time are limited.
    fn is_unlimited(&self) -> bool {
        self.limits.nodes.is_none() && self.limits.time.is_none()
    }

    /// The end of a part that may take a share of what is left, or so many nodes where nothing is limited.
    fn end(&self, share: f64, free: Option<u64>) -> End {
        let Limits { nodes, time, .. } = self.limits;
        if self.is_unlimited() {
            return End { nodes: free.map(|nodes| self.nodes + nodes), time: None };
        }
        let nodes = nodes.map(|most| {
            let left = most.saturating_sub(self.nodes);
            self.nodes + if share < 1.0 { (left as f64 * share) as u64 } else { left }
        });
        let now = self.watch.elapsed();
        End { nodes, time: time.map(|most| now + most.saturating_sub(now).mul_f64(share)) }
    }

    /// What is left until then.
    fn until(&self, end: End) -> Limits {
        Limits {
            depth: self.limits.depth,
            nodes: end.nodes.map(|end| end.saturating_sub(self.nodes)),
            time: end.time.map(|end| end.saturating_sub(self.watch.elapsed())),
        }
    }
}

/// One turn.
struct Turn<'a> {
    solver: &'a mut Solver,
    engine: &'a mut Engine,
    position: &'a Position,
    budget: TurnBudget<'a>,
    report: SearchReport,
}

impl Turn<'_> {
    fn run(mut self, task: &mut Task<'_>) -> SearchReport {
        let is_only = self.position.legal_moves().is_at_most_one();
        if is_only && !task.is_analysis {
            return SearchReport::at_once(self.position.legal_moves().first());
        }
        self.ask_engine(LOOK, FREE_LOOK, task.multi, task);
        let mut lost = Vec::new();
        if task.multi > 1 {
            self.prove_all(task);
        } else if !self.is_decided() {
            match self.known_placement().filter(|_| self.budget.is_unlimited()) {
                Some((to, score)) => self.decide(to, score, task),
                None => lost = self.prove(task),
            }
        }
        if !self.is_decided() {
            self.ask_engine(1.0, FREE_LOOK, task.multi + lost.len(), task);
            self.leave_out(&lost, task);
            let known = self.known_placement().filter(|_| task.multi == 1 && !self.is_decided());
            if let Some((to, score)) = known {
                self.decide(to, score, task);
            }
        } else if task.multi == 1 && matches!(self.report.score(), Some(Score::Loss(_))) {
            self.hold_out(task);
        }
        self.report.nodes = self.budget.nodes;
        self.report.time = self.budget.watch.elapsed();
        self.report
    }

    fn is_decided(&self) -> bool {
        self.report.score().is_some_and(Score::is_decided)
    }

    /// Takes the engine's advice.
    fn ask_engine(&mut self, share: f64, free: u64, multi: usize, task: &mut Task<'_>) {
        let limits = self.budget.until(self.budget.end(share, Some(free)));
        let (shown, before) = (self.report.depth, self.budget.nodes);
        let (control, is_analysis) = (task.control.limits(limits), task.is_analysis);
        let mut on_progress = |report: &SearchReport| {
            if report.depth > shown {
                task.progress(&SearchReport { nodes: before + report.nodes, ..report.clone() });
            }
        };
        let part = Task::new(control).multi(multi).analysis(is_analysis);
        self.report = self.engine.search(self.position, &mut part.on_progress(&mut on_progress));
        self.budget.nodes += self.report.nodes;
    }

    /// Asks the solver about this position or the one after a move.
    fn ask_solver(
        &mut self,
        position: &Position,
        question: Question,
        end: End,
        task: &Task<'_>,
    ) -> Solution {
        let control = task.control.limits(self.budget.until(end));
        let solution = self.solver.solve(position, question, control);
        self.budget.nodes += solution.nodes;
        solution
    }

    /// Looks for a move that wins. Where it takes too long to find out whether there is one, gives those
    /// that were found to lose.
    fn prove(&mut self, task: &mut Task<'_>) -> Vec<Square> {
        let end = self.budget.end(PROOF, None);
        let mut lost = Vec::new();
        for to in self.candidates() {
            let next = self.position.play_unchecked(to);
            match self.ask_solver(&next, Question::Winner, end, task).wins {
                Some(true) => lost.push(to),
                Some(false) => {
                    self.decide(to, Score::Win(None), task);
                    return Vec::new();
                }
                None => return lost,
            }
        }
        if let Some(to) = self.report.best() {
            self.decide(to, Score::Loss(None), task);
        }
        Vec::new()
    }

    /// The placement to choose where the tables know who wins: one that wins, or the engine's.
    fn known_placement(&self) -> Option<(Square, Score)> {
        let side = self.position.side();
        let winner = tablebase::probe(self.position)?;
        if self.position.knight(side).is_some() {
            return None;
        }
        let mut moves = self.candidates().into_iter();
        if winner != side {
            return Some((moves.next()?, Score::Loss(None)));
        }
        let wins = |to: &Square| tablebase::probe(&self.position.play_unchecked(*to)) == Some(side);
        Some((moves.find(wins)?, Score::Win(None)))
    }

    /// Plays none of these moves, which are proved to lose, while others are not.
    fn leave_out(&mut self, lost: &[Square], task: &Task<'_>) {
        let lines = &mut self.report.lines;
        lines.retain(|line| !lost.contains(&line.moves[0]));
        lines.truncate(task.multi);
        let other = self.candidates().into_iter().find(|to| !lost.contains(to));
        if let Some(to) = other.filter(|_| self.report.lines.is_empty()) {
            self.report.lines = vec![SearchLine { score: None, moves: vec![to] }];
        }
    }

    /// The moves that can make a difference: first those that win by mirroring, then the engine's.
    fn candidates(&self) -> Vec<Square> {
        let mut moves = self.position.placements();
        if moves.is_empty() {
            moves = self.position.legal_moves().into_iter().collect();
        }
        let best = self.report.best();
        let mirrors = |to| self.position.play_unchecked(to).mirror_win().is_some();
        moves.sort_by_cached_key(|&to| (!mirrors(to), Some(to) != best));
        moves
    }

    /// Finds out about every move, where several are asked for.
    fn prove_all(&mut self, task: &mut Task<'_>) {
        let end = self.budget.end(PROOF, None);
        let solution = self.ask_solver(self.position, Question::Moves, end, task);
        let lines: Option<Vec<SearchLine>> = solution.moves.iter().map(line).collect();
        if let Some(mut lines) = lines {
            // A stable sort: of equals, the first stays first.
            lines.sort_by(|a, b| b.score.partial_cmp(&a.score).expect("scores are ordered"));
            lines.truncate(task.multi);
            self.report.lines = lines;
            self.show(task);
        }
    }

    /// In a lost position, looks for the longest way to the end, or else for the engine's.
    fn hold_out(&mut self, task: &mut Task<'_>) {
        let end = self.budget.end(RESISTANCE, Some(FREE_RESISTANCE));
        let solution = self.ask_solver(self.position, Question::Distances, end, task);
        let lengths: Option<Vec<(u32, Square)>> =
            solution.moves.iter().map(|value| Some((value.plies?, value.to))).collect();
        let best = self.report.best();
        let longest = lengths.and_then(|lengths| {
            lengths.into_iter().max_by_key(|&(plies, to)| (plies, Some(to) == best))
        });
        if let Some((plies, to)) = longest {
            return self.decide(to, Score::Loss(Some(plies)), task);
        }
        self.ask_engine(1.0, FREE_RESISTANCE, 1, task);
        if let Some(to) = self.report.best().filter(|_| !self.is_decided()) {
            self.decide(to, Score::Loss(None), task);
        }
    }

    /// Chooses a move that is proved to be worth this.
    fn decide(&mut self, to: Square, score: Score, task: &mut Task<'_>) {
        let line = self.report.lines.first().filter(|line| line.moves[0] == to);
        let moves = line.map_or(vec![to], |line| line.moves.clone());
        self.report.lines = vec![SearchLine { score: Some(score), moves }];
        self.show(task);
    }

    fn show(&mut self, task: &mut Task<'_>) {
        self.report.nodes = self.budget.nodes;
        self.report.time = self.budget.watch.elapsed();
        task.progress(&self.report);
    }
}

/// A move whose end is known.
fn line(value: &MoveValue) -> Option<SearchLine> {
    let score = if value.wins? { Score::Win(value.plies) } else { Score::Loss(value.plies) };
    Some(SearchLine { score: Some(score), moves: vec![value.to] })
}
