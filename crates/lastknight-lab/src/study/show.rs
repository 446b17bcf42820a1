//! The output of a study: text, Markdown, an HTML page with plots, tables and JSON.

mod document;
mod json;
mod overview;
mod plots;
#[cfg(test)]
mod sample;
mod tables;
mod text;
mod verdicts;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use document::document;
pub use json::{StudyDescription, json};
pub use overview::{overview_text, write_overview};
pub use text::text;

use super::conditions::distinct;
use super::{
    ClaimKind, Extent, FigureUnit, Grid, JudgedClaim, Measure, Measured, Provenance, StudyResult,
};
use crate::document::{FilesError, OutputFile, paragraphs, write_files as write};
use crate::format::grouped;

/// The rule of the verdicts.
const RULE: &str = "A claim is confirmed if the whole 95 % interval of our figure lies inside the claimed range. If not, it is \
    even if the interval lies within 2 points of equality, refuted if it lies entirely outside the range, and undecided \
    otherwise.";

/// The rule of our own questions.
const EXTENSION_RULE: &str = "Ours, which no report asks: other boards, depths, budgets and heuristics. They are judged one by \
    one and not counted.";

/// The pointer to published tables, if a study has any.
const LISTED_BELOW: &str = "Figures from published tables are beside ours, below the figures of each measurement. They are not counted.";

/// What the correction for many claims means.
fn correction(outcomes: &[StudyResult]) -> Option<String> {
    let judged = outcomes.iter().flat_map(|outcome| &outcome.measured).flat_map(|it| &it.judged);
    let claims = judged.filter_map(|judged| judged.corrected).map(|it| it.claims).next()?;
    Some(format!(
        "Verdicts hold after Holm's correction for the {claims} claims judged together: the chance that even one of them is \
         wrong by luck is at most 5 %. Where only the weaker correction of Benjamini and Hochberg would decide, the table \
         says so."
    ))
}

/// Returns the files of a study, the page first. The same result gives the same bytes.
fn files(outcome: &StudyResult) -> Vec<OutputFile> {
    let name = &outcome.study.name;
    let json = serde_json::to_string(&json(outcome)).expect("no maps with odd keys") + "\n";
    let document = document(outcome);
    let files = [
        (page_name(outcome), document.html()),
        (format!("{name}.md"), document.markdown()),
        (format!("{name}.csv"), tables::all_figures(outcome).csv()),
        (format!("{name}-claims.csv"), tables::all_claims(outcome).csv()),
        (format!("{name}.json"), json),
    ];
    let files = files.into_iter().map(|(name, text)| (name, text.into_bytes()));
    files.chain(document.chart_files()).collect()
}

/// Writes the files of a study to a directory and returns the path of the page.
///
/// # Errors
/// Returns an error if one of them cannot be written.
pub fn write_files(outcome: &StudyResult, directory: &Path) -> Result<PathBuf, FilesError> {
    write(files(outcome), directory)
}

fn page_name(outcome: &StudyResult) -> String {
    format!("{}.html", outcome.study.name)
}

/// The finished measurements.
fn parts(outcome: &StudyResult) -> impl Iterator<Item = (&Measure, &Measured)> {
    outcome.study.measures.iter().zip(&outcome.measured)
}

/// The note on a study that is not finished.
fn missing(outcome: &StudyResult) -> Option<String> {
    let (measured, all) = (outcome.measured.len(), outcome.study.measures.len());
    (!outcome.is_complete()).then(|| {
        format!("Not finished: {measured} of {all} measurements so far. The same command resumes.")
    })
}

/// The prose before the figures: an identifier, a heading and the text of each part.
fn explained(outcome: &StudyResult) -> Vec<(&'static str, &'static str, String)> {
    let study = &outcome.study;
    let mut discussion = study.discussion.trim().to_owned();
    if outcome.extent != Extent::Normal && !discussion.is_empty() {
        discussion +=
            "\n\nThis describes a run of normal extent. The figures below are from another run.";
    }
    let parts = [
        ("discussion", "Findings", discussion),
        ("reading", "How to read the figures", study.reading.clone()),
    ];
    parts.into_iter().filter(|(.., words)| !words.trim().is_empty()).collect()
}

/// How the figures were made.
fn facts(outcome: &StudyResult) -> Vec<(&'static str, String)> {
    let Provenance { program, commit, made, machine, time, .. } = &outcome.provenance;
    let extent = match outcome.extent {
        Extent::Quick => "quick".to_owned(),
        Extent::Normal => "normal".to_owned(),
        Extent::Full => "full".to_owned(),
        Extent::Games(games) => {
            format!("{} games per pairing, positions or lines", grouped(games as u64))
        }
    };
    let mut facts = vec![
        ("source", paragraphs(&outcome.study.source).join(" ")),
        ("extent", extent),
        ("measured", counts(outcome)),
        ("seed", seeds(outcome)),
        ("program", program.clone()),
        ("commit", commit.clone().unwrap_or_default()),
        ("made", made.clone()),
        ("machine", machine.clone()),
        ("time", time.map(duration).unwrap_or_default()),
    ];
    facts.retain(|(_, value)| !value.is_empty());
    facts
}

