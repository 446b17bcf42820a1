//! Writing runs and pairs.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use lastknight::Square;
use lastknight::agent::MoveTotals;
use lastknight::stats::Share;
use rusqlite::{Connection, ToSql, params, params_from_iter};

use super::checksum::checksum;
use super::forfeits::insert_forfeits;
use super::played_by::{PairKey, insert_measured_by, insert_played_by, worker_id};
use super::row::{PairRow, code};
use super::schema::transaction;
use super::{Run, Store, StoreError};
use crate::pair::{COLORS_OF_FIRST, Pair};
use crate::spec::{Entrant, Spec};
use crate::work::FleetWorker;

impl Store {
    /// Adds a run, or finds it again. The number of games may have changed.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub fn begin(&mut self, spec: &Spec) -> Result<Run, StoreError> {
        self.call(|database| {
            let change = transaction(database)?;
            let conditions = insert_conditions(&change, spec)?;
            let agents = insert_agents(&change, spec)?;
            let id = insert_run(&change, spec, conditions, &agents)?;
            change.commit()?;
            Ok(Run::new(id, conditions, agents, spec.clone(), spec.pairs()))
        })
    }

    /// Stores pairs, all or none. A pair that is already stored stays as it is.
    ///
    /// # Errors
    /// Returns an error if the store cannot be written.
    pub fn commit(&mut self, run: &Run, pairs: &[Pair]) -> Result<(), StoreError> {
        self.call(|database| {
            let change = transaction(database)?;
            pairs.iter().try_for_each(|pair| insert_pair(&change, run, pair).map(drop))?;
            change.commit()
        })
    }

    /// Stores pairs of runs with the workers of a fleet that played them, all or none.
    pub(crate) fn commit_by(
        &mut self,
        pairs: &[(&Run, Pair, Option<Arc<FleetWorker>>)],
    ) -> Result<(), StoreError> {
        self.call(|database| {
            let change = transaction(database)?;
            let mut ids: HashMap<&FleetWorker, i64> = HashMap::new();
            for (run, pair, worker) in pairs {
                let new = insert_pair(&change, run, pair)?;
                let (Some(key), Some(worker)) = (new, worker) else { continue };
                let id = match ids.entry(worker) {
                    Entry::Occupied(id) => *id.get(),
                    Entry::Vacant(id) => *id.insert(worker_id(&change, worker)?),
                };
                insert_played_by(&change, key, id)?;
            }
            change.commit()
        })
    }

    /// Ends a run after this number of pairs per pairing. Further pairs that were played do not belong to it.
    pub(crate) fn settle(&mut self, run: &mut Run, pairs: usize) -> Result<(), StoreError> {
        let (hash, text) = (run.spec.hash(), text(&run.spec));
        let values = params![hash, run.conditions, run.spec.name(), text, pairs as i64];
        let change = "UPDATE run SET pairs = ?, sum = ? WHERE id = ?";
        self.call(|database| {
            database.execute(change, params![pairs as i64, checksum(values)?, run.id])
        })?;
        run.pairs = pairs;
        Ok(())
    }

    /// Stores how often an entrant kept a win in the critical positions that the specification requests.
    pub(crate) fn keep_oracle(
        &mut self,
        run: &Run,
        entrant: usize,
        kept: Share,
        by: &[Arc<FleetWorker>],
    ) -> Result<(), StoreError> {
        let statement = "INSERT INTO oracle (conditions, agent, positions, asked, kept, sum)
                         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
        let positions = run.spec.oracle() as i64;
        let (of, hits) = (kept.of as i64, kept.hits as i64);
        let (conditions, agent) = (run.conditions, run.agents[entrant]);
        let values = params![conditions, agent, positions, of, hits];
        self.call(|database| {
            let change = transaction(database)?;
            insert(&change, statement, values)?;
            insert_measured_by(&change, &format!("oracle {conditions} {agent} {positions}"), by)?;
            change.commit()
        })
    }

    /// Stores a measurement under its hash in place of an earlier one.
    pub(crate) fn replace_measurement(
        &mut self,
        hash: &str,
        result: &str,
        by: &[Arc<FleetWorker>],
    ) -> Result<(), StoreError> {
        let statement = "INSERT OR REPLACE INTO measurement (hash, result, sum) VALUES (?, ?, ?)";
        self.insert_measurement(statement, hash, result, by)
    }

    /// Stores a measurement under its hash, unless it is stored already.
    pub(crate) fn keep_measurement(
        &mut self,
        hash: &str,
        result: &str,
        by: &[Arc<FleetWorker>],
    ) -> Result<(), StoreError> {
        let statement =
            "INSERT INTO measurement (hash, result, sum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
        self.insert_measurement(statement, hash, result, by)
    }

    /// Adds a measurement and the workers of a fleet that it may be from.
    fn insert_measurement(
        &mut self,
        statement: &str,
        hash: &str,
        result: &str,
        by: &[Arc<FleetWorker>],
    ) -> Result<(), StoreError> {
        self.call(|database| {
            let change = transaction(database)?;
            insert(&change, statement, params![hash, result])?;
            insert_measured_by(&change, hash, by)?;
            change.commit()
        })
    }
}

