//! The tables and views of a store, and upgrades of older stores.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::{StoreError, sum};

/// The application id of a store: "LKni".
const APPLICATION: i64 = 0x4c4b_6e69;

/// What each version of the format adds, oldest first. A store's version is the number of steps it
/// has.
pub(super) const STEPS: &[&str] = &[include_str!("schema.sql"), include_str!("measurements.sql")];

/// The views, recreated in a store where they differ.
const VIEWS: &str = include_str!("views.sql");

/// What a store is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Adding games; a missing store is created.
    Write,
    /// Reading.
    Read,
}

/// Checks that a connection leads to an intact store and upgrades its format.
pub(super) fn set_up(
    connection: &mut Connection,
    path: &Path,
    steps: &[&str],
    access: Access,
) -> Result<(), StoreError> {
    let failure = |error| StoreError::at(path, &error);
    let careful = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;";
    connection.execute_batch(careful).map_err(failure)?;
    let version = version(connection, path, steps)?;
    check_pages(connection, path)?;
    if access == Access::Write {
        // One writer and any number of readers at a time. If the machine crashes, the last pairs
        // may be lost.
        let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";
        connection.execute_batch(settings).map_err(failure)?;
    } else if version == 0 {
        return Err(StoreError::Empty(path.to_owned()));
    }
    let is_old = version < steps.len()
        || access == Access::Write && other_definition(connection, path, steps, "view")?.is_some();
    if is_old {
        upgrade(connection, path, steps).map_err(|error| match error {
            StoreError::Unwritable(path) if access == Access::Read => StoreError::Older(path),
            error => error,
        })?;
    }
    if let Some(name) = other_definition(connection, path, steps, "table")? {
        let what = format!("the table '{name}' is not as it should be");
        return Err(StoreError::Damaged(path.to_owned(), what));
    }
    check_rows(connection, path, steps)?;
    if access == Access::Read {
        connection.execute_batch("PRAGMA query_only = ON").map_err(failure)?;
    }
    Ok(())
}

/// The version of a store's format, 0 for an empty file.
fn version(connection: &Connection, path: &Path, steps: &[&str]) -> Result<usize, StoreError> {
    let number = |query: &str| {
        let number = connection.query_row(query, [], |row| row.get::<_, i64>(0));
        number.map_err(|error| StoreError::at(path, &error))
    };
    let application = number("PRAGMA application_id")?;
    let version = number("PRAGMA user_version")?;
    let is_empty = number("SELECT count(*) FROM sqlite_schema")? == 0;
    match usize::try_from(version) {
        Ok(0) if is_empty && application == 0 => Ok(0),
        _ if application != APPLICATION => Err(StoreError::Foreign(path.to_owned())),
        Ok(version) if version > steps.len() => {
            Err(StoreError::Newer(path.to_owned(), version as i64, steps.len() as i64))
        }
        Ok(version) if version > 0 => Ok(version),
        _ => Err(StoreError::Damaged(path.to_owned(), format!("its format is {version}"))),
    }
}

/// Checks that every page is in place and readable.
fn check_pages(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    ask(connection, path, "PRAGMA quick_check(1)")
}

/// Checks that every row is as written. In the small tables, also their indexes and references.
fn check_rows(connection: &Connection, path: &Path, steps: &[&str]) -> Result<(), StoreError> {
    let tables = model(steps).and_then(|model| definitions(&model, "table"));
    for (table, _) in tables.map_err(|error| StoreError::at(path, &error))? {
        if !["opening", "pair"].contains(&table.as_str()) {
            ask(connection, path, &format!("PRAGMA integrity_check('{table}')"))?;
            let query = format!("SELECT count(*) FROM pragma_foreign_key_check('{table}')");
            let lost = connection.query_row(&query, [], |row| row.get::<_, i64>(0));
            if lost.map_err(|error| StoreError::at(path, &error))? > 0 {
                let what = format!("table {table} refers to what is not there");
                return Err(StoreError::Damaged(path.to_owned(), what));
            }
        }
        sum::check(connection, path, &table)?;
    }
    Ok(())
}

/// Runs a check of the database; any answer but "ok" means damage.
fn ask(connection: &Connection, path: &Path, check: &str) -> Result<(), StoreError> {
    let answer = connection
        .query_row(check, [], |row| row.get::<_, String>(0))
        .map_err(|error| StoreError::at(path, &error))?;
    if answer == "ok" {
        return Ok(());
    }
    let what = answer.lines().find(|line| !line.starts_with('*')).unwrap_or_default();
    Err(StoreError::Damaged(path.to_owned(), what.to_owned()))
}

/// Upgrades a store, entirely or not at all.
fn upgrade(connection: &mut Connection, path: &Path, steps: &[&str]) -> Result<(), StoreError> {
    let failure = |error| StoreError::at(path, &error);
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let change = change.map_err(failure)?;
    // Another process may have upgraded it meanwhile.
    let version = version(&change, path, steps)?;
    // Drop our views first: a step may change the tables they show. Users' views stay.
    for (name, _) in definitions(&model(steps).map_err(failure)?, "view").map_err(failure)? {
        change.execute_batch(&format!("DROP VIEW IF EXISTS {name}")).map_err(failure)?;
    }
    for step in steps[version..].iter().chain([&VIEWS]) {
        change.execute_batch(step).map_err(failure)?;
    }
    let (application, version) = (APPLICATION, steps.len());
    let marks = format!("PRAGMA application_id = {application}; PRAGMA user_version = {version};");
    change.execute_batch(&marks).map_err(failure)?;
    change.commit().map_err(failure)
}

