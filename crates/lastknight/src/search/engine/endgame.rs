//! Knights that cannot meet: the longer path wins.

use super::value::{Value, win};
use crate::board::{Position, Word};

/// The budget of the search for one knight's longest path, in squares.
const TRIED: u32 = 250;

/// Returns the value of a position at `ply` if the knights are apart and bounds on their paths decide it.
pub(super) fn apart<W: Word>(position: &Position<W>, ply: u32) -> Option<Value> {
    let side = position.side();
    if !(position.reach(side) & position.reach(!side)).is_empty() {
        return None;
    }
    let bounds = |color| {
        let path = position.longest_path(color, TRIED);
        (path.length, if path.is_exact { path.length } else { position.path_bound(color) })
    };
    let ((least, most), (their_least, their_most)) = (bounds(side), bounds(!side));
    // The side to move needs one move more than the other has.
    if least > their_most {
        Some(win(ply + 2 * their_most + 1))
    } else if most <= their_least {
        Some(-win(ply + 2 * most))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<Value> {
        apart(&text.parse::<Position>().unwrap(), 0)
    }

    #[test]
    fn the_longer_path_wins() {
        // A move each, to b3 and g3: the side to move loses after both.
        assert_eq!(value("x1xxxx1x/xxxxxxxx/Nxxxxxxn w"), Some(-win(2)));
        // White goes on to d2.
        assert_eq!(value("x1xxxx1x/xxx1xxxx/Nxxxxxxn w"), Some(win(3)));
        assert_eq!(value("x1xxxx1x/xxx1xxxx/Nxxxxxxn b"), Some(-win(2)));
    }

    #[test]
    fn knights_that_can_meet_are_not_apart() {
        assert_eq!(value("3/3/N1n w"), None);
    }
}
