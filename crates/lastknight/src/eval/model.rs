//! The linear model: log-odds of winning from sixteen inputs about the territories.
//!
//! For the side to move, A, and the other side, B:
//!
//! | inputs | meaning |
//! |---|---|
//! | 0 to 4 | squares of A's territory one, two, three, four, and five or more moves away |
//! | 5 to 9 | the same for B |
//! | 10 | squares that A and B both reach in one move |
//! | 11 | squares that A reaches in one move and B in two |
//! | 12 | squares that A reaches in two moves and B in one |
//! | 13, 14 | knight's moves within A's territory, within B's |
//! | 15 | 1 |
//!
//! Each has an integer weight that depends on A's role in the colour rule, the number of open
//! squares and whether the board is [large](LARGE_FROM). Integer sums give the same result on every
//! machine. The weights were fitted to solved positions: see `docs/linear-model.md`.

mod weights;

use super::scene::View;
use super::territory::{Territories, flood};
use crate::board::{Bitboard, Position, Word};

pub use weights::{LARGE, SMALL};

/// The number of inputs.
pub const NUMBERS: usize = 16;

/// What the inputs mean; "own" refers to the side to move.
pub const NAMES: [&str; NUMBERS] = [
    "own territory, one move away",
    "two moves away",
    "three moves away",
    "four moves away",
    "five and more",
    "the other's territory, one move away",
    "two moves away",
    "three moves away",
    "four moves away",
    "five and more",
    "squares one move away from both",
    "one from the own knight, two from the other",
    "two from the own knight, one from the other",
    "knight's moves within the own territory",
    "within the other's",
    "always",
];

/// The number of phases of a game.
pub const PHASES: usize = 6;

/// Boards with at least this many squares are large: 8x8 is.
pub const LARGE_FROM: usize = 64;

/// Scores divided by this are log-odds.
pub const SCALE: f64 = 10_000.0;

/// Weights for each role and phase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// The maximum number of open squares in each phase but the last, from the end of the game on.
    pub bounds: [u32; PHASES - 1],
    /// The weights by phase if the side to move is the victim.
    pub victim: [[i32; NUMBERS]; PHASES],
    /// The weights by phase if the side to move is the attacker.
    pub attacker: [[i32; NUMBERS]; PHASES],
}

impl Model {
    /// Returns the weights fitted for boards with `area` squares.
    #[must_use]
    #[inline]
    pub fn fitted(area: usize) -> &'static Self {
        if area < LARGE_FROM { &SMALL } else { &LARGE }
    }

    /// Returns the log-odds that the side to move wins, times [`SCALE`]. Returns 0 until both
    /// knights are placed.
    #[must_use]
    #[inline]
    pub fn score<W: Word>(&self, position: &Position<W>) -> i32 {
        let Some(weights) = self.weights(position) else { return 0 };
        weights.iter().zip(numbers(position)).map(|(weight, number)| weight * number).sum()
    }

    /// Returns the weights for a position, or `None` until both knights are placed.
    #[must_use]
    #[inline]
    pub fn weights<W: Word>(&self, position: &Position<W>) -> Option<&[i32; NUMBERS]> {
        let attacker = position.attacker()?;
        let weights = if attacker == position.side() { &self.attacker } else { &self.victim };
        Some(&weights[self.phase(position.open().count())])
    }

    /// Returns the phase for this number of open squares; 0 is the end of the game.
    #[must_use]
    #[inline]
    pub fn phase(&self, open: u32) -> usize {
        self.bounds.iter().map(|&bound| usize::from(open > bound)).sum()
    }
}

