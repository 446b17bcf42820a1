//! `lastknight report`: what came of a tournament that is stored.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use lastknight_lab::report::{self, Report as Numbers};
use lastknight_lab::{Run, Store, open_store};
use serde::Serialize;

use super::laboratory::write_report;
use crate::cli::Report;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(arguments: &Report) -> Result<(), Failure> {
    let store = open_store(&arguments.directory)?;
    if arguments.list {
        return list(&store, arguments.json);
    }
    let report = Numbers::new(&store, &chosen(&store, arguments.run)?)?;
    let directory = directory(arguments)?;
    if arguments.json {
        output::json(&report::json::shape(&report))?;
    } else {
        let text = match arguments {
            Report { course: true, .. } => report::text::course(&report),
            Report { markdown: true, .. } => report::markdown::markdown(&report),
            _ => report::text::text(&report),
        };
        let mut out = output::stdout();
        write!(out, "{text}")?;
        out.flush()?;
    }
    match directory {
        Some(directory) => write_report(&report, &directory, arguments.json),
        None => Ok(()),
    }
}

/// Where the files are to go, if they are to be written.
fn directory(arguments: &Report) -> Result<Option<PathBuf>, Failure> {
    let results = &arguments.directory;
    match &arguments.out {
        Some(out) => {
            let made = fs::create_dir_all(out);
            let failure = |error| Failure::input(&format!("'{}'", out.display()), error);
            made.map_err(failure).map(|()| Some(out.clone()))
        }
        None if !arguments.write => Ok(None),
        None if results.is_dir() => Ok(Some(results.clone())),
        // The store itself was named.
        None => Ok(Some(results.parent().unwrap_or(Path::new("")).to_owned())),
    }
}

/// The run with this number, or the one last played.
pub(super) fn chosen(store: &Store, run: Option<i64>) -> Result<Run, Failure> {
    let last = || store.runs().map(|runs| runs.last().map(|run| run.id));
    let id = match run {
        Some(id) => Some(id),
        None => last()?,
    };
    let empty = || Failure::Input(format!("'{}' has no run yet", store.path().display()));
    Ok(store.run(id.ok_or_else(empty)?)?)
}

/// A run as JSON.
#[derive(Serialize)]
struct RunShape {
    run: i64,
    name: String,
    created: String,
    played: String,
    version: String,
}

fn list(store: &Store, is_json: bool) -> Result<(), Failure> {
    let runs = store.runs()?;
    if is_json {
        let shapes = runs.into_iter().map(|run| RunShape {
            run: run.id,
            name: run.name,
            created: run.created,
            played: run.played,
            version: run.version,
        });
        return output::json(&shapes.collect::<Vec<_>>());
    }
    let mut out = output::stdout();
    writeln!(out, "{:>5}  {:<40}{:>21}{:>21}", "run", "name", "created (UTC)", "last asked for")?;
    for run in runs {
        let name = lastknight_lab::words::shortened(&run.name, 39);
        writeln!(out, "{:>5}  {name:<40}{:>21}{:>21}", run.id, run.created, run.played)?;
    }
    Ok(out.flush()?)
}
