//! Perfect play, as far as the solver can prove it.

use std::num::NonZeroUsize;

use crate::board::{Position, Square};
use crate::control::{Limits, Stopwatch};
use crate::search::engine::{Engine, EngineSettings};
use crate::search::{Score, SearchLine, SearchReport, Task};
use crate::solve::{MoveValue, Question, Solution, Solver, SolverSettings, tablebase};

/// The share of a turn for the engine's first search, which orders the moves for the solver.
const FIRST_SEARCH: f64 = 0.1;
/// The share of the rest for the proof.
const PROOF: f64 = 0.75;
/// The share of the rest for the longest loss, after a proof of a loss.
const RESISTANCE: f64 = 0.5;

/// The nodes of the engine's first search without limits.
const FREE_SEARCH: u64 = 20_000;
/// The nodes for the longest loss without limits. Finding it can take far longer than the proof.
const FREE_RESISTANCE: u64 = 1_000_000;

/// Plays a proved win if the solver finds one in time, and the longest loss if the position is lost. Plays
/// like the engine if there is no proof.
///
/// Without limits the proof is always completed. A depth does not limit a proof, so with only a depth limit
/// the engine plays.
pub(super) struct Perfect {
    solver: Solver,
    engine: Engine,
}

impl Perfect {
    /// Gives a quarter of the memory to the engine and the rest to the solver.
    pub(super) fn new(megabytes: usize, threads: NonZeroUsize) -> Self {
        let engine_megabytes = (megabytes / 4).max(1);
        let heuristic = "linear-model".parse().expect("a registered heuristic");
        let engine = EngineSettings {
            megabytes: engine_megabytes,
            threads,
            ..EngineSettings::new(heuristic)
        };
        let solver = SolverSettings {
            megabytes: megabytes.saturating_sub(engine_megabytes).max(1),
            threads,
            // Probed after the search, so that the nodes of turns under limits do not depend on it.
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
        let (stopwatch, report) = (task.control.stopwatch(), SearchReport::default());
        let Self { solver, engine } = self;
        Turn { solver, engine, position, limits, stopwatch, report }.run(task)
    }
}

/// The search of one turn.
struct Turn<'a> {
    solver: &'a mut Solver,
    engine: &'a mut Engine,
    position: &'a Position,
    limits: Limits,
    stopwatch: Stopwatch<'a>,
    /// The best lines so far, and all nodes of the turn.
    report: SearchReport,
}

