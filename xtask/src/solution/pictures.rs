//! The pictures of the page about the solution of 7x7.

use lastknight::solve::openings::{Opening, OpeningsTable};
use lastknight::{Color, Game, Position, Size, Square, Symmetry};

use super::drawing::{Board, Mark, picture};

/// Every picture: the name of its file, and what has to be in it.
pub(crate) fn all(standard: &OpeningsTable) -> Vec<(&'static str, String)> {
    vec![
        ("attacker.svg", attacker()),
        ("answers.svg", answers(standard)),
        ("first-squares.svg", first_squares(standard)),
        ("mirror.svg", mirror()),
        ("corner.svg", corner()),
        ("even.svg", even()),
    ]
}

fn square(size: Size, name: &str) -> Square {
    size.square_named(name).expect("a square of the board")
}

/// The position after some moves from the empty board, which are legal.
fn after(size: Size, moves: &str) -> Position {
    let game: Game = format!("{size} moves {moves}").parse().expect("legal moves");
    *game.position()
}

/// A position as a board.
fn board<'a>(position: &Position, caption: &[&'a str]) -> Board<'a> {
    let mut board = Board::new(position.size(), caption);
    board
        .knights
        .extend(Color::ALL.iter().filter_map(|&color| Some((position.knight(color)?, color))));
    let stood_on = |square: &Square| !board.knights.iter().any(|(knight, _)| knight == square);
    let gone = position.size().squares().filter(|&square| !position.open().contains(square));
    let gone: Vec<Square> = gone.filter(stood_on).collect();
    board.marks.extend(gone.into_iter().map(|square| (square, Mark::Gone)));
    board
}

/// Why only one of the two can take a square from the other.
fn attacker() -> String {
    let boards = [
        ("c4 e4", ["White, the attacker, is to move:", "both could go to d2 and to d6"]),
        ("c4 e4 d6", ["White took d6. Black is to move:", "there is no square for both"]),
    ];
    let boards = boards.map(|(moves, caption)| {
        let position = after(Size::STANDARD, moves);
        let mut board = board(&position, &caption);
        let attacker = position.attacker().expect("both knights stand");
        for (color, mark) in [(attacker, Mark::Attackers), (!attacker, Mark::Victims)] {
            board.marks.extend(position.moves_of(color).into_iter().map(|to| (to, mark)));
        }
        board
    });
    picture("What attacker and victim can reach", &boards)
}

/// Who wins for every square of Black's, after two squares of White's.
fn answers(table: &OpeningsTable) -> String {
    let boards = [
        ("b2", ["White on b2: Black wins from", "every square of the other colour"]),
        ("d4", ["White on d4: the eight squares", "a knight's move away are different"]),
    ];
    let boards = boards.map(|(name, caption)| {
        let size = table.size();
        let first = square(size, name);
        let mut board = Board::new(size, &caption);
        board.knights.push((first, Color::White));
        for second in size.squares().filter(|&second| second != first) {
            let entry = table.entry(Opening { first, second });
            if table.exceptions().contains(entry) {
                board.marks.push((second, Mark::Framed));
            }
            board.marks.extend(entry.winner.map(|winner| (second, Mark::Winner(winner))));
        }
        board
    });
    picture("Who wins, by Black's first square", &boards)
}

/// How many openings each player wins, written on the first square.
fn first_squares(table: &OpeningsTable) -> String {
    let size = table.size();
    let lines: Vec<(Square, [String; 2])> = (table.by_first().into_iter())
        .map(|square| (square.first, Color::ALL.map(|color| square.won[color].to_string())))
        .collect();
    let captions = [
        ["above: kinds of answers after which", "White wins; below: Black"],
        ["the ten kinds of squares:", "turning and flipping give the rest"],
    ];
    let names: Vec<String> = lines.iter().map(|(first, _)| size.name(*first).to_string()).collect();
    let boards = captions.map(|caption| Board::new(size, &caption));
    let [mut counts, mut kinds] = boards;
    for at in size.squares() {
        let kind = Opening::lowest_image(size, at);
        let place = lines.iter().position(|(first, _)| *first == kind).expect("a kind of square");
        let [white, black] = &lines[place].1;
        counts.marks.push((at, Mark::Lines(white, black)));
        kinds.marks.push((at, Mark::Text(&names[place])));
        if at == kind {
            counts.marks.push((at, Mark::Framed));
            kinds.marks.push((at, Mark::Framed));
        }
    }
    picture("Openings won by first square", &[counts, kinds])
}

/// The two openings of report 000 that are won by mirroring.
fn mirror() -> String {
    let size = Size::STANDARD;
    let to = |name| square(size, name);
    let mut in_step = board(
        &after(size, "d4 b3 f5"),
        &["1 d4 b3 2 f5: Black goes to c5,", "White answers with e3"],
    );
    in_step.arrows = vec![(to("b3"), to("c5"), false), (to("f5"), to("e3"), true)];
    let caption = ["1 c2 d4 2 e3: Black goes to e6,", "opposite the square that White left"];
    let mut behind = board(&after(size, "c2 d4 e3"), &caption);
    behind.arrows = vec![(to("c2"), to("e3"), false), (to("d4"), to("e6"), true)];
    picture("Winning by mirroring, in step and a move behind", &[in_step, behind])
}

/// White mirrored by Black after `a1 d4`, to the end.
pub(crate) const CORNER: &str = "a1 d4 b3 f5 c5 e3 d3 d5 f4 b4 g2 a6 e1 c7 f3 b5 g5 a3 e6 c2 g7";

/// How the corner refutes the third opening.
fn corner() -> String {
    let size = Size::STANDARD;
    let before = CORNER.strip_suffix(" g7").expect("it ends in the corner");
    let mut first = board(
        &after(size, "a1 d4 b3 f5"),
        &["1 a1 d4 2 b3 f5: all is symmetric", "but a1, gone, and g7, open"],
    );
    first.marks.push((square(size, "g7"), Mark::Framed));
    let mut last = board(
        &after(size, before),
        &["eight mirrored moves later: White", "has g7, Black would need a1"],
    );
    last.marks.push((square(size, "g7"), Mark::Framed));
    last.arrows = vec![(square(size, "e6"), square(size, "g7"), false)];
    picture("The corner that cannot be mirrored", &[first, last])
}

/// Report 000's example of even boards: the half turn and the flip.
fn even() -> String {
    let size = Size::new(4, 4).expect("a board");
    let captions = [["half a turn: c4", "is answered by b1"], ["a flip: c4", "is answered by b4"]];
    let ways = [("b2 c3", Symmetry::HalfTurn), ("b2 c2", Symmetry::LeftRight)];
    let boards = [0, 1].map(|way| {
        let (moves, symmetry) = ways[way];
        let position = after(size, moves);
        let mut board = board(&position, &captions[way]);
        let (from, to) = (square(size, "b2"), square(size, "c4"));
        let image = |square| symmetry.image(size, square).expect("a symmetry of the board");
        board.arrows = vec![(from, to, false), (image(from), image(to), true)];
        board
    });
    picture("Mirroring on a board with even sides", &boards)
}
