//! What a weaker opponent would play: alpha-beta with `improved`, as the course has it, to several
//! depths.

use super::value::{INFINITE, Value, is_decided, win};
use crate::board::{Bitboard, Position, Square, Word};
use crate::control::Budget;

/// The depth of the deepest rival; there is one for each depth from 1.
const DEEPEST: usize = 10;

/// How likely a rival is to play what it does not find best.
const UNLIKELY: f64 = 0.01;
/// How likely it is to play the first of equally good moves, rather than any of them.
const FIRST: f64 = 0.6;
/// How much of the belief is kept for those who have been wrong so far: nobody is ruled out for good.
const DOUBT: f64 = 0.01;
/// A rival that is believed in less is not thought through.
const RELEVANT: f64 = 0.03;

/// How much each rival is believed in, by depth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Belief([f64; DEEPEST]);

impl Default for Belief {
    /// Before anything is known.
    fn default() -> Self {
        Self([1.0 / DEEPEST as f64; DEEPEST])
    }
}

impl Belief {
    /// How likely the opponent is to answer so.
    pub(super) fn likelihood<W: Word>(&self, guess: &Guess<W>, to: Square) -> f64 {
        (1..).zip(self.0).map(|(depth, weight)| weight * guess.likelihood(depth, to)).sum()
    }

    /// What is believed after the opponent has answered so.
    pub(super) fn after<W: Word>(&self, guess: &Guess<W>, to: Square) -> Self {
        let mut weights = self.0;
        for (depth, weight) in (1..).zip(&mut weights) {
            *weight *= guess.likelihood(depth, to);
        }
        let sum: f64 = weights.iter().sum();
        Self(weights.map(|weight| (1.0 - DOUBT) * weight / sum + DOUBT / DEEPEST as f64))
    }

    /// The depth of the deepest rival that matters.
    pub(super) fn depth(&self) -> usize {
        self.0.iter().rposition(|&weight| weight > RELEVANT).map_or(DEEPEST, |at| at + 1)
    }
}

/// What rivals would play in one position.
#[derive(Clone, Debug)]
pub(super) struct Guess<W: Word> {
    /// The moves that each depth from 1 on finds best: equally good ones together.
    best: Vec<Bitboard<W>>,
    /// Whether looking deeper changes nothing.
    is_final: bool,
}

impl<W: Word> Guess<W> {
    /// Whether rivals of this depth were thought through.
    pub(super) fn reaches(&self, depth: usize) -> bool {
        self.is_final || self.best.len() >= depth
    }

    /// How likely a rival is to answer so.
    fn likelihood(&self, depth: usize, to: Square) -> f64 {
        let best = self.best.get(depth - 1).or(self.best.last());
        match best.filter(|best| best.contains(to)) {
            Some(best) => {
                let first = if best.first() == Some(to) { FIRST } else { 0.0 };
                first + (1.0 - FIRST) / f64::from(best.count())
            }
            None => UNLIKELY,
        }
    }
}

/// What rivals up to some depth would play. `None` where the budget is used up.
pub(super) fn guess<W: Word>(
    position: &Position<W>,
    depth: usize,
    budget: &mut impl Budget,
) -> Option<Guess<W>> {
    let mut moves: Vec<Square> = position.legal_moves().into_iter().collect();
    let mut guess = Guess { best: Vec::new(), is_final: moves.is_empty() };
    while !guess.reaches(depth) {
        let mut best = -INFINITE;
        let mut set = Bitboard::EMPTY;
        let mut first = 0;
        for (i, &to) in moves.iter().enumerate() {
            let next = position.play_unchecked(to);
            // A window that begins one below the best, so that equals show.
            let depth = guess.best.len() as u32;
            let value = -search(&next, depth, 1, -INFINITE, 1 - best, budget)?;
            if value > best {
                best = value;
                set = Bitboard::EMPTY;
                first = i;
            }
            if value == best {
                set |= to.into();
            }
        }
        guess.best.push(set);
        guess.is_final = is_decided(best);
        moves[..=first].rotate_right(1);
    }
    Some(guess)
}

/// Plain alpha-beta on the difference of mobilities.
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
    fn rivals_play_as_the_ladder_does() {
        for text in ["7/7/7/3N3/1n5/7/7 w", "3x3/1x5/2N1x2/7/1x3n1/7/4x2 b", "5/1x3/2N2/4x/n4 w"] {
            let position: Position = text.parse().unwrap();
            let guess = guess(&position, 6, &mut u64::MAX.clone()).unwrap();
            for depth in 1..=6 {
                let mut ladder = Ladder::new("improved".parse().unwrap(), Rungs::default(), 0);
                let report = ladder.search(&position, &mut Task::new(Limits::depth(depth)));
                let best = guess.best.get(depth as usize - 1).or(guess.best.last()).unwrap();
                assert_eq!(best.first(), report.best(), "{text} {depth}");
            }
        }
    }

    #[test]
    fn belief_follows_what_is_played() {
        let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().unwrap();
        let guess = guess(&position, DEEPEST, &mut u64::MAX.clone()).unwrap();
        let to = guess.best[2].first().unwrap();
        let belief = Belief::default().after(&guess, to);
        assert!(belief.0[2] > Belief::default().0[2]);
        assert!((belief.0.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(belief.likelihood(&guess, to) > 0.3);
    }
}
