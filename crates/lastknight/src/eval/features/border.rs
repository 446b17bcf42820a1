//! Moves that end at the border of the board (report 002).

use super::stage::tau;
use crate::board::Word;
use crate::eval::scene::View;

/// Number of moves that end in a corner.
#[inline]
pub(crate) fn sv<W: Word>(view: View<'_, W>) -> u32 {
    (view.moves() & view.position().geometry().corners()).count()
}

/// Number of moves that end on a border square, including corners.
#[inline]
pub(crate) fn se<W: Word>(view: View<'_, W>) -> u32 {
    (view.moves() & view.position().geometry().border()).count()
}

/// The border score: 10·tau·(0.7·sv + 0.3·se).
#[inline]
pub(crate) fn sb<W: Word>(view: View<'_, W>) -> f64 {
    10.0 * f64::from(tau(view)) * (0.7 * f64::from(sv(view)) + 0.3 * f64::from(se(view)))
}

/// The border score of the author's program, which lost the parentheses: 10·tau·0.7·sv + 0.3·se.
#[inline]
pub(crate) fn sb_program<W: Word>(view: View<'_, W>) -> f64 {
    10.0 * f64::from(tau(view)) * 0.7 * f64::from(sv(view)) + 0.3 * f64::from(se(view))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::drawing::{both, drawn};

    #[test]
    fn counted_by_hand() {
        // White (b3) to a1, c1, d2, d4, a5, c5; Black (d5) to b4, c3, e3, f4.
        let position = drawn(&["...n..", "......", ".N....", "......", "......"], 'w');
        assert_eq!(both(&position, sv), (2, 0));
        assert_eq!(both(&position, se), (4, 1));
        // 28 of 30 squares are open: tau is 3.
        assert_eq!(both(&position, sb).0, 30.0 * (0.7 * 2.0 + 0.3 * 4.0));
        assert_eq!(both(&position, sb_program).0, 30.0 * 0.7 * 2.0 + 0.3 * 4.0);
        assert_eq!(both(&position, sb).1, 30.0 * (0.7 * 0.0 + 0.3 * 1.0));
        assert_eq!(both(&position, sb_program).1, 0.3);
    }
}
