//! Mirror strategies: the player who just moved answers every move with its image and wins.
//!
//! Let `s` be a [mirror](Symmetry::MIRRORS) of the board, Q the player to move and P the other.
//!
//! **In step.** The open squares map onto themselves and the knights onto each other. When Q goes
//! to `m` and `s(m) ≠ m`, the square `s(m)` is open and a knight's move from P. Going there
//! restores the symmetry, so P always has an answer and Q runs out of moves first. The condition: Q
//! can never enter a square that `s` fixes. Each of these is blocked or out of Q's reach.
//!
//! On a board with an even side the half turn fixes no square, otherwise only the centre. A flip
//! fixes the whole centre line (nothing if that side is even), a diagonal flip the whole diagonal.
//!
//! **Before the placements** every open square is in reach. A fixed square is harmless if it is a
//! dead end: a knight placed there has no move after P places elsewhere. This makes 3x3 and all
//! boards one square wide a win for the second player.
//!
//! **One move behind.** The position is symmetric except for Q's square `q`, whose image is still
//! open and a knight's move from P. P answers each move of Q by going to the image of the square Q
//! just left. Q could spoil this only by moving to the image of its own square. A mirror that
//! preserves square colours puts that square out of a knight's reach. (Report 000: after `c2 d4` on
//! 7x7 the second player wins this way.)

use super::position::Position;
use super::square::Square;
use super::symmetry::Symmetry;
use super::word::Word;

/// A mirror strategy that wins for the player who just moved: see [`Position::mirror_win`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Mirror {
    symmetry: Symmetry,
    is_behind: bool,
}

impl<W: Word> Position<W> {
    /// Returns a mirror strategy that wins for the player who just moved.
    ///
    /// `Some` is a proof, `None` proves nothing. In the starting position Black counts as the
    /// player who just moved.
    ///
    /// ```
    /// use lastknight::{Position, Symmetry};
    ///
    /// let even: Position = "4x4".parse()?;
    /// assert_eq!(even.mirror_win().unwrap().symmetry(), Symmetry::HalfTurn);
    /// let odd: Position = "7x7".parse()?;
    /// assert_eq!(odd.mirror_win(), None); // White takes the centre
    /// # Ok::<(), lastknight::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn mirror_win(&self) -> Option<Mirror> {
        self.mirror_wins().next()
    }

    /// Iterates over all mirror strategies that win for the player who just moved.
    pub fn mirror_wins(&self) -> impl Iterator<Item = Mirror> {
        let ways = |symmetry| [false, true].map(|is_behind| Mirror { symmetry, is_behind });
        Symmetry::MIRRORS.into_iter().flat_map(ways).filter(|mirror| mirror.wins(self))
    }
}

impl Mirror {
    /// Returns the symmetry that maps the opponent's moves to the winner's.
    #[must_use]
    pub fn symmetry(self) -> Symmetry {
        self.symmetry
    }

    /// Returns whether the winner is one move behind and goes to the image of the square just left.
    #[must_use]
    pub fn is_behind(self) -> bool {
        self.is_behind
    }

    /// Returns whether this strategy wins for the player who just moved.
    #[must_use]
    pub fn wins<W: Word>(self, position: &Position<W>) -> bool {
        let is_symmetric = || match self.is_behind {
            false => position.is_symmetric(self.symmetry),
            true => self.is_just_behind(position),
        };
        self.symmetry.fits(position.size()) && is_symmetric() && self.never_fixed(position)
    }

    /// Returns the winning answer to a legal move in a position where this mirror
    /// [wins](Self::wins).
    ///
    /// Returns `None` if it does not win or the move is not legal.
    #[must_use]
    pub fn reply<W: Word>(self, position: &Position<W>, to: Square) -> Option<Square> {
        if !self.wins(position) {
            return None;
        }
        let next = position.play(to).ok()?;
        let followed = if self.is_behind { position.knight(position.side())? } else { to };
        let image = position.geometry().image(self.symmetry, followed);
        // The placement was on a dead end, its own image: any answer wins.
        if image == to { next.legal_moves().first() } else { Some(image) }
    }

    /// Whether the player to move can never profit from entering a square that the symmetry fixes.
    fn never_fixed<W: Word>(self, position: &Position<W>) -> bool {
        let geometry = position.geometry();
        let side = position.side();
        let fixed = geometry.fixed_squares(self.symmetry) & position.reach(side);
        match position.knight(side) {
            Some(_) => fixed.is_empty(),
            None => {
                let is_dead_end =
                    |square| (geometry.knight_moves(square) & position.open()).is_empty();
                fixed.is_empty()
                    || (position.open().count() > 1 && fixed.into_iter().all(is_dead_end))
            }
        }
    }

    /// Whether the position is symmetric except for the image of the square that the player to move
    /// stands on, and the other player can go there next.
    fn is_just_behind<W: Word>(self, position: &Position<W>) -> bool {
        let geometry = position.geometry();
        let (Some(ahead), Some(behind)) =
            (position.knight(position.side()), position.knight(!position.side()))
        else {
            return false;
        };
        let image = geometry.image(self.symmetry, ahead);
        let others = position.open() - image.into();
        position.open().contains(image)
            && geometry.knight_moves(behind).contains(image)
            && geometry.keeps_colors(self.symmetry)
            && geometry.image_of_set(self.symmetry, others) == others
    }
}
