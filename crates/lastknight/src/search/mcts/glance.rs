//! What one look at a position tells of its moves.

use crate::board::{Bitboard, Position, Square, Word};

/// What is known of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing.
    Open,
    /// Won, and that is proved.
    Won,
    /// Lost, and that is proved.
    Lost,
}

/// The moves of a position, by what is to be seen of them without playing them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glance<W: Word> {
    /// All of them.
    pub(super) legal: Bitboard<W>,
    /// Those after which the other has no move.
    pub(super) winning: Bitboard<W>,
    /// Those that win at once or are not lost at once.
    pub(super) sound: Bitboard<W>,
}

impl<W: Word> Glance<W> {
    #[inline]
    pub(super) fn at(position: &Position<W>) -> Self {
        let legal = position.legal_moves();
        let theirs = position.moves_of(!position.side());
        // The other is stuck already, or has one move, which can be taken away.
        let winning = match theirs.is_at_most_one() {
            true if theirs.is_empty() => legal,
            true => theirs & legal,
            false => Bitboard::EMPTY,
        };
        let mut sound = winning;
        if winning.is_empty() {
            let geometry = position.geometry();
            for to in legal {
                let onward = geometry.knight_moves(to) & position.open();
                // To a dead end, or to where the only way on can be taken away.
                let is_last = onward.is_at_most_one();
                if !(is_last && (onward - theirs).is_empty()) {
                    sound |= Bitboard::bit(to);
                }
            }
        }
        Self { legal, winning, sound }
    }

    /// What it proves of the position.
    #[inline]
    pub(super) fn fate(&self) -> Fate {
        if !self.winning.is_empty() {
            Fate::Won
        } else if self.sound.is_empty() {
            Fate::Lost
        } else {
            Fate::Open
        }
    }

    /// What it proves of the position after a move.
    pub(super) fn fate_after(&self, to: Square) -> Fate {
        if self.winning.contains(to) {
            Fate::Lost
        } else if self.winning.is_empty() && !self.sound.contains(to) {
            Fate::Won
        } else {
            Fate::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::random::Random;
    use crate::solve;

    #[test]
    fn what_it_proves_is_so() {
        let mut random = Random::new(4);
        let mut proved = 0;
        for (width, height) in [(3, 3), (4, 3), (4, 4), (5, 3), (2, 7), (1, 4)].repeat(200) {
            let mut position = Position::new(Size::new(width, height).unwrap());
            loop {
                let glance = Glance::at(&position);
                let check = |position: &Position, fate| match fate {
                    Fate::Open => 0,
                    fate => {
                        let wins = solve::wins(position, &mut u64::MAX.clone());
                        assert_eq!(wins, Some(fate == Fate::Won), "{position}");
                        1
                    }
                };
                let moves: Vec<Square> = position.legal_moves().into_iter().collect();
                proved += check(&position, glance.fate());
                for &to in &moves {
                    proved += check(&position.play(to).unwrap(), glance.fate_after(to));
                }
                let Some(to) = random.pick(&moves) else { break };
                position = position.play(to).unwrap();
            }
        }
        assert!(proved > 1000);
    }
}
