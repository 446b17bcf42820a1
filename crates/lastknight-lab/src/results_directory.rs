//! A results directory: the store, with reports beside it.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;

use crate::store::{Store, StoreError};

/// The file name of the store.
const STORE: &str = "games.sqlite";

/// The file that the writing program locks.
const LOCK: &str = "games.lock";

/// Creates a directory if necessary and opens its store. No other program writes to it until the lock is dropped.
pub(crate) fn open_directory(path: &Path) -> Result<(File, Store), StoreError> {
    let failure = |error| StoreError::File(path.to_owned(), error);
    fs::create_dir_all(path).map_err(failure)?;
    let lock = File::create(path.join(LOCK)).map_err(failure)?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::Busy(path.to_owned()),
        TryLockError::Error(error) => failure(error),
    })?;
    Ok((lock, Store::open(&path.join(STORE))?))
}

/// Returns whether a directory has a store.
#[must_use]
pub fn has_store(path: &Path) -> bool {
    path.join(STORE).is_file()
}

/// Opens the store of a results directory, or a store by its file name, for reading.
///
/// # Errors
/// Returns an error if there is no store, or it cannot be read.
pub fn open_store(path: &Path) -> Result<Store, StoreError> {
    let store = if path.is_dir() { path.join(STORE) } else { path.to_owned() };
    if path.is_dir() && !store.exists() {
        let why = format!("no results here: there is no {STORE}");
        let error = io::Error::new(io::ErrorKind::NotFound, why);
        return Err(StoreError::File(path.to_owned(), error));
    }
    Store::open_existing(&store)
}
