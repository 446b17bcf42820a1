//! `lastknight report`: what came of a tournament that is stored.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use lastknight_lab::report::json::ReportJson;
use lastknight_lab::report::{self, Report as Numbers};
use lastknight_lab::words::shortened;
use lastknight_lab::{Run, Store, json, open_store};
use serde::Serialize;

use super::laboratory::write_report;
use crate::cli::Report;
use crate::failure::Failure;
use crate::output::{self, grouped};

pub(crate) fn run(arguments: &Report) -> Result<(), Failure> {
    let store = open_store(&arguments.directory)?;
    if arguments.list {
        return list(&store, arguments.json);
    }
    let report = Numbers::new(&store, &chosen(&store, arguments.run)?)?;
    let place = directory(arguments)?.map(|directory| write_report(&report, &directory));
    let place = place.transpose()?.unwrap_or_default();
    if arguments.json {
        output::json(&ReportJson::from(&report))?;
    } else {
        let text = match arguments {
            Report { course: true, .. } => report::text::course(&report),
            Report { markdown: true, .. } => report::markdown::markdown(&report),
            _ => report::text::text(&report),
        };
        let mut out = output::stdout();
        write!(out, "{text}{place}")?;
        out.flush()?;
    }
    Ok(())
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

/// A run in a list.
#[derive(Serialize)]
struct ListedRun<'a> {
    #[serde(flatten)]
    run: &'a json::Run,
    /// Deprecated: `entrants`.
    agents: &'a [String],
}

fn list(store: &Store, is_json: bool) -> Result<(), Failure> {
    let runs = json::Run::all(store)?;
    if is_json {
        let listed = |run| ListedRun { run, agents: &run.entrants };
        return output::json(&runs.iter().map(listed).collect::<Vec<_>>());
    }
    let mut out = output::stdout();
    let heads = ["run", "name", "agents", "games", "of", "last asked for (UTC)"];
    let [run, name, agents, games, of, played] = heads;
    writeln!(out, "{run:>4}  {name:<18}{agents:<33}{games:>10}{of:>11}{played:>22}")?;
    for run in runs {
        let name = shortened(&run.name, 17);
        let agents = match &run.entrants[..] {
            [a, b] => format!("{}, {}", shortened(a, 15), shortened(b, 15)),
            all => format!("{} agents", all.len()),
        };
        let [games, of] = [run.games, run.games_planned].map(|games| grouped(games as u64));
        writeln!(
            out,
            "{:>4}  {name:<18}{agents:<33}{games:>10}{of:>11}{:>22}",
            run.run, run.played
        )?;
    }
    Ok(out.flush()?)
}
