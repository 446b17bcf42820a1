//! Reading runs and their pairs.

use std::ops::ControlFlow;

use lastknight::agent::MoveTotals;
use lastknight::stats::Share;
use lastknight::{Agents, Termination};
use rusqlite::{OptionalExtension, Params, Row, params};

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

/// The result of a pair, without its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// The number of its opening, from 0.
    pub opening: usize,
    /// The index of the pairing in the specification.
    pub pairing: usize,
    /// The players in the order of the pairing, as indices of entrants.
    pub players: [usize; 2],
    /// Whether the first player won as White, and as Black.
    pub won: [bool; 2],
    /// How these games ended.
    pub ends: [Termination; 2],
    /// The number of plies of each game after the opening.
    pub plies: [usize; 2],
    /// The totals of each player's moves in both games.
    pub effort: [MoveTotals; 2],
}

impl PairResult {
    /// Returns how many of the two games the first player won.
    #[must_use]
    pub fn wins(&self) -> usize {
        self.won.iter().filter(|&&won| won).count()
    }
}

impl Store {
    /// Returns all runs, the most recently played last.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn runs(&self) -> Result<Vec<RunSummary>, StoreError> {
        self.call(|database| {
            let query = "SELECT run.id, name, created, played, version FROM run
                         LEFT JOIN conditions ON conditions.id = conditions
                         ORDER BY played, run.id";
            let summary = |row: &Row<'_>| {
                let (id, name, created, played, version) = row.try_into()?;
                Ok(RunSummary { id, name, created, played, version })
            };
            database.prepare(query)?.query_map([], summary)?.collect()
        })
    }

    /// Returns a run by its id.
    ///
    /// # Errors
    /// Returns an error if there is no such run or the store cannot be read.
    pub fn run(&self, id: i64) -> Result<Run, StoreError> {
        self.run_with(id, &Agents::builtin())
    }

    /// Returns a run by its id, with agents that may be the caller's own. Agents that are not among them are
    /// [absent](lastknight::Agent::absent): their games can be read, not continued.
    ///
    /// # Errors
    /// Returns an error if there is no such run or the store cannot be read.
    pub fn run_with(&self, id: i64, agents: &Agents) -> Result<Run, StoreError> {
        let row: Option<(i64, String, i64)> = self.call(|database| {
            let query = "SELECT conditions, spec, pairs FROM run WHERE id = ?";
            database.query_row(query, [id], |row| row.try_into()).optional()
        })?;
        let (conditions, text, pairs) =
            row.ok_or_else(|| StoreError::NoRun(self.path.clone(), id))?;
        let file: SpecFile = serde_json::from_str(&text)
            .map_err(|_| self.damaged("the specification of a run cannot be read"))?;
        let spec = Spec::builder().or_stored(&file, agents).and_then(SpecBuilder::build);
        let spec =
            spec.map_err(|error| self.damaged(format!("the specification of a run: {error}")))?;
        let agents: Vec<i64> = self.call(|database| {
            let query = "SELECT agent FROM entrant WHERE run = ? ORDER BY number";
            database.prepare(query)?.query_map([id], |row| row.get(0))?.collect()
        })?;
        if agents.len() != spec.entrants().len() {
            return Err(
                self.damaged(format!("run {id} does not have the agents of its specification"))
            );
        }
        Ok(Run::new(id, conditions, agents, spec, pairs as usize))
    }

    /// Returns the number of stored pairs of a run.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn played(&self, run: &Run) -> Result<usize, StoreError> {
        Ok(self.done(run)?.count())
    }

    /// Returns which pairs of a run are stored.
    pub(crate) fn done(&self, run: &Run) -> Result<DonePairs, StoreError> {
        let indices = run.pairing_indices();
        let mut done = DonePairs::new(run.pairings.len());
        self.call(|database| {
            let query = "SELECT opening, first, second FROM pair WHERE conditions = ? AND opening < ? ORDER BY opening";
            let mut statement = database.prepare(query)?;
            let mut rows = statement.query(params![run.conditions, run.pairs as i64])?;
            while let Some(row) = rows.next()? {
                if let Some(&(pairing, _)) = indices.get(&(row.get(1)?, row.get(2)?)) {
                    done.insert(row.get::<_, i64>(0)? as usize, pairing);
                }
            }
            Ok(done)
        })
    }

    /// Calls `on_result` with the result of every pair of a run, opening by opening.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub fn each_result(
        &self,
        run: &Run,
        on_result: &mut dyn FnMut(&PairResult),
    ) -> Result<(), StoreError> {
        let query = format!(
            "SELECT {COLUMNS} FROM pair WHERE conditions = ? AND opening < ? ORDER BY opening"
        );
        let values = params![run.conditions, run.pairs as i64];
        self.each_row(run, &query, values, |pairing, row, _| {
            on_result(&PairResult {
                opening: row.opening as usize,
                pairing,
                players: run.pairings[pairing],
                won: row.won,
                ends: row.ends,
                plies: row.moves.map(<[u8]>::len),
                effort: row.effort,
            });
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Calls `on_row` for the pairs of a run that a query finds, until it breaks: with the index of the pairing, the pair
    /// from the pairing's side, and the row with any further columns.
    pub(super) fn each_row(
        &self,
        run: &Run,
        query: &str,
        values: impl Params,
        mut on_row: impl FnMut(usize, PairRow<'_>, &Row<'_>) -> Result<ControlFlow<()>, StoreError>,
    ) -> Result<(), StoreError> {
        let indices = run.pairing_indices();
        let mut statement = self.call(|database| database.prepare(query))?;
        let mut rows = self.call(|_| statement.query(values))?;
        while let Some(row) = self.call(|_| rows.next())? {
            let pair = self.call(|_| PairRow::read(row))?;
            if let Some(&(pairing, is_turned)) = indices.get(&pair.agents.into())
                && on_row(pairing, if is_turned { pair.turned() } else { pair }, row)?.is_break()
            {
                break;
            }
        }
        Ok(())
    }

    /// Returns the version of the program that plays a run, and its signature.
    pub(crate) fn program(&self, run: &Run) -> Result<(String, String), StoreError> {
        let query = "SELECT version, signature FROM conditions WHERE id = ?";
        self.call(|database| database.query_row(query, [run.conditions], |row| row.try_into()))
    }

    /// Returns how often an entrant kept a win in the critical positions that the specification requests, if known.
    pub(crate) fn oracle(&self, run: &Run, entrant: usize) -> Result<Option<Share>, StoreError> {
        let query =
            "SELECT kept, asked FROM oracle WHERE conditions = ? AND agent = ? AND positions = ?";
        let values = params![run.conditions, run.agents[entrant], run.spec.oracle() as i64];
        let share = |row: &Row<'_>| {
            Ok(Share { hits: row.get::<_, i64>(0)? as u64, of: row.get::<_, i64>(1)? as u64 })
        };
        self.call(|database| database.query_row(query, values, share).optional())
    }

    /// Returns the stored measurement with this hash.
    pub(crate) fn measurement(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT result FROM measurement WHERE hash = ?";
        self.call(|database| database.query_row(query, [hash], |row| row.get(0)).optional())
    }
}
