//! `lastknight match`: two agents, many games.

mod summary;

use std::io::{BufWriter, Write};
use std::path::Path;

use lastknight_lab::{AtomicFile, GameFormat, Run, Spec, Store, TournamentFormat, export};

use super::export::{failure as export_failure, keep_off};
use super::laboratory::{agents, builder, built, play_on, read, session, stopped, written};
use crate::cli::MatchArgs;
use crate::failure::Failure;
use crate::output;
use summary::Summary;

pub(crate) fn run(args: &MatchArgs) -> Result<(), Failure> {
    let spec = fixture(args)?;
    let mut session = session(args.out.as_deref(), args.games.threads)?;
    let file = args.pgn.as_deref().map(|path| Output::create(path, session.store()));
    let file = file.transpose()?;
    let mut run = session.begin(&spec)?;
    let begin = std::time::Instant::now();
    let end = play_on(&mut session, &mut run)?;
    let seconds = begin.elapsed().as_secs_f64();
    if let Some(file) = file {
        file.write(session.store(), &run)?;
    }
    let report = session.report(&run)?;
    let place = written(session.write_report(&report))?;
    let summary = Summary::new(&report, end, seconds);
    if args.json {
        output::json(&summary.json())?;
    } else {
        let mut out = output::stdout();
        write!(out, "{}{}", summary.text(), place)?;
        out.flush()?;
    }
    if session.path().is_some() && !end.is_complete { Err(stopped(&report)) } else { Ok(()) }
}

/// What is to be played.
fn fixture(args: &MatchArgs) -> Result<Spec, Failure> {
    let read = read(&args.games)?;
    let mut spec = builder(&args.games, &read, None)?.name("match").format(TournamentFormat::Match);
    for agent in agents(&[args.a.clone(), args.b.clone()], &read)? {
        spec = spec.agent(agent);
    }
    if let Some(sprt) = args.sprt {
        spec = spec.sprt(sprt);
    }
    built(spec)
}

/// A file that the games go to.
struct Output<'a> {
    path: &'a Path,
    file: AtomicFile,
}

impl<'a> Output<'a> {
    /// Made before the first game: a mistake in the name shows at once. What is there stays until the match is over.
    fn create(path: &'a Path, store: &Store) -> Result<Self, Failure> {
        keep_off(store, path)?;
        let file = AtomicFile::create(path).map_err(|error| Failure::cannot_write(path, &error))?;
        Ok(Self { path, file })
    }

    fn write(mut self, store: &Store, run: &Run) -> Result<(), Failure> {
        let out = BufWriter::new(&mut self.file);
        let written = export(store, run, GameFormat::Pgn, out, &mut |_| {});
        written.map_err(|error| export_failure(error, Some(self.path)))?;
        self.file.finish().map_err(|error| Failure::cannot_write(self.path, &error))
    }
}
