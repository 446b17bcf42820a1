//! `lastknight match`: two agents, many games.

mod summary;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use lastknight_lab::report::Report;
use lastknight_lab::{AgentEntry, Folder, Format, GameFormat, Run, Spec, SpecFile, Store, export};

use super::export::failure as export_failure;
use super::laboratory::{entries, play_on, read, spec, write_report};
use crate::cli::Match;
use crate::failure::Failure;
use crate::{interrupt, output};
use summary::Summary;

pub(crate) fn run(arguments: &Match) -> Result<(), Failure> {
    let spec = fixture(arguments)?;
    let stop = interrupt::stop_sign()?;
    let file = arguments.pgn.as_deref().map(Output::create).transpose()?;
    let folder = arguments.out.as_deref().map(Folder::create).transpose()?;
    let mut store = match &folder {
        Some(folder) => folder.store()?,
        None => Store::in_memory()?,
    };
    let mut run = store.begin(&spec)?;
    let begin = std::time::Instant::now();
    let end = play_on(&mut store, &mut run, &arguments.games, stop)?;
    let seconds = begin.elapsed().as_secs_f64();
    if let Some(file) = file {
        file.write(&store, &run)?;
    }
    let report = Report::new(&store, &run)?;
    let summary = Summary::new(&report, end, seconds);
    if arguments.json {
        output::json(&summary.shape())?;
    } else {
        let mut out = output::stdout();
        write!(out, "{}", summary.text())?;
        out.flush()?;
    }
    match folder {
        Some(folder) => write_report(&report, folder.path(), arguments.json),
        None => Ok(()),
    }
}

/// What is to be played.
fn fixture(arguments: &Match) -> Result<Spec, Failure> {
    let read = read(&arguments.games)?;
    let mut agents = entries(&[arguments.a.clone(), arguments.b.clone()], &read)?;
    if let [AgentEntry::Text(a), AgentEntry::Text(b)] = &agents[..]
        && a == b
    {
        // Against itself: names must differ.
        agents[1] = AgentEntry::Named { name: format!("{b} (2)"), agent: b.clone() };
    }
    let file = SpecFile {
        name: Some("match".to_owned()),
        format: Some(Format::Match.name().to_owned()),
        sprt: arguments.sprt.map(|sprt| [sprt.elo().0, sprt.elo().1]),
        agents,
        ..SpecFile::default()
    };
    spec(file, None, &arguments.games, &read)
}

/// A file that the games go to.
struct Output<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> Output<'a> {
    /// Made before the first game: a mistake in the name shows at once.
    fn create(path: &'a Path) -> Result<Self, Failure> {
        let file = File::create(path).map_err(|error| Failure::cannot_write(path, &error))?;
        Ok(Self { path, file })
    }

    fn write(self, store: &Store, run: &Run) -> Result<(), Failure> {
        let written = export(store, run, GameFormat::Pgn, BufWriter::new(self.file), &mut |_| {});
        written.map_err(|error| export_failure(error, Some(self.path)))
    }
}
