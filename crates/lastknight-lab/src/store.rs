//! The store of finished pairs: an SQLite file, which other programs can read.
//!
//! Games are stored under their conditions and their two agents. A run selects the games that belong together, so runs
//! share games: another agent or more games cost only what is new.

mod checksum;
mod error;
mod forfeits;
mod games;
mod history;
mod played_by;
mod read;
mod row;
mod schema;
mod write;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io, path};

use rusqlite::{Connection, OpenFlags};

pub use error::StoreError;
pub use forfeits::StoredForfeit;
pub use games::{GameId, StoredGame};
pub use read::{PairResult, RunSummary};

use crate::spec::Spec;
use schema::Access;

/// How long to wait for another program that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// A store of games.
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// A specification in a store.
#[derive(Clone, Debug)]
pub struct Run {
    id: i64,
    conditions: i64,
    /// The agents' ids in the store, in the order of the entrants.
    agents: Vec<i64>,
    spec: Spec,
    pairings: Vec<[usize; 2]>,
    pairs: usize,
}

impl Run {
    fn new(id: i64, conditions: i64, agents: Vec<i64>, spec: Spec, pairs: usize) -> Self {
        let pairings = spec.pairings();
        Self { id, conditions, agents, spec, pairings, pairs }
    }

    /// Returns its id in the store.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.id
    }

    /// Returns the specification.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the number of pairs of games of each pairing: as requested, or up to the verdict of a sequential test.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// The agents' ids of each pairing, the smaller first, and whether the pairing has them in the other order.
    fn pairing_agents(&self) -> impl Iterator<Item = ((i64, i64), bool)> {
        self.pairings.iter().map(|players| {
            let [first, second] = players.map(|number| self.agents[number]);
            ((first.min(second), first.max(second)), first > second)
        })
    }

    /// The index of each pairing by the agents' ids, and whether the pairing has them in the other order.
    fn pairing_indices(&self) -> HashMap<(i64, i64), (usize, bool)> {
        let indices = self.pairing_agents().enumerate();
        indices.map(|(at, (agents, is_turned))| (agents, (at, is_turned))).collect()
    }

    /// The conditions and agents under which the pairs of each pairing are stored. Runs share pairs with the same key.
    pub(crate) fn pairing_keys(&self) -> impl Iterator<Item = (i64, (i64, i64))> {
        self.pairing_agents().map(|(agents, _)| (self.conditions, agents))
    }
}

impl Store {
    /// Opens a store for writing, which is created if necessary.
    ///
    /// # Errors
    /// Returns an error if it cannot be read or written, is damaged, or is no store.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let store = Self::connect(path, path, flags, Access::Write);
        if let Err(StoreError::Unwritable(path)) = &store
            && let Err(error) = fs::File::options().append(true).create(true).open(path)
        {
            // The system's message says why.
            return Err(StoreError::File(path.clone(), error));
        }
        store
    }

    /// Opens an existing store for reading. It need not be writable.
    ///
    /// # Errors
    /// Returns an error if it does not exist, cannot be read, is damaged, or is no store.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        let failure = |error| StoreError::File(path.to_owned(), error);
        let file = fs::metadata(path).map_err(failure)?;
        if file.is_dir() {
            return Err(failure(io::ErrorKind::IsADirectory.into()));
        }
        // Writable if possible, to merge the journal that a killed run leaves.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        match Self::connect(path, path, flags, Access::Read) {
            Err(error @ (StoreError::Unwritable(_) | StoreError::Full(_))) => {
                Self::open_unchanging(path, error)
            }
            store => store,
        }
    }

    /// Opens a store after an error that says that nothing can be written, not even the files that readers and writers
    /// share.
    fn open_unchanging(path: &Path, error: StoreError) -> Result<Self, StoreError> {
        let mut journal = path.as_os_str().to_owned();
        journal.push("-wal");
        if fs::metadata(journal).is_ok_and(|file| file.len() > 0) {
            return Err(match error {
                StoreError::Unwritable(path) => StoreError::Unmerged(path),
                error => error,
            });
        }
        let whole = path::absolute(path).map_err(|e| StoreError::File(path.to_owned(), e))?;
        let address = PathBuf::from(format!("{}?immutable=1", address(&whole)));
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        Self::connect(path, &address, flags, Access::Read)
    }

    /// Creates a store in memory.
    ///
    /// # Errors
    /// Returns an error if there is not enough memory.
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
        // SQLite treats a file of one byte as an empty one.
        if fs::metadata(path).is_ok_and(|file| file.len() == 1) {
            return Err(StoreError::Foreign(path.to_owned()));
        }
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(address, flags).map_err(|e| StoreError::at(path, &e))?;
        Self::with(connection, path.to_owned(), access)
    }

    fn with(connection: Connection, path: PathBuf, access: Access) -> Result<Self, StoreError> {
        let store = Self { connection, path };
        store.call(|database| database.busy_timeout(BUSY_TIMEOUT))?;
        store.set_up(schema::STEPS, access)?;
        Ok(store)
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Limits the size of the store, as if the disk were full beyond it.
    #[cfg(test)]
    pub(crate) fn limit_pages(&self, pages: usize) {
        let limit = format!("PRAGMA max_page_count = {pages}");
        self.connection.query_row(&limit, [], |_| Ok(())).expect("a limit");
    }

    /// Returns whether a path is one of the files of the store, which no other output may overwrite.
    #[must_use]
    pub fn is_own(&self, path: &Path) -> bool {
        let own = ["", "-wal", "-shm"].map(|end| {
            let mut own = self.path.canonicalize().unwrap_or_default().into_os_string();
            own.push(end);
            PathBuf::from(own)
        });
        // A path may be a link, or name a file that does not exist yet.
        let whole = path::absolute(path).unwrap_or_default();
        let directory = whole.parent().and_then(|parent| parent.canonicalize().ok());
        let name = path.file_name().unwrap_or_default();
        let paths = [path.canonicalize().ok(), directory.map(|directory| directory.join(name))];
        paths.iter().flatten().any(|path| own.contains(path))
    }

    /// Uses the database; an error names the store.
    fn call<'a, T>(
        &'a self,
        task: impl FnOnce(&'a Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        task(&self.connection).map_err(|error| StoreError::at(&self.path, &error))
    }

    /// The error that the contents are inconsistent.
    pub(crate) fn damaged(&self, what: impl Into<String>) -> StoreError {
        StoreError::Damaged(self.path.clone(), what.into())
    }
}

/// The URI of a file.
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

    /// A store on a read-only medium can be read, unless its last games are still in the journal.
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
