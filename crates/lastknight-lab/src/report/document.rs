//! A report as a document and as files.

use std::path::{Path, PathBuf};

use super::{Report, explain, json, plots, tables};
use crate::document::{
    Document, DocumentFormat, FilesError, OutputFile, Sheet, Workbook, write_files as write,
};
use crate::spec::TournamentFormat;

/// The most agents whose crosstable is readable as text.
const CROSSED: usize = 30;

/// The whole report.
pub fn document(report: &Report) -> Document {
    let files = "standings.csv, pairings.csv, report.xlsx, report.json";
    let mut document = Document::new(report.spec.name(), &report.program.0).with_files(files);
    overview(&mut document, report);
    strengths(&mut document, report);
    details(&mut document, report);
    let notes = document.section("notes", "Notes").only(DocumentFormat::Html);
    notes
        .list(tables::notes(report).into_iter().chain(explain::NOTES.map(str::to_owned)).collect());
    let repeat = document.section("repeat", "To repeat it");
    match explain::specification(report) {
        Some(toml) => repeat.words(explain::REPEAT).long_code("The specification", "toml", toml),
        None => repeat.words(explain::LONG_SPECIFICATION),
    };
    document
}

/// What was played.
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
    document.section("conditions", "What was played").facts(tables::conditions(report));
}

/// Who is how strong, who beat whom, and what of it is clear.
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
        let section = document.section("match", "The match");
        section.words(explain::DUEL).table(tables::duel(report));
        return;
    }
    let crowded = format!(
        "Only the best {} are shown: all pairings are in pairings.csv and report.xlsx.",
        plots::CROSSED
    );
    let crowded = if plots::is_crowded(report) { crowded } else { String::new() };
    if is_played {
        let section = document.section("crosstable", "Who beat whom").only(DocumentFormat::Html);
        section.words(explain::HEATMAP).words(&crowded).chart(plots::crosstable(report));
    }
    if agents <= CROSSED {
        let section = document.section("scores", "Crosstable").only(DocumentFormat::Markdown);
        section.words(explain::CROSSTABLE).table(tables::crosstable(report));
    }
    let (how, has_some) = explain::clear(report);
    let section = document.section("differences", "Which differences are clear").words(how);
    if has_some {
        section.table(tables::differences(report));
    }
    if is_played {
        let section = document.section("superiority", "Who is probably better");
        section.only(DocumentFormat::Html).words(explain::SUPERIORITY).words(&crowded);
        section.chart(plots::superiority(report));
    }
}

/// The course's table, how it came about, and what it cost.
fn details(document: &mut Document, report: &Report) {
    let is_played = report.games() > 0;
    if report.spec.format() == TournamentFormat::Gauntlet {
        let section = document.section("field", "Against the field");
        section.words(explain::COURSE).table(tables::course(report));
    }
    if is_played {
        let section = document.section("progress", "Ratings as games came in");
        let best = match report.order.len() > plots::TRACED {
            true => format!("{} Shown are the best {}.", explain::PROGRESS, plots::TRACED),
            false => explain::PROGRESS.to_owned(),
        };
        section.only(DocumentFormat::Html).words(best).chart(plots::progress(report));
    }
    if let Some((table, chart)) = tables::test(report).zip(plots::test(report)) {
        let section = document.section("test", "Sequential test");
        section.words(explain::TEST).table(table).chart(chart);
    }
    let counts = [tables::white(report), tables::length(report)].into_iter().flatten();
    let how = [explain::ENDS.to_owned()].into_iter().chain(counts).collect::<Vec<_>>().join(" ");
    let ends = document.section("ends", "How games ended").words(how).table(tables::ends(report));
    if let Some(chart) = plots::losses(report) {
        ends.chart(chart);
    }
    if is_played {
        let colors = document.section("colors", "White and Black").only(DocumentFormat::Html);
        colors.words(explain::COLORS).chart(plots::colors(report));
        let effort = document.section("effort", "What moves cost").only(DocumentFormat::Html);
        effort.words(explain::EFFORT).named_chart(plots::nodes(report), "Nodes a move", None);
        effort.named_chart(plots::times(report), "Time a move", None);
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

/// The files of a report, the page first. The same report has the same files, byte for byte.
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
/// Returns an error if one of them cannot be made or written.
pub fn write_files(report: &Report, directory: &Path) -> Result<PathBuf, FilesError> {
    write(files(report)?, directory)
}
