//! The charts of a report.

use lastknight::Termination;
use lastknight::stats::{Pairs, Z95};

use super::{Encounter, Report, Standing};
use crate::chart::{
    Bar, Bars, Cell, Dot, Dots, Drawing, Heatmap, LinePoint, Lines, Margin, Reference, Series,
    Stack, Stacks,
};
use crate::format::{chance, elo, end, grouped, mean_time, percent, percents, probability};
use crate::spec::TournamentFormat;

/// The most rows and columns of a table of cells.
pub(super) const CROSSED: usize = 30;

/// The most lines that can be told apart.
pub(super) const TRACED: usize = 10;

fn name(report: &Report, number: usize) -> String {
    report.spec.entrants()[number].name.clone()
}

/// Names, the best first.
fn names(report: &Report, numbers: &[usize]) -> Vec<String> {
    numbers.iter().map(|&number| name(report, number)).collect()
}

/// A value for each entrant, the best entrant first.
fn rows<'a, T>(
    report: &'a Report,
    row: impl Fn(String, &'a Standing) -> T + 'a,
) -> impl Iterator<Item = T> + 'a {
    report.order.iter().map(move |&number| row(name(report, number), &report.standings[number]))
}

/// The ratings with their errors.
pub(super) fn ratings(report: &Report) -> Drawing {
    let dot = |label, standing: &Standing| {
        let (rating, is_rated) = (standing.rating, standing.pairs.count() > 0);
        let note = format!("{} ± {:.0}", elo(rating.elo), rating.error);
        Dot {
            label,
            value: is_rated.then_some(rating.elo),
            interval: is_rated.then_some((rating.low, rating.high)),
            note: if is_rated { note } else { String::new() },
        }
    };
    let chart = Dots {
        title: "Ratings".to_owned(),
        description: "The rating of each agent with its 95 % interval, the best first.".to_owned(),
        axis: "Elo above the average".to_owned(),
        rows: rows(report, dot).collect(),
    };
    chart.draw()
}

/// Rows and columns of tables of cells, the best first: in a gauntlet the tested agents and the field.
fn crossing(report: &Report) -> (Vec<usize>, Vec<usize>) {
    let is_tested = |&number: &usize| number < report.spec.tested();
    let best = |numbers: Vec<usize>| numbers.into_iter().take(CROSSED).collect();
    match report.spec.format() {
        TournamentFormat::Gauntlet => {
            let (tested, field) = report.order.iter().copied().partition(is_tested);
            (best(tested), best(field))
        }
        _ => (best(report.order.clone()), best(report.order.clone())),
    }
}

/// Whether tables of cells have no room for everybody.
pub(super) fn is_crowded(report: &Report) -> bool {
    let (rows, columns) = crossing(report);
    match report.spec.format() {
        TournamentFormat::Gauntlet => rows.len() + columns.len() < report.order.len(),
        _ => rows.len() < report.order.len(),
    }
}

/// Who beat whom.
pub(super) fn crosstable(report: &Report) -> Drawing {
    let (rows, columns) = crossing(report);
    let cell = |encounter: Encounter| {
        let Encounter { players: [row, column], pairs, corrected, .. } = encounter;
        let value = pairs.score()?;
        let Pairs { won, split, lost } = pairs;
        let title = format!(
            "{} against {}: {}; pairs won {won}, split {split}, lost {lost}; 95 % interval {}; corrected p {}",
            name(report, row),
            name(report, column),
            percent(value),
            percents(pairs.interval(Z95)),
            probability(corrected),
        );
        Some(Cell { value, text: format!("{:.0}", 100.0 * value), title })
    };
    let cells = |&row: &usize| {
        let cell = |&column: &usize| report.encounter(row, column).and_then(cell);
        columns.iter().map(cell).collect()
    };
    let total = |&row: &usize| {
        let pairs = report.standings[row].pairs;
        let value = pairs.score()?;
        let interval = percents(pairs.interval(Z95));
        let title = format!("{}: {}; 95 % interval {interval}", name(report, row), percent(value));
        Some(Cell { value, text: format!("{:.1}", 100.0 * value), title })
    };
    let total = Margin { heading: "all".to_owned(), cells: rows.iter().map(total).collect() };
    let chart = Heatmap {
        title: "Crosstable".to_owned(),
        description: "The share of games that the agent of the row won against that of the column."
            .to_owned(),
        measure: "games won by the row".to_owned(),
        cells: rows.iter().map(cells).collect(),
        margins: vec![total],
        rows: names(report, &rows),
        columns: names(report, &columns),
    };
    chart.draw()
}

/// How probable it is that one is better than another.
pub(super) fn superiority(report: &Report) -> Drawing {
    let (rows, columns) = crossing(report);
    let cells = |&row: &usize| {
        let cell = |&column: &usize| {
            let value = report.superiority[row][column];
            let text = match 100.0 * value {
                percent if percent < 1.0 => "<1".to_owned(),
                percent if percent > 99.0 => ">99".to_owned(),
                percent => format!("{percent:.0}"),
            };
            let better = format!("{} better than {}", name(report, row), name(report, column));
            let title = format!("{better}: {}", chance(value));
            (row != column).then_some(Cell { value, text, title })
        };
        columns.iter().map(cell).collect()
    };
    let chart = Heatmap {
        title: "Who is better".to_owned(),
        description:
            "How probable it is that the agent of the row is better than that of the column."
                .to_owned(),
        measure: "row is better".to_owned(),
        cells: rows.iter().map(cells).collect(),
        margins: Vec::new(),
        rows: names(report, &rows),
        columns: names(report, &columns),
    };
    chart.draw()
}

