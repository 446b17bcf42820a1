//! Solves a position.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

use lastknight::control::limits::shown_time;
use lastknight::solve::{MoveValue, Progress as Done, Question, Solution, Solver, SolverSettings};
use lastknight::{Control, Limits, Position, json};

use super::{check_memory, has_table};
use crate::cli::{SolveArgs, cores};
use crate::failure::Failure;
use crate::output::{self, counted, grouped};
use crate::progress::Progress;
use crate::{input, interrupt};

/// The resolution of the progress bar.
const PARTS: usize = 10_000;

pub(super) fn run(args: &SolveArgs) -> Result<(), Failure> {
    let game = input::game(&args.position)?;
    let position = game.position();
    let limits = args.effort.limits();
    let question = match (args.winner_only, args.distance) {
        (true, _) => Question::Winner,
        (false, true) => Question::Distances,
        (false, false) => Question::Moves,
    };
    if question == Question::Distances || has_table(position.size()) {
        check_memory(1, args.memory)?;
    }
    let stop = interrupt::stop_flag()?;
    let progress = Progress::start();
    let mut show = |done: Done| {
        let part = (done.done.clamp(0.0, 1.0) * PARTS as f64) as usize;
        progress.show(part, PARTS, || format!(", {} nodes", grouped(done.nodes)));
    };
    let control = Control::from(limits).clock(args.effort.clock()).checkpoint(stop);
    // With a limit on nodes, only one thread repeats its results.
    let threads = if limits.nodes.is_some() { NonZeroUsize::MIN } else { cores() };
    let mut solver = Solver::new(SolverSettings {
        megabytes: args.memory,
        threads: args.threads.unwrap_or(threads),
        tablebase: !args.no_tablebase,
        ..SolverSettings::default()
    });
    let solution = solver.solve_with_progress(position, question, control, &mut show);
    progress.finish();
    let was_stopped = stop.load(Ordering::Relaxed);
    let solved = SolvedPosition { position, question, limits, was_stopped, solution };
    let json = || json::Solution::new(position, question, &solved.solution);
    output::result(args.json, json, || solved.text())
}

/// A position and its solution.
struct SolvedPosition<'a> {
    position: &'a Position,
    question: Question,
    limits: Limits,
    was_stopped: bool,
    solution: Solution,
}

impl SolvedPosition<'_> {
    fn verdict(&self) -> String {
        let side = self.position.side();
        if let Some(winner) = self.position.winner() {
            return format!("{side} has no legal move: {winner} has won");
        }
        let Some(winner) = self.solution.winner(self.position) else {
            return format!("not solved {}", self.end());
        };
        let verb = if winner == side { "wins" } else { "loses" };
        let plies = match self.solution.plies {
            None => String::new(),
            Some(1) => " in 1 ply".to_owned(),
            Some(plies) => format!(" in {plies} plies"),
        };
        format!("{side} to move {verb}{plies}")
    }

    /// Returns what ended an unfinished search.
    fn end(&self) -> String {
        match (self.limits.nodes, self.limits.time) {
            _ if self.was_stopped => "before it was stopped".to_owned(),
            // Threads that search together may stop a little before the last node.
            (Some(nodes), time) if time.is_none() || self.solution.nodes >= nodes => {
                format!("within {}", counted(nodes, "node"))
            }
            (_, Some(time)) => format!("within {}", shown_time(time)),
            _ => "within the limits".to_owned(),
        }
    }

    /// Returns whether part of the answer is missing.
    fn is_partial(&self) -> bool {
        let is_open = |value: &MoveValue| {
            value.wins.is_none() || (self.question == Question::Distances && value.plies.is_none())
        };
        self.solution.moves.iter().any(is_open)
    }

    fn text(&self) -> String {
        let mut text = format!("{}\n", self.verdict());
        if self.position.winner().is_some() {
            return text;
        }
        if self.solution.winner(self.position).is_some() && self.is_partial() {
            text += &format!("not fully solved {}\n", self.end());
        }
        if self.question != Question::Winner {
            text += &self.table();
        }
        let (nodes, time) = (self.solution.nodes, self.solution.time.as_secs_f64());
        text += &format!("\n{} in {time:.3} s", counted(nodes, "node"));
        // The speed of shorter searches means nothing.
        if time >= 0.001 {
            text += &format!(" ({} nodes/s)", grouped((nodes as f64 / time).round() as u64));
        }
        if self.solution.by_tablebase {
            text += ", from the tablebase";
        }
        text + "\n"
    }

    fn table(&self) -> String {
        let with_plies = self.question == Question::Distances;
        let head = if with_plies { "\nmove  result   plies\n" } else { "\nmove  result\n" };
        let mut text = head.to_owned();
        for value in &self.solution.moves {
            let name = self.position.size().name(value.to);
            let result = match value.wins {
                Some(true) => "wins",
                Some(false) => "loses",
                None => "unknown",
            };
            let plies = value.plies.map_or("-".to_owned(), |plies| plies.to_string());
            text += &match with_plies {
                true => format!("{name:<4}  {result:<7}  {plies:>5}\n"),
                false => format!("{name:<4}  {result}\n"),
            };
        }
        text
    }
}
