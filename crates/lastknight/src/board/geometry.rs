//! The knight's move and the other tables that depend only on the size of the board.

use std::sync::OnceLock;

use super::bitboard::Bitboard;
use super::knight::Knight;
use super::size::Size;
use super::square::Square;
use super::symmetry::Symmetry;
use super::word::{ByWord, PerWord, Word};

/// The eight knight jumps as (columns, rows). Each of the last four undoes one of the first four.
pub const JUMPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

/// The tables of one board size, built on first use and then shared.
///
/// ```
/// use lastknight::{Geometry, Size};
///
/// let size = Size::STANDARD;
/// let geometry = Geometry::of(size);
/// let b1 = size.square_named("b1")?;
/// assert_eq!(geometry.knight_moves(b1).draw(size), "\
///     .......\n\
///     .......\n\
///     .......\n\
///     .......\n\
///     x.x....\n\
///     ...x...\n\
///     .......\n");
/// # Ok::<(), lastknight::ParseSquareError>(())
/// ```
#[derive(Debug)]
pub struct Geometry<W: Word = u128> {
    size: Size,
    full: Bitboard<W>,
    dark: Bitboard<W>,
    /// Knight moves on an empty board. Indexed by any byte, so lookups need no bounds check;
    /// [`Knight::UNPLACED`] is one of the indices past the board.
    targets: [Bitboard<W>; 256],
    /// Column and row of each square. Also indexed by any byte.
    coordinates: [(u8, u8); 256],
    corners: Bitboard<W>,
    border: Bitboard<W>,
    /// The squares that touch a square, and those of them that share a side with it.
    around: [Bitboard<W>; Size::MAX_AREA],
    beside: [Bitboard<W>; Size::MAX_AREA],
    shifts: Shifts<W>,
    /// The effect of each symmetry of the board.
    symmetries: Vec<Images<W>>,
}

/// The effect of one symmetry on the board.
#[derive(Debug)]
struct Images<W: Word> {
    /// The image of each square.
    images: [Square; Size::MAX_AREA],
    /// The squares that map to themselves.
    fixed: Bitboard<W>,
    /// Whether every square maps to one of the same colour.
    keeps_colors: bool,
}

/// Shifts that move a whole set by a knight's jump: sideways first, within the row, then up or
/// down.
#[derive(Clone, Copy, Debug)]
struct Shifts<W> {
    /// The squares that have one or two more columns to their left, and to their right. Empty if
    /// the board is too low for the rest of the jump.
    has_left: [W; 2],
    has_right: [W; 2],
    /// Bits to shift by for two rows and for one.
    rows: [u32; 2],
}

impl<W: Word> Shifts<W> {
    fn new(size: Size) -> Self {
        let (width, height) = (size.width(), size.height());
        let with = |columns: usize, is_left: bool| {
            // One column sideways goes with two rows, two columns with one.
            let fits = |square: &Square| {
                let (column, _) = size.coordinates(*square);
                height > 3 - columns
                    && if is_left { column >= columns } else { column + columns < width }
            };
            size.squares().filter(fits).collect::<Bitboard<W>>().0
        };
        Self {
            has_left: [with(1, true), with(2, true)],
            has_right: [with(1, false), with(2, false)],
            // A shift that reaches the word's width would overflow; there is nothing to move then.
            rows: [2 * width as u32, width as u32].map(|shift| shift.min(W::BITS - 1)),
        }
    }

    /// The set moved one column left, one right, two left and two right.
    #[inline]
    fn aside(&self, set: W) -> [W; 4] {
        [
            (set & self.has_left[0]) >> 1,
            (set & self.has_right[0]) << 1,
            (set & self.has_left[1]) >> 2,
            (set & self.has_right[1]) << 2,
        ]
    }
}

impl Geometry {
    /// Returns the tables of this size.
    #[must_use]
    pub fn of(size: Size) -> &'static Self {
        Self::shared(size)
    }
}

