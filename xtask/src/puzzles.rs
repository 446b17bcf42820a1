//! The puzzles of the page: `cargo xtask puzzles 400 1` writes `web/puzzles.json` of the server.
//!
//! The same number and seed give the same file on every machine. The puzzles are shared out evenly over the levels, and
//! in fixed shares over the boards. No two are images of each other.

use std::collections::HashSet;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use lastknight::oracle::{Level, Puzzle, PuzzleMine};
use lastknight::{Control, Size};

use crate::{Arguments, parallel};

/// The boards, and the percentage of puzzles on each.
const BOARDS: [(&str, usize); 5] =
    [("5x5", 12), ("6x6", 18), ("7x7", 42), ("8x8", 15), ("9x9", 13)];

/// The games that are searched together, and at most for each puzzle.
const BATCH: usize = 64;
const MOST_GAMES: usize = 60;

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let (Some(count), Some(seed)) = (arguments.next(), arguments.next()) else {
        return Err("usage: COUNT SEED".into());
    };
    let (count, seed): (usize, u64) = (count.parse()?, seed.parse()?);
    let mut puzzles = Vec::new();
    for (board, share) in BOARDS {
        puzzles.extend(mined(board.parse()?, seed, count * share / 100));
    }
    for level in Level::ALL {
        println!("{level:<8}{:>5}", puzzles.iter().filter(|p| p.level() == level).count());
    }
    let text = written(seed, &puzzles);
    println!("{:<8}{:>5}, {} bytes", "all", puzzles.len(), text.len());
    Ok(fs::write(path(), text)?)
}

fn path() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("../crates/lastknight-server/web/puzzles.json")
}

/// Returns puzzles of a board, as many of each level if there are.
fn mined(size: Size, seed: u64, count: usize) -> Vec<Puzzle> {
    let mine = PuzzleMine::new(size, seed);
    let most = count.div_ceil(Level::ALL.len());
    let (mut seen, mut puzzles) = (HashSet::new(), Vec::<Puzzle>::new());
    let mut games = 0;
    while puzzles.len() < most * Level::ALL.len() && games < MOST_GAMES * count {
        let batch = parallel::map(BATCH, |i| mine.puzzle((games + i) as u64, None, Control::new()));
        games += BATCH;
        for puzzle in batch.into_iter().flatten() {
            let of_level = puzzles.iter().filter(|other| other.level() == puzzle.level()).count();
            if of_level < most && seen.insert(puzzle.position().canonical().0) {
                puzzles.push(puzzle);
            }
        }
    }
    let of = |level| puzzles.iter().filter(|puzzle| puzzle.level() == level).count();
    println!("{size}: {} of {games} games, by level {:?}", puzzles.len(), Level::ALL.map(of));
    puzzles.sort_by_key(Puzzle::rating);
    puzzles
}

/// Returns the file: for each level its puzzles, each as position, winning move, depth (0 if none), plies and rating.
fn written(seed: u64, puzzles: &[Puzzle]) -> String {
    let mut text = format!("{{\"seed\":{seed},\"levels\":{{");
    for (at, level) in Level::ALL.into_iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\n\"{level}\":[");
        for (at, puzzle) in puzzles.iter().filter(|puzzle| puzzle.level() == level).enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let _ = write!(text, "{comma}\n{}", row(puzzle));
        }
        text.push(']');
    }
    text.push_str("}}\n");
    text
}

fn row(puzzle: &Puzzle) -> String {
    let (position, depth, plies) = (puzzle.position(), puzzle.depth().unwrap_or(0), puzzle.plies());
    let best = position.size().name(puzzle.best());
    format!("[\"{position}\",\"{best}\",{depth},{plies},{}]", puzzle.rating())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use lastknight::Position;

    use super::*;

    /// The rows of the file, each with its level.
    fn rows() -> Vec<(Level, String)> {
        let text = fs::read_to_string(path()).unwrap();
        let mut level = Level::Easy;
        let mut rows = Vec::new();
        for line in text.lines() {
            if let Some(name) = line.strip_prefix('"') {
                level = name.split('"').next().unwrap().parse().unwrap();
            } else if line.starts_with("[\"") {
                rows.push((level, line.trim_end_matches(['}', ',']).to_owned()));
            }
        }
        let trimmed = |(level, row): (Level, String)| (level, row.replace("]]", "]"));
        rows.into_iter().map(trimmed).collect()
    }

    /// Every position has one winning move; as many as the time allows are solved, the first and the last included.
    #[test]
    fn the_puzzles_of_the_page_are_true() {
        let rows = rows();
        assert!(rows.len() >= 200, "{}", rows.len());
        let begin = Instant::now();
        let mut checked = 0;
        // A step that has no factor in common with the number visits all of them, from every level.
        let step = (rows.len() / 3..).find(|step| is_coprime(*step, rows.len())).unwrap();
        for at in (0..rows.len()).map(|i| i * step % rows.len()) {
            if begin.elapsed() > Duration::from_secs(15) {
                break;
            }
            let (level, text) = &rows[at];
            let position: Position = text.split('"').nth(1).unwrap().parse().unwrap();
            let puzzle = Puzzle::of(&position, Control::new()).expect(text);
            assert_eq!((puzzle.level(), &row(&puzzle)), (*level, text));
            checked += 1;
        }
        assert!(checked > 20, "{checked}");
    }

    fn is_coprime(a: usize, b: usize) -> bool {
        if b == 0 { a == 1 } else { is_coprime(b, a % b) }
    }

    #[test]
    fn no_two_puzzles_are_the_same() {
        let mut seen = HashSet::new();
        for (_, text) in rows() {
            let position: Position = text.split('"').nth(1).unwrap().parse().unwrap();
            assert!(seen.insert(position.canonical().0), "{text}");
        }
    }
}
