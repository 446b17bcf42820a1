//! Who wins each opening of a board, and what follows from that.

use super::Opening;
use crate::board::{ByColor, Color, Size, Square};

/// What is known about an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The opening.
    pub opening: Opening,
    /// Who wins; `None` where that is not known.
    pub winner: Option<Color>,
    /// Positions looked at to find out, or in vain.
    pub nodes: u64,
}

/// What is known about the openings that begin with a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FirstSquare {
    /// The square.
    pub first: Square,
    /// How many of them each player wins.
    pub won: ByColor<usize>,
    /// How many are not solved.
    pub unsolved: usize,
    /// Positions looked at, in all.
    pub nodes: u64,
}

/// The openings of a board, one for each symmetry class, and who wins them.
///
/// It reads and prints as CSV and, with the feature `serde`, as JSON; a journal is the form that grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningsTable {
    size: Size,
    /// In order, all of them.
    entries: Vec<Entry>,
}

impl OpeningsTable {
    /// The openings of a board, none of them solved.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let unsolved = |opening| Entry { opening, winner: None, nodes: 0 };
        Self { size, entries: Opening::all(size).into_iter().map(unsolved).collect() }
    }

    /// The board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Every opening, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is known about an opening, or about the one that stands for it.
    ///
    /// # Panics
    /// Where the board has no such opening.
    #[must_use]
    pub fn entry(&self, opening: Opening) -> &Entry {
        &self.entries[self.place(opening.canonical(self.size))]
    }

    /// Writes down what is known about an opening.
    ///
    /// # Panics
    /// Where the opening is not one of [`Opening::all`].
    pub fn record(&mut self, entry: Entry) {
        let place = self.place(entry.opening);
        self.entries[place] = entry;
    }

    fn place(&self, opening: Opening) -> usize {
        let place = self.entries.binary_search_by_key(&opening, |entry| entry.opening);
        place.expect("an opening of this board")
    }

    /// How many openings each player wins.
    #[must_use]
    pub fn won(&self) -> ByColor<usize> {
        won(&self.entries)
    }

    /// How many openings are not solved.
    #[must_use]
    pub fn unsolved(&self) -> usize {
        unsolved(&self.entries)
    }

    /// Positions looked at, in all.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        nodes(&self.entries)
    }

    /// What is known by first square, in order.
    #[must_use]
    pub fn by_first(&self) -> Vec<FirstSquare> {
        let squares = Opening::first_squares(self.size).into_iter();
        squares.map(|first| self.first_square(first)).collect()
    }

    fn first_square(&self, first: Square) -> FirstSquare {
        let begin = self.entries.partition_point(|entry| entry.opening.first < first);
        let end = self.entries.partition_point(|entry| entry.opening.first <= first);
        let entries = &self.entries[begin..end];
        let (won, unsolved) = (won(entries), unsolved(entries));
        FirstSquare { first, won, unsolved, nodes: nodes(entries) }
    }

    /// Who wins the empty board, as soon as the openings that are solved tell: White with a square
    /// after which no placement helps Black, Black with an answer to every square.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let squares = self.by_first();
        let is_lost = |square: &FirstSquare| square.won[Color::Black] > 0;
        if squares.iter().any(|square| !is_lost(square) && square.unsolved == 0) {
            Some(Color::White)
        } else {
            squares.iter().all(is_lost).then_some(Color::Black)
        }
    }

    /// How many openings the [attacker](crate::Position::attacker) of the colour rule wins.
    #[must_use]
    pub fn attacker_wins(&self) -> usize {
        let solved = self.entries.iter().filter(|entry| entry.winner.is_some());
        solved.filter(|entry| entry.winner == self.attacker(entry)).count()
    }

    /// The openings that the other player wins.
    #[must_use]
    pub fn exceptions(&self) -> Vec<Entry> {
        let solved = self.entries.iter().filter(|entry| entry.winner.is_some());
        solved.filter(|entry| entry.winner != self.attacker(entry)).copied().collect()
    }

    fn attacker(&self, entry: &Entry) -> Option<Color> {
        entry.opening.position(self.size).attacker()
    }
}

fn won(entries: &[Entry]) -> ByColor<usize> {
    ByColor::from_fn(|color| entries.iter().filter(|entry| entry.winner == Some(color)).count())
}

fn unsolved(entries: &[Entry]) -> usize {
    entries.iter().filter(|entry| entry.winner.is_none()).count()
}

fn nodes(entries: &[Entry]) -> u64 {
    entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(size: &str) -> OpeningsTable {
        OpeningsTable::new(size.parse().unwrap())
    }

    #[test]
    fn who_cannot_place_has_lost() {
        assert_eq!(table("1x1").winner(), Some(Color::White));
        assert_eq!(table("2x1").winner(), None);
    }

    #[test]
    fn a_winner_is_known_as_soon_as_possible() {
        // 3x1: a1 b1, a1 c1, b1 a1.
        let mut table = table("3x1");
        let openings: Vec<Opening> = table.entries().iter().map(|entry| entry.opening).collect();
        let won = |i: usize, color| Entry { opening: openings[i], winner: Some(color), nodes: 5 };
        assert_eq!((table.unsolved(), table.winner()), (3, None));
        table.record(won(0, Color::Black));
        assert_eq!(table.winner(), None);
        let mut other = table.clone();
        table.record(won(2, Color::White));
        assert_eq!((table.unsolved(), table.winner()), (1, Some(Color::White)));
        other.record(won(2, Color::Black));
        assert_eq!((other.unsolved(), other.winner()), (1, Some(Color::Black)));
        assert_eq!(other.by_first()[0].won, ByColor::new(0, 1));
        assert_eq!((other.nodes(), other.attacker_wins()), (10, 2));
        assert_eq!((table.attacker_wins(), table.exceptions()), (1, vec![won(2, Color::White)]));
        let turned = Opening { first: openings[1].second, second: openings[1].first };
        assert_eq!(table.entry(turned).opening, openings[1]);
    }
}
