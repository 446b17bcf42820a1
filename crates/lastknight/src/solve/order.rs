//! Which move to try first: what makes a search quick, and changes nothing in what it finds.
//!
//! At a position that is won one move suffices, so the order of its moves is what counts; where all
//! is lost, all have to be tried in any order. As a rule the attacker wins. So its moves get the
//! better order, and with few squares open, where most lines are forced anyway, there is none.

use super::search::{Attacker, Placed, Role, Victim};
use super::techniques::Techniques;
use crate::board::{Bitboard, Degrees, Geometry, Position, Square, Word};

/// How moves are ordered on a board.
#[derive(Clone, Copy)]
pub(super) struct Order<'a, W: Word> {
    pub(super) geometry: &'static Geometry<W>,
    pub(super) techniques: &'a Techniques,
}

impl<W: Word> Order<'_, W> {
    /// The moves of a position, the most promising first; of placements, those that are not each
    /// other's image.
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
            let left = |to| Left::by(self.geometry, placed.open, theirs, &degrees, to);
            if self.techniques.territory_order.contains(open) {
                for to in moves {
                    ordered.add(left(to).territories(self.geometry), to);
                }
            } else if self.techniques.far_order.contains(open) {
                for to in moves {
                    ordered.add(left(to).far_reach(self.geometry, &degrees), to);
                }
            } else {
                for to in moves {
                    ordered.add(left(to).two_steps(), to);
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

/// What a move of the attacker leaves to both players. The lower its keys, the sooner it is tried. Their
/// weights are those with which openings of 7x7 took the fewest nodes.
struct Left<W: Word> {
    open: Bitboard<W>,
    /// Where the attacker can go next, and where the other can.
    onward: Bitboard<W>,
    replies: Bitboard<W>,
    /// The ways on, and the ways to move twice.
    ways: i32,
    double: i32,
    /// Whether the move takes a square to which the other was about to go.
    is_taken: bool,
}

impl<W: Word> Left<W> {
    #[inline]
    fn by(
        geometry: &Geometry<W>,
        open: Bitboard<W>,
        theirs: Bitboard<W>,
        degrees: &Degrees<W>,
        to: Square,
    ) -> Self {
        let square = Bitboard::bit(to);
        let onward = geometry.knight_moves(to) & open;
        let ways = onward.count() as i32;
        // Each of the squares onward has lost the way to where the knight comes from.
        let double = degrees.sum(onward) as i32 - ways;
        let is_taken = !(theirs & square).is_empty();
        Self { open: open - square, onward, replies: theirs - square, ways, double, is_taken }
    }

    /// The ways to move twice that are left, and twice those that are taken from the other, whose
    /// squares lose none but the one taken.
    #[inline]
    fn two_steps(&self) -> i32 {
        let taken = if self.is_taken { self.ways } else { 0 };
        -2 * taken - self.double
    }

    /// The same with what both reach in three moves and the ways on from there.
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

    /// The same with the territories, which are a surer sign and cost the most: squares belong to who
    /// reaches them first, the other moving first.
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
