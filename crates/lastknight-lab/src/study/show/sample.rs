//! A made-up study for tests: a table, a curve, exact figures and ratios, claims of all verdicts.

use std::time::Duration;

use crate::study::{
    Axis, Cell, Extent, FigureUnit, Grid, Measured, Provenance, Study, StudyResult,
};

/// A name with characters to escape.
pub(super) const ODD: &str = "<odd|name> & more";

const STUDY: &str = include_str!("sample.toml");

/// Fixed samples that vary around a mean.
fn samples(mean: f64, spread: f64, count: usize) -> Vec<f64> {
    (0..count).map(|at| if at % 2 == 0 { mean - spread } else { mean + spread }).collect()
}

fn percent(mean: f64) -> Option<Cell> {
    Cell::percent(samples(mean, mean.min(100.0 - mean), 100), 200)
}

fn axes(names: &[&str]) -> Vec<Axis> {
    names.iter().copied().map(Axis::named).collect()
}

fn forms() -> Grid {
    let means = [[60.0, 51.0, 55.5], [90.0, 70.0, 80.0], [20.0, 10.0, 15.0]];
    let (rows, columns) = (axes(&["plain", ODD, "weak"]), axes(&["Random", "Open", "all"]));
    let cells = means.map(|row| row.map(percent).to_vec()).to_vec();
    Grid::percent("score, %", "games", rows, columns, cells)
}

fn sweep() -> Grid {
    let x = |(name, x): (&str, f64)| Axis { name: name.to_owned(), x: Some(x) };
    let rows = [("c=0.5", 0.5), ("c=1", 1.0), ("c=50", 50.0)].map(x);
    let rows = axes(&["base"]).into_iter().chain(rows).collect();
    let cells = [40.0, 61.0, 50.0, 30.0].map(|mean| vec![percent(mean)]).to_vec();
    Grid::percent("won positions kept, %", "positions", rows, axes(&["random"]), cells)
}

fn lines() -> Grid {
    let (rows, columns) = (axes(&["centre", "corner"]), axes(&["won by player 1"]));
    let cells = [100.0, 0.0].map(|value| vec![Some(Cell::exact(value, 1))]).to_vec();
    Grid::percent("won by player 1, %", "lines", rows, columns, cells)
}

fn search_cost() -> Grid {
    let rows = axes(&["greedy(open)", "greedy(improved)"]);
    let cell = |ratio: f64| vec![Cell::ratio(samples(libm::log(ratio), 0.4, 20), 20)];
    let cells = [1.0, 0.5].map(cell).to_vec();
    let grid = Grid::percent("nodes, % of the first", "lines", rows, axes(&[""]), cells);
    Grid { unit: FigureUnit::Ratio, ..grid }
}

/// A possible result.
pub(super) fn outcome() -> StudyResult {
    let study = Study::parse("sample", STUDY).unwrap();
    let grids = [(forms(), 1000), (sweep(), 42), (lines(), 4), (search_cost(), 20)];
    let measured = study.measures.iter().zip(grids).map(|(measure, (grid, count))| Measured {
        judged: measure.claims.iter().map(|claim| claim.judge(&grid)).collect(),
        conditions: vec![
            ("board", "7x7".to_owned()),
            ("openings", "4 random plies".to_owned()),
            ("limits", "depth 1 | & <2>".to_owned()),
            ("seed", "1".to_owned()),
        ],
        count,
        is_timed: measure.name == "effort",
        grid,
    });
    let measured = measured.collect();
    let provenance = Provenance {
        command: "lastknight study sample --games 100".to_owned(),
        program: "lastknight 0.1.0, signature 123".to_owned(),
        commit: Some("abc123".to_owned()),
        made: "2026-11-18".to_owned(),
        machine: "a CPU, 2 threads".to_owned(),
        time: Some(Duration::from_secs(75)),
    };
    StudyResult { study, extent: Extent::Games(100), measured, provenance }
}
