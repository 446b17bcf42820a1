//! Positions as one line of text.
//!
//! Rows from the top down, separated by `/`. In a row a number is a run of open squares, `x` a
//! blocked square, `N` White's knight and `n` Black's. Then a space and the side to move, `w` or
//! `b`. The rows give the board's size: `7/7/7/3N3/1n5/7/7 w`.
//!
//! A size such as `7x7` and the word `startpos` are accepted too and mean the empty board.

use std::fmt;
use std::str::FromStr;

use super::bitboard::Bitboard;
use super::color::{ByColor, Color};
use super::position::Position;
use super::setup::{Setup, SetupError};
use super::size::{ParseSizeError, Size};
use super::square::Square;
use super::word::Word;
use crate::quote::quote;

/// The word for the empty standard board.
pub const STARTPOS: &str = "startpos";

impl<W: Word> fmt::Display for Position<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let mut text = String::with_capacity(size.area() + size.height() + 2);
        for row in (0..size.height()).rev() {
            if !text.is_empty() {
                text.push('/');
            }
            let mut run = 0;
            let end_run = |text: &mut String, run: &mut usize| {
                if *run > 0 {
                    text.push_str(&run.to_string());
                    *run = 0;
                }
            };
            for column in 0..size.width() {
                let square = size.square(column, row).expect("on the board");
                if self.open().contains(square) {
                    run += 1;
                    continue;
                }
                end_run(&mut text, &mut run);
                text.push(if self.knight(Color::White) == Some(square) {
                    'N'
                } else if self.knight(Color::Black) == Some(square) {
                    'n'
                } else {
                    'x'
                });
            }
            end_run(&mut text, &mut run);
        }
        text.push(' ');
        text.push(self.side().letter());
        f.pad(&text)
    }
}

impl<W: Word> fmt::Debug for Position<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not a position. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// The text is empty.
    #[error("the position is empty")]
    Empty,
    /// A single word that is not a board size.
    #[error("{0}")]
    Size(ParseSizeError),
    /// A character that has no meaning in a row.
    #[error("column {column}: {} does not belong in a row (open squares as a number, x, N, n)", quote(.found))]
    Character {
        /// Where.
        column: usize,
        /// The character.
        found: String,
    },
    /// A row without squares.
    #[error("column {column}: row {row} is empty")]
    EmptyRow {
        /// Where.
        column: usize,
        /// Which row, from the top.
        row: usize,
    },
    /// A run of zero squares, or one with a leading zero.
    #[error("column {column}: a run of open squares cannot begin with 0: {}", quote(.found))]
    ZeroRun {
        /// Where.
        column: usize,
        /// The run.
        found: String,
    },
    /// A run longer than any row.
    #[error("column {column}: a run of {} open squares is longer than any row ({} at most)", quote(.found), Size::MAX_AREA)]
    LongRun {
        /// Where.
        column: usize,
        /// The run.
        found: String,
    },
    /// Rows of different lengths.
    #[error("column {column}: row {row} has {width} squares, but row 1 has {expected}")]
    RowWidth {
        /// Where the row begins.
        column: usize,
        /// Which row, from the top.
        row: usize,
        /// Its number of squares.
        width: usize,
        /// The number of squares of the first row.
        expected: usize,
    },
    /// More squares than a board can have.
    #[error("column {column}: the board has more than {} squares", Size::MAX_AREA)]
    TooLarge {
        /// Where the row that exceeds the limit begins.
        column: usize,
    },
    /// A second knight of one colour.
    #[error("column {column}: a second '{letter}'")]
    SecondKnight {
        /// Where.
        column: usize,
        /// `N` or `n`.
        letter: char,
    },
    /// Black's knight is on the board and White's is not.
    #[error("column {column}: 'n' without 'N', but White places first")]
    BlackAlone {
        /// Where the knight is.
        column: usize,
    },
    /// The side to move is missing.
    #[error("column {column}: the side to move is missing: ' w' or ' b'")]
    MissingSide {
        /// Where it should be.
        column: usize,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("column {column}: the side to move is 'w' or 'b', not {}{}", quote(.found), hint(.found))]
    Side {
        /// Where.
        column: usize,
        /// What is there.
        found: String,
    },
    /// The side to move contradicts the knights.
    #[error("column {column}: {expected} is to move here: its knight is placed next")]
    WrongSide {
        /// Where.
        column: usize,
        /// The side that is to move.
        expected: Color,
    },
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        if text.is_empty() {
            return Err(ParsePositionError::Empty);
        }
        if text == STARTPOS {
            return Ok(Self::new(Size::STANDARD));
        }
        if let Some((rows, side)) = text.split_once(' ') {
            return Rows::parse(rows)?.finish(rows, side);
        }
        match text.parse() {
            Ok(size) => Ok(Self::new(size)),
            Err(error @ ParseSizeError::Area(..)) => Err(ParsePositionError::Size(error)),
            // Not a size, so probably a position without the side to move.
            Err(ParseSizeError::Form(_)) => {
                Rows::parse(text)?;
                Err(ParsePositionError::MissingSide { column: text.chars().count() + 1 })
            }
        }
    }
}

