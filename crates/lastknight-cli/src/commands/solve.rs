//! `lastknight solve`: who wins, exactly; a position, all openings of a board, or a table of them
//! checked.

mod journal;
mod markdown;
mod openings;
mod position;
mod runner;
mod verify;

use std::num::NonZeroUsize;

use lastknight::Size;
use lastknight::solve::{SolverSettings, Span, Techniques};

use crate::cli::SolveArgs;
use crate::failure::Failure;

pub(crate) fn run(args: &SolveArgs) -> Result<(), Failure> {
    match (args.openings, &args.verify) {
        (Some(size), _) => openings::run(args, size),
        (None, Some(file)) => verify::run(args, file),
        (None, None) => position::run(args),
    }
}

/// Whether solvers of this board have a table of positions.
fn has_table(size: Size) -> bool {
    Techniques::of(size).table != Span::NEVER
}

/// Refuses tables that the machine cannot hold, which would end the program later.
fn check_memory(tables: usize, megabytes: usize) -> Result<(), Failure> {
    let bytes = tables.saturating_mul(megabytes).saturating_mul(1 << 20);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        let what = if tables == 1 { String::new() } else { format!("{tables} times ") };
        Failure::Run(format!("there is no memory for {what}{megabytes} MB"))
    })
}

/// Refuses a solver for each opening that is solved at a time where their tables do not fit.
fn check_memory_apart(args: &SolveArgs, size: Size) -> Result<(), Failure> {
    if has_table(size) { check_memory(args.threads_apart().get(), args.memory) } else { Ok(()) }
}

/// The settings of a solver. Tables are made and checked by searching.
fn settings(args: &SolveArgs, threads: NonZeroUsize) -> SolverSettings {
    SolverSettings {
        megabytes: args.memory,
        threads,
        tablebase: false,
        ..SolverSettings::default()
    }
}
