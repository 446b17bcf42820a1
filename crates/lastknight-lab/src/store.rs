//! Every finished pair of games, in a file that other programs can read: SQLite.
//!
//! A store keeps games by what they depend on, the conditions and the two agents, and a run says which of them belong
//! together. So runs that ask for the same games share them: another agent in a tournament, or more games, cost only what
//! is new.

mod error;
mod games;
mod read;
mod schema;
mod write;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

pub use error::StoreError;
pub use games::{Round, StoredGame};
pub use read::{PairResult, RunSummary};

use crate::spec::Spec;

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
    /// Opens a store, or makes one where there is no such file.
    ///
    /// # Errors
    /// Where it cannot be read or written, is damaged, or is no store.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that must be there.
    ///
    /// # Errors
    /// Where it is not there, cannot be read, is damaged, or is no store.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        std::fs::metadata(path).map_err(|error| StoreError::File(path.to_owned(), error))?;
        Self::with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// A store that is gone with the program.
    ///
    /// # Errors
    /// Where there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        let path = PathBuf::from("memory");
        let connection = Connection::open_in_memory().map_err(|e| StoreError::at(&path, &e))?;
        Self::prepare(connection, path)
    }

    fn with_flags(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(path, flags).map_err(|e| StoreError::at(path, &e))?;
        Self::prepare(connection, path.to_owned())
    }

    fn prepare(connection: Connection, path: PathBuf) -> Result<Self, StoreError> {
        let mut store = Self { connection, path };
        let set = store.connection.busy_timeout(PATIENCE);
        set.map_err(|error| store.failure(&error))?;
        schema::bring_up_to_date(&mut store)?;
        Ok(store)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What went wrong, as a user should hear of it.
    fn failure(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::at(&self.path, error)
    }
}
