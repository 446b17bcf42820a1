//! Which worker of a fleet played a pair.

use rusqlite::{Connection, params};

use super::schema::transaction;
use super::write::insert;
use super::{Store, StoreError};
use crate::work::FleetWorker;

/// The key of a stored pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairKey {
    pub(super) conditions: i64,
    pub(super) opening: i64,
    /// The agents' ids, the smaller first.
    pub(super) agents: [i64; 2],
}

/// Returns the id of a worker, which is added if it is new.
pub(super) fn worker_id(change: &Connection, worker: &FleetWorker) -> rusqlite::Result<i64> {
    let statement =
        "INSERT INTO worker (name, machine, sum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
    insert(change, statement, params![worker.id, worker.machine])?;
    let mut id = change.prepare_cached("SELECT id FROM worker WHERE name = ?")?;
    id.query_row([&worker.id], |row| row.get(0))
}

/// Stores who played a pair.
pub(super) fn insert_played_by(
    change: &Connection,
    PairKey { conditions, opening, agents: [first, second] }: PairKey,
    worker: i64,
) -> rusqlite::Result<()> {
    let statement =
        "INSERT OR REPLACE INTO played_by (conditions, opening, first, second, worker, sum)
         VALUES (?, ?, ?, ?, ?, ?)";
    insert(change, statement, params![conditions, opening, first, second, worker])
}

impl Store {
    /// Removes all pairs that a worker played.
    pub(crate) fn forget_worker(&mut self, worker: &FleetWorker) -> Result<(), StoreError> {
        let theirs = "SELECT 1 FROM played_by JOIN worker ON worker.id = played_by.worker
            WHERE name = ?1 AND played_by.conditions = it.conditions AND played_by.opening = it.opening
                AND played_by.first = it.first AND played_by.second = it.second";
        self.call(|database| {
            let change = transaction(database)?;
            for table in ["pair", "forfeit"] {
                let statement = format!("DELETE FROM {table} AS it WHERE EXISTS ({theirs})");
                change.execute(&statement, [&worker.id])?;
            }
            let own = "DELETE FROM played_by WHERE worker = (SELECT id FROM worker WHERE name = ?)";
            change.execute(own, [&worker.id])?;
            change.commit()
        })
    }
}
