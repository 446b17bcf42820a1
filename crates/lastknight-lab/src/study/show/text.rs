//! A study for the terminal, in at most 100 columns.

use super::verdicts::{NOTHING, Scale, Tally, all_judged, short_verdict, verdict};
use super::{
    cell, missing, order, paragraphs, parts, published_tables, sentences, table_heading, total,
};
use crate::study::{Grid, Judged, Measure, Measured, Outcome, Verdict};
use crate::words::{grouped, shortened, wrapped};

/// The widest line, in characters.
const WIDEST: usize = 100;

/// The widest name of a row.
const NAME: usize = 34;

/// The same beside many columns.
const NAME_OF_MANY: usize = 28;

/// The widest value and interval of a column.
const FULL: usize = 20;

/// Up to so many columns have intervals.
const FEW: usize = 3;

/// All of it: the question, the figures, and what they say of the claims.
#[must_use]
pub fn text(outcome: &Outcome) -> String {
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
    let tally = Tally::of(all_judged(outcome));
    text += &format!("\n{}\n", tally.summary());
    text + &lines(&outcome.origin.command, 0)
}

/// A text in lines that are indented and never too long.
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
    text += &if grid.columns.len() <= FEW { few(grid) } else { many(grid) };
    for table in published_tables(measured) {
        text += &format!("\n{}", published(&table, grid));
    }
    for judged in sentences(measured) {
        text += &format!("\n{}", sentence(judged, grid));
    }
    text
}

/// How wide names are.
fn widest<'a>(names: impl Iterator<Item = &'a str>, most: usize) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or_default().min(most)
}

/// The width of the first column of a table of figures: its heading may be cut, names rather not.
fn name_width(grid: &Grid, most: usize) -> usize {
    let names = grid.rows.iter().map(|row| row.name.as_str());
    widest(names.chain([grid.measure.as_str()]), most)
}

fn value(grid: &Grid, row: usize, column: usize) -> String {
    let figure = |cell: &crate::study::Cell| Scale::of(grid.unit).number(cell.estimate.value);
    cell(grid, row, column).map_or(NOTHING.to_owned(), figure)
}

/// A value with its interval, as wide as any other.
fn full(grid: &Grid, row: usize, column: usize) -> String {
    let shown = |cell| Scale::of(grid.unit).interval(cell, " - ");
    let interval = cell(grid, row, column).and_then(shown).unwrap_or_default();
    // Whatever is exact leaves no room for intervals.
    let width = if super::is_exact(grid) { 0 } else { FULL - 7 };
    let full = format!("{:>5}  {interval:>width$}", value(grid, row, column));
    shortened(full.trim_end(), FULL)
}

/// Each figure with its interval.
fn few(grid: &Grid) -> String {
    let width = name_width(grid, NAME);
    let cells = |row: &dyn Fn(usize) -> String| {
        let cells = (0..grid.columns.len()).map(|column| format!("  {:>FULL$}", row(column)));
        cells.collect::<String>()
    };
    let heading = cells(&|column| shortened(&grid.columns[column].name, FULL));
    let mut text = line(&grid.measure, width, &heading);
    for row in order(grid, total(grid)) {
        text += &line(&grid.rows[row].name, width, &cells(&|column| full(grid, row, column)));
    }
    text
}

fn line(name: &str, width: usize, rest: &str) -> String {
    format!("{}\n", format!("{:<width$}{rest}", shortened(name, width)).trim_end())
}

