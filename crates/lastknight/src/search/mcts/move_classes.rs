//! What can be proved about a position and its moves without playing them.

use crate::board::{Bitboard, Position, Square, Word};

/// What is proved about a position, for the side to move, from worst to best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Proof {
    Lost,
    Open,
    Won,
}

impl Proof {
    /// Returns the result for the player who moved to the position, if proved.
    pub(super) fn result(self) -> Option<f64> {
        match self {
            Self::Lost => Some(1.0),
            Self::Open => None,
            Self::Won => Some(-1.0),
        }
    }
}

/// The moves of a position by what is proved about them.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveClasses<W: Word> {
    pub(super) legal: Bitboard<W>,
    /// Moves after which the opponent has none.
    pub(super) winning: Bitboard<W>,
    /// Moves that win at once, or else do not lose at once.
    pub(super) sound: Bitboard<W>,
}

impl<W: Word> MoveClasses<W> {
    #[inline]
    pub(super) fn of(position: &Position<W>) -> Self {
        let legal = position.legal_moves();
        let theirs = position.moves_of(!position.side());
        // The opponent is stuck already, or has one move, which can be taken.
        let winning = match theirs.is_at_most_one() {
            true if theirs.is_empty() => legal,
            true => theirs & legal,
            false => Bitboard::EMPTY,
        };
        let mut sound = winning;
        if winning.is_empty() {
            let geometry = position.geometry();
            for to in legal {
                // A dead end, or a square whose only exit the opponent can take, loses.
                let onward = geometry.knight_moves(to) & position.open();
                if !(onward.is_at_most_one() && (onward - theirs).is_empty()) {
                    sound |= Bitboard::bit(to);
                }
            }
        }
        Self { legal, winning, sound }
    }

    /// Returns what is proved about the position.
    #[inline]
    pub(super) fn proof(&self) -> Proof {
        if !self.winning.is_empty() {
            Proof::Won
        } else if self.sound.is_empty() {
            Proof::Lost
        } else {
            Proof::Open
        }
    }

    /// Returns what is proved about the position after a move.
    pub(super) fn proof_after(&self, to: Square) -> Proof {
        if self.winning.contains(to) {
            Proof::Lost
        } else if self.winning.is_empty() && !self.sound.contains(to) {
            Proof::Won
        } else {
            Proof::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::search::random_game;
    use crate::solve;

    #[test]
    fn what_it_proves_is_so() {
        let mut random = Random::new(4);
        let mut proved = 0;
        let mut check = |position: &Position, proof| {
            if proof != Proof::Open {
                let wins = solve::wins(position, &mut u64::MAX.clone());
                assert_eq!(wins, Some(proof == Proof::Won), "{position}");
                proved += 1;
            }
        };
        for board in ["3x3", "4x3", "4x4", "5x3", "2x7", "1x4"].repeat(200) {
            for position in random_game(board, &mut random) {
                let classes = MoveClasses::of(&position);
                check(&position, classes.proof());
                for to in position.legal_moves() {
                    check(&position.play(to).unwrap(), classes.proof_after(to));
                }
            }
        }
        assert!(proved > 1000);
    }
}
