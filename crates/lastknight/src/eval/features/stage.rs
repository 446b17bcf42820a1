//! The stage of the game and the players' roles.

use crate::board::Word;
use crate::eval::scene::View;

/// The fraction of the board's squares that are open.
#[inline]
pub(crate) fn f<W: Word>(view: View<'_, W>) -> f64 {
    let position = view.position();
    f64::from(position.open().count()) / position.size().area() as f64
}

/// 3 if more than 85 % of the squares are open, 2 if more than half, else 1.
#[inline]
pub(crate) fn tau<W: Word>(view: View<'_, W>) -> u32 {
    match f(view) {
        f if f > 0.85 => 3,
        f if f > 0.5 => 2,
        _ => 1,
    }
}

/// The number of plies played.
#[inline]
pub(crate) fn ply<W: Word>(view: View<'_, W>) -> u32 {
    view.position().ply() as u32
}

/// 1 for the player to move, else 0.
#[inline]
pub(crate) fn active<W: Word>(view: View<'_, W>) -> u32 {
    view.is_active().into()
}

/// 1 for the attacker of the colour rule, else 0.
#[inline]
pub(crate) fn attacker<W: Word>(view: View<'_, W>) -> u32 {
    (view.position().attacker() == Some(view.player())).into()
}

/// 1 for a player who just moved and wins by mirroring, else 0.
pub(crate) fn mirror<W: Word>(view: View<'_, W>) -> u32 {
    (!view.is_active() && view.position().mirror_win().is_some()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::eval::drawing::{both, drawn};

    #[test]
    fn told_by_hand() {
        // d4 and b3 differ in colour, so the player who is not to move attacks.
        let rows = [".......", ".......", ".......", "...N...", ".n.....", ".......", "......."];
        let position = drawn(&rows, 'w');
        assert_eq!(both(&position, f), (47.0 / 49.0, 47.0 / 49.0));
        assert_eq!(both(&position, ply), (2, 2));
        assert_eq!(both(&position, active), (1, 0));
        assert_eq!(both(&position, attacker), (0, 1));
        assert_eq!(both(&drawn(&rows, 'b'), attacker), (1, 0));
        assert_eq!(both(&drawn(&["...", ".N.", "..."], 'b'), attacker), (0, 0));
    }

    #[test]
    fn stages_end_where_they_say() {
        let tau_of = |open: usize| {
            let rows: Vec<String> = (0..10)
                .map(|row| {
                    (0..10).map(|column| if row * 10 + column < open { '.' } else { 'x' }).collect()
                })
                .collect();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            both(&drawn(&rows, 'w'), tau).0
        };
        assert_eq!([100, 86, 85, 51, 50, 0].map(tau_of), [3, 3, 2, 2, 1, 1]);
    }

    #[test]
    fn mirrors_are_seen() {
        let mirrored: Position = "7/7/5N1/3x3/1n5/7/7 b".parse().unwrap();
        assert_eq!(both(&mirrored, mirror), (1, 0));
        let other_side: Position = "7/7/5N1/3x3/1n5/7/7 w".parse().unwrap();
        assert_eq!(both(&other_side, mirror), (0, 1));
        assert_eq!(both(&"7/7/7/3N3/1n5/7/7 w".parse().unwrap(), mirror), (0, 0));
    }
}
