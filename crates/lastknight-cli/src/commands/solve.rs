//! `lastknight solve`: solves a position or all openings of a board, or verifies a table of openings.

mod journal;
mod markdown;
mod openings;
mod position;
mod runner;
mod verify;

use lastknight::Size;
use lastknight::solve::{Span, Techniques};

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
