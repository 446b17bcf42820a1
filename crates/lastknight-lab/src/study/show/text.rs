//! A study for the terminal, in at most 100 columns.

use super::tables::{self, FULL};
use super::verdicts::{FigureFormat, NOTHING, summary, verdict};
use super::{claims, missing, order, parts, published_tables, table_heading};
use crate::document::{DataTable, WIDEST, numbers, paragraphs, words};
use crate::format::{grouped, shortened, wrapped};
use crate::study::{ClaimKind, Grid, JudgedClaim, Measure, Measured, StudyResult};

/// The widest name of a row beside many columns.
const NAME_OF_MANY: usize = 28;

/// The largest number of columns that all have intervals.
const FEW: usize = 3;

/// Returns the question, the figures and the verdicts.
#[must_use]
pub fn text(outcome: &StudyResult) -> String {
    let study = &outcome.study;
    let mut text = lines(&format!("{}: {}", study.name, study.title), 0);
    for paragraph in paragraphs(&study.question) {
        text += &lines(&paragraph, 0);
    }
    if let Some(missing) = missing(outcome) {
        text += &lines(&missing, 0);
    }
    for (measure, measured) in parts(outcome) {
        text += &format!("\n{}", part(measure, measured));
    }
    text += &format!("\n{}\n", summary(outcome));
    text + &lines(&outcome.provenance.command, 0)
}

/// A text in indented lines of at most the full width.
fn lines(text: &str, indent: usize) -> String {
    let room = WIDEST - indent;
    let wrapped = wrapped(text, room);
    let line = |line: &str| format!("{:indent$}{}\n", "", shortened(line, room));
    wrapped.lines().map(line).collect()
}

fn part(measure: &Measure, measured: &Measured) -> String {
    let Measured { grid, conditions, count, .. } = measured;
    let mut text = lines(&format!("{} ({} {})", measure.title, grouped(*count), grid.counted), 0);
    let shown = |(name, value): &(&str, String)| format!("{name}: {}", shortened(value, 70));
    let conditions: Vec<String> = conditions.iter().map(shown).collect();
    text += &lines(&conditions.join("; "), 2);
    text.push('\n');
    text += &if grid.columns.len() <= FEW { tables::figures("", grid).text() } else { many(grid) };
    for table in published_tables(measured) {
        text += &format!("\n{}", published(&table, grid));
    }
    for kind in [ClaimKind::Report, ClaimKind::Extension] {
        for judged in claims(measured, kind) {
            text += &format!("\n{}", sentence(judged, grid));
        }
    }
    text
}

/// Values without intervals, then the most important column with intervals.
fn many(grid: &Grid) -> String {
    let total = grid.total();
    let length = |name: &str| name.chars().count();
    let names = grid.rows.iter().map(|row| length(&row.name)).chain([length(&grid.measure)]);
    let room = WIDEST - names.max().unwrap_or_default().min(NAME_OF_MANY) - 2 - FULL;
    let mut columns: Vec<(usize, String)> = (0..grid.columns.len())
        .filter(|&column| column != total)
        .map(|column| (column, grid.columns[column].name.clone()))
        .collect();
    let mut text = String::new();
    // If the names do not fit, columns are numbered.
    if columns.iter().map(|(_, name)| length(name).max(5) + 2).sum::<usize>() > room {
        let left_out = columns.len().saturating_sub(room / 7);
        columns.truncate(columns.len() - left_out);
        let mut names = Vec::new();
        for (number, (_, name)) in (1..).zip(&mut columns) {
            names.push(format!("{number} {name}"));
            *name = number.to_string();
        }
        text += &lines(&format!("columns: {}", names.join(", ")), 0);
        if left_out > 0 {
            text += &format!("{left_out} more columns do not fit; the files have all of them\n");
        }
    }
    let heading = words(&grid.measure).in_terminal(0).at_most(NAME_OF_MANY);
    let value = |&row: &usize, &(column, _): &(usize, String)| tables::figure(grid, row, column);
    let table = DataTable::of("", order(grid, total))
        .column(heading, |&row| grid.rows[row].name.clone())
        .columns(columns, |(_, name)| numbers(name).in_terminal(5).after(2), value)
        .column(tables::figure_column(grid, total), |&row| tables::figure(grid, row, total));
    table.finish().text() + &text
}

/// A published table with our figures.
fn published(table: &[&JudgedClaim], grid: &Grid) -> String {
    let mut text = lines(&table_heading(table), 0) + &tables::published(table, grid).text();
    if table.iter().any(|judged| judged.verdict().would_decide().is_some()) {
        text += &format!("open: that number of {} would probably decide\n", grid.counted);
    }
    text
}

/// A claim in words and its verdict.
fn sentence(judged: &JudgedClaim, grid: &Grid) -> String {
    let (claim, format) = (&judged.claim, FigureFormat::about(&judged.claim, grid.unit));
    let ours = judged.ours.as_ref();
    let ours = ours.map_or(NOTHING.to_owned(), |cell| format.with_interval(cell, " (", ")"));
    let found = format!(
        "{} {}, ours {ours} -> {}",
        if claim.published.is_some() { "published" } else { "claimed" },
        format.published(claim),
        verdict(judged, grid.unit, grid.counted)
    );
    let said = match &claim.quote {
        Some(quote) => {
            format!("\u{201c}{quote}\u{201d} ({}), read as: {}", claim.source, claim.says)
        }
        None => format!("{} ({})", claim.says, claim.source),
    };
    lines(&said, 0) + &lines(&found, 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::show::sample;
    use crate::study::{Axis, Cell};

    fn check_width(text: &str) {
        for line in text.lines() {
            assert!(line.chars().count() <= WIDEST, "{line}");
            assert_eq!(line, line.trim_end());
        }
    }

    #[test]
    fn a_study_is_shown_in_100_columns() {
        let text = text(&sample::outcome());
        check_width(&text);
        for part in [
            "sample: Forms & <others>\n",
            "Forms against the field (1,000 games)\n",
            "  board: 7x7; openings: 4 random plies; limits: depth 1 | & <2>; seed: 1\n",
            "claimed at least 0.0 points, ours +24.5 points (",
            "-> confirmed\n",
            "ours 15.0 % (12.1 to 18.4) -> refuted\n",
            "games would decide\n",
            "ours 100.0 % -> confirmed\n",
            "lastknight study sample --games 100\n",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        let at = |part: &str| text.find(part).unwrap();
        assert!(at("\n<odd|name> & more") < at("\nplain") && at("\nplain") < at("\nweak"));
        assert!(at("\nbase") < at("\nc=0.5"));
    }

    #[test]
    fn many_columns_are_numbered_and_left_out() {
        let mut outcome = sample::outcome();
        let grid = &mut outcome.measured[0].grid;
        grid.columns = (0..20).map(|at| Axis::named(format!("opponent number {at}"))).collect();
        grid.rows[0].name = "a name of more than a hundred letters, ".repeat(4);
        for row in &mut grid.cells {
            *row = vec![Cell::percent(vec![100.0, 50.0], 4); 20];
        }
        let text = text(&outcome);
        check_width(&text);
        assert!(text.contains("columns: 1 opponent number 0, 2 opponent"), "{text}");
        assert!(text.contains(" more columns do not fit; the files have all of them\n"), "{text}");
    }
}
