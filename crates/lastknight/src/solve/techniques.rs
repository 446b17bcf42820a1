//! Which techniques the solver uses, and where: on small boards lean code wins, on large ones fewer nodes.

use crate::board::Size;

/// The numbers of open squares at which a technique is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The fewest.
    pub least: u32,
    /// The most.
    pub most: u32,
}

impl Span {
    /// A technique that is switched off.
    pub const NEVER: Self = Self { least: u32::MAX, most: 0 };
    /// A technique that is used everywhere.
    pub const ALWAYS: Self = Self { least: 0, most: u32::MAX };

    /// Used with so many open squares and more.
    #[must_use]
    pub const fn from(least: u32) -> Self {
        Self { least, most: u32::MAX }
    }

    /// Whether to use the technique with so many open squares.
    #[must_use]
    #[inline]
    pub const fn contains(self, open: u32) -> bool {
        self.least <= open && open <= self.most
    }
}

/// The techniques, each of which can be switched off: none changes what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// The most open squares of a position that one thread solves by itself.
    pub leaf: u32,
    /// How many half-moves from the root on to look for a win by mirroring.
    pub mirrored: u32,
    /// Whether to see at once which moves win or lose within a move.
    pub look_ahead: bool,
    /// Where to try moves by the ways to move twice that they leave to the players, the attacker's.
    pub attacker_order: Span,
    /// The same for the other player's.
    pub victim_order: Span,
    /// Where to order the attacker's moves by what both reach within three and four moves.
    pub far_order: Span,
    /// Where to order the attacker's moves by the territories that they leave, which comes first.
    pub territory_order: Span,
    /// Where to find out whether the knights can still meet; if not, the longer path wins.
    pub apart: Span,
    /// Where to compare the most moves that one can make with those that are certain for the other.
    pub bounds: Span,
    /// Where to look positions up in a table.
    pub table: Span,
    /// Whether squares that no knight can reach any more are left out of what is looked up.
    pub normalize: bool,
    /// Whether positions that turning or flipping the board makes of each other are looked up as one.
    pub symmetric: bool,
}

impl Techniques {
    /// What was measured to be the quickest on boards of this size.
    #[must_use]
    pub fn of(size: Size) -> Self {
        let area = size.area() as u32;
        let squares = |percent| area * percent / 100;
        let span = |from, to| Span { least: squares(from), most: squares(to) };
        // Above a certain number of open squares territories mislead, below another they cost more
        // than they gain; so does any order a little further below.
        let (order, far, territory) = match area {
            0..=50 => (53, 66, span(66, 78)),
            51..=64 => (45, 62, span(57, 74)),
            _ => (45, 62, span(50, 74)),
        };
        Self {
            // A few tens of thousands of nodes.
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
