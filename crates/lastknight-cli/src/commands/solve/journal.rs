//! The file to which solved openings go one by one, so that no interruption loses any.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use lastknight::Size;
use lastknight::solve::openings::{Journal, OpeningEntry, OpeningsTable};

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
    /// was not written to its end is cut off, and said. What only a table beside it knows is added.
    pub(super) fn open(directory: &Path, size: Size) -> Result<(Self, OpeningsTable), Failure> {
        fs::create_dir_all(directory).map_err(|error| Failure::cannot_write(directory, &error))?;
        let path = directory.join(format!("{size}.jsonl"));
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(|error| Failure::cannot_write(&path, &error))?;
        match file.try_lock() {
            // Where a file system knows no locks, there is nobody to keep out.
            Ok(()) | Err(TryLockError::Error(_)) => {}
            Err(TryLockError::WouldBlock) => {
                let why = format!("'{}' is in use by another lastknight", path.display());
                return Err(Failure::Run(why));
            }
        }
        let mut journal = Self { path, file, size };
        let mut table = journal.read()?;
        journal.add_table(&mut table)?;
        Ok((journal, table))
    }

    /// Adds the openings that a table beside the journal knows and the journal does not: tables are kept
    /// without it, and what they know shall not be lost.
    fn add_table(&mut self, table: &mut OpeningsTable) -> Result<(), Failure> {
        let tables = ["json", "csv"].map(|extension| self.path.with_extension(extension));
        let Some(path) = tables.into_iter().find(|path| path.exists()) else {
            return Ok(());
        };
        let shown = input::shown(&path);
        let other = OpeningsTable::read(&input::read(&path)?)
            .map_err(|error| Failure::input(&shown, error))?;
        if other.size() != self.size {
            let why = format!("the openings of {}, not of {}", other.size(), self.size);
            return Err(Failure::input(&shown, why));
        }
        let is_new = |entry: &&OpeningEntry| {
            entry.winner.is_some() && table.entry(entry.opening).winner.is_none()
        };
        let new: Vec<OpeningEntry> = other.entries().iter().filter(is_new).copied().collect();
        if new.is_empty() {
            return Ok(());
        }
        self.append(&new)?;
        for entry in &new {
            table.record(*entry);
        }
        let (some, all) = (new.len(), table.entries().len());
        note_on_stderr(&format!("{shown}: {some} of {all} openings are solved there and count"));
        Ok(())
    }

    fn read(&mut self) -> Result<OpeningsTable, Failure> {
        let text = input::read(&self.path)?;
        // Not even the first line was written to its end.
        if !text.contains('\n') && Journal::header(self.size).starts_with(&text) {
            self.cut(0)?;
            self.write(&Journal::header(self.size))?;
            return Ok(OpeningsTable::new(self.size));
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
        let begun_by = version(&text);
        if begun_by != version(&Journal::header(self.size)) {
            let note = "so the nodes of two versions may be mixed";
            note_on_stderr(&format!("{shown}: begun by version {begun_by}, {note}"));
        }
        self.cut(journal.length as u64)?;
        Ok(journal.table)
    }

    /// Writes down openings. They are on the disk once this returns.
    pub(super) fn append(&mut self, entries: &[OpeningEntry]) -> Result<(), Failure> {
        let lines = entries.iter().map(|entry| Journal::line(self.size, entry));
        self.write(&lines.collect::<String>())
    }

    fn cut(&mut self, length: u64) -> Result<(), Failure> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(|error| Failure::cannot_write(&self.path, &error))
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| Failure::cannot_write(&self.path, &error))
    }
}

/// The version of the program that began a journal.
fn version(text: &str) -> String {
    let header = serde_json::from_str(text.lines().next().unwrap_or_default());
    let header: serde_json::Value = header.unwrap_or_default();
    header["version"].as_str().unwrap_or_default().to_owned()
}

/// Says something that is no result.
fn note_on_stderr(note: &str) {
    // With standard error gone, nobody can be told.
    let _ = writeln!(anstream::stderr(), "lastknight: {note}");
}
