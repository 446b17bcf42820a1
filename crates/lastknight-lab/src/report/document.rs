//! A report as a document and as files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::Deserialize;

use super::{Report, explain, json, plots, tables};
use crate::document::{
    Document, DocumentFormat, FilesError, OutputFile, Sheet, Workbook, write_files as write,
};
use crate::format::limits;
use crate::spec::TournamentFormat;

/// The name of the file for programs.
const JSON: &str = "report.json";

/// The most agents with a crosstable in Markdown.
const CROSSED: usize = 30;

/// Returns the whole report.
pub fn document(report: &Report) -> Document {
    let files = "standings.csv, pairings.csv, report.xlsx, report.json";
    let mut document = Document::new(&tables::title(report), &report.program.0).with_files(files);
    overview(&mut document, report);
    strengths(&mut document, report);
    details(&mut document, report);
    let conditions = document.section("conditions", "Conditions");
    conditions.facts(tables::conditions(report));
    if let Some(agents) = tables::agents(report) {
        conditions.table(agents);
    }
    let notes = tables::notes(report).into_iter().chain(explain::NOTES.map(str::to_owned));
    document.section("notes", "Notes").only(DocumentFormat::Html).list(notes.collect());
    let repeat = document.section("repeat", "Reproducing this run");
    match explain::specification(report) {
        Some(toml) => repeat.words(explain::REPEAT).long_code("Specification", "toml", toml),
        None => repeat.words(explain::LONG_SPECIFICATION),
    };
    document
}

/// Adds the result, the standings and the ratings: what fits on the first screen.
fn overview(document: &mut Document, report: &Report) {
    let intro = document.intro();
    let limits = limits(report.spec.conditions().limits);
    intro.lead(tables::games(report), format!("{}, {limits}", report.spec.conditions().source));
    if let Some(result) = explain::result(report) {
        intro.plain(result);
    }
    for note in tables::notes(report) {
        intro.note(note);
    }
    let standings = document.section("standings", "Standings");
    standings.table(tables::standings(report)).words(explain::STANDINGS);
    if report.order.len() > 2 {
        standings.words(explain::TIERS);
    }
    if report.standings.iter().any(|standing| standing.oracle.is_some()) {
        standings.words(explain::ORACLE);
    }
}

/// Adds the comparison of each two agents, and earlier runs.
fn strengths(document: &mut Document, report: &Report) {
    let (agents, is_played) = (report.spec.entrants().len(), report.games() > 0);
    if agents == 2 {
        let section = document.section("match", "Match result");
        section.words(explain::DUEL).table(tables::duel(report));
    } else {
        comparisons(document, report);
    }
    if !report.history.is_empty() && is_played {
        let section = document.section("history", "History").words(explain::HISTORY);
        section.table(tables::history(report));
        if let Some(chart) = plots::history(report) {
            section.chart(chart);
        }
    }
}

/// Adds the crosstable, and which agents are told apart.
fn comparisons(document: &mut Document, report: &Report) {
    let best = plots::CROSSED;
    let crowded =
        format!("Only the best {best} are shown; pairings.csv and report.xlsx have all pairings.");
    let crowded = if plots::is_crowded(report) { crowded } else { String::new() };
    let is_played = report.games() > 0;
    if is_played {
        let section = document.section("crosstable", "Crosstable").only(DocumentFormat::Html);
        section.words(explain::HEATMAP).words(&crowded).chart(plots::crosstable(report));
    }
    if report.spec.entrants().len() <= CROSSED {
        let section = document.section("scores", "Crosstable").only(DocumentFormat::Markdown);
        section.words(explain::CROSSTABLE).table(tables::crosstable(report));
    }
    if is_played {
        let section = document.section("differences", "Agents told apart");
        section.words(explain::apart(report)).table(tables::differences(report));
        let section = document.section("ratings", "Rating differences").only(DocumentFormat::Html);
        section.words(explain::HEAT_OF_RATINGS).words(&crowded);
        section.chart(plots::differences(report));
    }
}

