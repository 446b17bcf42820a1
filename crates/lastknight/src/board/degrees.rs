//! Knight degrees of all squares at once: how many squares of a set are a knight's move away.

use super::bitboard::Bitboard;
use super::geometry::Geometry;
use super::word::Word;

/// A number from 0 to 8 for each square, stored as four bit planes (1, 2, 4 and 8).
///
/// Sums over many squares take a few operations on whole sets instead of a loop over squares.
#[derive(Clone, Copy, Debug)]
pub struct Degrees<W: Word>([Bitboard<W>; 4]);

impl<W: Word> Geometry<W> {
    /// Counts, for each square, the squares of the set that are a knight's move away.
    ///
    /// ```
    /// use lastknight::{Bitboard, Geometry, Size};
    ///
    /// let size = Size::STANDARD;
    /// let geometry = Geometry::of(size);
    /// let degrees = geometry.degrees(geometry.full());
    /// let [a1, d4] = ["a1", "d4"].map(|name| size.square_named(name).unwrap());
    /// assert_eq!(degrees.sum(a1.into()), 2);
    /// assert_eq!(degrees.sum(Bitboard::from(a1) | d4.into()), 2 + 8);
    /// ```
    #[must_use]
    #[inline]
    pub fn degrees(&self, set: Bitboard<W>) -> Degrees<W> {
        let [a, b, c, d, e, f, g, h] = self.jumps(set);
        // Full adders, as in hardware: three bits make a sum and a carry.
        let add = |x: W, y: W, z: W| (x ^ y ^ z, (x & y) | ((x ^ y) & z));
        let (sum, carry1) = add(a, b, c);
        let (rest, carry2) = add(d, e, f);
        let (sum, carry3) = add(sum, g, h);
        let (ones, carry4) = (sum ^ rest, sum & rest);
        let (sum, carry5) = add(carry1, carry2, carry3);
        let (twos, carry6) = (sum ^ carry4, sum & carry4);
        Degrees([ones, twos, carry5 ^ carry6, carry5 & carry6].map(Bitboard))
    }
}

impl<W: Word> Degrees<W> {
    /// Sums the numbers of these squares, which must be on the board.
    #[must_use]
    #[inline]
    pub fn sum(&self, of: Bitboard<W>) -> u32 {
        let [ones, twos, fours, eights] = self.0.map(|plane| (plane & of).count());
        ones + 2 * twos + 4 * fours + 8 * eights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn sums_are_those_of_the_squares() {
        for size in Size::all() {
            let geometry = Geometry::<u128>::of(size);
            for step in 1..4 {
                let set: Bitboard = size.squares().filter(|s| s.index() % step == 0).collect();
                let degrees = geometry.degrees(set);
                for square in size.squares() {
                    let count = (geometry.knight_moves(square) & set).count();
                    assert_eq!(degrees.sum(square.into()), count, "{size}");
                }
                let all = geometry.full();
                assert_eq!(degrees.sum(all), geometry.two_step(all, set), "{size}");
            }
        }
    }
}
