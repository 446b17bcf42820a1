//! Reading runs and their pairs.

use std::ops::ControlFlow;

use lastknight::agent::MoveTotals;
use lastknight::stats::Share;
use lastknight::{Agents, Termination};
use rusqlite::{Params, Row, params};

use super::row::{COLUMNS, PairRow};
use super::{Run, Store, StoreError};
use crate::schedule::DonePairs;
use crate::spec::{Spec, SpecBuilder, SpecFile};

/// A summary of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// Its id in the store.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// When it was created, in UTC.
    pub created: String,
    /// When it was last started, in UTC.
    pub played: String,
    /// The version of the program that plays it.
    pub version: String,
}

/// The result of a pair, without its moves. The players are in the order of the run's pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// The number of its opening, from 0.
    pub opening: usize,
    /// The index of the pairing in the specification.
    pub pairing: usize,
    /// The players, by their numbers among the entrants.
    pub players: [usize; 2],
    /// Whether the first player won as White, and as Black.
    pub won: [bool; 2],
    /// How these games ended.
    pub ends: [Termination; 2],
    /// The number of plies of each game after the opening.
    pub plies: [usize; 2],
    /// The effort of each player in both games.
    pub effort: [MoveTotals; 2],
}

impl PairResult {
    /// Returns how many of the two games the first player won.
    #[must_use]
    pub fn wins(&self) -> usize {
        self.won.iter().filter(|&&won| won).count()
    }
}

/// A callback for rows: the index of the pairing, the pair from the pairing's side, and the row
/// with any further columns.
pub(super) type TellRow<'a> =
    dyn FnMut(usize, PairRow<'_>, &Row<'_>) -> Result<ControlFlow<()>, StoreError> + 'a;

