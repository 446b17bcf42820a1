//! Solves positions by brute force: makes the files of solved positions that the tests read.
//!
//! It shares nothing with the library: squares are numbers in a list, and a knight's moves a list of such numbers. The
//! search uses no symmetry, no move ordering and no bounds. It tries whether a position ends within 0, 1, 2 … plies,
//! stops at the first move that decides, and stores the results in a table.
//!
//! `cargo xtask brute-force openings` prints `tests/data/solved-openings.txt`; `7x7` and `late` print the other two. The
//! longest takes a minute or two.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::hash::{BuildHasherDefault, Hasher};

use crate::Arguments;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Box<dyn Error>> {
    match arguments.next().unwrap_or_default().as_str() {
        "openings" => openings(),
        "7x7" => standard(),
        "late" => late(),
        _ => return Err("usage: openings|7x7|late".into()),
    }
    Ok(())
}

/// Prints the head of a file.
fn head(task: &str, contents: &str) {
    println!(
        "# {contents}\n\
         # Made by: cargo xtask brute-force {task}\n\
         # A line is a position and each legal move: W if the player who makes it wins, L if that player loses,\n\
         # and the plies to the end with best play by both, this one included.\n\
         # No bitboards, no bounds, no move ordering: see xtask/src/brute_force.rs."
    );
}

/// Prints every board of at most 25 squares, no wider than high: the empty board, and each first placement up to
/// symmetry.
fn openings() {
    head("openings", "Every opening of every board of at most 25 squares, up to symmetry.");
    for width in 1..=5 {
        for height in width..=25 / width {
            let empty = Board::new(width, height);
            let mut first_moves = Vec::new();
            let mut lines = Vec::new();
            for to in 0..width * height {
                let placed = empty.after(to);
                let moves = placed.solved(usize::MAX).expect("the table is unbounded");
                first_moves.push((to, before(&moves)));
                if empty.images(to).into_iter().all(|image| to <= image) {
                    lines.push(placed.line(&moves));
                }
            }
            println!("{}", empty.line(&first_moves));
            lines.iter().for_each(|line| println!("{line}"));
        }
    }
}

/// Prints positions of 7x7 from the tenth ply on.
fn standard() {
    head("7x7", "2,000 positions of 7x7 with ten or more squares taken, by random play.");
    let mut random = Random(7);
    let mut seen = HashSet::new();
    while seen.len() < 2000 {
        // Each number of plies is equally frequent.
        let plies = 10 + seen.len() % 16;
        draw(&Board::new(7, 7), plies, usize::MAX, &mut random, &mut seen);
    }
}

/// Width and height of a board, the number of positions, and the range of their open squares.
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

/// Prints late positions of larger boards, every other one on a part of the board with some holes.
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
            let all = board.blocked.iter().filter(|&&is_blocked| !is_blocked).count();
            if let Some(plies) = all.checked_sub(open) {
                draw(&board, plies, 4_000_000, &mut random, &mut seen);
            }
        }
    }
}

/// Plays random moves and prints the position, unless the game is over, the position was printed before, or its table
/// grows larger than `most`.
fn draw(start: &Board, plies: usize, most: usize, random: &mut Random, seen: &mut HashSet<String>) {
    let mut board = start.clone();
    for _ in 0..plies {
        let moves = board.moves();
        if moves.is_empty() {
            return;
        }
        let any = moves[random.below(moves.len())];
        // Two thirds of the moves avoid dead ends, or few games would last.
        let free =
            |&to: &usize| board.near(to).into_iter().filter(|&on| !board.blocked[on]).count();
        let freest = moves.iter().copied().max_by_key(free).unwrap_or(any);
        board = board.after(if random.below(3) == 0 { any } else { freest });
    }
    if board.moves().is_empty() || seen.contains(&board.to_string()) {
        return;
    }
    if let Some(moves) = board.solved(most) {
        println!("{}", board.line(&moves));
        seen.insert(board.to_string());
    }
}

/// A move and the plies from it to the end: if they are odd, the player who makes it wins.
type Solved = (usize, usize);

