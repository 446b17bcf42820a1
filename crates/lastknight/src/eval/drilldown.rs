//! Drilldown: sums over the paths of one knight alone (report 001).

use super::scene::View;
use crate::board::{Bitboard, Geometry, Word};

/// The default depth, from the report.
pub(super) const DEPTH: u32 = 5;

/// Which first moves of a player who is not to move count for less because the opponent shares
/// moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reduced {
    /// The shared ones, as in the report.
    Shared,
    /// All of them, as in the author's program.
    All,
    /// None.
    Nothing,
}

/// The value of the player's square: v = Σ r(m) · (d(m) + v(m)) over the open squares m that can be
/// entered next, down to `depth` moves.
///
/// d(m) is the number of moves to m, and no path enters a square twice. r is 1, except on the
/// [reduced](Reduced) first moves of a player who is not to move: if it shares c > 0 moves with the
/// opponent, r is (c - 1) / c there.
pub(super) fn drilldown<W: Word>(view: View<'_, W>, depth: u32, reduced: Reduced) -> f64 {
    if depth == 0 {
        return 0.0;
    }
    let position = view.position();
    let moves = view.moves();
    let shared = moves & view.other().moves();
    let (affected, factor) = match shared.count() {
        count if count > 0 && !view.is_active() => {
            let affected = match reduced {
                Reduced::Shared => shared,
                Reduced::All => moves,
                Reduced::Nothing => Bitboard::EMPTY,
            };
            (affected, f64::from(count - 1) / f64::from(count))
        }
        _ => (Bitboard::EMPTY, 1.0),
    };
    let geometry = position.geometry();
    let (mut plain, mut less) = (0, 0);
    for to in moves {
        let open = position.open() - to.into();
        let value = 1 + below(geometry, geometry.knight_moves(to) & open, open, 2, depth);
        *if affected.contains(to) { &mut less } else { &mut plain } += value;
    }
    plain as f64 + factor * less as f64
}

/// Σ (d + v) over these squares, which are `level` moves away.
fn below<W: Word>(
    geometry: &Geometry<W>,
    squares: Bitboard<W>,
    open: Bitboard<W>,
    level: u32,
    depth: u32,
) -> u64 {
    if level > depth {
        return 0;
    }
    let own = u64::from(level * squares.count());
    if level == depth {
        return own;
    }
    let next = |to| {
        let open = open - Bitboard::bit(to);
        below(geometry, geometry.knight_moves(to) & open, open, level + 1, depth)
    };
    own + squares.into_iter().map(next).sum::<u64>()
}

/// The number of squares from which [`drilldown`] looks further: its recursive calls.
pub(super) fn calls<W: Word>(view: View<'_, W>, depth: u32) -> u64 {
    let position = view.position();
    let geometry = position.geometry();
    let from = |to| {
        let open = position.open() - Bitboard::bit(to);
        paths(geometry, geometry.knight_moves(to) & open, open, depth.saturating_sub(2))
    };
    1 + if depth < 2 { 0 } else { view.moves().into_iter().map(|to| 1 + from(to)).sum() }
}

/// The number of paths of up to `depth` moves that begin on these squares.
fn paths<W: Word>(
    geometry: &Geometry<W>,
    squares: Bitboard<W>,
    open: Bitboard<W>,
    depth: u32,
) -> u64 {
    if depth == 0 {
        return 0;
    }
    let own = u64::from(squares.count());
    if depth == 1 {
        return own;
    }
    let next = |to| {
        let open = open - Bitboard::bit(to);
        paths(geometry, geometry.knight_moves(to) & open, open, depth - 1)
    };
    own + squares.into_iter().map(next).sum::<u64>()
}

/// The length of the longest path of the player's knight, up to `depth` moves.
pub(super) fn longest<W: Word>(view: View<'_, W>, depth: u32) -> u32 {
    let position = view.position();
    deepest(position.geometry(), view.moves(), position.open(), depth)
}

fn deepest<W: Word>(
    geometry: &Geometry<W>,
    squares: Bitboard<W>,
    open: Bitboard<W>,
    depth: u32,
) -> u32 {
    if squares.is_empty() || depth == 0 {
        return 0;
    }
    let mut best = 0;
    for to in squares {
        let open = open - Bitboard::bit(to);
        best = best.max(deepest(geometry, geometry.knight_moves(to) & open, open, depth - 1));
        if best + 1 == depth {
            break;
        }
    }
    best + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::drawing::{both, drawn};

    /// The first figure of report 001, all other squares blocked; White stands on (1, 3).
    const FIGURE: [&str; 7] =
        ["x.xxx.x", "xxxNxxx", ".x.xxx.", "xxxxxxx", "xxxxx.x", "xxxxxxx", "nxxxxxx"];

    #[test]
    fn branches_of_the_reports_figure() {
        let position = drawn(&FIGURE, 'w');
        let geometry = position.geometry();
        let branch = |row: usize, column: usize| {
            let to = position.size().square_at_row_col(row, column).unwrap();
            let open = position.open() - to.into();
            1 + below(geometry, geometry.knight_moves(to) & open, open, 2, DEPTH)
        };
        assert_eq!((branch(0, 1), branch(0, 5)), (5, 6));
        let value = |depth| both(&position, |view| drilldown(view, depth, Reduced::Shared));
        assert_eq!(value(5), (11.0, 0.0));
        assert_eq!([0, 1, 2, 3].map(|depth| value(depth).0), [0.0, 2.0, 8.0, 11.0]);
        let longest = |depth| both(&position, |view| longest(view, depth));
        assert_eq!([longest(5), longest(2), longest(0)], [(3, 0), (2, 0), (0, 0)]);
        // The knight's own square, then two, three and one on the way.
        let calls = |depth| both(&position, |view| calls(view, depth));
        assert_eq!([1, 2, 3, 4, 5].map(|depth| calls(depth).0), [1, 3, 6, 7, 7]);
        assert_eq!(calls(5).1, 1);
    }

    #[test]
    fn the_player_who_waits_counts_shared_squares_for_less() {
        // White (a1) can go to b3 and c2, Black (d4) to b3, c2 and e2, and no further.
        let position = drawn(&["xxxxx", "xxxnx", "x.xxx", "xx.x.", "Nxxxx"], 'w');
        let values = |reduced| both(&position, |view| drilldown(view, DEPTH, reduced));
        assert_eq!(values(Reduced::Shared), (2.0, 1.0 + 0.5 * 2.0));
        assert_eq!(values(Reduced::All), (2.0, 0.5 * 3.0));
        // One shared square, c2: in the author's program the factor 0 applies to all moves.
        let position = drawn(&["x.x.x", "xx.xx", "Nxxxn"], 'w');
        let values = |reduced| both(&position, |view| drilldown(view, DEPTH, reduced));
        assert_eq!(values(Reduced::Shared), (2.0, 1.0));
        assert_eq!(values(Reduced::All), (2.0, 0.0));
    }
}
