//! What holds for every position and game.

use std::collections::{HashMap, HashSet};

use lastknight::game::{AnnotatedGame, MoveMark, VariationTree, jsonl, pgn};
use lastknight::perft::perft;
use lastknight::{
    Bitboard, ByColor, Color, Game, Outcome, Position, Setup, Size, Square, Symmetry, Termination,
};
use proptest::prelude::*;

use crate::random;
use crate::reference::Reference;

/// What is true of any legal position, whichever word holds it.
fn check_invariants(position: &Position) {
    // The door that checks lets it in again, and text leads back to it.
    assert_eq!(position.setup().position().as_ref(), Ok(position));
    assert_eq!(position.to_string().parse().as_ref(), Ok(position));

    let moves = position.legal_moves();
    assert!((moves - position.open()).is_empty());
    assert!((moves - position.reach(position.side())).is_empty());
    assert_eq!(position.winner().is_some(), moves.is_empty());
    assert_eq!(
        position.attacker().is_some(),
        Color::ALL.iter().all(|&c| position.knight(c).is_some())
    );

    if let Some(narrow) = position.narrow() {
        assert_eq!(narrow.widen(), *position);
        assert_eq!(narrow.to_string(), position.to_string());
        assert_eq!(narrow.legal_moves().convert(), moves);
        assert_eq!(narrow.reach(Color::White).convert(), position.reach(Color::White));
        assert_eq!(narrow.attacker(), position.attacker());
        assert_eq!(narrow.ply(), position.ply());
        assert_eq!(narrow.key(), position.key());
        assert_eq!(narrow.wide_key(), position.wide_key());
        assert_eq!(narrow.mirror_win(), position.mirror_win());
        assert_eq!(narrow.canonical().0.widen(), position.canonical().0);
    } else {
        assert!(position.size().area() > 64);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4000) })]

    #[test]
    fn play_keeps_positions_legal(game in random::game()) {
        let mut position = *game.start();
        check_invariants(&position);
        for to in game.moves() {
            let next = position.play(to).expect("a legal move");
            prop_assert_eq!(next, position.play_unchecked(to));
            prop_assert!(next.ply() > position.ply());
            prop_assert_eq!(next.side(), !position.side());
            prop_assert_eq!(next.knight(position.side()), Some(to));
            prop_assert!(!next.open().contains(to));
            position = next;
            check_invariants(&position);
        }
        prop_assert_eq!(&position, game.position());
    }

    #[test]
    fn moves_are_those_of_the_reference(position in random::position()) {
        let size = position.size();
        let mut moves: Vec<_> = position.legal_moves().into_iter().map(|to| size.row_col(to)).collect();
        moves.sort_unstable();
        let reference = Reference::from(&position);
        prop_assert_eq!(&moves, &reference.moves());
        for to in moves {
            let square = size.square_at_row_col(to.0, to.1).expect("on the board");
            prop_assert_eq!(Reference::from(&position.play(square).expect("legal")), reference.play(to));
        }
    }

    #[test]
    fn only_legal_moves_can_be_played(position in random::position(), index in 0..Size::MAX_AREA) {
        let to = Square::new(index).expect("below 128");
        let is_legal = position.legal_moves().contains(to);
        prop_assert_eq!(position.play(to).is_ok(), is_legal);
        if let Some(narrow) = position.narrow() {
            prop_assert_eq!(narrow.play(to).is_ok(), is_legal);
        }
    }

    #[test]
    fn unmake_undoes_make(game in random::game()) {
        let mut position = *game.start();
        let mut narrow = position.narrow();
        let mut undos = Vec::new();
        for to in game.moves() {
            undos.push((position, position.make_unchecked(to), narrow.as_mut().map(|n| n.make_unchecked(to))));
        }
        prop_assert_eq!(&position, game.position());
        for (before, undo, narrow_undo) in undos.into_iter().rev() {
            position.unmake(undo);
            prop_assert_eq!(position, before);
            prop_assert_eq!(position.ply(), before.ply());
            if let (Some(narrow), Some(undo)) = (&mut narrow, narrow_undo) {
                narrow.unmake(undo);
                prop_assert_eq!(narrow.widen(), before);
            }
        }
    }

    #[test]
    fn the_attacker_never_changes_and_alone_takes_contested_squares(game in random::game()) {
        let mut position = *game.start();
        let mut attacker = None;
        for to in game.moves() {
            let threatened = position.moves_of(!position.side());
            if let Some(attacker) = attacker {
                prop_assert_eq!(position.attacker(), Some(attacker));
                if position.side() != attacker {
                    prop_assert!(!threatened.contains(to));
                }
            }
            attacker = attacker.or(position.attacker());
            position = position.play_unchecked(to);
        }
    }

    #[test]
    fn reach_is_what_steps_find(position in random::position()) {
        for color in Color::ALL {
            let mut found: HashSet<Square> = HashSet::new();
            let mut border: Vec<Square> = position.moves_of(color).into_iter().collect();
            while let Some(square) = border.pop() {
                if found.insert(square) {
                    border.extend(position.geometry().knight_moves(square) & position.open());
                }
            }
            prop_assert_eq!(position.reach(color).into_iter().collect::<HashSet<_>>(), found);
        }
    }

    #[test]
    fn symmetries_preserve_the_game(position in random::position()) {
        let size = position.size();
        for &symmetry in Symmetry::of(size) {
            let image = position.transformed(symmetry).expect("it fits");
            let image_of = |square| symmetry.image(size, square).expect("it fits");
            check_invariants(&image);
            prop_assert_eq!(image.transformed(symmetry.inverse()), Ok(position));
            prop_assert_eq!(image.canonical().0, position.canonical().0);
            prop_assert_eq!(image.legal_moves(), position.legal_moves().into_iter().map(image_of).collect());
            prop_assert_eq!(image.winner(), position.winner());
            prop_assert_eq!(image.ply(), position.ply());
            prop_assert_eq!(image.mirror_win().is_some(), position.mirror_win().is_some());
            let depth = if position.ply() < 2 { 2 } else { 4 };
            prop_assert_eq!(perft(&image, depth), perft(&position, depth));
        }
        let (canonical, symmetry) = position.canonical();
        prop_assert_eq!(position.transformed(symmetry), Ok(canonical));
    }

    #[test]
    fn symmetries_preserve_the_value(position in random::small_position()) {
        let value = |position: &Position| Reference::from(position).wins(&mut HashMap::new());
        let wins = value(&position);
        for &symmetry in Symmetry::of(position.size()) {
            prop_assert_eq!(value(&position.transformed(symmetry).expect("it fits")), wins);
        }
        prop_assert!(!wins || position.mirror_wins().next().is_none());
    }

    #[test]
    fn transforming_and_playing_commute(game in random::game()) {
        for &symmetry in Symmetry::of(game.start().size()) {
            let mut image = game.start().transformed(symmetry).expect("it fits");
            for to in game.moves() {
                let to = symmetry.image(image.size(), to).expect("it fits");
                image = image.play(to).expect("legal, as its image is");
            }
            prop_assert_eq!(Ok(image), game.position().transformed(symmetry));
        }
    }

    #[test]
    fn narrow_and_wide_count_alike(position in random::position()) {
        let depth = if position.ply() < 2 { 3 } else { 5 };
        if let Some(narrow) = position.narrow() {
            prop_assert_eq!(perft(&narrow, depth), perft(&position, depth));
        }
    }

    #[test]
    fn exact_keys_can_be_unpacked(position in random::position()) {
        let size = position.size();
        let key = position.wide_key();
        if size.has_exact_wide_key() {
            let area = size.area();
            let bits = usize::BITS - area.leading_zeros();
            let part = |from: u32, bits: u32| key >> from & ((1 << bits) - 1);
            let knight = |from: u32| {
                let index = part(from, bits) as usize;
                Square::new(index).ok().filter(|_| index < area)
            };
            let area = area as u32;
            let setup = Setup {
                size,
                open: Bitboard::from_bits(part(0, area)),
                knights: ByColor::new(knight(area), knight(area + bits)),
                side: Color::ALL[(key >> (area + 2 * bits)) as usize],
            };
            prop_assert_eq!(setup.position(), Ok(position));
        }
        if size.has_exact_key() {
            prop_assert_eq!(u128::from(position.key()), key);
        }
    }

    #[test]
    fn keys_tell_neighbours_apart(position in random::position()) {
        let mut keys = HashSet::from([position.key()]);
        let mut wide_keys = HashSet::from([position.wide_key()]);
        for to in position.legal_moves() {
            let next = position.play_unchecked(to);
            let mut swapped = next.setup();
            swapped.side = !swapped.side;
            for neighbour in std::iter::once(next).chain(swapped.position()) {
                prop_assert!(keys.insert(neighbour.key()));
                prop_assert!(wide_keys.insert(neighbour.wide_key()));
            }
        }
    }

    #[test]
    fn games_round_trip_as_a_line(game in random::game()) {
        prop_assert_eq!(game.to_string().parse::<Game>(), Ok(game));
    }

    #[test]
    fn records_round_trip(a in random::record(), b in random::record()) {
        let line = jsonl::write(&a);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(&jsonl::read_line(&line).expect("what was written"), &a);

        let text = pgn::write(&a) + &pgn::write(&b);
        let back: Vec<_> = pgn::read(&text).collect::<Result<_, _>>().expect("what was written");
        prop_assert_eq!(&back, &[a, b]);
        prop_assert_eq!(back.iter().map(pgn::write).collect::<String>(), text);
    }
}

