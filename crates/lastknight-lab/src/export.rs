//! The games of a run in the formats of other programs, one after another: a million take no more memory than one.

use std::io::{self, Write};
use std::ops::ControlFlow;

use lastknight::game::{csv, jsonl, pgn};
use lastknight::{Color, Outcome};
use rust_xlsxwriter::{
    DocProperties, ExcelDateTime, Format, FormatBorder, Workbook, Worksheet, XlsxError,
};

use crate::format::grouped;
use crate::store::{Run, Store, StoreError, StoredGame};

/// The games that a sheet of a workbook has room for, below the names of its columns.
const ROOM: usize = 1_048_575;

/// A format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    /// The format of chess programs.
    Pgn,
    /// A JSON object a line.
    Jsonl,
    /// A table with a line a game.
    Csv,
    /// A workbook with a row a game.
    Xlsx,
}

/// Why games cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// They cannot be written to where they go.
    #[error("{0}")]
    Output(#[from] io::Error),
    /// A workbook has no room for them.
    #[error("a sheet has room for {} games, and there are {}: the other formats take all", grouped(ROOM as u64), grouped(*.0 as u64))]
    TooMany(usize),
    /// The workbook cannot be made.
    #[error("cannot make the workbook: {0}")]
    Workbook(XlsxError),
}

/// A workbook is written to a file of its own before it goes where it belongs.
impl From<XlsxError> for ExportError {
    fn from(error: XlsxError) -> Self {
        match error {
            XlsxError::IoError(error) => Self::Output(error),
            error => Self::Workbook(error),
        }
    }
}

/// After how many games somebody is told.
const STEP: usize = 1000;

/// Writes the games of a run in their order, and tells now and then how many there are so far.
///
/// # Errors
/// Where the store cannot be read, or the games cannot be written.
pub fn export(
    store: &Store,
    run: &Run,
    format: GameFormat,
    out: impl Write + Send,
    watch: &mut dyn FnMut(usize),
) -> Result<(), ExportError> {
    match format {
        GameFormat::Xlsx => workbook(store, run, out, watch),
        _ => text(store, run, format, out, watch),
    }
}

/// Does something with every game, until it fails.
fn each_game(
    store: &Store,
    run: &Run,
    watch: &mut dyn FnMut(usize),
    task: &mut dyn FnMut(usize, &StoredGame) -> Result<(), ExportError>,
) -> Result<(), ExportError> {
    let mut count = 0;
    let mut result = Ok(());
    store.each_game_until(run, &mut |game| {
        result = task(count, game);
        count += 1;
        if count.is_multiple_of(STEP) {
            watch(count);
        }
        if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    result
}

fn text(
    store: &Store,
    run: &Run,
    format: GameFormat,
    mut out: impl Write,
    watch: &mut dyn FnMut(usize),
) -> Result<(), ExportError> {
    if format == GameFormat::Csv {
        writeln!(out, "round,opening_plies,{}", csv::HEADER)?;
    }
    each_game(store, run, watch, &mut |_, game| {
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

/// The columns of a workbook, and how wide they are.
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
    watch: &mut dyn FnMut(usize),
) -> Result<(), ExportError> {
    let games = 2 * store.played(run)?;
    if games > ROOM {
        return Err(ExportError::TooMany(games));
    }
    let mut workbook = Workbook::new();
    // The same games are the same file, whenever it is written.
    let date = ExcelDateTime::from_ymd(2000, 1, 1)?;
    let properties = DocProperties::new().set_title(run.spec().name());
    workbook.set_properties(&properties.set_creation_datetime(&date));
    // Rows go to a file of their own at once, in their order.
    let sheet = workbook.add_worksheet_with_constant_memory()?.set_name("Games")?;
    let heading = Format::new().set_bold().set_border_bottom(FormatBorder::Thin);
    sheet.set_freeze_panes(1, 1)?;
    for (column, (name, width)) in (0..).zip(COLUMNS) {
        sheet.set_column_width(column, width as f64)?;
        sheet.write_string_with_format(0, column, name, &heading)?;
    }
    each_game(store, run, watch, &mut |at, game| Ok(row(sheet, at as u32 + 1, game)?))?;
    let mut out = Patient { out, error: None };
    workbook.save_to_writer(&mut out)?;
    out.end()
}

/// What goes on when it cannot be written, and tells in the end: whoever packs the workbook would print the failure.
struct Patient<W> {
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> Patient<W> {
    fn end(mut self) -> Result<(), ExportError> {
        match self.error {
            Some(error) => Err(error.into()),
            None => Ok(self.out.flush()?),
        }
    }
}

impl<W: Write> Write for Patient<W> {
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

/// Writes a game into a row.
fn row(sheet: &mut Worksheet, row: u32, game: &StoredGame) -> Result<(), XlsxError> {
    let (record, players) = (game.record.game(), game.record.players());
    let fact = |fact: fn(Outcome) -> &'static str| game.record.outcome().map_or("", fact);
    let moves: Vec<String> = record.move_names().collect();
    sheet.write_string(row, 0, game.name())?;
    sheet.write_string(row, 1, &players[Color::White])?;
    sheet.write_string(row, 2, &players[Color::Black])?;
    sheet.write_string(row, 3, fact(|outcome| outcome.winner.name()))?;
    sheet.write_string(row, 4, fact(|outcome| outcome.termination.name()))?;
    sheet.write_number(row, 5, moves.len() as f64)?;
    sheet.write_number(row, 6, game.opening_plies as f64)?;
    sheet.write_string(row, 7, record.start().size().to_string())?;
    sheet.write_string(row, 8, record.start().to_string())?;
    sheet.write_string(row, 9, moves.join(" "))?;
    Ok(())
}
