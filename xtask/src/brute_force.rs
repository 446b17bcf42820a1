//! Who wins, by trying everything: makes the files of solved positions that the tests read.
//!
//! A program of its own that shares nothing with the library: squares are numbers in a list, and a
//! knight's moves a list of such numbers. It knows no symmetry where it searches, no order of
//! moves, no bounds, and nothing of a game but its rules. It asks whether a position ends within 0, 1, 2 … half-moves, leaves off
//! at the first move that settles the question, and keeps the answers in a table.
//!
//! `cargo xtask brute-force openings` prints `tests/data/solved-openings.txt`; with `7x7` and
//! `late` it prints the other two. The longest takes a minute or two.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::hash::{BuildHasherDefault, Hasher};

use crate::Arguments;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Box<dyn Error>> {
    match arguments.next().unwrap_or_default().as_str() {
        "openings" => openings(),
        "7x7" => standard(),
        "late" => late(),
        _ => return Err("say openings, 7x7 or late".into()),
    }
    Ok(())
}

/// How the files are to be read.
const FORMAT: [&str; 3] = [
    "A line is a position and each legal move: W where the player who makes it wins, L where it loses,",
    "and the half-moves to the end, this one counted, if the winner hurries and the loser holds out.",
    "No bitboards, no bounds, no order of moves: see xtask/src/brute_force.rs.",
];

/// The lines that all files begin with.
fn head(task: &str, contents: &str) {
    println!("# {contents}");
    println!("# Made by: cargo xtask brute-force {task}");
    for line in FORMAT {
        println!("# {line}");
    }
}

/// Every board of at most 25 squares, no wider than high: the empty board, and each first placement
/// up to symmetry.
fn openings() {
    head("openings", "Every opening of every board of at most 25 squares, up to symmetry.");
    for width in 1..=5 {
        for height in width..=25 / width {
            let empty = Board::new(width, height);
            let mut first_moves = Vec::new();
            let mut lines = Vec::new();
            for to in 0..width * height {
                let placed = empty.after(to);
                let values = placed.solved(usize::MAX).expect("no bound to the table");
                first_moves.push((to, before(&values)));
                if empty.images(to).into_iter().all(|image| to <= image) {
                    lines.push(placed.line(&values));
                }
            }
            println!("{}", empty.line(&first_moves));
            lines.iter().for_each(|line| println!("{line}"));
        }
    }
}

/// Positions of 7x7 from the tenth half-move on.
fn standard() {
    head("7x7", "2,000 positions of 7x7 with ten or more squares taken, by random play.");
    let mut random = Random(7);
    let mut seen = HashSet::new();
    while seen.len() < 2000 {
        // All numbers of half-moves come equally often.
        let plies = 10 + seen.len() % 16;
        draw(&Board::new(7, 7), plies, usize::MAX, &mut random, &mut seen);
    }
}

/// Boards, how many positions to draw of each, and how many squares are open in them at least and at most.
const LATE: [(usize, usize, usize, [usize; 2]); 12] = [
    (9, 9, 250, [20, 38]),
    (11, 9, 250, [20, 38]),
    (9, 11, 50, [20, 38]),
    (8, 8, 100, [18, 36]),
    (10, 10, 50, [20, 38]),
    (16, 8, 100, [20, 38]),
    (8, 16, 50, [20, 38]),
    (5, 12, 50, [16, 36]),
    (3, 20, 50, [16, 36]),
    (20, 3, 50, [16, 36]),
    (1, 30, 3, [20, 29]),
    (30, 1, 3, [20, 29]),
];

/// Late positions of larger boards, every other one on a part of the board with some holes.
fn late() {
    head(
        "late",
        "1,006 late positions of larger boards by random play, every other one on a part of the board with holes.",
    );
    let mut random = Random(11);
    let mut seen = HashSet::new();
    for (width, height, count, [least, most]) in LATE {
        let before = seen.len();
        while seen.len() < before + count {
            let mut board = Board::new(width, height);
            if seen.len() % 2 == 1 {
                board.keep_a_part(&mut random);
            }
            let open = least + random.below(most + 1 - least);
            if let Some(plies) = board.open().checked_sub(open) {
                draw(&board, plies, 4_000_000, &mut random, &mut seen);
            }
        }
    }
}

