//! The evaluations that are compared, in a plain search.

use lastknight::board::word::Word;
use lastknight::eval::WIN;
use lastknight::eval::model::{LARGE_FROM, Model};
use lastknight::{Heuristic, Position, Random, Square};

/// A heuristic or fitted weights.
pub(crate) enum Evaluation {
    Heuristic(Heuristic),
    /// Weights for small boards and for large ones.
    Model(Box<[Model; 2]>),
}

impl Evaluation {
    pub(crate) fn named(name: &str) -> Self {
        Self::Heuristic(name.parse().expect("a heuristic of the list"))
    }

    /// Returns the value of an unfinished position for the side to move.
    #[inline]
    pub(crate) fn value<W: Word>(&self, position: &Position<W>) -> f64 {
        match self {
            Self::Heuristic(heuristic) => heuristic.estimate(position, position.side()),
            Self::Model(models) => {
                let is_large = position.size().area() >= LARGE_FROM;
                models[usize::from(is_large)].score(position).into()
            }
        }
    }

    /// Returns the value of a search to `depth`, exact between the bounds.
    pub(crate) fn search<W: Word>(
        &self,
        position: &Position<W>,
        depth: u32,
        mut alpha: f64,
        beta: f64,
    ) -> f64 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return -WIN;
        }
        if depth == 0 {
            return self.value(position);
        }
        for to in moves {
            let next = position.play_unchecked(to);
            alpha = alpha.max(-self.search(&next, depth - 1, -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }

    /// Returns the exact value of each move in a search to `depth`.
    pub(crate) fn moves<W: Word>(&self, position: &Position<W>, depth: u32) -> Vec<(Square, f64)> {
        let value = |to| {
            let next = position.play_unchecked(to);
            -self.search(&next, depth - 1, f64::NEG_INFINITY, f64::INFINITY)
        };
        position.legal_moves().into_iter().map(|to| (to, value(to))).collect()
    }

    /// Returns the best move, at random among equals.
    pub(crate) fn choose<W: Word>(
        &self,
        position: &Position<W>,
        depth: u32,
        random: &mut Random,
    ) -> Square {
        let mut moves: Vec<Square> = position.legal_moves().into_iter().collect();
        random.shuffle(&mut moves);
        let mut best = (f64::NEG_INFINITY, moves[0]);
        for to in moves {
            let next = position.play_unchecked(to);
            let value = -self.search(&next, depth - 1, f64::NEG_INFINITY, -best.0);
            if value > best.0 {
                best = (value, to);
            }
        }
        best.1
    }
}
