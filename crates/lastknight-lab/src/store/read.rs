//! What is read: runs, and their pairs in order.

use std::time::Duration;

use lastknight::Termination;
use lastknight::agent::Effort;
use lastknight::stats::Share;
use rusqlite::{Row, params};

use super::{Run, Store, StoreError};
use crate::schedule::Done;
use crate::spec::{Spec, SpecFile};

/// A run in a few words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// Its number in the store.
    pub id: i64,
    /// What it is called.
    pub name: String,
    /// When it was begun, in UTC.
    pub created: String,
    /// When it was last asked for, in UTC.
    pub played: String,
    /// The version of the program that plays it.
    pub version: String,
}

/// What a pair came to, without its moves. The order of the players is that of the run's pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// The number of its opening, from 0.
    pub opening: usize,
    /// The place of the pairing in the list of the specification.
    pub pairing: usize,
    /// Who played, by their numbers among the entrants.
    pub players: [usize; 2],
    /// Whether the first player won as White, and as Black.
    pub won: [bool; 2],
    /// How these games ended.
    pub ends: [Termination; 2],
    /// The half-moves of these games after the opening.
    pub plies: [usize; 2],
    /// What each player took for both.
    pub effort: [Effort; 2],
}

impl PairResult {
    /// How many of the two games the first player won.
    #[must_use]
    pub fn wins(&self) -> usize {
        self.won.iter().filter(|&&won| won).count()
    }
}

impl Store {
    /// All runs, the one last played at the end.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub fn runs(&self) -> Result<Vec<RunSummary>, StoreError> {
        let read = || -> rusqlite::Result<Vec<RunSummary>> {
            let query = "SELECT run.id, name, created, played, version FROM run
                         JOIN conditions ON conditions.id = conditions
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

    /// A run by its number.
    ///
    /// # Errors
    /// Where there is none, or the store cannot be read.
    pub fn run(&self, id: i64) -> Result<Run, StoreError> {
        let row = self.connection.query_row(
            "SELECT conditions, spec, pairs FROM run WHERE id = ?",
            [id],
            |row| Ok((row.get(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?)),
        );
        let (conditions, text, pairs) = row.map_err(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => StoreError::NoRun(self.path.clone(), id),
            error => self.failure(&error),
        })?;
        let spec = self.stored_spec(&text)?;
        let read = || -> rusqlite::Result<Vec<i64>> {
            let query = "SELECT agent FROM entrant WHERE run = ? ORDER BY number";
            let mut statement = self.connection.prepare(query)?;
            statement.query_map([id], |row| row.get(0))?.collect()
        };
        let agents = read().map_err(|error| self.failure(&error))?;
        if agents.len() != spec.entrants().len() {
            return Err(self.damaged("a run lacks agents"));
        }
        Ok(Run { id, conditions, agents, spec, pairs: pairs as usize })
    }

    fn stored_spec(&self, text: &str) -> Result<Spec, StoreError> {
        let file: SpecFile = serde_json::from_str(text)
            .map_err(|_| self.damaged("the specification of a run cannot be read"))?;
        file.spec().map_err(|error| self.damaged(&format!("the specification of a run: {error}")))
    }

    pub(super) fn damaged(&self, what: &str) -> StoreError {
        StoreError::Damaged(self.path.clone(), what.to_owned())
    }

    /// Which pairs of a run are there.
    pub(crate) fn done(&self, run: &Run) -> Result<Done, StoreError> {
        let places = run.places();
        let mut done = Done::new(run.spec.pairings().len());
        let read = || -> rusqlite::Result<Done> {
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

    /// Tells what every pair of a run came to, opening after opening.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub fn each_result(
        &self,
        run: &Run,
        tell: &mut dyn FnMut(&PairResult),
    ) -> Result<(), StoreError> {
        let query = "SELECT opening, first, second, won_white, won_black, end_white, end_black,
                     length(moves_white), length(moves_black), count_first, count_second,
                     nodes_first, nodes_second, micros_first, micros_second
                     FROM pair WHERE conditions = ? AND opening < ? ORDER BY opening";
        let places = run.places();
        let pairings = run.spec.pairings();
        let mut read = || -> rusqlite::Result<()> {
            let mut statement = self.connection.prepare(query)?;
            let mut rows = statement.query(params![run.conditions, run.pairs as i64])?;
            while let Some(row) = rows.next()? {
                if let Some(&(place, is_turned)) = places.get(&(row.get(1)?, row.get(2)?)) {
                    tell(&result(row, place, pairings[place], is_turned)?);
                }
            }
            Ok(())
        };
        read().map_err(|error| self.failure(&error))
    }

    /// How often an entrant kept a win in the critical positions that the specification asks for, where that is known.
    ///
    /// # Errors
    /// Where the store cannot be read.
    pub fn oracle(&self, run: &Run, entrant: usize) -> Result<Option<Share>, StoreError> {
        let query =
            "SELECT kept, asked FROM oracle WHERE conditions = ? AND agent = ? AND positions = ?";
        let values = params![run.conditions, run.agents[entrant], run.spec.oracle() as i64];
        let share = self.connection.query_row(query, values, |row| {
            Ok(Share { hits: row.get::<_, i64>(0)? as u64, of: row.get::<_, i64>(1)? as u64 })
        });
        match share {
            Ok(share) => Ok(Some(share)),
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
            Err(error) => Err(self.failure(&error)),
        }
    }
}

/// A row as the run's pairing sees it.
fn result(
    row: &Row<'_>,
    pairing: usize,
    players: [usize; 2],
    is_turned: bool,
) -> rusqlite::Result<PairResult> {
    let number = |at: usize| row.get::<_, i64>(at);
    let ordered = |[a, b]: [usize; 2]| if is_turned { [b, a] } else { [a, b] };
    // Turned round, the game in which the one is White is that in which the other is Black.
    let won = ordered([3, 4]).map(|at| number(at).map(|won| (won == 1) != is_turned));
    let ends = ordered([5, 6]).map(|at| number(at).map(termination));
    let plies = ordered([7, 8]).map(|at| number(at).map(|plies| plies as usize));
    let efforts = ordered([0, 1]).map(|second| -> rusqlite::Result<Effort> {
        Ok(Effort {
            moves: number(9 + second)? as u64,
            nodes: number(11 + second)? as u64,
            time: Duration::from_micros(number(13 + second)? as u64),
        })
    });
    let [won_white, won_black] = won;
    let [end_white, end_black] = ends;
    let [plies_white, plies_black] = plies;
    let [first, second] = efforts;
    Ok(PairResult {
        opening: number(0)? as usize,
        pairing,
        players,
        won: [won_white?, won_black?],
        ends: [end_white?, end_black?],
        plies: [plies_white?, plies_black?],
        effort: [first?, second?],
    })
}

/// The termination with this number.
pub(super) fn termination(code: i64) -> Termination {
    Termination::ALL.get(code as usize).copied().unwrap_or(Termination::Crash)
}
