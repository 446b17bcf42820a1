//! Solving many openings, several at a time.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use lastknight::solve::openings::{Opening, OpeningEntry};
use lastknight::solve::{Question, Solver, SolverSettings};
use lastknight::{Clock, Color, Control, Limits, Size, parallel};

/// Openings to solve, and what each may cost.
pub(super) struct Work<'a> {
    pub(super) size: Size,
    pub(super) openings: &'a [Opening],
    pub(super) limits: Limits,
    pub(super) clock: Clock,
    /// Those of every solver. Each opening has one of its own on one thread, so that the number of nodes
    /// depends neither on the number of threads nor on what was solved before.
    pub(super) settings: SolverSettings,
    pub(super) stop: &'a AtomicBool,
}

/// Solves every opening, and hands on each as soon as it is solved or given up, one at a time and in no
/// order. An opening that was stopped is not handed on; `Break` stops them all.
pub(super) fn solve(
    work: &Work,
    threads: NonZeroUsize,
    on_entry: &mut (dyn FnMut(OpeningEntry) -> ControlFlow<()> + Send),
) {
    // Nobody is told any more after a `Break`.
    let on_entry = Mutex::new(Some(on_entry));
    parallel::map(threads, work.openings.len(), |number| {
        let entry = solve_one(work, work.openings[number])?;
        let mut told = on_entry.lock().unwrap_or_else(PoisonError::into_inner);
        if told.as_mut()?(entry).is_break() {
            *told = None;
            work.stop.store(true, Ordering::Relaxed);
        }
        Some(())
    });
}

/// What is found out about an opening, or `None` where it was stopped.
fn solve_one(work: &Work, opening: Opening) -> Option<OpeningEntry> {
    let mut solver = Solver::new(work.settings.clone());
    let control = Control::from(work.limits).clock(work.clock).checkpoint(work.stop);
    let position = opening.position(work.size);
    let solution = solver.solve(&position, Question::Winner, control);
    let winner = solution.wins.map(|wins| if wins { Color::White } else { Color::Black });
    let was_stopped = winner.is_none() && work.stop.load(Ordering::Relaxed);
    (!was_stopped).then_some(OpeningEntry { opening, winner, nodes: solution.nodes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(threads: usize, limits: Limits, stop: bool) -> Vec<OpeningEntry> {
        let size = Size::new(4, 4).unwrap();
        let openings = Opening::all(size);
        let stop = AtomicBool::new(stop);
        let settings = SolverSettings { tablebase: false, ..SolverSettings::default() };
        let clock = Clock::Wall;
        let work = Work { size, openings: &openings, limits, clock, settings, stop: &stop };
        let mut entries = Vec::new();
        solve(&work, NonZeroUsize::new(threads).unwrap(), &mut |entry| {
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
    fn what_is_stopped_is_not_handed_on() {
        assert!(entries(2, Limits::NONE, true).iter().all(|entry| entry.winner.is_some()));
    }
}
