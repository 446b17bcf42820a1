//! Position keys for transposition tables and other maps.
//!
//! A key depends on the open squares, the knights and the side to move, not on the moves before. It
//! is the same for both word widths, on every machine and in every version with these constants.
//! Boards of different sizes can share a key.

use super::color::Color;
use super::position::Position;
use super::size::Size;
use super::word::Word;
use crate::random::scramble;

impl Size {
    /// Returns whether [keys](Position::key) are exact on this board: different for any two
    /// positions. True up to 51 squares.
    #[must_use]
    pub const fn has_exact_key(self) -> bool {
        self.packed_bits() <= u64::BITS
    }

    /// Returns whether [wide keys](Position::wide_key) are exact on this board. True up to 113
    /// squares.
    #[must_use]
    pub const fn has_exact_wide_key(self) -> bool {
        self.packed_bits() <= u128::BITS
    }

    /// Bits needed for a knight: any square, or not placed yet.
    const fn knight_bits(self) -> u32 {
        usize::BITS - self.area().leading_zeros()
    }

    /// Bits of a packed position: one per square, both knights and the side to move.
    const fn packed_bits(self) -> u32 {
        self.area() as u32 + 2 * self.knight_bits() + 1
    }
}

impl<W: Word> Position<W> {
    /// Returns a 64-bit key: the packed position if it [fits](Size::has_exact_key), else a hash.
    #[must_use]
    pub fn key(&self) -> u64 {
        if self.size().has_exact_key() {
            let [white, black, side] = self.packed_tail();
            let area = self.size().area() as u32;
            let bits = self.size().knight_bits();
            self.open().bits().to_wide() as u64
                | white << area
                | black << (area + bits)
                | side << (area + 2 * bits)
        } else {
            self.hashed(0)
        }
    }

    /// Returns a 128-bit key: the packed position if it [fits](Size::has_exact_wide_key), else a
    /// hash.
    #[must_use]
    pub fn wide_key(&self) -> u128 {
        if self.size().has_exact_wide_key() {
            let [white, black, side] = self.packed_tail().map(u128::from);
            let area = self.size().area() as u32;
            let bits = self.size().knight_bits();
            self.open().bits().to_wide()
                | white << area
                | black << (area + bits)
                | side << (area + 2 * bits)
        } else {
            u128::from(self.hashed(0)) << 64 | u128::from(self.hashed(1))
        }
    }

    /// White's knight, Black's knight and the side to move. An unplaced knight is `area`.
    fn packed_tail(&self) -> [u64; 3] {
        let knight = |color| self.knights().of(color).index().min(self.size().area()) as u64;
        [knight(Color::White), knight(Color::Black), self.side() as u64]
    }

    fn hashed(&self, seed: u64) -> u64 {
        let [white, black, side] = self.packed_tail();
        let open = self.open().bits().to_wide();
        let mut hash = scramble(scramble(seed) ^ (white << 16 | black << 8 | side));
        hash = scramble(hash ^ open as u64);
        if self.size().area() > u64::BITS as usize {
            hash = scramble(hash ^ (open >> 64) as u64);
        }
        hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_keys_reach_as_far_as_stated() {
        for size in Size::all() {
            assert_eq!(size.has_exact_key(), size.area() <= 51, "{size}");
            assert_eq!(size.has_exact_wide_key(), size.area() <= 113, "{size}");
        }
    }

    #[test]
    fn keys_are_the_same_everywhere() {
        let key = |text: &str| text.parse::<Position>().unwrap().key();
        let packed = |side: u64, black: u64, white: u64, open: u64| {
            open | white << 4 | black << 7 | side << 10
        };
        assert_eq!(key("2/2 w"), packed(0, 4, 4, 0b1111));
        assert_eq!(key("2/Nn b"), packed(1, 1, 0, 0b1100));
        // Hashed: one 64-bit part, then two.
        let start = Position::new(Size::new(8, 8).unwrap());
        assert_eq!(start.key(), start.narrow().unwrap().key());
        assert_eq!(key("8/8/8/8/8/8/8/8 w"), 0x33a6_64c9_c3b3_7290);
        assert_eq!(key("11/11/11/11/11/11/11/11/11 w"), 0x521b_63c8_bb65_9910);
    }

    #[test]
    fn the_halves_of_a_hashed_wide_key_are_unlike() {
        let halves = |text: &str| {
            let key = text.parse::<Position>().unwrap().wide_key();
            [(key >> 64) as u64, key as u64]
        };
        let [white, black] = ["w", "b"].map(|side| halves(&format!("N126n {side}")));
        let all: std::collections::HashSet<u64> = white.into_iter().chain(black).collect();
        assert_eq!(all.len(), 4);
    }
}
