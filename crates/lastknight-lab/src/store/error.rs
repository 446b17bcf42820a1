//! What can go wrong with a store.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such file, or it cannot be looked at.
    #[error("'{}': {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// Another kind of file.
    #[error("'{}' is no store of games", .0.display())]
    Foreign(PathBuf),
    /// Made by a later version of the program.
    #[error("'{}' was made by a later version: its format is {}, and this program knows {}", .0.display(), .1, .2)]
    Newer(PathBuf, i64, i64),
    /// Its contents make no sense.
    #[error("'{}' is damaged: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// No room for more.
    #[error("'{}': the disk is full; what was finished is kept, and the same command goes on", .0.display())]
    Full(PathBuf),
    /// Another program writes to it.
    #[error("'{}': another program is writing to it", .0.display())]
    Busy(PathBuf),
    /// Something else that the database says.
    #[error("'{}': {}", .0.display(), .1)]
    Database(PathBuf, String),
    /// There is no such run.
    #[error("'{}' has no run {}", .0.display(), .1)]
    NoRun(PathBuf, i64),
    /// No thread can be started to play.
    #[error("cannot start a thread: {0}")]
    Thread(String),
}

impl StoreError {
    /// What the database says about a file.
    pub(super) fn at(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_owned();
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign(path),
            Some(ErrorCode::DatabaseCorrupt) => {
                Self::Damaged(path, "the database says so".to_owned())
            }
            Some(ErrorCode::DiskFull) => Self::Full(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(path),
            _ => Self::Database(path, error.to_string()),
        }
    }
}
