//! Heuristics prepared for millions of evaluations.

use super::heuristic::Heuristic;
use super::{CourseCost, Program, bounded};
use crate::board::{Color, Position, Word};

/// The maximum number of moves of a placed knight.
const MOVES: usize = 8;

/// A heuristic, with a table of its values if they depend on the mobilities alone.
///
/// Most of the reports' heuristics do. A lookup saves the call through a pointer and the scene that
/// other heuristics need: the plain search is a fifth faster with it.
#[derive(Debug)]
pub(crate) struct Prepared {
    heuristic: Heuristic,
    by_mobility: Option<Box<[[f64; MOVES + 1]; MOVES + 1]>>,
    course_cost: CourseCost,
}

/// The values by both mobilities, if they depend on nothing else.
fn table(program: &Program) -> Option<Box<[[f64; MOVES + 1]; MOVES + 1]>> {
    let mut table = Box::new([[0.0; MOVES + 1]; MOVES + 1]);
    for (own, row) in (0..).zip(table.iter_mut()) {
        for (other, place) in (0..).zip(row) {
            *place = bounded(program.by_mobility(own, other)?);
        }
    }
    Some(table)
}

impl Prepared {
    pub(crate) fn new(heuristic: Heuristic) -> Self {
        let by_mobility = heuristic.form().and_then(|form| table(&Program::new(&form)));
        let course_cost = CourseCost::new(&heuristic);
        Self { heuristic, by_mobility, course_cost }
    }

    /// The time of an evaluation in the course's Python.
    pub(crate) fn course_cost(&self) -> &CourseCost {
        &self.course_cost
    }

    /// Same as [`Heuristic::estimate`].
    #[inline(always)]
    pub(crate) fn estimate<W: Word>(&self, position: &Position<W>, player: Color) -> f64 {
        if let Some(table) = &self.by_mobility {
            let moves = |color| position.moves_of(color).count() as usize;
            // An unplaced knight can have more moves than the table has rows.
            let known = table.get(moves(player)).and_then(|row| row.get(moves(!player)));
            if let Some(&value) = known {
                return value;
            }
        }
        self.worked_out(position, player)
    }

    #[inline(never)]
    fn worked_out<W: Word>(&self, position: &Position<W>, player: Color) -> f64 {
        self.heuristic.estimate(position, player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::registry::HEURISTICS;

    #[test]
    fn the_table_says_what_the_heuristic_says() {
        let positions = ["7x7", "7/7/7/3N3/1n5/7/7 w", "7/7/7/3N3/1n5/7/7 b", "4/3N/n3 w"];
        for entry in HEURISTICS.iter().filter(|entry| !entry.form.contains("path")) {
            let heuristic = Heuristic::of(entry);
            let prepared = Prepared::new(heuristic.clone());
            for position in positions.map(|text| text.parse::<Position>().unwrap()) {
                for player in Color::ALL {
                    let expected = heuristic.estimate(&position, player);
                    let value = prepared.estimate(&position, player);
                    assert_eq!(value.to_bits(), expected.to_bits(), "{} {position}", entry.name);
                }
            }
        }
    }

    #[test]
    fn heuristics_of_mobility_have_a_table() {
        let has_table = |text: &str| Prepared::new(text.parse().unwrap()).by_mobility.is_some();
        assert!(["improved", "linear", "mixed", "chase", "n - 2*n'"].into_iter().all(has_table));
        assert!(!["territory", "ab15", "n - n' + ply"].into_iter().any(has_table));
    }
}