/// The rows read so far, from the top down.
#[derive(Default)]
struct Rows {
    /// Squares read so far.
    count: usize,
    /// Which of them are open; bit 0 is the first square read.
    open: u128,
    /// For each knight, the number of its square in reading order and its column in the text.
    knights: ByColor<Option<(usize, usize)>>,
    width: usize,
    height: usize,
}

impl Rows {
    fn parse(text: &str) -> Result<Self, ParsePositionError> {
        let mut rows = Self::default();
        let mut column = 1;
        for row in text.split('/') {
            rows.parse_row(row, column)?;
            column += row.chars().count() + 1;
        }
        Ok(rows)
    }

    /// Reads one row that begins at column `begin` of the text.
    fn parse_row(&mut self, row: &str, begin: usize) -> Result<(), ParsePositionError> {
        self.height += 1;
        let before = self.count;
        let mut rest = row;
        let mut column = begin;
        while let Some(c) = rest.chars().next() {
            let length = match c {
                '0'..='9' => self.run(rest, column)?,
                'x' | 'N' | 'n' => self.blocked(c, column)?,
                _ => {
                    let found = c.to_string();
                    return Err(ParsePositionError::Character { column, found });
                }
            };
            rest = &rest[length..];
            column += length;
            // No board is this wide: the rest of the row need not be read.
            if self.count - before > Size::MAX_AREA {
                return Err(ParsePositionError::TooLarge { column: begin });
            }
        }
        let (width, expected) = (self.count - before, self.width);
        match self.height {
            row if width == 0 => return Err(ParsePositionError::EmptyRow { column: begin, row }),
            1 => self.width = width,
            row if width != expected => {
                return Err(ParsePositionError::RowWidth { column: begin, row, width, expected });
            }
            _ => {}
        }
        if self.count > Size::MAX_AREA {
            return Err(ParsePositionError::TooLarge { column: begin });
        }
        Ok(())
    }

    /// Reads the number at the start of `text` and returns its length.
    fn run(&mut self, text: &str, column: usize) -> Result<usize, ParsePositionError> {
        let length = text.bytes().take_while(u8::is_ascii_digit).count();
        let digits = &text[..length];
        let found = || digits.to_owned();
        if digits.starts_with('0') {
            return Err(ParsePositionError::ZeroRun { column, found: found() });
        }
        match digits.parse::<usize>() {
            Ok(squares) if squares <= Size::MAX_AREA => {
                for square in self.count..(self.count + squares).min(Size::MAX_AREA) {
                    self.open |= 1 << square;
                }
                self.count += squares;
                Ok(length)
            }
            _ => Err(ParsePositionError::LongRun { column, found: found() }),
        }
    }

    /// Adds a blocked square and returns the letter's length in bytes.
    fn blocked(&mut self, letter: char, column: usize) -> Result<usize, ParsePositionError> {
        let color = match letter {
            'N' => Some(Color::White),
            'n' => Some(Color::Black),
            _ => None,
        };
        if let Some(color) = color {
            if self.knights[color].is_some() {
                return Err(ParsePositionError::SecondKnight { column, letter });
            }
            self.knights[color] = Some((self.count, column));
        }
        self.count += 1;
        Ok(letter.len_utf8())
    }

