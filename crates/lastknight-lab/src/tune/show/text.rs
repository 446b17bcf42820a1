//! A search for the terminal, in at most 100 columns.

use lastknight::stats::{Pairs, Z95};

use super::{facts, values, winner};
use crate::tune::{Method, Outcome, Plan, Retest};
use crate::words::{grouped, percent, shortened};

/// The widest line, in characters.
const WIDEST: usize = 100;

/// The widest text of a point in a table.
const POINT: usize = 46;

/// The most lines of a table.
const MOST: usize = 20;

/// All of it: what was searched, the points that were tried, the winner and its re-test.
#[must_use]
pub fn text(plan: &Plan, outcome: &Outcome) -> String {
    let mut text = String::new();
    for (fact, value) in facts(plan, outcome) {
        text += &format!("{fact:<12}{}\n", shortened(&value, WIDEST - 12));
    }
    text.push('\n');
    text += &if plan.has_rivals() { iterations(plan, outcome) } else { points(plan, outcome) };
    text += &format!("\nwinner  {}\n", shortened(&winner(plan, outcome), WIDEST - 8));
    if outcome.winner != outcome.start {
        text += &format!("        {}\n", shortened(&outcome.winner, WIDEST - 8));
    }
    if let Some(retest) = &outcome.retest {
        text += &format!("\n{}", tested(retest));
    }
    text
}

/// The points that played the field, the best first.
fn points(plan: &Plan, outcome: &Outcome) -> String {
    let points = outcome.points();
    let shown = points.iter().take(MOST);
    let names: Vec<String> = shown.map(|point| values(plan, point.point)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let width = width.clamp(5, POINT);
    let mut text = format!(
        "{:>4}  {:<width$}{:>9}{:>16}{:>9}{:>7}\n",
        "rank", "point", "score", "95 % interval", "games", "round"
    );
    for (rank, (point, name)) in (1..).zip(points.iter().zip(&names)) {
        let (low, high) = point.pairs.interval(Z95);
        let mark = if point.agent == outcome.start { "  start" } else { "" };
        text += &format!(
            "{rank:>4}  {:<width$}{:>9}{:>16}{:>9}{:>7}{mark}\n",
            shortened(name, width),
            point.pairs.score().map_or("-".to_owned(), percent),
            format!("{:.1} - {:.1}", 100.0 * low, 100.0 * high),
            grouped(2 * point.pairs.count()),
            point.round,
        );
    }
    if points.len() > MOST {
        text += &format!("      and {} more\n", grouped((points.len() - MOST) as u64));
    }
    if matches!(plan.method, Method::Cmaes(_)) {
        text += "each round has its own openings: scores of different rounds cannot be compared\n";
    }
    text
}

/// Where the point was on the way, at some iterations from the first to the last.
fn iterations(plan: &Plan, outcome: &Outcome) -> String {
    let count = outcome.rounds.len();
    let width = WIDEST - 30;
    let mut text = format!("{:>9}  {:<12}point after it\n", "iteration", "match");
    let step = count.div_ceil(MOST).max(1);
    for (number, round) in (1..).zip(&outcome.rounds) {
        if number % step != 0 && number != count {
            continue;
        }
        let scores = round.trials.iter().map(|trial| percent(trial.score()));
        let scores = shortened(&scores.collect::<Vec<_>>().join(" "), 11);
        text +=
            &format!("{number:>9}  {scores:<12}{}\n", shortened(&values(plan, &round.best), width));
    }
    text
}

/// What the re-test says.
fn tested(retest: &Retest) -> String {
    let mut text = "re-test, from other openings:\n".to_owned();
    let line = |name: &str, pairs: Pairs| {
        let (low, high) = pairs.interval(Z95);
        format!(
            "  {name:<58}{:>9}{:>16}{:>9}\n",
            pairs.score().map_or("-".to_owned(), percent),
            format!("{:.1} - {:.1}", 100.0 * low, 100.0 * high),
            grouped(2 * pairs.count()),
        )
    };
    text += &format!("  {:<58}{:>9}{:>16}{:>9}\n", "", "score", "95 % interval", "games");
    text += &line("winner against start", retest.pairs);
    for result in &retest.field {
        let name = |who: &str| shortened(&format!("{who} against {}", result.agent), 57);
        text += &line(&name("winner"), result.winner);
        text += &line(&name("start"), result.start);
    }
    text + &format!("  {}\n", retest.verdict())
}
