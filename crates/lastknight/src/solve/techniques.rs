//! The techniques of the search, and the numbers of open squares at which it uses them.

use crate::board::Size;

/// The numbers of open squares at which a technique is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The fewest open squares.
    pub least: u32,
    /// The most open squares.
    pub most: u32,
}

impl Span {
    /// Never used.
    pub const NEVER: Self = Self { least: u32::MAX, most: 0 };
    /// Used everywhere.
    pub const ALWAYS: Self = Self { least: 0, most: u32::MAX };

    /// Used with at least this many open squares.
    #[must_use]
    pub const fn from(least: u32) -> Self {
        Self { least, most: u32::MAX }
    }

    /// Returns whether the technique is used with this many open squares.
    #[must_use]
    #[inline]
    pub const fn contains(self, open: u32) -> bool {
        self.least <= open && open <= self.most
    }
}

/// The techniques of the search. Each can be switched off; none changes the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// The most open squares of a leaf, which one thread solves by itself.
    pub leaf: u32,
    /// The plies from the root in which to check for a win by mirroring.
    pub mirrored: u32,
    /// Whether to skip moves that lose at once.
    pub look_ahead: bool,
    /// When to order the attacker's moves by the ways to move twice that they leave both players.
    pub attacker_order: Span,
    /// When to order the victim's moves by the moves that they leave.
    pub victim_order: Span,
    /// When to order the attacker's moves by what both reach within three and four moves.
    pub far_order: Span,
    /// When to order the attacker's moves by territories, in preference to the other orders.
    pub territory_order: Span,
    /// When to test whether the knights can still meet; if not, the longer path wins.
    pub apart: Span,
    /// When to compare the most moves of one player with the certain moves of the other.
    pub bounds: Span,
    /// When to use a transposition table.
    pub table: Span,
    /// Whether the table ignores squares that no knight can reach.
    pub normalize: bool,
    /// Whether the table stores symmetric positions once.
    pub symmetric: bool,
}

impl Techniques {
    /// Returns the fastest techniques for boards of this size, by measurement.
    #[must_use]
    pub fn of(size: Size) -> Self {
        let area = size.area() as u32;
        let squares = |percent| area * percent / 100;
        let span = |from, to| Span { least: squares(from), most: squares(to) };
        // With many open squares territories mislead, with few they cost more than they save; with still
        // fewer, so does any order.
        let (order, far, territory) = match area {
            0..=50 => (53, 66, span(66, 78)),
            51..=64 => (45, 62, span(57, 74)),
            _ => (45, 62, span(50, 74)),
        };
        Self {
            // Some tens of thousands of nodes.
            leaf: squares(34) + 24,
            mirrored: 3,
            look_ahead: true,
            attacker_order: Span::from(squares(order)),
            victim_order: Span::from(squares(order)),
            far_order: Span::from(squares(far)),
            territory_order: territory,
            apart: Span::NEVER,
            bounds: Span::NEVER,
            table: Span::NEVER,
            normalize: false,
            symmetric: false,
        }
    }
}
