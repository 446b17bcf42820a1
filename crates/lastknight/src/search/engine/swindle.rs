//! Lost positions: which move sets the opponent the hardest task.
//!
//! Against perfect play all moves lose alike, so what counts is who will go wrong where. The
//! [rivals](super::rival) stand for opponents that look less far: what each of them would answer is
//! worked out, and whether that answer gives the win away is solved. Where it does not, the same
//! question is asked again a turn later, as far as the limits go. How much each rival is believed in
//! follows from what the opponent has played so far.

use std::collections::HashMap;

use super::rival::{Belief, Guess, guess};
use crate::board::{Position, Square, Word};
use crate::control::Meter;
use crate::eval::model::{Model, SCALE};
use crate::solve::wins_within;

/// What is less likely is not looked at.
const LIKELY: f64 = 0.03;
/// What a chance is worth a turn later, against one at once.
const PATIENCE: f64 = 0.95;
/// The most that is hoped for in a lost position that is not looked into.
const HOPE: f64 = 0.3;

/// The most positions that are remembered, of each kind: some ten megabytes in all.
const REMEMBERED: [usize; 2] = [20_000, 100_000];

/// What the engine remembers of a game.
#[derive(Debug)]
pub(super) struct Memory<W: Word> {
    guesses: HashMap<Position<W>, Guess<W>>,
    /// Whether the side to move wins.
    solved: HashMap<Position<W>, bool>,
    belief: Belief,
    /// What the engine left the opponent with.
    left: Option<Position<W>>,
}

impl<W: Word> Default for Memory<W> {
    fn default() -> Self {
        let (guesses, solved) = (HashMap::new(), HashMap::new());
        Self { guesses, solved, belief: Belief::default(), left: None }
    }
}

impl<W: Word> Memory<W> {
    /// Takes note of what the engine plays.
    pub(super) fn leave(&mut self, position: Position<W>) {
        self.left = Some(position);
    }

    /// Forgets what the game has left behind.
    fn forget(&mut self, position: &Position<W>) {
        let open = position.open().count();
        self.guesses.retain(|position, _| position.open().count() < open);
        self.solved.retain(|position, _| position.open().count() < open);
    }
}

/// The search for the best chance.
pub(super) struct Swindle<'a, 'm, W: Word> {
    pub(super) memory: &'a mut Memory<W>,
    pub(super) meter: &'a mut Meter<'m>,
}

impl<W: Word> Swindle<'_, '_, W> {
    /// Takes note of what the opponent has answered.
    pub(super) fn observe(&mut self, position: &Position<W>) -> Option<()> {
        let left = self.memory.left.take()?;
        left.knight(left.side())?;
        let to = position.knight(left.side())?;
        if left.legal_moves().contains(to) && left.play_unchecked(to) == *position {
            let guess = guess(&left, self.memory.belief.depth(), self.meter)?;
            self.memory.belief = self.memory.belief.after(&guess, to);
        }
        Some(())
    }

    /// Of moves that all lose, the one with the best chance, as far as the limits let it be found.
    pub(super) fn best(&mut self, position: &Position<W>, moves: &[Square]) -> Option<Square> {
        self.memory.forget(position);
        let belief = self.memory.belief;
        let mut chosen = None;
        for turns in 1..=position.open().count() {
            let mut best: Option<(f64, Square)> = None;
            for &to in moves {
                let Some(chance) = self.answered(&position.play_unchecked(to), &belief, turns)
                else {
                    // A first look that does not reach all moves is better than none.
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

    /// The chance of winning in the end, where the opponent is to move in a won position.
    fn answered(&mut self, position: &Position<W>, belief: &Belief, turns: u32) -> Option<f64> {
        let guess = self.guess(position, belief.depth())?;
        let (mut chance, mut looked_at) = (0.0, 0.0);
        for to in position.legal_moves() {
            let likely = belief.likelihood(&guess, to);
            if likely < LIKELY {
                continue;
            }
            let next = position.play_unchecked(to);
            let worth = if next.legal_moves().is_empty() {
                0.0
            } else if self.wins(&next)? {
                1.0
            } else if turns > 1 {
                PATIENCE * self.chance(&next, &belief.after(&guess, to), turns - 1)?
            } else {
                hope(&next)
            };
            looked_at += likely;
            chance += likely * worth;
        }
        Some(if looked_at > 0.0 { chance / looked_at } else { 0.0 })
    }

    /// The chance where the own side is to move in a lost position.
    fn chance(&mut self, position: &Position<W>, belief: &Belief, turns: u32) -> Option<f64> {
        let mut best = 0.0_f64;
        for to in position.legal_moves() {
            best = best.max(self.answered(&position.play_unchecked(to), belief, turns)?);
        }
        Some(best)
    }

    fn wins(&mut self, position: &Position<W>) -> Option<bool> {
        if let Some(&wins) = self.memory.solved.get(position) {
            return Some(wins);
        }
        let wins = wins_within(position, self.meter)?;
        if self.memory.solved.len() < REMEMBERED[1] {
            self.memory.solved.insert(*position, wins);
        }
        Some(wins)
    }

    fn guess(&mut self, position: &Position<W>, depth: usize) -> Option<Guess<W>> {
        let known = self.memory.guesses.get(position).filter(|known| known.reaches(depth));
        if let Some(known) = known {
            return Some(known.clone());
        }
        let guess = guess(position, depth, self.meter)?;
        if self.memory.guesses.len() < REMEMBERED[0] {
            self.memory.guesses.insert(*position, guess.clone());
        }
        Some(guess)
    }
}

/// What is hoped for in a lost position that is not looked into: more where it looks better.
fn hope<W: Word>(position: &Position<W>) -> f64 {
    let score = Model::fitted(position.size().area()).score(position);
    HOPE / (1.0 + libm::exp(-f64::from(score) / SCALE))
}
