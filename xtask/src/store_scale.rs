//! Measures a large store: bytes per game, and the time of each operation.
//!
//! `cargo xtask store-scale DIR 1000000` plays a million games of two random agents into a directory, unless they are
//! there, and measures one operation after another. A third argument names the one to measure; with `/usr/bin/time -v`
//! before the command, its peak memory shows too.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use lastknight_lab::{Run, Session, SpecFile, Store, open_store};

use crate::Arguments;

pub(crate) fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = arguments.collect();
    let [directory, games, rest @ ..] = &arguments[..] else {
        return Err("usage: DIR GAMES [STEP]…".into());
    };
    let directory = Path::new(directory);
    let games: usize = games.parse()?;
    let is_wanted = |name: &str| rest.is_empty() || rest.iter().any(|word| word == name);
    if is_wanted("play") {
        measured("play", || play_all(directory, games))?;
        let bytes = fs::metadata(directory.join("games.sqlite"))?.len();
        println!("{:<12}{:>9.1} a game, {bytes} in all", "bytes", bytes as f64 / games as f64);
    }
    if is_wanted("resume") {
        measured("resume", || play_all(directory, games))?;
    }
    let store = measured("open", || Ok(open_store(directory)?))?;
    let runs = store.runs()?;
    let run = store.run(runs.last().ok_or("no run")?.id)?;
    for (name, operation) in OPERATIONS.iter().filter(|(name, _)| is_wanted(name)) {
        let count = measured(name, || operation(&store, &run))?;
        println!("{:<12}{count:>9}", "");
    }
    Ok(())
}

/// An operation on a store, which returns a count.
type Operation = fn(&Store, &Run) -> Result<usize, Box<dyn Error>>;

const OPERATIONS: [(&str, Operation); 2] = [
    ("each_result", |store, run| {
        let mut wins = 0;
        store.each_result(run, &mut |result| wins += result.wins())?;
        Ok(wins)
    }),
    ("each_game", |store, run| {
        let mut plies = 0;
        store.each_game(run, &mut |game| plies += game.record.game().moves().len())?;
        Ok(plies)
    }),
];

fn play_all(directory: &Path, games: usize) -> Result<(), Box<dyn Error>> {
    let text =
        format!("games = {games}\nagents = ['random', {{ name = 'other', agent = 'random' }}]");
    let spec = SpecFile::parse(&text)?.spec()?;
    let mut session = Session::open(directory)?;
    let mut run = session.begin(&spec)?;
    session.play(&mut run, &mut |_| {})?;
    Ok(())
}

/// Prints how long a task takes.
fn measured<T>(
    name: &str,
    task: impl FnOnce() -> Result<T, Box<dyn Error>>,
) -> Result<T, Box<dyn Error>> {
    let begin = Instant::now();
    let result = task()?;
    println!("{name:<12}{:>9.3} s", begin.elapsed().as_secs_f64());
    Ok(result)
}
