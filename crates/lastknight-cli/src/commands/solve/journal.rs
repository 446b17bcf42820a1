//! The file to which solved openings go one by one, so that no interruption loses any.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use lastknight::Size;
use lastknight::solve::openings::{Entry, Journal, Table};

use crate::failure::Failure;
use crate::input;

/// A journal that is open for writing, by this program alone.
pub(super) struct JournalFile {
    path: PathBuf,
    file: File,
    size: Size,
}

impl JournalFile {
    /// Opens the journal of a board in a directory, or makes both, and gives what it says so far. What
    /// was not written to its end is cut off, and said.
    pub(super) fn open(directory: &Path, size: Size) -> Result<(Self, Table), Failure> {
        fs::create_dir_all(directory).map_err(|error| cannot_write(directory, &error))?;
        let path = directory.join(format!("{size}.jsonl"));
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(|error| cannot_write(&path, &error))?;
        match file.try_lock() {
            // Where a file system knows no locks, there is nobody to keep out.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                let why = format!("'{}' is in use by another lastknight", path.display());
                return Err(Failure::Run(why));
            }
        }
        let mut journal = Self { path, file, size };
        let table = journal.read()?;
        Ok((journal, table))
    }

    fn read(&mut self) -> Result<Table, Failure> {
        let text = input::read(&self.path)?;
        // Not even the first line was written to its end.
        if !text.contains('\n') && Journal::header(self.size).starts_with(&text) {
            self.cut(0)?;
            self.write(&Journal::header(self.size))?;
            return Ok(Table::new(self.size));
        }
        let shown = input::shown(&self.path);
        let journal = Journal::read(&text).map_err(|error| Failure::input(&shown, error))?;
        let board = journal.table.size();
        if board != self.size {
            let why = format!("line 1: the openings of {board}, not of {}", self.size);
            return Err(Failure::input(&shown, why));
        }
        if journal.length < text.len() {
            let line = text[..journal.length].lines().count() + 1;
            let note = format!("line {line} was not written to its end and is dropped");
            note_on_stderr(&format!("{shown}: {note}"));
        }
        self.cut(journal.length as u64)?;
        Ok(journal.table)
    }

    /// Writes down an opening. It is on the disk once this returns.
    pub(super) fn append(&mut self, entry: &Entry) -> Result<(), Failure> {
        self.write(&Journal::line(self.size, entry))
    }

    fn cut(&mut self, length: u64) -> Result<(), Failure> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(|error| cannot_write(&self.path, &error))
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| cannot_write(&self.path, &error))
    }
}

/// Says something that is no result.
fn note_on_stderr(note: &str) {
    // With standard error gone, nobody can be told.
    let _ = writeln!(anstream::stderr(), "lastknight: {note}");
}

pub(super) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::Run(format!("cannot write '{}': {error}", path.display()))
}

/// Writes a file that is there as a whole or not at all.
pub(super) fn write_whole(path: &Path, text: &str) -> Result<(), Failure> {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    let temporary = PathBuf::from(name);
    let write = || {
        let mut file = File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write().map_err(|error| {
        // What is left of it is of no use.
        let _ = fs::remove_file(&temporary);
        cannot_write(path, &error)
    })
}
