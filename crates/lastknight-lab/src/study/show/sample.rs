//! A study that was never run, for tests: a table, a curve, exact figures and ratios, claims of all verdicts.

use std::time::Duration;

use crate::study::{Axis, Cell, Extent, Grid, Measured, Origin, Outcome, Study, Unit};

/// A name that has to be escaped nearly everywhere.
pub(super) const ODD: &str = "<odd|name> & more";

const STUDY: &str = r#"
title = "Forms & <others>"
question = """
Is one form better than another? The reports disagree, each with a handful of games; here are some
thousand with `improved` as the measure of all things."""
source = "Report A"
reading = "A figure above 50 % is a win."
discussion = """
The first | paragraph <b>.
It goes on.

The second one."""

[[measures]]
name = "forms"
title = "Forms against the field"
note = "Each form plays everybody."
games = 100
depth = 1
agents = [
    { name = "plain", agent = "greedy(open)" },
    { name = "<odd|name> & more", agent = "greedy(improved)" },
    { name = "weak", agent = "random" },
]
field = [{ name = "Random", agent = "random" }, { name = "Open", agent = "greedy(open)" }]

[[measures.published]]
source = "Report A, table 1"
margin = 2.0
over = "weak"
figures = { plain = 52.0, "<odd|name> & more" = 80.0, weak = 10.0 }

[[measures.claims]]
says = "The odd form beats <plain>, which is what everybody says who has ever played a dozen games of it with friends."
source = "Report A, p. 3"
row = "<odd|name> & more"
over = "plain"
least = 0.0

[[measures.claims]]
says = "Half of all games are lost by the weak one."
source = "Report B"
row = "weak"
least = 45.0
most = 55.0

[[measures.claims]]
says = "Plain is even with Open."
source = "Report B"
row = "plain"
column = "Open"
published = 50.0
margin = 0.5

[[measures]]
name = "sweep"
title = "The weight swept"
games = 100
depth = 1
agents = [{ name = "base", agent = "random" }]
field = ["random"]
sweeps = [{ agent = "greedy(n - {}*n')", values = [0.5, 1, 50], label = "c={}" }]

[[measures.published]]
source = "Report C"
margin = 3.0
figures = { "c=0.5" = 60.0, "c=1" = 66.0 }

[[measures]]
name = "lines"
title = "Lines of play"
kind = "exact"
lines = [{ name = "centre", line = "3x3 moves b2" }, { name = "corner", line = "3x3 moves a1" }]

[[measures.claims]]
says = "The centre wins."
source = "Report D"
row = "centre"
published = 100.0
least = 100.0

[[measures]]
name = "effort"
title = "Nodes of the search"
kind = "effort"
of = "nodes"
depth = 3
agents = ["greedy(open)", "greedy(improved)"]

[[measures.claims]]
says = "It halves the nodes."
source = "Report E"
row = "greedy(improved)"
most = 60.0
"#;

/// Samples that vary about a mean, the same each time.
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
    Grid {
        unit: Unit::Percent,
        measure: "score, %".to_owned(),
        counted: "games",
        rows: axes(&["plain", ODD, "weak"]),
        columns: axes(&["Random", "Open", "all"]),
        cells: means.map(|row| row.map(percent).to_vec()).to_vec(),
    }
}

fn sweep() -> Grid {
    let x = |(name, x): (&str, f64)| Axis { name: name.to_owned(), x: Some(x) };
    let rows = [("c=0.5", 0.5), ("c=1", 1.0), ("c=50", 50.0)].map(x);
    Grid {
        unit: Unit::Percent,
        measure: "won positions kept, %".to_owned(),
        counted: "positions",
        rows: axes(&["base"]).into_iter().chain(rows).collect(),
        columns: axes(&["random"]),
        cells: [40.0, 61.0, 50.0, 30.0].map(|mean| vec![percent(mean)]).to_vec(),
    }
}

fn lines() -> Grid {
    Grid {
        unit: Unit::Percent,
        measure: "won by player 1, %".to_owned(),
        counted: "lines",
        rows: axes(&["centre", "corner"]),
        columns: axes(&["won by player 1"]),
        cells: [100.0, 0.0].map(|value| vec![Some(Cell::exact(value, 1))]).to_vec(),
    }
}

fn effort() -> Grid {
    Grid {
        unit: Unit::Ratio,
        measure: "nodes, % of the first".to_owned(),
        counted: "lines",
        rows: axes(&["greedy(open)", "greedy(improved)"]),
        columns: axes(&[""]),
        cells: [1.0, 0.5]
            .map(|ratio| vec![Cell::ratio(samples(libm::log(ratio), 0.4, 20), 20)])
            .to_vec(),
    }
}

/// What might have come of it.
pub(super) fn outcome() -> Outcome {
    let study = Study::parse("sample", STUDY).unwrap();
    let grids = [(forms(), 1000), (sweep(), 42), (lines(), 4), (effort(), 20)];
    let measured = study.measures.iter().zip(grids).map(|(measure, (grid, count))| Measured {
        judged: measure.claims.iter().map(|claim| claim.judge(&grid)).collect(),
        conditions: vec![
            ("board", "7x7".to_owned()),
            ("openings", "4 half-moves by chance first".to_owned()),
            ("limits", "depth 1 | & <2>".to_owned()),
            ("seed", "1".to_owned()),
        ],
        count,
        is_timed: measure.name == "effort",
        grid,
    });
    let measured = measured.collect();
    let origin = Origin {
        command: "lastknight study sample --games 100".to_owned(),
        program: "lastknight 0.1.0, signature 123".to_owned(),
        commit: Some("abc123".to_owned()),
        machine: "a processor, 2 threads".to_owned(),
        time: Some(Duration::from_secs(75)),
    };
    Outcome { study, extent: Extent::Games(100), measured, origin }
}
