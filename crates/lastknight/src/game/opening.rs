//! Random openings: random plies before the players take over.

use std::collections::HashSet;
use std::iter;

use super::Game;
use crate::board::{Position, Square};
use crate::random::Random;

/// The maximum number of draws for an opening that is new and not over.
const TRIES: u64 = 1000;

/// An endless sequence of random openings, determined by its seed. Taking more does not change the
/// first ones.
///
/// No two lead to the same position until 1,000 draws in a row find nothing new; after that they
/// repeat. The game is never over after an opening. Returns `None` if it is over after each of
/// 1,000 draws.
///
/// ```
/// use lastknight::game::Openings;
///
/// let mut openings = Openings::new("7x7".parse()?, 4, 1).map(|game| game.to_string());
/// assert_eq!(openings.next().as_deref(), Some("7/7/7/7/7/7/7 w moves f5 f7 d4 d6"));
/// assert_eq!(openings.next().as_deref(), Some("7/7/7/7/7/7/7 w moves c3 c5 d5 e6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Openings {
    start: Position,
    plies: usize,
    seed: u64,
    /// The number of the next draw. Each draw has its own random stream.
    number: u64,
    had: HashSet<Position>,
    /// Whether there seem to be no new openings left.
    is_exhausted: bool,
}

impl Openings {
    /// Creates the openings of `plies` plies from a position, including placements.
    #[must_use]
    pub fn new(start: Position, plies: usize, seed: u64) -> Self {
        Self { start, plies, seed, number: 0, had: HashSet::new(), is_exhausted: false }
    }

    /// Returns the number of different openings so far.
    #[must_use]
    pub fn different(&self) -> usize {
        self.had.len()
    }

    /// Returns the openings up to the first that repeats one.
    pub fn without_repeats(mut self) -> impl Iterator<Item = Game> {
        iter::from_fn(move || self.next().filter(|_| !self.is_exhausted))
    }

    /// Plays random moves. `None` if the game is over before or after them.
    fn draw(&mut self) -> Option<Game> {
        let mut random = Random::numbered(self.seed, self.number);
        self.number += 1;
        let mut game = Game::new(self.start);
        for _ in 0..self.plies {
            let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
            game.play(random.pick(&moves)?).expect("a legal move");
        }
        game.position().winner().is_none().then_some(game)
    }
}

impl Iterator for Openings {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let mut again = None;
        for _ in 0..TRIES {
            if let Some(game) = self.draw() {
                if self.had.insert(*game.position()) || self.is_exhausted {
                    return Some(game);
                }
                again = again.or(Some(game));
            }
        }
        self.is_exhausted = true;
        again
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(start: &str, plies: usize) -> Openings {
        Openings::new(start.parse().unwrap(), plies, 5)
    }

    #[test]
    fn openings_are_different_and_not_over() {
        let mut all = openings("7x7", 6);
        let games: Vec<Game> = all.by_ref().take(500).collect();
        assert_eq!(all.different(), 500);
        for game in &games {
            assert_eq!(game.moves().len(), 6);
            assert_eq!(game.position().winner(), None);
        }
        assert_eq!(openings("7x7", 6).take(20).collect::<Vec<_>>(), games[..20]);
    }

    #[test]
    fn small_boards_repeat_themselves() {
        // White places on one of six squares, which leaves Black five.
        let mut all = openings("2x3", 1);
        assert_eq!(all.by_ref().take(20).count(), 20);
        assert_eq!(all.different(), 6);
        assert_eq!(openings("2x3", 1).without_repeats().count(), 6);
        let mut empty = openings("7x7", 0);
        assert_eq!(empty.by_ref().take(3).map(|game| game.moves().len()).sum::<usize>(), 0);
        assert_eq!(empty.different(), 1);
    }

    #[test]
    fn there_may_be_none() {
        assert_eq!(openings("1x1", 1).next(), None);
        assert_eq!(openings("3x3", 50).next(), None);
        assert_eq!(openings("7x7", usize::MAX).next(), None);
        assert_eq!(openings("xxx w", 0).next(), None);
    }
}
