//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that takes the place of what was there when it is finished. Dropped before, it leaves nothing behind.
///
/// What is no plain file, a pipe say, is written to directly.
pub struct AtomicFile {
    path: PathBuf,
    /// Where it is until it is finished.
    beside: Option<PathBuf>,
    file: File,
}

impl AtomicFile {
    /// Begins a file.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let path = path.to_owned();
        if fs::metadata(&path).is_ok_and(|there| !there.is_file()) {
            let file = File::create(&path)?;
            return Ok(Self { path, beside: None, file });
        }
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
        let beside = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        let file = File::create(&beside)?;
        Ok(Self { path, beside: Some(beside), file })
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
        let mut file = Self::create(path)?;
        file.write_all(contents)?;
        file.finish()
    }

    /// Puts it where it belongs. It is on the disk by then.
    ///
    /// # Errors
    /// Where that fails; what was there before stays.
    pub fn finish(mut self) -> io::Result<()> {
        let Some(beside) = &self.beside else {
            return Ok(());
        };
        self.file.sync_all()?;
        fs::rename(beside, &self.path)?;
        self.beside = None;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // Half a file helps nobody; where it cannot be removed, nothing else can be done.
            let _ = fs::remove_file(beside);
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_file_is_there_as_a_whole_or_not_at_all() {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("file");
        let names = || {
            let names = fs::read_dir(directory.path()).unwrap();
            names.map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>()
        };
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert!(!path.exists());
        drop(file);
        assert!(names().is_empty());
        AtomicFile::write(&path, b"first").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.write_all(b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(names(), ["file"]);
        assert!(AtomicFile::create(directory.path()).is_err());
        assert!(AtomicFile::create(&path.join("below")).is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_no_plain_file_is_written_to() {
        AtomicFile::write(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(AtomicFile::write(Path::new("/dev/full"), b"much").is_err());
    }
}
