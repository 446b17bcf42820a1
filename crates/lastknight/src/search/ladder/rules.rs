//! The quick rules of reports 002 and 003: moves without a search.

use super::Rungs;
use crate::board::{Position, Square, Symmetry};

/// Returns the move of the first rule that is switched on and applies.
pub(super) fn move_at_once(position: &Position, rungs: &Rungs) -> Option<Square> {
    type Rule = fn(&Position) -> Option<Square>;
    // A rule that wins at once comes before those that only look good.
    let rules: [(bool, Rule); 4] = [
        (rungs.single, single),
        (rungs.trap, trap),
        (rungs.center, center),
        (rungs.reflect, reflect),
    ];
    rules.into_iter().filter(|(is_on, _)| *is_on).find_map(|(_, rule)| rule(position))
}

/// Returns the only legal move.
fn single(position: &Position) -> Option<Square> {
    let moves = position.legal_moves();
    if moves.count() == 1 { moves.first() } else { None }
}

/// Returns the opponent's only move if it is legal for us too, which wins.
fn trap(position: &Position) -> Option<Square> {
    let theirs = position.moves_of(!position.side());
    if theirs.count() == 1 { (theirs & position.legal_moves()).first() } else { None }
}

/// Returns the centre if the knight is to be placed and the centre is open. On even sides it is the course's
/// centre, right of and below the middle.
fn center(position: &Position) -> Option<Square> {
    let size = position.size();
    let (column, row) = (size.width() / 2, size.height() - 1 - size.height() / 2);
    let center = size.square(column, row).ok()?;
    let is_placing = position.knight(position.side()).is_none();
    (is_placing && position.open().contains(center)).then_some(center)
}

/// Returns the image of the opponent's square through the centre if that is a legal move.
fn reflect(position: &Position) -> Option<Square> {
    let opponent = position.knight(!position.side())?;
    let image = position.geometry().image(Symmetry::HalfTurn, opponent);
    position.legal_moves().contains(image).then_some(image)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::search::random_game;

    fn check(rule: fn(&Position) -> Option<Square>, cases: &[(&str, Option<&str>)]) {
        for (text, expected) in cases {
            let position: Position = text.parse().unwrap();
            let to = rule(&position).map(|to| position.size().name(to).to_string());
            assert_eq!(to.as_deref(), *expected, "{text}");
        }
    }

    #[test]
    fn the_only_move_is_played() {
        check(single, &[("2/2/Nn w", Some("b3")), ("3/1n1/N2 w", None), ("N b", None)]);
    }

    #[test]
    fn the_only_way_out_is_taken() {
        check(trap, &[("n2/3/Nx1 w", Some("c2")), ("1 w", Some("a1"))]);
        // There are two, it is out of reach, there is none.
        check(trap, &["n2/3/N2 w", "n2/3/1xN w", "n2/2x/Nx1 w", "7x7"].map(|text| (text, None)));
    }

    #[test]
    fn a_trap_wins_at_once() {
        let mut random = Random::new(1);
        let mut traps = 0;
        for _ in 0..200 {
            for position in random_game("5x5", &mut random) {
                if let Some(to) = trap(&position) {
                    traps += 1;
                    let winner = position.play(to).unwrap().winner();
                    assert_eq!(winner, Some(position.side()), "{position}");
                }
            }
        }
        assert!(traps > 20, "{traps}");
    }

    #[test]
    fn the_centre_is_taken_by_whoever_comes_first() {
        check(center, &[("7x7", Some("d4")), ("7/7/7/7/7/7/N6 b", Some("d4"))]);
        check(center, &["7/7/7/3N3/7/7/7 b", "7/7/7/7/7/n6/N6 w"].map(|text| (text, None)));
        // (2, 2) from the top left of 4x4.
        check(center, &[("4x4", Some("c2"))]);
    }

    #[test]
    fn the_opponent_is_reflected() {
        // The figure of report 003: from (4, 1) to (2, 2), the image of (4, 4).
        check(reflect, &[("7/7/7/3x3/1N2n2/7/5x1 w", Some("c5"))]);
        check(reflect, &[("7x7", None), ("7/7/7/7/7/7/N6 b", Some("g7"))]);
    }
}
