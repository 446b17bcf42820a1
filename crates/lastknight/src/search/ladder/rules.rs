//! The quick rules of report 003: moves without a search.

use super::Rungs;
use crate::board::{Position, Square, Symmetry};

/// The move that a rule which is switched on plays at once.
pub(super) fn move_at_once(position: &Position, rungs: &Rungs) -> Option<Square> {
    type Rule = fn(&Position) -> Option<Square>;
    let rules: [(bool, Rule); 3] =
        [(rungs.single, single), (rungs.center, center), (rungs.reflect, reflect)];
    rules.into_iter().filter(|(is_on, _)| *is_on).find_map(|(_, rule)| rule(position))
}

/// The only legal move.
#[must_use]
pub fn single(position: &Position) -> Option<Square> {
    let moves = position.legal_moves();
    if moves.count() == 1 { moves.first() } else { None }
}

/// The centre, while the knight is to be placed and the centre is open. On even sides the centre is
/// the square that the course takes for it: to the right of the middle, below it.
#[must_use]
pub fn center(position: &Position) -> Option<Square> {
    let size = position.size();
    let (column, row) = (size.width() / 2, size.height() - 1 - size.height() / 2);
    let center = size.square(column, row)?;
    let is_placing = position.knight(position.side()).is_none();
    (is_placing && position.open().contains(center)).then_some(center)
}

/// The image of the opponent's square through the centre, where that is a legal move.
#[must_use]
pub fn reflect(position: &Position) -> Option<Square> {
    let opponent = position.knight(!position.side())?;
    let image = position.geometry().image(Symmetry::HalfTurn, opponent);
    position.legal_moves().contains(image).then_some(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(position: &str, rule: fn(&Position) -> Option<Square>) -> Option<String> {
        let position: Position = position.parse().unwrap();
        rule(&position).map(|to| position.size().name(to).to_string())
    }

    #[test]
    fn the_only_move_is_played() {
        assert_eq!(named("2/2/Nn w", single).as_deref(), Some("b3"));
        assert_eq!(named("3/1n1/N2 w", single), None);
        assert_eq!(named("N b", single), None);
    }

    #[test]
    fn the_centre_is_taken_by_whoever_comes_first() {
        assert_eq!(named("7x7", center).as_deref(), Some("d4"));
        assert_eq!(named("7/7/7/7/7/7/N6 b", center).as_deref(), Some("d4"));
        assert_eq!(named("7/7/7/3N3/7/7/7 b", center), None);
        assert_eq!(named("7/7/7/7/7/n6/N6 w", center), None);
        // (2, 2) from the top left of 4x4.
        assert_eq!(named("4x4", center).as_deref(), Some("c2"));
    }

    #[test]
    fn the_opponent_is_reflected() {
        // The figure of report 003: from (4, 1) to (2, 2), the image of (4, 4).
        let figure = "7/7/7/3x3/1N2n2/7/5x1 w";
        assert_eq!(named(figure, reflect).as_deref(), Some("c5"));
        assert_eq!(named("7x7", reflect), None);
        assert_eq!(named("7/7/7/7/7/7/N6 b", reflect).as_deref(), Some("g7"));
    }
}
