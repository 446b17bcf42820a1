//! Alpha-beta: minimax without the moves that cannot matter.

use super::Search;
use crate::board::{Bitboard, Position, Square, Word};

impl Search<'_> {
    /// The value that [minimax](Self::minimax) finds, where it is between `alpha`, which the player
    /// at the root has for sure elsewhere, and `beta`, which the other can hold it to elsewhere. Where
    /// it is not, a bound on it: a value at or below `alpha` is at least the true one, a value at or
    /// above `beta` at most.
    ///
    /// `UNMAKE` plays the moves in place and takes them back; else positions are copied. Where a
    /// limit was met, the answer is `None` and moves played in place stay played.
    pub(super) fn alphabeta<W: Word, const UNMAKE: bool>(
        &mut self,
        position: &mut Position<W>,
        depth: u32,
        ply: u32,
        mut alpha: f64,
        mut beta: f64,
    ) -> Option<f64> {
        self.meter.count()?;
        self.lines.end(ply);
        if let Some(value) = self.decision(position, ply) {
            return Some(value);
        }
        if depth == 0 {
            return Some(self.heuristic.estimate(position, self.player));
        }
        let is_own = position.side() == self.player;
        let mut best = if is_own { f64::NEG_INFINITY } else { f64::INFINITY };
        let is_ordered = self.is_ordered(depth, ply);
        let first = if is_ordered { self.memory.order(position) } else { &[] };
        let mut tried = Vec::new();
        for to in Moves::new(first, position.legal_moves()) {
            let value = if UNMAKE {
                let undo = position.make_unchecked(to);
                let value =
                    self.alphabeta::<W, UNMAKE>(position, depth - 1, ply + 1, alpha, beta)?;
                position.unmake(undo);
                value
            } else {
                let mut next = position.play_unchecked(to);
                self.alphabeta::<W, UNMAKE>(&mut next, depth - 1, ply + 1, alpha, beta)?
            };
            if is_ordered {
                tried.push((value, to));
            }
            if if is_own { value > best } else { value < best } {
                best = value;
                self.lines.begin(ply, to);
            }
            if is_own {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if is_ordered {
            self.memory.remember(position, &mut tried, is_own, self.rungs.order);
        }
        Some(best)
    }
}

/// Moves, some of them first.
struct Moves<W: Word> {
    /// As many as a knight has.
    first: [Option<Square>; 8],
    next: usize,
    rest: Bitboard<W>,
}

impl<W: Word> Moves<W> {
    #[inline]
    fn new(first: &[Square], all: Bitboard<W>) -> Self {
        let mut moves = Self { first: [None; 8], next: 0, rest: all };
        // Where a key does not tell all positions apart, a move may be another position's.
        let legal = first.iter().copied().filter(|&to| all.contains(to));
        for (slot, to) in moves.first.iter_mut().zip(legal) {
            *slot = Some(to);
            moves.rest -= to.into();
        }
        moves
    }
}

impl<W: Word> Iterator for Moves<W> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if let Some(&Some(to)) = self.first.get(self.next) {
            self.next += 1;
            return Some(to);
        }
        let to = self.rest.first()?;
        self.rest -= to.into();
        Some(to)
    }
}
