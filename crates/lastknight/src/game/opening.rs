//! Openings by chance: random half-moves before the players take over.

use std::collections::HashSet;

use super::Game;
use crate::board::{Position, Square};
use crate::random::Random;

/// How often an opening is drawn anew where the last one ended the game or was had before.
const TRIES: u64 = 1000;

/// The openings of a seed, one after another, without end; the first few are the same however many are
/// taken.
///
/// None is had twice until a thousand draws in a row find no other; from then on they come again. No
/// opening is over. Where each of a thousand draws is, there is none at all.
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
    /// The number of the next draw: each has a stream of random numbers of its own.
    number: u64,
    had: HashSet<Position>,
    /// Whether there seem to be no others.
    is_exhausted: bool,
}

impl Openings {
    /// Openings of so many half-moves from a position on, placements included.
    #[must_use]
    pub fn new(start: Position, plies: usize, seed: u64) -> Self {
        Self { start, plies, seed, number: 0, had: HashSet::new(), is_exhausted: false }
    }

    /// How many different ones were had so far.
    #[must_use]
    pub fn different(&self) -> usize {
        self.had.len()
    }

    /// A game of random moves, if it is not over by then.
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
        // White places on one of six squares; Black has five left each time.
        let mut all = openings("2x3", 1);
        assert_eq!(all.by_ref().take(20).count(), 20);
        assert_eq!(all.different(), 6);
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
