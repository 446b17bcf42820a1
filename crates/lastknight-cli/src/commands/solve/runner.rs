//! Solves openings, several at a time.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use lastknight::solve::openings::{Opening, OpeningEntry};
use lastknight::solve::{Question, Solver, SolverSettings};
use lastknight::{Clock, Color, Control, Limits, Size, parallel};

use super::{check_memory, has_table};
use crate::cli::{SolveArgs, cores};
use crate::failure::Failure;

/// How to solve openings.
pub(super) struct Runner<'a> {
    pub(super) size: Size,
    pub(super) threads: NonZeroUsize,
    pub(super) limits: Limits,
    pub(super) clock: Clock,
    /// Each opening has its own solver on one thread, so that node counts do not depend on the others.
    pub(super) settings: SolverSettings,
    pub(super) stop: &'a AtomicBool,
}

impl<'a> Runner<'a> {
    /// Refuses tables that do not fit in memory, one for each thread.
    pub(super) fn new(args: &SolveArgs, size: Size, stop: &'a AtomicBool) -> Result<Self, Failure> {
        let threads = args.threads.unwrap_or_else(cores);
        if has_table(size) {
            check_memory(threads.get(), args.memory)?;
        }
        let (limits, clock) = (args.effort.limits(), args.effort.clock());
        let settings = SolverSettings {
            megabytes: args.memory,
            tablebase: false,
            ..SolverSettings::default()
        };
        Ok(Self { size, threads, limits, clock, settings, stop })
    }

    /// Solves openings and passes on each as it is solved or given up, in no particular order. Openings that were stopped
    /// are not passed on. `Break` stops all.
    pub(super) fn solve(
        &self,
        openings: &[Opening],
        on_entry: &mut (dyn FnMut(OpeningEntry) -> ControlFlow<()> + Send),
    ) {
        // `None` after a `Break`.
        let on_entry = Mutex::new(Some(on_entry));
        parallel::map(self.threads, openings.len(), |number| {
            let entry = self.solve_one(openings[number])?;
            let mut on_entry = on_entry.lock().unwrap_or_else(PoisonError::into_inner);
            if on_entry.as_mut()?(entry).is_break() {
                *on_entry = None;
                self.stop.store(true, Ordering::Relaxed);
            }
            Some(())
        });
    }

    /// Solves an opening. Returns `None` if it was stopped.
    fn solve_one(&self, opening: Opening) -> Option<OpeningEntry> {
        let mut solver = Solver::new(self.settings.clone());
        let control = Control::from(self.limits).clock(self.clock).checkpoint(self.stop);
        let solution = solver.solve(&opening.position(self.size), Question::Winner, control);
        let winner = solution.wins.map(|wins| if wins { Color::White } else { Color::Black });
        let was_stopped = winner.is_none() && self.stop.load(Ordering::Relaxed);
        (!was_stopped).then_some(OpeningEntry { opening, winner, nodes: solution.nodes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(threads: usize, limits: Limits, stop: bool) -> Vec<OpeningEntry> {
        let size = Size::new(4, 4).unwrap();
        let threads = NonZeroUsize::new(threads).unwrap();
        let settings = SolverSettings { tablebase: false, ..SolverSettings::default() };
        let (clock, stop) = (Clock::Wall, AtomicBool::new(stop));
        let runner = Runner { size, threads, limits, clock, settings, stop: &stop };
        let mut entries = Vec::new();
        runner.solve(&Opening::all(size), &mut |entry| {
            entries.push(entry);
            ControlFlow::Continue(())
        });
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
