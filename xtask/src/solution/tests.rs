//! Pages and pictures are up to date, the tables complete, and the claims of the page on the solution true.

use std::collections::HashSet;
use std::fs;

use lastknight::solve::openings::{OpeningEntry, OpeningsTable};
use lastknight::solve::tablebase;
use lastknight::{Color, Game, Position, Random, Size, Square, Symmetry, solve};

use super::pictures::CORNER;
use super::{docs, files, tables};

#[test]
fn pages_and_pictures_are_up_to_date() {
    for (path, text) in files().unwrap() {
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == text, "{} is out of date: run cargo xtask solution", path.display());
    }
}

/// Every board up to 7x7 in one orientation, 3x9 and 5x9 are solved; CSV and JSON say the same.
#[test]
fn no_table_is_missing() {
    let tables = tables();
    let finished = tables.iter().filter(|table| table.unsolved() == 0).map(OpeningsTable::size);
    let finished: HashSet<String> = finished.map(|size| size.to_string()).collect();
    let small =
        (1..=7).flat_map(|width| (width..=7).map(move |height| format!("{width}x{height}")));
    for size in small.chain(["3x9", "5x9"].map(str::to_owned)) {
        assert!(finished.contains(&size), "there is no whole table of {size}");
    }
    for table in &tables {
        assert_eq!(OpeningsTable::read(&table.to_json()).as_ref(), Ok(table));
        let page = docs().join(format!("solved/{}.md", table.size()));
        assert!(page.exists(), "{}", page.display());
    }
}

/// Returns whether the victim wins by mirroring, at once or after White's next move.
fn is_mirrored(position: &Position) -> bool {
    if position.attacker().unwrap() == Color::White {
        return position.mirror_win().is_some();
    }
    let mut moves = position.legal_moves().into_iter();
    moves.any(|to| position.play(to).unwrap().mirror_win().is_some())
}

/// On wide enough boards the attacker wins, unless the victim can mirror.
#[test]
fn colors_and_mirrors_decide_larger_boards() {
    let is_large =
        |size: Size| size.width() >= 5 || ["3x9", "4x7"].contains(&size.to_string().as_str());
    let tables = tables();
    let large: Vec<&OpeningsTable> = tables.iter().filter(|table| is_large(table.size())).collect();
    assert!(large.len() >= 9);
    for table in large {
        let exceptions = table.exceptions();
        for entry in table.entries().iter().filter(|entry| entry.winner.is_some()) {
            let position = entry.opening.position(table.size());
            let name = entry.opening.name(table.size());
            let is_exception = exceptions.contains(entry);
            assert_eq!(is_exception, is_mirrored(&position), "{} {name}", table.size());
        }
    }
}

/// If both sides are odd, Black as the attacker has an answer to every first square.
#[test]
fn the_other_color_has_an_answer() {
    let is_odd = |size: Size| size.width() >= 3 && size.width() % 2 == 1 && size.height() % 2 == 1;
    for table in tables().iter().filter(|table| is_odd(table.size())) {
        let size = table.size();
        for square in table.by_first().iter().filter(|square| square.unsolved == 0) {
            let wins = |entry: &OpeningEntry| {
                entry.opening.first == square.first
                    && entry.opening.position(size).attacker() == Some(Color::Black)
                    && entry.winner == Some(Color::Black)
            };
            assert!(table.entries().iter().any(wins), "{size}");
        }
    }
}

/// Report 000's third opening: Black mirrors all the way, and has no move in the end.
#[test]
fn the_corner_has_no_image() {
    let game: Game = format!("7x7 moves {CORNER}").parse().unwrap();
    assert_eq!(game.position().winner(), Some(Color::White));
    let moves: Vec<&str> = CORNER.split(' ').collect();
    let square = |name: &str| Size::STANDARD.square_named(name).unwrap();
    let image = |name: &str| Symmetry::HalfTurn.image(Size::STANDARD, square(name)).unwrap();
    let (pairs, last) = moves[2..].as_chunks::<2>();
    assert!(pairs.iter().all(|[white, black]| image(white) == square(black)));
    assert_eq!(last, ["g7"]);
}

/// Counts the games, of 200,000 with random moves, in which a player could win by the half turn, and by a flip.
#[test]
fn flips_are_rare() {
    let mut random = Random::new(1);
    let (mut half_turns, mut flips) = (0, 0);
    for _ in 0..200_000 {
        let mut position = Position::new(Size::STANDARD).narrow().unwrap();
        let mut seen: HashSet<bool> = HashSet::new();
        loop {
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            let Some(to) = random.pick(&moves) else { break };
            let wins = position.mirror_wins();
            seen.extend(wins.map(|mirror| mirror.symmetry() == Symmetry::HalfTurn));
            position = position.play_unchecked(to);
        }
        half_turns += usize::from(seen.contains(&true));
        flips += usize::from(seen.contains(&false));
    }
    assert_eq!((half_turns, flips), (887, 4));
}

/// Counts the attacker's first moves on 7x7 where White attacks, and lists those that do not win.
#[test]
fn hardly_a_first_move_is_wrong() {
    let table = tablebase::table(Size::STANDARD).unwrap();
    let (mut moves, mut wrong) = (0, Vec::new());
    for entry in table.entries() {
        let position = entry.opening.position(table.size()).narrow().unwrap();
        if position.attacker() != Some(Color::White) {
            continue;
        }
        for to in position.legal_moves() {
            moves += 1;
            let next = position.play_unchecked(to);
            if solve::wins(&next, &mut u64::MAX.clone()) == Some(true) {
                let opening = entry.opening.name(table.size());
                wrong.push(format!("{opening} {}", table.size().name(to)));
            }
        }
    }
    assert_eq!(moves, 787);
    assert_eq!(wrong, ["c2 b3 a1", "c2 e6 a1"]);
}
