//! A position under evaluation, and each player's view of it.

use std::cell::Cell;

use super::territory::Territories;
use crate::board::{Bitboard, Color, Position, Word};

/// A position, with intermediate results that several features share computed at most once.
#[derive(Debug)]
pub struct Scene<'a, W: Word> {
    position: &'a Position<W>,
    territories: Cell<Option<Territories<W>>>,
    reach: [Cell<Option<Bitboard<W>>>; 2],
}

impl<'a, W: Word> Scene<'a, W> {
    /// Creates a scene with nothing computed yet.
    #[must_use]
    #[inline]
    pub fn new(position: &'a Position<W>) -> Self {
        Self { position, territories: Cell::new(None), reach: [const { Cell::new(None) }; 2] }
    }

    /// Returns one player's view.
    #[must_use]
    #[inline]
    pub fn view(&self, player: Color) -> View<'_, W> {
        View { scene: self, player }
    }
}

/// One player's view: features are this player's unless they say otherwise.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, W: Word> {
    scene: &'a Scene<'a, W>,
    player: Color,
}

impl<'a, W: Word> View<'a, W> {
    /// Returns the opponent's view.
    #[must_use]
    #[inline]
    pub fn other(self) -> Self {
        Self { player: !self.player, ..self }
    }

    /// Returns the player.
    #[must_use]
    #[inline]
    pub fn player(self) -> Color {
        self.player
    }

    /// Returns the position.
    #[must_use]
    #[inline]
    pub fn position(self) -> &'a Position<W> {
        self.scene.position
    }

    /// Returns whether the player is to move.
    #[must_use]
    #[inline]
    pub fn is_active(self) -> bool {
        self.player == self.position().side()
    }

    /// Returns the moves the player would have if it were to move.
    #[must_use]
    #[inline]
    pub fn moves(self) -> Bitboard<W> {
        self.position().moves_of(self.player)
    }

    /// Returns the squares in the knight's reach.
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

    /// Returns the player's territory and the opponent's.
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
