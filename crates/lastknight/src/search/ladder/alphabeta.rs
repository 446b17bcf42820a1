//! Alpha-beta: minimax without the moves that cannot matter.

use super::Search;
use super::memory::MOVES;
use crate::board::bitboard::Squares;
use crate::board::{Bitboard, Position, Square, Word};

impl Search<'_> {
    /// The value that [minimax](Self::minimax) finds, where it is between `alpha`, which the side to
    /// move has for sure elsewhere, and `beta`, which the other can hold it to elsewhere. Where it is
    /// not, a bound on it: a value at or below `alpha` is at least the true one, a value at or above
    /// `beta` at most.
    ///
    /// `UNMAKE` plays the moves in place and takes them back; else positions are copied. Where a
    /// limit was met, the answer is `None` and moves played in place stay played.
    ///
    /// Inlined into [`branch`](Self::branch), so that leaves, which most nodes are, take no call.
    #[inline(always)]
    pub(super) fn alphabeta<W: Word, const UNMAKE: bool>(
        &mut self,
        position: &mut Position<W>,
        depth: u32,
        ply: u32,
        alpha: f64,
        beta: f64,
    ) -> Option<f64> {
        self.meter.count()?;
        if let Some(value) = self.leaf(position, depth, ply) {
            return Some(value);
        }
        match self.is_ordered(depth, ply) {
            false => self.branch::<W, UNMAKE, 0>(position, depth, ply, alpha, beta),
            true => self.branch::<W, UNMAKE, MOVES>(position, depth, ply, alpha, beta),
        }
    }

    /// The same where there are moves to try. `FIRST` of them, as many as a knight has, are tried in
    /// a remembered order; 0 saves plain alpha-beta all thought of it.
    #[inline(never)]
    fn branch<W: Word, const UNMAKE: bool, const FIRST: usize>(
        &mut self,
        position: &mut Position<W>,
        depth: u32,
        ply: u32,
        mut alpha: f64,
        beta: f64,
    ) -> Option<f64> {
        let is_ordered = FIRST > 0;
        let first = if is_ordered { self.memory.order(position) } else { &[] };
        let mut tried = Vec::with_capacity(FIRST);
        let mut best = f64::NEG_INFINITY;
        for to in Moves::<W, FIRST>::new(first, position.legal_moves()) {
            let (depth, next_ply, window) = (depth - 1, ply + 1, (-beta, -alpha));
            let value = if UNMAKE {
                let undo = position.make_unchecked(to);
                let value =
                    -self.alphabeta::<W, UNMAKE>(position, depth, next_ply, window.0, window.1)?;
                position.unmake(undo);
                value
            } else {
                let mut next = position.play_unchecked(to);
                -self.alphabeta::<W, UNMAKE>(&mut next, depth, next_ply, window.0, window.1)?
            };
            if is_ordered {
                tried.push((value, to));
            }
            if value > best {
                best = value;
            }
            if value >= beta {
                break;
            }
            if value > alpha {
                alpha = value;
                self.lines.begin(ply, to);
            }
        }
        if is_ordered {
            self.memory.remember(position, &mut tried, self.rungs.order);
        }
        Some(best)
    }
}

/// Moves, some of them first.
struct Moves<W: Word, const FIRST: usize> {
    first: [Option<Square>; FIRST],
    next: usize,
    rest: Squares<W>,
}

impl<W: Word, const FIRST: usize> Moves<W, FIRST> {
    #[inline]
    fn new(order: &[Square], all: Bitboard<W>) -> Self {
        let mut first = [None; FIRST];
        let mut rest = all;
        // Where a key does not tell all positions apart, a move may be another position's.
        let legal = order.iter().copied().filter(|&to| all.contains(to));
        for (slot, to) in first.iter_mut().zip(legal) {
            *slot = Some(to);
            rest -= to.into();
        }
        Self { first, next: 0, rest: rest.into_iter() }
    }
}

impl<W: Word, const FIRST: usize> Iterator for Moves<W, FIRST> {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if let Some(&Some(to)) = self.first.get(self.next) {
            self.next += 1;
            return Some(to);
        }
        self.rest.next()
    }
}
