//! The commands.

mod agent;
mod agents;
mod analyze;
mod bench;
mod completions;
mod convert;
mod evaluate;
mod export;
mod fleet;
mod grade;
mod heuristics;
mod laboratory;
mod man;
mod r#match;
mod oracle;
mod page;
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
mod ugi;
mod worker;

use crate::cli::Command;
use crate::failure::Failure;

pub(crate) fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::Show(args) => show::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Heuristics(args) => heuristics::run(&args),
        Command::Play(args) => play::run(&args),
        #[cfg(feature = "web")]
        Command::Serve(args) => serve::run(&args),
        Command::Page(args) => page::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Match(args) => r#match::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Study(args) => study::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Oracle(args) => oracle::run(&args),
        Command::Worker(args) => worker::run(&args),
        Command::Fleet(args) => fleet::run(&args),
        Command::Stats(args) => stats::run(&args),
        Command::Agent(args) => agent::run(&args),
        Command::Grade(args) => grade::run(&args),
        Command::Ugi(args) => ugi::run(&args),
        Command::Agents { json } => agents::run(json),
        Command::Bench { json } => bench::run(json),
        Command::Convert(args) => convert::run(&args),
        Command::Completions { shell } => completions::run(shell),
        Command::Man { out } => man::run(out.as_deref()),
    }
}
