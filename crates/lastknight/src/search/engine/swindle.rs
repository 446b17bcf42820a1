//! The choice of a move in a lost position: the one after which the opponent is most likely to err.
//!
//! Against perfect play all moves lose. So the moves of weaker [opponents](super::opponent_model) are
//! predicted, and each is solved: does it give the win away? If not, the same is repeated a turn later, as
//! far as the limits allow. The opponent's moves so far weight the opponents.

use std::collections::HashMap;

use super::opponent_model::{OpponentModel, PredictedMoves};
use crate::board::{Position, Square, Word};
use crate::control::Meter;
use crate::eval::model::{Model, SCALE};
use crate::solve::wins_within;

/// Less probable replies are not searched.
const LIKELY: f64 = 0.03;
/// The discount of a chance for each turn that it is later.
const PATIENCE: f64 = 0.95;
/// The greatest chance in a lost position that is not searched.
const HOPE: f64 = 0.3;

/// The most positions stored of each kind, some ten megabytes in all.
const MOST_PREDICTED: usize = 20_000;
const MOST_SOLVED: usize = 100_000;

/// What is stored from turn to turn.
#[derive(Debug, Default)]
pub(super) struct SwindleState<W: Word> {
    predicted: HashMap<Position<W>, PredictedMoves<W>>,
    /// Whether the side to move wins.
    solved: HashMap<Position<W>, bool>,
    model: OpponentModel,
    /// The position after the engine's last move.
    pub(super) left: Option<Position<W>>,
}

/// The search for the best chance.
pub(super) struct Swindle<'a, 'm, W: Word> {
    pub(super) state: &'a mut SwindleState<W>,
    pub(super) meter: &'a mut Meter<'m>,
}

impl<W: Word> Swindle<'_, '_, W> {
    /// Updates the model with the opponent's last move.
    pub(super) fn observe(&mut self, position: &Position<W>) -> Option<()> {
        let left = self.state.left.take()?;
        left.knight(left.side())?;
        let to = position.knight(left.side())?;
        if left.legal_moves().contains(to) && left.play_unchecked(to) == *position {
            let model = &mut self.state.model;
            let predicted = PredictedMoves::new(&left, model.depth(), self.meter)?;
            *model = model.after(&predicted, to);
        }
        Some(())
    }

    /// Returns the move with the best chance, of moves that all lose, as far as the limits allow.
    pub(super) fn best(&mut self, position: &Position<W>, moves: &[Square]) -> Option<Square> {
        // Positions that the game has passed are of no use.
        let open = position.open().count();
        self.state.predicted.retain(|stored, _| stored.open().count() < open);
        self.state.solved.retain(|stored, _| stored.open().count() < open);
        let model = self.state.model;
        let mut chosen = None;
        for turns in 1..=open {
            let mut best: Option<(f64, Square)> = None;
            for &to in moves {
                let Some(chance) = self.risk(&position.play_unchecked(to), &model, turns) else {
                    // A first pass that does not reach all moves is better than none.
                    return chosen.or(best).map(|(_, to)| to);
                };
                if best.is_none_or(|(other, _)| chance > other) {
                    best = Some((chance, to));
                }
            }
            chosen = best;
        }
        chosen.map(|(_, to)| to)
    }

    /// Returns the opponent's risk of losing in the end, if it is to move in a won position.
    fn risk(&mut self, position: &Position<W>, model: &OpponentModel, turns: u32) -> Option<f64> {
        let predicted = self.predicted(position, model.depth())?;
        let (mut chance, mut searched) = (0.0, 0.0);
        for to in position.legal_moves() {
            let likelihood = model.likelihood(&predicted, to);
            if likelihood < LIKELY {
                continue;
            }
            let next = position.play_unchecked(to);
            let chance_then = if next.legal_moves().is_empty() {
                0.0
            } else if self.wins(&next)? {
                1.0
            } else if turns > 1 {
                PATIENCE * self.chance(&next, &model.after(&predicted, to), turns - 1)?
            } else {
                hope(&next)
            };
            searched += likelihood;
            chance += likelihood * chance_then;
        }
        Some(if searched > 0.0 { chance / searched } else { 0.0 })
    }

    /// Returns the chance if the engine is to move in a lost position.
    fn chance(&mut self, position: &Position<W>, model: &OpponentModel, turns: u32) -> Option<f64> {
        let mut best = 0.0_f64;
        for to in position.legal_moves() {
            best = best.max(self.risk(&position.play_unchecked(to), model, turns)?);
        }
        Some(best)
    }

    fn wins(&mut self, position: &Position<W>) -> Option<bool> {
        if let Some(&wins) = self.state.solved.get(position) {
            return Some(wins);
        }
        let wins = wins_within(position, self.meter)?;
        if self.state.solved.len() < MOST_SOLVED {
            self.state.solved.insert(*position, wins);
        }
        Some(wins)
    }

    fn predicted(&mut self, position: &Position<W>, depth: usize) -> Option<PredictedMoves<W>> {
        let stored = self.state.predicted.get(position).filter(|stored| stored.reaches(depth));
        if let Some(stored) = stored {
            return Some(stored.clone());
        }
        let predicted = PredictedMoves::new(position, depth, self.meter)?;
        if self.state.predicted.len() < MOST_PREDICTED {
            self.state.predicted.insert(*position, predicted.clone());
        }
        Some(predicted)
    }
}

/// Returns the chance in a lost position that is not searched, greater if it looks better.
fn hope<W: Word>(position: &Position<W>) -> f64 {
    let score = Model::fitted(position.size().area()).score(position);
    HOPE / (1.0 + libm::exp(-f64::from(score) / SCALE))
}
