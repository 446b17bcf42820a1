//! Winning by mirroring: the player who just moved answers every move with its image.
//!
//! Let `s` be a [mirror](Symmetry::MIRRORS) of the board, Q the player to move and P the other.
//!
//! **In step.** The open squares map onto themselves and the knights onto each other. Q goes to
//! `m`; if `s(m) ≠ m`, then `s(m)` is open, a knight's move from P, and going there restores the
//! symmetry. So P always has a move after Q, and Q is the first without one, provided that Q can
//! never enter a square that `s` leaves in place: each is blocked or out of Q's reach.
//!
//! The half turn has no such square on a board with an even side, else the centre alone; a flip has
//! the whole centre line (none where that side is even), a diagonal flip the whole diagonal.
//!
//! **Before the placements** every open square is in reach. Then a fixed square does no harm if it is
//! a dead end: a knight placed there has no move after P's placement elsewhere. That makes 3x3 and
//! all boards one square wide a win for the second player.
//!
//! **A move behind.** The same holds where P lags: everything is symmetric but for Q's square `q`,
//! whose image is still open and a knight's move from P. P answers each move of Q by going to the
//! image of the square that Q just left. Q could spoil it only by stepping onto the image of its own
//! square, which a mirror that keeps square colours puts out of a knight's reach. (Report 000: after
//! `c2 d4` on 7x7 the second player wins so.)

use super::position::Position;
use super::square::Square;
use super::symmetry::Symmetry;
use super::word::Word;

/// How the player who just moved wins by mirroring: see [`Position::mirror_win`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Mirror {
    symmetry: Symmetry,
    is_behind: bool,
}

impl<W: Word> Position<W> {
    /// Whether the player who just moved wins by mirroring, and how.
    ///
    /// `Some` is a proof, `None` says nothing. In the starting position the player who "just moved"
    /// is Black.
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

    /// Every way in which the player who just moved wins by mirroring.
    pub fn mirror_wins(&self) -> impl Iterator<Item = Mirror> {
        let ways = |symmetry| [false, true].map(|is_behind| Mirror { symmetry, is_behind });
        Symmetry::MIRRORS.into_iter().flat_map(ways).filter(|mirror| mirror.wins(self))
    }
}

impl Mirror {
    /// The symmetry that takes the opponent's moves to the winner's.
    #[must_use]
    pub fn symmetry(self) -> Symmetry {
        self.symmetry
    }

    /// Whether the winner follows a move behind, to the image of the square just left.
    #[must_use]
    pub fn is_behind(self) -> bool {
        self.is_behind
    }

    /// Whether mirroring so wins for the player who just moved in this position.
    #[must_use]
    pub fn wins<W: Word>(self, position: &Position<W>) -> bool {
        let is_symmetric = || match self.is_behind {
            false => position.is_symmetric(self.symmetry),
            true => self.is_just_behind(position),
        };
        self.symmetry.fits(position.size()) && is_symmetric() && self.never_fixed(position)
    }

    /// The winning answer to a legal move in a position where this mirror [wins](Self::wins).
    ///
    /// `None` where it does not win or the move is not legal.
    #[must_use]
    pub fn reply<W: Word>(self, position: &Position<W>, to: Square) -> Option<Square> {
        if !self.wins(position) {
            return None;
        }
        let next = position.play(to).ok()?;
        let followed = if self.is_behind { position.knight(position.side())? } else { to };
        let image = position.geometry().image(self.symmetry, followed);
        // A placement on a dead end has no image: any answer wins.
        if image == to { next.legal_moves().first() } else { Some(image) }
    }

    /// Whether the player to move can never harm the winner by entering a square without an image.
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

    /// Whether the position is symmetric but for the image of the square that the player to move
    /// just entered, which the other reaches next.
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
