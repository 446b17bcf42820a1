//! A board drawn with characters.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use lastknight::{Color, Position, Size, Square};

/// The widest drawing, in columns; wider boards are drawn in pieces, one above the other.
const WIDEST: usize = 100;

/// The characters of a drawing.
pub(crate) struct Charset {
    knights: [char; 2],
    open: char,
    blocked: char,
    legal: char,
    /// Top left, top right, bottom left, bottom right, horizontal, vertical.
    frame: [char; 6],
}

impl Charset {
    pub(crate) const UNICODE: Self = Self {
        knights: ['♘', '♞'],
        open: '·',
        blocked: '▒',
        legal: '•',
        frame: ['┌', '┐', '└', '┘', '─', '│'],
    };

    pub(crate) const ASCII: Self = Self {
        knights: ['N', 'n'],
        open: '.',
        blocked: 'x',
        legal: '*',
        frame: ['+', '+', '+', '+', '-', '|'],
    };
}

const WHITE: Style = AnsiColor::Yellow.on_default().bold();
const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const LEGAL: Style = AnsiColor::Green.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// The board with its coordinates; legal moves are marked unless they are placements, which may go
/// to any open square.
pub(crate) fn board(position: &Position, charset: &Charset) -> String {
    let size = position.size();
    let margin = size.height().to_string().len();
    // A cell is as wide as the longest column name, and the space before it.
    let cell = Size::column_name(size.width() - 1).to_string().len() + 1;
    let columns = (WIDEST - margin - " | ".len() - 1) / cell;
    let columns: Vec<usize> = (0..size.width()).step_by(columns).chain([size.width()]).collect();
    let pieces =
        columns.windows(2).map(|ends| piece(position, charset, margin, cell, ends[0]..ends[1]));
    pieces.collect::<Vec<_>>().join("\n")
}

/// Some columns of the board.
fn piece(
    position: &Position,
    charset: &Charset,
    margin: usize,
    cell: usize,
    columns: std::ops::Range<usize>,
) -> String {
    let size = position.size();
    let [top_left, top_right, bottom_left, bottom_right, horizontal, vertical] = charset.frame;
    let edge = horizontal.to_string().repeat(columns.len() * cell + 1);
    let mut text = String::new();
    let mut line = |line: &str| {
        text.push_str(line.trim_end());
        text.push('\n');
    };
    line(&format!("{:margin$} {top_left}{edge}{top_right}", ""));
    for row in (0..size.height()).rev() {
        let mut cells = String::new();
        for column in columns.clone() {
            let square = size.square(column, row).expect("on the board");
            let (character, style) = look(position, charset, square);
            write!(cells, "{:1$}", "", cell - 1).expect("a string takes any text");
            write!(cells, "{style}{character}{style:#}").expect("a string takes any text");
        }
        line(&format!("{:>margin$} {vertical}{cells} {vertical}", row + 1));
    }
    line(&format!("{:margin$} {bottom_left}{edge}{bottom_right}", ""));
    let names: String =
        columns.map(|column| format!("{:>cell$}", Size::column_name(column))).collect();
    line(&format!("{:margin$}  {names}", ""));
    text
}

/// How a square is drawn.
fn look(position: &Position, charset: &Charset, square: Square) -> (char, Style) {
    let has_placed = position.knight(position.side()).is_some();
    if position.knight(Color::White) == Some(square) {
        (charset.knights[0], WHITE)
    } else if position.knight(Color::Black) == Some(square) {
        (charset.knights[1], BLACK)
    } else if !position.open().contains(square) {
        (charset.blocked, FAINT)
    } else if has_placed && position.legal_moves().contains(square) {
        (charset.legal, LEGAL)
    } else {
        (charset.open, Style::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str, charset: &Charset) -> String {
        let position: Position = text.parse().unwrap();
        anstream::adapter::strip_str(&board(&position, charset)).to_string()
    }

    #[test]
    fn a_board_looks_like_this() {
        let lines =
            |text, charset| plain(text, charset).lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(
            lines("3x/1N2/2n1 w", &Charset::UNICODE),
            [
                "  ┌─────────┐",
                "3 │ · · · ▒ │",
                "2 │ · ♘ · · │",
                "1 │ · · ♞ • │",
                "  └─────────┘",
                "    a b c d",
            ]
        );
        assert_eq!(
            lines("3x/1N2/2n1 b", &Charset::ASCII),
            [
                "  +---------+",
                "3 | . * . x |",
                "2 | * N . . |",
                "1 | . . n . |",
                "  +---------+",
                "    a b c d",
            ]
        );
    }

    #[test]
    fn no_board_is_drawn_too_wide() {
        for size in Size::all() {
            let drawing = plain(&size.to_string(), &Charset::UNICODE);
            let widest = drawing.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(WIDEST), "{size}: {widest:?}");
            let squares = drawing.chars().filter(|&c| c == '·').count();
            assert_eq!(squares, size.area());
        }
    }
}
