//! Bounds for knights that can still meet: the most moves of one against the certain moves of the other.

use super::search::Placed;
use crate::board::{Bitboard, Geometry, Square, Word};

/// Longer paths are not searched for.
const LONGEST: u32 = 12;

/// Returns whether the mover wins, if the bounds decide that.
pub(super) fn decide<W: Word>(geometry: &Geometry<W>, placed: Placed<W>) -> Option<bool> {
    let Placed { us, them, open } = placed;
    let [moves, theirs] = placed.moves(geometry);
    let most = |knight, moves| geometry.path_bound(Some(knight), geometry.flood(moves, open));
    let most_other = most(them, theirs);
    let needed = most_other + 1;
    if most_other < LONGEST && certain_moves(geometry, us, theirs, open, true, needed) == needed {
        return Some(true);
    }
    let needed = most(us, moves);
    if needed < LONGEST && certain_moves(geometry, them, moves, open, false, needed) == needed {
        return Some(false);
    }
    None
}

/// Returns how many moves a knight is certain to have, up to `enough`: the length of a greedy path on
/// which the other knight is nowhere sooner. `others` are the other knight's moves.
pub(super) fn certain_moves<W: Word>(
    geometry: &Geometry<W>,
    knight: Square,
    others: Bitboard<W>,
    mut open: Bitboard<W>,
    is_first: bool,
    enough: u32,
) -> u32 {
    let all = open;
    let mut from = knight;
    // Where the other can be before the next move, and after one more of its own.
    let mut taken = if is_first { Bitboard::EMPTY } else { others };
    let mut border = others;
    for moves in 0..enough {
        if !taken.is_empty() {
            border = (geometry.spread(border) & all) - taken;
        }
        let later = taken | border;
        let ways = |to: &Square| {
            let ways = ((geometry.knight_moves(*to) & open) - later).count();
            if ways == 0 { u32::MAX } else { ways }
        };
        let free = (geometry.knight_moves(from) & open) - taken;
        let Some(to) = free.into_iter().min_by_key(ways) else { return moves };
        open -= Bitboard::bit(to);
        from = to;
        taken = later;
    }
    enough
}
