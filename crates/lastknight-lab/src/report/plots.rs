//! The charts of a report.

use lastknight::Termination;
use lastknight::stats::{Pairs, Z95};

use super::{PairingResult, RatingSnapshot, Report, Standing};
use crate::chart::{
    Bar, Bars, Drawing, Heatmap, HeatmapCell, LinePoint, Lines, Margin, Reference, Series, Stack,
    Stacks,
};
use crate::format::{chance, date, elo, end, grouped, mean_time, percent, percents, probability};
use crate::spec::TournamentFormat;

/// The most rows and columns of a heatmap.
pub(super) const CROSSED: usize = 30;

/// The most lines that can be told apart.
pub(super) const TRACED: usize = 10;

/// Returns a row for each entrant, the best first.
fn rows<'a, T>(report: &'a Report, row: impl Fn(String, &'a Standing) -> T) -> Vec<T> {
    let row = |&number: &usize| row(report.name(number).to_owned(), &report.standings[number]);
    report.order.iter().map(row).collect()
}

/// Draws the ratings with their errors, one for each row of the standings, and returns the ends of their axis.
pub(super) fn ratings(report: &Report) -> (Vec<Drawing>, (f64, f64)) {
    let dot = |label, standing: &Standing| {
        if standing.pairs.count() == 0 {
            return Bar { label, ..Bar::default() };
        }
        let rating = standing.rating;
        let note = format!("{} ± {:.0}", elo(rating.elo), rating.error);
        let interval = Some((rating.low, rating.high));
        Bar { label, value: Some(rating.elo), interval, other: None, note }
    };
    let chart = Bars {
        title: "Ratings".to_owned(),
        description: "Rating of each agent with its 95 % interval, the best first.".to_owned(),
        axis: "Elo relative to the mean".to_owned(),
        rows: rows(report, dot),
        ..Bars::default()
    };
    chart.draw_strips()
}

/// Returns the rows and columns of heatmaps, the best first: in a gauntlet the tested agents and the field.
fn crossing(report: &Report) -> [Vec<usize>; 2] {
    let (tested, field): (Vec<usize>, Vec<usize>) =
        report.order.iter().partition(|&&number| number < report.spec.tested());
    match report.spec.format() {
        TournamentFormat::Gauntlet => [tested, field],
        _ => [report.order.clone(), report.order.clone()],
    }
}

/// Returns whether heatmaps have no room for all agents.
pub(super) fn is_crowded(report: &Report) -> bool {
    crossing(report).iter().any(|agents| agents.len() > CROSSED)
}

/// Returns a heatmap of the best agents, with the total of each row if there is one.
fn heatmap(
    report: &Report,
    cell: impl Fn(usize, usize) -> Option<HeatmapCell>,
    total: impl Fn(usize) -> Option<HeatmapCell>,
) -> Heatmap {
    let [mut rows, mut columns] = crossing(report);
    rows.truncate(CROSSED);
    columns.truncate(CROSSED);
    let cells = |&row: &usize| columns.iter().map(|&column| cell(row, column)).collect();
    let names = |of: &[usize]| of.iter().map(|&number| report.name(number).to_owned()).collect();
    let totals: Vec<_> = rows.iter().map(|&row| total(row)).collect();
    let has_totals = totals.iter().any(Option::is_some);
    let margin = Margin { heading: "all".to_owned(), cells: totals };
    Heatmap {
        cells: rows.iter().map(cells).collect(),
        margins: has_totals.then_some(margin).into_iter().collect(),
        rows: names(&rows),
        columns: names(&columns),
        ..Heatmap::default()
    }
}

