//! One function for each parser, which takes any bytes and panics where a promise is broken.
//!
//! cargo-fuzz runs them through `fuzz_targets/`; `tests/mutations.rs` runs the same functions over
//! `seeds/` and random changes of them.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use lastknight::game::{jsonl, pgn};
use lastknight::perft::{Case, perft as count};
use lastknight::{Bitboard, Game, GameRecord, Position, Size, Square, Symmetry};

/// A function that takes any bytes.
pub type Target = fn(&[u8]);

/// Every target under its name, which is also that of its seeds.
pub const TARGETS: [(&str, Target); 7] = [
    ("squares", squares),
    ("position", position),
    ("game", game),
    ("pgn", pgn),
    ("jsonl", jsonl),
    ("perft_case", perft_case),
    ("play", play),
];

/// The longest error message, in characters.
const LONGEST_MESSAGE: usize = 300;

fn check_message(error: &impl Display) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
    assert!(message.chars().count() <= LONGEST_MESSAGE, "{message:?}");
}

/// What is read prints as something that reads as the same, and an error is one short line.
fn check_round_trip<T>(text: &str) -> Option<T>
where
    T: FromStr<Err: Display + Debug> + Display + Debug + PartialEq,
{
    match text.parse::<T>() {
        Ok(value) => {
            assert_eq!(value.to_string().parse::<T>().as_ref().ok(), Some(&value), "{text:?}");
            Some(value)
        }
        Err(error) => {
            check_message(&error);
            None
        }
    }
}

/// Sizes and squares: a size, a space, a square.
pub fn squares(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let (size, square) = text.split_once(' ').unwrap_or((text, ""));
    if let Some(size) = check_round_trip::<Size>(size) {
        match size.square_named(square) {
            Ok(found) => assert_eq!(size.name(found).to_string(), square),
            Err(error) => check_message(&error),
        }
    }
}

/// Positions: a line that is read and is neither a size nor a word is printed letter for letter.
pub fn position(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    if let Some(position) = check_round_trip::<Position>(text) {
        check_position(&position);
        if text.contains(' ') {
            assert_eq!(position.to_string(), text);
        }
    }
}

fn check_position(position: &Position) {
    assert_eq!(position.setup().position().as_ref(), Ok(position));
    assert_eq!(position.winner().is_some(), position.legal_moves().is_empty());
    let (canonical, symmetry) = position.canonical();
    assert_eq!(canonical.transformed(symmetry.inverse()), *position);
    for &symmetry in Symmetry::of(position.size()) {
        assert_eq!(count(&position.transformed(symmetry), 2), count(position, 2));
    }
    if let Some(mirror) = position.mirror_win() {
        for to in position.legal_moves() {
            let reply = mirror.reply(position, to).expect("an answer to every move");
            position.play_unchecked(to).play(reply).expect("a legal answer");
        }
    }
}

/// Games on a line.
pub fn game(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    if let Some(game) = check_round_trip::<Game>(text) {
        check_position(game.position());
    }
}

/// Games as PGN.
pub fn pgn(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let mut records: Vec<GameRecord> = Vec::new();
    for record in pgn::read(text) {
        match record {
            Ok(record) => records.push(record),
            Err(error) => check_message(&error),
        }
    }
    let text: String = records.iter().map(pgn::write).collect();
    let back: Vec<GameRecord> =
        pgn::read(&text).map(|record| record.expect("as written")).collect();
    assert_eq!(back, records);
}

/// Games as JSON lines.
pub fn jsonl(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    for record in jsonl::read(text) {
        match record {
            Ok(record) => {
                let back = jsonl::read_line(&jsonl::write(&record)).expect("as written");
                assert_eq!(back, record);
            }
            Err(error) => check_message(&error),
        }
    }
}

/// Files of counts.
pub fn perft_case(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    for (_, case) in Case::read(text) {
        if let Err(error) = case {
            check_message(&error);
        }
    }
}

/// Moves, legal or not: a width, a height, sixteen bytes of holes, then squares.
pub fn play(data: &[u8]) {
    let Some((&[width, height], rest)) = data.split_first_chunk() else {
        return;
    };
    let Some((&holes, moves)) = rest.split_first_chunk() else {
        return;
    };
    let Some(size) = Size::new(width.into(), height.into()) else {
        return;
    };
    let start = Position::with_holes(size, Bitboard::from_bits(u128::from_le_bytes(holes)));
    let mut game = Game::new(start);
    for &to in moves {
        if usize::from(to) >= Size::MAX_AREA {
            game.undo();
            continue;
        }
        let to = Square::new(to.into());
        let is_legal = game.position().legal_moves().contains(to);
        match game.play(to) {
            Ok(()) => assert!(is_legal),
            Err(error) => {
                assert!(!is_legal);
                check_message(&error);
            }
        }
    }
    check_position(game.position());
    while game.undo().is_some() {}
    assert_eq!(*game.position(), start);
    assert_eq!(game.position().ply(), 0);
}
