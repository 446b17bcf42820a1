//! `lastknight match`: a match between two agents.

mod summary;

use lastknight_lab::report::MatchSummary;
use lastknight_lab::{GameFormat, Spec, TournamentFormat};

use super::export::ExportFile;
use super::laboratory::{agents, builder, built, play, read_inputs, report_line, session, stopped};
use crate::cli::MatchArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &MatchArgs) -> Result<(), Failure> {
    let spec = spec(args)?;
    let mut session = session(args.out.as_deref(), args.games.threads, Some(&args.fleet))?;
    // Created before the first game, so that a bad name fails at once.
    let pgn = args.pgn.as_deref().map(|path| ExportFile::create(path, session.store()));
    let pgn = pgn.transpose()?;
    let mut run = session.begin(&spec)?;
    let begin = std::time::Instant::now();
    let end = play(&mut session, &mut run)?;
    let seconds = begin.elapsed().as_secs_f64();
    if let Some(pgn) = pgn {
        pgn.write(session.store(), &run, GameFormat::Pgn, &mut |_| {})?;
    }
    let report = session.report(&run)?;
    let line = report_line(session.write_report(&report))?;
    let summary = MatchSummary::new(&report, end, seconds);
    output::result(args.json, || summary.json(), || summary::text(&summary) + &line)?;
    if session.path().is_some() && !end.is_complete { Err(stopped(&report)) } else { Ok(()) }
}

fn spec(args: &MatchArgs) -> Result<Spec, Failure> {
    let inputs = read_inputs(&args.games)?;
    let mut spec =
        builder(&args.games, &inputs, None)?.name("match").format(TournamentFormat::Match);
    for agent in agents(&[args.a.clone(), args.b.clone()], &inputs)? {
        spec = spec.agent(agent);
    }
    if let Some(sprt) = args.sprt.test() {
        spec = spec.sprt(sprt);
    }
    built(spec)
}
