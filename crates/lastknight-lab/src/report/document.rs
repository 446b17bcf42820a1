//! A report as a document and as files.

use std::path::{Path, PathBuf};

use super::{Report, explain, json, plots, tables};
use crate::document::{
    Document, DocumentFormat, FilesError, OutputFile, Sheet, Workbook, write_files as write,
};
use crate::spec::TournamentFormat;

/// The most agents with a crosstable in Markdown.
const CROSSED: usize = 30;

/// Returns the whole report.
pub fn document(report: &Report) -> Document {
    let files = "standings.csv, pairings.csv, report.xlsx, report.json";
    let mut document = Document::new(report.spec.name(), &report.program.0).with_files(files);
    overview(&mut document, report);
    strengths(&mut document, report);
    details(&mut document, report);
    let notes = tables::notes(report).into_iter().chain(explain::NOTES.map(str::to_owned));
    document.section("notes", "Notes").only(DocumentFormat::Html).list(notes.collect());
    let repeat = document.section("repeat", "Reproducing this run");
    match explain::specification(report) {
        Some(toml) => repeat.words(explain::REPEAT).long_code("Specification", "toml", toml),
        None => repeat.words(explain::LONG_SPECIFICATION),
    };
    document
}

/// Adds the summary and the conditions.
fn overview(document: &mut Document, report: &Report) {
    let (agents, board) = (report.spec.entrants().len(), report.spec.conditions().start.size());
    let intro = document.intro();
    intro.lead(tables::games(report), format!("{agents} agents, board {board}"));
    if let Some(result) = explain::result(report) {
        intro.plain(result);
    }
    for note in tables::notes(report) {
        intro.note(note);
    }
    document.section("conditions", "Conditions").facts(tables::conditions(report));
}

/// Adds standings, ratings and the comparison of each two agents.
fn strengths(document: &mut Document, report: &Report) {
    let (agents, is_played) = (report.spec.entrants().len(), report.games() > 0);
    let standings = document.section("standings", "Standings").words(explain::STANDINGS);
    if report.standings.iter().any(|standing| standing.oracle.is_some()) {
        standings.words(explain::ORACLE);
    }
    standings.table(tables::standings(report));
    if is_played {
        let ratings = document.section("ratings", "Ratings").only(DocumentFormat::Html);
        ratings.words(explain::RATINGS).chart(plots::ratings(report));
    }
    if agents == 2 {
        let section = document.section("match", "Match result");
        section.words(explain::DUEL).table(tables::duel(report));
        return;
    }
    let best = plots::CROSSED;
    let crowded =
        format!("Only the best {best} are shown; pairings.csv and report.xlsx have all pairings.");
    let crowded = if plots::is_crowded(report) { crowded } else { String::new() };
    if is_played {
        let section = document.section("crosstable", "Crosstable").only(DocumentFormat::Html);
        section.words(explain::HEATMAP).words(&crowded).chart(plots::crosstable(report));
    }
    if agents <= CROSSED {
        let section = document.section("scores", "Crosstable").only(DocumentFormat::Markdown);
        section.words(explain::CROSSTABLE).table(tables::crosstable(report));
    }
    let (significance, has_some) = explain::significance(report);
    let section = document.section("differences", "Significant differences").words(significance);
    if has_some {
        section.table(tables::differences(report));
    }
    if is_played {
        let section = document.section("superiority", "Likelihood of superiority");
        section.only(DocumentFormat::Html).words(explain::SUPERIORITY).words(&crowded);
        section.chart(plots::superiority(report));
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
        let section = document.section("progress", "Rating history").only(DocumentFormat::Html);
        let best = match report.order.len() > plots::TRACED {
            true => format!("{} Only the best {} are shown.", explain::PROGRESS, plots::TRACED),
            false => explain::PROGRESS.to_owned(),
        };
        section.words(best).chart(plots::progress(report));
    }
    if let Some((table, chart)) = tables::test(report).zip(plots::test(report)) {
        let section = document.section("test", "Sequential test");
        section.words(explain::TEST).table(table).chart(chart);
    }
    let counts = tables::white_and_length(report).unwrap_or_default();
    let ends = document.section("ends", "How games ended");
    ends.words(format!("{} {counts}", explain::ENDS)).table(tables::ends(report));
    if let Some(chart) = plots::losses(report) {
        ends.chart(chart);
    }
    if is_played {
        let colors = document.section("colors", "Wins by colour").only(DocumentFormat::Html);
        colors.words(explain::COLORS).chart(plots::colors(report));
        let effort = document.section("effort", "Search cost").only(DocumentFormat::Html);
        effort.words(explain::EFFORT).named_chart(plots::nodes(report), "Nodes per move", None);
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
    Workbook { title: report.spec.name().to_owned(), sheets }
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
        ("report.json", json.into_bytes()),
    ];
    Ok(files.map(|(name, contents)| (name.to_owned(), contents)).into())
}

/// Writes the files of a report to a directory and returns the path of the page.
///
/// # Errors
/// Returns an error if a file cannot be made or written.
pub fn write_files(report: &Report, directory: &Path) -> Result<PathBuf, FilesError> {
    write(files(report)?, directory)
}
