//! Who wins the openings of boards that are solved: the committed tables, at hand where a search would take long.

use std::collections::HashMap;

use lastknight::oracle::Turn;
use lastknight::solve::openings::{Opening, Table};
use lastknight::{Color, Position, Size, Square};

macro_rules! tables {
    ($($name:literal,)*) => {
        &[$((include_str!(concat!("../../../docs/solved/", $name, ".csv")), $name),)*]
    };
}

/// Tables of boards on which placements are not solved at once.
const TABLES: &[(&str, &str)] =
    tables!["4x7", "5x5", "5x6", "5x7", "5x9", "6x6", "6x7", "7x7", "7x9",];

/// The tables, by the size of the board.
#[derive(Debug)]
pub(super) struct Known(HashMap<Size, Table>);

impl Known {
    pub(super) fn new() -> Self {
        let table = |&(text, _): &(&str, &str)| {
            let table = Table::from_csv(text).expect("a committed table");
            (table.size(), table)
        };
        Self(TABLES.iter().map(table).collect())
    }

    /// Whether placing the knight there wins, where a table tells.
    pub(super) fn wins(&self, position: &Position, to: Square) -> Option<bool> {
        let size = position.size();
        let table = self.0.get(&size)?;
        let placed = size.area() - position.open().count() as usize;
        match (placed, position.knight(Color::White), position.side()) {
            (0, None, Color::White) => {
                // Black wins with any placement that does.
                let mut others = size.squares().filter(|&second| second != to);
                others.try_fold(true, |wins, second| {
                    let winner = table.entry(Opening { first: to, second }).winner?;
                    Some(wins && winner == Color::White)
                })
            }
            (1, Some(first), Color::Black) => table
                .entry(Opening { first, second: to })
                .winner
                .map(|winner| winner == Color::Black),
            _ => None,
        }
    }

    /// Adds to a placement of a game what a table tells about it.
    pub(super) fn complete(&self, turn: &mut Turn) {
        let wins = |to: Square| Some((to, self.wins(&turn.position, to)?));
        let moves: Option<Vec<(Square, bool)>> =
            turn.position.legal_moves().into_iter().map(wins).collect();
        let Some(moves) = moves.filter(|moves| !moves.is_empty()) else {
            return;
        };
        let keeps = moves.iter().find(|(_, wins)| *wins).map(|&(to, _)| to);
        let is_kept = moves.iter().any(|&(to, wins)| wins && to == turn.to);
        turn.wins = Some(keeps.is_some());
        turn.throws_away = keeps.is_some() && !is_kept;
        turn.keeps = keeps.filter(|_| turn.throws_away);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(board: &str, to: &str) -> Option<bool> {
        let game: lastknight::Game = board.parse().unwrap();
        let position = game.position();
        Known::new().wins(position, position.size().square_named(to).unwrap())
    }

    #[test]
    fn placements_are_known() {
        // Player 2 wins 7x7, and not with a knight's move from the centre.
        assert_eq!(named("7x7", "d4"), Some(false));
        assert_eq!(named("7x7 moves d4", "b3"), Some(false));
        assert_eq!(named("7x7 moves c2", "d4"), Some(true));
        assert_eq!(named("7x7 moves a1", "d4"), Some(false));
    }

    #[test]
    fn other_positions_are_not() {
        assert_eq!(named("7x7 moves d4 b3", "f5"), None);
        assert_eq!(named("9x9", "a1"), None);
        assert_eq!(named("x6/7/7/7/7/7/7 w", "d4"), None);
    }
}
