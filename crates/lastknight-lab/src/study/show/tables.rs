//! The tables of a study in words, for people: the page and the Markdown file show the same ones.

use super::verdicts::{NOTHING, Scale, subject, verdict};
use super::{cell, order, total};
use crate::report::tables::{Column, Entry, Table, numbers, sentences, words};
use crate::study::{Axis, Grid, Judged, Outcome};

fn ours(judged: &Judged, grid: &Grid) -> Entry {
    let scale = Scale::about(&judged.claim, grid.unit);
    judged.ours.as_ref().map_or(NOTHING.into(), |cell| Entry {
        text: scale.shown(cell.estimate.value),
        note: scale.interval(cell, " to ").unwrap_or_default(),
    })
}

fn ours_column() -> Column {
    numbers(Entry { text: "Ours".to_owned(), note: "95 %".to_owned() })
}

/// What is published, our figure, and the verdict.
fn judgement(judged: &Judged, grid: &Grid) -> [Entry; 3] {
    let published = Scale::about(&judged.claim, grid.unit).published(&judged.claim);
    [published.into(), ours(judged, grid), verdict(judged, grid.unit, grid.counted).into()]
}

/// Sentences with what came of them.
pub(super) fn verdicts(outcome: &Outcome) -> Table {
    let row = |judged: &Judged, grid: &Grid| {
        let claim = &judged.claim;
        let says = Entry { text: claim.says.clone(), note: subject(claim) };
        let judgement = judgement(judged, grid);
        [says, claim.source.as_str().into()].into_iter().chain(judgement).collect()
    };
    let rows = outcome.measured.iter().flat_map(|measured| {
        super::sentences(measured).map(move |judged| row(judged, &measured.grid))
    });
    let columns = vec![
        sentences("Claim"),
        sentences("Source"),
        numbers("Published"),
        ours_column(),
        sentences("Verdict"),
    ];
    Table { columns, rows: rows.collect() }
}

/// A published table beside ours.
pub(super) fn published(table: &[&Judged], grid: &Grid) -> Table {
    let row = |judged: &&Judged| {
        let row = Entry::from(judged.claim.says.as_str());
        [row].into_iter().chain(judgement(judged, grid)).collect()
    };
    let columns = vec![words("Row"), numbers("Published"), ours_column(), sentences("Verdict")];
    Table { columns, rows: table.iter().map(row).collect() }
}

/// The figures with their intervals.
pub(super) fn figures(grid: &Grid) -> Table {
    let heading = |column: &Axis| numbers(column.name.as_str());
    let columns = match &grid.columns[..] {
        // The only column may have no name.
        [Axis { name, .. }] if name.is_empty() => vec![words(""), numbers(grid.measure.as_str())],
        columns => {
            [words(grid.measure.as_str())].into_iter().chain(columns.iter().map(heading)).collect()
        }
    };
    let scale = Scale::of(grid.unit);
    let row = |row: usize| {
        let figure = |column: usize| {
            cell(grid, row, column).map_or(NOTHING.into(), |cell| Entry {
                text: scale.number(cell.estimate.value),
                note: scale.interval(cell, " to ").unwrap_or_default(),
            })
        };
        let name = Entry::from(grid.rows[row].name.as_str());
        [name].into_iter().chain((0..grid.columns.len()).map(figure)).collect()
    };
    Table { columns, rows: order(grid, total(grid)).into_iter().map(row).collect() }
}