fn insert_conditions(change: &Connection, spec: &Spec) -> rusqlite::Result<i64> {
    let conditions = spec.conditions();
    let (hash, size) = (conditions.hash(), conditions.start.size());
    let limits = conditions.limits;
    let statement = "INSERT INTO conditions
        (hash, board, width, start, seed, depth, nodes, seconds, clock, version, signature, sum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    let values = params![
        hash,
        size.to_string(),
        size.width() as i64,
        conditions.start.to_string(),
        conditions.seed.to_string(),
        limits.depth,
        limits.nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX)),
        limits.time.map(|time| time.as_secs_f64()),
        conditions.clock.name(),
        env!("CARGO_PKG_VERSION"),
        lastknight::bench::SIGNATURE,
    ];
    insert(change, statement, values)?;
    change.query_row("SELECT id FROM conditions WHERE hash = ?", [hash], |row| row.get(0))
}

fn insert_agents(change: &Connection, spec: &Spec) -> rusqlite::Result<Vec<i64>> {
    let agent = |entrant: &Entrant| {
        let key = params![entrant.agent.to_string(), entrant.copy];
        let statement =
            "INSERT INTO agent (text, copy, sum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
        insert(change, statement, key)?;
        change.query_row("SELECT id FROM agent WHERE text = ? AND copy = ?", key, |row| row.get(0))
    };
    spec.entrants().iter().map(agent).collect()
}

fn insert_run(
    change: &Connection,
    spec: &Spec,
    conditions: i64,
    agents: &[i64],
) -> rusqlite::Result<i64> {
    let (hash, text, pairs) = (spec.hash(), text(spec), spec.pairs() as i64);
    let statement = "INSERT INTO run (hash, conditions, name, spec, pairs, sum, created, played)
         VALUES (?, ?, ?, ?, ?, ?, datetime('now'), datetime('now'))
         ON CONFLICT (hash) DO UPDATE
         SET spec = excluded.spec, pairs = excluded.pairs, sum = excluded.sum, played = excluded.played";
    insert(change, statement, params![hash, conditions, spec.name(), text, pairs])?;
    let id: i64 =
        change.query_row("SELECT id FROM run WHERE hash = ?", [hash], |row| row.get(0))?;
    for (number, (entrant, agent)) in spec.entrants().iter().zip(agents).enumerate() {
        let statement = "INSERT INTO entrant (run, agent, number, name, sum)
                         VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
        insert(change, statement, params![id, agent, number as i64, entrant.name])?;
    }
    for (number, [first, second]) in (1..).zip(spec.pairings()) {
        let statement = "INSERT INTO pairing (run, first, second, number, sum)
                         VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
        insert(change, statement, params![id, first as i64, second as i64, number])?;
    }
    Ok(id)
}