impl Store {
    /// Returns all runs, the most recently played last.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn runs(&self) -> Result<Vec<RunSummary>, StoreError> {
        let read = || -> rusqlite::Result<Vec<RunSummary>> {
            let query = "SELECT run.id, name, created, played, version FROM run
                         LEFT JOIN conditions ON conditions.id = conditions
                         ORDER BY played, run.id";
            let mut statement = self.connection.prepare(query)?;
            let rows = statement.query_map([], |row| {
                Ok(RunSummary {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    created: row.get(2)?,
                    played: row.get(3)?,
                    version: row.get(4)?,
                })
            })?;
            rows.collect()
        };
        read().map_err(|error| self.failure(&error))
    }

    /// Returns a run by its id.
    ///
    /// # Errors
    /// Returns an error if there is no such run or the store cannot be read.
    pub fn run(&self, id: i64) -> Result<Run, StoreError> {
        self.run_with(id, &Agents::builtin())
    }

    /// Returns a run by its number, whose agents may be the caller's own. Agents that are not among them are
    /// [absent](lastknight::Agent::absent): their games can be read, not continued.
    ///
    /// # Errors
    /// Returns an error if there is no such run, or the store cannot be read.
    pub fn run_with(&self, id: i64, agents: &Agents) -> Result<Run, StoreError> {
        let row = self.connection.query_row(
            "SELECT conditions, spec, pairs FROM run WHERE id = ?",
            [id],
            |row| Ok((row.get(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?)),
        );
        let (conditions, text, pairs) = row.map_err(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => StoreError::NoRun(self.path.clone(), id),
            error => self.failure(&error),
        })?;
        let spec = self.stored_spec(&text, agents)?;
        let read = || -> rusqlite::Result<Vec<i64>> {
            let query = "SELECT agent FROM entrant WHERE run = ? ORDER BY number";
            let mut statement = self.connection.prepare(query)?;
            statement.query_map([id], |row| row.get(0))?.collect()
        };
        let agents = read().map_err(|error| self.failure(&error))?;
        if agents.len() != spec.entrants().len() {
            return Err(self.damaged(format!("run {id} has not the agents that it should have")));
        }
        Ok(Run { id, conditions, agents, spec, pairs: pairs as usize })
    }

    fn stored_spec(&self, text: &str, agents: &Agents) -> Result<Spec, StoreError> {
        let file: SpecFile = serde_json::from_str(text)
            .map_err(|_| self.damaged("the specification of a run cannot be read"))?;
        let spec = Spec::builder().or_stored(&file, agents).and_then(SpecBuilder::build);
        spec.map_err(|error| self.damaged(format!("the specification of a run: {error}")))
    }

    /// Returns the number of stored pairs of a run.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn played(&self, run: &Run) -> Result<usize, StoreError> {
        Ok(self.done(run)?.count())
    }

    /// Returns which pairs of a run are stored.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn done(&self, run: &Run) -> Result<DonePairs, StoreError> {
        let places = run.places();
        let mut done = DonePairs::new(run.spec.pairings().len());
        let read = || -> rusqlite::Result<DonePairs> {
            let query = "SELECT opening, first, second FROM pair WHERE conditions = ? AND opening < ? ORDER BY opening";
            let mut statement = self.connection.prepare(query)?;
            let mut rows = statement.query(params![run.conditions, run.pairs as i64])?;
            while let Some(row) = rows.next()? {
                if let Some(&(place, _)) = places.get(&(row.get(1)?, row.get(2)?)) {
                    done.insert(row.get::<_, i64>(0)? as usize, place);
                }
            }
            Ok(done)
        };
        read().map_err(|error| self.failure(&error))
    }

    /// Calls `tell` with the result of every pair of a run, opening by opening.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn each_result(
        &self,
        run: &Run,
        tell: &mut dyn FnMut(&PairResult),
    ) -> Result<(), StoreError> {
        let query = format!(
            "SELECT {COLUMNS} FROM pair WHERE conditions = ? AND opening < ? ORDER BY opening"
        );
        let pairings = run.spec.pairings();
        self.each_row(
            run,
            &query,
            params![run.conditions, run.pairs as i64],
            &mut |place, row, _| {
                tell(&result(place, pairings[place], &row));
                Ok(ControlFlow::Continue(()))
            },
        )
    }

    /// Calls `tell` for the rows of a run that a query finds, from the side of the run's pairings
    /// and with their indices.
    pub(super) fn each_row(
        &self,
        run: &Run,
        query: &str,
        values: impl Params,
        tell: &mut TellRow<'_>,
    ) -> Result<(), StoreError> {
        let failure = |error| self.failure(&error);
        let places = run.places();
        let mut statement = self.connection.prepare(query).map_err(failure)?;
        let mut rows = statement.query(values).map_err(failure)?;
        while let Some(row) = rows.next().map_err(failure)? {
            let pair = PairRow::read(row).map_err(failure)?;
            let Some(&(place, is_turned)) = places.get(&pair.agents.into()) else {
                continue;
            };
            let pair = if is_turned { pair.turned() } else { pair };
            if tell(place, pair, row)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Returns the version of the program that plays a run, and its signature.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn program(&self, run: &Run) -> Result<(String, String), StoreError> {
        let query = "SELECT version, signature FROM conditions WHERE id = ?";
        let row = self
            .connection
            .query_row(query, [run.conditions], |row| Ok((row.get(0)?, row.get(1)?)));
        row.map_err(|error| self.failure(&error))
    }

    /// Returns how often an entrant kept a win in the critical positions that the specification
    /// requests, if known.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn oracle(&self, run: &Run, entrant: usize) -> Result<Option<Share>, StoreError> {
        let query =
            "SELECT kept, asked FROM oracle WHERE conditions = ? AND agent = ? AND positions = ?";
        let values = params![run.conditions, run.agents[entrant], run.spec.oracle() as i64];
        let share = self.connection.query_row(query, values, |row| {
            Ok(Share { hits: row.get::<_, i64>(0)? as u64, of: row.get::<_, i64>(1)? as u64 })
        });
        self.if_there(share)
    }

    /// Returns the stored measurement with this hash.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) fn measurement(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT result FROM measurement WHERE hash = ?";
        self.if_there(self.connection.query_row(query, [hash], |row| row.get(0)))
    }

    /// The row, or `None` if there is none.
    fn if_there<T>(&self, row: rusqlite::Result<T>) -> Result<Option<T>, StoreError> {
        match row {
            Ok(row) => Ok(Some(row)),
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
            Err(error) => Err(self.failure(&error)),
        }
    }
}

fn result(pairing: usize, players: [usize; 2], row: &PairRow<'_>) -> PairResult {
    PairResult {
        opening: row.opening as usize,
        pairing,
        players,
        won: row.won,
        ends: row.ends,
        plies: row.moves.map(<[u8]>::len),
        effort: row.effort,
    }
}
