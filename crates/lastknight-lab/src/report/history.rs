//! The standings of earlier runs with the same name, board and limits.

use serde::{Deserialize, Serialize};

use super::Report;
use crate::store::{Run, Store, StoreError};

/// The standings after some games of this run, or of an earlier run with the same name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PastStandings {
    /// The run.
    pub run: i64,
    /// The number of games.
    pub games: usize,
    /// When they were played, in UTC.
    pub played: String,
    /// The same in days.
    #[serde(skip)]
    pub(super) day: f64,
    /// The agents, the best first.
    pub agents: Vec<PastStanding>,
}

/// The standing of an agent then.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct PastStanding {
    /// Its name.
    pub name: String,
    /// Its text.
    pub agent: String,
    /// Its rank, from 1.
    pub rank: usize,
    /// Its rating; the mean of all agents of that run is 0.
    pub rating: f64,
}

/// The least number of agents that an earlier run has in common with this one.
const COMMON: usize = 2;

/// How an agent has changed since the last run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Change {
    /// It was not there.
    New,
    /// Its rank went up by this number, and its rating by this many points.
    Moved { ranks: isize, rating: f64, is_other_agent: bool },
}

impl Report {
    /// Returns the standings as they are stored.
    pub(super) fn past_standings(&self) -> String {
        let agent = |(rank, &number): (usize, &usize)| {
            let entrant = &self.spec.entrants()[number];
            PastStanding {
                name: entrant.name.clone(),
                agent: entrant.agent.to_string(),
                rank,
                rating: self.standings[number].rating.elo,
            }
        };
        let agents: Vec<PastStanding> = (1..).zip(&self.order).map(agent).collect();
        serde_json::to_string(&agents).expect("texts and finite numbers")
    }

    /// Sets the dates and the earlier standings.
    pub(super) fn read_history(&mut self, store: &Store, run: &Run) -> Result<(), StoreError> {
        (self.created, self.played, self.day) = store.dates(run)?;
        for row in store.history(run)? {
            if (row.run, row.games) == (self.run, self.games() as i64) {
                // Later standings do not count: an earlier run may be shown.
                (self.played, self.day) = (row.played, row.day);
                return Ok(());
            }
            let agents: Vec<PastStanding> = serde_json::from_str(&row.standings)
                .map_err(|_| store.damaged("standings of an earlier run cannot be read"))?;
            let is_entrant = |agent: &&PastStanding| {
                self.spec.entrants().iter().any(|entrant| entrant.name == agent.name)
            };
            // A run of other agents is no earlier version of this one, and a later one is not before it.
            if agents.iter().filter(is_entrant).count() < COMMON || row.day > self.day {
                continue;
            }
            let (run, games, played, day) = (row.run, row.games as usize, row.played, row.day);
            self.history.push(PastStandings { run, games, played, day, agents });
        }
        Ok(())
    }

    /// Returns how an entrant has changed since the last run, if there was one.
    pub(super) fn change(&self, number: usize) -> Option<Change> {
        let last = self.history.last()?;
        let entrant = &self.spec.entrants()[number];
        let Some(before) = last.agents.iter().find(|agent| agent.name == entrant.name) else {
            return Some(Change::New);
        };
        let rank = self.order.iter().position(|&at| at == number).expect("a rank for each") + 1;
        Some(Change::Moved {
            ranks: before.rank as isize - rank as isize,
            rating: self.standings[number].rating.elo - before.rating,
            is_other_agent: before.agent != entrant.agent.to_string(),
        })
    }
}
