//! What students submit: a file with one line of JSON for each submission, only ever appended to.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::ClassError;

/// An entry that was submitted or withdrawn.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Submission {
    /// The seconds since 1970.
    pub(crate) time: u64,
    pub(crate) student: String,
    /// `None` if it was withdrawn.
    pub(crate) text: Option<String>,
}

/// All submissions, in memory and on disk.
#[derive(Debug)]
pub(super) struct Entries {
    path: PathBuf,
    file: File,
    /// The length of the file up to its last whole line.
    length: u64,
    submissions: Vec<Submission>,
}

impl Entries {
    /// Reads the file, or creates it. A line that a kill has cut off is removed: its sender got no answer.
    pub(super) fn open(path: &Path) -> Result<Self, ClassError> {
        let failure = |error: io::Error| ClassError::new(path, error);
        let mut options = OpenOptions::new();
        let mut file = options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failure)?;
        file.try_lock().map_err(|_| ClassError::new(path, "another server has this class open"))?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failure)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let read = |(number, line): (usize, &str)| {
            serde_json::from_str(line)
                .map_err(|error| ClassError::new(path, format!("line {}: {error}", number + 1)))
        };
        let submissions = text[..whole].lines().enumerate().map(read).collect::<Result<_, _>>()?;
        file.set_len(whole as u64).map_err(failure)?;
        Ok(Self { path: path.to_owned(), file, length: whole as u64, submissions })
    }

    /// Returns the submissions of a student, the oldest first.
    pub(super) fn of<'a>(&'a self, student: &'a str) -> impl Iterator<Item = &'a Submission> {
        self.submissions.iter().filter(move |it| it.student == student)
    }

    /// Stores a submission. It is on disk when this returns; after an error it is not there at all.
    pub(super) fn add(&mut self, submission: Submission) -> io::Result<()> {
        let line = serde_json::to_string(&submission).expect("only text and a number") + "\n";
        let written = self.append(line.as_bytes());
        if written.is_err() {
            // The rest of a half-written line would spoil the next one.
            let _ = self.file.set_len(self.length);
        }
        written?;
        self.length += line.len() as u64;
        self.submissions.push(submission);
        Ok(())
    }

    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.path.exists() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the file was removed"));
        }
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(bytes)?;
        self.file.sync_all()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::*;

    fn submission(time: u64, student: &str, text: Option<&str>) -> Submission {
        Submission { time, student: student.to_owned(), text: text.map(str::to_owned) }
    }

    #[test]
    fn what_was_stored_is_there_again() {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("entries.jsonl");
        let mut entries = Entries::open(&path).unwrap();
        assert!(Entries::open(&path).is_err(), "two servers");
        entries.add(submission(1, "Anna", Some("n"))).unwrap();
        entries.add(submission(2, "Ben", Some("n\n'"))).unwrap();
        entries.add(submission(3, "Anna", None)).unwrap();
        drop(entries);
        // A kill in the middle of a line.
        let mut file = OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(b"{\"time\":4,\"stud").unwrap();
        drop(file);
        let mut entries = Entries::open(&path).unwrap();
        let of = |entries: &Entries, name: &str| entries.of(name).cloned().collect::<Vec<_>>();
        assert_eq!(
            of(&entries, "Anna"),
            [submission(1, "Anna", Some("n")), submission(3, "Anna", None)]
        );
        entries.add(submission(5, "Ben", Some("m"))).unwrap();
        assert_eq!(of(&entries, "Ben").len(), 2);
        drop(entries);
        assert_eq!(of(&Entries::open(&path).unwrap(), "Ben").len(), 2);
        fs::write(&path, "nonsense\n").unwrap();
        assert!(Entries::open(&path).unwrap_err().to_string().contains("line 1: "));
    }
}
