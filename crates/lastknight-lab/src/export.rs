//! Export of the games of a run. Games are written one by one, so a million take no more memory than one.

use std::io::{self, Write};
use std::ops::ControlFlow;

use lastknight::game::{csv, jsonl, pgn};
use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatBorder, Workbook, Worksheet, XlsxError,
};

use crate::format::grouped;
use crate::json::GameSummary;
use crate::store::{Run, Store, StoreError, StoredGame};

/// The maximum number of games in a sheet, below the heading.
const MOST_ROWS: usize = 1_048_575;

/// A format of exported games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// The format of chess programs.
    Pgn,
    /// One JSON object per line.
    Jsonl,
    /// A table with one line per game.
    Csv,
    /// A workbook with one row per game.
    Xlsx,
}

/// Why games cannot be exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output cannot be written.
    #[error("{0}")]
    Output(#[from] io::Error),
    /// Too many games for a workbook.
    #[error("a sheet has room for {} games, but there are {}: the other formats take all", grouped(MOST_ROWS as u64), grouped(*.0 as u64))]
    TooMany(usize),
    /// The workbook cannot be created.
    #[error("cannot make the workbook: {0}")]
    Workbook(XlsxError),
}

impl From<XlsxError> for ExportError {
    fn from(error: XlsxError) -> Self {
        match error {
            // A workbook is collected in a temporary file.
            XlsxError::IoError(error) => Self::Output(error),
            error => Self::Workbook(error),
        }
    }
}

/// The number of games between two calls of `on_progress`.
const STEP: usize = 1000;

/// Writes the games of a run in order. `on_progress` gets the number of games so far.
///
/// # Errors
/// Returns an error if the store cannot be read or the games cannot be written.
pub fn export(
    store: &Store,
    run: &Run,
    format: GameFormat,
    mut out: impl Write + Send,
    on_progress: &mut dyn FnMut(usize),
) -> Result<(), ExportError> {
    match format {
        GameFormat::Xlsx => return workbook(store, run, out, on_progress),
        GameFormat::Csv => writeln!(out, "round,opening_plies,{}", csv::HEADER)?,
        GameFormat::Pgn | GameFormat::Jsonl => {}
    }
    each_game(store, run, on_progress, &mut |_, game| {
        let record = &game.record;
        match format {
            GameFormat::Pgn => write!(out, "{}", pgn::write(record))?,
            GameFormat::Jsonl => writeln!(out, "{}", jsonl::write(record))?,
            _ => writeln!(out, "{},{},{}", game.name(), game.opening_plies, csv::write(record))?,
        }
        Ok(())
    })?;
    Ok(out.flush()?)
}

/// Calls `on_game` with the index of every game and the game, until it fails.
fn each_game(
    store: &Store,
    run: &Run,
    on_progress: &mut dyn FnMut(usize),
    on_game: &mut dyn FnMut(usize, &StoredGame) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let mut count = 0;
    let mut result = Ok(());
    store.each_game_until(run, &mut |game| {
        result = on_game(count, game);
        count += 1;
        if count.is_multiple_of(STEP) {
            on_progress(count);
        }
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    result
}

/// The columns of a workbook, and their widths.
const COLUMNS: [(&str, usize); 10] = [
    ("round", 10),
    ("white", 30),
    ("black", 30),
    ("winner", 8),
    ("termination", 12),
    ("plies", 8),
    ("opening plies", 14),
    ("board", 8),
    ("start", 20),
    ("moves", 100),
];

fn workbook(
    store: &Store,
    run: &Run,
    out: impl Write + Send,
    on_progress: &mut dyn FnMut(usize),
) -> Result<(), ExportError> {
    let games = 2 * store.played(run)?;
    if games > MOST_ROWS {
        return Err(ExportError::TooMany(games));
    }
    let mut workbook = Workbook::new();
    // A fixed date, so that the same games give the same file.
    let date = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let properties = DocProperties::new().set_title(run.spec().name());
    workbook.set_properties(&properties.set_creation_datetime(&date));
    // Rows go to a temporary file at once, in order.
    let sheet = workbook.add_worksheet_with_constant_memory()?.set_name("Games")?;
    let heading = Format::new().set_bold().set_border_bottom(FormatBorder::Thin);
    sheet.set_freeze_panes(1, 1)?;
    for (column, (name, width)) in (0..).zip(COLUMNS) {
        sheet.set_column_width(column, width as f64)?;
        sheet.write_string_with_format(0, column, name, &heading)?;
    }
    each_game(store, run, on_progress, &mut |at, game| Ok(row(sheet, at as u32 + 1, game)?))?;
    let mut out = DeferredErrors { out, error: None };
    workbook.save_to_writer(&mut out)?;
    out.error.map_or(Ok(()), Err)?;
    Ok(out.out.flush()?)
}

/// A writer that stores its first error and continues: the library that packs the workbook would print it.
struct DeferredErrors<W> {
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> Write for DeferredErrors<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.error.is_none() {
            self.error = self.out.write_all(bytes).err();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn row(sheet: &mut Worksheet, row: u32, game: &StoredGame) -> Result<(), XlsxError> {
    let GameSummary { round, white, black, winner, plies, termination } = game.into();
    let (start, moves) = (game.record.game().start(), game.record.game().move_names());
    let moves = moves.collect::<Vec<_>>().join(" ");
    sheet.write_row(row, 0, [round.as_str(), &white, &black, winner, termination])?;
    sheet.write_row(row, 5, [plies as f64, game.opening_plies as f64])?;
    sheet.write_row(row, 7, [start.size().to_string(), start.to_string(), moves])?;
    Ok(())
}
