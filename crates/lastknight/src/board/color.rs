//! The two players, and values per player.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// A player. White places first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Player 1, who moves first.
    White,
    /// Player 2.
    Black,
}

impl Color {
    /// Both players, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns `w` or `b`, as in position notation.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Returns the name in lower case, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    /// Returns the player with this [name](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.name() == name)
    }
}

/// The other player.
impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// `White` or `Black`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// One value for each player.
///
/// ```
/// use lastknight::{ByColor, Color};
///
/// let mut wins = ByColor::new(3, 5);
/// wins[Color::Black] += 1;
/// assert_eq!(wins, ByColor::new(3, 6));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByColor<T>([T; 2]);

impl<T> ByColor<T> {
    /// Creates a pair from White's value and Black's.
    pub const fn new(white: T, black: T) -> Self {
        Self([white, black])
    }

    /// Calls `value` for White, then for Black.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> Self {
        Self(Color::ALL.map(&mut value))
    }

    /// Applies `f` to both values, White's first.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor(self.0.map(f))
    }

    /// Iterates over the values, White's first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter()
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_follow_their_color() {
        let squares = ByColor::from_fn(Color::letter);
        assert_eq!(squares, ByColor::new('w', 'b'));
        let upper = squares.map(|letter| letter.to_ascii_uppercase());
        assert_eq!(upper.iter().collect::<String>(), "WB");
        assert_eq!(!!Color::White, Color::White);
    }
}
