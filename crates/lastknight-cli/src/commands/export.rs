//! `lastknight export`: stored games as files.

use std::io::{self, BufWriter, IsTerminal};
use std::path::Path;

use lastknight_lab::{AtomicFile, ExportError, GameFormat, Run, Store, export, open_store};

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
            let why = "xlsx: cannot print a workbook to a terminal: name a file with --out";
            return Err(Failure::Input(why.to_owned()));
        }
        // Raw output: removing colours would damage a workbook.
        let out = BufWriter::new(io::stdout());
        return export(&store, &run, format, out, &mut |_| {}).map_err(|e| failure(e, None));
    };
    let file = ExportFile::create(path, &store)?;
    let all = 2 * run.pairs() * run.spec().pairings().len();
    let progress = Progress::start();
    let written = file.write(&store, &run, format, &mut |done| {
        progress.show(done, all, String::new);
    });
    progress.finish();
    written
}

/// A file for games. An existing file stays as it is until all games are written.
pub(super) struct ExportFile<'a> {
    path: &'a Path,
    file: AtomicFile,
}

impl<'a> ExportFile<'a> {
    /// Creates the file, but refuses to overwrite the store.
    pub(super) fn create(path: &'a Path, store: &Store) -> Result<Self, Failure> {
        if store.is_own(path) {
            let why = format!("'{}' is part of the store: name another file", path.display());
            return Err(Failure::Input(why));
        }
        let file = AtomicFile::create(path).map_err(Failure::cannot_write(path))?;
        Ok(Self { path, file })
    }

    pub(super) fn write(
        mut self,
        store: &Store,
        run: &Run,
        format: GameFormat,
        on_progress: &mut dyn FnMut(usize),
    ) -> Result<(), Failure> {
        let written = export(store, run, format, BufWriter::new(&mut self.file), on_progress);
        written.map_err(|error| failure(error, Some(self.path)))?;
        self.file.finish().map_err(Failure::cannot_write(self.path))
    }
}

/// Converts the error of an export to a file or to standard output.
fn failure(error: ExportError, path: Option<&Path>) -> Failure {
    match (error, path) {
        (ExportError::Store(error), _) => error.into(),
        (ExportError::Output(error), None) => error.into(),
        (ExportError::Output(error), Some(path)) => Failure::cannot_write(path)(error),
        (error @ ExportError::TooMany(_), _) => Failure::Input(format!("xlsx: {error}")),
        (error @ ExportError::Workbook(_), _) => Failure::Run(error.to_string()),
    }
}
