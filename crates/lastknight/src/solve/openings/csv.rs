//! Tables of openings as CSV: a line for each.

use super::reading::{collect, opening, winner};
use super::{Entry, OpeningsTable, Place, TableError, TableProblem};
use crate::board::{Color, Size};

/// The first line: the names of the columns.
const HEADER: &str = "board,first,second,winner,nodes";

impl OpeningsTable {
    /// The table as CSV. The winner is empty where it is not known.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let size = self.size();
        let mut text = format!("{HEADER}\n");
        for Entry { opening, winner, nodes } in self.entries() {
            let (first, second) = (size.name(opening.first), size.name(opening.second));
            let winner = winner.map_or("", Color::name);
            text += &format!("{size},{first},{second},{winner},{nodes}\n");
        }
        text
    }

    /// Reads what [`to_csv`](Self::to_csv) prints. A table without lines is that of 1x1, the only board
    /// without an opening.
    ///
    /// # Errors
    /// Where a line is wrong, or an opening is missing or there twice.
    pub fn from_csv(text: &str) -> Result<Self, TableError> {
        let mut lines = text.lines().enumerate();
        let header = lines.next().map_or("", |(_, line)| line);
        if header != HEADER {
            let problem = TableProblem::Header { expected: HEADER, found: header.to_owned() };
            return Err(TableError::new(Place::Line(1), problem));
        }
        let mut board = None;
        let mut entries = Vec::new();
        for (i, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let place = Place::Line(i + 1);
            let (size, entry) =
                read_line(line).map_err(|problem| TableError::new(place, problem))?;
            let expected = *board.get_or_insert(size);
            if size != expected {
                let problem = TableProblem::Board { expected, found: size };
                return Err(TableError::new(place, problem));
            }
            entries.push((place, Ok(entry)));
        }
        let smallest = Size::new(1, 1).expect("the smallest board");
        collect(board.unwrap_or(smallest), entries.into_iter())
    }
}

fn read_line(line: &str) -> Result<(Size, Entry), TableProblem> {
    let fields: Vec<&str> = line.split(',').collect();
    let &[board, first, second, name, nodes] = fields.as_slice() else {
        let expected = HEADER.split(',').count();
        return Err(TableProblem::Columns { expected, found: fields.len() });
    };
    let size: Size = board.parse().map_err(TableProblem::Size)?;
    let opening = opening(size, first, second)?;
    let winner = if name.is_empty() { None } else { Some(winner(name)?) };
    let is_number = nodes.bytes().all(|b| b.is_ascii_digit());
    let nodes = nodes.parse().ok().filter(|_| is_number);
    let nodes = nodes.ok_or_else(|| TableProblem::Nodes(fields[4].to_owned()))?;
    Ok((size, Entry { opening, winner, nodes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |lines: &str| {
            OpeningsTable::from_csv(&format!("{HEADER}\n{lines}")).unwrap_err().to_string()
        };
        for (lines, message) in [
            ("2x1,a1,b1,black", "line 2: 4 columns, but there are 5"),
            ("2x1,a1,b1,black,-1", "line 2: '-1' is not a number of nodes"),
            ("2x1,a1,b1,nobody,1", "line 2: winner 'nobody' is not white or black"),
            ("2x1,b1,a1,black,1", "line 2: b1 a1 is a1 b1 turned or flipped, which stands for it"),
            ("2x1,a1,c1,black,1", "line 2: square 'c1' is off the 2x1 board"),
            ("2x1,a1,b1,black,1\n2x1,a1,b1,,1", "line 3: a1 b1 for the second time"),
            ("2x1,a1,b1,black,1\n2x2,a1,b1,,1", "line 3: board 2x2, but the table began with 2x1"),
            ("2x2,a1,b1,,1", "opening a1 b2 is missing"),
            ("2,a1,b1,,1", "line 2: board: '2' is not a board size such as 7x7"),
        ] {
            assert_eq!(error(lines), message);
        }
        assert_eq!(
            OpeningsTable::from_csv("a,b").unwrap_err().to_string(),
            "line 1: the columns are board,first,second,winner,nodes, not 'a,b'"
        );
        assert!(OpeningsTable::from_csv("").is_err());
    }
}