fn text(spec: &Spec) -> String {
    serde_json::to_string(&spec.file()).expect("a shape without odd keys")
}

/// Adds a row. The statement takes the values, then their checksum.
pub(super) fn insert(
    connection: &Connection,
    statement: &str,
    values: &[&dyn ToSql],
) -> rusqlite::Result<()> {
    insert_new(connection, statement, values).map(drop)
}

/// Adds a row and returns whether it is new.
fn insert_new(
    connection: &Connection,
    statement: &str,
    values: &[&dyn ToSql],
) -> rusqlite::Result<bool> {
    let sum = checksum(values)?;
    let values = values.iter().copied().chain([&sum as &dyn ToSql]);
    let rows = connection.prepare_cached(statement)?.execute(params_from_iter(values))?;
    Ok(rows > 0)
}

/// Adds a pair and returns its key if it is new.
fn insert_pair(change: &Connection, run: &Run, pair: &Pair) -> rusqlite::Result<Option<PairKey>> {
    let opening = &pair.opening_game;
    let start = Some(opening.start()).filter(|start| **start != run.spec.conditions().start);
    let statement = "INSERT INTO opening (conditions, number, start, moves, sum)
                     VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    let number = pair.opening as i64;
    let (start, moves) = (start.map(ToString::to_string), packed(opening.moves()));
    insert(change, statement, params![run.conditions, number, start, moves])?;
    let moves = pair.games.each_ref().map(|game| packed(game.moves.iter().copied()));
    let times = pair.games.each_ref().map(|game| game.times.as_deref().map(packed_times));
    let effort = [0, 1].map(|second| {
        let mut sum = MoveTotals::default();
        for (game, color) in pair.games.iter().zip(COLORS_OF_FIRST) {
            sum.add(game.effort[if second == 0 { color } else { !color }]);
        }
        sum
    });
    let row = PairRow {
        conditions: run.conditions,
        opening: number,
        agents: pair.players.map(|number| run.agents[number]),
        won: [0, 1].map(|at| pair.games[at].outcome.winner == COLORS_OF_FIRST[at]),
        ends: pair.games.each_ref().map(|game| game.outcome.termination),
        moves: moves.each_ref().map(Vec::as_slice),
        effort,
        times: times.each_ref().map(Option::as_deref),
    };
    insert_forfeits(change, run, pair)?;
    let row = if row.agents[0] < row.agents[1] { row } else { row.turned() };
    let key = PairKey { conditions: row.conditions, opening: number, agents: row.agents };
    Ok(insert_row(change, &row)?.then_some(key))
}

fn insert_row(change: &Connection, row: &PairRow<'_>) -> rusqlite::Result<bool> {
    let statement = "INSERT INTO pair
        (conditions, opening, first, second, won_white, won_black, end_white, end_black,
         moves_white, moves_black, count_first, count_second, nodes_first, nodes_second,
         micros_first, micros_second, times_white, times_black, sum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO NOTHING";
    let [first, second] = row.effort;
    let values = params![
        row.conditions,
        row.opening,
        row.agents[0],
        row.agents[1],
        row.won[0],
        row.won[1],
        code(row.ends[0]),
        code(row.ends[1]),
        row.moves[0],
        row.moves[1],
        first.moves as i64,
        second.moves as i64,
        first.nodes as i64,
        second.nodes as i64,
        first.time.as_micros() as i64,
        second.time.as_micros() as i64,
        row.times[0],
        row.times[1],
    ];
    insert_new(change, statement, values)
}

/// Moves, one byte each.
fn packed(moves: impl Iterator<Item = Square>) -> Vec<u8> {
    moves.map(|to| to.index() as u8).collect()
}

/// Times in microseconds, four bytes each: at most 71 minutes.
fn packed_times(times: &[Duration]) -> Vec<u8> {
    let micros = |time: &Duration| u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
    times.iter().flat_map(|time| micros(time).to_le_bytes()).collect()
}
