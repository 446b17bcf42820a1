//! Logs of programs: what they write to their standard error, and comments.

use std::collections::VecDeque;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The size at which a log is full.
const MOST_BYTES: u64 = 1 << 20;

/// The bytes of standard error that a failure shows.
pub(crate) const TAIL_BYTES: usize = 4096;

/// The log of an agent, shared by its processes. It is written only if the host has a directory for logs.
#[derive(Debug)]
pub(crate) struct Log {
    name: String,
    file: Mutex<LogFile>,
}

#[derive(Debug, Default)]
struct LogFile {
    directory: Option<PathBuf>,
    file: Option<File>,
    bytes: u64,
}

impl Log {
    /// Creates the log of an agent. Its file is named by the agent, in plain characters.
    pub(crate) fn new(agent: &str, hash: Option<&str>) -> Self {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
        let name: String = agent.chars().map(plain).collect();
        let mut parts: Vec<&str> = name.split('-').filter(|part| !part.is_empty()).collect();
        parts.extend(hash.map(|hash| &hash[..hash.len().min(8)]));
        let name = parts.join("-");
        let start = name.len().saturating_sub(80);
        Self {
            name: name[start..].trim_start_matches(['.', '-']).to_owned(),
            file: Mutex::default(),
        }
    }

    /// Sets the directory, which is created when the first line is written.
    pub(crate) fn set_directory(&self, directory: PathBuf) {
        let mut log = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if log.directory.as_ref() != Some(&directory) {
            *log = LogFile { directory: Some(directory), ..LogFile::default() };
        }
    }

    /// Adds bytes as they are. A log that cannot be written or is full stays as it is: it must not stop a game.
    pub(crate) fn add(&self, bytes: &[u8]) {
        let mut log = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(directory) = log.directory.clone() else {
            return;
        };
        if log.file.is_none() && log.bytes < MOST_BYTES {
            let path = directory.join(format!("{}.txt", self.name));
            let open = || OpenOptions::new().create(true).append(true).open(path);
            log.file = fs::create_dir_all(&directory).and_then(|()| open()).ok();
            let length = log.file.as_ref().and_then(|file| file.metadata().ok());
            log.bytes = length.map_or(MOST_BYTES, |data| data.len());
        }
        if log.bytes >= MOST_BYTES {
            log.file = None;
            return;
        }
        let room = (MOST_BYTES - log.bytes) as usize;
        let is_full = bytes.len() >= room;
        log.bytes += bytes.len() as u64;
        if let Some(file) = &mut log.file {
            let _ = file.write_all(&bytes[..bytes.len().min(room)]);
            if is_full {
                let _ = file.write_all(b"\n-- this log is full\n");
            }
        }
    }

    /// Adds a line of the host.
    pub(crate) fn note(&self, line: &str) {
        self.add(format!("-- {line}\n").as_bytes());
    }
}

/// The last bytes of a stream.
#[derive(Debug, Default)]
pub(crate) struct Tail(VecDeque<u8>);

impl Tail {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let bytes = &bytes[bytes.len().saturating_sub(TAIL_BYTES)..];
        self.0.extend(bytes);
        let excess = self.0.len().saturating_sub(TAIL_BYTES);
        self.0.drain(..excess);
    }

    /// Returns the text, without control characters that a terminal would obey.
    pub(crate) fn text(&self) -> String {
        let bytes: Vec<u8> = self.0.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let is_shown = |c: &char| *c == '\n' || *c == '\t' || !c.is_control();
        text.chars().filter(is_shown).collect::<String>().trim().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_capped_and_named_plainly() {
        let directory = tempfile::TempDir::new().unwrap();
        let log = Log::new("process(\"python3 ../a b.py\")", Some("0123456789abcdef"));
        log.add(b"lost");
        log.set_directory(directory.path().join("logs"));
        for _ in 0..3 {
            log.add(&vec![b'x'; MOST_BYTES as usize / 2]);
        }
        log.note("more");
        let file = directory.path().join("logs/process-python3-..-a-b.py-01234567.txt");
        let text = fs::read_to_string(file).unwrap();
        assert!(text.ends_with("x\n-- this log is full\n"));
        assert!(text.len() < MOST_BYTES as usize + 100);
    }

    #[test]
    fn a_tail_has_the_last_bytes() {
        let mut tail = Tail::default();
        tail.add(&[b'a'; 5000]);
        tail.add(b"\x1b[31mend\n");
        let text = tail.text();
        assert!(text.ends_with("a[31mend") && text.len() < TAIL_BYTES);
    }
}
