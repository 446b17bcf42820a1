//! A table of openings that grows: a first line that says what it is, then a line for each opening as it
//! is solved, or given up.

use serde::{Deserialize, Serialize};

use super::json::Line;
use super::{Entry, OpeningsTable, Place, TableError, TableProblem};
use crate::board::Size;

/// The name of the format. Another one would be another number.
const FORMAT: &str = "lastknight-openings-1";

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
    /// What it says so far.
    pub table: OpeningsTable,
    /// How many bytes of the text count; what follows is a line that was not written to its end.
    pub length: usize,
}

impl Journal {
    /// The first line, with its line end.
    #[must_use]
    pub fn header(size: Size) -> String {
        let header = Header {
            format: FORMAT.to_owned(),
            board: size.to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        };
        serde_json::to_string(&header).expect("strings always have a JSON form") + "\n"
    }

    /// The line of an opening, with its line end.
    #[must_use]
    pub fn line(size: Size, entry: &Entry) -> String {
        Line::of(size, entry).text() + "\n"
    }

    /// Whether a text with this first line is meant to be a journal.
    pub(super) fn is_begun_by(line: &str) -> bool {
        line.starts_with("{\"format\"")
    }

    /// Reads a journal. A last line without its end was not written to its end, and does not count. An
    /// opening that was given up may come again.
    ///
    /// # Errors
    /// Where another line is wrong, or there is no first line.
    pub fn read(text: &str) -> Result<Self, TableError> {
        let length = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..length].lines().enumerate().map(|(i, line)| (i + 1, line));
        let (_, header) = lines.next().unwrap_or((1, ""));
        let mut table = OpeningsTable::new(
            read_header(header).map_err(|problem| TableError::new(Place::Line(1), problem))?,
        );
        for (number, line) in lines {
            let error = |problem| TableError::new(Place::Line(number), problem);
            let line: Line =
                serde_json::from_str(line).map_err(|e| error(TableProblem::json(&e)))?;
            let entry = line.entry(table.size()).map_err(error)?;
            if table.entry(entry.opening).winner.is_some() {
                return Err(error(TableProblem::Twice(entry.opening.name(table.size()))));
            }
            table.record(entry);
        }
        Ok(Self { table, length })
    }
}

fn read_header(line: &str) -> Result<Size, TableProblem> {
    let header: Header = serde_json::from_str(line).map_err(|error| TableProblem::json(&error))?;
    if header.format != FORMAT {
        return Err(TableProblem::Format { expected: FORMAT, found: header.format });
    }
    header.board.parse().map_err(TableProblem::Size)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str =
        "{\"format\":\"lastknight-openings-1\",\"board\":\"2x2\",\"version\":\"0.1.0\"}\n";
    const FIRST: &str = "{\"first\":\"a1\",\"second\":\"b1\",\"winner\":\"black\",\"nodes\":3}\n";
    const GIVEN_UP: &str = "{\"first\":\"a1\",\"second\":\"b1\",\"winner\":null,\"nodes\":1}\n";

    #[test]
    fn whatever_is_cut_off_counts_to_its_last_whole_line() {
        let text = [HEADER, GIVEN_UP, FIRST].concat();
        for cut in HEADER.len()..=text.len() {
            let journal = Journal::read(&text[..cut]).unwrap();
            let whole =
                [HEADER.len() + GIVEN_UP.len() + FIRST.len(), HEADER.len() + GIVEN_UP.len()];
            let expected = whole.into_iter().find(|&end| end <= cut).unwrap_or(HEADER.len());
            assert_eq!(journal.length, expected);
            assert_eq!(journal.table.unsolved(), if cut == text.len() { 1 } else { 2 });
        }
        assert_eq!(Journal::header("2x2".parse().unwrap()).split(',').count(), 3);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, message) in [
            (String::new(), "line 1: column 0: EOF while parsing a value"),
            (
                HEADER.replace("-1", "-2"),
                "line 1: format 'lastknight-openings-2' is not lastknight-openings-1",
            ),
            (HEADER.to_owned() + "\n" + FIRST, "line 2: column 0: EOF while parsing a value"),
            (HEADER.to_owned() + FIRST + FIRST, "line 3: a1 b1 for the second time"),
            (HEADER.to_owned() + FIRST + GIVEN_UP, "line 3: a1 b1 for the second time"),
            (
                HEADER.to_owned() + &FIRST.replace("b1", "a2"),
                "line 2: a1 a2 is a1 b1 turned or flipped, which stands for it",
            ),
        ] {
            assert_eq!(Journal::read(&text).unwrap_err().to_string(), message);
        }
    }
}
