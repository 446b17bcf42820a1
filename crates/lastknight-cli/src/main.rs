//! The program `lastknight`: knight's Isolation on the command line.

mod cli;
mod commands;
mod diagram;
mod failure;
mod fleet;
mod host;
mod input;
mod interrupt;
mod output;
mod progress;

use std::process::ExitCode;

fn main() -> ExitCode {
    let result = cli::parse().and_then(commands::run);
    fleet::shut_down();
    host::shut_down();
    failure::report(result)
}
