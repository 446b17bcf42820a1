//! The numbers of the words of reports, by which their quotes are checked.

use std::error::Error;
use std::path::Path;

use lastknight_lab::study::report_words;

use crate::Arguments;

/// Prints the lines of `studies/reports.txt`. Each report's name is the part of its file's name before `_`.
pub(crate) fn run(files: Arguments) -> Result<(), Box<dyn Error>> {
    for file in files {
        let name = Path::new(&file).file_stem().unwrap_or_default().to_string_lossy();
        let name = name.split('_').next().unwrap_or_default();
        print!("{}", report_words(name, &std::fs::read_to_string(&file)?));
    }
    Ok(())
}
