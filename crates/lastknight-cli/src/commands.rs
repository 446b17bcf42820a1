//! What each command does.

mod agents;
mod analyze;
mod bench;
mod completions;
mod convert;
mod evaluate;
mod export;
mod heuristics;
mod laboratory;
mod man;
mod r#match;
mod oracle;
mod perft;
mod play;
mod replay;
mod report;
#[cfg(feature = "web")]
mod serve;
mod show;
mod solve;
mod stats;
mod study;
mod tournament;
mod tune;

use crate::cli::Command;
use crate::failure::Failure;

/// Runs a command.
pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Show(arguments) => show::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::Heuristics(arguments) => heuristics::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        #[cfg(feature = "web")]
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Analyze(arguments) => analyze::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Match(arguments) => r#match::run(&arguments),
        Command::Tournament(arguments) => tournament::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Replay(arguments) => replay::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Oracle(arguments) => oracle::run(&arguments),
        Command::Stats(arguments) => stats::run(&arguments),
        Command::Agents { json } => agents::run(json),
        Command::Bench { json } => bench::run(json),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { out } => man::run(out.as_deref()),
    }
}