impl<W: Word> Geometry<W> {
    /// The tables of a size, which must fit the word.
    pub(super) fn shared(size: Size) -> &'static Self {
        W::of(&SHARED)[size.index()].get_or_init(|| Box::new(Self::new(size)))
    }

    fn new(size: Size) -> Self {
        let full = Bitboard::full(size);
        let jump = |square: Square, (columns, rows): (i32, i32)| {
            let (column, row) = size.coordinates(square);
            let column = column.checked_add_signed(columns as isize)?;
            size.square(column, row.checked_add_signed(rows as isize)?).ok()
        };

        let mut targets = [Bitboard::EMPTY; 256];
        for square in size.squares() {
            targets[square.index()] = JUMPS.iter().filter_map(|&by| jump(square, by)).collect();
        }
        targets[Knight::UNPLACED.index()] = full;

        let mut coordinates = [(0, 0); 256];
        let mut around = [Bitboard::EMPTY; Size::MAX_AREA];
        let mut beside = [Bitboard::EMPTY; Size::MAX_AREA];
        for square in size.squares() {
            let (column, row) = size.coordinates(square);
            coordinates[square.index()] = (column as u8, row as u8);
            let near = |reach: usize| {
                size.squares().filter(move |&other| {
                    let (c, r) = size.coordinates(other);
                    let (columns, rows) = (column.abs_diff(c), row.abs_diff(r));
                    columns.max(rows) == 1 && columns + rows <= reach
                })
            };
            around[square.index()] = near(2).collect();
            beside[square.index()] = near(1).collect();
        }
        let is_end = |at: usize, side: usize| at == 0 || at + 1 == side;
        let ends = |square: Square| {
            let (column, row) = size.coordinates(square);
            [is_end(column, size.width()), is_end(row, size.height())]
        };

        let is_dark = |s: &Square| {
            let (column, row) = size.coordinates(*s);
            (column + row) % 2 == 0
        };
        let symmetries = Symmetry::of(size).iter().map(|symmetry| {
            let mut images = [Square::A1; Size::MAX_AREA];
            for square in size.squares() {
                images[square.index()] = symmetry.take(size, square);
            }
            let image = |square: Square| images[square.index()];
            Images {
                images,
                fixed: size.squares().filter(|&square| image(square) == square).collect(),
                keeps_colors: size.squares().all(|s| is_dark(&image(s)) == is_dark(&s)),
            }
        });
        Self {
            size,
            full,
            dark: size.squares().filter(is_dark).collect(),
            targets,
            coordinates,
            corners: size.squares().filter(|&s| ends(s) == [true, true]).collect(),
            border: size.squares().filter(|&s| ends(s) != [false, false]).collect(),
            around,
            beside,
            shifts: Shifts::new(size),
            symmetries: symmetries.collect(),
        }
    }

    /// Returns the size these tables are for.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns all squares.
    #[must_use]
    pub fn full(&self) -> Bitboard<W> {
        self.full
    }

    /// Returns the squares of `a1`'s colour. A knight changes colour with every move.
    #[must_use]
    pub fn dark(&self) -> Bitboard<W> {
        self.dark
    }

    /// Returns the squares a knight's move away.
    #[must_use]
    #[inline]
    pub fn knight_moves(&self, square: Square) -> Bitboard<W> {
        self.targets[square.index()]
    }

    /// The moves of a knight on an empty board: any square before it is placed, then a knight's
    /// move.
    #[inline]
    pub(crate) fn targets(&self, knight: Knight) -> Bitboard<W> {
        self.targets[knight.index()]
    }

    /// Returns the squares a knight's move away from any square of the set.
    #[must_use]
    #[inline]
    pub fn spread(&self, set: Bitboard<W>) -> Bitboard<W> {
        let [two, one] = self.shifts.rows;
        let [left, right, far_left, far_right] = self.shifts.aside(set.0);
        let (near, far) = (left | right, far_left | far_right);
        Bitboard(near << two | near >> two | far << one | far >> one) & self.full
    }

    /// The set after each of the eight jumps. May contain bits past the board; the caller masks
    /// them.
    #[inline]
    pub(super) fn jumps(&self, set: Bitboard<W>) -> [W; 8] {
        let [two, one] = self.shifts.rows;
        let [left, right, far_left, far_right] = self.shifts.aside(set.0);
        [
            left << two,
            right << two,
            left >> two,
            right >> two,
            far_left << one,
            far_right << one,
            far_left >> one,
            far_right >> one,
        ]
    }

    /// Returns the squares that knights on `from` can reach through `open`, including `from`.
    #[must_use]
    #[inline]
    pub fn flood(&self, from: Bitboard<W>, open: Bitboard<W>) -> Bitboard<W> {
        let mut reached = from;
        let mut border = from;
        while !border.is_empty() {
            border = (self.spread(border) & open) - reached;
            reached |= border;
        }
        reached
    }

    /// Counts the ways to go to a square of `first` and from there to an open square.
    #[must_use]
    #[inline]
    pub fn two_step(&self, first: Bitboard<W>, open: Bitboard<W>) -> u32 {
        first.into_iter().map(|to| (self.knight_moves(to) & open).count()).sum()
    }

    /// Counts the pairs of squares in the set that are a knight's move apart.
    #[must_use]
    #[inline]
    pub fn edges(&self, set: Bitboard<W>) -> u32 {
        let [two, one] = self.shifts.rows;
        let [left, right, far_left, far_right] = self.shifts.aside(set.0);
        // Upward jumps only, so each edge counts once.
        [left << two, right << two, far_left << one, far_right << one]
            .into_iter()
            .map(|ends| (ends & set.0).count_ones())
            .sum()
    }

    /// Returns column and row of a square, both from 0, from the bottom left.
    #[must_use]
    #[inline]
    pub fn coordinates(&self, square: Square) -> (u8, u8) {
        self.coordinates[square.index()]
    }

    /// Returns the corner squares.
    #[must_use]
    pub fn corners(&self) -> Bitboard<W> {
        self.corners
    }

    /// Returns the squares at the edge of the board, including the corners.
    #[must_use]
    pub fn border(&self) -> Bitboard<W> {
        self.border
    }

    /// Returns the up to eight squares that touch this one.
    #[must_use]
    pub fn around(&self, square: Square) -> Bitboard<W> {
        self.around[square.index()]
    }

    /// Returns the up to four squares that share a side with this one.
    #[must_use]
    pub fn beside(&self, square: Square) -> Bitboard<W> {
        self.beside[square.index()]
    }

    /// The image of a square. Here and in the next three functions the symmetry must
    /// [fit](Symmetry::fits) the board.
    #[inline]
    pub(crate) fn image(&self, symmetry: Symmetry, square: Square) -> Square {
        self.images(symmetry).images[square.index()]
    }

    pub(crate) fn image_of_set(&self, symmetry: Symmetry, set: Bitboard<W>) -> Bitboard<W> {
        let Images { images, .. } = self.images(symmetry);
        match symmetry {
            Symmetry::Identity => set,
            Symmetry::HalfTurn => {
                Bitboard(set.0.reverse_bits() >> (W::BITS - self.size.area() as u32))
            }
            _ => set.into_iter().map(|square| images[square.index()]).collect(),
        }
    }

    /// The squares that the symmetry maps to themselves.
    pub(crate) fn fixed_squares(&self, symmetry: Symmetry) -> Bitboard<W> {
        self.images(symmetry).fixed
    }

    /// Whether the symmetry maps every square to one of the same colour.
    pub(crate) fn keeps_colors(&self, symmetry: Symmetry) -> bool {
        self.images(symmetry).keeps_colors
    }

    #[inline]
    fn images(&self, symmetry: Symmetry) -> &Images<W> {
        self.symmetries.get(symmetry as usize).expect("a symmetry that fits the board")
    }
}

