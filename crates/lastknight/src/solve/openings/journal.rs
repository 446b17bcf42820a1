//! A table of openings that grows: a header, then a line for each opening as it is solved or given up.

use serde::{Deserialize, Serialize};

use super::error::FORMAT;
use super::json::{JsonOpening, to_text};
use super::{OpeningEntry, OpeningsTable, TableError, TablePlace, TableProblem};
use crate::board::Size;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    format: String,
    board: String,
    version: String,
}

/// A journal that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Journal {
    /// The entries so far.
    pub table: OpeningsTable,
    /// The length of the valid text in bytes; the rest is a line that was cut off.
    pub length: usize,
}

impl Journal {
    /// Returns the first line, with its line end.
    #[must_use]
    pub fn header(size: Size) -> String {
        let (format, version) = (FORMAT.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
        to_text(&Header { format, board: size.to_string(), version }) + "\n"
    }

    /// Returns the line of an opening, with its line end.
    #[must_use]
    pub fn line(size: Size, entry: &OpeningEntry) -> String {
        to_text(&JsonOpening::new(size, entry)) + "\n"
    }

    /// Parses a journal. Ignores a last line without line end. An opening that was given up may recur.
    ///
    /// # Errors
    /// Returns an error if the header is missing or a complete line is invalid.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let length = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..length].lines();
        let size = parse_header(lines.next().unwrap_or(""))
            .map_err(|problem| problem.at(TablePlace::Line(1)))?;
        let mut table = OpeningsTable::new(size);
        for (line, number) in lines.zip(2..) {
            read_line(line, &mut table).map_err(|problem| problem.at(TablePlace::Line(number)))?;
        }
        Ok(Self { table, length })
    }
}

fn parse_header(line: &str) -> Result<Size, TableProblem> {
    let header: Header = serde_json::from_str(line).map_err(|error| TableProblem::json(&error))?;
    if header.format != FORMAT {
        return Err(TableProblem::Format(header.format));
    }
    Ok(header.board.parse()?)
}

fn read_line(line: &str, table: &mut OpeningsTable) -> Result<(), TableProblem> {
    let line: JsonOpening =
        serde_json::from_str(line).map_err(|error| TableProblem::json(&error))?;
    let entry = line.parse(table.size())?;
    if table.entry(entry.opening).winner.is_some() {
        return Err(TableProblem::Twice(entry.opening.name(table.size())));
    }
    table.record(entry);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str =
        "{\"format\":\"lastknight-openings-1\",\"board\":\"2x2\",\"version\":\"0.1.0\"}\n";
    const FIRST: &str = "{\"first\":\"a1\",\"second\":\"b1\",\"winner\":\"black\",\"nodes\":3}\n";
    const GIVEN_UP: &str = "{\"first\":\"a1\",\"second\":\"b1\",\"winner\":null,\"nodes\":1}\n";

    #[test]
    fn a_line_that_is_cut_off_does_not_count() {
        let text = [HEADER, GIVEN_UP, FIRST].concat();
        for cut in HEADER.len()..=text.len() {
            let journal = Journal::read(&text[..cut]).unwrap();
            let whole = [text.len(), HEADER.len() + GIVEN_UP.len()];
            let expected = whole.into_iter().find(|&end| end <= cut).unwrap_or(HEADER.len());
            assert_eq!(journal.length, expected);
            assert_eq!(journal.table.unsolved(), if cut == text.len() { 1 } else { 2 });
        }
        assert_eq!(Journal::header("2x2".parse().unwrap()).split(',').count(), 3);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let (other_format, image) = (HEADER.replace("-1", "-2"), FIRST.replace("b1", "a2"));
        for (lines, message) in [
            ([""; 3], "line 1: column 0: EOF while parsing a value"),
            (
                [&other_format, "", ""],
                "line 1: format 'lastknight-openings-2' is not lastknight-openings-1",
            ),
            ([HEADER, "\n", FIRST], "line 2: column 0: EOF while parsing a value"),
            ([HEADER, FIRST, FIRST], "line 3: a1 b1 is listed twice"),
            ([HEADER, FIRST, GIVEN_UP], "line 3: a1 b1 is listed twice"),
            (
                [HEADER, &image, ""],
                "line 2: a1 a2 is a1 b1 rotated or reflected; list that instead",
            ),
        ] {
            assert_eq!(Journal::read(&lines.concat()).unwrap_err().to_string(), message);
        }
    }
}
