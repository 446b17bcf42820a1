//! The solver, against brute force and against what is known of 7x7.

use std::collections::HashMap;

use lastknight::search::Limits;
use lastknight::solve::{Question, Settings, Solver};
use lastknight::{Position, Size, solve};
use proptest::prelude::*;

use crate::random::small_position;
use crate::reference::Reference;
use crate::solved::{ask_within, length};

/// The answer, however long it takes.
fn wins(position: &Position) -> bool {
    let mut no_end = u64::MAX;
    let wide = solve::wins(position, &mut no_end).expect("no end to the budget");
    let narrow = position.narrow().and_then(|narrow| solve::wins(&narrow, &mut no_end));
    assert!(narrow.is_none_or(|narrow| narrow == wide), "{position}");
    wide
}

proptest! {
    /// The solver says what brute force says.
    #[test]
    fn agrees_with_the_reference(position in small_position()) {
        let expected = Reference::from(&position).wins(&mut HashMap::new());
        prop_assert_eq!(wins(&position), expected);
    }

    /// And so it is with the half-moves to the end.
    #[test]
    fn lengths_agree_with_the_reference(position in small_position()) {
        let mut solver = Solver::new(Settings { megabytes: 1, ..Settings::default() });
        let solution = ask_within(&mut solver, &position, Question::Distances, Limits::NONE);
        let mut known = HashMap::new();
        let expected = length(&Reference::from(&position), &mut known);
        prop_assert_eq!(solution.plies, Some(expected));
        for value in solution.moves {
            let next = Reference::from(&position.play_unchecked(value.to));
            prop_assert_eq!(value.plies, Some(1 + length(&next, &mut known)));
        }
    }
}

/// Whole boards, placements and all.
#[test]
fn empty_boards() {
    for text in ["1x1", "2x1", "3x2", "3x3", "4x3", "5x3", "4x4", "2x7"] {
        let size: Size = text.parse().expect("a size");
        let position = Position::new(size);
        let expected = Reference::from(&position).wins(&mut HashMap::new());
        assert_eq!(wins(&position), expected, "{size}");
    }
    assert!(!wins(&Position::new(Size::new(5, 5).expect("a size"))));
}

/// Openings of 7x7 that are known: the mirror wins, and what report 000 says of a corner does not.
#[test]
fn openings_of_7x7() {
    for (moves, white_wins) in [("d4 b3", true), ("c2 d4", false), ("a1 d4", true)] {
        let game: lastknight::Game = format!("7x7 moves {moves}").parse().expect("a game");
        assert_eq!(wins(game.position()), white_wins, "{moves}");
    }
}

/// The board of 7x7 by pairs of placements: White wins 160 of 315 up to symmetry.
#[test]
fn all_openings_of_7x7() {
    let start = Position::new(Size::STANDARD);
    let mut pairs = HashMap::new();
    for first in start.legal_moves() {
        for second in start.play_unchecked(first).legal_moves() {
            let position = start.play_unchecked(first).play_unchecked(second);
            let narrow = position.narrow().expect("49 squares");
            pairs.entry(position.canonical().0.key()).or_insert(narrow);
        }
    }
    let is_won =
        |position: &&Position<u64>| solve::wins(*position, &mut { u64::MAX }) == Some(true);
    assert_eq!((pairs.len(), pairs.values().filter(is_won).count()), (315, 160));
}
