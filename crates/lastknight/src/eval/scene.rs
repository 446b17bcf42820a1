//! A position as an evaluation looks at it: whole, and through the eyes of one player.

use std::cell::Cell;

use super::territory::Territories;
use crate::board::{Bitboard, Color, Position, Word};

/// A position, with what several features need of it worked out at most once.
#[derive(Debug)]
pub struct Scene<'a, W: Word> {
    position: &'a Position<W>,
    territories: Cell<Option<Territories<W>>>,
    reach: [Cell<Option<Bitboard<W>>>; 2],
}

impl<'a, W: Word> Scene<'a, W> {
    /// The position, nothing worked out yet.
    #[must_use]
    #[inline]
    pub fn new(position: &'a Position<W>) -> Self {
        Self { position, territories: Cell::new(None), reach: [const { Cell::new(None) }; 2] }
    }

    /// What one player sees.
    #[must_use]
    #[inline]
    pub fn view(&self, player: Color) -> View<'_, W> {
        View { scene: self, player }
    }
}

/// What one player sees: features are those of this player unless they say otherwise.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, W: Word> {
    scene: &'a Scene<'a, W>,
    player: Color,
}

impl<'a, W: Word> View<'a, W> {
    /// What the opponent sees.
    #[must_use]
    #[inline]
    pub fn other(self) -> Self {
        Self { player: !self.player, ..self }
    }

    /// The player who looks.
    #[must_use]
    #[inline]
    pub fn player(self) -> Color {
        self.player
    }

    /// What is looked at.
    #[must_use]
    #[inline]
    pub fn position(self) -> &'a Position<W> {
        self.scene.position
    }

    /// Whether the player is to move.
    #[must_use]
    #[inline]
    pub fn is_active(self) -> bool {
        self.player == self.position().side()
    }

    /// Where the player could go if it were to move.
    #[must_use]
    #[inline]
    pub fn moves(self) -> Bitboard<W> {
        self.position().moves_of(self.player)
    }

    /// The squares in the knight's reach.
    #[must_use]
    #[inline]
    pub fn reach(self) -> Bitboard<W> {
        let known = &self.scene.reach[self.player as usize];
        known.get().unwrap_or_else(|| {
            let reach = self.position().reach(self.player);
            known.set(Some(reach));
            reach
        })
    }

    /// The squares that the knight reaches sooner than the other, and those of the other.
    #[must_use]
    #[inline]
    pub fn territories(self) -> (Bitboard<W>, Bitboard<W>) {
        let known = &self.scene.territories;
        let Territories { mover, other } = known.get().unwrap_or_else(|| {
            let territories = Territories::of(self.position());
            known.set(Some(territories));
            territories
        });
        if self.is_active() { (mover, other) } else { (other, mover) }
    }
}
