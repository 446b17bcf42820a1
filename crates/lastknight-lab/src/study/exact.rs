//! The winners of lines of play, by the solver.
//!
//! A line is a board or a position, optionally followed by `moves` and for each ply a square, several squares joined by
//! `|`, or `*` for every legal move: `7x7 moves c2 d4 * e6`. It stands for all positions that it leads to. Positions in
//! which a move is illegal are dropped, so `7x7 moves * d4` is White anywhere but on d4. A square that is legal in none of
//! them is an error.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use lastknight::quote::quote;
use lastknight::solve::{Question, Solver, SolverSettings};
use lastknight::{Agent, Bitboard, Color, Control, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::InvalidStudy;
use super::grid::{Axis, Cell, Grid};
use super::measure::WON_BY_FIRST;
use super::run::{Figures, StudyRunner};
use crate::spec::PLAY_VERSION;
use crate::work::{Job, ReadAgent};

/// The largest number of positions of a line.
const MOST: usize = 100_000;

/// The result of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SolvedLine {
    /// The number of its positions.
    positions: u64,
    /// The number that player 1, White, wins.
    won: u64,
}

/// Returns the positions of a line: one for each sequence of moves, with transpositions.
///
/// # Errors
/// Returns an error if the text is not a line, with the wrong move.
pub(super) fn positions(text: &str) -> Result<Vec<Position>, InvalidStudy> {
    read(text).map_err(|why| InvalidStudy::Line(text.to_owned(), why))
}

fn read(text: &str) -> Result<Vec<Position>, String> {
    const MOVES: &str = " moves";
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    let (start, moves) = match text.split_once(MOVES) {
        Some((start, rest)) if is_end(rest) => (start, rest),
        _ => (text, ""),
    };
    let start: Position = start.parse().map_err(|error| format!("{error}"))?;
    let mut positions = vec![start];
    for (number, word) in (1..).zip(moves.split_whitespace()) {
        let within = |why: String| format!("move {number}, {}: {why}", quote(word));
        positions = after(&positions, word).map_err(within)?;
    }
    Ok(positions)
}

/// The positions one ply later.
fn after(positions: &[Position], word: &str) -> Result<Vec<Position>, String> {
    let size = positions[0].size();
    let legal = |set: Bitboard, position: &Position| set | position.legal_moves();
    let legal = positions.iter().fold(Bitboard::EMPTY, legal);
    let mut named = legal;
    if word == "*" && legal.is_empty() {
        return Err("the game is over".to_owned());
    }
    if word != "*" {
        named = Bitboard::EMPTY;
        for name in word.split('|') {
            let to = size.square_named(name).map_err(|error| error.to_string())?;
            if !legal.contains(to) {
                positions[0].play(to).map_err(|error| error.to_string())?;
            }
            named |= to.into();
        }
    }
    let mut next = Vec::new();
    for position in positions {
        let moves = position.legal_moves() & named;
        next.extend(moves.into_iter().map(|to| position.play_unchecked(to)));
        if next.len() > MOST {
            return Err(format!("the line has more than {MOST} positions"));
        }
    }
    Ok(next)
}

/// Measures the lines, given as names and texts.
pub(super) fn measure(runner: &mut StudyRunner<'_>, lines: &[(String, String)]) -> Figures {
    let mut solved = Vec::new();
    for (name, line) in lines {
        solved.push(runner.stored(&format!("exact\n{PLAY_VERSION}\n{line}"), |runner| {
            let (count, classes) = classes(line)?;
            let tasks: Vec<String> = classes.iter().map(|(class, _)| class.to_string()).collect();
            // If there are fewer positions than threads, several threads share a position.
            let threads = match runner.workers.is_fleet() {
                true => 1,
                false => runner.workers.threads().get() / tasks.len().max(1),
            };
            let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
            let wins = runner.map(name, "positions", WinnerJob { threads }, &tasks)?;
            Ok(SolvedLine::new(count, &classes, &wins))
        })?);
    }
    let names = lines.iter().map(|(name, _)| name.as_str());
    Ok((grid(names, &solved), solved.iter().map(|line| line.positions).sum()))
}

/// The number of positions of a line, and its positions up to symmetry, each with how many are like it.
fn classes(text: &str) -> Result<(usize, Vec<(Position, u64)>), InvalidStudy> {
    let positions = positions(text)?;
    let mut classes: Vec<(Position, u64)> = Vec::new();
    let mut known: HashMap<Position, usize> = HashMap::new();
    for position in &positions {
        let (position, _) = position.canonical();
        let at = *known.entry(position).or_insert(classes.len());
        if at == classes.len() {
            classes.push((position, 0));
        }
        classes[at].1 += 1;
    }
    Ok((positions.len(), classes))
}

impl SolvedLine {
    fn new(positions: usize, classes: &[(Position, u64)], wins: &[bool]) -> Self {
        let won = classes.iter().zip(wins).filter(|(_, is_won)| **is_won);
        Self { positions: positions as u64, won: won.map(|((_, count), _)| count).sum() }
    }
}

/// Finds out whether White wins positions.
pub(crate) struct WinnerJob {
    /// The threads that share a position.
    threads: NonZeroUsize,
}

impl Job for WinnerJob {
    const KIND: &'static str = "winner";
    /// The position as text.
    type Task = String;
    /// Whether White wins.
    type Output = bool;

    fn about(&self) -> Value {
        Value::Null
    }

    fn open(_: Value, _: ReadAgent<'_>, _: f64) -> Result<Self, String> {
        Ok(Self { threads: NonZeroUsize::MIN })
    }