/// Returns the plies to the end from the move that leads to a position with these moves. A winner hurries, a loser
/// delays.
fn before(moves: &[Solved]) -> usize {
    let plies = || moves.iter().map(|&(_, plies)| plies);
    let quickest_win = plies().filter(|plies| plies % 2 == 1).min();
    1 + quickest_win.or(plies().max()).unwrap_or(0)
}

/// A position: squares by rows from the top, White's knight and Black's, and the side to move.
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

    /// Blocks all but about seven rows and columns, and a few squares there.
    fn keep_a_part(&mut self, random: &mut Random) {
        let (width, height) = (self.width.min(7), self.height.min(7));
        // A narrow part is longer.
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

    /// Returns the squares a knight's move away.
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

    /// Returns the images of a square under the symmetries of the board.
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

    /// Solves each legal move; returns `None` if a table grows larger than `most`.
    fn solved(&self, most: usize) -> Option<Vec<Solved>> {
        let solved = |to| Some((to, 1 + Search::new(&self.after(to), most).length()?));
        self.moves().into_iter().map(solved).collect()
    }

    fn name(&self, square: usize) -> String {
        let (row, column) = (square / self.width, square % self.width);
        let letter = char::from(b'a' + (column % 26) as u8);
        let first = if column < 26 { "" } else { "a" };
        format!("{first}{letter}{}", self.height - row)
    }

    fn line(&self, moves: &[Solved]) -> String {
        let mut line = format!("{self} ;");
        for &(to, plies) in moves {
            line += &format!(" {}={}{plies}", self.name(to), ['L', 'W'][plies % 2]);
        }
        line
    }
}

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut open = 0;
        for (square, &is_blocked) in self.blocked.iter().enumerate() {
            if square > 0 && square % self.width == 0 {
                f.write_str("/")?;
            }
            open += usize::from(!is_blocked);
            if open > 0 && (is_blocked || (square + 1) % self.width == 0) {
                write!(f, "{open}")?;
                open = 0;
            }
            match self.knights.iter().position(|&on| on == Some(square)) {
                Some(side) => f.write_str(["N", "n"][side])?,
                None if is_blocked => f.write_str("x")?,
                None => {}
            }
        }
        f.write_str([" w", " b"][self.side])
    }
}

/// A position without the squares that were blocked before: the others are renumbered.
struct Search {
    /// The moves from each square; the last list is for a knight that is not placed.
    near: Vec<Vec<usize>>,
    is_open: Vec<bool>,
    /// The open squares as bits.
    key: u64,
    table: HashMap<u64, Bounds, BuildHasherDefault<Mixer>>,
    /// The maximum size of the table.
    most: usize,
    /// The knight of the player to move, and the other's.
    knights: [usize; 2],
}

/// What is known of a position: the even and the odd number of plies within which it does not end, and the number
/// within which it does.
#[derive(Clone, Copy)]
struct Bounds {
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
        Self { near, is_open, key, table: HashMap::default(), most, knights }
    }

    /// Returns the plies to the end, or `None` if the table grows too large.
    fn length(&mut self) -> Option<usize> {
        for plies in 0.. {
            if self.ends_within(plies)? {
                return usize::try_from(plies).ok();
            }
        }
        None
    }

    /// Returns whether the side to move wins within an odd number of plies, or loses within an even number.
    fn ends_within(&mut self, plies: i8) -> Option<bool> {
        let [us, them] = self.knights;
        let key = self.key << 12 | (us << 6 | them) as u64;
        let parity = usize::from(plies % 2 != 0);
        let known = self.table.get(&key).copied();
        let mut known = known.unwrap_or(Bounds { not_within: [-1; 2], within: i8::MAX });
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
        self.table.insert(key, known);
        (self.table.len() <= self.most).then_some(ends)
    }

    fn try_all(&mut self, plies: i8) -> Option<bool> {
        let is_win = plies % 2 != 0;
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
            if ends == is_win {
                return Some(is_win);
            }
        }
        Some(!is_win)
    }
}

/// Random numbers by xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % end
    }
}

/// A fast hash: the keys are not an attacker's.
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
