//! The tables of a study: for pages, the terminal and CSV.

use super::verdicts::{FigureFormat, NOT_ENOUGH, short_verdict, subject, verdict, word};
use super::{claims, order, parts, table_heading};
use crate::document::{
    DataCell, DataColumn, DataTable, Figure, WIDEST, figures as in_csv, numbers, sentences, words,
};
use crate::study::{Cell, ClaimKind, FigureUnit, Grid, JudgedClaim, StudyResult};

/// The widest name of a row in the terminal.
pub(super) const NAME: usize = 34;

/// The width of a figure with its interval in the terminal.
pub(super) const FULL: usize = 20;

/// A figure with its interval, and in CSV with its count.
fn estimate(
    cell: Option<&Cell>,
    format: FigureFormat,
    shown: fn(FigureFormat, f64) -> String,
) -> DataCell {
    let Some(cell) = cell else {
        return DataCell::missing();
    };
    let value = cell.estimate.value;
    let interval = format.meaningful(cell.estimate);
    let ends = interval
        .map_or([Figure::Nothing, Figure::Nothing], |(low, high)| [low, high].map(Figure::Number));
    let figure = DataCell::figure(shown(format, value), Figure::Number(value))
        .with_figures(ends)
        .with_figures([Figure::Count(cell.count)]);
    match interval {
        _ if cell.is_exact() => figure,
        Some((low, high)) => figure.with_interval([low, high].map(|end| format.number(end)), ""),
        None => figure.with_note(NOT_ENOUGH),
    }
}

/// The published figure, our figure and the verdict.
fn judgement(judged: &JudgedClaim, grid: &Grid) -> [DataCell; 3] {
    let format = FigureFormat::about(&judged.claim, grid.unit);
    let ours = estimate(judged.ours.as_ref(), format, FigureFormat::shown);
    let verdict = verdict(judged, grid.unit, grid.counted);
    [format.published(&judged.claim).into(), ours, verdict.into()]
}

/// Claims of a kind with their verdicts, in a word if `is_short`. Those of reports are quoted.
pub(super) fn verdicts(
    outcome: &StudyResult,
    kind: ClaimKind,
    name: &str,
    is_short: bool,
) -> DataTable {
    let claims = outcome.measured.iter().flat_map(|measured| {
        claims(measured, kind)
            .map(|judged| (&judged.claim, judged, judgement(judged, &measured.grid)))
    });
    let table = DataTable::of(name, claims);
    let table = match kind {
        ClaimKind::Report => table.column(sentences("The report"), |(claim, ..)| {
            let quote = claim.quote.as_deref().unwrap_or_default();
            DataCell::from(format!("\u{201c}{quote}\u{201d}")).with_note(claim.source.as_str())
        }),
        ClaimKind::Extension | ClaimKind::Figure => table,
    };
    let heading = if kind == ClaimKind::Report { "Read as" } else { "Question" };
    table
        .column(sentences(heading), |(claim, ..)| {
            DataCell::from(claim.says.as_str()).with_note(subject(claim))
        })
        .column(numbers("Claimed"), |(.., [published, ..])| published.clone())
        .column(numbers("Ours").note("95 %"), |(.., [_, ours, _])| ours.clone())
        .column(sentences("Verdict"), |(_, judged, [.., verdict])| match is_short {
            true => word(judged).into(),
            false => verdict.clone(),
        })
        .finish()
}

/// A published table with our figures.
pub(super) fn published(table: &[&JudgedClaim], grid: &Grid) -> DataTable {
    let rows = table.iter().map(|&judged| {
        (judged, FigureFormat::about(&judged.claim, grid.unit), judgement(judged, grid))
    });
    let apart = |column: DataColumn, most: usize| column.in_terminal(0).at_most(most).after(2);
    let alone = |column: DataColumn, most| apart(column.only_in_terminal(0), most);
    DataTable::of(table_heading(table), rows)
        .column(words("Row").in_terminal(0).at_most(WIDEST).headed(""), |(judged, ..)| {
            judged.claim.says.clone()
        })
        .column(apart(numbers("Published"), 24).headed("published"), |(.., [published, ..])| {
            published.clone()
        })
        .column(alone(numbers("ours"), 8), |(judged, format, _)| {
            judged.ours.as_ref().map(|cell| format.number(cell.estimate.value))
        })
        .column(alone(numbers("95 % interval"), 18), |(judged, format, _)| {
            judged.ours.as_ref().and_then(|cell| format.interval(cell, " to ")).unwrap_or_default()
        })
        .column(numbers("Ours").note("95 %"), |(.., [_, ours, _])| ours.clone())
        .column(sentences("Verdict"), |(.., [.., verdict])| verdict.clone())
        .column(alone(words("verdict"), 32), |(judged, ..)| short_verdict(judged, grid.counted))
        .finish()
}

/// A column of figures with their intervals.
pub(super) fn figure_column(grid: &Grid, column: usize) -> DataColumn {
    let name = &grid.columns[column].name;
    // Numbers of nodes are long.
    let more = if grid.unit == FigureUnit::Nodes { 10 } else { 0 };
    let column = numbers(name).in_terminal(FULL + more).at_most(FULL + more).after(2);
    if grid.is_exact() { column } else { column.interval_within(FULL - 7 + more / 2) }
}

