//! The journal of solved openings, which survives interruptions.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use lastknight::Size;
use lastknight::solve::openings::{Journal, OpeningEntry, OpeningsTable};
use lastknight_lab::AtomicFile;

use crate::failure::Failure;
use crate::input;

/// A journal open for writing, locked by this program.
pub(super) struct JournalFile {
    path: PathBuf,
    file: File,
    size: Size,
}

impl JournalFile {
    /// Opens or creates the journal of a board in a directory and returns the openings solved so far. An incomplete last
    /// line is dropped with a note. Openings solved only in a table beside it are added.
    pub(super) fn open(directory: &Path, size: Size) -> Result<(Self, OpeningsTable), Failure> {
        fs::create_dir_all(directory).map_err(Failure::cannot_write(directory))?;
        let path = directory.join(format!("{size}.jsonl"));
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(Failure::cannot_write(&path))?;
        match file.try_lock() {
            // Some file systems have no locks.
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

    /// Adds openings solved only in a table beside the journal, since tables are published without it.
    fn add_table(&mut self, table: &mut OpeningsTable) -> Result<(), Failure> {
        let tables = ["json", "csv"].map(|extension| self.path.with_extension(extension));
        let Some(path) = tables.into_iter().find(|path| path.exists()) else {
            return Ok(());
        };
        let shown = input::shown(&path);
        let other = OpeningsTable::read(&input::read(&path)?)
            .map_err(|error| Failure::input(&shown, error))?;
        if other.size() != self.size {
            let why = format!("has the openings of {}, not of {}", other.size(), self.size);
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
        note_on_stderr(&format!("{shown}: uses {some} of {all} openings solved there"));
        Ok(())
    }

    fn read(&mut self) -> Result<OpeningsTable, Failure> {
        let text = input::read(&self.path)?;
        // The first line is incomplete.
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
            note_on_stderr(&format!("{shown}: line {line} is incomplete and was dropped"));
        }
        let begun_by = version(&text);
        if begun_by != version(&Journal::header(self.size)) {
            let note = "node counts of two versions may be mixed";
            note_on_stderr(&format!("{shown}: begun by version {begun_by}: {note}"));
        }
        self.cut(journal.length as u64)?;
        Ok(journal.table)
    }

    pub(super) fn append(&mut self, entries: &[OpeningEntry]) -> Result<(), Failure> {
        let lines = entries.iter().map(|entry| Journal::line(self.size, entry));
        self.write(&lines.collect::<String>())
    }

    /// Replaces all entries by those of a table.
    pub(super) fn rewrite(&mut self, table: &OpeningsTable) -> Result<(), Failure> {
        let is_known = |entry: &&OpeningEntry| entry.winner.is_some() || entry.nodes > 0;
        let lines = table.entries().iter().filter(is_known);
        let lines = lines.map(|entry| Journal::line(self.size, entry)).collect::<String>();
        let text = Journal::header(self.size) + &lines;
        let write = || {
            AtomicFile::write(&self.path, text.as_bytes())?;
            let file = OpenOptions::new().read(true).append(true).open(&self.path)?;
            // The lock was that of the file that is replaced.
            let _ = file.try_lock();
            Ok(file)
        };
        self.file = write().map_err(Failure::cannot_write(&self.path))?;
        Ok(())
    }

    fn cut(&mut self, length: u64) -> Result<(), Failure> {
        let cut = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::Start(length)));
        cut.map(drop).map_err(Failure::cannot_write(&self.path))
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(Failure::cannot_write(&self.path))
    }
}

/// Returns the version of the program that began a journal.
fn version(text: &str) -> String {
    let header = serde_json::from_str(text.lines().next().unwrap_or_default());
    let header: serde_json::Value = header.unwrap_or_default();
    header["version"].as_str().unwrap_or_default().to_owned()
}

fn note_on_stderr(note: &str) {
    let _ = writeln!(anstream::stderr(), "lastknight: {note}");
}
