//! The solver, against brute force and against known results of 7x7.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use lastknight::control::Limits;
use lastknight::solve::{Question, Solver, SolverSettings, Span, Techniques};
use lastknight::{Position, Size, solve};
use proptest::prelude::*;

use crate::random::small_position;
use crate::reference::Reference;
use crate::solved::{ask_within, length};

/// Whether the side to move wins, without limits.
fn wins(position: &Position) -> bool {
    let mut unlimited = u64::MAX;
    let wide = solve::wins(position, &mut unlimited).expect("an unlimited budget");
    let narrow = position.narrow().and_then(|narrow| solve::wins(&narrow, &mut unlimited));
    assert!(narrow.is_none_or(|narrow| narrow == wide), "{position}");
    wide
}

proptest! {
    /// Winners agree with brute force.
    #[test]
    fn agrees_with_the_reference(position in small_position()) {
        let expected = Reference::from(&position).wins(&mut HashMap::new());
        prop_assert_eq!(wins(&position), expected);
    }

    /// Distances agree with brute force.
    #[test]
    fn lengths_agree_with_the_reference(position in small_position()) {
        let mut solver = Solver::new(SolverSettings { megabytes: 1, tablebase: false, ..SolverSettings::default() });
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

/// Techniques one by one, all off and all on. With `leaf` at 0 the tree in memory is the whole game.
fn techniques(size: Size) -> Vec<Techniques> {
    let usual = Techniques::of(size);
    let bare = Techniques {
        leaf: 0,
        mirrored: 0,
        look_ahead: false,
        attacker_order: Span::NEVER,
        victim_order: Span::NEVER,
        far_order: Span::NEVER,
        territory_order: Span::NEVER,
        apart: Span::NEVER,
        bounds: Span::NEVER,
        table: Span::NEVER,
        normalize: false,
        symmetric: false,
    };
    let ordered = Techniques { attacker_order: Span::ALWAYS, victim_order: Span::ALWAYS, ..bare };
    let table = Techniques { table: Span::ALWAYS, leaf: u32::MAX, ..bare };
    let all = Techniques {
        leaf: 8,
        mirrored: 5,
        look_ahead: true,
        far_order: Span::ALWAYS,
        apart: Span::ALWAYS,
        bounds: Span::ALWAYS,
        table: Span::ALWAYS,
        normalize: true,
        symmetric: true,
        ..ordered
    };
    vec![
        usual,
        bare,
        all,
        ordered,
        table,
        Techniques { leaf: u32::MAX, look_ahead: true, ..bare },
        Techniques { mirrored: u32::MAX, ..bare },
        Techniques { far_order: Span::ALWAYS, ..ordered },
        Techniques { territory_order: Span::ALWAYS, ..ordered },
        Techniques { apart: Span::ALWAYS, leaf: u32::MAX, ..bare },
        Techniques { bounds: Span::ALWAYS, leaf: u32::MAX, ..bare },
        Techniques { normalize: true, ..table },
        Techniques { symmetric: true, ..table },
        Techniques { apart: Span::ALWAYS, bounds: Span::ALWAYS, ..usual },
    ]
}

/// Whether the side to move wins, with these techniques and threads.
pub(crate) fn wins_by(position: &Position, techniques: Techniques, threads: usize) -> Option<bool> {
    let threads = NonZeroUsize::new(threads).expect("a number of threads");
    let mut solver = Solver::new(SolverSettings {
        megabytes: 1,
        threads,
        techniques: Some(techniques),
        tablebase: false,
    });
    ask_within(&mut solver, position, Question::Winner, Limits::NONE).wins
}

proptest! {
    /// Techniques and threads do not change the result.
    #[test]
    fn techniques_agree_with_the_reference(position in small_position()) {
        let expected = Reference::from(&position).wins(&mut HashMap::new());
        for (i, techniques) in techniques(position.size()).into_iter().enumerate() {
            let found = wins_by(&position, techniques, 1 + i % 3);
            prop_assert_eq!(found, Some(expected), "{} {:?}", position, techniques);
        }
    }
}

/// A whole board, placements included, with all techniques.
#[test]
fn techniques_agree_on_a_whole_board() {
    let position = Position::new(Size::new(4, 5).expect("a size"));
    for techniques in techniques(position.size()) {
        assert_eq!(wins_by(&position, techniques, 2), Some(false), "{techniques:?}");
    }
}

/// On one thread a node limit is met exactly, and a position always takes the same nodes.
#[test]
fn nodes_replay() {
    let game: lastknight::Game = "7x7 moves d1 d3".parse().expect("a game");
    let solve = |limits| {
        ask_within(
            &mut Solver::new(SolverSettings { tablebase: false, ..SolverSettings::default() }),
            game.position(),
            Question::Winner,
            limits,
        )
    };
    let whole = solve(Limits::NONE);
    assert_eq!(whole.wins, Some(true));
    let again = solve(Limits::nodes(whole.nodes));
    assert_eq!((again.wins, again.nodes), (whole.wins, whole.nodes));
    for nodes in [0, 1, 5000, whole.nodes - 1] {
        let cut = solve(Limits::nodes(nodes));
        assert_eq!((cut.wins, cut.nodes), (None, nodes));
    }
}

/// Whole boards, placements included.
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

/// Known openings of 7x7: mirroring wins, and the corner of report 000 does not.
#[test]
fn openings_of_7x7() {
    for (moves, white_wins) in [("d4 b3", true), ("c2 d4", false), ("a1 d4", true)] {
        let game: lastknight::Game = format!("7x7 moves {moves}").parse().expect("a game");
        assert_eq!(wins(game.position()), white_wins, "{moves}");
    }
}

/// White wins 160 of the 315 openings of 7x7.
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
