//! One opening, two games, sides swapped: the unit of work, storage and statistics.

use std::sync::Arc;
use std::time::Duration;

use lastknight::agent::{Duel, MoveTotals, PlayedGame, PlayedPair};
use lastknight::{ByColor, Color, Forfeit, Game, Outcome, Random, Square, Termination};
use sha2::{Digest, Sha256};

use crate::spec::{Entrant, Spec};

/// The first player's colour in the two games of a pair.
pub(crate) const COLORS_OF_FIRST: [Color; 2] = PlayedPair::COLORS_OF_FIRST;

/// Random streams from this number on are for players, those below for openings.
pub(crate) const PLAYERS: u64 = 1 << 63;

/// A pair to be played.
#[derive(Debug)]
pub(crate) struct ScheduledPair {
    pub(crate) opening: usize,
    pub(crate) opening_game: Arc<Game>,
    pub(crate) players: [usize; 2],
}

/// A pair that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number of the opening, from 0.
    pub opening: usize,
    /// The opening.
    pub opening_game: Arc<Game>,
    /// The players, as indices of entrants.
    pub players: [usize; 2],
    /// The games. The first player is White in the first game.
    pub games: [FinishedGame; 2],
}

impl Pair {
    /// Returns how many of the two games the first player won.
    #[must_use]
    pub fn wins(&self) -> usize {
        let games = self.games.iter().zip(COLORS_OF_FIRST);
        games.filter(|(game, color)| game.outcome.winner == *color).count()
    }
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The winner and the reason.
    pub outcome: Outcome,
    /// The moves after the opening.
    pub moves: Vec<Square>,
    /// The totals of each player's moves.
    pub effort: ByColor<MoveTotals>,
    /// The time of each move, if time was a limit.
    pub times: Option<Vec<Duration>>,
    /// What happened, if a custom agent lost by failing.
    pub forfeit: Option<String>,
}

impl ScheduledPair {
    /// Plays both games, or returns `None` if they were cancelled.
    ///
    /// Random choices depend only on the seed, the opening, and the player's text and colour, so a game does not depend on
    /// the other entrants.
    pub(crate) fn play(self, spec: &Spec, duel: &Duel<'_>) -> Option<Pair> {
        let Self { opening, opening_game, players } = self;
        let entrants = players.map(|number| &spec.entrants()[number]);
        let seeds = entrants.map(|entrant| spec.conditions().seed ^ fingerprint(entrant));
        let agents = entrants.map(|entrant| &entrant.agent);
        let played = duel.play_pair(&opening_game, agents, |player, color| {
            let number = PLAYERS + 2 * opening as u64 + color as u64;
            Random::numbered(seeds[player], number).next()
        })?;
        let has_times = spec.conditions().limits.time.is_some()
            || agents.iter().any(|agent| agent.has_time_limit());
        let mut colors = COLORS_OF_FIRST.into_iter();
        let games = played.games.map(|PlayedGame { record, totals, times, forfeit, .. }| {
            let outcome = record.outcome().expect("the game was not cancelled");
            let color_of_first = colors.next().expect("two games");
            let loser = agents[usize::from(outcome.winner == color_of_first)];
            // Built-in agents resign and run out of time as they are meant to.
            let is_told = |it: &Forfeit| match it.termination {
                Termination::Resignation => false,
                // A heuristic can be foreign code in a built-in agent.
                Termination::Crash => true,
                _ => loser.is_custom(),
            };
            let forfeit = forfeit.filter(is_told);
            FinishedGame {
                outcome,
                moves: record.game().moves().skip(opening_game.moves().len()).collect(),
                effort: totals,
                times: has_times.then_some(times),
                forfeit: forfeit.map(|forfeit| forfeit.detail),
            }
        });
        Some(Pair { opening, opening_game, players, games })
    }
}

/// A hash of an entrant's agent and copy.
fn fingerprint(entrant: &Entrant) -> u64 {
    let hash = Sha256::digest(format!("{}\n{}", entrant.agent, entrant.copy));
    u64::from_be_bytes(*hash.first_chunk().expect("32 bytes"))
}
