//! The rules written a second time: a grid of cells and eight jumps, no bits, no tables.
//!
//! Shares nothing with the library but the notation, so that a mistake in one shows against the other.

use std::collections::HashMap;

use lastknight::Position;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Cell {
    Open,
    Blocked,
}

/// A board as rows from the top, White's and Black's knight as (row, column), and who is to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Reference {
    rows: Vec<Vec<Cell>>,
    knights: [Option<(usize, usize)>; 2],
    side: usize,
}

impl From<&Position> for Reference {
    fn from(position: &Position) -> Self {
        let text = position.to_string();
        let (board, side) = text.split_once(' ').expect("a position and its side");
        let mut knights = [None; 2];
        let mut rows = Vec::new();
        for (r, row) in board.split('/').enumerate() {
            let mut cells = Vec::new();
            let mut number = 0;
            for c in row.chars().chain(['.']) {
                if let Some(digit) = c.to_digit(10) {
                    number = number * 10 + digit as usize;
                    continue;
                }
                cells.extend(vec![Cell::Open; number]);
                number = 0;
                match c {
                    'N' => knights[0] = Some((r, cells.len())),
                    'n' => knights[1] = Some((r, cells.len())),
                    _ => {}
                }
                if c != '.' {
                    cells.push(Cell::Blocked);
                }
            }
            rows.push(cells);
        }
        Self { rows, knights, side: usize::from(side == "b") }
    }
}

impl Reference {
    /// Legal moves as (row, column), from the top left.
    pub(crate) fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for (r, row) in self.rows.iter().enumerate() {
            for (c, &cell) in row.iter().enumerate() {
                let can_go = match self.knights[self.side] {
                    None => true,
                    Some((from_r, from_c)) => {
                        matches!((r.abs_diff(from_r), c.abs_diff(from_c)), (1, 2) | (2, 1))
                    }
                };
                if cell == Cell::Open && can_go {
                    moves.push((r, c));
                }
            }
        }
        moves
    }

    pub(crate) fn play(&self, (r, c): (usize, usize)) -> Self {
        let mut next = self.clone();
        next.rows[r][c] = Cell::Blocked;
        next.knights[self.side] = Some((r, c));
        next.side = 1 - self.side;
        next
    }

    /// The most moves that a player can make while the other stands still, by trying everything.
    pub(crate) fn longest_path(&self, player: usize) -> u32 {
        let alone = Self { side: player, ..self.clone() };
        let on = |to| Self { side: player, ..alone.play(to) }.longest_path(player);
        alone.moves().into_iter().map(|to| 1 + on(to)).max().unwrap_or(0)
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.moves().into_iter().map(|to| self.play(to).perft(depth - 1)).sum()
    }

    /// Whether the side to move wins, by trying everything. `known` may be kept between calls.
    pub(crate) fn wins(&self, known: &mut HashMap<Self, bool>) -> bool {
        if let Some(&wins) = known.get(self) {
            return wins;
        }
        let wins = self.moves().into_iter().any(|to| !self.play(to).wins(known));
        known.insert(self.clone(), wins);
        wins
    }
}
