//! The text of a match.

use lastknight::stats::{Estimate, Pairs, Z95};
use lastknight_lab::document::{DataCell, DataTable, numbers, words};
use lastknight_lab::format::{elo, probability};
use lastknight_lab::report::{MatchSummary, text};

use crate::output::{self, grouped, named_position, shown_limits, width};

/// Describes a match; A is the first agent.
pub(super) fn text(summary: &MatchSummary<'_>) -> String {
    let [a, b] = [0, 1].map(|at| summary.report.spec.entrants()[at].agent.label());
    let conditions = summary.report.spec.conditions();
    let mut text = format!("A  {a}\nB  {b}\n\n");
    if !summary.end.is_complete {
        text += "stopped early; finished pairs count\n";
    }
    let (games, start) = (grouped(summary.games()), named_position(&conditions.start));
    text += &format!("{games} games from {start}, {}\n", conditions.source);
    let limits = shown_limits(conditions.limits);
    text += &format!("limits unless an agent has its own: {limits}\n\n");
    let different = summary.report.different_openings;
    if different < summary.report.openings {
        text += &format!("different openings: {different}; deterministic agents repeat games\n\n");
    }
    let counts = |of: [u64; 2]| of.map(DataCell::from);
    let times = summary.mean(|effort| effort.time.as_secs_f64());
    let rows = [
        ("games won", counts(summary.wins())),
        ("  as White", counts(summary.as_white)),
        ("  as Black", counts(summary.as_black)),
        ("time per move", times.map(|time| time.map(DataCell::seconds).into())),
    ];
    let table =
        DataTable::of("Games", rows).column(words("").in_terminal(14), |row| row.0).columns(
            [0, 1],
            |&at| numbers(["A", "B"][at]).in_terminal(12),
            |row, &at| row.1[at].clone(),
        );
    let failures = text::failures(summary.report, width());
    format!("{text}{}\n{failures}{}", table.finish().text(width()), conclusions(summary))
}

/// Returns score, Elo, pairs and the verdict of the test.
fn conclusions(summary: &MatchSummary<'_>) -> String {
    let Pairs { won, split, lost } = summary.pairs;
    let (Some(score), Some(length)) = (summary.pairs.score(), summary.length()) else {
        return String::new();
    };
    let (low, high) = summary.pairs.interval(Z95);
    let [score, low, high] = [score, low, high].map(|part| 100.0 * part);
    let mut text =
        format!("A scores {score:.1} %; 95 % interval over pairs: {low:.1} to {high:.1} %\n");
    if let Some(Estimate { value, low, high }) = summary.pairs.elo(Z95) {
        let [value, low, high] = [value, low, high].map(elo);
        text += &format!("{value} Elo ({low} to {high})");
        // A p-value is only valid if the number of games was fixed beforehand.
        text += &match summary.report.test {
            Some(_) => "\n".to_owned(),
            None => {
                let p = match probability(summary.report.pairings[0].p_value) {
                    small if small.starts_with('<') => format!("p {small}"),
                    p => format!("p = {p}"),
                };
                format!("; {p} for equal agents\n")
            }
        };
    }
    text += &format!("pairs: A won both games of {won}, one of {split}, none of {lost}\n");
    text += &format!("a game lasts {length:.1} plies on average\n");
    if let Some(test) = &summary.report.test {
        text += &format!("\n{}", text::test(test, width()));
    }
    text + &output::wrapped(&format!("\nverdict: {}", summary.report.verdict(["A", "B"]))) + "\n"
}
