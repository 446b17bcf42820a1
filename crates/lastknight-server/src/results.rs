//! The directories of results that the server shows: those named on the command line, and no others.

use std::fs;
use std::path::{Path, PathBuf};

use lastknight_lab::{Run, Store, has_store, open_store};

use super::api_error::ApiError;

/// The last report in a directory. The server makes a new one instead.
const REPORT: &str = "report.html";

/// The directories that the server may read: that for jobs of the page, and those of the command line.
#[derive(Debug)]
pub(super) struct ResultDirectories(pub(super) Vec<PathBuf>);

impl ResultDirectories {
    /// Returns the directories with results. One that has none stands for its subdirectories that do.
    pub(super) fn directories(&self) -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = Vec::new();
        for path in &self.0 {
            let mut paths = vec![path.clone()];
            if !has_store(path) {
                let entries = fs::read_dir(path).into_iter().flatten().flatten();
                paths = entries.map(|entry| entry.path()).collect();
                paths.sort();
            }
            for path in paths {
                if has_store(&path) && !found.contains(&path) {
                    found.push(path);
                }
            }
        }
        found
    }

    /// Finds a directory by its name, which is compared and never opened, so it cannot lead elsewhere.
    pub(super) fn directory(&self, name: &str) -> Result<PathBuf, ApiError> {
        let mut directories = self.directories().into_iter();
        let found = directories.find(|path| shown(path) == name);
        found.ok_or_else(|| ApiError::not_found("there is no such directory of results"))
    }

    pub(super) fn run(&self, directory: &str, run: i64) -> Result<(Store, Run), ApiError> {
        let store = open_store(&self.directory(directory)?)?;
        let run = store.run(run).map_err(ApiError::not_found)?;
        Ok((store, run))
    }

    /// Returns the names of the study pages in a directory, without their ending.
    pub(super) fn studies(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let page = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let is_page = name != REPORT && entry.file_type().is_ok_and(|kind| kind.is_file());
            name.strip_suffix(".html").filter(|_| is_page).map(str::to_owned)
        };
        let mut names: Vec<String> = entries.filter_map(page).collect();
        names.sort();
        names
    }

    /// Reads the page of a study.
    pub(super) fn study(&self, directory: &str, name: &str) -> Result<String, ApiError> {
        let directory = self.directory(directory)?;
        if !Self::studies(&directory).iter().any(|other| other == name) {
            return Err(ApiError::not_found("there is no page of this study"));
        }
        let text = fs::read_to_string(directory.join(format!("{name}.html")));
        text.map_err(|error| ApiError::internal(format!("cannot read the page: {error}")))
    }
}

/// Returns the name of a directory, as requests give it.
pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests {
    use lastknight_lab::Session;
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn only_named_directories_are_found() {
        let root = TempDir::new().unwrap();
        let place = |name: &str| root.path().join(name);
        for name in ["out", "many/a", "many/b", "secret"] {
            Session::open(&place(name)).unwrap();
        }
        fs::write(place("out").join("depth.html"), "a page").unwrap();
        fs::write(place("out").join("report.html"), "a report").unwrap();
        fs::write(place("out").join("notes.txt"), "private").unwrap();
        let results = ResultDirectories(["out", "many", "none"].map(place).to_vec());
        let found = ["out", "many/a", "many/b"].map(place);
        assert_eq!(results.directories(), found);
        assert!(results.directory(&shown(&place("many/b"))).is_ok());
        for name in ["secret", "many", "many/../secret", "out/../secret", ""] {
            assert!(results.directory(&shown(&place(name))).is_err(), "{name}");
        }
        let out = shown(&place("out"));
        assert_eq!(ResultDirectories::studies(&place("out")), ["depth"]);
        assert_eq!(results.study(&out, "depth").unwrap(), "a page");
        for name in ["report", "notes.txt", "../secret/games", "notes", ""] {
            assert!(results.study(&out, name).is_err(), "{name}");
        }
    }
}
