//! One opening, two games, sides swapped: the unit of work, storage and statistics.

use std::time::Duration;

use lastknight::agent::{Duel, MoveTotals, PlayedGame, PlayedPair};
use lastknight::{ByColor, Color, Game, Limits, Outcome, Random, Square};
use sha2::{Digest, Sha256};

use crate::spec::Entrant;

/// The first player's colour in the two games of a pair.
pub(crate) const COLORS_OF_FIRST: [Color; 2] = PlayedPair::COLORS_OF_FIRST;

/// Numbers of random streams from here on are for the players, those below for the openings.
pub(crate) const PLAYERS: u64 = 1 << 63;

/// A pair that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number of its opening, from 0.
    pub opening: usize,
    /// Who played, by their numbers among the entrants.
    pub players: [usize; 2],
    /// In the first game the first of them is White, in the second Black.
    pub games: [FinishedGame; 2],
}

impl Pair {
    /// How many of the two games the first player won.
    #[must_use]
    pub fn wins(&self) -> usize {
        let games = self.games.iter().zip(COLORS_OF_FIRST);
        games.filter(|(game, color)| game.outcome.winner == *color).count()
    }
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Who won, and why.
    pub outcome: Outcome,
    /// The moves after the opening.
    pub moves: Vec<Square>,
    /// What each player took.
    pub effort: ByColor<MoveTotals>,
    /// The time of each move, where it was kept.
    pub times: Option<Vec<Duration>>,
}

/// Who plays a pair, and under what.
pub(crate) struct PairDuel<'a> {
    pub(crate) entrants: [&'a Entrant; 2],
    pub(crate) seed: u64,
    pub(crate) duel: Duel<'a>,
}

impl PairDuel<'_> {
    /// Both games of an opening, or `None` if they were stopped.
    ///
    /// Random choices follow from the seed, the opening, the player's own text and its colour, so a game is the same
    /// whoever else takes part in the tournament.
    pub(crate) fn play(&self, opening: &Game, number: usize) -> Option<[FinishedGame; 2]> {
        let seeds = self.entrants.map(|entrant| self.seed ^ fingerprint(entrant));
        let agents = self.entrants.map(|entrant| &entrant.agent);
        let pair = self.duel.play_pair(opening, agents, |player, color| {
            let number = PLAYERS + 2 * number as u64 + color as u64;
            Random::numbered(seeds[player], number).next()
        })?;
        let is_timed = |limits: Limits| limits.time.is_some();
        let has_times = is_timed(self.duel.control.limits)
            || agents.iter().any(|agent| is_timed(agent.limits()));
        Some(pair.games.map(|PlayedGame { record, totals, times, .. }| FinishedGame {
            outcome: record.outcome().expect("it was not stopped"),
            moves: record.game().moves().skip(opening.moves().len()).collect(),
            effort: totals,
            times: has_times.then_some(times),
        }))
    }
}

/// A number for an entrant's agent and copy.
fn fingerprint(entrant: &Entrant) -> u64 {
    let hash = Sha256::digest(format!("{}\n{}", entrant.agent, entrant.copy));
    hash.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}
