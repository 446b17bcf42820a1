//! What a knight can get to, and who gets there first.

use crate::board::Word;
use crate::eval::scene::View;

/// The number of squares in reach.
#[inline]
pub(crate) fn reach<W: Word>(view: View<'_, W>) -> u32 {
    view.reach().count()
}

/// 1 where no square is in reach of both knights.
#[inline]
pub(crate) fn apart<W: Word>(view: View<'_, W>) -> u32 {
    (view.reach() & view.other().reach()).is_empty().into()
}

/// The number of squares reached sooner than by the other.
#[inline]
pub(crate) fn terr<W: Word>(view: View<'_, W>) -> u32 {
    view.territories().0.count()
}

/// The number of knight's moves within the territory.
#[inline]
pub(crate) fn edges<W: Word>(view: View<'_, W>) -> u32 {
    view.position().geometry().edges(view.territories().0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::drawing::{both, drawn};

    /// The knight's moves of 3x3 are a ring: a1 b3 c1 a2 c3 b1 a3 c2 and a1 again.
    const RING: [&str; 3] = ["...", ".x.", "N.n"];

    #[test]
    fn counted_by_hand() {
        // White comes first to c2 and a3, Black to a2 and c3; b3 and b1 are ties.
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
