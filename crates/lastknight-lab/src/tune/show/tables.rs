//! The tables of a search: for pages, the terminal and CSV.

use lastknight::stats::Pairs;

use crate::document::{DataCell, DataColumn, DataTable, WIDEST, figures, numbers, words};
use crate::format::{percent, shortened};
use crate::tune::{PlayedPoint, Retest, TunePlan, TuneResult};

/// The widest text of a point in the terminal.
const POINT: usize = 46;

/// The widest text of two opponents in the terminal.
const WHO: usize = 57;

/// The largest number of iterations in the terminal.
const ITERATIONS: usize = 20;

fn score() -> DataColumn {
    numbers("score").note("95 % interval").in_terminal(9).interval_apart(16)
}

/// The best points that played the field.
pub(super) fn points(plan: &TunePlan, outcome: &TuneResult, most: usize) -> DataTable {
    let mark = |point: &PlayedPoint<'_>| match point.agent {
        agent if agent == outcome.winner => "winner",
        agent if agent == outcome.start => "start",
        _ => "",
    };
    DataTable::of("Points", (1_usize..).zip(outcome.points()).take(most))
        .column(numbers("rank").in_terminal(4), |row| row.0)
        .column(words("point").in_terminal(5).at_most(POINT).after(2), |(_, point)| {
            DataCell::from(plan.space.label(point.point)).with_note(mark(point))
        })
        .column(score(), |(_, point)| DataCell::score(point.pairs))
        .column(numbers("games").in_terminal(9), |(_, point)| 2 * point.pairs.count())
        .column(numbers("round").in_terminal(7), |(_, point)| point.round)
        .column(words("").only_in_terminal(0).after(2), |(_, point)| {
            if point.agent == outcome.start { "start" } else { "" }
        })
        .finish()
}

/// The best point after some of the iterations, including the last.
pub(super) fn iterations(plan: &TunePlan, outcome: &TuneResult) -> DataTable {
    let count = outcome.rounds.len();
    let step = count.div_ceil(ITERATIONS).max(1);
    let is_shown = |&(number, _): &(usize, _)| number % step == 0 || number == count;
    DataTable::of("Iterations", (1..).zip(&outcome.rounds).filter(is_shown))
        .column(numbers("iteration").only_in_terminal(9), |row| row.0)
        .column(words("match").only_in_terminal(12).after(2), |(_, round)| {
            let scores = round.trials.iter().map(|trial| percent(trial.score()));
            shortened(&scores.collect::<Vec<_>>().join(" "), 11)
        })
        .column(words("point after it").only_in_terminal(0).at_most(WIDEST - 30), |(_, round)| {
            plan.space.label(&round.best)
        })
        .finish()
}

/// The results of the re-test.
pub(super) fn tested(retest: &Retest) -> DataTable {
    let mut rows: Vec<(&str, &str, Pairs)> = vec![("winner", "start", retest.pairs)];
    for result in &retest.field {
        rows.push(("winner", &result.agent, result.winner));
        rows.push(("start", &result.agent, result.start));
    }
    DataTable::of("Re-test", rows)
        .column(words("").only_in_terminal(WHO + 1).after(2), |(who, against, _)| {
            shortened(&format!("{who} against {against}"), WHO)
        })
        .column(words("who"), |row| row.0)
        .column(words("against"), |row| row.1)
        .column(score(), |row| DataCell::score(row.2))
        .column(numbers("games").in_terminal(9), |row| 2 * row.2.count())
        .finish()
}

/// Every trial, for CSV.
pub(super) fn trials(plan: &TunePlan, outcome: &TuneResult) -> DataTable {
    let trials = (1..).zip(&outcome.rounds).flat_map(|(round, played)| {
        let trials = played.trials.iter().enumerate();
        trials.map(move |(at, trial)| (round, plan.round_seed(round, at), trial))
    });
    let parameters = plan.space.parameters();
    let rivals = if plan.has_rivals() { parameters } else { &[] };
    DataTable::of("Trials", trials)
        .column(figures("round"), |row| row.0)
        .column(figures("seed"), |row| row.1)
        .columns(
            parameters.iter().enumerate(),
            |(_, parameter)| figures(format!("value_{}", parameter.name())),
            |(.., played), (at, _)| DataCell::number(played.trial.point[*at]),
        )
        .columns(
            rivals.iter().enumerate(),
            |(_, parameter)| figures(format!("rival_{}", parameter.name())),
            |(.., played), (at, _)| {
                played.trial.rival.as_ref().map(|point| DataCell::number(point[*at]))
            },
        )
        .column(figures("agent"), |(.., played)| played.agent.clone())
        .column(figures("rival"), |(.., played)| played.rival.clone())
        .pairs(|(.., played)| played.pairs)
        .finish()
}
