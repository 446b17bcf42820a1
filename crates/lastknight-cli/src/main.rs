//! The program `lastknight`: knight's Isolation on the command line.

mod cli;
mod commands;
mod diagram;
mod failure;
mod input;
mod interrupt;
mod output;
mod progress;

use std::process::ExitCode;

fn main() -> ExitCode {
    failure::report(cli::parse().and_then(commands::run))
}
