//! Whether mirroring wins, in all positions of small boards.
//!
//! Every position that can come up from the empty board is visited and its winner worked out from those after it, by
//! nothing but the rules. Wherever the game goes on and [a mirror is said to win](lastknight::Position::mirror_wins) for
//! the player who just moved, the winner tells whether that is so.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::{Color, Position, Size, Symmetry};
use serde::{Deserialize, Serialize};

use super::InvalidStudy;
use super::grid::{Axis, Cell, Grid, Unit};

/// The most squares of a board. 5x5 has 59 million positions, which takes some twenty seconds and less than a gigabyte; no
/// other board of so many squares takes more.
const MOST_SQUARES: usize = 25;

/// The columns: kinds of mirror, and of the positions where one is said to win the share that the player who just moved
/// does win; then of all positions with a mirror in step, and of those with a diagonal one, the share in which it is player
/// 1 who just moved and so wins; then whether player 2 wins the empty board, found by visiting so many positions.
pub(super) const COLUMNS: [&str; 8] = [
    "half turn",
    "left-right",
    "top-bottom",
    "diagonals",
    "a move behind",
    "by player 1",
    "diagonals: by player 1",
    "empty board: player 2 wins",
];

/// Positions of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tally {
    /// How many there are.
    pub(super) positions: u64,
    /// How many of them are as they are said to be.
    pub(super) hits: u64,
}

impl Tally {
    fn add(&mut self, is_hit: bool) {
        self.positions += 1;
        self.hits += u64::from(is_hit);
    }

    fn cell(self) -> Option<Cell> {
        let percent = 100.0 * self.hits as f64 / self.positions as f64;
        (self.positions > 0).then(|| Cell::exact(percent, self.positions))
    }
}

/// What was seen on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Seen {
    /// Positions that can come up, those too in which the game is over.
    pub(super) positions: u64,
    /// Where each kind of mirror in step is said to win, and where it does: half turn, left-right, top-bottom, either
    /// diagonal.
    pub(super) in_step: [Tally; 4],
    /// The same of mirrors a move behind.
    pub(super) behind: Tally,
    /// Where any mirror in step is said to win, and where player 1 is the one who just moved.
    pub(super) by_first: Tally,
    /// The same of the diagonals alone.
    pub(super) diagonals_by_first: Tally,
    /// Whether player 2 wins the empty board.
    pub(super) second_wins: bool,
}

impl Seen {
    fn add(&mut self, position: &Position<u64>, wins: bool) {
        let mut in_step = [false; 4];
        let mut is_behind = false;
        for mirror in position.mirror_wins() {
            match mirror.symmetry() {
                _ if mirror.is_behind() => is_behind = true,
                Symmetry::HalfTurn => in_step[0] = true,
                Symmetry::LeftRight => in_step[1] = true,
                Symmetry::UpDown => in_step[2] = true,
                _ => in_step[3] = true,
            }
        }
        for (tally, _) in self.in_step.iter_mut().zip(in_step).filter(|(_, is_met)| *is_met) {
            tally.add(!wins);
        }
        if is_behind {
            self.behind.add(!wins);
        }
        let is_first = position.side() == Color::Black;
        if in_step.contains(&true) {
            self.by_first.add(is_first);
        }
        if in_step[3] {
            self.diagonals_by_first.add(is_first);
        }
    }
}

/// A board that is small enough.
///
/// # Errors
/// Where the text is no board, or it has too many squares.
pub(super) fn board(text: &str) -> Result<Size, InvalidStudy> {
    let within = |why: String| InvalidStudy::Board(text.to_owned(), why);
    let size: Size = text.parse().map_err(|error| within(format!("{error}")))?;
    if size.area() > MOST_SQUARES {
        let area = size.area();
        let why =
            format!("it has {area} squares; all positions are visited of at most {MOST_SQUARES}");
        return Err(within(why));
    }
    Ok(size)
}

/// Visits all positions of a board, or `None` where that was stopped.
pub(super) fn look(size: Size, stop: &AtomicBool) -> Option<Seen> {
    let start = Position::new(size).narrow().expect("a board of a few squares");
    let mut winners = Winners { known: HashMap::new(), stop };
    let mut seen = Seen { second_wins: !winners.wins(&start)?, ..Seen::default() };
    for (position, &wins) in &winners.known {
        let mut images: Vec<Position<u64>> = Vec::with_capacity(8);
        for &symmetry in Symmetry::of(size) {
            let image = position.transformed(symmetry).expect("a symmetry of the board");
            if !images.contains(&image) {
                images.push(image);
            }
        }
        seen.positions += images.len() as u64;
        // Who wins by one mirror wins by another after a turn of the board.
        if position.winner().is_none() && position.mirror_win().is_some() {
            images.iter().for_each(|image| seen.add(image, wins));
        }
    }
    Some(seen)
}

