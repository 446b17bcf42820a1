//! Which workers of a fleet played pairs and measured.

use std::sync::Arc;

use rusqlite::{Connection, Row, params};

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

/// Stores who may have contributed to a measurement.
pub(super) fn insert_measured_by(
    change: &Connection,
    hash: &str,
    by: &[Arc<FleetWorker>],
) -> rusqlite::Result<()> {
    for worker in by {
        let id = worker_id(change, worker)?;
        let statement =
            "INSERT INTO measured_by (hash, worker, sum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
        insert(change, statement, params![hash, id])?;
    }
    Ok(())
}

impl Store {
    /// Returns the workers that may have contributed to a measurement.
    pub(crate) fn measured_by(&self, hash: &str) -> Result<Vec<Arc<FleetWorker>>, StoreError> {
        let query = "SELECT name, machine FROM measured_by JOIN worker ON worker.id = worker
                     WHERE hash = ? ORDER BY name";
        self.call(|database| {
            let worker =
                |row: &Row<'_>| Ok(Arc::new(FleetWorker { id: row.get(0)?, machine: row.get(1)? }));
            database.prepare(query)?.query_map([hash], worker)?.collect()
        })
    }

    /// Removes all pairs that a worker played and all measurements that it may have contributed to.
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
            let theirs =
                "SELECT hash FROM measured_by JOIN worker ON worker.id = worker WHERE name = ?";
            for (table, key) in [
                ("measurement", "hash"),
                ("oracle", "'oracle ' || conditions || ' ' || agent || ' ' || positions"),
                // Last: the others are found by it.
                ("measured_by", "hash"),
            ] {
                let statement = format!("DELETE FROM {table} WHERE {key} IN ({theirs})");
                change.execute(&statement, [&worker.id])?;
            }
            change.commit()
        })
    }
}
