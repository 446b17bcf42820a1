//! Whether mirroring wins, in all positions of small boards.
//!
//! Every position that can be reached from the empty board is visited, and its winner follows from the rules alone. It shows
//! whether [a mirror that should win](lastknight::Position::mirror_wins) for the player who just moved does.

use std::collections::HashMap;
use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::{Agent, Color, Position, Size, Symmetry};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::InvalidStudy;
use super::grid::{Axis, Cell, Grid};
use super::run::{Figures, StudyRunner};
use crate::spec::PLAY_VERSION;
use crate::work::{Job, ReadAgent};

/// The largest number of squares of a board. 5x5 has 59 million positions, which takes some twenty seconds and less than a
/// gigabyte; no other board of this size takes more.
const MOST_SQUARES: usize = 25;

/// For each kind of mirror, the share of its positions that the player who just moved wins. Then of all positions with a
/// mirror in step, and with a diagonal one, the share in which that is player 1. Last, whether player 2 wins the empty board.
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

/// A share of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MirrorTally {
    positions: u64,
    hits: u64,
}

impl MirrorTally {
    fn add(&mut self, is_hit: bool) {
        self.positions += 1;
        self.hits += u64::from(is_hit);
    }

    fn cell(self) -> Option<Cell> {
        let percent = 100.0 * self.hits as f64 / self.positions as f64;
        (self.positions > 0).then(|| Cell::exact(percent, self.positions))
    }
}

/// The counts of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MirrorCounts {
    /// Reachable positions, including those in which the game is over.
    positions: u64,
    /// Positions in which a mirror in step should win, and does: half turn, left-right, top-bottom, either diagonal.
    in_step: [MirrorTally; 4],
    /// The same for mirrors a move behind.
    behind: MirrorTally,
    /// Positions in which any mirror in step should win, and in which player 1 just moved.
    by_first: MirrorTally,
    /// The same for the diagonals alone.
    diagonals_by_first: MirrorTally,
    /// Whether player 2 wins the empty board.
    second_wins: bool,
}

impl MirrorCounts {
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

/// Parses a board that is small enough.
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

/// Measures the boards.
pub(super) fn measure(runner: &mut StudyRunner<'_>, boards: &[String]) -> Figures {
    let mut counts = Vec::new();
    for (number, name) in boards.iter().enumerate() {
        runner.reporter.report(name, number, boards.len(), "boards");
        // One board at a time: a large one takes much memory.
        counts.push(runner.stored(&format!("mirrors\n{PLAY_VERSION}\n{name}"), |runner| {
            let counts = runner.map(name, "boards", MirrorsJob, slice::from_ref(name))?;
            Ok(counts[0])
        })?);
    }
    Ok((grid(boards, &counts), counts.iter().map(|board| board.positions).sum()))
}

/// Visits all positions of boards.
pub(crate) struct MirrorsJob;

impl Job for MirrorsJob {
    const KIND: &'static str = "mirrors";
    /// The size of a board.
    type Task = String;
    type Output = MirrorCounts;

    fn about(&self) -> Value {
        Value::Null
    }

    fn open(_: Value, _: ReadAgent<'_>, _: f64) -> Result<Self, String> {
        Ok(Self)
    }

    fn agents(&self) -> Vec<&Agent> {
        Vec::new()
    }

    fn is_timed(&self) -> bool {
        false
    }

    fn perform(&self, name: &String, stop: &AtomicBool) -> Option<MirrorCounts> {
        visit_all(board(name).ok()?, stop)
    }

    fn check(&self, _: &String, _: &MirrorCounts) -> Result<(), String> {
        Ok(())
    }

