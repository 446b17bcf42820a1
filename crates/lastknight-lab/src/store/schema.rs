//! The tables and views of a store, and how older stores come by them.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;

/// What tells a store from other databases: "LKni".
const APPLICATION: i64 = 0x4c4b_6e69;

/// What each version of the format adds, oldest first. A store has the number of those it has seen.
pub(super) const STEPS: &[&str] = &[include_str!("schema.sql")];

/// The views, made anew whenever the format changes.
const VIEWS: &str = include_str!("views.sql");

/// What a store is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// To add games; one that is not there is made.
    Write,
    /// To look at what is there.
    Read,
}

/// Checks that a connection leads to a store that is sound, and adds what its version lacks.
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
    check(connection, path)?;
    if access == Access::Write {
        // A writer and any number of readers at a time; after a crash of the machine, the last pairs may be missing.
        let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";
        connection.execute_batch(settings).map_err(failure)?;
    } else if version == 0 {
        return Err(StoreError::Empty(path.to_owned()));
    }
    if version < steps.len() {
        upgrade(connection, path, steps).map_err(|error| match error {
            StoreError::Unwritable(path) if access == Access::Read => StoreError::Older(path),
            error => error,
        })?;
    }
    check_definitions(connection, path, steps)?;
    if access == Access::Read {
        connection.execute_batch("PRAGMA query_only = ON").map_err(failure)?;
    }
    Ok(())
}

/// The version of a store's format, 0 where there is nothing yet.
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

/// Looks at every page: whether it is where it belongs and can be read.
fn check(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let answer = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get::<_, String>(0))
        .map_err(|error| StoreError::at(path, &error))?;
    if answer == "ok" {
        return Ok(());
    }
    let what = answer.lines().find(|line| !line.starts_with('*')).unwrap_or_default();
    Err(StoreError::Damaged(path.to_owned(), what.to_owned()))
}

/// Adds what a store lacks: all of it or nothing.
fn upgrade(connection: &mut Connection, path: &Path, steps: &[&str]) -> Result<(), StoreError> {
    let failure = |error| StoreError::at(path, &error);
    let change = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let change = change.map_err(failure)?;
    // Somebody else may have been faster.
    let version = version(&change, path, steps)?;
    for step in &steps[version..] {
        change.execute_batch(step).map_err(failure)?;
    }
    change.execute_batch(VIEWS).map_err(failure)?;
    let (application, version) = (APPLICATION, steps.len());
    let marks = format!("PRAGMA application_id = {application}; PRAGMA user_version = {version};");
    change.execute_batch(&marks).map_err(failure)?;
    change.commit().map_err(failure)
}

/// Checks that tables and views are those of the format. There may be others besides.
fn check_definitions(
    connection: &Connection,
    path: &Path,
    steps: &[&str],
) -> Result<(), StoreError> {
    let compare = || -> rusqlite::Result<Option<String>> {
        let model = Connection::open_in_memory()?;
        steps.iter().chain([&VIEWS]).try_for_each(|step| model.execute_batch(step))?;
        let found = definitions(connection)?;
        let mut wanted = definitions(&model)?.into_iter();
        Ok(wanted.find(|(name, text)| found.get(name) != Some(text)).map(|(name, _)| name))
    };
    match compare().map_err(|error| StoreError::at(path, &error))? {
        None => Ok(()),
        Some(name) => {
            let what = format!("'{name}' is not defined as it should be");
            Err(StoreError::Damaged(path.to_owned(), what))
        }
    }
}

/// The definitions of tables and views, by name.
fn definitions(connection: &Connection) -> rusqlite::Result<BTreeMap<String, String>> {
    let query = "SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view')";
    let mut statement = connection.prepare(query)?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
