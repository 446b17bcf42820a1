//! Stores that are damaged, foreign, full or read-only: an error of one line, and never a wrong result.

use std::fs;
use std::path::Path;

use lastknight::Random;
use lastknight::game::pgn;
use lastknight_lab::{Session, Spec, Store, StoreError, open_store};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::pairs::{SPECS, pairs, spec};

/// The number of random changes, unless the environment variable CHANGES sets it.
const CHANGES: usize = 300;

/// A specification whose games have times.
fn timed() -> Spec {
    spec(SPECS[7])
}

/// Creates a store with some games.
fn fill(file: &Path) {
    let mut store = Store::open(file).expect("a store");
    let run = store.begin(&timed()).expect("a run");
    store.commit(&run, &pairs(&timed(), 1)).expect("room");
}

/// Everything in a store, as text.
fn contents(store: &Store) -> Result<String, StoreError> {
    let mut text = String::new();
    for summary in store.runs()? {
        let run = store.run(summary.id)?;
        store.each_result(&run, &mut |result| text += &format!("{result:?}\n"))?;
        store.each_game(&run, &mut |game| {
            text += &format!("{}{:?}\n", pgn::write(&game.record), game.times);
        })?;
    }
    Ok(text)
}

/// The error of opening and reading a file, if there is one.
fn message(file: &Path) -> Option<String> {
    let error = Store::open_existing(file).and_then(|store| contents(&store)).err()?;
    let message = error.to_string();
    assert!(!message.contains('\n'), "{message}");
    Some(message.replace(&file.display().to_string(), "FILE"))
}

#[test]
fn other_files_are_no_stores() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("other");
    let foreign = Some("'FILE' is no store of games");
    for bytes in [&b"x"[..], b"SQLite format 3\0", &[0; 5000], &b"a text\n".repeat(1000)] {
        fs::write(&file, bytes).expect("a file");
        assert_eq!(message(&file).as_deref(), foreign);
        assert!(matches!(Store::open(&file), Err(StoreError::Foreign(_))));
        assert_eq!(fs::read(&file).expect("a file"), bytes, "it stays as it was");
    }
    fs::remove_file(&file).expect("a file");
    let database = Connection::open(&file).expect("a database");
    database.execute_batch("CREATE TABLE pair (a); INSERT INTO pair VALUES (1)").expect("room");
    drop(database);
    let bytes = fs::read(&file).expect("a file");
    assert_eq!(message(&file).as_deref(), foreign);
    assert!(matches!(Store::open(&file), Err(StoreError::Foreign(_))));
    assert_eq!(fs::read(&file).expect("a file"), bytes, "it stays as it was");
}

#[test]
fn there_must_be_a_file() {
    let directory = TempDir::new().expect("a directory");
    let missing = directory.path().join("missing");
    assert!(matches!(Store::open_existing(&missing), Err(StoreError::File(..))));
    assert!(matches!(open_store(directory.path()), Err(StoreError::File(..))));
    assert!(matches!(Store::open_existing(directory.path()), Err(StoreError::File(..))));
    assert!(matches!(Store::open(directory.path()), Err(StoreError::File(..))));
    assert!(matches!(Store::open(&missing.join("below")), Err(StoreError::File(..))));
    // Below a file there is no directory.
    fs::write(&missing, "").expect("a file");
    assert!(matches!(Session::open(&missing.join("below")), Err(StoreError::File(..))));
}

/// An empty file is a store without games.
#[test]
fn an_empty_file_becomes_a_store() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("games.sqlite");
    fs::write(&file, "").expect("a file");
    assert_eq!(message(&file).as_deref(), Some("'FILE' is empty: there are no games in it"));
    assert_eq!(fs::metadata(&file).expect("a file").len(), 0);
    fill(&file);
    assert_eq!(message(&file), None);
}

/// A directory has one writer at a time, and any number of readers.
#[test]
fn a_directory_has_one_writer() {
    let directory = TempDir::new().expect("a directory");
    let session = Session::open(directory.path()).expect("a session");
    let mut store = Store::open(&directory.path().join("games.sqlite")).expect("a store");
    assert!(matches!(Session::open(directory.path()), Err(StoreError::Busy(_))));
    let run = store.begin(&timed()).expect("a run");
    let pairs = pairs(&timed(), 1);
    let reader = open_store(directory.path()).expect("a store");
    for (number, pair) in pairs.chunks(1).enumerate() {
        store.commit(&run, pair).expect("room");
        let mut games = 0;
        reader.each_game(&run, &mut |_| games += 1).expect("games");
        assert_eq!(games, 2 * (number + 1));
    }
    drop((session, store));
    assert!(Session::open(directory.path()).is_ok());
}

#[test]
fn other_formats_are_refused() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("games.sqlite");
    fill(&file);
    let set = |settings: &str| {
        Connection::open(&file).expect("a database").execute_batch(settings).expect("room");
    };
    set("PRAGMA user_version = 1000");
    let newer =
        "'FILE' was made by a later version: its format is 1000, but this program only knows 6";
    assert_eq!(message(&file).as_deref(), Some(newer));
    for version in [0, -1] {
        set(&format!("PRAGMA user_version = {version}"));
        let damaged = format!("'FILE' is damaged: its format is {version}");
        assert_eq!(message(&file), Some(damaged));
    }
    set("PRAGMA user_version = 6; DROP TABLE oracle");
    let damaged = "'FILE' is damaged: the table 'oracle' is not as it should be";
    assert_eq!(message(&file).as_deref(), Some(damaged));
    set("PRAGMA application_id = 1");
    assert_eq!(message(&file).as_deref(), Some("'FILE' is no store of games"));
}

