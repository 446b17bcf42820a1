//! The tablebase: who wins the placements of solved boards.
//!
//! The tables are compiled in from `tablebase/`, one CSV file for each board; without the feature
//! `tablebase` there are none. Each is parsed on first use. `docs/solved` describes how they are made.
//!
//! ```
//! use lastknight::solve::tablebase;
//! use lastknight::{Color, Game};
//!
//! let winner = |game: &str| tablebase::probe(game.parse::<Game>().unwrap().position());
//! assert_eq!(winner("7x7"), Some(Color::Black));
//! assert_eq!(winner("7x7 moves d4 b3"), Some(Color::White));
//! assert_eq!(winner("9x9"), None);
//! ```

use std::sync::OnceLock;

use super::openings::{Opening, OpeningsTable};
use crate::board::{Color, Position, Size, Square};

#[cfg(feature = "tablebase")]
macro_rules! boards {
    ($($width:literal x $height:literal)*) => {
        [$(Board {
            size: match Size::new($width, $height) {
                Ok(size) => size,
                Err(_) => panic!("a board size"),
            },
            csv: include_str!(concat!("../../tablebase/", $width, "x", $height, ".csv")),
            table: OnceLock::new(),
        }),*]
    };
}

/// The boards that are solved in whole or in part, none of them wider than high.
#[cfg(feature = "tablebase")]
static BOARDS: [Board; 31] = boards![
    1 x 1  1 x 2  1 x 3  1 x 4  1 x 5  1 x 6  1 x 7
    2 x 2  2 x 3  2 x 4  2 x 5  2 x 6  2 x 7
    3 x 3  3 x 4  3 x 5  3 x 6  3 x 7  3 x 9
    4 x 4  4 x 5  4 x 6  4 x 7
    5 x 5  5 x 6  5 x 7  5 x 9
    6 x 6  6 x 7
    7 x 7  7 x 9
];

/// No boards without the feature.
#[cfg(not(feature = "tablebase"))]
static BOARDS: [Board; 0] = [];

/// Empty boards whose table has gaps and whose winner is proved by
/// `lastknight solve SIZE --winner-only --no-tablebase`.
const EMPTY_BOARDS: [(usize, usize, Color); 1] = [(7, 9, Color::Black)];

/// A board and its table, parsed on first use.
struct Board {
    size: Size,
    csv: &'static str,
    table: OnceLock<OpeningsTable>,
}

impl Board {
    fn table(&self) -> &OpeningsTable {
        self.table.get_or_init(|| OpeningsTable::from_csv(self.csv).expect("the tables are tested"))
    }

    /// The winner of the empty board.
    fn empty(&self) -> Option<Color> {
        let proved = EMPTY_BOARDS.iter().find(|&&(w, h, _)| Size::new(w, h) == Ok(self.size));
        self.table().winner().or(proved.map(|proved| proved.2))
    }

    /// The winner after the first placement. If Black wins the empty board, every first square loses,
    /// even if the table lacks the answer that wins.
    fn first(&self, first: Square) -> Option<Color> {
        if self.empty() == Some(Color::Black) {
            return Some(Color::Black);
        }
        let lowest = Opening::lowest_image(self.size, first);
        self.table().by_first().iter().find(|square| square.first == lowest)?.winner()
    }
}

/// Returns the boards that have a table, none of them wider than high; rotated boards share it.
pub fn sizes() -> impl Iterator<Item = Size> {
    BOARDS.iter().map(|board| board.size)
}

/// Returns the table of a board, if there is one.
#[must_use]
pub fn table(size: Size) -> Option<OpeningsTable> {
    BOARDS.iter().find(|board| board.size == size).map(|board| board.table().clone())
}

