//! Knights that cannot meet again: the longer path wins.
//!
//! The same few regions come up again and again, so the longest paths in small ones are remembered.

use crate::board::{Bitboard, Geometry, Square, Word};

/// The most squares of a region whose longest paths are remembered, with all that they begin with.
const SMALL: u32 = 12;

/// The most squares that are tried in a larger region before the question is given up.
const TRIED: u32 = 2000;

/// How many paths are remembered.
const REMEMBERED: usize = 1 << 13;

/// What was found out about paths.
#[derive(Debug)]
pub(super) struct Paths<W: Word> {
    /// Made when the first is remembered: many searches never need one.
    known: Vec<Known<W>>,
}

#[derive(Clone, Copy, Debug)]
struct Known<W: Word> {
    region: Bitboard<W>,
    from: Square,
    length: u8,
}

impl<W: Word> Default for Paths<W> {
    fn default() -> Self {
        Self { known: Vec::new() }
    }
}

/// A knight and the open squares in its reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alone<W: Word> {
    pub(super) from: Square,
    pub(super) reach: Bitboard<W>,
}

/// The reaches of two knights with these moves, if they have no square in common.
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
    // In turns: where they meet, that shows soon; where they do not, once the smaller is complete.
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
    for side in [0, 1] {
        while !borders[side].is_empty() {
            borders[side] = (geometry.spread(borders[side]) & open) - reached[side];
            reached[side] |= borders[side];
        }
    }
    Some(reached)
}

impl<W: Word> Paths<W> {
    /// Whether the player to move has the longer path, or `None` where that takes too long to find out.
    pub(super) fn is_longer(
        &mut self,
        geometry: &Geometry<W>,
        mover: Alone<W>,
        other: Alone<W>,
    ) -> Option<bool> {
        let [most, others] =
            [mover, other].map(|alone| geometry.path_bound(Some(alone.from), alone.reach));
        // A path of one move is there wherever the bound allows it.
        if others <= 1 || most <= 1 {
            return Some(most > others);
        }
        // First the one that is soon known, then whether the other has as many moves.
        if others <= most {
            let length = self.longest(geometry, other)?;
            self.has(geometry, mover, length + 1)
        } else {
            let length = self.longest(geometry, mover)?;
            Some(!self.has(geometry, other, length)?)
        }
    }

    /// The length of the longest path, or `None` where that takes too long to find out.
    pub(super) fn longest(&mut self, geometry: &Geometry<W>, alone: Alone<W>) -> Option<u32> {
        if alone.reach.count() <= SMALL {
            return Some(self.remembered(geometry, alone));
        }
        let Alone { from, reach } = alone;
        let enough = geometry.path_bound(Some(from), reach);
        let moves = geometry.knight_moves(from) & reach;
        let path = geometry.longest_path(Some(from), moves, reach, enough, TRIED);
        path.is_exact.then_some(path.length)
    }

    /// Whether there is a path of so many moves, or `None` likewise.
    pub(super) fn has(
        &mut self,
        geometry: &Geometry<W>,
        alone: Alone<W>,
        moves: u32,
    ) -> Option<bool> {
        let Alone { from, reach } = alone;
        if geometry.path_bound(Some(from), reach) < moves {
            return Some(false);
        }
        if reach.count() <= SMALL {
            return Some(self.remembered(geometry, alone) >= moves);
        }
        if has_easy_path(geometry, alone, moves) {
            return Some(true);
        }
        let first = geometry.knight_moves(from) & reach;
        let path = geometry.longest_path(Some(from), first, reach, moves, TRIED);
        (path.is_exact || path.length >= moves).then_some(path.length >= moves)
    }

    /// The length of the longest path in a small region, all of which is in reach.
    fn remembered(&mut self, geometry: &Geometry<W>, alone: Alone<W>) -> u32 {
        let Alone { from, reach } = alone;
        let moves = geometry.knight_moves(from) & reach;
        if moves == reach {
            return u32::from(!moves.is_empty());
        }
        let place = place(alone);
        if let Some(known) = self.known.get(place)
            && known.region == reach
            && known.from == from
        {
            return u32::from(known.length);
        }
        let enough = geometry.path_bound(Some(from), reach);
        let mut length = 0;
        for to in moves {
            let open = reach - Bitboard::bit(to);
            let next = geometry.flood(geometry.knight_moves(to) & open, open);
            if 1 + geometry.path_bound(Some(to), next) > length {
                length = length.max(1 + self.remembered(geometry, Alone { from: to, reach: next }));
            }
            if length == enough {
                break;
            }
        }
        if self.known.is_empty() {
            // No region is empty, so this passes for no path.
            let nothing = Known { region: Bitboard::EMPTY, from, length: 0 };
            self.known = vec![nothing; REMEMBERED];
        }
        self.known[place] = Known { region: reach, from, length: length as u8 };
        length
    }
}

/// Where a path is remembered.
#[inline]
fn place<W: Word>(alone: Alone<W>) -> usize {
    let wide = alone.reach.bits().to_wide();
    let folded = (wide as u64 ^ (wide >> 64) as u64) ^ (alone.from.index() as u64) << 56;
    // A multiplication mixes the bits upwards.
    let mixed = folded.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 32) as usize % REMEMBERED
}

/// Whether going where there are the fewest ways on, but some, makes so many moves.
fn has_easy_path<W: Word>(geometry: &Geometry<W>, alone: Alone<W>, moves: u32) -> bool {
    let Alone { mut from, reach: mut open } = alone;
    for _ in 0..moves {
        let ways = |to: &Square| {
            let ways = (geometry.knight_moves(*to) & open).count();
            if ways == 0 { u32::MAX } else { ways }
        };
        let Some(to) = (geometry.knight_moves(from) & open).into_iter().min_by_key(ways) else {
            return false;
        };
        open -= Bitboard::bit(to);
        from = to;
    }
    true
}
