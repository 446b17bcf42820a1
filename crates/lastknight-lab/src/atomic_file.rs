//! Files that are replaced atomically.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that replaces an existing one when it is finished. If dropped before, it leaves nothing behind.
///
/// Anything but a plain file, such as a pipe, is written directly.
pub struct AtomicFile {
    path: PathBuf,
    temporary: Option<PathBuf>,
    file: File,
}

impl AtomicFile {
    /// Creates a file.
    ///
    /// # Errors
    /// Returns an error if it cannot be created.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut temporary = None;
        if fs::metadata(path).map_or(true, |existing| existing.is_file()) {
            let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy();
            temporary = Some(path.with_file_name(format!(".{name}.{}.tmp", std::process::id())));
        }
        let file = File::create(temporary.as_deref().unwrap_or(path))?;
        Ok(Self { path: path.to_owned(), temporary, file })
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
        let mut file = Self::create(path)?;
        file.write_all(contents)?;
        file.finish()
    }

    /// Flushes the file to disk and moves it to its path.
    ///
    /// # Errors
    /// Returns an error if that fails; an existing file stays.
    pub fn finish(mut self) -> io::Result<()> {
        if let Some(temporary) = &self.temporary {
            self.file.sync_all()?;
            fs::rename(temporary, &self.path)?;
            self.temporary = None;
        }
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
        if let Some(temporary) = &self.temporary {
            // Nothing can be done if this fails.
            let _ = fs::remove_file(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn a_file_is_replaced_when_it_is_finished() {
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
    fn devices_are_written_directly() {
        AtomicFile::write(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(AtomicFile::write(Path::new("/dev/full"), b"much").is_err());
    }
}
