//! Every trial of a search as a line of CSV.

use lastknight::stats::Z95;

use crate::report::csv::csv;
use crate::report::figures::{Figure, Named, named, share, table};
use crate::tune::{Outcome, Plan, PlayedTrial};

/// A line of names, then a trial a line.
pub(super) fn trials(plan: &Plan, outcome: &Outcome) -> String {
    let rows = (1..).zip(&outcome.rounds).flat_map(|(round, played)| {
        played.trials.iter().enumerate().map(move |(at, trial)| row(plan, (round, at), trial))
    });
    csv(&table(rows))
}

fn row(plan: &Plan, (round, at): (usize, usize), played: &PlayedTrial) -> Named {
    let PlayedTrial { trial, agent, rival, pairs } = played;
    let seed = Figure::Count(plan.round_seed(round, at));
    let mut figures = vec![named("round", Figure::Count(round as u64)), named("seed", seed)];
    for (prefix, point) in [("value", Some(&trial.point)), ("rival", trial.rival.as_ref())] {
        for (parameter, value) in plan.space.parameters().iter().zip(point.into_iter().flatten()) {
            figures.push((format!("{prefix}_{}", parameter.name()), Figure::Number(*value)));
        }
    }
    figures.push(named("agent", Figure::Text(agent.clone())));
    let rival = rival.clone().map_or(Figure::Nothing, Figure::Text);
    figures.push(named("rival", rival));
    let (low, high) = pairs.interval(Z95);
    let known = |value: f64| share((pairs.count() > 0).then_some(value));
    figures.extend([
        named("games", Figure::Count(2 * pairs.count())),
        named("wins", Figure::Count(2 * pairs.won + pairs.split)),
        named("pairs_won", Figure::Count(pairs.won)),
        named("pairs_split", Figure::Count(pairs.split)),
        named("pairs_lost", Figure::Count(pairs.lost)),
        named("score", share(pairs.score())),
        named("score_low", known(low)),
        named("score_high", known(high)),
    ]);
    figures
}
