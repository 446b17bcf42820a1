//! Everything in `docs/solution.md` and `docs/solved/README.md` that follows from the tables of solved
//! openings: the pictures in `docs/pictures/`, and the parts of the pages between `<!-- … -->` marks.
//!
//! `cargo xtask solution` writes them anew, after the tables were made anew or a picture was
//! changed; as a test it says whether they are up to date, and whether the claims of the pages that no
//! session shows are right.

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

/// A file of the project and what has to be in it.
struct File {
    path: PathBuf,
    text: String,
}

pub(crate) fn run(_: Arguments) -> Result<(), Box<dyn Error>> {
    for file in files()? {
        if let Some(directory) = file.path.parent() {
            fs::create_dir_all(directory)?;
        }
        fs::write(file.path, file.text)?;
    }
    Ok(())
}

/// The directory of the documentation.
fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// All files as they have to be.
fn files() -> io::Result<Vec<File>> {
    let tables = tables();
    let standard = tables.iter().find(|table| table.size() == Size::STANDARD);
    let standard = standard.ok_or_else(|| io::Error::other("there is no table of 7x7"))?;
    let mut files = Vec::new();
    for (name, text) in pictures::all(standard) {
        files.push(File { path: docs().join("pictures").join(name), text });
    }
    for name in ["solution.md", "solved/README.md"] {
        let path = docs().join(name);
        let text = pages::filled(&fs::read_to_string(&path)?, &tables, standard);
        files.push(File { path, text });
    }
    Ok(files)
}

/// The committed tables, from small boards to large ones.
fn tables() -> Vec<OpeningsTable> {
    tablebase::sizes().filter_map(tablebase::table).collect()
}