/// Who wins, without any insight.
struct Winners<'a> {
    /// Whether the side to move wins, by one position for all that turning and flipping the board makes of it.
    known: HashMap<Position<u64>, bool>,
    stop: &'a AtomicBool,
}

impl Winners<'_> {
    /// Whether the side to move wins. Every position after this one is visited too, whatever is known by then.
    fn wins(&mut self, position: &Position<u64>) -> Option<bool> {
        let (position, _) = position.canonical();
        if let Some(&wins) = self.known.get(&position) {
            return Some(wins);
        }
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut wins = false;
        for to in position.legal_moves() {
            wins |= !self.wins(&position.play_unchecked(to))?;
        }
        self.known.insert(position, wins);
        Some(wins)
    }
}

/// The figures of boards, by name.
pub(super) fn grid(names: &[&str], seen: &[Seen]) -> Grid {
    let cells = |seen: &Seen| {
        let empty = Cell::exact(if seen.second_wins { 100.0 } else { 0.0 }, seen.positions);
        let others = [seen.behind, seen.by_first, seen.diagonals_by_first];
        let tallies = seen.in_step.into_iter().chain(others);
        tallies.map(Tally::cell).chain([Some(empty)]).collect()
    };
    Grid {
        unit: Unit::Percent,
        measure: "won by mirroring, %".to_owned(),
        counted: "positions",
        rows: names.iter().map(|&name| Axis::named(name)).collect(),
        columns: COLUMNS.map(Axis::named).to_vec(),
        cells: seen.iter().map(cells).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn seen(name: &str) -> Seen {
        look(board(name).unwrap(), &AtomicBool::new(false)).unwrap()
    }

    /// The same with every position by itself, and winners by the solver.
    fn plainly(name: &str) -> Seen {
        let start = Position::new(board(name).unwrap()).narrow().unwrap();
        let wins = |position: &Position<u64>| {
            lastknight::solve::wins(position, &mut u64::MAX.to_owned()).unwrap()
        };
        let mut seen = Seen { second_wins: !wins(&start), ..Seen::default() };
        let mut visited = HashSet::from([start]);
        let mut waiting = vec![start];
        while let Some(position) = waiting.pop() {
            seen.positions += 1;
            if position.winner().is_none() {
                seen.add(&position, wins(&position));
            }
            let next = position.legal_moves().into_iter().map(|to| position.play_unchecked(to));
            waiting.extend(next.filter(|&next| visited.insert(next)));
        }
        seen
    }

    #[test]
    fn symmetry_saves_work_and_changes_nothing() {
        for name in ["1x1", "1x5", "2x2", "2x3", "3x3", "3x4", "4x3", "3x5", "4x4"] {
            assert_eq!(seen(name), plainly(name), "{name}");
        }
    }

    #[test]
    fn mirrors_win_where_they_are_said_to() {
        for name in ["1x5", "2x6", "3x3", "3x4", "3x5", "4x4", "3x6"] {
            let seen = seen(name);
            for tally in seen.in_step.iter().chain([&seen.behind]) {
                assert_eq!(tally.hits, tally.positions, "{name}");
            }
            assert!(seen.by_first.positions > 0 && seen.second_wins, "{name}");
        }
        assert!(!seen("1x1").second_wins);
    }

    #[test]
    fn figures_are_shares_of_positions() {
        let grid = grid(&["3x4", "4x4"], &[seen("3x4"), seen("4x4")]);
        let cell = |row, column| grid.cell(row, Some(column));
        assert_eq!(cell("3x4", "diagonals"), None, "it is no square");
        assert_eq!(cell("4x4", "diagonals").map(|cell| cell.estimate.value), Some(100.0));
        // An even board, and yet all that the diagonals win, they win for player 1.
        assert_eq!(cell("4x4", "diagonals: by player 1"), Some(&Cell::exact(100.0, 64)));
        assert_eq!(grid.cell("4x4", None), Some(&Cell::exact(100.0, 124_201)));
        assert!(grid.cells.iter().all(|cells| cells.len() == COLUMNS.len()));
    }

    #[test]
    fn boards_are_checked() {
        let error = |text: &str| board(text).unwrap_err().to_string();
        let large = "board '6x5': it has 30 squares; all positions are visited of at most 25";
        assert_eq!(error("6x5"), large);
        assert!(error("4").starts_with("board '4': "));
        assert_eq!(look(board("4x4").unwrap(), &AtomicBool::new(true)), None);
    }
}
