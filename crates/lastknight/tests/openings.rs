//! Tables of openings, against brute force on every small board.

use std::collections::HashMap;

use lastknight::solve::openings::{Opening, OpeningEntry, OpeningsTable};
use lastknight::solve::{Question, Solver, SolverSettings};
use lastknight::{Color, Limits, Position, Size};

use crate::reference::Reference;

fn winner(wins: bool) -> Color {
    if wins { Color::White } else { Color::Black }
}

/// Who wins an opening, by the solver.
fn solved(size: Size, opening: Opening) -> OpeningEntry {
    let mut solver =
        Solver::new(SolverSettings { megabytes: 1, tablebase: false, ..SolverSettings::default() });
    let solution = solver.solve(&opening.position(size), Question::Winner, Limits::NONE);
    OpeningEntry { opening, winner: solution.wins.map(winner), nodes: solution.nodes }
}

#[test]
fn tables_agree_with_the_reference() {
    for size in Size::all().filter(|size| size.area() <= 16) {
        let mut table = OpeningsTable::new(size);
        let mut known = HashMap::new();
        for opening in Opening::all(size) {
            let entry = solved(size, opening);
            let expected = Reference::from(&opening.position(size)).wins(&mut known);
            assert_eq!(entry.winner, Some(winner(expected)), "{size} {}", opening.name(size));
            table.record(entry);
        }
        let expected = Reference::from(&Position::new(size)).wins(&mut known);
        assert_eq!(table.winner(), Some(winner(expected)), "{size}");
        assert_eq!(table.attacker_wins() + table.exceptions().len(), table.entries().len());
        assert_eq!(OpeningsTable::read(&table.to_json()), Ok(table));
    }
}
