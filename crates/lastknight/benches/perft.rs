//! How fast games are counted, beside a minimal loop written by hand for one board.

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use lastknight::board::word::Word;
use lastknight::perft::{divide, perft};
use lastknight::{Game, Geometry, Position, Size, Square};

mod side_by_side;
use side_by_side::{Contestant, compare};

/// The least that a bulk-counting perft can do: two squares, the open set and a table.
fn by_hand(targets: &[u64; 50], open: u64, us: usize, them: usize, depth: u32) -> u64 {
    let mut moves = targets[us] & open;
    if depth == 1 {
        return moves.count_ones().into();
    }
    let mut nodes = 0;
    while moves != 0 {
        let to = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        nodes += by_hand(targets, open & !(1 << to), them, to, depth - 1);
    }
    nodes
}

/// The same, with the last two plies counted at once as the library does.
fn by_hand_in_pairs(targets: &[u64; 50], open: u64, us: usize, them: usize, depth: u32) -> u64 {
    let mut moves = targets[us] & open;
    if depth == 2 {
        let theirs = targets[them] & open;
        let pairs = moves.count_ones() * theirs.count_ones() - (moves & theirs).count_ones();
        return pairs.into();
    }
    let mut nodes = 0;
    while moves != 0 {
        let to = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        nodes += by_hand_in_pairs(targets, open & !(1 << to), them, to, depth - 1);
    }
    nodes
}

/// The targets of each square of 7x7, and of a knight not yet placed.
fn targets_7x7() -> [u64; 50] {
    let geometry = Geometry::of(Size::STANDARD);
    let mut targets = [geometry.full().bits() as u64; 50];
    for square in Size::STANDARD.squares() {
        targets[square.index()] = geometry.knight_moves(square).bits() as u64;
    }
    targets
}

/// The plain recursion on positions that are copied.
fn by_copying<W: Word>(position: &Position<W>, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.count().into();
    }
    moves.into_iter().map(|to| by_copying(&position.play_unchecked(to), depth - 1)).sum()
}

/// The plain recursion on one position, its moves taken back.
fn by_unmaking<W: Word>(position: &mut Position<W>, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.count().into();
    }
    let mut nodes = 0;
    for to in moves {
        let undo = position.make_unchecked(to);
        nodes += by_unmaking(position, depth - 1);
        position.unmake(undo);
    }
    nodes
}

fn on_threads(position: &Position, depth: u32, threads: usize) -> u64 {
    let threads = NonZeroUsize::new(threads).expect("at least one");
    let division = divide(position, depth, threads, &|_, _| ControlFlow::Continue(()));
    division.expect("never given up").nodes
}

fn main() {
    let targets = targets_7x7();
    let targets = &targets;
    let start = Position::new(Size::STANDARD);
    let narrow = start.narrow().expect("49 squares");
    compare(
        "perft 9 from the empty 7x7 board",
        "leaves",
        15,
        &[
            Contestant::new("by hand, u64", || {
                by_hand(black_box(targets), (1 << 49) - 1, 49, 49, 9)
            }),
            Contestant::new("by hand, u64, last two plies at once", || {
                by_hand_in_pairs(black_box(targets), (1 << 49) - 1, 49, 49, 9)
            }),
            Contestant::new("library, u64", || perft(black_box(&narrow), 9)),
            Contestant::new("library, u128", || perft(black_box(&start), 9)),
            Contestant::new("library, 2 threads", || on_threads(black_box(&start), 9, 2)),
            Contestant::new("Position<u64>, copying, last ply at once", || {
                by_copying(black_box(&narrow), 9)
            }),
            Contestant::new("Position<u64>, unmaking, last ply at once", || {
                by_unmaking(&mut black_box(narrow), 9)
            }),
        ],
    );

    let middle: Game = "7x7 moves d4 a1 f5 c2 e3 a3".parse().expect("a game");
    let middle = *middle.position();
    let square = |color| middle.knight(color).map_or(49, Square::index);
    let (us, them) = (square(middle.side()), square(!middle.side()));
    let narrow = middle.narrow().expect("49 squares");
    let open = narrow.open().bits();
    compare(
        "perft 11 from the 7x7 middle game",
        "leaves",
        15,
        &[
            Contestant::new("by hand, u64", || by_hand(black_box(targets), open, us, them, 11)),
            Contestant::new("library, u64", || perft(black_box(&narrow), 11)),
            Contestant::new("library, u128", || perft(black_box(&middle), 11)),
        ],
    );

    let large: Position = "11/11/11/4N6/11/6n4/11/11/11 w".parse().expect("a position");
    compare(
        "perft 9 from an 11x9 position",
        "leaves",
        15,
        &[
            Contestant::new("library, u128", || perft(black_box(&large), 9)),
            Contestant::new("library, 2 threads", || on_threads(black_box(&large), 9, 2)),
        ],
    );
}
