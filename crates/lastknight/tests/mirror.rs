//! Winning by mirroring, against brute force.

use std::collections::HashMap;

use lastknight::{Bitboard, ByColor, Color, Geometry, Position, Setup, Size, Square, Symmetry};

use crate::reference::Reference;

/// Who wins every position of a small board with both knights placed, worked out from the fullest
/// board backwards: bit `them` of `wins[open][us]` is set where the side to move wins.
struct Table {
    geometry: &'static Geometry<u64>,
    wins: Vec<u16>,
}

impl Table {
    fn new(size: Size) -> Self {
        let area = size.area();
        let geometry = Position::new(size).narrow().expect("at most 64 squares").geometry();
        assert!(area <= 16, "a table of this board would be too large");
        let mut table = Self { geometry, wins: vec![0; area << area] };
        for open in 0..1_u64 << area {
            for us in (0..area).filter(|us| open & 1 << us == 0) {
                let moves = geometry.knight_moves(Square::new(us).expect("a square"))
                    & Bitboard::from_bits(open);
                // After our move to `to` the other moves, from where it stands, against us on `to`.
                let wins = (0..area)
                    .filter(|them| open & 1 << them == 0 && *them != us)
                    .filter(|&them| {
                        moves
                            .into_iter()
                            .any(|to| !table.wins(open ^ 1 << to.index(), them, to.index()))
                    })
                    .fold(0, |bits, them| bits | 1 << them);
                table.wins[us << area | open as usize] = wins;
            }
        }
        table
    }

    fn wins(&self, open: u64, us: usize, them: usize) -> bool {
        let area = self.geometry.size().area();
        self.wins[us << area | open as usize] & 1 << them != 0
    }

    /// Whether the side to move wins, placements included.
    fn side_to_move_wins(&self, position: &Position<u64>) -> bool {
        let (us, them) = (position.knight(position.side()), position.knight(!position.side()));
        match (us, them) {
            (Some(us), Some(them)) => self.wins(position.open().bits(), us.index(), them.index()),
            _ => position
                .legal_moves()
                .into_iter()
                .any(|to| !self.side_to_move_wins(&position.play_unchecked(to))),
        }
    }
}

/// Every position of a board: every set of open squares, knights placed or not, either side to move.
fn all_positions(size: Size) -> impl Iterator<Item = Position> {
    let full = Bitboard::<u128>::full(size);
    (0..1_u128 << size.area()).flat_map(move |open| {
        let open = Bitboard::from_bits(open);
        let knights = move || std::iter::once(None).chain((full - open).into_iter().map(Some));
        let pairs =
            knights().flat_map(move |white| knights().map(move |black| ByColor::new(white, black)));
        pairs.flat_map(move |knights| {
            Color::ALL
                .into_iter()
                .filter_map(move |side| Setup { size, open, knights, side }.position().ok())
        })
    })
}

/// How often each way to mirror was claimed: the symmetry, and whether it follows a move behind.
type Claims = HashMap<(Symmetry, bool), usize>;

/// The mirroring player wins every position that the predicate claims, in every way that it claims,
/// and its reply to every move keeps the claim.
fn check(size: &str) -> Claims {
    let size: Size = size.parse().expect("a size");
    let table = Table::new(size);
    let mut claims = Claims::new();
    for position in all_positions(size) {
        let narrow = position.narrow().expect("a small board");
        for mirror in narrow.mirror_wins() {
            *claims.entry((mirror.symmetry(), mirror.is_behind())).or_default() += 1;
            assert!(!table.side_to_move_wins(&narrow), "{position} by {mirror:?}");
            for to in narrow.legal_moves() {
                let reply = mirror.reply(&narrow, to).expect("an answer to every move");
                let next = narrow.play_unchecked(to).play(reply).expect("a legal answer");
                assert!(
                    mirror.wins(&next) || next.winner() == Some(!position.side()),
                    "{position}, {mirror:?} answers {to:?} with {reply:?}"
                );
            }
        }
    }
    claims
}

/// The ways to mirror that were claimed at all.
fn occurring(claims: &Claims, is_behind: bool) -> Vec<Symmetry> {
    Symmetry::MIRRORS.into_iter().filter(|&s| claims.contains_key(&(s, is_behind))).collect()
}