    /// Builds the position from the rows and the text after them.
    fn finish(self, rows: &str, side: &str) -> Result<Position, ParsePositionError> {
        let column = rows.chars().count() + 2;
        let side = match side {
            "w" => Color::White,
            "b" => Color::Black,
            "" => return Err(ParsePositionError::MissingSide { column: column - 1 }),
            _ => {
                return Err(ParsePositionError::Side { column, found: side.to_owned() });
            }
        };
        let size = Size::new(self.width, self.height).expect("rows counted while reading");
        // The text has the top row first; squares count from the bottom row.
        let square = |place: usize| {
            let (column, row) = (place % self.width, place / self.width);
            size.square_at_row_col(row, column).expect("a place within the rows")
        };
        let open = Bitboard::<u128>::from_bits(self.open);
        let setup = Setup {
            size,
            open: open.into_iter().map(|place: Square| square(place.index())).collect(),
            knights: self.knights.map(|knight| knight.map(|(place, _)| square(place))),
            side,
        };
        setup.position().map_err(|error| match error {
            SetupError::Side(expected) => ParsePositionError::WrongSide { column, expected },
            SetupError::BlackAlone => {
                let (_, column) = self.knights[Color::Black].expect("the knight that is alone");
                ParsePositionError::BlackAlone { column }
            }
            SetupError::OffBoard | SetupError::OnOpen(_) | SetupError::SameSquare => {
                unreachable!("rows have one thing on each square")
            }
        })
    }
}

/// What was probably meant by text in place of the side to move.
fn hint(found: &str) -> &'static str {
    let first = found.split_whitespace().next().unwrap_or_default();
    let digits = first.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let is_square = !digits.is_empty()
        && digits.len() < first.len()
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_moves = is_square || first.eq_ignore_ascii_case("move");
    if is_moves { "; moves follow the word 'moves', as in '7x7 moves d4 b3'" } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_round_trip() {
        for text in [
            "7/7/7/7/7/7/7 w",
            "7/7/7/3N3/1n5/7/7 w",
            "7/7/7/3N3/1n5/7/7 b",
            "11/11/11/11/5N5/11/11/11/11 b",
            "128 w",
            "x w",
            "N b",
            "1x1/xNx/1nx b",
        ] {
            assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn a_size_is_its_empty_board() {
        assert_eq!("startpos".parse::<Position>(), "7/7/7/7/7/7/7 w".parse());
        assert_eq!("11x2".parse::<Position>(), "11/11 w".parse());
        // With a side to move it is a row.
        assert_eq!("7x7 w".parse::<Position>().unwrap().size(), Size::new(15, 1).unwrap());
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| text.parse::<Position>().unwrap_err().to_string();
        let cases = [
            ("", "the position is empty"),
            (" w", "column 1: row 1 is empty"),
            ("7", "column 2: the side to move is missing: ' w' or ' b'"),
            ("7/7 ", "column 4: the side to move is missing: ' w' or ' b'"),
            ("hello", "column 1: 'h' does not belong in a row (open squares as a number, x, N, n)"),
            (
                "3/3é w",
                "column 4: 'é' does not belong in a row (open squares as a number, x, N, n)",
            ),
            ("3//3 w", "column 3: row 2 is empty"),
            ("3/3/ w", "column 5: row 3 is empty"),
            ("3/03 w", "column 3: a run of open squares cannot begin with 0: '03'"),
            ("3/x0x w", "column 4: a run of open squares cannot begin with 0: '0'"),
            ("7/8/7 w", "column 3: row 2 has 8 squares, but row 1 has 7"),
            ("7/43/7 w", "column 3: row 2 has 43 squares, but row 1 has 7"),
            ("129 w", "column 1: a run of '129' open squares is longer than any row (128 at most)"),
            ("128x w", "column 1: the board has more than 128 squares"),
            ("64/64/64 w", "column 7: the board has more than 128 squares"),
            ("3/N1N b", "column 5: a second 'N'"),
            ("n1n w", "column 3: a second 'n'"),
            ("3/n2 w", "column 3: 'n' without 'N', but White places first"),
            ("3/3 x", "column 5: the side to move is 'w' or 'b', not 'x'"),
            ("3/3 w ", "column 5: the side to move is 'w' or 'b', not 'w '"),
            ("3/3  w", "column 5: the side to move is 'w' or 'b', not ' w'"),
            ("3/3 b", "column 5: White is to move here: its knight is placed next"),
            ("3/N2 w", "column 6: Black is to move here: its knight is placed next"),
            ("129x1", "board '129x1' has 129 squares: a board has 1 to 128 squares"),
        ];
        for (text, message) in cases {
            assert_eq!(error(text), message, "{text}");
        }
        assert_eq!(
            error(&"7/".repeat(5_000_000)),
            "column 37: the board has more than 128 squares"
        );
    }
}