/// Returns the inputs of the model, in the order of the [table](self).
#[must_use]
#[inline]
pub fn numbers<W: Word>(position: &Position<W>) -> [i32; NUMBERS] {
    let (geometry, open) = (position.geometry(), position.open());
    let mut numbers = [0; NUMBERS];
    let mut territories = Territories { mover: Bitboard::EMPTY, other: Bitboard::EMPTY };
    let mut distance = 0;
    flood(position, |mover, other| {
        numbers[distance] += mover.count() as i32;
        numbers[5 + distance] += other.count() as i32;
        territories.mover |= mover;
        territories.other |= other;
        distance = 4.min(distance + 1);
    });
    let both = |a: Bitboard<W>, b: Bitboard<W>| (a & b).count() as i32;
    let (a1, b1) = (position.legal_moves(), position.moves_of(!position.side()));
    // A knight changes colour with every move, so no square is both one and two moves away.
    let (a2, b2) = (geometry.spread(a1) & open, geometry.spread(b1) & open);
    numbers[10] = both(a1, b1);
    numbers[11] = both(a1, b2);
    numbers[12] = both(a2, b1);
    numbers[13] = geometry.edges(territories.mover) as i32;
    numbers[14] = geometry.edges(territories.other) as i32;
    numbers[15] = 1;
    numbers
}

/// The log-odds for the view's player.
#[inline]
pub(super) fn model<W: Word>(view: View<'_, W>) -> f64 {
    let position = view.position();
    let score = Model::fitted(position.size().area()).score(position);
    f64::from(if view.is_active() { score } else { -score }) / SCALE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Size};
    use crate::eval::drawing::{both, drawn};

    #[test]
    fn counted_by_hand() {
        // The knight's graph of 3x3 is a ring: a1 b3 c1 a2 c3 b1 a3 c2 and back to a1.
        // White, on a1, reaches b3 and c2 in one move and a3 in two; c1 is blocked.
        // Black, on c1, reaches b3 and a2 in one move and c3 in two.
        // So b3 is a tie, and so is b1, three moves from both.
        let position = drawn(&["...", ".x.", "N.n"], 'w');
        let white_first = [2, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 2, 1, 1];
        assert_eq!(numbers(&position), white_first);
        assert_eq!(numbers(&position.narrow().unwrap()), white_first);
        // The position is its own mirror image, so the inputs are the same for Black.
        assert_eq!(numbers(&drawn(&["...", ".x.", "N.n"], 'b')), white_first);
    }

    #[test]
    fn contested_squares_are_told_apart() {
        // White reaches b3 and d3, and c5 from either; Black reaches c5, and from there b3 and d3.
        let rows = ["xx.xx", "nxxxx", "x.x.x", "xxxxx", "xxNxx"];
        let white_first = [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 1, 0, 0, 1];
        assert_eq!(numbers(&drawn(&rows, 'w')), white_first);
        let black_first = [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 2, 0, 0, 1];
        assert_eq!(numbers(&drawn(&rows, 'b')), black_first);
    }

    #[test]
    fn far_squares_are_counted_together() {
        // The ring is cut at c2 and Black is stuck in the middle: b3, c1, a2, c3, then b1 and a3.
        let position = drawn(&["...", ".nx", "N.."], 'w');
        assert_eq!(numbers(&position), [1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 1]);
    }

    #[test]
    fn phases_end_where_they_say() {
        for model in [&SMALL, &LARGE] {
            let bounds = model.bounds;
            assert_eq!(bounds.map(|bound| model.phase(bound)), [0, 1, 2, 3, 4]);
            assert_eq!(bounds.map(|bound| model.phase(bound + 1)), [1, 2, 3, 4, 5]);
            assert_eq!((model.phase(0), model.phase(128)), (0, 5));
        }
    }

    #[test]
    fn what_one_player_gains_the_other_loses() {
        let position = drawn(&[".....", ".n...", "...N.", ".....", "....."], 'w');
        let (white, black) = both(&position, model);
        assert_eq!(white, -black);
        assert_eq!(white, f64::from(SMALL.score(&position)) / SCALE);
    }

    #[test]
    fn every_board_has_a_value() {
        for size in Size::all() {
            let mut position = Position::new(size);
            for _ in 0..2 {
                assert_eq!(both(&position, model), (0.0, 0.0));
                let Some(to) = position.legal_moves().first() else { break };
                position = position.play(to).unwrap();
            }
            let scene = crate::eval::Scene::new(&position);
            assert!(model(scene.view(Color::White)).abs() < 1e6, "{size}");
        }
    }
}
