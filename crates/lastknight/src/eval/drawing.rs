//! Positions drawn in tests: one line per row, top row first, `.` open, `x` blocked, `N` and `n`.

use crate::board::{Color, Position};
use crate::eval::{Scene, View};

/// Parses a drawing with this side to move.
pub(crate) fn drawn(rows: &[&str], side: char) -> Position {
    let notation = |row: &&str| {
        let mut text = String::new();
        let mut open = 0;
        for c in row.chars().chain(['/']) {
            if c == '.' {
                open += 1;
                continue;
            }
            if open > 0 {
                text += &open.to_string();
                open = 0;
            }
            text.push(c);
        }
        text
    };
    let board: String = rows.iter().map(notation).collect();
    format!("{} {side}", board.trim_end_matches('/')).parse().unwrap()
}

/// The value of a feature for White and for Black.
pub(crate) fn both<T>(position: &Position, feature: impl Fn(View<'_, u128>) -> T) -> (T, T) {
    let scene = Scene::new(position);
    (feature(scene.view(Color::White)), feature(scene.view(Color::Black)))
}