/// A tree: each entry chooses a node and a move there, a mark and a comment.
fn tree() -> impl Strategy<Value = VariationTree> {
    let comment = "[a-c~{}();%$!?. \\\\\"é-]{0,90}";
    let moves = prop::collection::vec((any::<u16>(), any::<u16>(), 0..12usize, comment), 0..60);
    (random::position(), moves).prop_map(|(start, moves)| {
        let mut tree = VariationTree::new(start);
        let mut nodes = vec![VariationTree::ROOT];
        for (from, to, mark, comment) in moves {
            let node = nodes[usize::from(from) % nodes.len()];
            let legal: Vec<Square> = tree.position(node).legal_moves().into_iter().collect();
            if legal.is_empty() {
                continue;
            }
            let next = tree.play(node, legal[usize::from(to) % legal.len()]).expect("a legal move");
            tree.set_mark(next, MoveMark::ALL.get(mark).copied());
            // A move that is chosen twice has both comments.
            tree.add_comment(next, &comment).ok();
            nodes.push(next);
        }
        tree
    })
}

proptest! {
    #[test]
    fn trees_round_trip(tree in tree()) {
        let text = tree.to_string();
        let back = VariationTree::parse(*tree.start(), &text).expect("what was written");
        prop_assert_eq!(back.to_string(), text);

        let winner = tree.main_line().position().winner();
        let outcome = winner.map(|winner| Outcome { winner, termination: Termination::NoMoves });
        let game = AnnotatedGame::new(tree, ByColor::default(), outcome).expect("an outcome that agrees");
        let text = pgn::write_annotated(&game).repeat(2);
        let back: Vec<_> = pgn::read_annotated(&text).collect::<Result<_, _>>().expect("what was written");
        prop_assert_eq!(&back[..], &[game.clone(), game.clone()]);
        // Programs without variations read the main line.
        let plain: Vec<_> = pgn::read(&text).collect::<Result<_, _>>().expect("what was written");
        prop_assert_eq!(&plain[..], &[game.record().clone(), game.record().clone()]);
    }
}

/// Openings that symmetry leaves apart, as the solver lists them.
#[test]
fn placements_up_to_symmetry_are_counted_right() {
    for (size, pairs) in [("7x7", 315), ("3x3", 12), ("2x2", 2)] {
        let start: Position = size.parse().expect("a size");
        let mut canonical = HashSet::new();
        for first in start.legal_moves() {
            let placed = start.play_unchecked(first);
            for second in placed.legal_moves() {
                canonical.insert(placed.play_unchecked(second).canonical().0);
            }
        }
        assert_eq!(canonical.len(), pairs, "{size}");
    }
}