/// Returns who wins an empty board without holes, or one with only placed knights, if the tables know.
#[must_use]
pub fn probe(position: &Position) -> Option<Color> {
    let size = position.size();
    let knights = Color::ALL.map(|color| position.knight(color));
    let blocked = size.area() - position.open().count() as usize;
    if blocked != knights.iter().flatten().count() {
        return None;
    }
    let is_turned = size.width() > size.height();
    let (width, height) =
        if is_turned { (size.height(), size.width()) } else { (size.width(), size.height()) };
    let board = BOARDS.iter().find(|board| Size::new(width, height) == Ok(board.size))?;
    let turned = |square: Square| {
        let (column, row) = size.coordinates(square);
        let (column, row) = if is_turned { (row, column) } else { (column, row) };
        board.size.square(column, row).expect("a square of the turned board")
    };
    match knights.map(|knight| knight.map(turned)) {
        [None, _] => board.empty(),
        [Some(first), None] => board.first(first),
        [Some(white), Some(black)] => {
            // With Black to move it is an opening with the colours swapped.
            let is_swapped = position.side() == Color::Black;
            let [first, second] = if is_swapped { [black, white] } else { [white, black] };
            let winner = board.table().entry(Opening { first, second }).winner;
            winner.map(|winner| if is_swapped { !winner } else { winner })
        }
    }
}

#[cfg(feature = "tablebase")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::solve;

    fn winner(game: &str) -> Option<Color> {
        probe(game.parse::<Game>().unwrap().position())
    }

    #[test]
    fn every_table_is_right_in_form_and_no_board_is_left_out() {
        for (board, size) in BOARDS.iter().zip(sizes()) {
            let table = OpeningsTable::from_csv(board.csv).unwrap();
            assert_eq!((table.size(), table.to_csv().as_str()), (size, board.csv));
            assert!(size.width() <= size.height());
            let empty = probe(&Position::new(size));
            assert!(empty.is_some() && (table.winner().is_none() || table.winner() == empty));
        }
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tablebase")).unwrap();
        assert_eq!(files.count(), BOARDS.len());
    }

    #[test]
    fn only_placements_are_known() {
        use Color::{Black, White};
        for (game, expected) in [
            ("7x7 moves d4", Some(Black)),
            ("7x7 moves d4 b3", Some(White)),
            ("7x7 moves c2 d4", Some(Black)),
            ("7x7 moves a1 d4", Some(White)),
            ("7x7 moves d4 b3 f5", None),
            ("9x9", None),
            ("x6/7/7/7/7/7/7 w", None),
            ("7x7 moves d4 b3 c6 a1", None),
        ] {
            assert_eq!(winner(game), expected, "{game}");
        }
    }

    #[test]
    fn one_answer_proves_a_first_square_lost() {
        let table = table("7x9".parse().unwrap()).unwrap();
        let by_first = table.by_first();
        let c1 = by_first.iter().find(|square| table.size().name(square.first).to_string() == "c1");
        assert_eq!(c1.map(|c1| (c1.won[Color::Black], c1.unsolved)), Some((28, 6)));
        assert_eq!(winner("7x9 moves c1"), Some(Color::Black));
        // The table has no opening with d1 and no winner of the empty board. A search of its own proved
        // that Black wins, so d1 loses.
        assert_eq!(table.winner(), None);
        for game in ["7x9", "7x9 moves d1", "9x7 moves a4"] {
            assert_eq!(winner(game), Some(Color::Black), "{game}");
        }
        assert_eq!(winner("7x9 moves d1 d5"), None);
    }

    #[test]
    fn turned_boards_and_exchanged_colours_agree_with_the_search() {
        for size in ["3x4", "4x3", "4x4", "5x3"].map(|size| size.parse::<Size>().unwrap()) {
            let empty = Position::new(size);
            let check = |position: &Position| {
                let wins = solve::wins(position, &mut u64::MAX.clone()).unwrap();
                let expected = if wins { position.side() } else { !position.side() };
                assert_eq!(probe(position), Some(expected), "{position}");
            };
            check(&empty);
            for white in size.squares() {
                let placed = empty.play(white).unwrap();
                check(&placed);
                for black in placed.legal_moves() {
                    let mut setup = placed.play(black).unwrap().setup();
                    check(&setup.position().unwrap());
                    setup.side = Color::Black;
                    check(&setup.position().unwrap());
                }
            }
        }
    }
}
