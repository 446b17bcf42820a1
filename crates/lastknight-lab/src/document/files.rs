//! Writing the files of documents.

use std::io;
use std::path::{Path, PathBuf};

use rust_xlsxwriter::XlsxError;

use crate::atomic_file::AtomicFile;

/// The name and contents of a file to write.
pub type OutputFile = (String, Vec<u8>);

/// Why files cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// A file cannot be written.
    #[error("cannot write '{}': {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// The workbook cannot be made.
    #[error("cannot make report.xlsx: {0}")]
    Workbook(#[from] XlsxError),
}

/// Writes files to a directory and returns the path of the first one, the page. Each file is replaced whole or not at all.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub fn write_files(files: Vec<OutputFile>, directory: &Path) -> Result<PathBuf, FilesError> {
    let page = files.first().map(|(name, _)| directory.join(name));
    for (name, contents) in files {
        let path = directory.join(name);
        AtomicFile::write(&path, &contents).map_err(|error| FilesError::File(path, error))?;
    }
    Ok(page.unwrap_or_else(|| directory.to_owned()))
}
