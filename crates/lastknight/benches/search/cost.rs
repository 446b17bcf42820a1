//! The same trees where a node costs more: what a look-up saves depends on what it stands beside.

use crate::side_by_side::markdown;
use crate::{nodes, positions, race_agents};

/// Evaluations that are all worth `n - n'`, and work out something in vain.
const COSTS: [&str; 4] = [
    "n - n'",
    "n - n' + 0*terr",
    "n - n' + 0*drill",
    "n - n' + 0*(drill(5) + drill(6) + drill(7))",
];

const SEARCHES: [&str; 3] = ["deepen=on", "order=full", "order=best"];

pub(crate) fn print() {
    let positions = positions::at("7x7", 6, 8);
    let rows = COSTS.map(|formula| {
        let texts = SEARCHES.map(|search| format!("alphabeta(\"{formula}\", {search})"));
        let runs = race_agents(&texts, 3, |agent| nodes(agent, &positions, 9));
        let ratios = runs[1..].iter().flat_map(|own| {
            let nodes = own.done as f64 / runs[0].done as f64;
            [nodes, own.time(&runs[0])].map(|ratio| format!("{ratio:.2}"))
        });
        let cost = format!("{:.0}", 1e9 / runs[0].rate());
        [format!("`{formula}`"), cost].into_iter().chain(ratios).collect()
    });
    let head =
        ["evaluation", "ns a node", "`order=full`, nodes", "time", "`order=best`, nodes", "time"];
    markdown::table(&head, rows);
}
