//! Every rung beside plain alpha-beta: nodes, speed and time.

use lastknight::Position;

use crate::side_by_side::{Runs, markdown};
use crate::{nodes, positions, race_agents};

/// Positions of one kind, and how they are searched.
struct Group {
    title: &'static str,
    positions: Vec<Position>,
    depth: u32,
    heuristic: &'static str,
}

impl Group {
    fn new(title: &'static str, (board, ply): (&str, usize), count: usize, depth: u32) -> Self {
        Self { title, positions: positions::at(board, ply, count), depth, heuristic: "improved" }
    }

    fn with(self, heuristic: &'static str) -> Self {
        Self { heuristic, ..self }
    }

    /// Races alpha-beta with these settings over the positions.
    fn race(&self, settings: &[&str]) -> Vec<Runs> {
        let text = |settings: &&str| format!("alphabeta({}, {settings})", self.heuristic);
        let texts: Vec<String> = settings.iter().map(text).collect();
        race_agents(&texts, 7, |agent| nodes(agent, &self.positions, self.depth))
    }
}

/// Plain alpha-beta, and what is compared with it.
const RUNGS: [&str; 9] = [
    "order=none",
    "moves=unmake",
    "symmetry=on",
    "deepen=on",
    "order=full, ordered=1",
    "order=best, ordered=1",
    "order=full",
    "order=best",
    "order=best, moves=unmake",
];

pub(crate) fn print() {
    pruning();
    let groups = [
        Group::new("7x7, 2", ("7x7", 2), 8, 13),
        Group::new("6", ("7x7", 6), 8, 14),
        Group::new("12", ("7x7", 12), 16, 15),
        Group::new("20", ("7x7", 20), 64, 18),
        Group::new("9x9, 2", ("9x9", 2), 6, 12),
        Group::new("11x9, 2", ("11x9", 2), 6, 12),
        Group::new("`linear`, 6", ("7x7", 6), 8, 13).with("linear"),
        Group::new("`territory`, 6", ("7x7", 6), 8, 11).with("territory"),
    ];
    let runs: Vec<Vec<Runs>> = groups.iter().map(|group| group.race(&RUNGS)).collect();
    let table = |what: &str, first: Vec<Vec<String>>, cell: &dyn Fn(&Runs, &Runs) -> String| {
        let titles = groups.iter().map(|group| group.title);
        let head: Vec<&str> = std::iter::once(what).chain(titles).collect();
        let row = |(rung, text): (usize, &&str)| {
            let cells = runs.iter().map(|runs| cell(&runs[rung], &runs[0]));
            std::iter::once(format!("`{text}`")).chain(cells).collect()
        };
        markdown::table(&head, first.into_iter().chain(RUNGS.iter().enumerate().map(row)));
    };
    let line = |name: &str, cell: &dyn Fn(&Group, &Runs) -> String| -> Vec<String> {
        let cells = groups.iter().zip(&runs).map(|(group, runs)| cell(group, &runs[0]));
        std::iter::once(name.to_owned()).chain(cells).collect()
    };
    let depths = line("depth", &|group, _| group.depth.to_string());
    let each = |group: &Group, amount: f64| amount / group.positions.len() as f64;
    let thousands = line("thousand nodes a position, plain", &|group, plain| {
        format!("{:.0}", each(group, plain.done as f64 / 1e3))
    });
    table("nodes to depth, plain = 1", vec![depths, thousands], &|own, plain| {
        format!("{:.2}", own.done as f64 / plain.done as f64)
    });
    let milliseconds = line("ms a position, plain", &|group, plain| {
        format!("{:.2}", each(group, plain.done as f64 / plain.rate() * 1e3))
    });
    table("time to depth, plain = 1", vec![milliseconds], &|own, plain| {
        format!("{:.2}", own.time(plain))
    });
    table("M nodes/s", Vec::new(), &|own, _| format!("{:.0}", own.rate() / 1e6));
}

/// What alpha-beta leaves out of minimax.
fn pruning() {
    const COUNT: usize = 4;
    let kinds = [("7x7", 2), ("7x7", 6), ("7x7", 12), ("11x9", 2)];
    let rows = kinds.into_iter().flat_map(|(board, ply)| {
        let positions = positions::at(board, ply, COUNT);
        [7, 9].map(|depth| {
            let texts = ["minimax(improved)", "alphabeta(improved)"];
            let runs = race_agents(&texts, 7, |agent| nodes(agent, &positions, depth));
            let thousands = |runs: &Runs| runs.done as f64 / 1e3 / COUNT as f64;
            vec![
                format!("{board}, ply {ply}, depth {depth}"),
                format!("{:.1}", thousands(&runs[0])),
                format!("{:.1}", thousands(&runs[1])),
                format!("{:.3}", runs[1].done as f64 / runs[0].done as f64),
                format!("{:.3}", runs[1].time(&runs[0])),
                format!("{:.0}", runs[0].rate() / 1e6),
                format!("{:.0}", runs[1].rate() / 1e6),
            ]
        })
    });
    let head = [
        "`improved`",
        "thousand nodes, minimax",
        "alpha-beta",
        "ratio",
        "ratio of time",
        "M nodes/s, minimax",
        "alpha-beta",
    ];
    markdown::table(&head, rows);
}
