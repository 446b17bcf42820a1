//! A directory of results: the store, and the reports beside it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::store::{Store, StoreError};

/// The store's name in its directory.
const STORE: &str = "games.sqlite";

/// What tells others that somebody is writing.
const LOCK: &str = "games.lock";

/// A directory of results that this program may write to, alone, as long as this lives.
pub struct ResultsDirectory {
    path: PathBuf,
    _lock: File,
}

impl ResultsDirectory {
    /// Makes the directory where there is none, and keeps others from writing to it.
    ///
    /// # Errors
    /// Where it cannot be made or written, or somebody else writes to it.
    pub fn create(path: &Path) -> Result<Self, StoreError> {
        let failure = |error| StoreError::File(path.to_owned(), error);
        fs::create_dir_all(path).map_err(failure)?;
        let lock = File::create(path.join(LOCK)).map_err(failure)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Busy(path.to_owned())),
            Err(TryLockError::Error(error)) => Err(failure(error)),
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its store, made where there is none.
    ///
    /// # Errors
    /// Where it cannot be used.
    pub fn store(&self) -> Result<Store, StoreError> {
        Store::open(&self.path.join(STORE))
    }
}

/// Whether a directory is one of results.
#[must_use]
pub fn has_store(path: &Path) -> bool {
    path.join(STORE).is_file()
}

/// The store of a directory of results, or the one with this name, to read.
///
/// # Errors
/// Where there is none, or it cannot be used.
pub fn open_store(path: &Path) -> Result<Store, StoreError> {
    if !path.is_dir() {
        return Store::open_existing(path);
    }
    let store = path.join(STORE);
    if !store.exists() {
        let why = format!("no results here: there is no {STORE}");
        let error = io::Error::new(io::ErrorKind::NotFound, why);
        return Err(StoreError::File(path.to_owned(), error));
    }
    Store::open_existing(&store)
}
