//! Moves that were good elsewhere in the tree.

use crate::board::{Color, Size, Square};

const SQUARES: usize = Size::MAX_AREA;
const PLIES: usize = Size::MAX_AREA + 2;

/// Counts above this are halved.
const FULL: i32 = 1 << 14;

/// Moves that caused cutoffs.
#[derive(Debug)]
pub(super) struct History {
    /// The last two at each ply.
    killers: Box<[[Option<Square>; 2]; PLIES]>,
    /// The last one against each square of the opponent.
    answers: Box<[[Option<Square>; SQUARES]; 2]>,
    /// How often and how deep, by target square.
    counts: Box<[[i32; SQUARES]; 2]>,
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            killers: Box::new([[None; 2]; PLIES]),
            answers: Box::new([[None; SQUARES]; 2]),
            counts: Box::new([[0; SQUARES]; 2]),
        }
    }

    /// Returns the move-ordering score of a move, in tenths of an onward move.
    #[inline]
    pub(super) fn score(&self, ply: u32, side: Color, opponent: Square, to: Square) -> i32 {
        let killer = match self.killers[ply as usize] {
            [Some(killer), _] if killer == to => 200,
            [_, Some(killer)] if killer == to => 100,
            _ => 0,
        };
        let is_answer = self.answers[side as usize][opponent.index()] == Some(to);
        let answer = if is_answer { 100 } else { 0 };
        killer + answer + self.counts[side as usize][to.index()] / 256
    }

    /// Adds a move that caused a cutoff.
    #[inline]
    pub(super) fn add(&mut self, ply: u32, side: Color, opponent: Square, to: Square, depth: i32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(to) {
            *killers = [Some(to), killers[0]];
        }
        self.answers[side as usize][opponent.index()] = Some(to);
        let count = &mut self.counts[side as usize][to.index()];
        *count += depth * depth;
        if *count > FULL {
            for count in &mut self.counts[side as usize] {
                *count /= 2;
            }
        }
    }
}
