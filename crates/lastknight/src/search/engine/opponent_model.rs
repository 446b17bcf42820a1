//! A model of weaker opponents: alpha-beta with `improved`, as in the course, to several depths.

use super::value::{INFINITE, Value, is_decided, win};
use crate::board::{Bitboard, Position, Square, Word};
use crate::control::Budget;

/// The deepest opponent; there is one for each depth from 1.
const DEEPEST: usize = 10;

/// The probability of a move that an opponent does not find best.
const UNLIKELY: f64 = 0.01;
/// The probability that it plays the first of equally good moves, rather than any of them.
const FIRST: f64 = 0.6;
/// The probability that is shared by all depths again after each move, so that none is ruled out.
const DOUBT: f64 = 0.01;
/// Depths that are less probable are not searched.
const RELEVANT: f64 = 0.03;

/// The probability of each search depth of the opponent.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpponentModel([f64; DEEPEST]);

impl Default for OpponentModel {
    fn default() -> Self {
        Self([1.0 / DEEPEST as f64; DEEPEST])
    }
}

impl OpponentModel {
    /// Returns the probability of a move.
    pub(super) fn likelihood<W: Word>(&self, predicted: &PredictedMoves<W>, to: Square) -> f64 {
        (1..).zip(self.0).map(|(depth, weight)| weight * predicted.likelihood(depth, to)).sum()
    }

    /// Returns the model after the opponent has played a move.
    pub(super) fn after<W: Word>(&self, predicted: &PredictedMoves<W>, to: Square) -> Self {
        let mut weights = self.0;
        for (depth, weight) in (1..).zip(&mut weights) {
            *weight *= predicted.likelihood(depth, to);
        }
        let sum: f64 = weights.iter().sum();
        Self(weights.map(|weight| (1.0 - DOUBT) * weight / sum + DOUBT / DEEPEST as f64))
    }

    /// Returns the greatest depth that matters.
    pub(super) fn depth(&self) -> usize {
        self.0.iter().rposition(|&weight| weight > RELEVANT).map_or(DEEPEST, |at| at + 1)
    }
}

/// The moves that opponents of different depths play in one position.
#[derive(Clone, Debug)]
pub(super) struct PredictedMoves<W: Word> {
    /// The best moves at each depth from 1 on, equally good ones together.
    best: Vec<Bitboard<W>>,
    /// Whether greater depths have the same best moves.
    is_final: bool,
}

impl<W: Word> PredictedMoves<W> {
    /// Predicts the moves at depths up to `depth`. Returns `None` if the budget is used up.
    pub(super) fn new(
        position: &Position<W>,
        depth: usize,
        budget: &mut impl Budget,
    ) -> Option<Self> {
        let mut moves: Vec<Square> = position.legal_moves().into_iter().collect();
        let mut predicted = Self { best: Vec::new(), is_final: moves.is_empty() };
        while !predicted.reaches(depth) {
            let (mut best, mut equals, mut first) = (-INFINITE, Bitboard::EMPTY, 0);
            for (i, &to) in moves.iter().enumerate() {
                let next = position.play_unchecked(to);
                let depth = predicted.best.len() as u32;
                // The window starts one below the best, so that equals show.
                let value = -search(&next, depth, 1, -INFINITE, 1 - best, budget)?;
                if value > best {
                    (best, equals, first) = (value, Bitboard::EMPTY, i);
                }
                if value == best {
                    equals |= to.into();
                }
            }
            predicted.best.push(equals);
            predicted.is_final = is_decided(best);
            moves[..=first].rotate_right(1);
        }
        Some(predicted)
    }

    /// Returns whether depths up to `depth` are known.
    pub(super) fn reaches(&self, depth: usize) -> bool {
        self.is_final || self.best.len() >= depth
    }

    /// Returns the best moves at a depth.
    fn best_at(&self, depth: usize) -> Option<&Bitboard<W>> {
        self.best.get(depth - 1).or(self.best.last())
    }

    /// Returns the probability that an opponent of this depth plays a move.
    fn likelihood(&self, depth: usize, to: Square) -> f64 {
        match self.best_at(depth).filter(|best| best.contains(to)) {
            Some(best) => {
                let first = if best.first() == Some(to) { FIRST } else { 0.0 };
                first + (1.0 - FIRST) / f64::from(best.count())
            }
            None => UNLIKELY,
        }
    }
}

/// Plain alpha-beta with the difference in mobility.
fn search<W: Word>(
    position: &Position<W>,
    depth: u32,
    ply: u32,
    mut alpha: Value,
    beta: Value,
    budget: &mut impl Budget,
) -> Option<Value> {
    budget.spend()?;
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Some(-win(ply));
    }
    if depth == 0 {
        return Some(moves.count() as Value - position.moves_of(!position.side()).count() as Value);
    }
    let mut best = -INFINITE;
    for to in moves {
        let next = position.play_unchecked(to);
        best = best.max(-search(&next, depth - 1, ply + 1, -beta, -alpha, budget)?);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Limits;
    use crate::search::Task;
    use crate::search::ladder::{Ladder, Rungs};

    #[test]
    fn predictions_are_the_moves_of_the_ladder() {
        for text in ["7/7/7/3N3/1n5/7/7 w", "3x3/1x5/2N1x2/7/1x3n1/7/4x2 b", "5/1x3/2N2/4x/n4 w"] {
            let position: Position = text.parse().unwrap();
            let predicted = PredictedMoves::new(&position, 6, &mut u64::MAX.clone()).unwrap();
            for depth in 1..=6 {
                let mut ladder = Ladder::new("improved".parse().unwrap(), Rungs::default(), 0);
                let report = ladder.search(&position, &mut Task::new(Limits::depth(depth)));
                let best = predicted.best_at(depth as usize).unwrap();
                assert_eq!(best.first(), report.best(), "{text} {depth}");
            }
        }
    }

    #[test]
    fn the_model_follows_what_is_played() {
        let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().unwrap();
        let predicted = PredictedMoves::new(&position, DEEPEST, &mut u64::MAX.clone()).unwrap();
        let to = predicted.best[2].first().unwrap();
        let model = OpponentModel::default().after(&predicted, to);
        assert!(model.0[2] > OpponentModel::default().0[2]);
        assert!((model.0.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(model.likelihood(&predicted, to) > 0.3);
    }
}
