//! The tables and views of a store, and upgrades of older stores.

use std::collections::BTreeMap;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::{Store, StoreError};

/// The application id of a store: "LKni".
const APPLICATION: i64 = 0x4c4b_6e69;

/// What each version of the format adds, oldest first. A store's version is the number of steps it has.
pub(super) const STEPS: &[&str] = &[
    include_str!("schema.sql"),
    include_str!("measurements.sql"),
    include_str!("resignation.sql"),
    include_str!("history.sql"),
    include_str!("forfeits.sql"),
    include_str!("played_by.sql"),
];

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

impl Store {
    /// Checks that the store is intact and upgrades its format.
    pub(super) fn set_up(&self, steps: &[&str], access: Access) -> Result<(), StoreError> {
        self.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;")?;
        let version = self.version(steps)?;
        self.check("PRAGMA quick_check(1)")?;
        if access == Access::Write {
            // One writer and any number of readers at a time. If the machine crashes, the last pairs may be lost.
            self.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;")?;
        } else if version == 0 {
            return Err(StoreError::Empty(self.path.clone()));
        }
        let is_old = version < steps.len()
            || access == Access::Write && self.other_definition(steps, "view")?.is_some();
        if is_old {
            self.upgrade(steps).map_err(|error| match error {
                StoreError::Unwritable(path) if access == Access::Read => StoreError::Older(path),
                error => error,
            })?;
        }
        if let Some(name) = self.other_definition(steps, "table")? {
            return Err(self.damaged(format!("the table '{name}' is not as it should be")));
        }
        self.check_rows(steps)?;
        if access == Access::Read {
            self.execute("PRAGMA query_only = ON")?;
        }
        Ok(())
    }

    fn execute(&self, statements: &str) -> Result<(), StoreError> {
        self.call(|database| database.execute_batch(statements))
    }

    fn number(&self, query: &str) -> Result<i64, StoreError> {
        self.call(|database| database.query_row(query, [], |row| row.get(0)))
    }

    /// The version of the format, 0 for an empty file.
    fn version(&self, steps: &[&str]) -> Result<usize, StoreError> {
        let application = self.number("PRAGMA application_id")?;
        let version = self.number("PRAGMA user_version")?;
        let is_empty = self.number("SELECT count(*) FROM sqlite_schema")? == 0;
        match usize::try_from(version) {
            Ok(0) if is_empty && application == 0 => Ok(0),
            _ if application != APPLICATION => Err(StoreError::Foreign(self.path.clone())),
            Ok(known) if known > steps.len() => {
                Err(StoreError::Newer(self.path.clone(), version, steps.len() as i64))
            }
            Ok(version) if version > 0 => Ok(version),
            _ => Err(self.damaged(format!("its format is {version}"))),
        }
    }

    /// Checks every row, and in the small tables their indexes and references.
    fn check_rows(&self, steps: &[&str]) -> Result<(), StoreError> {
        for table in self.call(|_| definitions(&model(steps)?, "table"))?.into_keys() {
            if !["opening", "pair", "played_by"].contains(&table.as_str()) {
                self.check(&format!("PRAGMA integrity_check('{table}')"))?;
                let query = format!("SELECT count(*) FROM pragma_foreign_key_check('{table}')");
                if self.number(&query)? > 0 {
                    return Err(self.damaged(format!("table {table} refers to what is not there")));
                }
            }
            self.check_checksums(&table)?;
        }
        Ok(())
    }

    /// Runs a check of the database; any answer but "ok" means damage.
    fn check(&self, check: &str) -> Result<(), StoreError> {
        let answer: String =
            self.call(|database| database.query_row(check, [], |row| row.get(0)))?;
        if answer == "ok" {
            return Ok(());
        }
        Err(self.damaged(answer.lines().find(|line| !line.starts_with('*')).unwrap_or_default()))
    }

    /// Upgrades the store, entirely or not at all.
    fn upgrade(&self, steps: &[&str]) -> Result<(), StoreError> {
        let change = self.call(transaction)?;
        // Another process may have upgraded it meanwhile.
        let version = self.version(steps)?;
        self.call(|database| {
            // Drop our views first: a step may change the tables they show. Users' views stay.
            for name in definitions(&model(steps)?, "view")?.into_keys() {
                database.execute_batch(&format!("DROP VIEW IF EXISTS {name}"))?;
            }
            for step in steps[version..].iter().chain([&VIEWS]) {
                database.execute_batch(step)?;
            }
            database.pragma_update(None, "application_id", APPLICATION)?;
            database.pragma_update(None, "user_version", steps.len() as i64)?;
            change.commit()
        })
    }

    /// The name of a table or view that differs from the format, if there is one. Additional ones are allowed.
    fn other_definition(&self, steps: &[&str], kind: &str) -> Result<Option<String>, StoreError> {
        self.call(|database| {
            let found = definitions(database, kind)?;
            let mut wanted = definitions(&model(steps)?, kind)?.into_iter();
            Ok(wanted.find(|(name, text)| found.get(name) != Some(text)).map(|(name, _)| name))
        })
    }
}

