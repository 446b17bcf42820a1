//! Tables of openings as CSV, one line for each.

use super::{OpeningEntry, OpeningsTable, TableError, TablePlace, TableProblem};
use crate::board::{Color, Size};

/// The first line: the names of the columns.
pub(super) const HEADER: &str = "board,first,second,winner,nodes";

impl OpeningsTable {
    /// Returns the table as CSV. An unknown winner is empty.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let size = self.size();
        let mut text = format!("{HEADER}\n");
        for OpeningEntry { opening, winner, nodes } in self.entries() {
            let (first, second) = (size.name(opening.first), size.name(opening.second));
            let winner = winner.map_or("", Color::name);
            text += &format!("{size},{first},{second},{winner},{nodes}\n");
        }
        text
    }

    /// Parses the output of [`to_csv`](Self::to_csv). Without lines it is 1x1, which has no openings.
    ///
    /// # Errors
    /// Returns an error if a line is invalid, or an opening is missing or listed twice.
    pub fn from_csv(text: &str) -> Result<Self, TableError> {
        let mut lines = text.lines().zip(1..);
        let header = lines.next().map_or("", |(line, _)| line);
        if header != HEADER {
            return Err(TableProblem::Header(header.to_owned()).at(TablePlace::Line(1)));
        }
        let mut board = None;
        let mut entries = Vec::new();
        for (line, number) in lines.filter(|(line, _)| !line.is_empty()) {
            let place = TablePlace::Line(number);
            let (size, entry) = parse_line(line).map_err(|problem| problem.at(place))?;
            let expected = *board.get_or_insert(size);
            if size != expected {
                return Err(TableProblem::Board(size, expected).at(place));
            }
            entries.push((place, Ok(entry)));
        }
        let smallest = Size::new(1, 1).expect("the smallest board");
        Self::collect(board.unwrap_or(smallest), entries.into_iter())
    }
}

fn parse_line(line: &str) -> Result<(Size, OpeningEntry), TableProblem> {
    let fields: Vec<&str> = line.split(',').collect();
    let &[board, first, second, winner, nodes] = fields.as_slice() else {
        return Err(TableProblem::Columns(fields.len()));
    };
    let size: Size = board.parse()?;
    let winner = (!winner.is_empty()).then_some(winner);
    let entry = OpeningEntry::parse(size, [first, second], winner)?;
    let is_number = nodes.bytes().all(|b| b.is_ascii_digit());
    match nodes.parse() {
        Ok(nodes) if is_number => Ok((size, OpeningEntry { nodes, ..entry })),
        _ => Err(TableProblem::Nodes(nodes.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| OpeningsTable::from_csv(text).unwrap_err().to_string();
        for (lines, message) in [
            ("2x1,a1,b1,black", "line 2: 4 columns instead of 5"),
            ("2x1,a1,b1,black,-1", "line 2: '-1' is not a number of nodes"),
            ("2x1,a1,b1,nobody,1", "line 2: winner 'nobody' is not white or black"),
            ("2x1,b1,a1,black,1", "line 2: b1 a1 is a1 b1 rotated or reflected; list that instead"),
            ("2x1,a1,c1,black,1", "line 2: square 'c1' is off the 2x1 board"),
            ("2x1,a1,b1,black,1\n2x1,a1,b1,,1", "line 3: a1 b1 is listed twice"),
            ("2x1,a1,b1,black,1\n2x2,a1,b1,,1", "line 3: board 2x2, but the table began with 2x1"),
            ("2x2,a1,b1,,1", "opening a1 b2 is missing"),
            ("2,a1,b1,,1", "line 2: board: '2' is not a board size such as 7x7"),
        ] {
            assert_eq!(error(&format!("{HEADER}\n{lines}")), message);
        }
        assert_eq!(
            error("a,b"),
            "line 1: the columns are board,first,second,winner,nodes, not 'a,b'"
        );
        assert!(OpeningsTable::from_csv("").is_err());
    }
}
