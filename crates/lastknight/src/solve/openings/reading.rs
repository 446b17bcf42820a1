//! What the forms of tables have in common when they are read: every opening is checked.

use super::{Entry, Opening, OpeningsTable, Place, TableError, TableProblem};
use crate::board::{Color, Size};

/// The opening with these squares, which has to be one of [`Opening::all`].
pub(super) fn opening(size: Size, first: &str, second: &str) -> Result<Opening, TableProblem> {
    let opening = Opening { first: size.square_named(first)?, second: size.square_named(second)? };
    if opening.first == opening.second {
        return Err(TableProblem::SameSquare(first.to_owned()));
    }
    let canonical = opening.canonical(size);
    if canonical != opening {
        let (found, canonical) = (opening.name(size), canonical.name(size));
        return Err(TableProblem::NotCanonical { found, canonical });
    }
    Ok(opening)
}

pub(super) fn winner(name: &str) -> Result<Color, TableProblem> {
    Color::from_name(name).ok_or_else(|| TableProblem::Winner(name.to_owned()))
}

/// The table with these entries, which have to be all of its openings, in any order.
pub(super) fn collect(
    size: Size,
    entries: impl Iterator<Item = (Place, Result<Entry, TableProblem>)>,
) -> Result<OpeningsTable, TableError> {
    let mut table = OpeningsTable::new(size);
    let mut had = vec![false; table.entries().len()];
    for (place, entry) in entries {
        let entry = entry.map_err(|problem| TableError::new(place, problem))?;
        let at = table.entries().partition_point(|other| other.opening < entry.opening);
        if std::mem::replace(&mut had[at], true) {
            let name = entry.opening.name(size);
            return Err(TableError::new(place, TableProblem::Twice(name)));
        }
        table.record(entry);
    }
    if let Some(at) = had.iter().position(|&had| !had) {
        let name = table.entries()[at].opening.name(size);
        return Err(TableError::new(Place::Whole, TableProblem::Missing(name)));
    }
    Ok(table)
}
