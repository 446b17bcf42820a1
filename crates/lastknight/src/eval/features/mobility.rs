//! Mobility: the number of moves now and next.

use crate::board::Word;
use crate::eval::scene::View;

/// Number of moves.
#[inline]
pub(crate) fn n<W: Word>(view: View<'_, W>) -> u32 {
    view.moves().count()
}

/// Number of ways to move twice in a row.
#[inline]
pub(crate) fn n2<W: Word>(view: View<'_, W>) -> u32 {
    let position = view.position();
    let (geometry, open) = (position.geometry(), position.open());
    view.moves().into_iter().map(|to| (geometry.knight_moves(to) & open).count()).sum()
}

/// Number of distinct squares that one or two moves lead to.
#[inline]
pub(crate) fn near<W: Word>(view: View<'_, W>) -> u32 {
    let position = view.position();
    let moves = view.moves();
    (moves | position.geometry().spread(moves) & position.open()).count()
}

/// Number of squares that both players could move to.
#[inline]
pub(crate) fn shared<W: Word>(view: View<'_, W>) -> u32 {
    (view.moves() & view.other().moves()).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::drawing::{both, drawn};

    #[test]
    fn counted_by_hand() {
        // White (a1) can go to b3, Black (c1) to a2, b3 and d3.
        let position = drawn(&["....", "....", "..xx", "N.n."], 'w');
        assert_eq!(both(&position, n), (1, 3));
        assert_eq!(both(&position, shared), (1, 1));
        // On from b3 to d4, from a2 to b4 and c3, from d3 to b2 and b4.
        assert_eq!(both(&position, n2), (1, 5));
        assert_eq!(both(&position, near), (2, 7));
    }

    #[test]
    fn before_the_placement_every_open_square_is_a_move() {
        let position = drawn(&["..x", "...", "N.."], 'b');
        assert_eq!(both(&position, n), (2, 7));
        assert_eq!(both(&position, shared), (2, 2));
        // Eight edges join the ring, two end on c3 and two on a1; each of the rest counts twice.
        assert_eq!(both(&position, n2).1, 2 * (8 - 4));
        assert_eq!(both(&position, near).1, 7);
    }
}