/// Starts a transaction that may write.
pub(super) fn transaction(database: &Connection) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(database, TransactionBehavior::Immediate)
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
    use std::path::PathBuf;

    use rusqlite::OpenFlags;
    use tempfile::TempDir;

    use super::*;
    use crate::session::Session;
    use crate::spec::SpecFile;

    /// What a later version might add.
    const LATER: &str = "ALTER TABLE run ADD COLUMN note TEXT NOT NULL DEFAULT 'none';
                         ALTER TABLE run DROP COLUMN created;
                         ALTER TABLE run ADD COLUMN created TEXT NOT NULL DEFAULT '';";

    /// A store of this version in a directory, and its games.
    fn old() -> (TempDir, PathBuf, String) {
        let directory = TempDir::new().unwrap();
        let mut session = Session::open(directory.path()).unwrap();
        let spec = SpecFile::parse("games = 6\nagents = ['random', 'greedy']").unwrap();
        let mut run = session.begin(&spec.spec().unwrap()).unwrap();
        session.play(&mut run, &mut |_| {}).unwrap();
        let (path, games) = (session.store().path().to_owned(), games(session.store()));
        (directory, path, games)
    }

    fn games(store: &Store) -> String {
        let mut text = String::new();
        let run = store.run(1).unwrap();
        store.each_game(&run, &mut |game| text += &format!("{}\n", game.record.game())).unwrap();
        text
    }

    /// Opens a store like a program that knows these steps.
    fn open(
        path: &PathBuf,
        flags: OpenFlags,
        steps: &[&str],
        access: Access,
    ) -> Result<Store, StoreError> {
        let connection = Connection::open_with_flags(path, flags).unwrap();
        let store = Store { connection, path: path.clone() };
        store.set_up(steps, access)?;
        Ok(store)
    }

    #[test]
    fn older_stores_come_up_to_date() {
        let steps = [STEPS, &[LATER, "CREATE TABLE more (a INTEGER, sum INTEGER) STRICT"]].concat();
        for access in [Access::Write, Access::Read] {
            let (_directory, path, before) = old();
            for _ in 0..2 {
                let store = open(&path, OpenFlags::default(), &steps, access).unwrap();
                assert_eq!(store.version(&steps).unwrap(), steps.len());
                assert_eq!(games(&store), before);
                let note = store.connection.query_row("SELECT note FROM run", [], |row| row.get(0));
                assert_eq!(note, Ok("none".to_owned()));
                store.connection.query_row("SELECT count(*) FROM moves", [], |_| Ok(())).unwrap();
            }
            let error = Store::open(&path).err().expect("a later format is refused");
            assert!(matches!(error, StoreError::Newer(_, newer, _) if newer == steps.len() as i64));
        }
    }

    /// Games of the format before resignations stay readable.
    #[test]
    fn the_table_of_pairs_is_replaced() {
        let (_directory, path, before) = old();
        let (_, created) = STEPS[0].split_once("CREATE TABLE pair (").unwrap();
        let (columns, _) = created.split_once(") STRICT").unwrap();
        let back = format!(
            "PRAGMA legacy_alter_table = ON; ALTER TABLE pair RENAME TO later;
             CREATE TABLE pair ({columns}) STRICT, WITHOUT ROWID; INSERT INTO pair SELECT * FROM later;
             DROP TABLE later; CREATE VIEW mine AS SELECT * FROM pair; DROP TABLE history; DROP TABLE forfeit; DROP TABLE machine;
             DROP TABLE played_by; DROP TABLE measured_by; DROP TABLE worker;
             PRAGMA user_version = 2;"
        );
        Connection::open(&path).unwrap().execute_batch(&back).unwrap();
        let store = Store::open_existing(&path).unwrap();
        assert_eq!(games(&store), before);
        let count = |table: &str| store.number(&format!("SELECT count(*) FROM {table}")).unwrap();
        assert_eq!((count("pair"), count("mine")), (3, 3));
    }

    #[test]
    fn a_step_that_fails_changes_nothing() {
        let (_directory, path, before) = old();
        let steps = [STEPS, &[LATER, "INSERT INTO nowhere VALUES (1)"]].concat();
        let error = open(&path, OpenFlags::default(), &steps, Access::Write).err();
        let error = error.expect("no step is left out").to_string();
        assert!(error.ends_with("no such table: nowhere"), "{error}");
        assert_eq!(games(&Store::open_existing(&path).unwrap()), before);
    }

    #[test]
    fn where_nothing_can_be_written_older_stores_are_refused() {
        let (_directory, path, _) = old();
        let steps = [STEPS, &[LATER]].concat();
        let error = open(&path, OpenFlags::SQLITE_OPEN_READ_ONLY, &steps, Access::Read).err();
        assert!(matches!(error, Some(StoreError::Older(_))), "{error:?}");
    }
}
