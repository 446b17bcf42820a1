//! `lastknight report`: what came of a tournament that is stored.

use std::io::Write;

use lastknight_lab::report::{self, Report as Numbers};
use lastknight_lab::{Run, Store, open_store};
use serde::Serialize;

use crate::cli::Report;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(arguments: &Report) -> Result<(), Failure> {
    let store = open_store(&arguments.directory)?;
    if arguments.list {
        return list(&store, arguments.json);
    }
    let report = Numbers::new(&store, &chosen(&store, arguments.run)?)?;
    if arguments.json {
        return output::json(&report::json::shape(&report));
    }
    let text =
        if arguments.course { report::text::course(&report) } else { report::text::text(&report) };
    let mut out = output::stdout();
    write!(out, "{text}")?;
    Ok(out.flush()?)
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