/// A figure of a row and a column.
pub(super) fn figure(grid: &Grid, row: usize, column: usize) -> DataCell {
    estimate(grid.at(row, column), FigureFormat::of(grid.unit), FigureFormat::number)
}

/// The figures with their intervals, the best row first.
pub(super) fn figures(name: &str, grid: &Grid) -> DataTable {
    // The only column may have no name.
    let is_nameless = grid.columns.len() == 1 && grid.columns[0].name.is_empty();
    let heading = if is_nameless { "" } else { &grid.measure };
    let names = words(heading).in_terminal(0).at_most(NAME).headed(&grid.measure);
    let column = |&at: &usize| match figure_column(grid, at) {
        column if is_nameless => column.titled(&grid.measure),
        column => column,
    };
    DataTable::of(name, order(grid, grid.total()))
        .column(names, |&row| grid.rows[row].name.clone())
        .columns(0..grid.columns.len(), column, |&row, &column| figure(grid, row, column))
        .finish()
}

/// Every figure of a study, for CSV.
pub(super) fn all_figures(outcome: &StudyResult) -> DataTable {
    let cells = parts(outcome).flat_map(|(measure, measured)| {
        let grid = &measured.grid;
        let places =
            (0..grid.rows.len()).flat_map(|row| (0..grid.columns.len()).map(move |at| (row, at)));
        places.map(move |(row, column)| (measure, grid, row, column))
    });
    DataTable::of("", cells)
        .column(in_csv("measure"), |(measure, ..)| measure.name.clone())
        .column(in_csv("row"), |&(_, grid, row, _)| grid.rows[row].name.clone())
        .column(in_csv("column"), |&(_, grid, _, column)| grid.columns[column].name.clone())
        .column(in_csv("unit"), |(_, grid, ..)| grid.unit.sign())
        .column(in_csv("value").and("low").and("high").and("count"), |&(_, grid, row, column)| {
            figure(grid, row, column)
        })
        .finish()
}

/// Every claim of a study, for CSV.
pub(super) fn all_claims(outcome: &StudyResult) -> DataTable {
    let claims = parts(outcome).flat_map(|(measure, measured)| {
        measured.judged.iter().map(move |judged| (measure, judged, measured.grid.unit))
    });
    let finite = |value: f64| value.is_finite().then(|| DataCell::number(value));
    DataTable::of("", claims)
        .column(in_csv("measure"), |(measure, ..)| measure.name.clone())
        .column(in_csv("kind"), |(_, judged, _)| match judged.claim.kind {
            ClaimKind::Report => "report",
            ClaimKind::Extension => "extension",
            ClaimKind::Figure => "figure",
        })
        .column(in_csv("quote"), |(_, judged, _)| judged.claim.quote.clone())
        .column(in_csv("claim"), |(_, judged, _)| judged.claim.says.clone())
        .column(in_csv("source"), |(_, judged, _)| judged.claim.source.clone())
        .column(in_csv("published"), |(_, judged, _)| judged.claim.published.map(DataCell::number))
        .column(in_csv("least"), |(_, judged, _)| finite(judged.claim.least))
        .column(in_csv("most"), |(_, judged, _)| finite(judged.claim.most))
        .column(in_csv("ours").and("low").and("high").and("count"), |&(_, judged, unit)| {
            estimate(
                judged.ours.as_ref(),
                FigureFormat::about(&judged.claim, unit),
                FigureFormat::number,
            )
        })
        .column(in_csv("verdict"), |(_, judged, _)| judged.verdict().word())
        .column(in_csv("would_decide"), |(_, judged, _)| judged.verdict().would_decide())
        .column(in_csv("p"), |(_, judged, _)| judged.p.map(DataCell::number))
        .column(in_csv("holm"), |(_, judged, _)| {
            judged.corrected.map(|it| DataCell::number(it.holm))
        })
        .column(in_csv("benjamini_hochberg"), |(_, judged, _)| {
            judged.corrected.map(|it| DataCell::number(it.benjamini_hochberg))
        })
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::show::sample;

    #[test]
    fn every_figure_has_a_line() {
        let text = all_figures(&sample::outcome()).csv();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "measure,row,column,unit,value,low,high,count");
        assert_eq!(lines.len(), 1 + 9 + 4 + 2 + 2);
        assert!(lines[4].starts_with("forms,<odd|name> & more,Random,%,90,"), "{}", lines[4]);
        assert!(text.contains("lines,centre,won by player 1,%,100,100,100,1\n"));
    }

    #[test]
    fn every_claim_has_a_line() {
        let text = all_claims(&sample::outcome()).csv();
        let lines: Vec<&str> = text.lines().collect();
        let names = "measure,kind,quote,claim,source,published,least,most,ours,low,high,count,verdict,would_decide,\
             p,holm,benjamini_hochberg";
        assert_eq!(lines[0], names);
        assert_eq!(lines.len(), 1 + 5 + 3 + 2 + 1 + 1);
        assert!(text.contains(
            "lines,extension,,The centre wins.,Report D,100,100,,100,100,100,1,confirmed,,0,,\n"
        ));
        let undecided = lines.iter().find(|line| line.contains("Plain is even")).unwrap();
        assert!(undecided.contains(",50,49.5,50.5,51,") && undecided.contains(",undecided,"));
    }
}