    fn same(&self, one: &MirrorCounts, other: &MirrorCounts) -> bool {
        one == other
    }
}

/// Visits all positions of a board, or returns `None` if stopped.
fn visit_all(size: Size, stop: &AtomicBool) -> Option<MirrorCounts> {
    let start = Position::new(size).narrow().expect("a board of a few squares");
    let mut winners = BruteForce { known: HashMap::new(), stop };
    let mut counts =
        MirrorCounts { second_wins: !winners.wins(&start)?, ..MirrorCounts::default() };
    for (position, &wins) in &winners.known {
        let mut images: Vec<Position<u64>> = Vec::with_capacity(8);
        for &symmetry in Symmetry::of(size) {
            let image = position.transformed(symmetry).expect("a symmetry of the board");
            if !images.contains(&image) {
                images.push(image);
            }
        }
        counts.positions += images.len() as u64;
        // If one image has a mirror win, all have one, perhaps by another mirror.
        if position.winner().is_none() && position.mirror_win().is_some() {
            images.iter().for_each(|image| counts.add(image, wins));
        }
    }
    Some(counts)
}

/// Winners by the rules alone.
struct BruteForce<'a> {
    /// Whether the side to move wins, by canonical position.
    known: HashMap<Position<u64>, bool>,
    stop: &'a AtomicBool,
}

impl BruteForce<'_> {
    /// Whether the side to move wins. It visits every later position, even once the winner is known.
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

fn grid(boards: &[String], counts: &[MirrorCounts]) -> Grid {
    let cells = |counts: &MirrorCounts| {
        let empty = Cell::exact(if counts.second_wins { 100.0 } else { 0.0 }, counts.positions);
        let others = [counts.behind, counts.by_first, counts.diagonals_by_first];
        let tallies = counts.in_step.into_iter().chain(others);
        tallies.map(MirrorTally::cell).chain([Some(empty)]).collect()
    };
    let rows = boards.iter().map(Axis::named).collect();
    let cells = counts.iter().map(cells).collect();
    Grid::percent("won by mirroring, %", "positions", rows, COLUMNS.map(Axis::named).into(), cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn counts(name: &str) -> MirrorCounts {
        visit_all(board(name).unwrap(), &AtomicBool::new(false)).unwrap()
    }

    /// The same without symmetry, and with winners by the solver.
    fn plain_counts(name: &str) -> MirrorCounts {
        let start = Position::new(board(name).unwrap()).narrow().unwrap();
        let wins = |position: &Position<u64>| {
            lastknight::solve::wins(position, &mut u64::MAX.to_owned()).unwrap()
        };
        let mut counts = MirrorCounts { second_wins: !wins(&start), ..MirrorCounts::default() };
        let mut visited = HashSet::from([start]);
        let mut waiting = vec![start];
        while let Some(position) = waiting.pop() {
            counts.positions += 1;
            if position.winner().is_none() {
                counts.add(&position, wins(&position));
            }
            let next = position.legal_moves().into_iter().map(|to| position.play_unchecked(to));
            waiting.extend(next.filter(|&next| visited.insert(next)));
        }
        counts
    }

    #[test]
    fn symmetry_saves_work_and_changes_nothing() {
        for name in ["1x1", "1x5", "2x2", "2x3", "3x3", "3x4", "4x3", "3x5", "4x4"] {
            assert_eq!(counts(name), plain_counts(name), "{name}");
        }
    }

    #[test]
    fn mirrors_win_where_they_should() {
        for name in ["1x5", "2x6", "3x3", "3x4", "3x5", "4x4", "3x6"] {
            let counts = counts(name);
            for tally in counts.in_step.iter().chain([&counts.behind]) {
                assert_eq!(tally.hits, tally.positions, "{name}");
            }
            assert!(counts.by_first.positions > 0 && counts.second_wins, "{name}");
        }
        assert!(!counts("1x1").second_wins);
    }

    #[test]
    fn figures_are_shares_of_positions() {
        let grid = grid(&["3x4", "4x4"].map(str::to_owned), &[counts("3x4"), counts("4x4")]);
        let cell = |row, column| grid.cell(row, Some(column));
        assert_eq!(cell("3x4", "diagonals"), None, "it is no square");
        assert_eq!(cell("4x4", "diagonals").map(|cell| cell.estimate.value), Some(100.0));
        // Even on an even board, the diagonals win for player 1 only.
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
        assert_eq!(visit_all(board("4x4").unwrap(), &AtomicBool::new(true)), None);
    }
}