/// Draws the crosstable.
pub(super) fn crosstable(report: &Report) -> Drawing {
    let cell = |row: usize, column: usize| {
        let PairingResult { pairs, .. } = report.pairing(row, column)?;
        let value = pairs.score()?;
        let Pairs { won, split, lost } = pairs;
        let title = format!(
            "{} against {}: {}; pairs won {won}, split {split}, lost {lost}; 95 % interval {}",
            report.name(row),
            report.name(column),
            percent(value),
            percents(pairs.interval(Z95)),
        );
        Some(HeatmapCell { value, text: format!("{:.0}", 100.0 * value), title })
    };
    let total = |row: usize| {
        let pairs = report.standings[row].pairs;
        let value = pairs.score()?;
        let interval = percents(pairs.interval(Z95));
        let title = format!("{}: {}; 95 % interval {interval}", report.name(row), percent(value));
        Some(HeatmapCell { value, text: format!("{:.1}", 100.0 * value), title })
    };
    let chart = Heatmap {
        title: "Crosstable".to_owned(),
        description: "Share of games that the agent of the row won against that of the column."
            .to_owned(),
        measure: "games won by the row".to_owned(),
        ..heatmap(report, cell, total)
    };
    chart.draw()
}

/// Draws the differences of ratings, coloured where agents are told apart.
pub(super) fn differences(report: &Report) -> Drawing {
    let cell = |row: usize, column: usize| {
        let [this, other] = [row, column].map(|number| report.standings[number].rating.elo);
        let is_apart = report.is_apart(row, column);
        let value = if is_apart { report.superiority[row][column] } else { 0.5 };
        let (better, worse) = (report.name(row), report.name(column));
        let verdict = if is_apart { "told apart" } else { "not told apart" };
        let (sure, p) = (chance(report.superiority[row][column]), report.corrected[row][column]);
        let p = probability(p);
        let title = format!("{better} better than {worse}: {sure}; corrected p {p}: {verdict}");
        (row != column).then_some(HeatmapCell { value, text: elo(this - other), title })
    };
    let chart = Heatmap {
        title: "Rating differences".to_owned(),
        description:
            "Rating of the row minus that of the column, coloured if the two are told apart."
                .to_owned(),
        measure: "probability that the row is better, if told apart".to_owned(),
        ..heatmap(report, cell, |_| None)
    };
    chart.draw()
}

/// Draws the ratings of earlier runs with this name, if there are enough.
pub(super) fn history(report: &Report) -> Option<Drawing> {
    let begin = report.history.first().filter(|_| report.history.len() >= 2)?;
    let series = |&number: &usize| {
        let past = report.history.iter().map(|past| {
            let agent = past.agents.iter().find(|agent| agent.name == report.name(number));
            let y = agent.map(|agent| agent.rating);
            LinePoint { x: past.day - begin.day, y, interval: None }
        });
        let now = point(report.day - begin.day, report.standings[number].rating.elo);
        Series { label: report.name(number).to_owned(), points: past.chain([now]).collect() }
    };
    let chart = Lines {
        title: "History".to_owned(),
        description: "Ratings of the best agents in this run and earlier ones.".to_owned(),
        x_axis: format!("days since {}", date(&begin.played)),
        y_axis: "Elo".to_owned(),
        has_marks: true,
        series: report.order.iter().take(TRACED).map(series).collect(),
        ..Lines::default()
    };
    Some(chart.draw())
}

/// Draws the ratings of the best agents during the run.
pub(super) fn progress(report: &Report) -> Drawing {
    let series = |&number: &usize| {
        let point =
            |snapshot: &RatingSnapshot| point(snapshot.games as f64, snapshot.ratings[number]);
        let points = report.progress.iter().map(point).collect();
        Series { label: report.name(number).to_owned(), points }
    };
    let chart = Lines {
        title: "Rating history".to_owned(),
        description: "Ratings of the best agents by the number of games played.".to_owned(),
        x_axis: "games played".to_owned(),
        y_axis: "Elo".to_owned(),
        series: report.order.iter().take(TRACED).map(series).collect(),
        ..Lines::default()
    };
    chart.draw()
}

