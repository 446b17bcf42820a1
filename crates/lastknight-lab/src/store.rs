//! Every finished pair of games, in a file that other programs can read: SQLite.
//!
//! A store keeps games by what they depend on, the conditions and the two agents, and a run says which of them belong
//! together. So runs that ask for the same games share them: another agent in a tournament, or more games, cost only what
//! is new.

mod error;
mod games;
mod read;
mod row;
mod schema;
mod write;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

use rusqlite::{Connection, OpenFlags};

pub use error::StoreError;
pub use games::{Round, StoredGame};
pub use read::{PairResult, RunSummary};

use crate::spec::Spec;
use schema::Access;

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// A store of games.
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// A specification that a store knows, so that its games can be kept.
#[derive(Clone, Debug)]
pub struct Run {
    id: i64,
    conditions: i64,
    /// The agents' numbers in the store, in the order of the entrants.
    agents: Vec<i64>,
    spec: Spec,
    /// How many openings count: fewer than were asked for where a sequential test is over.
    pairs: usize,
}

impl Run {
    /// Its number in the store.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.id
    }

    /// What is to be played.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How many pairs of games each pairing has in the end: those that were asked for, or those up to the verdict of a
    /// sequential test.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// The place of each pairing in the list of pairings, by the agents' numbers in the store, and whether the list has
    /// them in the other order.
    fn places(&self) -> HashMap<(i64, i64), (usize, bool)> {
        let place = |(at, [first, second]): (usize, [usize; 2])| {
            let (first, second) = (self.agents[first], self.agents[second]);
            ((first.min(second), first.max(second)), (at, first > second))
        };
        self.spec.pairings().into_iter().enumerate().map(place).collect()
    }
}

impl Store {
    /// Opens a store to add games, or makes one where there is no such file.
    ///
    /// # Errors
    /// Where it cannot be read or written, is damaged, or is no store.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        Self::connect(path, path, flags, Access::Write).map_err(|error| match error {
            // The system knows better why.
            StoreError::Unwritable(path) => {
                match fs::File::options().append(true).create(true).open(&path) {
                    Ok(_) => StoreError::Unwritable(path),
                    Err(error) => StoreError::File(path, error),
                }
            }
            error => error,
        })
    }

    /// Opens a store that must be there, to look at its games. Where nothing can be written, that does not matter.
    ///
    /// # Errors
    /// Where it is not there, cannot be read, is damaged, or is no store.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        let failure = |error| StoreError::File(path.to_owned(), error);
        let file = fs::metadata(path).map_err(failure)?;
        if file.is_dir() {
            return Err(failure(io::ErrorKind::IsADirectory.into()));
        }
        // So that the journal is merged where a run was ended with a kill.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        match Self::connect(path, path, flags, Access::Read) {
            Err(error @ (StoreError::Unwritable(_) | StoreError::Full(_))) => {
                Self::open_unchanging(path, error)
            }
            store => store,
        }
    }

    /// Opens a store where nothing can be written, as an error says, not even the files by which readers and writers
    /// agree.
    fn open_unchanging(path: &Path, error: StoreError) -> Result<Self, StoreError> {
        let mut journal = path.as_os_str().to_owned();
        journal.push("-wal");
        if fs::metadata(journal).is_ok_and(|file| file.len() > 0) {
            return Err(match error {
                StoreError::Unwritable(path) => StoreError::Unmerged(path),
                error => error,
            });
        }
        let whole =
            std::path::absolute(path).map_err(|error| StoreError::File(path.to_owned(), error))?;
        let address = PathBuf::from(format!("{}?immutable=1", address(&whole)));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        Self::connect(path, &address, flags, Access::Read)
    }

    /// A store that is gone with the program.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        let path = PathBuf::from("memory");
        let connection = Connection::open_in_memory().map_err(|e| StoreError::at(&path, &e))?;
        Self::with(connection, path, Access::Write)
    }

    fn connect(
        path: &Path,
        address: &Path,
        flags: OpenFlags,
        access: Access,
    ) -> Result<Self, StoreError> {
        // The database takes a file of one byte for an empty one.
        if fs::metadata(path).is_ok_and(|file| file.len() == 1) {
            return Err(StoreError::Foreign(path.to_owned()));
        }
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(address, flags).map_err(|e| StoreError::at(path, &e))?;
        Self::with(connection, path.to_owned(), access)
    }

    fn with(mut connection: Connection, path: PathBuf, access: Access) -> Result<Self, StoreError> {
        connection.busy_timeout(PATIENCE).map_err(|error| StoreError::at(&path, &error))?;
        schema::set_up(&mut connection, &path, schema::STEPS, access)?;
        Ok(Self { connection, path })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets the store grow to so many pages, as if the disk were full then.
    #[cfg(test)]
    pub(crate) fn limit_pages(&self, pages: usize) {
        let limit = format!("PRAGMA max_page_count = {pages}");
        self.connection.query_row(&limit, [], |_| Ok(())).expect("a limit");
    }

    /// Whether a file is one of those that the store is made of, which nobody else may write to.
    #[must_use]
    pub fn is_own(&self, path: &Path) -> bool {
        let Ok(store) = self.path.canonicalize() else {
            return false;
        };
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let directory = directory.unwrap_or(Path::new(".")).canonicalize();
        let is_beside = directory.is_ok_and(|directory| store.parent() == Some(&directory));
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let (own, other) = (name(&store).unwrap_or_default(), name(path).unwrap_or_default());
        let is_named =
            other.strip_prefix(&own).is_some_and(|end| ["", "-wal", "-shm"].contains(&end));
        is_beside && is_named || path.canonicalize().is_ok_and(|path| path == store)
    }

    /// What went wrong, as a user should hear of it.
    fn failure(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::at(&self.path, error)
    }

    /// That the contents make no sense.
    fn damaged(&self, what: impl Into<String>) -> StoreError {
        StoreError::Damaged(self.path.clone(), what.into())
    }
}

/// A file as the database names it where it is told how to open it.
fn address(path: &Path) -> String {
    let mut text = "file://".to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' => text.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => text.push(byte.into()),
            _ => text += &format!("%{byte:02x}"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::spec::SpecFile;

    /// Where nothing can be written a store is read as it stands, unless its last games are in the journal.
    #[test]
    fn a_store_is_read_where_nothing_can_be_written() {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("a b%41?c#d é.sqlite");
        let mut store = Store::open(&path).unwrap();
        let spec = SpecFile::parse("games = 2\nagents = ['random', 'greedy']").unwrap();
        store.begin(&spec.spec().unwrap()).unwrap();
        let open = || Store::open_unchanging(&path, StoreError::Unwritable(path.clone()));
        assert!(matches!(open(), Err(StoreError::Unmerged(_))));
        drop(store);
        let store = open().unwrap();
        assert_eq!(store.runs().unwrap().len(), 1);
        assert_eq!(store.path(), path);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
