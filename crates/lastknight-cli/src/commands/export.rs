//! `lastknight export`: the games of a run in the formats of other programs.

use std::io::{self, BufWriter, IsTerminal};
use std::path::Path;

use lastknight_lab::{AtomicFile, ExportError, GameFormat, Store, export, open_store};

use super::report::chosen;
use crate::cli::{ExportArgs, ExportFormat};
use crate::failure::Failure;
use crate::progress::Progress;

pub(crate) fn run(args: &ExportArgs) -> Result<(), Failure> {
    let store = open_store(&args.directory)?;
    let run = chosen(&store, args.run)?;
    let format = match args.format {
        ExportFormat::Csv => GameFormat::Csv,
        ExportFormat::Jsonl => GameFormat::Jsonl,
        ExportFormat::Pgn => GameFormat::Pgn,
        ExportFormat::Xlsx => GameFormat::Xlsx,
    };
    let Some(path) = args.out.as_deref() else {
        if format == GameFormat::Xlsx && io::stdout().is_terminal() {
            let why = "xlsx: a workbook is nothing for a terminal: name a file with --out";
            return Err(Failure::Input(why.to_owned()));
        }
        // As it is: what takes colours out of text would damage a workbook.
        let out = BufWriter::new(io::stdout());
        return export(&store, &run, format, out, &mut |_| {}).map_err(|e| failure(e, None));
    };
    keep_off(&store, path)?;
    let cannot_write = |error: &io::Error| Failure::cannot_write(path, error);
    let mut file = AtomicFile::create(path).map_err(|error| cannot_write(&error))?;
    let all = 2 * run.pairs() * run.spec().pairings().len();
    let progress = Progress::start();
    let written = export(&store, &run, format, BufWriter::new(&mut file), &mut |done| {
        progress.show(done, all, String::new);
    });
    progress.finish();
    written.map_err(|error| failure(error, Some(path)))?;
    file.finish().map_err(|error| cannot_write(&error))
}

/// Refuses to write to the store itself.
pub(super) fn keep_off(store: &Store, path: &Path) -> Result<(), Failure> {
    if store.is_own(path) {
        let why = format!("'{}' is part of the store: name another file", path.display());
        return Err(Failure::Input(why));
    }
    Ok(())
}

/// Why games were not written to a file, or to standard output.
pub(super) fn failure(error: ExportError, path: Option<&Path>) -> Failure {
    match (error, path) {
        (ExportError::Store(error), _) => error.into(),
        (ExportError::Output(error), None) => error.into(),
        (ExportError::Output(error), Some(path)) => Failure::cannot_write(path, &error),
        (error @ ExportError::TooMany(_), _) => Failure::Input(format!("xlsx: {error}")),
        (error @ ExportError::Workbook(_), _) => Failure::Run(error.to_string()),
    }
}