/// Whether the figures are reproducible.
fn repeated(outcome: &StudyResult) -> String {
    let timed: Vec<&str> = parts(outcome)
        .filter(|(_, measured)| measured.is_timed)
        .map(|(measure, _)| measure.name.as_str())
        .collect();
    match timed.len() {
        0 => "The same command gives exactly the same figures.".to_owned(),
        all if all == outcome.measured.len() => {
            "Time is a limit or is measured, so the figures vary from run to run.".to_owned()
        }
        _ => format!(
            "Time is a limit or is measured in {}, so those figures vary from run to run. The same command gives \
             exactly the same figures for everything else.",
            timed.join(", ")
        ),
    }
}

/// The total counts: `12,000 games, 500 positions`.
fn counts(outcome: &StudyResult) -> String {
    let mut counts: Vec<(&str, u64)> = Vec::new();
    for Measured { grid, count, .. } in &outcome.measured {
        match counts.iter_mut().find(|(counted, _)| *counted == grid.counted) {
            Some((_, sum)) => *sum += count,
            None => counts.push((grid.counted, *count)),
        }
    }
    let count = |(counted, count): &(&str, u64)| format!("{} {counted}", grouped(*count));
    counts.iter().map(count).collect::<Vec<_>>().join(", ")
}

fn seeds(outcome: &StudyResult) -> String {
    let conditions = outcome.measured.iter().flat_map(|measured| &measured.conditions);
    let seeds = conditions.filter(|(name, _)| *name == "seed").map(|(_, seed)| seed.clone());
    distinct(seeds, ", ")
}

fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, _) => format!("{:.1} s", time.as_secs_f64()),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// The rows in display order: the best in a column first, unless they have a place on an axis.
fn order(grid: &Grid, column: usize) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..grid.rows.len()).collect();
    let has_own = grid.rows.iter().any(|row| row.x.is_some());
    if grid.unit == FigureUnit::Percent && !has_own && !grid.is_exact() {
        let value = |row: usize| grid.at(row, column).map_or(-1.0, |cell| cell.estimate.value);
        rows.sort_by(|&a, &b| value(b).total_cmp(&value(a)));
    }
    rows
}

/// The claims of a kind.
fn claims(measured: &Measured, kind: ClaimKind) -> impl Iterator<Item = &JudgedClaim> {
    measured.judged.iter().filter(move |judged| judged.claim.kind == kind)
}

fn has_claims(outcome: &StudyResult, kind: ClaimKind) -> bool {
    outcome.measured.iter().any(|measured| claims(measured, kind).next().is_some())
}

/// The published tables: claims grouped by source and column.
fn published_tables(measured: &Measured) -> Vec<Vec<&JudgedClaim>> {
    let listed: Vec<&JudgedClaim> = claims(measured, ClaimKind::Figure).collect();
    let is_same = |a: &&JudgedClaim, b: &&JudgedClaim| {
        (&a.claim.source, &a.claim.column) == (&b.claim.source, &b.claim.column)
    };
    listed.chunk_by(is_same).map(<[_]>::to_vec).collect()
}

fn table_heading(table: &[&JudgedClaim]) -> String {
    let heading = |judged: &&JudgedClaim| {
        let column = judged.claim.column.iter().map(|name| format!(", {name}"));
        format!("Published by {}{}", judged.claim.source, column.collect::<String>())
    };
    table.first().map(heading).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn the_best_is_first_unless_rows_have_an_order() {
        let outcome = sample::outcome();
        let orders = outcome.measured.iter().map(|measured| {
            let grid = &measured.grid;
            order(grid, grid.total())
        });
        let expected = [vec![1, 0, 2], vec![0, 1, 2, 3], vec![0, 1], vec![0, 1]];
        assert_eq!(orders.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn times_are_short() {
        let times = [1.26, 61.0, 3725.0].map(Duration::from_secs_f64).map(duration);
        assert_eq!(times, ["1.3 s", "1 min 1 s", "1 h 2 min"]);
    }

    #[test]
    fn facts_say_whether_figures_vary() {
        let mut outcome = sample::outcome();
        assert_eq!(seeds(&outcome), "1");
        assert_eq!(counts(&outcome), "1,000 games, 42 positions, 24 lines");
        assert!(repeated(&outcome).contains("measured in effort, so those figures vary"));
        outcome.measured.pop();
        assert!(repeated(&outcome).contains("exactly the same"));
        assert!(missing(&outcome).unwrap().contains("3 of 4"));
    }

    #[test]
    fn all_files_are_written() {
        let directory = TempDir::new().unwrap();
        let outcome = sample::outcome();
        let page = write_files(&outcome, directory.path()).unwrap();
        assert!(page.ends_with("sample.html") && page.exists());
        let names = "sample.md sample.csv sample-claims.csv sample.json sample-forms.svg \
            sample-sweep.svg sample-lines.svg sample-effort.svg";
        for name in names.split(' ') {
            assert!(directory.path().join(name).exists(), "{name}");
        }
        assert!(write_files(&outcome, &directory.path().join("none")).is_err());
        assert!(missing(&outcome).is_none());
    }
}
