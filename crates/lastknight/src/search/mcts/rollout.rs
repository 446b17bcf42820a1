//! Rollouts: playing on from a leaf to see how the game might end.

use super::Search;
use super::move_classes::{MoveClasses, Proof};
use crate::board::{Bitboard, Color, Position, Square, Word};
use crate::eval::Heuristic;

/// How rollouts choose their moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Any legal move.
    Random,
    /// A move that wins at once, else any that does not lose at once.
    #[default]
    Light,
    /// Like `Light`, but mostly the move with the best value by the heuristic, if there is one.
    Greedy,
}

/// The percentage of random moves in a greedy rollout.
const RANDOM_MOVES: usize = 10;

/// The factor by which a [`Scale`] follows the values.
const FOLLOW: f64 = 1.02;

/// The running median of the magnitudes of a heuristic's values.
#[derive(Clone, Debug, Default)]
pub(super) struct Scale(f64);

impl Scale {
    /// Returns the value scaled to -1 to 1: the median magnitude becomes a half.
    ///
    /// Heuristics differ in scale, and a few extreme values hardly move a median.
    fn squashed(&mut self, value: f64) -> f64 {
        let size = value.abs();
        if self.0 == 0.0 {
            self.0 = size;
        } else if size > self.0 {
            self.0 *= FOLLOW;
        } else {
            self.0 /= FOLLOW;
        }
        if size == 0.0 { 0.0 } else { value / (size + self.0) }
    }
}

impl<W: Word> Search<'_, W> {
    /// Plays on from a position that is not over, and returns the result for the player at the root: 1 for
    /// a win, -1 for a loss, between them if the heuristic decides. Returns `None` if a limit is met.
    pub(super) fn rollout(&mut self, mut position: Position<W>) -> Option<f64> {
        let policy = self.settings.policy;
        for step in 0_u32.. {
            let moves = match policy {
                Policy::Random => position.legal_moves(),
                Policy::Light | Policy::Greedy => {
                    let classes = MoveClasses::of(&position);
                    match classes.proof() {
                        Proof::Open => classes.sound,
                        Proof::Won => return Some(self.result(position.side())),
                        Proof::Lost => Bitboard::EMPTY,
                    }
                }
            };
            if moves.is_empty() {
                return Some(self.result(!position.side()));
            }
            if let Some(heuristic) = self.heuristic.filter(|_| step >= self.settings.cut) {
                let value = heuristic.estimate(&position, self.player);
                return Some(self.scale.squashed(value));
            }
            let to = match self.heuristic {
                Some(heuristic)
                    if policy == Policy::Greedy && self.random.below(100) >= RANDOM_MOVES =>
                {
                    self.greedy_move(&position, moves, heuristic)?
                }
                _ => nth(moves, self.random.below(moves.count() as usize)),
            };
            self.meter.count()?;
            let _ = position.make_unchecked(to);
        }
        unreachable!("a game ends")
    }

    fn result(&self, winner: Color) -> f64 {
        if winner == self.player { 1.0 } else { -1.0 }
    }

    /// Returns the best move by the heuristic, any of them if several are equal.
    fn greedy_move(
        &mut self,
        position: &Position<W>,
        moves: Bitboard<W>,
        heuristic: &Heuristic,
    ) -> Option<Square> {
        let mut best = (f64::NEG_INFINITY, nth(moves, 0));
        let mut equals = 0;
        for to in moves {
            self.meter.count()?;
            let value = heuristic.estimate(&position.play_unchecked(to), position.side());
            if value > best.0 {
                best = (value, to);
                equals = 1;
            } else if value == best.0 {
                equals += 1;
                if self.random.below(equals) == 0 {
                    best.1 = to;
                }
            }
        }
        Some(best.1)
    }
}

/// Returns the square number `n` of a set, from 0.
#[inline]
fn nth<W: Word>(squares: Bitboard<W>, n: usize) -> Square {
    let mut bits = squares.bits();
    for _ in 0..n {
        bits = bits.without_lowest();
    }
    Square::from_bit(bits.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn any_scale_is_found() {
        for unit in [1e-6, 1.0, 3e12] {
            let mut scale = Scale::default();
            let mut random = Random::new(1);
            assert_eq!(scale.squashed(0.0), 0.0);
            for _ in 0..2000 {
                // A few are extreme.
                let far = if random.below(20) == 0 { 1e6 } else { 1.0 };
                let value = unit * far * random.below(100) as f64;
                let squashed = scale.squashed(value);
                assert!((0.0..1.0).contains(&squashed));
            }
            let middle = scale.squashed(unit * 50.0);
            assert!((0.4..0.6).contains(&middle), "{middle}");
            assert!(scale.squashed(-unit * 5.0) > -0.2);
        }
    }
}
