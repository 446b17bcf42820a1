//! Where puzzles come from: the positions of games like those of a [`Sample`](super::Sample).

use std::ops::RangeInclusive;

use super::{Level, Puzzle, SamplePlan};
use crate::agent::Agent;
use crate::board::{Position, Size};
use crate::control::Control;

/// The most open squares of a puzzle: with more, the proof takes long and nobody can see why a move wins.
const MOST_OPEN: usize = 34;

/// The fewest legal moves of a puzzle: with two, a guess is right half of the time.
const LEAST_MOVES: u32 = 3;

/// The number of games without a puzzle after which the search gives up: tiny boards have few.
const FRUITLESS: u64 = 20_000;

/// Games with a number each, some of which hold a puzzle. The seed determines them.
///
/// ```
/// use lastknight::oracle::{Level, PuzzleMine};
/// use lastknight::{Control, Size};
///
/// let mine = PuzzleMine::new(Size::new(5, 5).expect("a board"), 1);
/// let puzzle = mine.find(Some(Level::Medium), Control::new()).expect("a puzzle");
/// assert_eq!(puzzle.level(), Level::Medium);
/// assert_eq!(mine.find(Some(Level::Medium), Control::new()), Some(puzzle));
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleMine {
    plan: SamplePlan,
    players: Vec<Agent>,
}

impl PuzzleMine {
    /// The games of a seed on a board.
    #[must_use]
    pub fn new(size: Size, seed: u64) -> Self {
        let mut plan = SamplePlan::new(Position::new(size), seed);
        plan.plies = plies(&plan);
        Self { plan, players: SamplePlan::players() }
    }

    /// Returns the puzzle in a game, if there is one, of a level if one is given.
    #[must_use]
    pub fn puzzle(&self, game: u64, level: Option<Level>, control: Control<'_>) -> Option<Puzzle> {
        let position = self.plan.draw(game, &self.players)?;
        if position.legal_moves().count() < LEAST_MOVES {
            return None;
        }
        Puzzle::at_level(&position, level, control)
    }

    /// Returns the first puzzle, of a level if one is given, within the time limit of `control`; its other limits are
    /// ignored. The time decides only whether one is found.
    #[must_use]
    pub fn find(&self, level: Option<Level>, control: Control<'_>) -> Option<Puzzle> {
        let stopwatch = control.stopwatch();
        let is_over = || {
            control.pass_checkpoint().is_break()
                || control.limits.time.is_some_and(|most| stopwatch.elapsed() >= most)
        };
        let games = (0..FRUITLESS).take_while(|_| !is_over());
        games.into_iter().find_map(|game| self.puzzle(game, level, control))
    }
}

/// Returns the plies from which puzzles are taken.
fn plies(plan: &SamplePlan) -> RangeInclusive<usize> {
    let first = plan.start.size().area().saturating_sub(MOST_OPEN).max(*plan.plies.start());
    first..=first.max(*plan.plies.end())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::control::Limits;

    #[test]
    fn small_boards_have_none_and_time_ends() {
        let mine = |width, height| PuzzleMine::new(Size::new(width, height).unwrap(), 0);
        assert_eq!(mine(2, 2).find(None, Control::new()), None);
        let none = Control::from(Limits::time(Duration::ZERO));
        assert_eq!(mine(7, 7).find(None, none), None);
    }

    #[test]
    fn each_seed_has_its_own() {
        let of = |seed| PuzzleMine::new(Size::new(5, 5).unwrap(), seed).find(None, Control::new());
        assert_ne!(of(1), of(2));
        assert!(of(1).is_some());
    }
}
