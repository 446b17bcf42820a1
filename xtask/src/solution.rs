//! The parts of `docs/solution.md` and `docs/solved/README.md` that follow from the tables of solved openings: the
//! pictures in `docs/pictures/`, and the text between `<!-- … -->` marks.
//!
//! `cargo xtask solution` writes them. The tests check that they are up to date, and the claims of the pages that no
//! session shows.

mod drawing;
mod pages;
mod pictures;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fs, io};

use lastknight::Size;
use lastknight::solve::openings::OpeningsTable;
use lastknight::solve::tablebase;

use crate::Arguments;

pub(crate) fn run(_: Arguments) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(docs().join("pictures"))?;
    for (path, text) in files()? {
        fs::write(path, text)?;
    }
    Ok(())
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// Returns the path and text of every file.
fn files() -> io::Result<Vec<(PathBuf, String)>> {
    let tables = tables();
    let standard = tablebase::table(Size::STANDARD);
    let standard = &standard.ok_or_else(|| io::Error::other("there is no table of 7x7"))?;
    let pictures = pictures::all(standard).into_iter();
    let mut files: Vec<(PathBuf, String)> =
        pictures.map(|(name, text)| (docs().join("pictures").join(name), text)).collect();
    for name in ["solution.md", "solved/README.md"] {
        let path = docs().join(name);
        let text = pages::filled(&fs::read_to_string(&path)?, &tables, standard);
        files.push((path, text));
    }
    Ok(files)
}

/// Returns the committed tables, from small boards to large ones.
fn tables() -> Vec<OpeningsTable> {
    tablebase::sizes().filter_map(tablebase::table).collect()
}
