//! Move ordering. Usually the attacker wins, and one winning move suffices, so its moves get the better
//! order. With few squares open most lines are forced, and moves are not ordered.

use super::search::{Attacker, Mover, Placed, Victim};
use super::techniques::Techniques;
use crate::board::{Bitboard, Degrees, Geometry, Position, Square, Word};

#[derive(Clone, Copy)]
pub(super) struct MoveOrder<'a, W: Word> {
    pub(super) geometry: &'static Geometry<W>,
    pub(super) techniques: &'a Techniques,
}

impl<W: Word> MoveOrder<'_, W> {
    /// The moves of a position, the most promising first; placements only up to symmetry.
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
    pub(super) fn of<M: Mover>(&self, placed: Placed<W>, moves: Bitboard<W>) -> OrderedMoves {
        let open = placed.open.count();
        let theirs = self.geometry.knight_moves(placed.them) & placed.open;
        let mut ordered = OrderedMoves::default();
        if M::ATTACKS {
            let degrees = self.geometry.degrees(placed.open);
            let after = |to| AfterMove::new(self.geometry, placed.open, theirs, &degrees, to);
            if self.techniques.territory_order.contains(open) {
                for to in moves {
                    ordered.add(after(to).territories(self.geometry), to);
                }
            } else if self.techniques.far_order.contains(open) {
                for to in moves {
                    ordered.add(after(to).far_reach(self.geometry, &degrees), to);
                }
            } else {
                for to in moves {
                    ordered.add(after(to).two_steps(), to);
                }
            }
        } else {
            for to in moves {
                let onward = self.geometry.knight_moves(to) & placed.open;
                let shared = (onward & theirs).count() as i32;
                ordered.add(-2 * shared - onward.count() as i32, to);
            }
        }
        ordered
    }
}

/// The board after a move of the attacker. The move with the lowest key is tried first. The weights are
/// those that solved the openings of 7x7 in the fewest nodes.
struct AfterMove<W: Word> {
    open: Bitboard<W>,
    /// The next moves of the attacker and of the other player.
    onward: Bitboard<W>,
    replies: Bitboard<W>,
    /// The number of the attacker's next moves, and of its ways to move twice.
    ways: i32,
    double: i32,
    /// Whether the move takes a square to which the other could move.
    is_taken: bool,
}

impl<W: Word> AfterMove<W> {
    #[inline]
    fn new(
        geometry: &Geometry<W>,
        open: Bitboard<W>,
        theirs: Bitboard<W>,
        degrees: &Degrees<W>,
        to: Square,
    ) -> Self {
        let square = Bitboard::bit(to);
        let onward = geometry.knight_moves(to) & open;
        let ways = onward.count() as i32;
        // Each of these squares has lost the way back.
        let double = degrees.sum(onward) as i32 - ways;
        let is_taken = !(theirs & square).is_empty();
        Self { open: open - square, onward, replies: theirs - square, ways, double, is_taken }
    }

    /// The ways to move twice, and twice those taken from the other player.
    #[inline]
    fn two_steps(&self) -> i32 {
        let taken = if self.is_taken { self.ways } else { 0 };
        -2 * taken - self.double
    }

    /// [`Self::two_steps`] with what both reach in three moves and the ways on from there.
    #[inline]
    fn far_reach(&self, geometry: &Geometry<W>, degrees: &Degrees<W>) -> i32 {
        let taken = if self.is_taken { self.ways - 1 } else { 0 };
        let third = |moves| {
            let second = geometry.spread(moves) & self.open;
            geometry.spread(second) & self.open
        };
        let [own, other] = [self.onward, self.replies].map(third);
        let squares = 4 * (other.count() + own.count()) as i32;
        let ways = 8 * degrees.sum(other) as i32 - 4 * degrees.sum(own) as i32;
        -12 * taken - 8 * self.double + squares + ways
    }

    /// Territories, the best and most expensive order: a square belongs to the knight that reaches it
    /// first, the other moving first.
    fn territories(&self, geometry: &Geometry<W>) -> i32 {
        let taken = if self.is_taken { self.ways } else { 0 };
        let near = -5 * taken - 5 * self.ways - 2 * self.double;
        let mut other = self.replies;
        let mut own = self.onward - other;
        let (mut others_border, mut border) = (other, own);
        while !(others_border | border).is_empty() {
            others_border = (geometry.spread(others_border) & self.open) - other - own;
            other |= others_border;
            border = (geometry.spread(border) & self.open) - other - own;
            own |= border;
        }
        let size = |set: Bitboard<W>| set.count() as i32;
        let edges = |set| geometry.edges(set) as i32;
        near + 11 * edges(other) - 4 * edges(own) - 4 * size(other) + 10 * size(own)
    }
}

/// Up to eight moves, lowest key first. Selects as it goes: often the first move decides.
#[derive(Default)]
pub(super) struct OrderedMoves {
    keys: [i32; 8],
    count: usize,
}

impl OrderedMoves {
    #[inline]
    fn add(&mut self, key: i32, to: Square) {
        self.keys[self.count & 7] = key << 7 | to.index() as i32;
        self.count += 1;
    }
}

impl Iterator for OrderedMoves {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let keys = &mut self.keys[..self.count.min(8)];
        let (mut slot, mut least) = (0, *keys.first()?);
        for (i, &key) in keys.iter().enumerate().skip(1) {
            (slot, least) = if key < least { (i, key) } else { (slot, least) };
        }
        self.count -= 1;
        keys[slot] = keys[self.count & 7];
        Some(Square::from_bit(least as u32 & 127))
    }
}