/// Changed rows are named, and deleted rows are missed or played again.
#[test]
fn changed_rows_are_found() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("games.sqlite");
    for (change, expected) in [
        (
            "UPDATE pair SET won_white = 1 - won_white WHERE opening = 1 AND first = 1 AND second = 2",
            "in table pair the row with conditions = 1 AND opening = 1 AND first = 1 AND second = 2 is not what was \
             written",
        ),
        (
            "UPDATE opening SET moves = x'0001' WHERE number = 2",
            "in table opening the row with conditions = 1 AND number = 2 is not what was written",
        ),
        ("DELETE FROM opening WHERE number = 0", "opening 1 is missing"),
        (
            "UPDATE entrant SET name = 'other' WHERE number = 1",
            "in table entrant the row with run = 1 AND agent = 2 AND number = 1 is not what was written",
        ),
        (
            "DELETE FROM entrant WHERE number = 2",
            "run 1 does not have the agents of its specification",
        ),
        (
            "UPDATE agent SET copy = 1 WHERE id = 1",
            "in table agent the row with id = 1 is not what was written",
        ),
        ("UPDATE agent SET id = 7 WHERE id = 1", "table entrant refers to what is not there"),
        ("UPDATE run SET spec = '{'", "in table run the row with id = 1 is not what was written"),
        ("UPDATE conditions SET id = 2", "table run refers to what is not there"),
    ] {
        let _ = fs::remove_file(&file);
        fill(&file);
        let database = Connection::open(&file).expect("a database");
        database.execute_batch("PRAGMA foreign_keys = OFF").expect("a setting");
        database.execute_batch(change).expect("a change");
        drop(database);
        assert_eq!(message(&file), Some(format!("'FILE' is damaged: {expected}")), "{change}");
    }
}

/// A truncated store is reported as damaged, or as no store.
#[test]
fn truncated_stores_are_reported() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("games.sqlite");
    fill(&file);
    let bytes = fs::read(&file).expect("a file");
    let mut random = Random::new(3);
    let lengths =
        (0..40).map(|_| 1 + random.below(bytes.len() - 1)).chain((1..bytes.len()).step_by(4096));
    for length in lengths {
        let cut = directory.path().join("cut");
        fs::write(&cut, &bytes[..length]).expect("a file");
        let message = message(&cut).expect("a mistake");
        assert!(message.starts_with("'FILE' is "), "{length}: {message}");
    }
}

/// Whatever bytes are changed, a store is reported as damaged or reads as before. That holds for writing too.
#[test]
fn changed_bytes_are_reported() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("games.sqlite");
    fill(&file);
    let whole = contents(&Store::open_existing(&file).expect("a store")).expect("games");
    let bytes = fs::read(&file).expect("a file");
    let used: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at] != 0).collect();
    let changed = directory.path().join("changed");
    let changes =
        std::env::var("CHANGES").ok().and_then(|text| text.parse().ok()).unwrap_or(CHANGES);
    for seed in 0..changes {
        let mut random = Random::numbered(11, seed as u64);
        let mut other = bytes.clone();
        let at = match random.below(2) {
            0 => random.below(bytes.len()),
            _ => random.pick(&used).expect("there are some"),
        };
        for byte in other.iter_mut().skip(at).take(1 + random.below(3).pow(3)) {
            *byte ^= 1 << random.below(8);
        }
        fs::write(&changed, &other).expect("a file");
        match Store::open_existing(&changed).and_then(|store| contents(&store)) {
            Ok(text) => {
                let mut lines = text.lines().zip(whole.lines());
                let first = lines.find(|(now, before)| now != before);
                assert!(text == whole, "change {seed} at {at} was not noticed: {first:?}");
            }
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
        let run_on = || -> Result<(), StoreError> {
            let mut store = Store::open(&changed)?;
            let run = store.begin(&timed())?;
            store.commit(&run, &pairs(&timed(), 1))
        };
        // Writing takes longer, so it is not tested every time.
        if seed % 4 == 0
            && let Err(error) = run_on()
        {
            assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}

/// A journal that a kill left and that is damaged as well loses only its end.
#[test]
fn a_damaged_journal_loses_its_end() {
    let directory = TempDir::new().expect("a directory");
    let file = directory.path().join("games.sqlite");
    let journal = directory.path().join("games.sqlite-wal");
    let pairs = pairs(&timed(), 1);
    let mut store = Store::open(&file).expect("a store");
    let run = store.begin(&timed()).expect("a run");
    let mut states = vec![contents(&store).expect("games"), String::new()];
    for pair in pairs.chunks(1) {
        store.commit(&run, pair).expect("room");
        states.push(contents(&store).expect("games"));
    }
    // Copy both files while the store is open, as a kill leaves them.
    let (main, log) = (fs::read(&file).expect("a file"), fs::read(&journal).expect("a file"));
    assert!(!log.is_empty());
    let copy = directory.path().join("copy");
    let copy_journal = directory.path().join("copy-wal");
    for seed in 0..200 {
        let mut random = Random::numbered(12, seed);
        let mut other = log.clone();
        let at = random.below(log.len());
        match random.below(2) {
            0 => other[at] ^= 1 << random.below(8),
            _ => other.truncate(at),
        }
        fs::write(&copy, &main).expect("a file");
        fs::write(&copy_journal, &other).expect("a file");
        let _ = fs::remove_file(directory.path().join("copy-shm"));
        match Store::open_existing(&copy).and_then(|store| contents(&store)) {
            Ok(text) => {
                assert!(states.contains(&text), "change {seed} at {at} made up games:\n{text}");
            }
            Err(StoreError::Empty(_)) => {}
            Err(error) => panic!("change {seed} at {at}: {error}"),
        }
    }
}
