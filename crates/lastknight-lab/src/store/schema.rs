//! The tables and views of a store, and how older stores come by them.

use rusqlite::TransactionBehavior;

use super::{Store, StoreError};

/// What tells a store from other databases: "LKni".
const APPLICATION: i64 = 0x4c4b_6e69;

/// What each version of the format adds, oldest first. A store has the number of those it has seen.
const MIGRATIONS: [&str; 1] = [include_str!("schema.sql")];

/// The views, made anew whenever the format changes.
const VIEWS: &str = include_str!("views.sql");

/// The newest format.
const NEWEST: i64 = MIGRATIONS.len() as i64;

/// Checks that a store is one, sets it up, and adds what its version lacks.
pub(super) fn bring_up_to_date(store: &mut Store) -> Result<(), StoreError> {
    let path = store.path.clone();
    let failure = |error| StoreError::at(&path, &error);
    let number = |store: &Store, name: &str| {
        store.connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0))
    };
    let tables = "SELECT count(*) FROM sqlite_schema";
    let is_empty = store.connection.query_row(tables, [], |row| row.get::<_, i64>(0));
    let is_empty = is_empty.map_err(failure)? == 0;
    if !is_empty && number(store, "application_id").map_err(failure)? != APPLICATION {
        return Err(StoreError::Foreign(path));
    }
    let version = number(store, "user_version").map_err(failure)?;
    if version > NEWEST {
        return Err(StoreError::Newer(path, version, NEWEST));
    }
    let answer = store.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    match answer.map_err(failure)? {
        answer if answer == "ok" => {}
        answer => {
            let answer: String = answer;
            return Err(StoreError::Damaged(path, answer.replace('\n', "; ")));
        }
    }
    // A writer and any number of readers at a time; after a crash of the machine, the last pairs may be missing.
    let settings = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";
    store.connection.execute_batch(settings).map_err(failure)?;
    if version < NEWEST {
        upgrade(store, version)?;
    }
    Ok(())
}

fn upgrade(store: &mut Store, version: i64) -> Result<(), StoreError> {
    let path = store.path.clone();
    let failure = |error| StoreError::at(&path, &error);
    let change = store.connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let change = change.map_err(failure)?;
    for migration in &MIGRATIONS[version as usize..] {
        change.execute_batch(migration).map_err(failure)?;
    }
    let mut views =
        change.prepare("SELECT name FROM sqlite_schema WHERE type = 'view'").map_err(failure)?;
    let names: Result<Vec<String>, _> =
        views.query_map([], |row| row.get(0)).map_err(failure)?.collect();
    drop(views);
    for name in names.map_err(failure)? {
        change.execute_batch(&format!("DROP VIEW \"{name}\"")).map_err(failure)?;
    }
    change.execute_batch(VIEWS).map_err(failure)?;
    let marks = format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {NEWEST};");
    change.execute_batch(&marks).map_err(failure)?;
    change.commit().map_err(failure)
}