/// Plays at random for so many half-moves and prints what is there then, unless the game is over, the
/// position was printed before, or a table of it grows larger than `most`.
fn draw(start: &Board, plies: usize, most: usize, random: &mut Random, seen: &mut HashSet<String>) {
    let mut board = start.clone();
    for _ in 0..plies {
        let moves = board.moves();
        if moves.is_empty() {
            return;
        }
        let any = moves[random.below(moves.len())];
        // Away from dead ends now and then, or few games would last.
        let free =
            |&to: &usize| board.near(to).into_iter().filter(|&on| !board.blocked[on]).count();
        let freest = moves.iter().copied().max_by_key(free).unwrap_or(any);
        board = board.after(if random.below(3) == 0 { any } else { freest });
    }
    if board.moves().is_empty() || seen.contains(&board.to_string()) {
        return;
    }
    if let Some(values) = board.solved(most) {
        println!("{}", board.line(&values));
        seen.insert(board.to_string());
    }
}

/// How a position or a move ends for the player concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Value {
    wins: bool,
    plies: usize,
}

/// What the move is worth that leads to a position with these moves.
fn before(values: &[(usize, Value)]) -> Value {
    let quickest =
        values.iter().filter(|(_, value)| value.wins).map(|(_, value)| value.plies).min();
    let longest = values.iter().map(|(_, value)| value.plies).max().unwrap_or(0);
    Value { wins: quickest.is_none(), plies: 1 + quickest.unwrap_or(longest) }
}

/// A board: squares by rows from the top, White's knight and Black's, and who is to move.
#[derive(Clone)]
struct Board {
    width: usize,
    height: usize,
    blocked: Vec<bool>,
    knights: [Option<usize>; 2],
    side: usize,
}

impl Board {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, blocked: vec![false; width * height], knights: [None; 2], side: 0 }
    }

    /// Blocks all but some seven rows and columns somewhere, and a few squares there.
    fn keep_a_part(&mut self, random: &mut Random) {
        let (width, height) = (self.width.min(7), self.height.min(7));
        // A narrow part is a long one.
        let (width, height) = (self.width.min(49 / height), self.height.min(49 / width));
        let left = random.below(self.width - width + 1);
        let top = random.below(self.height - height + 1);
        for square in 0..self.blocked.len() {
            let (row, column) = (square / self.width, square % self.width);
            let is_kept =
                (top..top + height).contains(&row) && (left..left + width).contains(&column);
            self.blocked[square] = !is_kept || random.below(15) == 0;
        }
    }

    /// How many squares are open.
    fn open(&self) -> usize {
        self.blocked.iter().filter(|&&blocked| !blocked).count()
    }

    /// The squares a knight's move away.
    fn near(&self, from: usize) -> Vec<usize> {
        let apart = |a: usize, b: usize| (a / self.width).abs_diff(b / self.width);
        let aside = |a: usize, b: usize| (a % self.width).abs_diff(b % self.width);
        let is_near = |&to: &usize| matches!((apart(from, to), aside(from, to)), (1, 2) | (2, 1));
        (0..self.blocked.len()).filter(is_near).collect()
    }

    fn moves(&self) -> Vec<usize> {
        let targets = match self.knights[self.side] {
            Some(from) => self.near(from),
            None => (0..self.blocked.len()).collect(),
        };
        targets.into_iter().filter(|&to| !self.blocked[to]).collect()
    }

    fn after(&self, to: usize) -> Self {
        let mut next = self.clone();
        next.blocked[to] = true;
        next.knights[self.side] = Some(to);
        next.side = 1 - self.side;
        next
    }

    /// Where turns and flips of the board take a square.
    fn images(&self, square: usize) -> Vec<usize> {
        let (row, column) = (square / self.width, square % self.width);
        let mut images = Vec::new();
        for r in [row, self.height - 1 - row] {
            for c in [column, self.width - 1 - column] {
                images.push(r * self.width + c);
                if self.width == self.height {
                    images.push(c * self.width + r);
                }
            }
        }
        images
    }

    /// Each legal move and what it is worth; `None` where a table grows larger than `most`.
    fn solved(&self, most: usize) -> Option<Vec<(usize, Value)>> {
        let value = |to| {
            let plies = 1 + Search::new(&self.after(to), most).length()?;
            // After an odd number of half-moves it is the other player who has none.
            Some((to, Value { wins: plies % 2 == 1, plies }))
        };
        self.moves().into_iter().map(value).collect()
    }

    fn name(&self, square: usize) -> String {
        let (row, column) = (square / self.width, square % self.width);
        let letter = char::from(b'a' + (column % 26) as u8);
        let first = if column < 26 { "" } else { "a" };
        format!("{first}{letter}{}", self.height - row)
    }

    fn line(&self, values: &[(usize, Value)]) -> String {
        let mut line = format!("{self} ;");
        for &(to, value) in values {
            let letter = if value.wins { 'W' } else { 'L' };
            line += &format!(" {}={letter}{}", self.name(to), value.plies);
        }
        line
    }
}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in 0..self.height {
            let mut open = 0;
            let mut text = String::from(if row == 0 { "" } else { "/" });
            for square in row * self.width..(row + 1) * self.width {
                if !self.blocked[square] {
                    open += 1;
                    continue;
                }
                if open > 0 {
                    text += &open.to_string();
                    open = 0;
                }
                let is_on = |side: usize| self.knights[side] == Some(square);
                text.push(if is_on(0) {
                    'N'
                } else if is_on(1) {
                    'n'
                } else {
                    'x'
                });
            }
            if open > 0 {
                text += &open.to_string();
            }
            f.write_str(&text)?;
        }
        f.write_str([" w", " b"][self.side])
    }
}

