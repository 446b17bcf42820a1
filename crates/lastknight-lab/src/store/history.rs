//! The standings of runs over time.

use rusqlite::{Row, params};

use super::write::insert;
use super::{Run, Store, StoreError};

/// The standings of a run after a number of games.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HistoryRow {
    pub(crate) run: i64,
    pub(crate) games: i64,
    /// JSON.
    pub(crate) standings: String,
    /// When the last of the games was played, in UTC.
    pub(crate) played: String,
    /// The same in days.
    pub(crate) day: f64,
}

impl Store {
    /// Stores the standings of a run after this number of games, unless they are stored already.
    pub(crate) fn keep_history(
        &mut self,
        run: &Run,
        games: usize,
        standings: &str,
    ) -> Result<(), StoreError> {
        let statement = "INSERT INTO history (run, games, standings, sum, played)
                         VALUES (?, ?, ?, ?, datetime('now')) ON CONFLICT DO NOTHING";
        let values = params![run.id, games as i64, standings];
        self.call(|database| insert(database, statement, values))
    }

    /// Returns the standings of all runs with the name, the board and the limits of this one, the oldest first.
    pub(crate) fn history(&self, run: &Run) -> Result<Vec<HistoryRow>, StoreError> {
        let query = "SELECT run, games, standings, history.played, julianday(history.played)
                     FROM history JOIN run ON run.id = history.run
                     JOIN conditions a ON a.id = run.conditions
                     JOIN conditions b ON b.id = ?
                     WHERE run.name = ? AND a.start = b.start AND a.depth IS b.depth AND a.nodes IS b.nodes
                       AND a.seconds IS b.seconds AND a.clock = b.clock
                     ORDER BY history.played, run, games";
        let row = |row: &Row<'_>| {
            let (run, games, standings, played, day) = row.try_into()?;
            Ok(HistoryRow { run, games, standings, played, day })
        };
        self.call(|database| {
            database
                .prepare(query)?
                .query_map(params![run.conditions, run.spec.name()], row)?
                .collect()
        })
    }

    /// Returns the date in UTC.
    pub(crate) fn today(&self) -> Result<String, StoreError> {
        self.call(|database| database.query_row("SELECT date('now')", [], |row| row.get(0)))
    }

    /// Returns when a run was created and last started, in UTC, and the latter in days.
    pub(crate) fn dates(&self, run: &Run) -> Result<(String, String, f64), StoreError> {
        let query = "SELECT created, played, julianday(played) FROM run WHERE id = ?";
        self.call(|database| database.query_row(query, [run.id], |row| row.try_into()))
    }
}
