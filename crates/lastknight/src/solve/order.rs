//! Which move to try first: what makes a search quick, and changes nothing in what it finds.
//!
//! At a position that is won one move suffices, so the order of its moves is what counts; where all
//! is lost, all have to be tried in any order. As a rule the attacker wins. So its moves get the
//! better order, and with few squares open, where most lines are forced anyway, there is none.

use super::plan::Plan;
use super::search::{Attacker, Placed, Role, Victim};
use crate::board::{Bitboard, Degrees, Geometry, Position, Square, Word};

/// How moves are ordered on a board.
#[derive(Clone, Copy)]
pub(super) struct Order<'a, W: Word> {
    pub(super) geometry: &'static Geometry<W>,
    pub(super) plan: &'a Plan,
}

impl<W: Word> Order<'_, W> {
    /// The moves of a position, the most promising first: placements up to symmetry, or those that
    /// are worth a look.
    pub(super) fn of_position(&self, position: &Position<W>) -> Vec<Square> {
        let Some(placed) = Placed::of(position) else { return position.placements() };
        let [moves, _] = placed.moves(self.geometry);
        let ordered = match position.attacker() == Some(position.side()) {
            true => self.of::<Attacker>(placed, moves),
            false => self.of::<Victim>(placed, moves),
        };
        ordered.collect()
    }

    /// The moves in the order in which to try them.
    #[inline]
    pub(super) fn of<R: Role>(&self, placed: Placed<W>, moves: Bitboard<W>) -> Ordered {
        let open = placed.open.count();
        let theirs = self.geometry.knight_moves(placed.them) & placed.open;
        let mut ordered = Ordered::default();
        if R::ATTACKS {
            let degrees = self.geometry.degrees(placed.open);
            let key = |to| match () {
                () if self.plan.territory_order.contains(open) => {
                    self.territories(placed, theirs, &degrees, to)
                }
                () if self.plan.far_order.contains(open) => {
                    self.far_reach(placed, theirs, &degrees, to)
                }
                () => self.two_steps(placed, theirs, &degrees, to),
            };
            moves.into_iter().for_each(|to| ordered.add(key(to), to));
        } else {
            for to in moves {
                let onward = self.geometry.knight_moves(to) & placed.open;
                let shared = (onward & theirs).count() as i32;
                ordered.add(-2 * shared - onward.count() as i32, to);
            }
        }
        ordered
    }

    /// The ways to move twice that a move of the attacker leaves itself, and twice those that it
    /// takes from the other, whose squares lose none but the one taken.
    #[inline]
    fn two_steps(
        &self,
        placed: Placed<W>,
        theirs: Bitboard<W>,
        degrees: &Degrees<W>,
        to: Square,
    ) -> i32 {
        let onward = self.geometry.knight_moves(to) & placed.open;
        let ways = onward.count() as i32;
        let taken = if theirs.contains(to) { ways } else { 0 };
        // Each of the squares onward has lost the way to where the knight comes from.
        let own = degrees.sum(onward) as i32 - ways;
        -2 * taken - own
    }

    /// The same with what both reach in three moves and the ways on from there. The weights are those
    /// with which openings of 7x7 took the fewest nodes.
    #[inline]
    fn far_reach(
        &self,
        placed: Placed<W>,
        theirs: Bitboard<W>,
        degrees: &Degrees<W>,
        to: Square,
    ) -> i32 {
        let square = Bitboard::bit(to);
        let open = placed.open - square;
        let onward = self.geometry.knight_moves(to) & open;
        let ways = onward.count() as i32;
        let taken = if theirs.contains(to) { ways - 1 } else { 0 };
        let near = -12 * taken - 8 * (degrees.sum(onward) as i32 - ways);
        let third = |moves| {
            let second = self.geometry.spread(moves) & open;
            self.geometry.spread(second) & open
        };
        let [own, other] = [onward, theirs - square].map(third);
        let squares = 4 * (other.count() + own.count()) as i32;
        let ways = 8 * degrees.sum(other) as i32 - 4 * degrees.sum(own) as i32;
        near + squares + ways
    }

    /// The same with the territories, which are a surer sign and cost the most: squares belong to who
    /// reaches them first, the other moving first.
    fn territories(
        &self,
        placed: Placed<W>,
        theirs: Bitboard<W>,
        degrees: &Degrees<W>,
        to: Square,
    ) -> i32 {
        let square = Bitboard::bit(to);
        let open = placed.open - square;
        let onward = self.geometry.knight_moves(to) & open;
        let ways = onward.count() as i32;
        let taken = if theirs.contains(to) { ways } else { 0 };
        let near = -5 * taken - 5 * ways - 2 * (degrees.sum(onward) as i32 - ways);
        let mut other = theirs - square;
        let mut own = onward - other;
        let (mut others_border, mut border) = (other, own);
        while !(others_border | border).is_empty() {
            others_border = (self.geometry.spread(others_border) & open) - other - own;
            other |= others_border;
            border = (self.geometry.spread(border) & open) - other - own;
            own |= border;
        }
        let size = |set: Bitboard<W>| set.count() as i32;
        let edges = |set| self.geometry.edges(set) as i32;
        near + 11 * edges(other) - 4 * edges(own) - 4 * size(other) + 10 * size(own)
    }
}

/// Up to eight moves, the one with the lowest key first.
///
/// The rest is not sorted: often enough the first decides.
#[derive(Default)]
pub(super) struct Ordered {
    keys: [i32; 8],
    count: usize,
}

impl Ordered {
    #[inline]
    fn add(&mut self, key: i32, to: Square) {
        self.keys[self.count & 7] = key << 7 | to.index() as i32;
        self.count += 1;
    }
}

impl Iterator for Ordered {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let keys = &mut self.keys[..self.count.min(8)];
        let (mut place, mut least) = (0, *keys.first()?);
        for (i, &key) in keys.iter().enumerate().skip(1) {
            (place, least) = if key < least { (i, key) } else { (place, least) };
        }
        self.count -= 1;
        keys[place] = keys[self.count & 7];
        Some(Square::from_bit(least as u32 & 127))
    }
}
