//! Random positions and games for the property tests.

use lastknight::{
    Bitboard, ByColor, Game, GameRecord, Outcome, Position, Size, Square, Termination,
};
use proptest::prelude::*;

/// Any size, most often one that people play on.
pub(crate) fn size() -> impl Strategy<Value = Size> {
    let area = Size::MAX_AREA;
    prop_oneof![
        2 => (3..=11_usize).prop_map(|side| (side, side)),
        3 => (4..=11_usize, 4..=11_usize),
        1 => (1..=6_usize, 1..=6_usize),
        1 => (1..=area).prop_flat_map(move |width| (Just(width), 1..=area / width)),
    ]
    .prop_map(|(width, height)| Size::new(width, height).expect("within the largest board"))
}

/// A board with some holes, perhaps.
pub(crate) fn start() -> impl Strategy<Value = Position> {
    let sparse = (any::<u128>(), any::<u128>(), any::<u128>()).prop_map(|(a, b, c)| a & b & c);
    let holes = prop_oneof![4 => Just(0), 2 => sparse, 1 => any::<u128>()];
    (size(), holes).prop_map(|(size, holes)| Position::with_holes(size, Bitboard::from_bits(holes)))
}

/// The game that begins here and takes these moves, as far as it goes.
fn played(start: Position, choices: Vec<prop::sample::Index>) -> Game {
    let mut game = Game::new(start);
    for choice in choices {
        let moves: Vec<Square> = game.position().legal_moves().into_iter().collect();
        if moves.is_empty() {
            break;
        }
        game.play(*choice.get(&moves)).expect("a legal move");
    }
    game
}

/// A game of some moves, to its end or not.
pub(crate) fn game() -> impl Strategy<Value = Game> {
    (start(), prop::collection::vec(any::<prop::sample::Index>(), 0..60))
        .prop_map(|(start, choices)| played(start, choices))
}

/// A position as play leads to it.
pub(crate) fn position() -> impl Strategy<Value = Position> {
    game().prop_map(|game| *game.position())
}

/// A position of at most 16 squares that is not over, some moves on, so that brute force is quick.
pub(crate) fn small_position() -> impl Strategy<Value = Position> {
    let sizes = [(3, 3), (4, 3), (3, 4), (5, 3), (3, 5), (4, 4), (2, 7)];
    let start = prop::sample::select(sizes.to_vec())
        .prop_map(|(w, h)| Position::new(Size::new(w, h).expect("a small board")));
    (start, prop::collection::vec(any::<prop::sample::Index>(), 3..8))
        .prop_map(|(start, choices)| *played(start, choices).position())
        .prop_filter("not over", |position| position.winner().is_none())
}

/// A game with names, an end and tags of all kinds.
pub(crate) fn record() -> impl Strategy<Value = GameRecord> {
    let text = prop_oneof![".*", Just("?".to_owned()), Just("\"\\\n\u{7}".to_owned())];
    let names = (text.clone(), text.clone());
    let tags = prop::collection::btree_map("[A-Za-z0-9_]{1,8}|Event|Round", text, 0..4);
    let forfeit = prop_oneof![
        Just(None),
        Just(Some((true, Termination::IllegalMove))),
        Just(Some((true, Termination::Time))),
        Just(Some((true, Termination::Resignation))),
        any::<bool>().prop_map(|is_turn| Some((is_turn, Termination::Crash))),
    ];
    (game(), names, tags, forfeit).prop_map(|(game, (white, black), tags, forfeit)| {
        let is_over = game.position().winner().is_some();
        let end = if is_over { Some((true, Termination::NoMoves)) } else { forfeit };
        let side = game.position().side();
        let outcome = end.map(|(is_turn, termination)| Outcome {
            winner: if is_turn { !side } else { side },
            termination,
        });
        let players = ByColor::new(white, black);
        let mut record = GameRecord::new(game, players, outcome).expect("an end that fits");
        for (name, value) in tags {
            if !GameRecord::RESERVED_TAGS.contains(&name.as_str()) {
                record.set_tag(&name, &value).expect("a tag name");
            }
        }
        record
    })
}
