//! Reach and territory.

use crate::board::Word;
use crate::eval::scene::View;

/// Number of squares in reach.
#[inline]
pub(crate) fn reach<W: Word>(view: View<'_, W>) -> u32 {
    view.reach().count()
}

/// 1 if no square is in reach of both knights, else 0.
#[inline]
pub(crate) fn apart<W: Word>(view: View<'_, W>) -> u32 {
    (view.reach() & view.other().reach()).is_empty().into()
}

/// Number of squares of the territory.
#[inline]
pub(crate) fn terr<W: Word>(view: View<'_, W>) -> u32 {
    view.territories().0.count()
}

/// Number of knight's moves within the territory.
#[inline]
pub(crate) fn edges<W: Word>(view: View<'_, W>) -> u32 {
    view.position().geometry().edges(view.territories().0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::drawing::{both, drawn};

    /// The knight's graph of 3x3 is a ring: a1 b3 c1 a2 c3 b1 a3 c2 and back to a1.
    const RING: [&str; 3] = ["...", ".x.", "N.n"];

    #[test]
    fn counted_by_hand() {
        // White is first at c2 and a3, Black at a2 and c3; b3 and b1 are ties.
        let position = drawn(&RING, 'w');
        assert_eq!(both(&position, reach), (6, 6));
        assert_eq!(both(&position, apart), (0, 0));
        assert_eq!(both(&position, terr), (4, 2));
        assert_eq!(both(&position, edges), (2, 1));
        assert_eq!(both(&drawn(&RING, 'b'), terr), (2, 4));
        assert_eq!(both(&drawn(&RING, 'b'), edges), (1, 2));
    }

    #[test]
    fn a_cut_ring_is_two_lines() {
        let position = drawn(&[".x.", ".x.", "Nxn"], 'b');
        assert_eq!(both(&position, reach), (2, 2));
        assert_eq!(both(&position, apart), (1, 1));
        assert_eq!(both(&position, terr), (2, 2));
        assert_eq!(both(&position, edges), (1, 1));
    }

    #[test]
    fn before_the_placement_everything_is_a_move_away() {
        // White reaches b3 and c2 as soon as Black, but ties go to the side to move.
        let position = drawn(&["...", ".x.", "N.."], 'b');
        assert_eq!(both(&position, reach), (7, 7));
        assert_eq!(both(&position, terr), (0, 7));
        assert_eq!(both(&position, apart), (0, 0));
    }
}