/// Ratings of the best as games came in.
pub(super) fn progress(report: &Report) -> Drawing {
    let series = |&number: &usize| {
        let point = |moment: &super::Moment| LinePoint {
            x: moment.games as f64,
            y: Some(moment.ratings[number]),
            interval: None,
        };
        Series { label: name(report, number), points: report.progress.iter().map(point).collect() }
    };
    let chart = Lines {
        title: "Ratings as games came in".to_owned(),
        description: "The ratings of the best agents after so many games.".to_owned(),
        x_axis: "games of the run".to_owned(),
        y_axis: "Elo".to_owned(),
        series: report.order.iter().take(TRACED).map(series).collect(),
        ..Lines::default()
    };
    chart.draw()
}

/// A sequential test between its bounds.
pub(super) fn test(report: &Report) -> Option<Drawing> {
    let test = report.test.as_ref()?;
    let ((elo0, elo1), (low, high)) = (test.sprt.elo(), test.sprt.bounds());
    let point =
        |&(pairs, llr): &(usize, f64)| LinePoint { x: pairs as f64, y: Some(llr), interval: None };
    let reference = |label: String, value| Reference { label, value };
    let chart = Lines {
        title: "Sequential test".to_owned(),
        description: "The logarithm of the likelihood ratio after so many pairs, and its bounds."
            .to_owned(),
        x_axis: "pairs".to_owned(),
        y_axis: "log-likelihood ratio".to_owned(),
        series: vec![Series {
            label: String::new(),
            points: test.path.iter().map(point).collect(),
        }],
        references: vec![
            reference(format!("accepted: rather {elo1} than {elo0}"), high),
            reference(format!("rejected: rather {elo0} than {elo1}"), low),
        ],
        ..Lines::default()
    };
    Some(chart.draw())
}

/// Wins as White and as Black.
pub(super) fn colors(report: &Report) -> Drawing {
    let bar = |label, standing: &Standing| {
        let (white, black) = (standing.as_white.part(), standing.as_black.part());
        let note = white
            .zip(black)
            .map(|(white, black)| format!("{:.0} % and {:.0} %", 100.0 * white, 100.0 * black));
        Bar {
            label,
            value: white.map(|white| 100.0 * white),
            other: black.map(|black| 100.0 * black),
            interval: None,
            note: note.unwrap_or_default(),
        }
    };
    let chart = Bars {
        title: "Wins as White and as Black".to_owned(),
        description: "The share of games that each agent won as White and as Black.".to_owned(),
        axis: "games won, in percent".to_owned(),
        value_name: "as White".to_owned(),
        other_name: "as Black".to_owned(),
        rows: rows(report, bar).collect(),
    };
    chart.draw()
}

/// How each agent lost, unless nobody lost but by having no move.
pub(super) fn losses(report: &Report) -> Option<Drawing> {
    let stack = |label, standing: &Standing| Stack {
        label,
        counts: standing.losses.to_vec(),
        note: grouped(standing.losses.iter().sum()),
    };
    let chart = Stacks {
        title: "How agents lost".to_owned(),
        description: "The games that each agent lost, by the reason.".to_owned(),
        axis: "games lost".to_owned(),
        parts: Termination::ALL.iter().map(|&why| end(why).to_owned()).collect(),
        rows: rows(report, stack).collect(),
    };
    let has_others = Termination::ALL
        .iter()
        .zip(report.ends)
        .any(|(&end, count)| end != Termination::NoMoves && count > 0);
    has_others.then(|| chart.draw())
}

/// Nodes a move.
pub(super) fn nodes(report: &Report) -> Drawing {
    let value = |standing: &Standing| standing.per_move().map(|(nodes, _)| nodes);
    let bars = bars(report, value, |nodes| grouped(nodes.round() as u64));
    let chart = Bars {
        title: "Nodes a move".to_owned(),
        description: "Positions that each agent looked at for a move, on average.".to_owned(),
        axis: "nodes a move".to_owned(),
        rows: bars,
        ..Bars::default()
    };
    chart.draw()
}

/// Time a move.
pub(super) fn times(report: &Report) -> Drawing {
    let value = |standing: &Standing| standing.per_move().map(|(_, seconds)| 1000.0 * seconds);
    let bars = bars(report, value, |milliseconds| mean_time(milliseconds / 1000.0));
    let chart = Bars {
        title: "Time a move".to_owned(),
        description: "The time that each agent took for a move, on average.".to_owned(),
        axis: "milliseconds a move".to_owned(),
        rows: bars,
        ..Bars::default()
    };
    chart.draw()
}

fn bars(
    report: &Report,
    value: fn(&Standing) -> Option<f64>,
    shown: fn(f64) -> String,
) -> Vec<Bar> {
    let bar = |label, standing| {
        let value = value(standing);
        Bar { label, value, note: value.map(shown).unwrap_or_default(), ..Bar::default() }
    };
    rows(report, bar).collect()
}
