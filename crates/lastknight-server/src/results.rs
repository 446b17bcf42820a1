//! The directories of results that may be looked at: those named on the command line, and no others.

use std::fs;
use std::path::{Path, PathBuf};

use lastknight_lab::{Run, Store, has_store, open_store};

use super::problem::Problem;

/// The page of the last report in a directory, which is made anew instead.
const REPORT: &str = "report.html";

/// Where results are.
#[derive(Debug)]
pub(super) struct ResultDirectories {
    /// Where what is started from the page goes.
    out: PathBuf,
    others: Vec<PathBuf>,
}

impl ResultDirectories {
    pub(super) fn new(out: PathBuf, others: Vec<PathBuf>) -> Self {
        Self { out, others }
    }

    /// The directories that have results. One without any stands for those in it that have.
    pub(super) fn directories(&self) -> Vec<PathBuf> {
        let mut found: Vec<PathBuf> = Vec::new();
        for path in std::iter::once(&self.out).chain(&self.others) {
            let mut paths = vec![path.clone()];
            if !has_store(path) {
                let entries = fs::read_dir(path).into_iter().flatten().flatten();
                paths = entries.map(|entry| entry.path()).collect();
                paths.sort();
            }
            let new = paths.into_iter().filter(|path| has_store(path));
            for path in new.collect::<Vec<_>>() {
                if !found.contains(&path) {
                    found.push(path);
                }
            }
        }
        found
    }

    /// The directory with this name. A name is compared, never followed, so it cannot lead elsewhere.
    pub(super) fn directory(&self, name: &str) -> Result<PathBuf, Problem> {
        let mut directories = self.directories().into_iter();
        let found = directories.find(|path| shown(path) == name);
        found.ok_or_else(|| Problem::missing("there is no such directory of results"))
    }

    /// A run of a directory, with its store.
    pub(super) fn run(&self, directory: &str, run: i64) -> Result<(Store, Run), Problem> {
        let store = open_store(&self.directory(directory)?).map_err(|error| failed(&error))?;
        let run = store.run(run).map_err(|error| Problem::missing(error.to_string()))?;
        Ok((store, run))
    }

    /// The pages of studies in a directory, by their names without the ending.
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

    /// The page of a study in a directory.
    pub(super) fn study(&self, directory: &str, name: &str) -> Result<String, Problem> {
        let directory = self.directory(directory)?;
        if !Self::studies(&directory).iter().any(|other| other == name) {
            return Err(Problem::missing("there is no page of such a study"));
        }
        let text = fs::read_to_string(directory.join(format!("{name}.html")));
        text.map_err(|error| Problem::failed(format!("cannot read the page: {error}")))
    }
}

/// How a directory is called.
pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// That something failed with a store.
pub(super) fn failed(error: &impl ToString) -> Problem {
    Problem::failed(error.to_string())
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
        let results = ResultDirectories::new(place("out"), vec![place("many"), place("none")]);
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
