//! Solves the openings of a board, several at a time.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::solve::openings::{Opening, OpeningEntry};
use lastknight::solve::{Question, Solver, SolverSettings};
use lastknight::{Agent, Clock, Color, Limits, Size, Square};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::work::{
    CommitResults, Done, FleetWorker, Job, ReadAgent, SearchConditions, WorkError, Workers,
};

/// The most memory of a table of positions that another machine can request, in megabytes.
const MOST_MEGABYTES: usize = 1 << 16;

/// Solves openings. Each has its own solver on one thread, so node counts do not depend on the others.
#[derive(Clone, Debug)]
pub struct OpeningsSolver {
    /// The size of the board.
    pub size: Size,
    /// The limits of each opening.
    pub limits: Limits,
    /// The clock of time limits.
    pub clock: Clock,
    /// The memory of the table of positions of each opening.
    pub megabytes: usize,
}

/// What became of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpeningsEvent {
    /// One was solved or given up.
    Entry(OpeningEntry),
    /// Entries passed on before cannot be trusted and are solved again.
    Retracted(Vec<Opening>),
    /// Nothing new; sent several times a second.
    Tick,
}

impl OpeningsSolver {
    /// Solves openings and passes on each as it is solved or given up, in no particular order. Openings that were stopped
    /// are not passed on. `Break` stops all.
    ///
    /// # Errors
    /// Returns an error if the workers cannot go on.
    pub fn solve(
        &self,
        openings: &[Opening],
        workers: &Workers,
        stop: &AtomicBool,
        on_event: &mut dyn FnMut(OpeningsEvent) -> ControlFlow<()>,
    ) -> Result<(), WorkError> {
        if workers.is_fleet() && self.megabytes > MOST_MEGABYTES {
            let (own, most) = (self.megabytes, MOST_MEGABYTES);
            return Err(WorkError::Fleet(format!(
                "{own} MB of memory is more than workers give: at most {most}"
            )));
        }
        let job = Arc::new(OpeningsJob(self.clone()));
        let mut entries = Entries { solved_by: HashMap::new(), on_event, is_broken: false };
        loop {
            let is_left = |opening: &&Opening| !entries.solved_by.contains_key(*opening);
            let left: Vec<Opening> = openings.iter().filter(is_left).copied().collect();
            let tasks = left.into_iter().map(|opening| [opening.first, opening.second]);
            let tasks = tasks.map(|squares| squares.map(Square::index));
            match workers.run(&job, tasks, stop, &mut entries) {
                Err(WorkError::Dropped(worker)) => entries.retract(&worker.id),
                end => return end,
            }
        }
    }
}

/// Passes on entries, and remembers who solved them.
struct Entries<'a> {
    solved_by: HashMap<Opening, Option<Arc<FleetWorker>>>,
    on_event: &'a mut dyn FnMut(OpeningsEvent) -> ControlFlow<()>,
    is_broken: bool,
}

impl Entries<'_> {
    /// Takes back what a worker did.
    fn retract(&mut self, id: &str) {
        let theirs = |by: &Option<Arc<FleetWorker>>| by.as_ref().is_some_and(|by| by.id == id);
        let retracted = self.solved_by.iter().filter(|(_, by)| theirs(by)).map(|(it, _)| *it);
        let mut retracted: Vec<Opening> = retracted.collect();
        retracted.sort_unstable();
        self.solved_by.retain(|_, by| !theirs(by));
        self.pass_on(OpeningsEvent::Retracted(retracted));
    }

    fn pass_on(&mut self, event: OpeningsEvent) {
        self.is_broken = self.is_broken || (self.on_event)(event).is_break();
    }
}

impl CommitResults<OpeningsJob> for Entries<'_> {
    type Error = WorkError;

    fn commit(&mut self, done: Vec<Done<OpeningsJob>>) -> Result<(), WorkError> {
        for Done { task, output, worker, .. } in done {
            let opening = opening(task).expect("a task of this program");
            self.solved_by.insert(opening, worker);
            self.pass_on(OpeningsEvent::Entry(output.entry(opening)));
        }
        Ok(())
    }

    fn is_enough(&self) -> bool {
        self.is_broken
    }

    fn report(&mut self) {
        self.pass_on(OpeningsEvent::Tick);
    }
}

/// The openings of a board as a job.
pub(crate) struct OpeningsJob(OpeningsSolver);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningsAbout {
    board: String,
    conditions: SearchConditions,
    megabytes: usize,
}

/// The winner of an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpeningOutput {
    white_wins: Option<bool>,
    nodes: u64,
}

