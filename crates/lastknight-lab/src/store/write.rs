//! What is written: runs, and pairs as they come in.

use std::sync::Arc;
use std::time::Duration;

use lastknight::agent::Effort;
use lastknight::stats::Share;
use lastknight::{Color, Game, Square, Termination};
use rusqlite::{Transaction, TransactionBehavior, params};

use super::{Run, Store, StoreError};
use crate::pair::{COLORS_OF_FIRST, Finished, Pair};
use crate::spec::Spec;

impl Store {
    /// Makes a run known, or finds it again; its number of games may have changed.
    ///
    /// # Errors
    /// Where the store cannot be written.
    pub fn begin(&mut self, spec: &Spec) -> Result<Run, StoreError> {
        let path = self.path.clone();
        let mut begin = || -> rusqlite::Result<Run> {
            let change =
                self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let conditions = conditions(&change, spec)?;
            let agents = agents(&change, spec)?;
            let id = run(&change, spec, conditions, &agents)?;
            change.commit()?;
            Ok(Run { id, conditions, agents, spec: spec.clone(), pairs: spec.pairs() })
        };
        begin().map_err(|error| StoreError::at(&path, &error))
    }

    /// Keeps pairs, all of them or none. One that is there already stays as it is.
    ///
    /// # Errors
    /// Where the store cannot be written.
    pub fn commit(&mut self, run: &Run, pairs: &[(Arc<Game>, Pair)]) -> Result<(), StoreError> {
        let path = self.path.clone();
        let mut commit = || -> rusqlite::Result<()> {
            let change =
                self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for (opening, pair) in pairs {
                insert(&change, run, opening, pair)?;
            }
            change.commit()
        };
        commit().map_err(|error| StoreError::at(&path, &error))
    }

    /// Ends a run after so many pairs of each pairing: others that were played are no part of it.
    ///
    /// # Errors
    /// Where the store cannot be written.
    pub(crate) fn settle(&mut self, run: &mut Run, pairs: usize) -> Result<(), StoreError> {
        let change = "UPDATE run SET pairs = ? WHERE id = ?";
        let changed = self.connection.execute(change, params![pairs as i64, run.id]);
        changed.map_err(|error| self.failure(&error))?;
        run.pairs = pairs;
        Ok(())
    }

    /// Keeps how often an entrant kept a win in the critical positions that the specification asks for.
    ///
    /// # Errors
    /// Where the store cannot be written.
    pub(crate) fn keep_oracle(
        &mut self,
        run: &Run,
        entrant: usize,
        kept: Share,
    ) -> Result<(), StoreError> {
        let statement = "INSERT OR REPLACE INTO oracle VALUES (?, ?, ?, ?, ?)";
        let positions = run.spec.oracle() as i64;
        let (of, hits) = (kept.of as i64, kept.hits as i64);
        let values = params![run.conditions, run.agents[entrant], positions, of, hits];
        let kept = self.connection.execute(statement, values);
        kept.map(drop).map_err(|error| self.failure(&error))
    }
}

fn conditions(change: &Transaction<'_>, spec: &Spec) -> rusqlite::Result<i64> {
    let conditions = spec.conditions();
    let (hash, size) = (conditions.hash(), conditions.start.size());
    let limits = conditions.limits;
    change.execute(
        "INSERT OR IGNORE INTO conditions
         (hash, board, width, start, seed, depth, nodes, seconds, clock, version, signature)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        params![
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
        ],
    )?;
    change.query_row("SELECT id FROM conditions WHERE hash = ?", [hash], |row| row.get(0))
}

fn agents(change: &Transaction<'_>, spec: &Spec) -> rusqlite::Result<Vec<i64>> {
    let agent = |entrant: &crate::spec::Entrant| {
        let key = params![entrant.agent.to_string(), entrant.copy];
        change.execute("INSERT OR IGNORE INTO agent (text, copy) VALUES (?, ?)", key)?;
        change.query_row("SELECT id FROM agent WHERE text = ? AND copy = ?", key, |row| row.get(0))
    };
    spec.entrants().iter().map(agent).collect()
}

