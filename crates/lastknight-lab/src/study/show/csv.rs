//! The figures and the claims of a study as lines of CSV, in full precision.

use super::parts;
use super::verdicts::Scale;
use crate::report::csv::csv;
use crate::report::figures::{Figure, Named, named, number, table};
use crate::study::{Cell, Grid, Judged, Measure, Outcome, Verdict};

/// A line of names, then a figure a line.
pub(super) fn figures(outcome: &Outcome) -> String {
    let mut rows = Vec::new();
    for (measure, measured) in parts(outcome) {
        let grid = &measured.grid;
        for (row, cells) in grid.rows.iter().zip(&grid.cells) {
            for (column, cell) in grid.columns.iter().zip(cells) {
                let mut line = vec![
                    named("measure", text(&measure.name)),
                    named("row", text(&row.name)),
                    named("column", text(&column.name)),
                    named("unit", text(grid.unit.sign())),
                ];
                line.extend(numbers("value", cell.as_ref(), Scale::of(grid.unit)));
                rows.push(line);
            }
        }
    }
    csv(&table(rows.into_iter()))
}

/// A line of names, then a claim a line.
pub(super) fn claims(outcome: &Outcome) -> String {
    let lines = parts(outcome).flat_map(|(measure, measured)| {
        measured.judged.iter().map(move |judged| claim(measure, &measured.grid, judged))
    });
    csv(&table(lines))
}

fn claim(measure: &Measure, grid: &Grid, judged: &Judged) -> Named {
    let claim = &judged.claim;
    let finite = |value: f64| number(value.is_finite().then_some(value));
    let mut line = vec![
        named("measure", text(&measure.name)),
        named("claim", text(&claim.says)),
        named("source", text(&claim.source)),
        named("published", number(claim.published)),
        named("least", finite(claim.least)),
        named("most", finite(claim.most)),
    ];
    line.extend(numbers("ours", judged.ours.as_ref(), Scale::about(claim, grid.unit)));
    let would_decide = match judged.verdict {
        Verdict::Undecided { would_decide: Some(count) } => Figure::Count(count),
        _ => Figure::Nothing,
    };
    line.push(named("verdict", text(judged.verdict.word())));
    line.push(named("would_decide", would_decide));
    line
}

fn text(text: &str) -> Figure {
    Figure::Text(text.to_owned())
}

/// A figure, its interval where it says something, and from how many it was made.
fn numbers(name: &str, cell: Option<&Cell>, scale: Scale) -> [(String, Figure); 4] {
    let interval = cell.and_then(|cell| scale.known(cell.estimate));
    [
        named(name, number(cell.map(|cell| cell.estimate.value))),
        named("low", number(interval.map(|(low, _)| low))),
        named("high", number(interval.map(|(_, high)| high))),
        named("count", cell.map_or(Figure::Nothing, |cell| Figure::Count(cell.count))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::show::sample;

    #[test]
    fn every_figure_has_a_line() {
        let text = figures(&sample::outcome());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "measure,row,column,unit,value,low,high,count");
        assert_eq!(lines.len(), 1 + 9 + 4 + 2 + 2);
        assert!(lines[4].starts_with("forms,<odd|name> & more,Random,%,90,"), "{}", lines[4]);
        assert!(text.contains("lines,centre,won by player 1,%,100,100,100,1\r\n"));
    }

    #[test]
    fn every_claim_has_a_line() {
        let text = claims(&sample::outcome());
        let lines: Vec<&str> = text.lines().collect();
        let names =
            "measure,claim,source,published,least,most,ours,low,high,count,verdict,would_decide";
        assert_eq!(lines[0], names);
        assert_eq!(lines.len(), 1 + 5 + 3 + 2 + 1 + 1);
        assert!(
            text.contains("lines,The centre wins.,Report D,100,100,,100,100,100,1,confirmed,\r\n")
        );
        let undecided = lines.iter().find(|line| line.contains("Plain is even")).unwrap();
        assert!(undecided.contains(",50,49.5,50.5,51,") && undecided.contains(",undecided,"));
    }
}
