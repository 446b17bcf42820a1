//! Knights that cannot meet again: the longer path wins. Those in small regions recur and are cached.

use super::bounds::certain_moves;
use crate::board::{Bitboard, Geometry, Square, Word};

/// The most squares of a region whose longest paths are cached.
const SMALL: u32 = 12;

/// The most squares tried in a larger region before the search gives up.
const TRIED: u32 = 2000;

const CACHED: usize = 1 << 13;

/// Longest paths, with a cache of those in small regions.
#[derive(Debug)]
pub(super) struct Paths<W: Word> {
    geometry: &'static Geometry<W>,
    /// Empty until the first path is stored: many searches need none.
    cache: Vec<CachedPath<W>>,
}

#[derive(Clone, Copy, Debug)]
struct CachedPath<W: Word> {
    region: Bitboard<W>,
    from: Square,
    length: u8,
}

/// A knight and the open squares in its reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoneKnight<W: Word> {
    pub(super) from: Square,
    pub(super) reach: Bitboard<W>,
}

/// The reaches of two knights with these moves, if they share no square.
#[inline]
pub(super) fn reaches<W: Word>(
    geometry: &Geometry<W>,
    moves: [Bitboard<W>; 2],
    open: Bitboard<W>,
) -> Option<[Bitboard<W>; 2]> {
    let mut reached = moves;
    let mut borders = moves;
    if !(moves[0] & moves[1]).is_empty() {
        return None;
    }
    // In turns: that shows early whether they meet, at the latest when the smaller one is complete.
    'meet: loop {
        for side in [0, 1] {
            borders[side] = (geometry.spread(borders[side]) & open) - reached[side];
            reached[side] |= borders[side];
            if !(reached[0] & reached[1]).is_empty() {
                return None;
            }
            if borders[side].is_empty() {
                break 'meet;
            }
        }
    }
    Some(reached.map(|reached| geometry.flood(reached, open)))
}

impl<W: Word> Paths<W> {
    pub(super) fn new(geometry: &'static Geometry<W>) -> Self {
        Self { geometry, cache: Vec::new() }
    }

    /// Returns whether the player to move has the longer path, or `None` if that takes too long.
    pub(super) fn is_longer(&mut self, mover: LoneKnight<W>, other: LoneKnight<W>) -> Option<bool> {
        let [most, others] =
            [mover, other].map(|knight| self.geometry.path_bound(Some(knight.from), knight.reach));
        // A bound of 0 or 1 is exact.
        if others <= 1 || most <= 1 {
            return Some(most > others);
        }
        // First the length that is found sooner, then whether the other player has as many moves.
        if others <= most {
            let length = self.longest(other)?;
            self.has(mover, length + 1)
        } else {
            let length = self.longest(mover)?;
            Some(!self.has(other, length)?)
        }
    }

    /// Returns the length of the longest path, or `None` if that takes too long.
    pub(super) fn longest(&mut self, knight: LoneKnight<W>) -> Option<u32> {
        if knight.reach.count() <= SMALL {
            return Some(self.cached(knight));
        }
        let LoneKnight { from, reach } = knight;
        let enough = self.geometry.path_bound(Some(from), reach);
        let moves = self.geometry.knight_moves(from) & reach;
        let path = self.geometry.longest_path(Some(from), moves, reach, enough, TRIED);
        path.is_exact.then_some(path.length)
    }

    /// Returns whether there is a path of this many moves, or `None` if that takes too long.
    pub(super) fn has(&mut self, knight: LoneKnight<W>, moves: u32) -> Option<bool> {
        let LoneKnight { from, reach } = knight;
        if self.geometry.path_bound(Some(from), reach) < moves {
            return Some(false);
        }
        if reach.count() <= SMALL {
            return Some(self.cached(knight) >= moves);
        }
        if certain_moves(self.geometry, from, Bitboard::EMPTY, reach, true, moves) == moves {
            return Some(true);
        }
        let first = self.geometry.knight_moves(from) & reach;
        let path = self.geometry.longest_path(Some(from), first, reach, moves, TRIED);
        (path.is_exact || path.length >= moves).then_some(path.length >= moves)
    }

    /// The length of the longest path in a small region, all of it in reach.
    fn cached(&mut self, knight: LoneKnight<W>) -> u32 {
        let LoneKnight { from, reach } = knight;
        let moves = self.geometry.knight_moves(from) & reach;
        if moves == reach {
            return u32::from(!moves.is_empty());
        }
        let slot = slot(knight);
        if let Some(path) = self.cache.get(slot)
            && path.region == reach
            && path.from == from
        {
            return u32::from(path.length);
        }
        let enough = self.geometry.path_bound(Some(from), reach);
        let mut length = 0;
        for to in moves {
            let open = reach - Bitboard::bit(to);
            let next = self.geometry.flood(self.geometry.knight_moves(to) & open, open);
            if 1 + self.geometry.path_bound(Some(to), next) > length {
                length = length.max(1 + self.cached(LoneKnight { from: to, reach: next }));
            }
            if length == enough {
                break;
            }
        }
        if self.cache.is_empty() {
            // No region is empty, so this matches none.
            let unused = CachedPath { region: Bitboard::EMPTY, from, length: 0 };
            self.cache = vec![unused; CACHED];
        }
        self.cache[slot] = CachedPath { region: reach, from, length: length as u8 };
        length
    }
}

#[inline]
fn slot<W: Word>(knight: LoneKnight<W>) -> usize {
    let wide = knight.reach.bits().to_wide();
    let folded = (wide as u64 ^ (wide >> 64) as u64) ^ (knight.from.index() as u64) << 56;
    // A multiplication mixes the bits upwards.
    let mixed = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize % CACHED
}
