//! The files of a report, and how they get to where they belong.

use std::io;
use std::path::{Path, PathBuf};

use rust_xlsxwriter::XlsxError;

use super::{Report, csv, figures, html, json, markdown, xlsx};
use crate::whole_file::WholeFile;

/// The name of the page, which is the one to open first.
const PAGE: &str = "report.html";

/// Why the files of a report are not there.
#[derive(Debug, thiserror::Error)]
pub enum FilesError {
    /// One of them cannot be written.
    #[error("cannot write '{}': {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// The workbook cannot be made.
    #[error("cannot make report.xlsx: {0}")]
    Workbook(XlsxError),
}

/// The files of a report: their names and what is in them. The same report has the same files, byte for byte.
///
/// # Errors
/// Where the workbook cannot be made.
pub fn files(report: &Report) -> Result<Vec<(&'static str, Vec<u8>)>, FilesError> {
    let json = serde_json::to_string(&json::ReportJson::from(report))
        .expect("no maps with odd keys")
        + "\n";
    let workbook = xlsx::xlsx(report).map_err(FilesError::Workbook)?;
    Ok(vec![
        (PAGE, html::html(report).into_bytes()),
        ("report.md", markdown::markdown(report).into_bytes()),
        ("standings.csv", csv::csv(&figures::standings(report)).into_bytes()),
        ("pairings.csv", csv::csv(&figures::pairings(report)).into_bytes()),
        ("report.xlsx", workbook),
        ("report.json", json.into_bytes()),
    ])
}

/// Puts the files of a report into a directory and says where the page is. Each file is either the whole new one or what was
/// there before, whatever happens on the way.
///
/// # Errors
/// Where one of them cannot be made or written.
pub fn write_files(report: &Report, directory: &Path) -> Result<PathBuf, FilesError> {
    for (name, contents) in files(report)? {
        let path = directory.join(name);
        WholeFile::write(&path, &contents).map_err(|error| FilesError::File(path, error))?;
    }
    Ok(directory.join(PAGE))
}
