//! Perft: counts the games of a given length. A wrong move list gives a wrong count.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::notation::ParsePositionError;
use super::position::Position;
use super::square::Square;
use super::word::Word;
use crate::parallel;
use crate::quote::quote;

/// Returns the number of ways to play `depth` plies from a position.
///
/// The last two plies are counted without playing them. A move takes at most one square from the
/// other player, so the pairs are all combinations except those that end on the same square.
///
/// ```
/// use lastknight::{Position, Size, perft::perft};
///
/// let start = Position::new(Size::STANDARD);
/// assert_eq!(perft(&start, 4), 52_672);
/// ```
#[must_use]
pub fn perft<W: Word>(position: &Position<W>, depth: u32) -> u64 {
    let moves = position.legal_moves();
    let after = |to| position.play_unchecked(to);
    match depth {
        0 => 1,
        1 => moves.count().into(),
        2 => pairs(position),
        3 => triples(position),
        4 => moves.into_iter().map(|to| triples(&after(to))).sum(),
        _ => moves.into_iter().map(|to| perft(&after(to), depth - 1)).sum(),
    }
}

/// Number of ways to play three plies. Always inlined: calls would take most of perft's time.
#[inline(always)]
fn triples<W: Word>(position: &Position<W>) -> u64 {
    position.legal_moves().into_iter().map(|to| pairs(&position.play_unchecked(to))).sum()
}

/// Number of ways to play two plies.
#[inline(always)]
fn pairs<W: Word>(position: &Position<W>) -> u64 {
    let (ours, theirs) = (position.legal_moves(), position.moves_of(!position.side()));
    u64::from(ours.count() * theirs.count() - (ours & theirs).count())
}

/// A perft count, split by first move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Division {
    /// The total count.
    pub nodes: u64,
    /// The count after each first move, ordered by square.
    pub moves: Vec<(Square, u64)>,
}

/// Minimum number of work units per thread: enough that no thread waits long for the last one.
const UNITS_PER_THREAD: usize = 64;

/// The plies that are counted without a look at the progress: about ten milliseconds.
const PLIES_AT_ONCE: u32 = 9;

/// Counts like [`perft`], split by first move, on several threads and in the narrowest word that
/// fits the board.
///
/// Calls `progress` from any thread with the number of work units done and the total. If it breaks,
/// the count stops and the result is `None`.
pub fn divide(
    position: &Position,
    depth: u32,
    threads: NonZeroUsize,
    progress: &(dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
) -> Option<Division> {
    match position.narrow() {
        Some(narrow) => divide_in(&narrow, depth, threads, progress),
        None => divide_in(position, depth, threads, progress),
    }
}

/// A unit of work: a position a few plies on, and the index of the first move that led to it.
struct Unit<W: Word> {
    first: usize,
    position: Position<W>,
}

fn divide_in<W: Word>(
    position: &Position<W>,
    depth: u32,
    threads: NonZeroUsize,
    progress: &(dyn Fn(usize, usize) -> ControlFlow<()> + Sync),
) -> Option<Division> {
    if depth == 0 {
        return Some(Division { nodes: 1, moves: Vec::new() });
    }
    let squares: Vec<Square> = position.legal_moves().into_iter().collect();
    let after = |(first, &to)| Unit { first, position: position.play_unchecked(to) };
    let mut units: Vec<Unit<W>> = squares.iter().enumerate().map(after).collect();
    let mut depth = depth - 1;
    // Short counts are not worth splitting.
    while depth > 3 && !units.is_empty() && units.len() < UNITS_PER_THREAD * threads.get() {
        units = units.iter().flat_map(split).collect();
        depth -= 1;
    }

    let counts: Vec<AtomicU64> = squares.iter().map(|_| AtomicU64::new(0)).collect();
    let (taken, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let given_up = AtomicBool::new(false);
    let work = || {
        while let Some(unit) = units.get(taken.fetch_add(1, Ordering::Relaxed)) {
            if given_up.load(Ordering::Relaxed) {
                return;
            }
            let is_going = || {
                let is_over = progress(done.load(Ordering::Relaxed), units.len()).is_break();
                given_up.fetch_or(is_over, Ordering::Relaxed);
                !given_up.load(Ordering::Relaxed)
            };
            let count = perft_while(&unit.position, depth, &is_going);
            counts[unit.first].fetch_add(count, Ordering::Relaxed);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if progress(done, units.len()).is_break() {
                given_up.store(true, Ordering::Relaxed);
            }
        }
    };
    let helpers = threads.get().min(units.len()).saturating_sub(1);
    parallel::with_helpers(helpers, |_| work(), work);
    if given_up.into_inner() {
        return None;
    }
    let counts = counts.into_iter().map(AtomicU64::into_inner);
    let moves: Vec<_> = squares.into_iter().zip(counts).collect();
    Some(Division { nodes: moves.iter().map(|(_, nodes)| nodes).sum(), moves })
}

/// Counts as [`perft`] does, and stops soon if it should not go on; the count is not complete then.
fn perft_while<W: Word>(position: &Position<W>, depth: u32, is_going: &impl Fn() -> bool) -> u64 {
    if depth <= PLIES_AT_ONCE {
        return perft(position, depth);
    }
    let moves = position.legal_moves().into_iter().take_while(|_| is_going());
    moves.map(|to| perft_while(&position.play_unchecked(to), depth - 1, is_going)).sum()
}

fn split<W: Word>(unit: &Unit<W>) -> impl Iterator<Item = Unit<W>> {
    let &Unit { first, position } = unit;
    let moves = position.legal_moves().into_iter();
    moves.map(move |to| Unit { first, position: position.play_unchecked(to) })
}

/// A line of a perft file: a position and its counts at depth 1, 2, …
///
/// ```
/// use lastknight::perft::PerftCase;
///
/// let case: PerftCase = "3x3 ; 9 72 128".parse()?;
/// assert_eq!(case.counts, [9, 72, 128]);
/// # Ok::<(), lastknight::perft::ParseCaseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PerftCase {
    /// The position to count from.
    pub position: Position,
    /// The counts, depth 1 first.
    pub counts: Vec<u64>,
}

impl PerftCase {
    /// Reads the cases of a whole file, each with its line number from 1. Skips empty lines and
    /// lines that begin with `#`.
    pub fn read(text: &str) -> impl Iterator<Item = (usize, Result<Self, ParseCaseError>)> {
        let lines = text.lines().map(str::trim).enumerate();
        lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(i, line)| (i + 1, line.parse()))
    }
}