/// The name of a table or view that differs from the format, if there is one. Additional ones are
/// allowed.
fn other_definition(
    connection: &Connection,
    path: &Path,
    steps: &[&str],
    kind: &str,
) -> Result<Option<String>, StoreError> {
    let compare = || -> rusqlite::Result<Option<String>> {
        let found = definitions(connection, kind)?;
        let mut wanted = definitions(&model(steps)?, kind)?.into_iter();
        Ok(wanted.find(|(name, text)| found.get(name) != Some(text)).map(|(name, _)| name))
    };
    compare().map_err(|error| StoreError::at(path, &error))
}

/// A new database of this format, in memory.
fn model(steps: &[&str]) -> rusqlite::Result<Connection> {
    let model = Connection::open_in_memory()?;
    steps.iter().chain([&VIEWS]).try_for_each(|step| model.execute_batch(step))?;
    Ok(model)
}

/// The definitions of tables or views, by name.
fn definitions(connection: &Connection, kind: &str) -> rusqlite::Result<BTreeMap<String, String>> {
    let query = "SELECT name, sql FROM sqlite_schema WHERE type = ?";
    let mut statement = connection.prepare(query)?;
    statement.query_map([kind], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::atomic::AtomicBool;

    use tempfile::TempDir;

    use super::*;
    use crate::spec::SpecFile;
    use crate::store::Store;

    /// What a later version might add.
    const LATER: &str = "ALTER TABLE run ADD COLUMN note TEXT NOT NULL DEFAULT 'none';
                         ALTER TABLE run DROP COLUMN created;
                         ALTER TABLE run ADD COLUMN created TEXT NOT NULL DEFAULT '';";

    /// A directory with a store of this version, and its games.
    fn old() -> (TempDir, String) {
        let directory = TempDir::new().unwrap();
        let mut store = Store::open(&directory.path().join("games")).unwrap();
        let spec = SpecFile::parse("games = 6\nagents = ['random', 'greedy']").unwrap();
        let mut run = store.begin(&spec.spec().unwrap()).unwrap();
        let (one, stop) = (NonZeroUsize::MIN, AtomicBool::new(false));
        crate::runner::play(&mut store, &mut run, one, &stop, &mut |_| {}).unwrap();
        let games = games(&store);
        (directory, games)
    }

    fn games(store: &Store) -> String {
        let mut text = String::new();
        let run = store.run(1).unwrap();
        store.each_game(&run, &mut |game| text += &format!("{}\n", game.record.game())).unwrap();
        text
    }

    /// Opens a store like a program that knows these steps.
    fn open(path: &Path, steps: &[&str], access: Access) -> Result<Store, StoreError> {
        let mut connection = Connection::open(path).unwrap();
        set_up(&mut connection, path, steps, access)?;
        Ok(Store { connection, path: path.to_owned() })
    }

    #[test]
    fn older_stores_come_up_to_date() {
        let steps = [STEPS, &[LATER, "CREATE TABLE more (a INTEGER, sum INTEGER) STRICT"]].concat();
        for access in [Access::Write, Access::Read] {
            let (directory, before) = old();
            let path = directory.path().join("games");
            for _ in 0..2 {
                let store = open(&path, &steps, access).unwrap();
                assert_eq!(version(&store.connection, &path, &steps).unwrap(), steps.len());
                assert_eq!(games(&store), before);
                let note = store.connection.query_row("SELECT note FROM run", [], |row| row.get(0));
                assert_eq!(note, Ok("none".to_owned()));
                store.connection.query_row("SELECT count(*) FROM moves", [], |_| Ok(())).unwrap();
            }
            let Err(error) = Store::open(&path) else {
                panic!("a later format was opened");
            };
            assert!(matches!(error, StoreError::Newer(_, newer, _) if newer == steps.len() as i64));
        }
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let (directory, before) = old();
        let path = directory.path().join("games");
        let steps = [STEPS, &[LATER, "INSERT INTO nowhere VALUES (1)"]].concat();
        let Err(error) = open(&path, &steps, Access::Write) else {
            panic!("a step was left out");
        };
        assert!(error.to_string().ends_with("no such table: nowhere"), "{error}");
        assert_eq!(games(&Store::open_existing(&path).unwrap()), before);
    }

    #[test]
    fn where_nothing_can_be_written_older_stores_are_refused() {
        let (directory, _) = old();
        let path = directory.path().join("games");
        let steps = [STEPS, &[LATER]].concat();
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let mut connection = Connection::open_with_flags(&path, flags).unwrap();
        let end = set_up(&mut connection, &path, &steps, Access::Read);
        assert!(matches!(end, Err(StoreError::Older(_))), "{end:?}");
    }
}
