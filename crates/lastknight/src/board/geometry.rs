//! The knight's move, and the other tables that depend on the board's size alone.

use std::sync::OnceLock;

use super::bitboard::{Bitboard, Word};
use super::knight::Knight;
use super::size::Size;
use super::square::Square;
use super::symmetry::Symmetry;

/// The eight jumps of a knight, as columns and rows. The second four undo the first four.
pub const JUMPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

/// The tables of one size of board, made when first asked for and shared from then on.
///
/// ```
/// use lastknight::{Geometry, Size};
///
/// let size = Size::STANDARD;
/// let geometry = Geometry::<u64>::of(size);
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
pub struct Geometry<W: Word> {
    size: Size,
    full: Bitboard<W>,
    dark: Bitboard<W>,
    /// Where a knight can go on an empty board. Indexed by any byte, so that no bounds need checking:
    /// a knight that is not placed yet is one of the numbers past the board.
    targets: [Bitboard<W>; 256],
    steps: [Step<W>; 4],
    /// What each symmetry of the board does to it.
    symmetries: Vec<Images<W>>,
}

/// What a symmetry does to a board.
#[derive(Debug)]
struct Images<W: Word> {
    /// Where it takes each square.
    images: [Square; Size::MAX_AREA],
    /// The squares that it leaves where they are.
    fixed: Bitboard<W>,
    /// Whether it takes each square to one of the same colour.
    keeps_colors: bool,
}

/// One jump and the jump back, for whole sets at once.
#[derive(Clone, Copy, Debug)]
struct Step<W> {
    /// How far the jump moves a bit up.
    shift: u32,
    /// The squares that the jump leaves without falling off the board.
    from: W,
    /// The squares that it lands on.
    onto: W,
}

impl<W: Word> Geometry<W> {
    /// The tables of this size.
    ///
    /// # Panics
    /// Where the board has more squares than the word has bits.
    #[must_use]
    pub fn of(size: Size) -> &'static Self {
        W::shared().0[size.index()].get_or_init(|| Box::new(Self::new(size)))
    }

    fn new(size: Size) -> Self {
        let full = Bitboard::full(size);
        let jump = |square: Square, (columns, rows): (i32, i32)| {
            let (column, row) = size.coordinates(square);
            let column = column.checked_add_signed(columns as isize)?;
            size.square(column, row.checked_add_signed(rows as isize)?)
        };

        let mut targets = [Bitboard::EMPTY; 256];
        for square in size.squares() {
            targets[square.index()] = JUMPS.iter().filter_map(|&by| jump(square, by)).collect();
        }
        targets[Knight::UNPLACED.index()] = full;

        let steps = [0, 1, 2, 3].map(|i| {
            let pairs = || size.squares().filter_map(|s| Some((s, jump(s, JUMPS[i])?)));
            Step {
                // A jump that fits nowhere on the board moves nothing by nothing.
                shift: pairs().next().map_or(0, |(from, to)| (to.index() - from.index()) as u32),
                from: pairs().map(|(from, _)| from).collect::<Bitboard<W>>().0,
                onto: pairs().map(|(_, to)| to).collect::<Bitboard<W>>().0,
            }
        });

        let is_dark = |s: &Square| {
            let (column, row) = size.coordinates(*s);
            (column + row) % 2 == 0
        };
        let symmetries = Symmetry::of(size).iter().map(|symmetry| {
            let mut images = [Square::new(0); Size::MAX_AREA];
            for square in size.squares() {
                images[square.index()] = symmetry.image(size, square);
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
            steps,
            symmetries: symmetries.collect(),
        }
    }

    /// The size these tables are for.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// All squares.
    #[must_use]
    pub fn full(&self) -> Bitboard<W> {
        self.full
    }

    /// The squares of `a1`'s colour. A knight changes colour with every move.
    #[must_use]
    pub fn dark(&self) -> Bitboard<W> {
        self.dark
    }

    /// The squares a knight's move away.
    #[must_use]
    #[inline]
    pub fn knight_moves(&self, square: Square) -> Bitboard<W> {
        self.targets[square.index()]
    }

    /// Where a knight may go on an empty board: a knight's move, or anywhere before it is placed.
    #[inline]
    pub(crate) fn targets(&self, knight: Knight) -> Bitboard<W> {
        self.targets[knight.index()]
    }

    /// The squares a knight's move away from any square of the set.
    #[must_use]
    #[inline]
    pub fn spread(&self, set: Bitboard<W>) -> Bitboard<W> {
        let reached = self.steps.iter().fold(W::ZERO, |reached, step| {
            reached | (set.0 & step.from) << step.shift | (set.0 & step.onto) >> step.shift
        });
        Bitboard(reached)
    }

    /// Where a symmetry of this board takes a square.
    ///
    /// # Panics
    /// Where the symmetry does not [fit](Symmetry::fits) the board; so do the next three.
    #[must_use]
    #[inline]
    pub fn image(&self, symmetry: Symmetry, square: Square) -> Square {
        self.images(symmetry).images[square.index()]
    }

    /// Where a symmetry of this board takes a set.
    #[must_use]
    pub fn image_of_set(&self, symmetry: Symmetry, set: Bitboard<W>) -> Bitboard<W> {
        let Images { images, .. } = self.images(symmetry);
        match symmetry {
            Symmetry::Identity => set,
            Symmetry::HalfTurn => {
                Bitboard(set.0.reverse_bits() >> (W::BITS - self.size.area() as u32))
            }
            _ => set.into_iter().map(|square| images[square.index()]).collect(),
        }
    }

    /// The squares that a symmetry of this board leaves where they are.
    #[must_use]
    pub fn fixed_squares(&self, symmetry: Symmetry) -> Bitboard<W> {
        self.images(symmetry).fixed
    }

    /// Whether a symmetry of this board takes each square to one of the same colour.
    #[must_use]
    pub fn keeps_colors(&self, symmetry: Symmetry) -> bool {
        self.images(symmetry).keeps_colors
    }

    #[inline]
    fn images(&self, symmetry: Symmetry) -> &Images<W> {
        self.symmetries.get(symmetry as usize).expect("a symmetry that fits the board")
    }
}

/// One word's tables for every size of board.
#[derive(Debug)]
pub struct Shared<W: Word>([OnceLock<Box<Geometry<W>>>; Size::COUNT]);

impl<W: Word> Shared<W> {
    pub(crate) const fn new() -> Self {
        Self([const { OnceLock::new() }; Size::COUNT])
    }
}

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
            let geometry = Geometry::<u128>::of(size);
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
            let geometry = Geometry::<u128>::of(size);
            let every_third: Bitboard = size.squares().step_by(3).collect();
            let union = every_third
                .into_iter()
                .fold(Bitboard::EMPTY, |all, square| all | geometry.knight_moves(square));
            assert_eq!(geometry.spread(every_third), union, "{size}");
            if size.area() <= 64 {
                let narrow = Geometry::<u64>::of(size).spread(every_third.convert());
                assert_eq!(narrow.convert(), union, "{size}");
            }
        }
    }
}
