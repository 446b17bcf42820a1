//! Where a knight stands. For an unplaced knight all distances are 0.

use crate::board::{Square, Word};
use crate::eval::scene::View;

/// The number of neighbours of an unplaced knight, as report 003 counts them.
const UNPLACED: [u32; 2] = [8, 4];

#[inline]
fn square<W: Word>(view: View<'_, W>) -> Option<Square> {
    view.position().knight(view.player())
}

/// Column and row of the knight, or `None` before it is placed.
#[inline]
fn place<W: Word>(view: View<'_, W>) -> Option<(i32, i32)> {
    let (column, row) = view.position().geometry().coordinates(square(view)?);
    Some((column.into(), row.into()))
}

/// Width and height of the board.
#[inline]
fn sides<W: Word>(view: View<'_, W>) -> (i32, i32) {
    let size = view.position().size();
    (size.width() as i32, size.height() as i32)
}

/// The squared length of a vector.
#[inline]
fn squared(columns: i32, rows: i32) -> f64 {
    f64::from(columns * columns + rows * rows)
}

/// The knight's column, from 0.
#[inline]
pub(crate) fn x<W: Word>(view: View<'_, W>) -> u32 {
    place(view).map_or(0, |(column, _)| column as u32)
}

/// The knight's row, from 0 at the bottom.
#[inline]
pub(crate) fn y<W: Word>(view: View<'_, W>) -> u32 {
    place(view).map_or(0, |(_, row)| row as u32)
}

/// The board's width.
pub(crate) fn w<W: Word>(view: View<'_, W>) -> u32 {
    sides(view).0 as u32
}

/// The board's height.
pub(crate) fn h<W: Word>(view: View<'_, W>) -> u32 {
    sides(view).1 as u32
}

/// The distance to the centre of the board.
#[inline]
pub(crate) fn dc<W: Word>(view: View<'_, W>) -> f64 {
    let (width, height) = sides(view);
    // Doubled coordinates, so that the centre of an even side is whole.
    let doubled = |(x, y)| squared(2 * x - (width - 1), 2 * y - (height - 1));
    place(view).map_or(0.0, |at| doubled(at).sqrt() / 2.0)
}

/// Squares to the nearer side border, and to the lower or upper border.
#[inline]
fn from_border<W: Word>(view: View<'_, W>) -> Option<(i32, i32)> {
    let (width, height) = sides(view);
    place(view).map(|(x, y)| (x.min(width - 1 - x), y.min(height - 1 - y)))
}

/// The distance to the nearest corner square.
#[inline]
pub(crate) fn dv<W: Word>(view: View<'_, W>) -> f64 {
    from_border(view).map_or(0.0, |(columns, rows)| squared(columns, rows).sqrt())
}

/// The distance to the nearest border square.
#[inline]
pub(crate) fn de<W: Word>(view: View<'_, W>) -> u32 {
    from_border(view).map_or(0, |(columns, rows)| columns.min(rows) as u32)
}

/// The squared distance to the course's centre, (w/2, h/2) from the top left: half a square off the
/// true one.
#[inline]
pub(crate) fn dq<W: Word>(view: View<'_, W>) -> f64 {
    let (width, height) = sides(view);
    let from_top = |y| height - 1 - y;
    place(view).map_or(0.0, |(x, y)| squared(width - 2 * x, height - 2 * from_top(y)) / 4.0)
}

/// The squared distance to the middle square, (h div 2, w div 2) in the course's coordinates.
#[inline]
pub(crate) fn dm<W: Word>(view: View<'_, W>) -> f64 {
    let (width, height) = sides(view);
    let from_top = |y| height - 1 - y;
    place(view).map_or(0.0, |(x, y)| squared(width / 2 - x, height / 2 - from_top(y)))
}

/// The distance between the knights.
#[inline]
pub(crate) fn dp<W: Word>(view: View<'_, W>) -> f64 {
    match (place(view), place(view.other())) {
        (Some((x, y)), Some((other_x, other_y))) => squared(x - other_x, y - other_y).sqrt(),
        _ => 0.0,
    }
}

/// Number of open squares among the eight neighbours.
#[inline]
pub(crate) fn nb<W: Word>(view: View<'_, W>) -> u32 {
    let position = view.position();
    square(view)
        .map_or(UNPLACED[0], |at| (position.geometry().around(at) & position.open()).count())
}

/// Number of open squares beside, above and below the knight.
#[inline]
pub(crate) fn nb4<W: Word>(view: View<'_, W>) -> u32 {
    let position = view.position();
    square(view)
        .map_or(UNPLACED[1], |at| (position.geometry().beside(at) & position.open()).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::drawing::{both, drawn};

    #[test]
    fn measured_by_hand() {
        // White on b4, Black on f2.
        let position = drawn(
            &[".......", ".......", ".......", ".N.....", "....x..", ".....n.", "......x"],
            'b',
        );
        assert_eq!((both(&position, x), both(&position, y)), ((1, 5), (3, 1)));
        assert_eq!((both(&position, w), both(&position, h)), ((7, 7), (7, 7)));
        assert_eq!(both(&position, dc), (2.0, 8_f64.sqrt()));
        assert_eq!(both(&position, dv), (10_f64.sqrt(), 2_f64.sqrt()));
        assert_eq!(both(&position, de), (1, 1));
        assert_eq!(both(&position, dp), (20_f64.sqrt(), 20_f64.sqrt()));
        assert_eq!(both(&position, nb), (8, 6));
        assert_eq!(both(&position, nb4), (4, 4));
        // Rows from the top are 3 and 5: (3.5 - 3)² + (3.5 - 1)² and (3.5 - 5)² + (3.5 - 5)².
        assert_eq!(both(&position, dq), (0.25 + 6.25, 2.25 + 2.25));
        assert_eq!(both(&position, dm), (4.0, 4.0 + 4.0));
    }

    #[test]
    fn the_courses_centre_is_off_the_true_one() {
        let corners = drawn(&["N...", "....", "...n"], 'w');
        assert_eq!(both(&corners, dq), (4.0 + 2.25, 1.0 + 0.25));
        assert_eq!(both(&corners, dm), (4.0 + 1.0, 1.0 + 1.0));
        assert_eq!(both(&corners, dc), (13_f64.sqrt() / 2.0, 13_f64.sqrt() / 2.0));
    }

    #[test]
    fn nowhere_is_at_no_distance() {
        let position = drawn(&["...", ".N.", "..."], 'b');
        assert_eq!(both(&position, nb), (8, 8));
        assert_eq!(both(&position, nb4), (4, 4));
        assert_eq!(both(&position, dp), (0.0, 0.0));
        let zeros = [both(&position, dc).1, both(&position, dv).1, both(&position, dq).1];
        assert_eq!(zeros, [0.0; 3]);
    }
}
