//! The pictures of the page on the solution of 7x7.

use std::collections::HashMap;

use lastknight::solve::openings::{Opening, OpeningsTable};
use lastknight::{Color, Game, Position, Size, Square, Symmetry};

use super::drawing::{Diagram, Mark, picture};

/// Returns the file name and text of every picture.
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

/// Returns the position after some legal moves.
fn after(size: Size, moves: &str) -> Position {
    let game: Game = format!("{size} moves {moves}").parse().expect("legal moves");
    *game.position()
}

fn board<'a>(position: &Position, caption: &[&'a str]) -> Diagram<'a> {
    let mut board = Diagram::new(position.size(), caption);
    let knights = Color::ALL.map(|color| position.knight(color));
    board.knights =
        knights.into_iter().zip(Color::ALL).filter_map(|(at, color)| Some((at?, color))).collect();
    let is_gone = |&at: &Square| !position.open().contains(at) && !knights.contains(&Some(at));
    let gone = position.size().squares().filter(is_gone);
    board.marks.extend(gone.map(|square| (square, Mark::Gone)));
    board
}

/// Shows why only one of the two can take a square from the other.
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

/// Shows who wins for every square of Black's, after two squares of White's.
fn answers(table: &OpeningsTable) -> String {
    let boards = [
        ("b2", ["White on b2: Black wins from", "every square of the other colour"]),
        ("d4", ["White on d4: the eight squares", "a knight's move away are different"]),
    ];
    let boards = boards.map(|(name, caption)| {
        let size = table.size();
        let first = square(size, name);
        let mut board = Diagram::new(size, &caption);
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

/// Shows how many openings each player wins, on the first square.
fn first_squares(table: &OpeningsTable) -> String {
    let size = table.size();
    // Each kind of square with its name and the openings that White and Black win.
    let kinds = table.by_first().into_iter().map(|square| {
        let [white, black] = Color::ALL.map(|color| square.won[color].to_string());
        (square.first, [size.name(square.first).to_string(), white, black])
    });
    let texts: HashMap<Square, [String; 3]> = kinds.collect();
    let captions = [
        ["above: kinds of answers after which", "White wins; below: Black"],
        ["the ten kinds of squares:", "turning and flipping give the rest"],
    ];
    let [mut counts, mut kinds] = captions.map(|caption| Diagram::new(size, &caption));
    for at in size.squares() {
        let kind = Opening::lowest_image(size, at);
        let [name, white, black] = &texts[&kind];
        counts.marks.push((at, Mark::Lines(white, black)));
        kinds.marks.push((at, Mark::Text(name)));
        if at == kind {
            counts.marks.push((at, Mark::Framed));
            kinds.marks.push((at, Mark::Framed));
        }
    }
    picture("Openings won by first square", &[counts, kinds])
}

/// Shows the two openings of report 000 that are won by mirroring.
fn mirror() -> String {
    let size = Size::STANDARD;
    let to = |name| square(size, name);
    let caption = ["1 d4 b3 2 f5: Black goes to c5,", "White answers with e3"];
    let mut in_step = board(&after(size, "d4 b3 f5"), &caption);
    in_step.arrows = vec![(to("b3"), to("c5"), false), (to("f5"), to("e3"), true)];
    let caption = ["1 c2 d4 2 e3: Black goes to e6,", "opposite the square that White left"];
    let mut behind = board(&after(size, "c2 d4 e3"), &caption);
    behind.arrows = vec![(to("c2"), to("e3"), false), (to("d4"), to("e6"), true)];
    picture("Winning by mirroring, in step and a move behind", &[in_step, behind])
}

/// White mirrored by Black after `a1 d4`, to the end.
pub(crate) const CORNER: &str = "a1 d4 b3 f5 c5 e3 d3 d5 f4 b4 g2 a6 e1 c7 f3 b5 g5 a3 e6 c2 g7";

/// Shows how the corner refutes the third opening.
fn corner() -> String {
    let size = Size::STANDARD;
    let before = CORNER.strip_suffix(" g7").expect("it ends in the corner");
    let boards = [
        ("a1 d4 b3 f5", ["1 a1 d4 2 b3 f5: all is symmetric", "but a1, gone, and g7, open"]),
        (before, ["eight mirrored moves later: White", "has g7, Black would need a1"]),
    ];
    let [first, mut last] = boards.map(|(moves, caption)| {
        let mut board = board(&after(size, moves), &caption);
        board.marks.push((square(size, "g7"), Mark::Framed));
        board
    });
    last.arrows = vec![(square(size, "e6"), square(size, "g7"), false)];
    picture("The corner that cannot be mirrored", &[first, last])
}

/// Shows report 000's example of even boards: the half turn and the flip.
fn even() -> String {
    let size = Size::new(4, 4).expect("a board");
    let boards = [
        ("b2 c3", Symmetry::HalfTurn, ["half a turn: c4", "is answered by b1"]),
        ("b2 c2", Symmetry::LeftRight, ["a flip: c4", "is answered by b4"]),
    ];
    let boards = boards.map(|(moves, symmetry, caption)| {
        let mut board = board(&after(size, moves), &caption);
        let (from, to) = (square(size, "b2"), square(size, "c4"));
        let image = |square| symmetry.image(size, square).expect("a symmetry of the board");
        board.arrows = vec![(from, to, false), (image(from), image(to), true)];
        board
    });
    picture("Mirroring on a board with even sides", &boards)
}
