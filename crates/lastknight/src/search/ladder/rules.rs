//! The quick rules of reports 002 and 003: moves without a search.

use super::Rungs;
use crate::board::{Position, Square, Symmetry};

/// The move that a rule which is switched on plays at once.
pub(super) fn move_at_once(position: &Position, rungs: &Rungs) -> Option<Square> {
    type Rule = fn(&Position) -> Option<Square>;
    // What wins at once comes before what only looks good.
    let rules: [(bool, Rule); 4] = [
        (rungs.single, single),
        (rungs.trap, trap),
        (rungs.center, center),
        (rungs.reflect, reflect),
    ];
    rules.into_iter().filter(|(is_on, _)| *is_on).find_map(|(_, rule)| rule(position))
}

/// The only legal move.
#[must_use]
pub fn single(position: &Position) -> Option<Square> {
    let moves = position.legal_moves();
    if moves.count() == 1 { moves.first() } else { None }
}

/// The opponent's only move, where it is a legal move too: the opponent is left without one, and has lost.
#[must_use]
pub fn trap(position: &Position) -> Option<Square> {
    let theirs = position.moves_of(!position.side());
    if theirs.count() == 1 { (theirs & position.legal_moves()).first() } else { None }
}

/// The centre, while the knight is to be placed and the centre is open. On even sides the centre is
/// the square that the course takes for it: to the right of the middle, below it.
#[must_use]
pub fn center(position: &Position) -> Option<Square> {
    let size = position.size();
    let (column, row) = (size.width() / 2, size.height() - 1 - size.height() / 2);
    let center = size.square(column, row).ok()?;
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
    use crate::random::Random;

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
    fn the_only_way_out_is_taken() {
        assert_eq!(named("n2/3/Nx1 w", trap).as_deref(), Some("c2"));
        assert_eq!(named("1 w", trap).as_deref(), Some("a1"));
        // There are two, it is out of reach, there is none.
        for position in ["n2/3/N2 w", "n2/3/1xN w", "n2/2x/Nx1 w", "7x7"] {
            assert_eq!(named(position, trap), None, "{position}");
        }
    }

    #[test]
    fn a_trap_wins_at_once() {
        let mut random = Random::new(1);
        let mut traps = 0;
        for _ in 0..200 {
            let mut position: Position = "5x5".parse().unwrap();
            loop {
                if let Some(to) = trap(&position) {
                    traps += 1;
                    let winner = position.play(to).unwrap().winner();
                    assert_eq!(winner, Some(position.side()), "{position}");
                }
                let moves: Vec<Square> = position.legal_moves().into_iter().collect();
                let Some(to) = random.pick(&moves) else {
                    break;
                };
                position = position.play(to).unwrap();
            }
        }
        assert!(traps > 20, "{traps}");
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
