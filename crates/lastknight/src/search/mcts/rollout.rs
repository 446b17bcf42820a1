//! Playing on from a leaf, to see how the game might end.

use super::glance::{Fate, Glance};
use crate::board::{Bitboard, Color, Position, Square, Word};
use crate::control::Meter;
use crate::eval::Heuristic;
use crate::random::Random;

/// How the moves of a rollout are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// Any legal move.
    Random,
    /// A move that wins at once, else any that does not lose at once.
    #[default]
    Light,
    /// As `Light`, but mostly the move that the heuristic likes best. As `Light` without one.
    Greedy,
}

/// How often a greedy rollout takes any move, in a hundred.
const ANY: usize = 10;

/// The steps by which a [`Scale`] follows what it sees.
const FOLLOW: f64 = 1.02;

/// What is a large value and what a small one, to a heuristic: about half of the values it gives are
/// larger.
#[derive(Clone, Debug)]
pub(super) struct Scale(f64);

impl Scale {
    pub(super) fn new() -> Self {
        Self(0.0)
    }

    /// The value between -1 and 1.
    ///
    /// The middle one of the sizes seen so far becomes a half. Heuristics differ in scale, and some
    /// have a few values that are beyond all others, which move a middle but little.
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

/// What rollouts need.
pub(super) struct Rollouts<'a> {
    pub(super) policy: Policy,
    /// The half-moves after which the heuristic says who stands better.
    pub(super) cut: u32,
    pub(super) heuristic: Option<&'a Heuristic>,
    pub(super) scale: &'a mut Scale,
    pub(super) random: &'a mut Random,
    /// The player for whom the values are.
    pub(super) player: Color,
}

impl Rollouts<'_> {
    /// How the game goes on from a position that is not over: 1 where the player wins, -1 where the
    /// other does, something between where the heuristic says it. `None` where a limit was met.
    pub(super) fn play<W: Word>(
        &mut self,
        mut position: Position<W>,
        meter: &mut Meter<'_>,
    ) -> Option<f64> {
        for step in 0_u32.. {
            let is_cut = step >= self.cut;
            let moves = match (self.policy, is_cut) {
                (Policy::Random, _) => position.legal_moves(),
                _ => {
                    let glance = Glance::at(&position);
                    match glance.fate() {
                        Fate::Open => glance.sound,
                        Fate::Won => return Some(self.result(position.side())),
                        Fate::Lost => Bitboard::EMPTY,
                    }
                }
            };
            if moves.is_empty() {
                return Some(self.result(!position.side()));
            }
            if let Some(heuristic) = self.heuristic.filter(|_| is_cut) {
                let value = heuristic.estimate(&position, self.player);
                return Some(self.scale.squashed(value));
            }
            let to = match self.heuristic {
                Some(heuristic)
                    if self.policy == Policy::Greedy && self.random.below(100) >= ANY =>
                {
                    self.greedy(&position, moves, heuristic, meter)?
                }
                _ => nth(moves, self.random.below(moves.count() as usize)),
            };
            meter.count()?;
            let _ = position.make_unchecked(to);
        }
        unreachable!("a game ends")
    }

    fn result(&self, winner: Color) -> f64 {
        if winner == self.player { 1.0 } else { -1.0 }
    }

    /// The move that the heuristic likes best, of equals any.
    fn greedy<W: Word>(
        &mut self,
        position: &Position<W>,
        moves: Bitboard<W>,
        heuristic: &Heuristic,
        meter: &mut Meter<'_>,
    ) -> Option<Square> {
        let mut best = (f64::NEG_INFINITY, nth(moves, 0));
        let mut equals = 0;
        for to in moves {
            meter.count()?;
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

/// A square of a set that has so many, counted from 0.
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

    #[test]
    fn any_scale_is_found() {
        for unit in [1e-6, 1.0, 3e12] {
            let mut scale = Scale::new();
            let mut random = Random::new(1);
            assert_eq!(scale.squashed(0.0), 0.0);
            for _ in 0..2000 {
                // A few are beyond all others.
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
