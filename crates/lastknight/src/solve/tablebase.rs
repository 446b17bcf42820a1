//! Who wins the placements of solved boards, without a search.
//!
//! The tables are in `tablebase/`, one CSV file a board, and are part of the program; without the feature
//! `tablebase` there are none. `docs/solved` says how they are made and checked. Each is read when first
//! needed.
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
                Err(_) => panic!("the size of a board"),
            },
            csv: include_str!(concat!("../../tablebase/", $width, "x", $height, ".csv")),
            known: OnceLock::new(),
        }),*]
    };
}

/// The boards that are solved, in whole or in part, none of them wider than high.
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

/// No board: the tables were left out.
#[cfg(not(feature = "tablebase"))]
static BOARDS: [Board; 0] = [];

/// Empty boards whose winner is proved while the table of openings has gaps, by
/// `lastknight solve SIZE --winner-only --no-tablebase`.
const EMPTY_BOARDS: [(usize, usize, Color); 1] = [(7, 9, Color::Black)];

/// A board and its table.
struct Board {
    size: Size,
    csv: &'static str,
    known: OnceLock<Known>,
}

/// The winners of a board's placements, as far as they are known.
struct Known {
    /// After both placements, by the first square and then by the second.
    pairs: Box<[Option<Color>]>,
    /// After the first placement, by its square.
    firsts: Box<[Option<Color>]>,
    /// Of the empty board.
    empty: Option<Color>,
}

impl Known {
    fn new(table: &OpeningsTable) -> Self {
        let size = table.size();
        let mut pairs = vec![None; size.area() * size.area()];
        for (first, row) in size.squares().zip(pairs.chunks_mut(size.area())) {
            for (second, winner) in size.squares().zip(row).filter(|(second, _)| *second != first) {
                *winner = table.entry(Opening { first, second }).winner;
            }
        }
        let first = |first: Square| {
            let from = first.index() * size.area();
            let seconds = size.squares().filter(|&second| second != first);
            let after = seconds.map(|second| pairs[from + second.index()]);
            best(Color::Black, after)
        };
        let mut firsts: Box<[Option<Color>]> = size.squares().map(first).collect();
        let proved = EMPTY_BOARDS.iter().find(|&&(w, h, _)| Size::new(w, h) == Ok(size));
        let empty = best(Color::White, firsts.iter().copied()).or(proved.map(|proved| proved.2));
        if empty == Some(Color::Black) {
            // Every first square is lost, with an answer that the table may not name.
            firsts.fill(empty);
        }
        Self { pairs: pairs.into(), firsts, empty }
    }
}

/// Who wins a position whose moves lead to positions with these winners: the side to move with one that
/// is proved to be its own, the other if all are the other's.
fn best(side: Color, after: impl Iterator<Item = Option<Color>>) -> Option<Color> {
    let mut is_known = true;
    for winner in after {
        if winner == Some(side) {
            return winner;
        }
        is_known &= winner.is_some();
    }
    is_known.then_some(!side)
}

/// The boards that have a table, from small ones to large ones. A board and the same board on its side
/// share one.
pub fn sizes() -> impl Iterator<Item = Size> {
    BOARDS.iter().map(|board| board.size)
}

/// The table of a board, if there is one.
#[must_use]
pub fn table(size: Size) -> Option<OpeningsTable> {
    let board = BOARDS.iter().find(|board| board.size == size)?;
    Some(OpeningsTable::from_csv(board.csv).expect("the tables are tested"))
}

/// Returns who wins a position, if the tables know: an empty board without holes, or one with nothing
/// on it but one knight or both just placed.
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
    let known =
        board.known.get_or_init(|| Known::new(&table(board.size).expect("it is one of them")));
    let index = |square: Square| {
        let (column, row) = size.coordinates(square);
        if is_turned { column * width + row } else { row * width + column }
    };
    match (position.side(), knights.map(|knight| knight.map(index))) {
        (_, [None, _]) => known.empty,
        (_, [Some(white), None]) => known.firsts[white],
        (Color::White, [Some(white), Some(black)]) => known.pairs[white * size.area() + black],
        // With the colours exchanged it is an opening.
        (Color::Black, [Some(white), Some(black)]) => {
            known.pairs[black * size.area() + white].map(|winner| !winner)
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
    fn placements_are_known() {
        use Color::{Black, White};
        assert_eq!(winner("7x7 moves d4"), Some(Black));
        assert_eq!(winner("7x7 moves d4 b3"), Some(White));
        assert_eq!(winner("7x7 moves c2 d4"), Some(Black));
        assert_eq!(winner("7x7 moves a1 d4"), Some(White));
    }

    #[test]
    fn one_answer_proves_a_first_square_lost() {
        let table = table("7x9".parse().unwrap()).unwrap();
        let by_first = table.by_first();
        let c1 = by_first.iter().find(|square| table.size().name(square.first).to_string() == "c1");
        assert_eq!(c1.map(|c1| (c1.won[Color::Black], c1.unsolved)), Some((28, 6)));
        assert_eq!(winner("7x9 moves c1"), Some(Color::Black));
        // The table has no opening with d1, and names no winner of the empty board: that was proved by a
        // search of its own, and d1 is lost with it.
        assert_eq!((table.winner(), winner("7x9")), (None, Some(Color::Black)));
        assert_eq!(
            (winner("7x9 moves d1"), winner("9x7 moves a4")),
            (Some(Color::Black), Some(Color::Black))
        );
        assert_eq!(winner("7x9 moves d1 d5"), None);
    }

    #[test]
    fn a_first_square_is_won_only_if_every_answer_loses() {
        use Color::{Black, White};
        assert_eq!(best(Black, [Some(White), None].into_iter()), None);
        assert_eq!(best(Black, [Some(White), None, Some(Black)].into_iter()), Some(Black));
        assert_eq!(best(Black, [Some(White); 3].into_iter()), Some(White));
        assert_eq!(best(Black, std::iter::empty()), Some(White));
    }

    #[test]
    fn other_positions_are_not_known() {
        for game in ["7x7 moves d4 b3 f5", "9x9", "x6/7/7/7/7/7/7 w", "7x7 moves d4 b3 c6 a1"] {
            assert_eq!(winner(game), None, "{game}");
        }
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
