//! Alpha-beta: minimax without the moves that cannot matter.

use super::Search;
use super::move_orders::MOVES;
use crate::board::bitboard::Squares;
use crate::board::{Bitboard, Position, Square, Word};

impl Search<'_> {
    /// Returns the [minimax](Self::minimax) value if it is between `alpha` and `beta`. A result at or below
    /// `alpha` is an upper bound on it, one at or above `beta` a lower bound. Returns `None` if a limit is met.
    ///
    /// `UNMAKE` makes and unmakes moves in place (a limit leaves them made), instead of copying positions.
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
        self.count()?;
        if let Some(value) = self.leaf(position, depth, ply) {
            return Some(value);
        }
        match self.is_ordered(depth, ply) {
            false => self.branch::<W, UNMAKE, 0>(position, depth, ply, alpha, beta),
            true => self.branch::<W, UNMAKE, MOVES>(position, depth, ply, alpha, beta),
        }
    }

    /// The same for a position with moves to search, up to `FIRST` of them in stored order. 0 keeps plain
    /// alpha-beta free of ordering code.
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
        let first = if is_ordered { self.orders.get(position) } else { &[] };
        let mut tried = Vec::with_capacity(FIRST);
        let mut best = f64::NEG_INFINITY;
        for to in OrderedMoves::<W, FIRST>::new(first, position.legal_moves()) {
            let (depth, next_ply) = (depth - 1, ply + 1);
            let value = if UNMAKE {
                let undo = position.make_unchecked(to);
                let value =
                    -self.alphabeta::<W, UNMAKE>(position, depth, next_ply, -beta, -alpha)?;
                position.unmake(undo);
                value
            } else {
                let mut next = position.play_unchecked(to);
                -self.alphabeta::<W, UNMAKE>(&mut next, depth, next_ply, -beta, -alpha)?
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
                self.pv.set(ply, to);
            }
        }
        if is_ordered {
            self.orders.insert(position, &mut tried, self.rungs.order);
        }
        Some(best)
    }
}

/// The moves of a position, some of them first.
struct OrderedMoves<W: Word, const FIRST: usize> {
    first: [Option<Square>; FIRST],
    next: usize,
    rest: Squares<W>,
}

impl<W: Word, const FIRST: usize> OrderedMoves<W, FIRST> {
    #[inline]
    fn new(order: &[Square], all: Bitboard<W>) -> Self {
        let mut first = [None; FIRST];
        let mut rest = all;
        // On large boards keys can collide, so a stored move may be another position's.
        let legal = order.iter().copied().filter(|&to| all.contains(to));
        for (slot, to) in first.iter_mut().zip(legal) {
            *slot = Some(to);
            rest -= to.into();
        }
        Self { first, next: 0, rest: rest.into_iter() }
    }
}

impl<W: Word, const FIRST: usize> Iterator for OrderedMoves<W, FIRST> {
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
