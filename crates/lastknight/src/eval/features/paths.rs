//! Path lengths of a knight alone.

use crate::board::Word;
use crate::eval::drilldown::{self, Reduced};
use crate::eval::scene::View;

/// The search for the longest path tries at most this many squares.
pub(crate) const BUDGET: u32 = 10_000;

/// The longest path found; exact if [`BUDGET`] sufficed.
pub(crate) fn path<W: Word>(view: View<'_, W>) -> u32 {
    view.position().longest_path(view.player(), BUDGET).length
}

/// The upper bound on the moves from the colours of the squares in reach.
pub(crate) fn bound<W: Word>(view: View<'_, W>) -> u32 {
    view.position().path_bound(view.player())
}

/// The longest path up to a depth.
pub(crate) fn longest<W: Word>(view: View<'_, W>, depth: f64) -> f64 {
    drilldown::longest(view, depth as u32).into()
}

/// The drilldown value as in report 001.
pub(crate) fn drill<W: Word>(view: View<'_, W>, depth: f64) -> f64 {
    drilldown::drilldown(view, depth as u32, Reduced::Shared)
}

/// The drilldown value as in the report's program.
pub(crate) fn drill_program<W: Word>(view: View<'_, W>, depth: f64) -> f64 {
    drilldown::drilldown(view, depth as u32, Reduced::All)
}

/// The drilldown value without a reduction for the player who is not to move.
pub(crate) fn drill_whole<W: Word>(view: View<'_, W>, depth: f64) -> f64 {
    drilldown::drilldown(view, depth as u32, Reduced::Nothing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::drawing::{both, drawn};

    #[test]
    fn measured_by_hand() {
        // White goes c2 a3 b1 c3 a2, Black the same way from the other end; b3 is a dead end.
        let ring = drawn(&["...", ".x.", "N.n"], 'w');
        assert_eq!(both(&ring, path), (5, 5));
        // From a dark square with two dark and four light squares in reach: 2 * 2 + 1.
        assert_eq!(both(&ring, bound), (5, 5));
        assert_eq!(both(&ring, |view| longest(view, 3.0)), (3.0, 3.0));
        // White's paths: b3, and c2 a3 b1 c3 a2. Black is not to move and shares one move, b3.
        assert_eq!(both(&ring, |view| drill(view, 3.0)), (1.0 + (1.0 + 2.0 + 3.0), 6.0));
        assert_eq!(both(&ring, |view| drill_program(view, 3.0)), (7.0, 0.0));
        assert_eq!(both(&ring, |view| drill_whole(view, 3.0)), (7.0, 7.0));
    }

    #[test]
    fn shut_in_or_not_placed() {
        let shut_in = drawn(&["xxx", "xxx", "Nxn"], 'w');
        assert_eq!(both(&shut_in, path), (0, 0));
        assert_eq!(both(&shut_in, bound), (0, 0));
        // Black can begin anywhere on the rest of the ring, seven squares in a row.
        let placing = drawn(&["...", ".x.", "N.."], 'b');
        assert_eq!(both(&placing, path), (7, 7));
        assert_eq!(both(&placing, bound), (7, 7));
    }
}
