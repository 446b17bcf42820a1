//! A table of who wins each opening of a board.

use super::{Opening, TableError, TablePlace, TableProblem};
use crate::board::{ByColor, Color, Size, Square};

/// What is known about an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningEntry {
    /// The opening.
    pub opening: Opening,
    /// The winner, if known.
    pub winner: Option<Color>,
    /// Positions searched, whether or not that solved it.
    pub nodes: u64,
}

impl OpeningEntry {
    /// Parses an opening, which must be one of [`Opening::all`], and its winner.
    pub(super) fn parse(
        size: Size,
        [first, second]: [&str; 2],
        winner: Option<&str>,
    ) -> Result<Self, TableProblem> {
        let opening =
            Opening { first: size.square_named(first)?, second: size.square_named(second)? };
        if opening.first == opening.second {
            return Err(TableProblem::SameSquare(first.to_owned()));
        }
        let canonical = opening.canonical(size);
        if canonical != opening {
            return Err(TableProblem::NotCanonical(opening.name(size), canonical.name(size)));
        }
        let color =
            |name| Color::from_name(name).ok_or_else(|| TableProblem::Winner(name.to_owned()));
        Ok(Self { opening, winner: winner.map(color).transpose()?, nodes: 0 })
    }
}

/// A summary of the openings with one first square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FirstSquare {
    /// The square.
    pub first: Square,
    /// How many each player wins.
    pub won: ByColor<usize>,
    /// How many are not solved.
    pub unsolved: usize,
    /// Positions searched.
    pub nodes: u64,
}

impl FirstSquare {
    /// Returns the winner, if known: Black with one winning answer, White if every answer loses.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let is_lost = self.won[Color::Black] > 0;
        (is_lost || self.unsolved == 0).then_some(if is_lost { Color::Black } else { Color::White })
    }
}

/// The openings of a board up to symmetry, and who wins them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningsTable {
    size: Size,
    /// All openings, in order.
    entries: Vec<OpeningEntry>,
}

impl OpeningsTable {
    /// Creates the table of a board with no opening solved.
    #[must_use]
    pub fn new(size: Size) -> Self {
        let unsolved = |opening| OpeningEntry { opening, winner: None, nodes: 0 };
        Self { size, entries: Opening::all(size).into_iter().map(unsolved).collect() }
    }

    /// Collects the entries of all openings of a board, in any order, into a table.
    pub(super) fn collect(
        size: Size,
        entries: impl Iterator<Item = (TablePlace, Result<OpeningEntry, TableProblem>)>,
    ) -> Result<Self, TableError> {
        let mut table = Self::new(size);
        let mut had = vec![false; table.entries.len()];
        for (place, entry) in entries {
            let entry = entry.map_err(|problem| problem.at(place))?;
            let at = table.entries.partition_point(|other| other.opening < entry.opening);
            if std::mem::replace(&mut had[at], true) {
                return Err(TableProblem::Twice(entry.opening.name(size)).at(place));
            }
            table.record(entry);
        }
        let missing = had.iter().position(|&had| !had).map(|at| table.entries[at].opening);
        missing.map_or(Ok(table), |opening| {
            Err(TableProblem::Missing(opening.name(size)).at(TablePlace::Whole))
        })
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the entries of all openings, in order.
    #[must_use]
    pub fn entries(&self) -> &[OpeningEntry] {
        &self.entries
    }

    /// Returns the entry of an opening or of its canonical image.
    ///
    /// # Panics
    /// Panics if the board has no such opening.
    #[must_use]
    pub fn entry(&self, opening: Opening) -> &OpeningEntry {
        &self.entries[self.index(opening.canonical(self.size))]
    }

    /// Stores the entry of an opening.
    ///
    /// # Panics
    /// Panics if the opening is not one of [`Opening::all`].
    pub fn record(&mut self, entry: OpeningEntry) {
        let index = self.index(entry.opening);
        self.entries[index] = entry;
    }

    fn index(&self, opening: Opening) -> usize {
        let index = self.entries.binary_search_by_key(&opening, |entry| entry.opening);
        index.expect("an opening of this board")
    }

    /// Returns how many openings each player wins.
    #[must_use]
    pub fn won(&self) -> ByColor<usize> {
        let squares = self.by_first();
        ByColor::from_fn(|color| squares.iter().map(|square| square.won[color]).sum())
    }

    /// Returns how many openings are not solved.
    #[must_use]
    pub fn unsolved(&self) -> usize {
        self.by_first().iter().map(|square| square.unsolved).sum()
    }

    /// Returns the number of positions searched.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.by_first().iter().fold(0, |sum, square| sum.saturating_add(square.nodes))
    }

    /// Returns a summary for each first square, in order.
    #[must_use]
    pub fn by_first(&self) -> Vec<FirstSquare> {
        let summary = |first| {
            let entries = || self.entries.iter().filter(|entry| entry.opening.first == first);
            let count = |winner| entries().filter(|entry| entry.winner == winner).count();
            let nodes = entries().fold(0, |sum: u64, entry| sum.saturating_add(entry.nodes));
            let won = ByColor::from_fn(|color| count(Some(color)));
            FirstSquare { first, won, unsolved: count(None), nodes }
        };
        Opening::first_squares(self.size).into_iter().map(summary).collect()
    }

    /// Returns who wins the empty board, if the solved openings decide it: White with a first square
    /// to which Black has no winning answer, Black with an answer to every square.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        let winners: Vec<_> = self.by_first().iter().map(FirstSquare::winner).collect();
        if winners.contains(&Some(Color::White)) {
            return Some(Color::White);
        }
        winners.iter().all(Option::is_some).then_some(Color::Black)
    }

    /// Returns how many openings the [attacker](crate::Position::attacker) of the colour rule wins.
    #[must_use]
    pub fn attacker_wins(&self) -> usize {
        self.entries.len() - self.unsolved() - self.exceptions().len()
    }

    /// Returns the openings that the victim wins.
    #[must_use]
    pub fn exceptions(&self) -> Vec<OpeningEntry> {
        let attacker = |entry: &OpeningEntry| entry.opening.position(self.size).attacker();
        let solved = self.entries.iter().filter(|entry| entry.winner.is_some());
        solved.filter(|entry| entry.winner != attacker(entry)).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(size: &str) -> OpeningsTable {
        OpeningsTable::new(size.parse().unwrap())
    }

    #[test]
    fn a_player_who_cannot_place_loses() {
        assert_eq!(table("1x1").winner(), Some(Color::White));
        assert_eq!(table("2x1").winner(), None);
    }

    #[test]
    fn a_first_square_is_won_only_if_every_answer_loses() {
        use Color::{Black, White};
        let [first] = Opening::first_squares("1x1".parse().unwrap())[..] else {
            panic!("one square")
        };
        for (white, black, unsolved, winner) in [
            (1, 0, 1, None),
            (1, 1, 1, Some(Black)),
            (3, 0, 0, Some(White)),
            (0, 0, 0, Some(White)),
        ] {
            let won = ByColor::new(white, black);
            assert_eq!(FirstSquare { first, won, unsolved, nodes: 0 }.winner(), winner);
        }
    }

    #[test]
    fn a_winner_is_known_as_soon_as_possible() {
        // 3x1: a1 b1, a1 c1, b1 a1.
        let mut table = table("3x1");
        let openings: Vec<Opening> = table.entries().iter().map(|entry| entry.opening).collect();
        let won =
            |i: usize, color| OpeningEntry { opening: openings[i], winner: Some(color), nodes: 5 };
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