/// Adds the course's table, the course of the run, and the cost of moves.
fn details(document: &mut Document, report: &Report) {
    let is_played = report.games() > 0;
    if report.spec.format() == TournamentFormat::Gauntlet {
        let section = document.section("field", "Against the field");
        section.words(explain::COURSE).table(tables::course(report));
    }
    if is_played {
        let section =
            document.section("progress", "Rating during the run").only(DocumentFormat::Html);
        let best = match report.order.len() > plots::TRACED {
            true => format!("{} Only the best {} are shown.", explain::PROGRESS, plots::TRACED),
            false => explain::PROGRESS.to_owned(),
        };
        section.words(best).chart(plots::progress(report));
    }
    if let Some((table, chart)) = tables::test(report).zip(plots::test(report)) {
        let section = document.section("test", "Sequential test");
        let errors = report.spec.sprt().map_or((0.0, 0.0), |sprt| sprt.errors());
        section.words(explain::test(errors)).table(table).chart(chart);
    }
    let counts = tables::white_and_length(report).unwrap_or_default();
    let ends = document.section("ends", "How games ended");
    ends.words(format!("{} {counts}", explain::ENDS)).table(tables::ends(report));
    if let Some(table) = tables::failures(report) {
        ends.words(explain::FAILURES).table(table);
    }
    if let Some(chart) = plots::losses(report) {
        ends.chart(chart);
    }
    if is_played {
        let colors = document.section("colors", "Wins by colour").only(DocumentFormat::Html);
        colors.words(explain::COLORS).chart(plots::colors(report));
        let effort = document.section("effort", "Search cost");
        effort.words(explain::EFFORT).table(tables::colors_and_cost(report));
        effort.named_chart(plots::nodes(report), "Nodes per move", None);
        effort.named_chart(plots::times(report), "Time per move", None);
    }
}

fn workbook(report: &Report) -> Workbook {
    let specification = explain::specification(report);
    let specification = specification.as_deref().unwrap_or(explain::LONG_SPECIFICATION);
    let sheet = |table, frozen| Sheet { table, frozen, is_colored: false };
    let sheets = vec![
        sheet(tables::standings(report), 2),
        Sheet { is_colored: true, ..sheet(tables::crosstable(report), 1) },
        sheet(tables::pairings(report), 2),
        sheet(tables::facts(report, specification), 0),
    ];
    Workbook { title: tables::title(report), sheets }
}

/// Returns the files of a report, the page first, byte for byte the same for the same report.
///
/// # Errors
/// Returns an error if the workbook cannot be made.
pub fn files(report: &Report) -> Result<Vec<OutputFile>, FilesError> {
    let json = json::ReportJson::from(report);
    let json = serde_json::to_string(&json).expect("no maps with odd keys") + "\n";
    let document = document(report);
    let files = [
        ("report.html", document.html().into_bytes()),
        ("report.md", document.markdown().into_bytes()),
        ("standings.csv", tables::standings(report).csv().into_bytes()),
        ("pairings.csv", tables::pairings(report).csv().into_bytes()),
        ("report.xlsx", workbook(report).bytes()?),
        (JSON, json.into_bytes()),
    ];
    Ok(files.map(|(name, contents)| (name.to_owned(), contents)).into())
}

/// Writes the files of a report to a directory and returns the path of the page. Those of another run that are there move to
/// `run-N` below it.
///
/// # Errors
/// Returns an error if a file cannot be made, moved or written.
pub fn write_files(report: &Report, directory: &Path) -> Result<PathBuf, FilesError> {
    let files = files(report)?;
    if let Some(other) = written(directory).filter(|other| !other.is_of(report)) {
        // Stores may have runs of the same number.
        let names = (1..).map(|count| match count {
            1 => format!("run-{}", other.run),
            count => format!("run-{}-{count}", other.run),
        });
        let mut asides = names.map(|name| directory.join(name));
        let is_free = |aside: &PathBuf| written(aside).is_none_or(|there| there == other);
        let aside = asides.find(is_free).expect("names without end");
        fs::create_dir_all(&aside).map_err(|error| FilesError::File(aside.clone(), error))?;
        for (name, _) in &files {
            let (from, to) = (directory.join(name), aside.join(name));
            match fs::rename(&from, &to) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(FilesError::File(to, error));
                }
                _ => {}
            }
        }
    }
    write(files, directory)
}

/// What identifies the run of a report in a directory; `created` is missing before version 0.3.0.
#[derive(Deserialize, PartialEq)]
struct WrittenRun {
    run: i64,
    created: Option<String>,
}

impl WrittenRun {
    fn is_of(&self, report: &Report) -> bool {
        let Self { run, created } = self;
        *run == report.run && created.as_ref().is_none_or(|created| *created == report.created)
    }
}

/// Returns the run whose report is in a directory.
fn written(directory: &Path) -> Option<WrittenRun> {
    serde_json::from_slice(&fs::read(directory.join(JSON)).ok()?).ok()
}