fn run(
    change: &Transaction<'_>,
    spec: &Spec,
    conditions: i64,
    agents: &[i64],
) -> rusqlite::Result<i64> {
    let hash = spec.hash();
    let text = serde_json::to_string(&spec.file()).expect("a shape without odd keys");
    change.execute(
        "INSERT INTO run (hash, conditions, name, spec, pairs, created, played)
         VALUES (?, ?, ?, ?, ?, datetime('now'), datetime('now'))
         ON CONFLICT (hash) DO UPDATE
         SET spec = excluded.spec, pairs = excluded.pairs, played = excluded.played",
        params![hash, conditions, spec.name(), text, spec.pairs() as i64],
    )?;
    let id: i64 =
        change.query_row("SELECT id FROM run WHERE hash = ?", [hash], |row| row.get(0))?;
    for (number, (entrant, agent)) in spec.entrants().iter().zip(agents).enumerate() {
        let values = params![id, agent, number as i64, entrant.name];
        change.execute("INSERT OR IGNORE INTO entrant VALUES (?, ?, ?, ?)", values)?;
    }
    for [first, second] in spec.pairings() {
        let values = params![id, first as i64, second as i64];
        change.execute("INSERT OR IGNORE INTO pairing VALUES (?, ?, ?)", values)?;
    }
    Ok(id)
}

fn insert(
    change: &Transaction<'_>,
    run: &Run,
    opening: &Game,
    pair: &Pair,
) -> rusqlite::Result<()> {
    let start = Some(opening.start()).filter(|start| **start != run.spec.conditions().start);
    let moves: Vec<Square> = opening.moves().collect();
    change.prepare_cached("INSERT OR IGNORE INTO opening VALUES (?, ?, ?, ?)")?.execute(
        params![
            run.conditions,
            pair.opening as i64,
            start.map(ToString::to_string),
            packed(&moves)
        ],
    )?;
    let ids = pair.players.map(|number| run.agents[number]);
    // As the agent with the smaller number sees it.
    let is_turned = ids[0] > ids[1];
    let order = if is_turned { [1, 0] } else { [0, 1] };
    let games = order.map(|at| &pair.games[at]);
    let [white, black] = games;
    let efforts = [0, 1].map(|second| {
        let mut sum = Effort::default();
        for (game, color) in games.iter().zip(COLORS_OF_FIRST) {
            sum.add(game.effort[if second == 0 { color } else { !color }]);
        }
        sum
    });
    let won = |game: &Finished, color: Color| i64::from(game.outcome.winner == color);
    let [first, second] = efforts;
    change
        .prepare_cached(
            "INSERT OR IGNORE INTO pair VALUES
             (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            run.conditions,
            pair.opening as i64,
            ids[order[0]],
            ids[order[1]],
            won(white, COLORS_OF_FIRST[0]),
            won(black, COLORS_OF_FIRST[1]),
            code(white.outcome.termination),
            code(black.outcome.termination),
            packed(&white.moves),
            packed(&black.moves),
            first.moves as i64,
            second.moves as i64,
            first.nodes as i64,
            second.nodes as i64,
            first.time.as_micros() as i64,
            second.time.as_micros() as i64,
            white.times.as_deref().map(packed_times),
            black.times.as_deref().map(packed_times),
        ])?;
    Ok(())
}

/// Moves, a byte each.
fn packed(moves: &[Square]) -> Vec<u8> {
    moves.iter().map(|to| to.index() as u8).collect()
}

/// Times, four bytes of microseconds each: up to 71 minutes.
fn packed_times(times: &[Duration]) -> Vec<u8> {
    let micros = |time: &Duration| u32::try_from(time.as_micros()).unwrap_or(u32::MAX);
    times.iter().flat_map(|time| micros(time).to_le_bytes()).collect()
}

/// The number of a termination.
fn code(termination: Termination) -> i64 {
    Termination::ALL.iter().position(|&t| t == termination).expect("one of all") as i64
}