#[test]
fn claims_hold_on_every_position_of_small_boards() {
    for size in
        ["1x1", "1x2", "1x7", "8x1", "2x2", "2x3", "3x2", "2x5", "3x3", "3x4", "4x3", "2x6", "7x2"]
    {
        let claims = check(size);
        assert!(!claims.is_empty(), "{size}");
    }
}

#[test]
fn claims_hold_on_every_position_of_3x5_and_5x3() {
    use Symmetry::{HalfTurn, LeftRight, UpDown};
    for size in ["3x5", "5x3"] {
        let claims = check(size);
        assert_eq!(occurring(&claims, false), [HalfTurn, LeftRight, UpDown]);
        assert_eq!(occurring(&claims, true), [HalfTurn, LeftRight, UpDown]);
    }
}

#[test]
fn claims_hold_on_every_position_of_4x4() {
    use Symmetry::{AntiDiagonal, Diagonal, HalfTurn};
    let claims = check("4x4");
    assert_eq!(occurring(&claims, false), Symmetry::MIRRORS);
    // The flips over the centre lines change colours here, so no player can follow behind by them.
    assert_eq!(occurring(&claims, true), [HalfTurn, Diagonal, AntiDiagonal]);
}

/// The boards of report 000: the second player mirrors on any board with an even side, and on 3x3
/// and boards one square wide.
#[test]
fn empty_boards_won_by_mirroring() {
    for size in Size::all() {
        let even = size.width() % 2 == 0 || size.height() % 2 == 0;
        let special =
            size.width() == 1 || size.height() == 1 || (size.width() == 3 && size.height() == 3);
        let wins = (even || special) && size.area() > 1;
        let mirror = Position::new(size).mirror_win();
        assert_eq!(mirror.is_some(), wins, "{size}");
        assert!(mirror.is_none_or(|mirror| mirror.symmetry() == Symmetry::HalfTurn), "{size}");
    }
}

/// The openings of report 000 on 7x7, by the predicate alone.
#[test]
fn special_openings_of_7x7() {
    let after = |moves: &str| {
        let game: lastknight::Game = format!("7x7 moves {moves}").parse().expect("a game");
        game.position().mirror_win().map(|mirror| (mirror.symmetry(), mirror.is_behind()))
    };
    // The first player in the centre, the second a knight's move away: the first mirrors.
    for (theirs, ours) in [("b3", "f5"), ("b5", "f3"), ("c2", "e6"), ("e2", "c6"), ("f5", "b3")] {
        assert_eq!(after(&format!("d4 {theirs} {ours}")), Some((Symmetry::HalfTurn, false)));
        assert_eq!(after(&format!("d4 {theirs}")), None);
    }
    // The first player a knight's move from the centre, the second in it: the second follows behind,
    // already before the first player's next move.
    assert_eq!(after("c2 d4"), Some((Symmetry::HalfTurn, true)));
    for theirs in ["a1", "a3", "b4", "e1", "e3"] {
        assert_eq!(after(&format!("c2 d4 {theirs} e6")), Some((Symmetry::HalfTurn, true)));
    }
    // A corner and the centre: claimed in the report, but no mirror wins.
    assert_eq!(after("a1 d4"), None);
    assert_eq!(after("a1 d4 b3 f5"), None);
}

/// The same openings on 5x5, where brute force with the second set of rules is quick.
#[test]
fn openings_of_5x5_agree_with_the_reference() {
    let mut known = HashMap::new();
    let start = Position::new(Size::new(5, 5).expect("a size"));
    let mut claims = 0;
    for first in start.legal_moves() {
        let placed = start.play_unchecked(first);
        for second in placed.legal_moves() {
            let position = placed.play_unchecked(second);
            let deeper = position.legal_moves().into_iter().map(|to| position.play_unchecked(to));
            for position in std::iter::once(position).chain(deeper) {
                if position.mirror_win().is_some() {
                    claims += 1;
                    assert!(!Reference::from(&position).wins(&mut known), "{position}");
                }
            }
        }
    }
    // Eight openings with the centre second, eight answers to them with the centre first.
    assert_eq!(claims, 16);
}
