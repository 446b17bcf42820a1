//! Checks that all formats share when a table is read.

use super::{Opening, OpeningEntry, OpeningsTable, TableError, TablePlace, TableProblem};
use crate::board::{Color, Size};

/// Parses an opening, which must be one of [`Opening::all`], and its winner. The nodes are 0.
pub(super) fn parse_entry(
    size: Size,
    [first, second]: [&str; 2],
    winner: Option<&str>,
) -> Result<OpeningEntry, TableProblem> {
    let opening = Opening { first: size.square_named(first)?, second: size.square_named(second)? };
    if opening.first == opening.second {
        return Err(TableProblem::SameSquare(first.to_owned()));
    }
    let canonical = opening.canonical(size);
    if canonical != opening {
        return Err(TableProblem::NotCanonical(opening.name(size), canonical.name(size)));
    }
    let color = |name| Color::from_name(name).ok_or_else(|| TableProblem::Winner(name.to_owned()));
    Ok(OpeningEntry { opening, winner: winner.map(color).transpose()?, nodes: 0 })
}

/// Collects the entries of all openings of a board, in any order, into a table.
pub(super) fn collect(
    size: Size,
    entries: impl Iterator<Item = (TablePlace, Result<OpeningEntry, TableProblem>)>,
) -> Result<OpeningsTable, TableError> {
    let mut table = OpeningsTable::new(size);
    let mut had = vec![false; table.entries().len()];
    for (place, entry) in entries {
        let entry = entry.map_err(|problem| problem.at(place))?;
        let at = table.entries().partition_point(|other| other.opening < entry.opening);
        if std::mem::replace(&mut had[at], true) {
            return Err(TableProblem::Twice(entry.opening.name(size)).at(place));
        }
        table.record(entry);
    }
    match had.iter().position(|&had| !had) {
        Some(at) => {
            let name = table.entries()[at].opening.name(size);
            Err(TableProblem::Missing(name).at(TablePlace::Whole))
        }
        None => Ok(table),
    }
}