fn point(x: f64, y: f64) -> LinePoint {
    LinePoint { x, y: Some(y), interval: None }
}

/// Draws a sequential test between its bounds.
pub(super) fn test(report: &Report) -> Option<Drawing> {
    let test = report.test.as_ref()?;
    let ((elo0, elo1), (low, high)) = (test.sprt.elo(), test.sprt.bounds());
    let points = test.path.iter().map(|&(pairs, llr)| point(pairs as f64, llr)).collect();
    let reference = |label: String, value| Reference { label, value };
    let chart = Lines {
        title: "Sequential test".to_owned(),
        description: "Log-likelihood ratio by the number of pairs, and its bounds.".to_owned(),
        x_axis: "pairs".to_owned(),
        y_axis: "log-likelihood ratio".to_owned(),
        series: vec![Series { label: String::new(), points }],
        references: vec![
            reference(format!("accepted: {elo1} rather than {elo0}"), high),
            reference(format!("rejected: {elo0} rather than {elo1}"), low),
        ],
        ..Lines::default()
    };
    Some(chart.draw())
}

/// Draws the wins as White and as Black.
pub(super) fn colors(report: &Report) -> Drawing {
    let bar = |label, standing: &Standing| {
        let [value, other] =
            [standing.as_white, standing.as_black].map(|wins| wins.part().map(|part| 100.0 * part));
        let note = value.zip(other).map(|(white, black)| format!("{white:.0} % / {black:.0} %"));
        Bar { label, value, other, interval: None, note: note.unwrap_or_default() }
    };
    let chart = Bars {
        title: "Wins by colour".to_owned(),
        description: "Share of games that each agent won as White and as Black.".to_owned(),
        axis: "games won, in percent".to_owned(),
        value_name: "as White".to_owned(),
        other_name: "as Black".to_owned(),
        rows: rows(report, bar),
    };
    chart.draw()
}

/// Draws how each agent lost, unless every loser had no move left.
pub(super) fn losses(report: &Report) -> Option<Drawing> {
    let stack = |label, standing: &Standing| Stack {
        label,
        counts: standing.losses.to_vec(),
        note: grouped(standing.losses.iter().sum()),
    };
    let chart = Stacks {
        title: "Losses by reason".to_owned(),
        description: "Games that each agent lost, by reason.".to_owned(),
        axis: "games lost".to_owned(),
        parts: Termination::ALL.iter().map(|&why| end(why).to_owned()).collect(),
        rows: rows(report, stack),
    };
    let has_others = Termination::ALL
        .iter()
        .zip(report.ends)
        .any(|(&end, count)| end != Termination::NoMoves && count > 0);
    has_others.then(|| chart.draw())
}

/// Draws the nodes per move.
pub(super) fn nodes(report: &Report) -> Drawing {
    let chart = Bars {
        title: "Nodes per move".to_owned(),
        description: "Positions that each agent visited per move, on average.".to_owned(),
        axis: "nodes per move".to_owned(),
        rows: bars(report, |(nodes, _)| (nodes, grouped(nodes.round() as u64))),
        ..Bars::default()
    };
    chart.draw()
}

/// Draws the time per move.
pub(super) fn times(report: &Report) -> Drawing {
    let chart = Bars {
        title: "Time per move".to_owned(),
        description: "Time of each agent per move, on average.".to_owned(),
        axis: "milliseconds per move".to_owned(),
        rows: bars(report, |(_, seconds)| (1000.0 * seconds, mean_time(seconds))),
        ..Bars::default()
    };
    chart.draw()
}

/// Returns a bar for each agent, from the nodes and seconds of a move.
fn bars(report: &Report, value: fn((f64, f64)) -> (f64, String)) -> Vec<Bar> {
    let bar = |label, standing: &Standing| {
        let (value, note) = standing.per_move().map(value).unzip();
        Bar { label, value, note: note.unwrap_or_default(), ..Bar::default() }
    };
    rows(report, bar)
}
