//! The figures of a report for programs, in full precision: the CSV files and the sheets of the workbook have the same.

use lastknight::Termination;
use lastknight::stats::{Estimate, Pairs, Share, Z95};

use super::{Encounter, Report, Standing};

/// A table of figures.
pub(crate) struct Figures {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<Figure>>,
}

/// What stands in a place of [`Figures`].
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Figure {
    Text(String),
    Count(u64),
    Number(f64),
    /// A share of one.
    Share(f64),
    /// A probability that may be very small.
    Chance(f64),
    Nothing,
}

/// Figures under the names of their columns.
pub(crate) type Named = Vec<(String, Figure)>;

pub(crate) fn named(name: &str, figure: Figure) -> (String, Figure) {
    (name.to_owned(), figure)
}

pub(crate) fn number(number: Option<f64>) -> Figure {
    number.map_or(Figure::Nothing, Figure::Number)
}

pub(crate) fn share(share: Option<f64>) -> Figure {
    share.map_or(Figure::Nothing, Figure::Share)
}

/// An entrant a row, the best first.
pub(super) fn standings(report: &Report) -> Figures {
    let rows = (1..).zip(&report.order).map(|(rank, &number)| standing(report, rank, number));
    table(rows)
}

fn standing(report: &Report, rank: u64, at: usize) -> Named {
    let entrant = &report.spec.entrants()[at];
    let standing = &report.standings[at];
    let Standing { pairs, rating, as_white, as_black, oracle, losses, .. } = *standing;
    let games = 2 * pairs.count();
    let (low, high) = pairs.interval(Z95);
    let known = |value: f64| (games > 0).then_some(value);
    let oracle_interval = oracle.map(|oracle| oracle.interval(Z95));
    let count = |count: Option<u64>| count.map_or(Figure::Nothing, Figure::Count);
    let mut figures = vec![
        named("rank", Figure::Count(rank)),
        named("name", Figure::Text(entrant.name.clone())),
        named("agent", Figure::Text(entrant.agent.to_string())),
        named("rating", number(known(rating.elo))),
        named("rating_low", number(known(rating.low))),
        named("rating_high", number(known(rating.high))),
        named("score", share(pairs.score())),
        named("score_low", share(known(low))),
        named("score_high", share(known(high))),
        named("games", Figure::Count(games)),
        named("wins", Figure::Count(as_white.hits + as_black.hits)),
        named("games_as_white", Figure::Count(as_white.of)),
        named("wins_as_white", Figure::Count(as_white.hits)),
        named("games_as_black", Figure::Count(as_black.of)),
        named("wins_as_black", Figure::Count(as_black.hits)),
        named("pairs_won", Figure::Count(pairs.won)),
        named("pairs_split", Figure::Count(pairs.split)),
        named("pairs_lost", Figure::Count(pairs.lost)),
        named("oracle_asked", count(oracle.map(|oracle| oracle.of))),
        named("oracle_kept", count(oracle.map(|oracle| oracle.hits))),
        named("oracle", share(oracle.and_then(Share::part))),
        named("oracle_low", share(oracle_interval.map(|(low, _)| low))),
        named("oracle_high", share(oracle_interval.map(|(_, high)| high))),
        named("moves", Figure::Count(standing.effort.moves)),
        named("nodes_per_move", number(standing.per_move().map(|(nodes, _)| nodes))),
        named("seconds_per_move", number(standing.per_move().map(|(_, seconds)| seconds))),
    ];
    for (end, count) in Termination::ALL.iter().zip(losses) {
        let name = format!("lost_by_{}", end.name().replace('-', "_"));
        figures.push((name, Figure::Count(count)));
    }
    figures
}

/// A pairing a row, in the order of the specification, as the first of the two sees it.
pub(super) fn pairings(report: &Report) -> Figures {
    table(report.encounters.iter().map(|encounter| pairing(report, encounter)))
}

fn pairing(report: &Report, encounter: &Encounter) -> Named {
    let Encounter { players, pairs, p_value, corrected } = *encounter;
    let [first, second] = players.map(|at| report.spec.entrants()[at].name.clone());
    let games = 2 * pairs.count();
    let (low, high) = pairs.interval(Z95);
    let known = |value: f64| (games > 0).then_some(value);
    let mut figures = vec![
        named("first", Figure::Text(first)),
        named("second", Figure::Text(second)),
        named("games", Figure::Count(games)),
        named("wins", Figure::Count(2 * pairs.won + pairs.split)),
        named("pairs_won", Figure::Count(pairs.won)),
        named("pairs_split", Figure::Count(pairs.split)),
        named("pairs_lost", Figure::Count(pairs.lost)),
        named("score", share(pairs.score())),
        named("score_low", share(known(low))),
        named("score_high", share(known(high))),
    ];
    let estimates = [("elo", pairs.elo(Z95)), ("normalized_elo", pairs.normalized_elo(Z95))];
    for (name, estimate) in estimates {
        let figure = |of: fn(Estimate) -> f64| number(estimate.map(of));
        figures.push((name.to_owned(), figure(|estimate| estimate.value)));
        figures.push((format!("{name}_low"), figure(|estimate| estimate.low)));
        figures.push((format!("{name}_high"), figure(|estimate| estimate.high)));
    }
    let chance = |value: f64| known(value).map_or(Figure::Nothing, Figure::Chance);
    figures.push(named("superiority", share(known(pairs.superiority()))));
    figures.push(named("p_value", chance(p_value)));
    figures.push(named("corrected_p_value", chance(corrected)));
    figures
}

/// The score of the row against the column, the best first.
pub(super) fn crosstable(report: &Report) -> Figures {
    let name = |at: usize| report.spec.entrants()[at].name.clone();
    let row = |&row: &usize| {
        let cell = |&column: &usize| {
            (name(column), share(report.pairs(row, column).and_then(Pairs::score)))
        };
        let first = [("agent".to_owned(), Figure::Text(name(row)))];
        first.into_iter().chain(report.order.iter().map(cell)).collect()
    };
    table(report.order.iter().map(row))
}

/// Rows that all have the same columns.
pub(crate) fn table(rows: impl Iterator<Item = Named>) -> Figures {
    let mut columns = Vec::new();
    let rows = rows.map(|row| {
        let (names, figures): (Vec<_>, Vec<_>) = row.into_iter().unzip();
        columns = names;
        figures
    });
    let rows = rows.collect();
    Figures { columns, rows }
}
