//! Board diagrams made of characters.

use anstyle::{AnsiColor, Style};
use lastknight::{Color, Position, Size, Square};

use crate::output::width;

pub(crate) struct Charset {
    knights: [char; 2],
    open: char,
    blocked: char,
    legal: char,
    /// Top left, top right, bottom left, bottom right, horizontal, vertical.
    frame: [char; 6],
}

impl Charset {
    const UNICODE: Self = Self {
        knights: ['♘', '♞'],
        open: '·',
        blocked: '▒',
        legal: '•',
        frame: ['┌', '┐', '└', '┘', '─', '│'],
    };

    const ASCII: Self = Self {
        knights: ['N', 'n'],
        open: '.',
        blocked: 'x',
        legal: '*',
        frame: ['+', '+', '+', '+', '-', '|'],
    };

    pub(crate) fn new(is_ascii: bool) -> &'static Self {
        if is_ascii { &Self::ASCII } else { &Self::UNICODE }
    }
}

const WHITE: Style = AnsiColor::Yellow.on_default().bold();
const BLACK: Style = AnsiColor::Cyan.on_default().bold();
const LEGAL: Style = AnsiColor::Green.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// Draws a position with coordinates and marks the legal moves, but not the placements.
pub(crate) fn draw(position: &Position, charset: &Charset) -> String {
    draw_squares(position.size(), Some(charset.frame), |square| style(position, charset, square))
}

/// Draws a board with coordinates, in a frame of top left, top right, bottom left, bottom right, horizontal and vertical
/// characters. Boards that are too wide are drawn in pieces, one above the other.
pub(crate) fn draw_squares(
    size: Size,
    frame: Option<[char; 6]>,
    square: impl Fn(Square) -> (char, Style),
) -> String {
    let margin = size.height().to_string().len();
    // A cell is as wide as the longest column name and a space.
    let cell = Size::column_name(size.width() - 1).to_string().len() + 1;
    let room = width() - margin - if frame.is_some() { " | |".len() } else { 0 };
    let columns: Vec<usize> = (0..size.width()).collect();
    let pieces = columns.chunks(room / cell).map(|columns| {
        let edge = |left, right, line: char| {
            let line = line.to_string().repeat(columns.len() * cell + 1);
            format!("{:margin$} {left}{line}{right}\n", "")
        };
        let (above, below, before, after) = match frame {
            Some([a, b, c, d, line, side]) => {
                (edge(a, b, line), edge(c, d, line), format!(" {side}"), format!(" {side}"))
            }
            None => Default::default(),
        };
        let mut text = above;
        for row in (0..size.height()).rev() {
            text += &format!("{:>margin$}{before}", row + 1);
            for &column in columns {
                let (character, style) = square(size.square(column, row).expect("on the board"));
                text += &format!("{:1$}{style}{character}{style:#}", "", cell - 1);
            }
            text += &format!("{after}\n");
        }
        let names = columns.iter().map(|&column| format!("{:>cell$}", Size::column_name(column)));
        let indent = margin + before.chars().count();
        text + &format!("{below}{:indent$}{}\n", "", names.collect::<String>())
    });
    pieces.collect::<Vec<_>>().join("\n")
}

fn style(position: &Position, charset: &Charset, square: Square) -> (char, Style) {
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

    fn lines(text: &str, charset: &Charset) -> Vec<String> {
        let drawing = draw(&text.parse().unwrap(), charset);
        anstream::adapter::strip_str(&drawing).to_string().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_board_looks_like_this() {
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
            let drawing = lines(&size.to_string(), &Charset::UNICODE);
            let widest = drawing.iter().map(|line| line.chars().count()).max();
            assert!(widest <= Some(width()), "{size}: {widest:?}");
            assert_eq!(drawing.concat().matches('·').count(), size.area());
        }
    }
}
