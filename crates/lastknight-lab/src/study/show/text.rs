//! A study for the terminal.

use super::tables::{self, FULL};
use super::verdicts::{FigureFormat, NOTHING, summary, verdict};
use super::{claims, missing, order, parts, published_tables, table_heading};
use crate::document::{DataTable, numbers, paragraphs, words};
use crate::format::{grouped, shortened, wrapped};
use crate::study::{ClaimKind, Grid, JudgedClaim, Measure, Measured, StudyResult};

/// The widest name of a row beside many columns.
const NAME_OF_MANY: usize = 28;

/// The largest number of columns that all have intervals.
const FEW: usize = 3;

/// Returns the question, the figures and the verdicts, in lines of this width.
#[must_use]
pub fn text(outcome: &StudyResult, width: usize) -> String {
    let study = &outcome.study;
    let lines = |text: &str| lines(text, 0, width);
    let mut text = lines(&format!("{}: {}", study.name, study.title));
    for paragraph in paragraphs(&study.question) {
        text += &lines(&paragraph);
    }
    if let Some(missing) = missing(outcome) {
        text += &lines(&missing);
    }
    for (measure, measured) in parts(outcome) {
        text += &format!("\n{}", part(measure, measured, width));
    }
    text += &format!("\n{}", lines(&summary(outcome)));
    text + &lines(&outcome.provenance.command)
}

/// A text in indented lines.
fn lines(text: &str, indent: usize, width: usize) -> String {
    let room = width.saturating_sub(indent);
    let wrapped = wrapped(text, room);
    let line = |line: &str| format!("{:indent$}{}\n", "", shortened(line, room));
    wrapped.lines().map(line).collect()
}

fn part(measure: &Measure, measured: &Measured, width: usize) -> String {
    let Measured { grid, conditions, count, .. } = measured;
    let mut text =
        lines(&format!("{} ({} {})", measure.title, grouped(*count), grid.counted), 0, width);
    let shown = |(name, value): &(&str, String)| format!("{name}: {}", shortened(value, 70));
    let conditions: Vec<String> = conditions.iter().map(shown).collect();
    text += &lines(&conditions.join("; "), 2, width);
    text.push('\n');
    text += &match grid.columns.len() <= FEW {
        true => tables::figures("", grid).text(width),
        false => many(grid, width),
    };
    for table in published_tables(measured) {
        text += &format!("\n{}", published(&table, grid, width));
    }
    for kind in [ClaimKind::Report, ClaimKind::Extension] {
        for judged in claims(measured, kind) {
            text += &format!("\n{}", sentence(judged, grid, width));
        }
    }
    text
}

/// Values without intervals, then the most important column with intervals.
fn many(grid: &Grid, width: usize) -> String {
    let total = grid.total();
    let length = |name: &str| name.chars().count();
    let names = grid.rows.iter().map(|row| length(&row.name)).chain([length(&grid.measure)]);
    let name = names.max().unwrap_or_default().min(NAME_OF_MANY);
    let room = width.saturating_sub(name + 2 + FULL);
    let mut columns: Vec<(usize, String)> = (0..grid.columns.len())
        .filter(|&column| column != total)
        .map(|column| (column, grid.columns[column].name.clone()))
        .collect();
    let mut text = String::new();
    // If the names do not fit, columns are numbered.
    if columns.iter().map(|(_, name)| length(name).max(5) + 2).sum::<usize>() > room {
        let mut names = Vec::new();
        for (number, (_, name)) in (1..).zip(&mut columns) {
            names.push(format!("{number} {name}"));
            *name = number.to_string();
        }
        text += &lines(&format!("columns: {}", names.join(", ")), 0, width);
    }
    let heading = words(&grid.measure).in_terminal(0).at_most(NAME_OF_MANY);
    let value = |&row: &usize, &(column, _): &(usize, String)| tables::figure(grid, row, column);
    let table = DataTable::of("", order(grid, total))
        .column(heading, |&row| grid.rows[row].name.clone())
        .columns(columns, |(_, name)| numbers(name).in_terminal(5).after(2), value)
        .column(tables::figure_column(grid, total), |&row| tables::figure(grid, row, total));
    table.finish().text(width) + &text
}

/// A published table with our figures.
fn published(table: &[&JudgedClaim], grid: &Grid, width: usize) -> String {
    let heading = lines(&table_heading(table), 0, width);
    let mut text = heading + &tables::published(table, grid).text(width);
    if table.iter().any(|judged| judged.verdict().would_decide().is_some()) {
        text += &format!("open: that number of {} would probably decide\n", grid.counted);
    }
    text
}

/// A claim in words and its verdict.
fn sentence(judged: &JudgedClaim, grid: &Grid, width: usize) -> String {
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
    lines(&said, 0, width) + &lines(&found, 4, width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::show::sample;
    use crate::study::{Axis, Cell};

    fn check_width(text: &str, width: usize) {
        for line in text.lines() {
            assert!(line.chars().count() <= width, "{line}");
            assert_eq!(line, line.trim_end());
        }
    }

    #[test]
    fn a_study_is_shown_in_lines_of_a_width() {
        for width in [60, 80] {
            check_width(&text(&sample::outcome(), width), width);
        }
        let text = text(&sample::outcome(), 100);
        check_width(&text, 100);
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
    fn many_columns_are_numbered_and_follow_below() {
        let mut outcome = sample::outcome();
        let grid = &mut outcome.measured[0].grid;
        grid.columns = (0..20).map(|at| Axis::named(format!("opponent number {at}"))).collect();
        grid.rows[0].name = "a name of more than a hundred letters, ".repeat(4);
        for row in &mut grid.cells {
            *row = vec![Cell::percent(vec![100.0, 50.0], 4); 20];
        }
        check_width(&text(&outcome, 60), 60);
        let text = text(&outcome, 100);
        check_width(&text, 100);
        assert!(text.contains("columns: 1 opponent number 0, 2 opponent"), "{text}");
        assert_eq!(text.matches("\nweak").count(), 3, "{text}");
    }
}
