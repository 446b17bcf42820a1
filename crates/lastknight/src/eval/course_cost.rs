//! How long an evaluation took in the course's Python.

use super::drilldown;
use super::formula::{Expr, Leaf};
use super::heuristic::Heuristic;
use super::scene::{Scene, View};
use crate::board::{Color, Position, Word};

/// The time of an evaluation in the course's Python, by the features in the heuristic's form.
///
/// The unit is one call of `get_legal_moves`, with which most programs spend most of their time.
/// `docs/course-time.md` has the measurements.
#[derive(Debug)]
pub(crate) struct CourseCost(Option<Expr>);

/// The test for a finished game, with which every evaluation begins.
const OVER: f64 = 1.25;

impl CourseCost {
    pub(super) fn new(heuristic: &Heuristic) -> Self {
        Self(heuristic.form())
    }

    /// The time for this position. A Rust function, which has no form, counts as `improved`.
    pub(crate) fn of<W: Word>(&self, position: &Position<W>, player: Color) -> f64 {
        let Some(form) = &self.0 else {
            return OVER + 2.0;
        };
        let scene = Scene::new(position);
        let view = scene.view(player);
        let mut leaves = Vec::new();
        form.used(view, &mut leaves);
        OVER + leaves.iter().map(|leaf| of_feature(leaf, view)).sum::<f64>()
    }
}

fn of_feature<W: Word>(leaf: &Leaf, view: View<'_, W>) -> f64 {
    let view = leaf.seen(view);
    let open = || f64::from(view.position().open().count());
    match leaf.feature().name {
        // Lists that the program keeps, and attributes of the board.
        "w" | "h" | "ply" | "active" | "shared" => 0.1,
        "x" | "y" | "dc" | "dv" | "de" | "dq" | "dm" | "dp" => 0.3,
        "n" => 1.0,
        "nb" | "nb4" => 0.8,
        "sv" | "se" | "sb" | "sb-program" => 6.0,
        "f" | "tau" => 2.3,
        // A list of moves for each move.
        "n2" | "near" => 1.0 + f64::from(view.moves().count()),
        // Each square in reach is expanded two or three times.
        "reach" => 2.3 * f64::from(view.reach().count()),
        "apart" => 2.3 * f64::from(view.reach().count() + view.other().reach().count()),
        // Each call looks for eight squares in the list of open ones.
        "drill" | "drill-program" | "drill-whole" | "longest" => {
            let depth = leaf.argument().unwrap_or_default() as u32;
            0.1 * open() * drilldown::calls(view, depth) as f64
        }
        // Ours, which no program of the course had: as for a flood from each knight.
        _ => 2.3 * open(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_is_counted_and_once() {
        let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().unwrap();
        let cost =
            |text: &str| CourseCost::new(&text.parse().unwrap()).of(&position, Color::White) - OVER;
        assert_eq!(["null", "open", "improved", "n*n - n'"].map(cost), [0.0, 1.0, 2.0, 2.0]);
        // Before ply 30 nothing is flooded; then both knights reach all open squares.
        assert!(cost("in-isolation(30)") < 2.2);
        assert!(cost("in-isolation(0)") > 2.3 * 2.0 * 40.0);
        assert!(cost("drilldown") > 100.0 * cost("improved"));
    }

    #[test]
    fn a_function_counts_as_improved() {
        let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().unwrap();
        let function = Heuristic::from_fn("mine", |_, _| 0.0).unwrap();
        let improved: Heuristic = "improved".parse().unwrap();
        let cost = |heuristic| CourseCost::new(heuristic).of(&position, Color::White);
        assert_eq!(cost(&function), cost(&improved));
    }
}
