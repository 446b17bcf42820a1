//! Puzzles: positions in which only one move wins, graded by how deep a search must look to find it.

use std::fmt;
use std::str::FromStr;

use crate::agent::Agent;
use crate::board::{Position, Square};
use crate::control::{Control, Limits};
use crate::solve::{Question, Solver, SolverSettings};

/// The agent whose depth grades a puzzle.
const SEARCHER: &str = "alphabeta(improved)";

/// The maximum depth at which a search grades a puzzle.
pub const DEEPEST: u32 = 9;

/// The most nodes to solve a move, and to find the plies to the end.
const NODES: u64 = 400_000;
const DISTANCE_NODES: u64 = 2_000_000;

/// The memory of the solver, in megabytes.
const MEGABYTES: usize = 16;

/// How difficult a puzzle is, by the depth of the search that finds the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A depth of 1 or 2 is enough.
    Easy,
    /// 3 to 5.
    Medium,
    /// 6 to [`DEEPEST`].
    Hard,
    /// No depth up to [`DEEPEST`] is.
    Expert,
}

impl Level {
    /// The levels, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let level = Self::ALL.into_iter().find(|level| level.name() == text);
        level.ok_or(UnknownLevel)
    }
}

/// A text that names no [`Level`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level is easy, medium, hard or expert")
    }
}

impl std::error::Error for UnknownLevel {}

/// A position in which one of several moves wins.
///
/// ```
/// use lastknight::Control;
/// use lastknight::oracle::{Level, Puzzle};
///
/// let puzzle = Puzzle::of(&"xxxn/x1xx/xx2/Nxxx w".parse()?, Control::new()).expect("a puzzle");
/// assert_eq!(puzzle.position().size().name(puzzle.best()).to_string(), "b3");
/// assert_eq!((puzzle.plies(), puzzle.level()), (3, Level::Easy));
/// # Ok::<(), lastknight::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    position: Position,
    best: Square,
    moves: u32,
    depth: Option<u32>,
    plies: u32,
}

impl Puzzle {
    /// Grades a position. Returns `None` unless exactly one of several moves wins, if that takes too many nodes to
    /// prove, or if it is stopped.
    #[must_use]
    pub fn of(position: &Position, control: Control<'_>) -> Option<Self> {
        Self::at_level(position, None, control)
    }

    /// [`of`](Self::of) that returns only puzzles of a level, if one is given.
    pub(super) fn at_level(
        position: &Position,
        level: Option<Level>,
        control: Control<'_>,
    ) -> Option<Self> {
        let moves = position.legal_moves().count();
        if moves < 2 || position.attacker().is_none() {
            return None;
        }
        let best = only_win(position, control)?;
        let mut puzzle = Self { position: *position, best, moves, depth: None, plies: 0 };
        puzzle.depth = puzzle.depth_to_find(control)?;
        if level.is_some_and(|level| level != puzzle.level()) {
            return None;
        }
        let limits = Limits::nodes(DISTANCE_NODES);
        puzzle.plies =
            solver().solve(position, Question::Distances, control.limits(limits)).plies?;
        Some(puzzle)
    }

    /// Returns the smallest depth from which on alpha-beta plays the move, if there is one. `None` if it is stopped.
    fn depth_to_find(&self, control: Control<'_>) -> Option<Option<u32>> {
        let agent: Agent = SEARCHER.parse().expect("an agent of the list");
        let mut found = None;
        for depth in (1..=DEEPEST).rev() {
            let control = control.limits(Limits::depth(depth));
            let report = agent.player(0).choose_at(&self.position, control).ok()?;
            if control.pass_checkpoint().is_break() {
                return None;
            }
            if report.best() != Some(self.best) {
                break;
            }
            found = Some(depth);
        }
        Some(found)
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the move that wins.
    #[must_use]
    pub fn best(&self) -> Square {
        self.best
    }

    /// Returns the number of legal moves.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Returns the depth from which on alpha-beta finds the move, or `None` if it does not up to [`DEEPEST`].
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// Returns the plies to the end with the best play of both.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Returns the level.
    #[must_use]
    pub fn level(&self) -> Level {
        match self.depth {
            Some(0..=2) => Level::Easy,
            Some(3..=5) => Level::Medium,
            Some(_) => Level::Hard,
            None => Level::Expert,
        }
    }

    /// Returns the rating: a guess at the strength of a person who solves it half of the time. `docs/oracle.md`
    /// gives the formula.
    #[must_use]
    pub fn rating(&self) -> u32 {
        let depth = self.depth.unwrap_or(DEEPEST + 2);
        450 + 100 * depth + 25 * (self.moves.saturating_sub(2)) + 8 * self.plies
    }
}

fn solver() -> Solver {
    Solver::new(SolverSettings { megabytes: MEGABYTES, ..SolverSettings::default() })
}

/// Returns the only move that wins, if exactly one is proved to.
fn only_win(position: &Position, control: Control<'_>) -> Option<Square> {
    let mut solver = solver();
    let mut only = None;
    for to in position.legal_moves() {
        let next = position.play_unchecked(to);
        let control = control.limits(Limits::nodes(NODES));
        let is_won = !solver.solve(&next, Question::Winner, control).wins?;
        if is_won && only.replace(to).is_some() {
            return None;
        }
    }
    only
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(text: &str) -> Option<Puzzle> {
        let game: crate::Game = text.parse().unwrap();
        Puzzle::of(game.position(), Control::new())
    }

    #[test]
    fn only_positions_with_one_winning_move_are_puzzles() {
        for text in [
            "7x7",
            "7x7 moves d4",
            // Lost, won by every move, only one move.
            "xxxn/x1xx/xx1x/Nxxx w",
            "xxxn/x1xx/xxxx/Nxxx w",
            "3x3 moves a1 b3",
        ] {
            assert_eq!(puzzle(text), None, "{text}");
        }
    }

    /// The depth is that of an agent with a fixed depth.
    #[test]
    fn the_depth_is_that_of_an_agent() {
        let text = "2x2/2N1n/3xx/2x2/x4 b";
        let puzzle = puzzle(text).expect("a puzzle");
        let plays = |depth: u32| {
            let agent: Agent = format!("alphabeta(improved, depth={depth})").parse().unwrap();
            let found = agent.player(7).choose_at(puzzle.position(), Limits::NONE).unwrap();
            found.best() == Some(puzzle.best())
        };
        let found = (1..=DEEPEST).rev().take_while(|&depth| plays(depth)).last();
        assert_eq!(puzzle.depth(), found);
    }

    #[test]
    fn a_stop_ends_the_grading() {
        let stop = std::sync::atomic::AtomicBool::new(true);
        let position = "xxxn/x1xx/xx2/Nxxx w".parse().unwrap();
        assert_eq!(Puzzle::of(&position, Control::new().checkpoint(&stop)), None);
    }

    #[test]
    fn levels_have_names() {
        for level in Level::ALL {
            assert_eq!(level.name().parse(), Ok(level));
        }
        assert_eq!("Easy".parse::<Level>(), Err(UnknownLevel));
    }
}
