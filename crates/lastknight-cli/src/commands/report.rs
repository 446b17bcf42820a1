//! `lastknight report`: what came of a tournament that is stored.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use lastknight_lab::document::{DataTable, numbers, words};
use lastknight_lab::format::shortened;
use lastknight_lab::report::json::ReportJson;
use lastknight_lab::report::{self, Report as Numbers};
use lastknight_lab::{Run, Store, json, open_store};
use serde::Serialize;

use super::laboratory::written;
use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(args: &ReportArgs) -> Result<(), Failure> {
    let store = open_store(&args.directory)?;
    if args.list {
        return list(&store, args.json);
    }
    let report = Numbers::new(&store, &chosen(&store, args.run)?)?;
    let page = directory(args)?.map(|directory| report::write_files(&report, &directory));
    let place = written(page.transpose())?;
    if args.json {
        output::json(&ReportJson::from(&report))?;
    } else {
        let text = match args {
            ReportArgs { course: true, .. } => report::text::course(&report),
            ReportArgs { markdown: true, .. } => report::document(&report).markdown(),
            _ => report::text::text(&report),
        };
        let mut out = output::stdout();
        write!(out, "{text}{place}")?;
        out.flush()?;
    }
    Ok(())
}

/// Where the files are to go, if they are to be written.
fn directory(args: &ReportArgs) -> Result<Option<PathBuf>, Failure> {
    let results = &args.directory;
    match &args.out {
        Some(out) => {
            let made = fs::create_dir_all(out);
            let failure = |error| Failure::input(&format!("'{}'", out.display()), error);
            made.map_err(failure).map(|()| Some(out.clone()))
        }
        None if !args.write => Ok(None),
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
    let table = DataTable::of("Runs", runs)
        .column(numbers("run").in_terminal(4), |run| run.run as u64)
        .column(words("name").in_terminal(18).after(2), |run| shortened(&run.name, 17))
        .column(words("agents").in_terminal(33), |run| match &run.entrants[..] {
            [a, b] => format!("{}, {}", shortened(a, 15), shortened(b, 15)),
            all => format!("{} agents", all.len()),
        })
        .column(numbers("games").in_terminal(10), |run| run.games)
        .column(numbers("of").in_terminal(11), |run| run.games_planned)
        .column(numbers("last asked for (UTC)").in_terminal(22), |run| run.played.clone());
    let mut out = output::stdout();
    write!(out, "{}", table.finish().text())?;
    Ok(out.flush()?)
}
