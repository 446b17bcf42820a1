//! Questions about one position: perft, solutions, evaluations.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use lastknight::eval::registry::HEURISTICS;
use lastknight::perft::divide;
use lastknight::solve::{Question, Solver, SolverSettings};
use lastknight::{Checkpoint, Constants, Control, Heuristic, json};
use pyo3::prelude::*;

use crate::convert::{self, bad_value};
use crate::limits::{Time, limits};
use crate::position::Position;
use crate::work::{Callbacks, interruptible};

/// The resolution of the progress of the solver.
const PARTS: usize = 10_000;

/// The most plies of perft: no game is longer.
const MOST_PLIES: u32 = 128;

/// Counts the games of a number of plies. Returns the count and the seconds.
#[pyfunction]
pub(crate) fn perft(
    py: Python<'_>,
    position: &Position,
    depth: u32,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<(u64, f64)> {
    let (position, depth) = (position.0, depth.min(MOST_PLIES));
    let begin = Instant::now();
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let callbacks = Callbacks { on_progress, on_interrupt: None };
    let division = interruptible(py, callbacks, |stop, reporter| {
        let reporter = Mutex::new(reporter);
        divide(&position, depth, threads, &|done, all| {
            let mut reporter = reporter.lock().unwrap_or_else(PoisonError::into_inner);
            reporter.show(done, all, || "parts of the tree".to_owned());
            stop.proceed()
        })
    })?;
    let nodes = division.map_or(0, |division| division.nodes);
    Ok((nodes, begin.elapsed().as_secs_f64()))
}

/// Solves a position, and returns the solution as JSON.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "called by one Python function with keywords")]
pub(crate) fn solve(
    py: Python<'_>,
    position: &Position,
    question: &str,
    nodes: Option<u64>,
    time: Option<Time>,
    threads: Option<NonZeroUsize>,
    megabytes: Option<usize>,
    tablebase: bool,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let question = match question {
        "winner" => Question::Winner,
        "moves" => Question::Moves,
        "distances" => Question::Distances,
        _ => return Err(bad_value("a question is 'winner', 'moves' or 'distances'")),
    };
    let (limits, position) = (limits(None, nodes, time)?, position.0);
    // With a limit on nodes, only one thread repeats its results.
    let threads = threads.or_else(|| match limits.nodes {
        Some(_) => None,
        None => thread::available_parallelism().ok(),
    });
    let settings = SolverSettings { tablebase, ..SolverSettings::default() };
    let settings = SolverSettings {
        threads: threads.unwrap_or(NonZeroUsize::MIN),
        megabytes: megabytes.unwrap_or(settings.megabytes),
        ..settings
    };
    let callbacks = Callbacks { on_progress, on_interrupt: None };
    let solution = interruptible(py, callbacks, |stop, reporter| {
        let mut solver = Solver::new(settings);
        let control = Control::from(limits).checkpoint(stop);
        let mut show = |done: lastknight::solve::Progress| {
            let part = (done.done.clamp(0.0, 1.0) * PARTS as f64) as usize;
            reporter.show(part, PARTS, || format!("{} nodes", done.nodes));
        };
        solver.solve_with_progress(&position, question, control, &mut show)
    })?;
    convert::json(&json::Solution::new(&position, question, &solution))
}

/// Evaluates a position with heuristics, all by default, and returns values and features as JSON.
#[pyfunction]
pub(crate) fn evaluate(position: &Position, texts: Vec<String>) -> PyResult<String> {
    let mut heuristics = Vec::new();
    for text in &texts {
        let heuristic = Heuristic::parse(text, &Constants::NONE).map_err(bad_value)?;
        heuristics.push((text.as_str(), heuristic));
    }
    if texts.is_empty() {
        heuristics.extend(HEURISTICS.iter().map(|entry| (entry.name, Heuristic::of(entry))));
    }
    convert::json(&json::Evaluation::new(&position.0, &heuristics))
}

/// Returns all registered heuristics as JSON.
#[pyfunction]
pub(crate) fn heuristics() -> PyResult<String> {
    convert::json(&json::HeuristicDescription::all())
}
