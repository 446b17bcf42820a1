//! A search for the terminal.

use super::{facts, tables, winner};
use crate::format::{grouped, shortened};
use crate::tune::{Method, TunePlan, TuneResult};

/// The largest number of points in the table.
const MOST: usize = 20;

/// Returns the conditions, the points, the winner and its re-test, in lines of this width.
#[must_use]
pub fn text(plan: &TunePlan, outcome: &TuneResult, width: usize) -> String {
    let mut text = String::new();
    for (fact, value) in facts(plan, outcome) {
        text += &format!("{fact:<12}{}\n", shortened(&value, width.saturating_sub(12)));
    }
    text.push('\n');
    text += &match plan.has_rivals() {
        true => tables::iterations(plan, outcome).text(width),
        false => points(plan, outcome, width),
    };
    text += &format!("\nwinner  {}\n", shortened(&winner(plan, outcome), width.saturating_sub(8)));
    if outcome.winner != outcome.start {
        text += &format!("        {}\n", shortened(&outcome.winner, width.saturating_sub(8)));
    }
    if let Some(retest) = &outcome.retest {
        let table = tables::tested(retest).text(width);
        text += &format!("\nre-test, from other openings:\n{table}  {}\n", retest.verdict());
    }
    text
}

/// The points that played the field, best first.
fn points(plan: &TunePlan, outcome: &TuneResult, width: usize) -> String {
    let mut text = tables::points(plan, outcome, MOST).text(width);
    let left_out = outcome.points().len().saturating_sub(MOST);
    if left_out > 0 {
        text += &format!("      and {} more\n", grouped(left_out as u64));
    }
    if matches!(plan.method, Method::Cmaes(_)) {
        text += "each round has its own openings: scores of different rounds cannot be compared\n";
    }
    text
}