    fn agents(&self) -> Vec<&Agent> {
        Vec::new()
    }

    fn is_timed(&self) -> bool {
        false
    }

    fn perform(&self, position: &String, stop: &AtomicBool) -> Option<bool> {
        let position: Position = position.parse().ok()?;
        let threads = self.threads;
        let mut solver =
            Solver::new(SolverSettings { threads, tablebase: false, ..SolverSettings::default() });
        let control = Control::new().checkpoint(stop);
        let wins = solver.solve(&position, Question::Winner, control).wins?;
        Some(wins == (position.side() == Color::White))
    }

    fn check(&self, _: &String, _: &bool) -> Result<(), String> {
        Ok(())
    }

    fn same(&self, one: &bool, other: &bool) -> bool {
        one == other
    }
}

fn grid<'a>(names: impl Iterator<Item = &'a str>, solved: &[SolvedLine]) -> Grid {
    let percent = |solved: &SolvedLine| {
        let share = solved.won as f64 / solved.positions as f64;
        vec![(solved.positions > 0).then(|| Cell::exact(100.0 * share, solved.positions))]
    };
    let (columns, cells) = (vec![Axis::named(WON_BY_FIRST)], solved.iter().map(percent).collect());
    let rows = names.map(Axis::named).collect();
    Grid::percent("won by player 1, %", "positions", rows, columns, cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(text: &str, threads: usize) -> (u64, u64) {
        let job = WinnerJob { threads: NonZeroUsize::new(threads).unwrap() };
        let (count, classes) = classes(text).unwrap();
        let wins = |(class, _): &(Position, u64)| {
            job.perform(&class.to_string(), &AtomicBool::new(false)).unwrap()
        };
        let wins: Vec<bool> = classes.iter().map(wins).collect();
        let SolvedLine { positions, won } = SolvedLine::new(count, &classes, &wins);
        (positions, won)
    }

    #[test]
    fn lines_lead_to_positions() {
        let count = |text: &str| positions(text).unwrap().len();
        for (text, expected) in [
            ("4x4", 1),
            ("startpos", 1),
            ("7x7 moves d4 b3|b5|c2", 3),
            ("7x7 moves c2 d4 * e6", 5),
            ("7x7 moves * *", 49 * 48),
            // White cannot be on d4 already; c2 twice is c2.
            ("7x7 moves * d4", 48),
            ("7x7 moves d4  c2|c2 ", 1),
            // Only after b1, not after a1, is c3 legal.
            ("3x4 moves a1|b1 c4 c3", 1),
            ("7/7/7/3N3/1n5/7/7 w moves *", 7),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
        let line = positions("7x7 moves d4 b3 f5").unwrap();
        let game: lastknight::Game = "7x7 moves d4 b3 f5".parse().unwrap();
        assert_eq!(line, [*game.position()]);
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text: &str| positions(text).unwrap_err().to_string();
        for (text, message) in [
            ("7x", "line '7x': "),
            ("7x7 move d4", "line '7x7 move d4': "),
            (
                "7x7 moves d4 d4",
                "line '7x7 moves d4 d4': move 2, 'd4': no move to d4: the square is blocked",
            ),
            ("7x7 moves d4 b3|h1", "move 2, 'b3|h1': square 'h1' is off the 7x7 board"),
            ("7x7 moves d4|", "move 1, 'd4|': "),
            (
                "7x7 moves d4 b3 f5|a1",
                "move 3, 'f5|a1': no move to a1: it is not a knight's move from d4",
            ),
            ("7x7 moves c2 d4 * d4", "move 4, 'd4': no move to d4: "),
            ("3x3 moves b2 * *", "move 3, '*': the game is over"),
            ("9x9 moves * * * *", "move 4, '*': the line has more than 100000 positions"),
        ] {
            assert!(error(text).contains(message), "{text}: {}", error(text));
        }
    }

    #[test]
    fn winners_are_those_of_the_plain_solver() {
        for text in
            ["3x3", "4x4", "3x5", "5x5", "5x5 moves c3 *", "4x4 moves * *", "5x5 moves * * *"]
        {
            let expected: u64 = positions(text)
                .unwrap()
                .iter()
                .map(|position| {
                    let wins = lastknight::solve::wins(position, &mut u64::MAX.to_owned()).unwrap();
                    u64::from(wins == (position.side() == Color::White))
                })
                .sum();
            let (count, won) = solve(text, 2);
            assert_eq!((count as usize, won), (positions(text).unwrap().len(), expected), "{text}");
            assert_eq!(solve(text, 1), (count, won));
        }
        assert_eq!(solve("1x1", 3), (1, 1));
        assert_eq!(solve("5x5 moves c3 b1|d1", 1), (2, 2));
        let (job, stop) = (WinnerJob { threads: NonZeroUsize::MIN }, AtomicBool::new(true));
        assert_eq!(job.perform(&"7x7".to_owned(), &stop), None);
    }

    #[test]
    fn figures_are_exact() {
        let solved = [SolvedLine { positions: 8, won: 2 }, SolvedLine { positions: 1, won: 1 }];
        let grid = grid(["some", "one"].into_iter(), &solved);
        let cell = grid.cell("some", Some(WON_BY_FIRST)).unwrap();
        assert_eq!((cell.estimate.value, cell.count), (25.0, 8));
        assert!(cell.is_exact());
        assert_eq!(grid.lead("one", "some", None).unwrap().estimate.value, 75.0);
    }
}
