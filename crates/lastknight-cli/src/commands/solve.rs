//! `lastknight solve`: who wins, exactly; a position, all openings of a board, or a table of them
//! checked.

mod journal;
mod markdown;
mod openings;
mod position;
mod runner;
mod verify;

use std::num::NonZeroUsize;

use lastknight::solve::Settings;

use crate::cli::Solve;
use crate::failure::Failure;

pub(crate) fn run(arguments: &Solve) -> Result<(), Failure> {
    match (arguments.openings, &arguments.verify) {
        (Some(size), _) => openings::run(arguments, size),
        (None, Some(file)) => verify::run(arguments, file),
        (None, None) => position::run(arguments),
    }
}

/// Refuses tables that the machine cannot hold, which would end the program later.
fn check_memory(tables: usize, megabytes: usize) -> Result<(), Failure> {
    let bytes = tables.saturating_mul(megabytes).saturating_mul(1 << 20);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        let what = if tables == 1 { String::new() } else { format!("{tables} times ") };
        Failure::Run(format!("there is no memory for {what}{megabytes} MB"))
    })
}

/// The settings of a solver with its own table.
fn settings(arguments: &Solve, threads: NonZeroUsize) -> Settings {
    let alone = Settings { megabytes: arguments.memory, ..Settings::default() };
    Settings { threads, ..alone }
}