/// A position without the squares that were blocked before: the others and those of the knights are numbered
/// anew.
struct Search {
    /// Where one can go from each square; the last list is for a knight that is not placed.
    near: Vec<Vec<usize>>,
    is_open: Vec<bool>,
    /// The open squares, bit by bit, to look positions up by.
    key: u64,
    known: HashMap<u64, Known, BuildHasherDefault<Mixer>>,
    /// The most positions that are kept.
    most: usize,
    /// The knight of the player to move, and the other's.
    knights: [usize; 2],
}

/// What is known of a position: it does not end within so many half-moves, even and odd ones, but it
/// does within so many.
#[derive(Clone, Copy)]
struct Known {
    not_within: [i8; 2],
    within: i8,
}

impl Search {
    fn new(board: &Board, most: usize) -> Self {
        let squares: Vec<usize> = (0..board.blocked.len())
            .filter(|&square| !board.blocked[square] || board.knights.contains(&Some(square)))
            .collect();
        let number = |square: usize| squares.iter().position(|&other| other == square);
        let is_open: Vec<bool> = squares.iter().map(|&square| !board.blocked[square]).collect();
        let mut near: Vec<Vec<usize>> = squares
            .iter()
            .map(|&square| board.near(square).into_iter().filter_map(number).collect())
            .collect();
        near.push((0..squares.len()).collect());
        assert!(near.len() <= 52, "{board}: too many squares for a key");
        let index = |side: usize| board.knights[side].and_then(number).unwrap_or(squares.len());
        let knights = [index(board.side), index(1 - board.side)];
        let key = is_open.iter().rev().fold(0, |key, &open| key << 1 | u64::from(open));
        Self { near, is_open, key, known: HashMap::default(), most, knights }
    }

    /// The half-moves to the end, or `None` where the table grows too large.
    fn length(&mut self) -> Option<usize> {
        for plies in 0.. {
            if self.ends_within(plies)? {
                return usize::try_from(plies).ok();
            }
        }
        None
    }

    /// For an odd number, whether the player to move can win within so many half-moves; for an even
    /// one, whether it cannot but lose within so many.
    fn ends_within(&mut self, plies: i8) -> Option<bool> {
        let [us, them] = self.knights;
        let key = self.key << 12 | (us << 6 | them) as u64;
        let parity = usize::from(plies % 2 != 0);
        let known = self.known.get(&key).copied();
        let mut known = known.unwrap_or(Known { not_within: [-1; 2], within: i8::MAX });
        if known.within < i8::MAX && known.within % 2 != plies % 2 {
            return Some(false); // The other player wins.
        }
        if known.within <= plies || plies <= known.not_within[parity] {
            return Some(known.within <= plies);
        }
        let ends = self.try_all(plies)?;
        if ends {
            known.within = plies;
        } else {
            known.not_within[parity] = plies;
        }
        self.known.insert(key, known);
        (self.known.len() <= self.most).then_some(ends)
    }

    fn try_all(&mut self, plies: i8) -> Option<bool> {
        let wants = plies % 2 != 0;
        let [us, them] = self.knights;
        for at in 0..self.near[us].len() {
            let to = self.near[us][at];
            if !self.is_open[to] {
                continue;
            }
            if plies == 0 {
                return Some(false);
            }
            self.is_open[to] = false;
            self.key ^= 1 << to;
            self.knights = [them, to];
            let ends = self.ends_within(plies - 1)?;
            self.is_open[to] = true;
            self.key ^= 1 << to;
            self.knights = [us, them];
            if ends == wants {
                return Some(wants);
            }
        }
        Some(!wants)
    }
}

/// Random numbers by xorshift, the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end
    }
}

/// A quick hash: these keys are no enemy's.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are whole numbers");
    }

    fn write_u64(&mut self, key: u64) {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
