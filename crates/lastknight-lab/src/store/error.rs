//! What can go wrong with a store.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use rusqlite::ffi::SQLITE_IOERR_SHMSIZE;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such file, or it cannot be looked at.
    #[error("'{}': {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// Another kind of file.
    #[error("'{}' is no store of games", .0.display())]
    Foreign(PathBuf),
    /// An empty file, as it is left where a run was ended before it began.
    #[error("'{}' is empty: there are no games in it", .0.display())]
    Empty(PathBuf),
    /// Made by a later version of the program.
    #[error("'{}' was made by a later version: its format is {}, and this program knows {}", .0.display(), .1, .2)]
    Newer(PathBuf, i64, i64),
    /// Made by an earlier version of the program, where nothing can be written.
    #[error("'{}' was made by an earlier version, and cannot be written to bring it up to date", .0.display())]
    Older(PathBuf),
    /// Its contents make no sense.
    #[error("'{}' is damaged: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// No room for more.
    #[error("'{}': the disk is full; what was finished is kept, and the same command goes on", .0.display())]
    Full(PathBuf),
    /// Another program writes to it.
    #[error("'{}': another program is writing to it", .0.display())]
    Busy(PathBuf),
    /// Nothing can be written there.
    #[error("'{}' cannot be written", .0.display())]
    Unwritable(PathBuf),
    /// Its last games are in a journal that must be merged, where nothing can be written.
    #[error("'{}-wal' has games that can only be read where that file can be written", .0.display())]
    Unmerged(PathBuf),
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
        use rusqlite::Error::{
            FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType, Utf8Error,
        };
        let path = path.to_owned();
        // A definition that makes no sense may be quoted, over several lines.
        let text = || error.to_string().lines().next().unwrap_or_default().to_owned();
        let extended = error.sqlite_error().map(|error| error.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign(path),
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged(path, text()),
            Some(ErrorCode::DiskFull) => Self::Full(path),
            // The file that readers and writers share cannot grow.
            _ if extended == Some(SQLITE_IOERR_SHMSIZE) => Self::Full(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(path),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => Self::Unwritable(path),
            _ => match error {
                FromSqlConversionFailure(..)
                | IntegralValueOutOfRange(..)
                | InvalidColumnType(..)
                | Utf8Error(..) => Self::Damaged(path, "a value is of the wrong kind".to_owned()),
                _ => Self::Database(path, text()),
            },
        }
    }
}