/// Values without intervals, except that of the column that counts most, which is the last one here.
fn many(grid: &Grid) -> String {
    let total = total(grid);
    let width = name_width(grid, NAME_OF_MANY);
    let mut columns: Vec<usize> =
        (0..grid.columns.len()).filter(|&column| column != total).collect();
    let room = WIDEST - width - 2 - FULL;
    let names = |columns: &[usize]| -> Vec<String> {
        columns.iter().map(|&column| grid.columns[column].name.clone()).collect()
    };
    let wide = |name: &String| name.chars().count().max(5) + 2;
    let has_names = names(&columns).iter().map(wide).sum::<usize>() <= room;
    let most = room / 7;
    let left_out = if has_names { 0 } else { columns.len().saturating_sub(most) };
    columns.truncate(columns.len() - left_out);
    // Where names do not fit, columns are numbered.
    let headings: Vec<String> = match has_names {
        true => names(&columns),
        false => (1..=columns.len()).map(|number| number.to_string()).collect(),
    };
    let cells = |row: &dyn Fn(usize, usize) -> String| {
        let cell = |(at, &column): (usize, &usize)| {
            format!("{:>1$}", row(at, column), wide(&headings[at]))
        };
        columns.iter().enumerate().map(cell).collect::<String>()
    };
    let last = shortened(&grid.columns[total].name, FULL);
    let heading = cells(&|at, _| headings[at].clone());
    let mut text = line(&grid.measure, width, &format!("{heading}  {last:>FULL$}"));
    for row in order(grid, total) {
        let values = cells(&|_, column| value(grid, row, column));
        let rest = format!("{values}  {:>FULL$}", full(grid, row, total));
        text += &line(&grid.rows[row].name, width, &rest);
    }
    if !has_names {
        let named =
            headings.iter().zip(names(&columns)).map(|(number, name)| format!("{number} {name}"));
        text += &lines(&format!("columns: {}", named.collect::<Vec<_>>().join(", ")), 0);
    }
    if left_out > 0 {
        text += &format!("{left_out} columns do not fit here: the files have all\n");
    }
    text
}

/// A published table beside ours.
fn published(table: &[&Judged], grid: &Grid) -> String {
    let row = |judged: &&Judged| {
        let (claim, scale) = (&judged.claim, Scale::about(&judged.claim, grid.unit));
        let ours = judged.ours.as_ref();
        [
            claim.says.clone(),
            scale.published(claim),
            ours.map_or(NOTHING.to_owned(), |cell| scale.number(cell.estimate.value)),
            ours.and_then(|cell| scale.interval(cell, " to ")).unwrap_or_default(),
            short_verdict(judged, grid.counted),
        ]
    };
    let rows: Vec<[String; 5]> = table.iter().map(row).collect();
    let headings = ["", "published", "ours", "95 % interval", "verdict"].map(str::to_owned);
    let all = || rows.iter().chain([&headings]);
    let most = [usize::MAX, 24, 8, 18, 32];
    let mut widths: [usize; 5] =
        std::array::from_fn(|at| widest(all().map(|row| row[at].as_str()), most[at]));
    widths[0] = widths[0].min(WIDEST - 8 - widths[1..].iter().sum::<usize>());
    let mut text = lines(&table_heading(table), 0);
    for row in [&headings].into_iter().chain(&rows) {
        let [name, numbers @ .., verdict] = row;
        let cell =
            |(text, width): (&String, &usize)| format!("  {:>width$}", shortened(text, *width));
        let numbers: String = numbers.iter().zip(&widths[1..]).map(cell).collect();
        text += &line(name, widths[0], &format!("{numbers}  {}", shortened(verdict, widths[4])));
    }
    let is_open =
        |judged: &&Judged| matches!(judged.verdict, Verdict::Undecided { would_decide: Some(_) });
    if table.iter().any(is_open) {
        text += &format!("undecided: so many {} would probably decide\n", grid.counted);
    }
    text
}

/// A claim in words, and what came of it.
fn sentence(judged: &Judged, grid: &Grid) -> String {
    let (claim, scale) = (&judged.claim, Scale::about(&judged.claim, grid.unit));
    let ours = judged.ours.as_ref().map_or(NOTHING.to_owned(), |cell| {
        let interval = scale.interval(cell, " to ").map(|interval| format!(" ({interval})"));
        scale.shown(cell.estimate.value) + &interval.unwrap_or_default()
    });
    let found = format!(
        "{} {}, ours {ours} -> {}",
        if claim.published.is_some() { "published" } else { "claimed" },
        scale.published(claim),
        verdict(judged, grid.unit, grid.counted)
    );
    lines(&format!("{} ({})", claim.says, claim.source), 0) + &lines(&found, 4)
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
            "  board: 7x7; openings: 4 half-moves by chance first; limits: depth 1 | & <2>; seed: 1\n",
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
        assert!(text.contains(" columns do not fit here: the files have all\n"), "{text}");
    }
}
