//! `lastknight solve`: solves a position or all openings of a board, or verifies a table of openings.

mod journal;
mod markdown;
mod openings;
mod position;
mod verify;

use std::num::NonZeroUsize;

use lastknight::Size;
use lastknight::solve::{Span, Techniques};
use lastknight_lab::OpeningsSolver;

use crate::cli::SolveArgs;
use crate::failure::Failure;

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    match (args.openings, &args.verify) {
        (Some(size), _) => openings::run(args, size),
        (None, Some(file)) => verify::run(args, file),
        (None, None) => position::run(args),
    }
}

/// Returns whether solvers of this board have a table of positions.
fn has_table(size: Size) -> bool {
    Techniques::of(size).table != Span::NEVER
}

/// Refuses tables that do not fit in memory, which would end the program later.
fn check_memory(tables: usize, megabytes: usize) -> Result<(), Failure> {
    let bytes = tables.saturating_mul(megabytes).saturating_mul(1 << 20);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        let what = if tables == 1 { String::new() } else { format!("{tables} times ") };
        Failure::Run(format!("not enough memory for {what}{megabytes} MB"))
    })
}

/// Returns a solver of openings, unless its tables do not fit in memory, one for each thread.
fn openings_solver(
    args: &SolveArgs,
    size: Size,
    threads: NonZeroUsize,
) -> Result<OpeningsSolver, Failure> {
    if has_table(size) {
        check_memory(threads.get(), args.memory)?;
    }
    let (limits, clock) = (args.effort.limits(), args.effort.clock());
    Ok(OpeningsSolver { size, limits, clock, megabytes: args.memory })
}
