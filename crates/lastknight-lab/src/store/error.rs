//! Errors of the store.

use std::io;
use std::path::{Path, PathBuf};

use lastknight::quote::quote;
use rusqlite::ErrorCode;
use rusqlite::ffi::SQLITE_IOERR_SHMSIZE;

use crate::work::WorkError;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file does not exist or cannot be accessed.
    #[error("'{}': {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// The file is not a store.
    #[error("'{}' is no store of games", .0.display())]
    Foreign(PathBuf),
    /// An empty file, as left by a run that was killed before it began.
    #[error("'{}' is empty: there are no games in it", .0.display())]
    Empty(PathBuf),
    /// Created by a later version of the program.
    #[error("'{}' was made by a later version: its format is {}, but this program only knows {}", .0.display(), .1, .2)]
    Newer(PathBuf, i64, i64),
    /// Created by an earlier version of the program, and not writable.
    #[error("'{}' was made by an earlier version and cannot be written, so it cannot be upgraded", .0.display())]
    Older(PathBuf),
    /// The contents are inconsistent.
    #[error("'{}' is damaged: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// The disk is full.
    #[error("'{}': the disk is full; finished pairs are stored, and the same command continues", .0.display())]
    Full(PathBuf),
    /// Another program is writing to it.
    #[error("'{}': another program is writing to it", .0.display())]
    Busy(PathBuf),
    /// The store is not writable.
    #[error("'{}' cannot be written", .0.display())]
    Unwritable(PathBuf),
    /// The last games are in a journal that must be merged, and the store is not writable.
    #[error("'{}-wal' has games that can only be read if that file can be written", .0.display())]
    Unmerged(PathBuf),
    /// Any other database error.
    #[error("'{}': {}", .0.display(), .1)]
    Database(PathBuf, String),
    /// The run does not exist.
    #[error("'{}' has no run {}", .0.display(), .1)]
    NoRun(PathBuf, i64),
    /// An agent of the run is not one of this program's.
    #[error("this program does not have the agent {}: its games can be read, not continued", quote(.0))]
    AbsentAgent(String),
    /// The workers cannot go on.
    #[error(transparent)]
    Work(#[from] WorkError),
}

impl StoreError {
    /// Converts a database error.
    pub(super) fn at(path: &Path, error: &rusqlite::Error) -> Self {
        use rusqlite::Error as E;
        let path = path.to_owned();
        // The message may quote an invalid definition over several lines.
        let text = || error.to_string().lines().next().unwrap_or_default().to_owned();
        let extended = error.sqlite_error().map(|error| error.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign(path),
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged(path, text()),
            Some(ErrorCode::DiskFull) => Self::Full(path),
            // The shared-memory file of readers and writers cannot grow.
            _ if extended == Some(SQLITE_IOERR_SHMSIZE) => Self::Full(path),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy(path),
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) => Self::Unwritable(path),
            _ => match error {
                E::FromSqlConversionFailure(..)
                | E::IntegralValueOutOfRange(..)
                | E::InvalidColumnType(..)
                | E::Utf8Error(..) => {
                    Self::Damaged(path, "a value is of the wrong kind".to_owned())
                }
                _ => Self::Database(path, text()),
            },
        }
    }
}