impl OpeningOutput {
    fn entry(&self, opening: Opening) -> OpeningEntry {
        let winner = |wins| if wins { Color::White } else { Color::Black };
        OpeningEntry { opening, winner: self.white_wins.map(winner), nodes: self.nodes }
    }
}

fn opening(squares: [usize; 2]) -> Option<Opening> {
    let [first, second] = squares.map(Square::new);
    Some(Opening { first: first.ok()?, second: second.ok()? })
}

impl Job for OpeningsJob {
    const KIND: &'static str = "openings";
    /// The squares of White and Black.
    type Task = [usize; 2];
    type Output = OpeningOutput;

    fn about(&self) -> Value {
        let OpeningsSolver { size, limits, clock, megabytes } = self.0;
        let conditions = SearchConditions { seed: 0, limits, clock };
        json!(OpeningsAbout { board: size.to_string(), conditions, megabytes })
    }

    fn open(about: Value, _: ReadAgent<'_>, scale: f64) -> Result<Self, String> {
        let OpeningsAbout { board, conditions, megabytes } =
            serde_json::from_value(about).map_err(|error| error.to_string())?;
        let size = board.parse().map_err(|error| format!("{error}"))?;
        if megabytes > MOST_MEGABYTES {
            return Err(format!("a table of {megabytes} megabytes is too large"));
        }
        // A smaller table would count other nodes.
        let is_free = Vec::<u8>::new().try_reserve_exact(megabytes << 20);
        is_free.map_err(|_| format!("not enough memory for {megabytes} MB"))?;
        let SearchConditions { limits, clock, .. } = conditions.scaled(scale);
        Ok(Self(OpeningsSolver { size, limits, clock, megabytes }))
    }

    fn agents(&self) -> Vec<&Agent> {
        Vec::new()
    }

    fn is_timed(&self) -> bool {
        self.0.limits.time.is_some()
    }

    fn perform(&self, task: &[usize; 2], stop: &AtomicBool) -> Option<OpeningOutput> {
        let OpeningsSolver { size, limits, clock, megabytes } = self.0;
        let opening = opening(*task)?;
        let is_possible = opening.first != opening.second;
        let on_board = size.contains(opening.first) && size.contains(opening.second);
        let position = (is_possible && on_board).then(|| opening.position(size))?;
        let settings = SolverSettings { megabytes, tablebase: false, ..SolverSettings::default() };
        let control = SearchConditions { seed: 0, limits, clock };
        let mut solver = Solver::new(settings);
        let solution = solver.solve(&position, Question::Winner, control.control(stop));
        let was_stopped = solution.wins.is_none() && stop.load(Ordering::Relaxed);
        let output = OpeningOutput { white_wins: solution.wins, nodes: solution.nodes };
        (!was_stopped).then_some(output)
    }

    fn check(&self, _: &[usize; 2], output: &OpeningOutput) -> Result<(), String> {
        let is_limited = self.0.limits.nodes.is_some() || self.0.limits.time.is_some();
        match output.white_wins.is_some() || is_limited {
            true => Ok(()),
            false => Err("there is no winner, but no limit either".to_owned()),
        }
    }

    fn same(&self, one: &OpeningOutput, other: &OpeningOutput) -> bool {
        one == other
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    fn entries(threads: usize, limits: Limits, stop: bool) -> Vec<OpeningEntry> {
        let size = Size::new(4, 4).unwrap();
        let megabytes = SolverSettings::default().megabytes;
        let solver = OpeningsSolver { size, limits, clock: Clock::Wall, megabytes };
        let threads = NonZeroUsize::new(threads).unwrap();
        let (openings, stop) = (Opening::all(size), AtomicBool::new(stop));
        let mut entries = Vec::new();
        let solved = solver.solve(&openings, &threads.into(), &stop, &mut |event| {
            if let OpeningsEvent::Entry(entry) = event {
                entries.push(entry);
            }
            ControlFlow::Continue(())
        });
        solved.unwrap();
        entries.sort_by_key(|entry| entry.opening);
        entries
    }

    #[test]
    fn results_do_not_depend_on_the_threads() {
        for limits in [Limits::NONE, Limits::nodes(20)] {
            let one = entries(1, limits, false);
            assert_eq!(one.len(), 33);
            assert_eq!(one, entries(3, limits, false));
        }
        assert!(entries(1, Limits::nodes(1), false).iter().any(|entry| entry.winner.is_none()));
    }

    #[test]
    fn stopped_openings_are_not_passed_on() {
        assert!(entries(2, Limits::NONE, true).iter().all(|entry| entry.winner.is_some()));
    }
}