impl Turn<'_> {
    fn run(mut self, task: &mut Task<'_>) -> SearchReport {
        if self.position.legal_moves().is_at_most_one() && !task.is_analysis {
            return SearchReport::at_once(self.position.legal_moves().first());
        }
        self.search_engine(FIRST_SEARCH, FREE_SEARCH, task.multi, task);
        let mut lost = Vec::new();
        if task.multi > 1 {
            self.prove_all(task);
        } else if !self.is_decided() {
            match self.known_placement().filter(|_| self.is_unlimited()) {
                Some((to, score)) => self.decide(to, score, task),
                None => lost = self.prove(task),
            }
        }
        if !self.is_decided() {
            self.search_engine(1.0, FREE_SEARCH, task.multi + lost.len(), task);
            self.leave_out(&lost, task);
            let known = self.known_placement().filter(|_| task.multi == 1 && !self.is_decided());
            if let Some((to, score)) = known {
                self.decide(to, score, task);
            }
        } else if task.multi == 1 && matches!(self.report.score(), Some(Score::Loss(_))) {
            self.hold_out(task);
        }
        self.report.time = self.stopwatch.elapsed();
        self.report
    }

    fn is_decided(&self) -> bool {
        self.report.score().is_some_and(Score::is_decided)
    }

    /// Whether neither nodes nor time are limited.
    fn is_unlimited(&self) -> bool {
        self.limits.nodes.is_none() && self.limits.time.is_none()
    }

    /// The limits, from the start of the turn, of a part that may use a share of the rest. Without limits
    /// it may use `free` nodes.
    fn end(&self, share: f64, free: Option<u64>) -> Limits {
        let (Limits { depth, nodes, time }, used) = (self.limits, self.report.nodes);
        if self.is_unlimited() {
            return Limits { depth, nodes: free.map(|nodes| used + nodes), time };
        }
        let nodes = nodes.map(|most| {
            let left = most.saturating_sub(used);
            used + if share < 1.0 { (left as f64 * share) as u64 } else { left }
        });
        let now = self.stopwatch.elapsed();
        let time = time.map(|most| now + most.saturating_sub(now).mul_f64(share));
        Limits { depth, nodes, time }
    }

    /// The nodes and time left until an end.
    fn until(&self, end: Limits) -> Limits {
        Limits {
            depth: end.depth,
            nodes: end.nodes.map(|end| end.saturating_sub(self.report.nodes)),
            time: end.time.map(|end| end.saturating_sub(self.stopwatch.elapsed())),
        }
    }

    /// Searches with the engine and takes its report.
    fn search_engine(&mut self, share: f64, free: u64, multi: usize, task: &mut Task<'_>) {
        let limits = self.until(self.end(share, Some(free)));
        let (shown, before) = (self.report.depth, self.report.nodes);
        let (control, is_analysis) = (task.control.limits(limits), task.is_analysis);
        let mut on_progress = |report: &SearchReport| {
            if report.depth > shown {
                task.progress(&SearchReport { nodes: before + report.nodes, ..report.clone() });
            }
        };
        let part = Task::new(control).multi(multi).analysis(is_analysis);
        self.report = self.engine.search(self.position, &mut part.on_progress(&mut on_progress));
        self.report.nodes += before;
    }

    /// Solves this position or the one after a move.
    fn solve(
        &mut self,
        position: &Position,
        question: Question,
        end: Limits,
        task: &Task<'_>,
    ) -> Solution {
        let control = task.control.limits(self.until(end));
        let solution = self.solver.solve(position, question, control);
        self.report.nodes += solution.nodes;
        solution
    }

    /// Proves a win or a loss. Returns the moves proved to lose if that takes too long.
    fn prove(&mut self, task: &mut Task<'_>) -> Vec<Square> {
        let end = self.end(PROOF, None);
        let mut lost = Vec::new();
        for to in self.candidates() {
            let next = self.position.play_unchecked(to);
            match self.solve(&next, Question::Winner, end, task).wins {
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

    /// The placement to choose if the tablebase knows the winner: a winning one, or the engine's.
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

    /// Drops moves that are proved to lose, if there are others.
    fn leave_out(&mut self, lost: &[Square], task: &Task<'_>) {
        let lines = &mut self.report.lines;
        lines.retain(|line| !lost.contains(&line.moves[0]));
        lines.truncate(task.multi);
        let other = self.candidates().into_iter().find(|to| !lost.contains(to));
        if let Some(to) = other.filter(|_| self.report.lines.is_empty()) {
            self.report.lines = vec![SearchLine { score: None, moves: vec![to] }];
        }
    }

    /// The moves up to symmetry: those that win by mirroring, the engine's, then the others.
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

    /// Solves every move, if several lines are requested.
    fn prove_all(&mut self, task: &mut Task<'_>) {
        let end = self.end(PROOF, None);
        let solution = self.solve(self.position, Question::Moves, end, task);
        let line = |value: &MoveValue| {
            let score =
                if value.wins? { Score::Win(value.plies) } else { Score::Loss(value.plies) };
            Some(SearchLine { score: Some(score), moves: vec![value.to] })
        };
        let lines: Option<Vec<SearchLine>> = solution.moves.iter().map(line).collect();
        if let Some(mut lines) = lines {
            // The sort is stable: the first of equal moves stays first.
            lines.sort_by(|a, b| b.score.partial_cmp(&a.score).expect("scores are ordered"));
            lines.truncate(task.multi);
            self.report.lines = lines;
            self.show(task);
        }
    }

    /// Chooses the longest loss in a lost position, or else the engine's move.
    fn hold_out(&mut self, task: &mut Task<'_>) {
        let end = self.end(RESISTANCE, Some(FREE_RESISTANCE));
        let solution = self.solve(self.position, Question::Distances, end, task);
        let lengths: Option<Vec<(u32, Square)>> =
            solution.moves.iter().map(|value| Some((value.plies?, value.to))).collect();
        let best = self.report.best();
        let longest = lengths.and_then(|lengths| {
            lengths.into_iter().max_by_key(|&(plies, to)| (plies, Some(to) == best))
        });
        if let Some((plies, to)) = longest {
            return self.decide(to, Score::Loss(Some(plies)), task);
        }
        self.search_engine(1.0, FREE_RESISTANCE, 1, task);
        if let Some(to) = self.report.best().filter(|_| !self.is_decided()) {
            self.decide(to, Score::Loss(None), task);
        }
    }

    /// Chooses a move with a proved score.
    fn decide(&mut self, to: Square, score: Score, task: &mut Task<'_>) {
        let line = self.report.lines.first().filter(|line| line.moves[0] == to);
        let moves = line.map_or(vec![to], |line| line.moves.clone());
        self.report.lines = vec![SearchLine { score: Some(score), moves }];
        self.show(task);
    }

    fn show(&mut self, task: &mut Task<'_>) {
        self.report.time = self.stopwatch.elapsed();
        task.progress(&self.report);
    }
}
