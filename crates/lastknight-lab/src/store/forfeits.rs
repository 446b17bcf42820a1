//! Why custom agents failed, and on which machines games were timed.

use lastknight::Termination;
use rusqlite::{Connection, params};

use super::row::code;
use super::write::insert;
use super::{Run, Store, StoreError};
use crate::pair::Pair;

/// A game that a custom agent lost by failing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredForfeit {
    /// The agent that failed, as an index of entrants.
    pub entrant: usize,
    /// How the game ended.
    pub termination: Termination,
    /// What happened: one line, then the last lines of a program's standard error.
    pub detail: String,
}

/// Stores what happened in the games of a pair.
pub(super) fn insert_forfeits(change: &Connection, run: &Run, pair: &Pair) -> rusqlite::Result<()> {
    let statement = "INSERT INTO forfeit (conditions, opening, first, second, game, detail, sum)
                     VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    let [a, b] = pair.players.map(|number| run.agents[number]);
    for (at, game) in pair.games.iter().enumerate() {
        if let Some(detail) = &game.forfeit {
            // In the table the smaller agent is first, which turns the pair around.
            let game = if a < b { at } else { 1 - at } as i64;
            let values =
                params![run.conditions, pair.opening as i64, a.min(b), a.max(b), game, detail];
            insert(change, statement, values)?;
        }
    }
    Ok(())
}

impl Store {
    /// Returns the games of a run that custom agents lost by failing, by opening.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn forfeits(&self, run: &Run) -> Result<Vec<StoredForfeit>, StoreError> {
        let query = "SELECT f.first, f.second, f.game, f.detail, p.won_white, p.won_black, p.end_white, p.end_black
                     FROM forfeit f JOIN pair p USING (conditions, opening, first, second)
                     WHERE conditions = ? AND opening < ? ORDER BY opening, first, second, game";
        let indices = run.pairing_indices();
        self.call(|database| {
            let mut statement = database.prepare(query)?;
            let mut rows = statement.query(params![run.conditions, run.pairs as i64])?;
            let mut forfeits = Vec::new();
            while let Some(row) = rows.next()? {
                let agents: [i64; 2] = [row.get(0)?, row.get(1)?];
                if !indices.contains_key(&(agents[0], agents[1])) {
                    continue;
                }
                let game = row.get::<_, i64>(2)? as usize;
                let has_first_won: bool = row.get(4 + game)?;
                let end: i64 = row.get(6 + game)?;
                let loser = agents[usize::from(has_first_won)];
                let entrant = run.agents.iter().position(|&agent| agent == loser);
                let termination = Termination::ALL.into_iter().find(|&other| code(other) == end);
                if let Some((entrant, termination)) = entrant.zip(termination) {
                    forfeits.push(StoredForfeit { entrant, termination, detail: row.get(3)? });
                }
            }
            Ok(forfeits)
        })
    }

    /// Stores that games of a run with time limits were played on a machine.
    pub(crate) fn keep_machine(&mut self, run: &Run, name: &str) -> Result<(), StoreError> {
        let statement =
            "INSERT INTO machine (run, name, sum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
        self.call(|database| insert(database, statement, params![run.id, name]))
    }

    /// Returns the machines on which games of a run with time limits were played.
    pub(crate) fn machines(&self, run: &Run) -> Result<Vec<String>, StoreError> {
        let query = "SELECT name FROM machine WHERE run = ? ORDER BY name";
        self.call(|database| {
            database.prepare(query)?.query_map([run.id], |row| row.get(0))?.collect()
        })
    }
}
