//! `lastknight report`: the report of a stored run.

use std::fs;
use std::path::{Path, PathBuf};

use lastknight_lab::document::{DataTable, numbers, words};
use lastknight_lab::format::shortened;
use lastknight_lab::report::json::ReportJson;
use lastknight_lab::report::{self, Report};
use lastknight_lab::{Run, Store, json, open_store};
use serde::Serialize;

use super::laboratory::report_line;
use crate::cli::ReportArgs;
use crate::failure::Failure;
use crate::{input, output};

pub(crate) fn run(args: &ReportArgs) -> Result<(), Failure> {
    let store = open_store(&args.directory)?;
    if args.list {
        return list(&store, args.json);
    }
    let report = Report::new(&store, &chosen(&store, args.run)?)?;
    let page = directory(args)?.map(|directory| report::write_files(&report, &directory));
    let line = report_line(page.transpose())?;
    let text = || match args {
        ReportArgs { course: true, .. } => report::text::course(&report, output::width()),
        ReportArgs { markdown: true, .. } => report::document(&report).markdown(),
        _ => report::text::text(&report, output::width()),
    };
    output::result(args.json, || ReportJson::from(&report), || text() + &line)
}

/// Returns the directory to write the files to, if requested.
fn directory(args: &ReportArgs) -> Result<Option<PathBuf>, Failure> {
    let results = &args.directory;
    match &args.out {
        Some(out) => {
            fs::create_dir_all(out).map_err(|error| Failure::input(&input::shown(out), error))?;
            Ok(Some(out.clone()))
        }
        None if !args.write => Ok(None),
        None if results.is_dir() => Ok(Some(results.clone())),
        // The argument is the store itself.
        None => Ok(Some(results.parent().unwrap_or(Path::new("")).to_owned())),
    }
}

/// Returns the run with this number, or the last one played.
pub(super) fn chosen(store: &Store, run: Option<i64>) -> Result<Run, Failure> {
    let last = || store.runs().map(|runs| runs.last().map(|run| run.id));
    let id = match run {
        Some(id) => Some(id),
        None => last()?,
    };
    let empty = || Failure::Input(format!("'{}' has no runs", store.path().display()));
    Ok(store.run(id.ok_or_else(empty)?)?)
}

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
        .column(numbers("last played (UTC)").in_terminal(22), |run| run.played.clone());
    output::text(&table.finish().text(output::width()))
}