/// Why a line is not a perft [`PerftCase`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseCaseError {
    /// Not of the form `POSITION ; COUNT COUNT …`.
    #[error("{} is not of the form 'POSITION ; COUNT COUNT …'", quote(.0))]
    Form(String),
    /// The position is invalid.
    #[error("{0}")]
    Position(#[from] ParsePositionError),
    /// A count is not a number.
    #[error("{} is not a count", quote(.0))]
    Count(String),
}

impl FromStr for PerftCase {
    type Err = ParseCaseError;

    fn from_str(line: &str) -> Result<Self, ParseCaseError> {
        let form = || ParseCaseError::Form(line.to_owned());
        let (position, counts) = line.split_once(';').ok_or_else(form)?;
        let position = position.trim().parse()?;
        let count = |text: &str| {
            let is_number = text.bytes().all(|b| b.is_ascii_digit());
            let count = text.parse().ok().filter(|_| is_number);
            count.ok_or_else(|| ParseCaseError::Count(text.to_owned()))
        };
        let counts: Vec<u64> = counts.split_whitespace().map(count).collect::<Result<_, _>>()?;
        if counts.is_empty() { Err(form()) } else { Ok(Self { position, counts }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    const CONTINUE: fn(usize, usize) -> ControlFlow<()> = |_, _| ControlFlow::Continue(());

    #[test]
    fn any_number_of_threads_counts_the_same() {
        let start = Position::new(Size::STANDARD);
        for threads in [1, 2, 3, 7].map(|n| NonZeroUsize::new(n).unwrap()) {
            let division = divide(&start, 6, threads, &CONTINUE).unwrap();
            assert_eq!(division.nodes, 999_456);
            assert_eq!(division.moves.len(), 49);
        }
    }

    #[test]
    fn short_counts_are_defined() {
        let one = NonZeroUsize::MIN;
        let start = Position::new(Size::new(1, 1).unwrap());
        for (depth, nodes) in [(0, 1), (1, 1), (2, 0), (100, 0)] {
            assert_eq!(perft(&start, depth), nodes);
            assert_eq!(divide(&start, depth, one, &CONTINUE).unwrap().nodes, nodes);
        }
    }

    #[test]
    fn a_count_can_be_given_up() {
        let start = Position::new(Size::STANDARD);
        let threads = NonZeroUsize::new(2).unwrap();
        assert_eq!(divide(&start, 7, threads, &|_, _| ControlFlow::Break(())), None);
    }

    #[test]
    fn lines_that_are_no_cases_are_explained() {
        let error = |line: &str| line.parse::<PerftCase>().unwrap_err().to_string();
        assert_eq!(error("7x7 49"), "'7x7 49' is not of the form 'POSITION ; COUNT COUNT …'");
        assert_eq!(error("7x7 ;"), "'7x7 ;' is not of the form 'POSITION ; COUNT COUNT …'");
        assert_eq!(error("7/8 w ; 1"), "column 3: row 2 has 8 squares, but row 1 has 7");
        assert_eq!(error("7x7 ; 49 -1"), "'-1' is not a count");
        let lines: Vec<_> = PerftCase::read("# all\n\n1x1 ; 1 0\n").collect();
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].0, 3);
    }
}