/// The tables of every board size, built on first use.
enum Tables {}

impl PerWord for Tables {
    type Of<W: Word> = [OnceLock<Box<Geometry<W>>>; Size::COUNT];
}

static SHARED: ByWord<Tables> = ByWord {
    narrow: [const { OnceLock::new() }; Size::COUNT],
    wide: [const { OnceLock::new() }; Size::COUNT],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jumps_are_the_knights_and_undo_each_other() {
        for (i, (columns, rows)) in JUMPS.into_iter().enumerate() {
            assert_eq!(columns.abs() + rows.abs(), 3);
            assert_eq!(columns.abs() * rows.abs(), 2);
            assert_eq!(JUMPS[(i + 4) % 8], (-columns, -rows));
        }
    }

    #[test]
    fn moves_are_mutual_and_change_color() {
        for size in Size::all() {
            let geometry = Geometry::of(size);
            for from in size.squares() {
                for to in geometry.knight_moves(from) {
                    assert!(geometry.knight_moves(to).contains(from));
                    assert_ne!(geometry.dark().contains(from), geometry.dark().contains(to));
                }
            }
        }
    }

    #[test]
    fn spread_is_the_union_of_moves() {
        for size in Size::all() {
            let geometry = Geometry::of(size);
            let every_third: Bitboard = size.squares().step_by(3).collect();
            let union = every_third
                .into_iter()
                .fold(Bitboard::EMPTY, |all, square| all | geometry.knight_moves(square));
            assert_eq!(geometry.spread(every_third), union, "{size}");
            if size.area() <= 64 {
                let narrow = Geometry::<u64>::shared(size).spread(every_third.convert());
                assert_eq!(narrow.convert(), union, "{size}");
            }
        }
    }

    #[test]
    fn edges_are_counted_once() {
        for size in Size::all() {
            let geometry = Geometry::of(size);
            let some: Bitboard = size.squares().filter(|s| s.index() % 3 != 1).collect();
            let ends: u32 =
                some.into_iter().map(|s| (geometry.knight_moves(s) & some).count()).sum();
            assert_eq!(geometry.edges(some), ends / 2, "{size}");
            if size.area() <= 64 {
                assert_eq!(Geometry::<u64>::shared(size).edges(some.convert()), ends / 2, "{size}");
            }
        }
        // The knight's graph of a w x h board has 4wh - 6(w + h) + 8 edges.
        let geometry = Geometry::<u64>::shared(Size::STANDARD);
        assert_eq!(geometry.edges(geometry.full()), 4 * 49 - 6 * 14 + 8);
    }

    #[test]
    fn border_and_neighbours_are_those_of_the_drawing() {
        let size = Size::new(4, 3).unwrap();
        let geometry = Geometry::<u64>::shared(size);
        assert_eq!(geometry.corners().draw(size), "x..x\n....\nx..x\n");
        assert_eq!(geometry.border().draw(size), "xxxx\nx..x\nxxxx\n");
        let b2 = size.square_named("b2").unwrap();
        assert_eq!(geometry.coordinates(b2), (1, 1));
        assert_eq!(geometry.around(b2).draw(size), "xxx.\nx.x.\nxxx.\n");
        assert_eq!(geometry.beside(b2).draw(size), ".x..\nx.x.\n.x..\n");
        let line = Geometry::<u64>::shared(Size::new(1, 3).unwrap());
        assert_eq!((line.corners().count(), line.border().count()), (2, 3));
    }
}
