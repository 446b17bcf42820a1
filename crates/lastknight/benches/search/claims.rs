//! The claims of report 000 on search beside what was measured.

use std::time::Duration;

use super::chosen;
use lastknight::{Limits, Position};

use crate::side_by_side::{Runs, markdown};
use crate::{agent, gained, games, nodes, positions, race_agents, saved};

/// About what the course's program looks ahead in its 150 ms.
const DEPTH: u32 = 9;

/// Positions of the start of a game.
fn openings() -> Vec<Position> {
    (2..=6).flat_map(|ply| positions::at("7x7", ply, 8)).collect()
}

pub(crate) fn print() {
    gains();
    depths();
}

/// What is claimed to be faster.
fn gains() {
    let mut rows = Vec::new();
    let mut row = |claim: &str, report: &str, own: &Runs, base: &Runs| {
        let (nodes, time) = (own.done as f64 / base.done as f64, own.time(base));
        let cells = [saved(nodes), gained(nodes), saved(time), gained(time)];
        rows.push([claim, report].map(str::to_owned).into_iter().chain(cells).collect());
    };
    let texts = [
        "alphabeta(improved, deepen=on)",
        "alphabeta(improved, order=full, ordered=1)",
        "alphabeta(improved, order=best, ordered=1)",
        "alphabeta(improved, order=full)",
        "alphabeta(improved, order=best)",
        "alphabeta(improved)",
        "alphabeta(improved, moves=unmake)",
    ];
    let openings = openings();
    let runs = race_agents(&texts, 25, |agent| nodes(agent, &openings, DEPTH));
    let games = games::at_depth(&games::games(), DEPTH);
    let (full, best) = ("55 to 70 %", "65 to 80 %");
    row("(a) all moves ordered, root only; openings", full, &runs[1], &runs[0]);
    row("the same; whole games", full, &games[2], &games[0]);
    row("(a) all moves ordered, all nodes; openings", full, &runs[3], &runs[0]);
    row("the same; whole games", full, &games[4], &games[0]);
    row("(b) best move first, root only; openings", best, &runs[2], &runs[0]);
    row("the same; whole games", best, &games[3], &games[0]);
    row("(b) best move first, all nodes; openings", best, &runs[4], &runs[0]);
    row("the same; whole games", best, &games[6], &games[0]);
    row("kept results, no order; whole games", "another 20 %", &games[1], &games[0]);
    row("kept results beside (a); whole games", "another 20 %", &games[5], &games[4]);
    row("kept results beside (b); whole games", "another 20 %", &games[7], &games[6]);
    row("make and unmake; openings", "10 %", &runs[6], &runs[5]);
    let head = ["claim", "report 000", "nodes saved", "as speed", "time saved", "as speed"];
    markdown::table(&head, rows);
}

/// How deep each rung looks within the course's 150 ms, and within the nodes that its program has
/// in that time.
fn depths() {
    const PLIES: [usize; 3] = [2, 4, 6];
    let limits = [Limits::nodes(9000), Limits::time(Duration::from_millis(150))];
    let rows = [
        "minimax(improved)",
        "alphabeta(improved)",
        "alphabeta(improved, order=full, ordered=1)",
        "alphabeta(improved, order=best, ordered=1)",
        "alphabeta(improved, order=full)",
        "alphabeta(improved, order=best)",
        "alphabeta(linear, order=best)",
        "alphabeta(mixed, order=best)",
    ]
    .map(|text| {
        let agent = agent(text);
        let cell = |limits: Limits, ply: usize| {
            let positions = positions::at("7x7", ply, if limits.nodes.is_some() { 100 } else { 5 });
            let depth = |position: &Position| chosen(&mut *agent.player(0), position, limits).depth;
            let depths: Vec<u32> = positions.iter().map(depth).collect();
            let mean = f64::from(depths.iter().sum::<u32>()) / depths.len() as f64;
            let (least, most) = (depths.iter().min(), depths.iter().max());
            format!("{mean:.1} ({}-{})", least.unwrap_or(&0), most.unwrap_or(&0))
        };
        let cells = limits.into_iter().flat_map(|limits| PLIES.map(|ply| cell(limits, ply)));
        std::iter::once(format!("`{text}`")).chain(cells).collect()
    });
    let head = [
        "depth reached on 7x7",
        "9,000 nodes, ply 2",
        "ply 4",
        "ply 6",
        "150 ms, ply 2",
        "ply 4",
        "ply 6",
    ];
    markdown::table(&head, rows);
}
