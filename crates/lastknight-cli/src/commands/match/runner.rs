//! Playing the pairs of a match, several at a time.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use lastknight::agent::{Duel, Played};
use lastknight::stats::Pairs;
use lastknight::{Agent, ByColor, Color, Game, Random, parallel};

/// The first agent's colour in the two games of a pair.
pub(super) const COLORS_OF_A: [Color; 2] = Color::ALL;

/// Numbers of random streams from here on are for the players, those below for the openings.
const PLAYERS: u64 = 1 << 63;

/// All that a match follows from.
pub(super) struct Fixture<'a> {
    pub(super) agents: &'a [Agent; 2],
    pub(super) openings: &'a [Game],
    pub(super) seed: u64,
    pub(super) duel: Duel<'a>,
}

/// An opening played twice.
pub(super) struct Pair {
    /// The first agent is White, then Black.
    pub(super) games: [Played; 2],
}

impl Pair {
    /// How many of the two games the first agent won.
    pub(super) fn wins(&self) -> usize {
        let games = self.games.iter().zip(COLORS_OF_A);
        games.filter(|(game, color)| winner(game) == Some(*color)).count()
    }
}

/// Who won a game.
pub(super) fn winner(game: &Played) -> Option<Color> {
    game.record.outcome().map(|outcome| outcome.winner)
}

/// Plays every opening, and gives the pairs that were finished, in the order of the openings.
///
/// Every game has players and random numbers of its own, so that under limits on depth and nodes the
/// result is the same on any number of threads. `on_pair` is told the score so far.
pub(super) fn play(
    fixture: &Fixture,
    threads: NonZeroUsize,
    on_pair: &(dyn Fn(Pairs) + Sync),
) -> Vec<Pair> {
    let score = Mutex::new(Pairs::default());
    let pairs = parallel::map(threads, fixture.openings.len(), |number| {
        let pair = play_pair(fixture, &fixture.openings[number], number as u64)?;
        let mut score = score.lock().unwrap_or_else(PoisonError::into_inner);
        score.add(pair.wins());
        on_pair(*score);
        Some(pair)
    });
    pairs.into_iter().flatten().collect()
}

/// Both games of an opening, or `None` where they were stopped.
fn play_pair(fixture: &Fixture, opening: &Game, number: u64) -> Option<Pair> {
    let game = |second: usize| {
        let mut random = Random::numbered(fixture.seed, PLAYERS + 2 * number + second as u64);
        let seeds = [random.next(), random.next()];
        let of = |color| usize::from(color != COLORS_OF_A[second]);
        let names = ByColor::from_fn(|color| fixture.agents[of(color)].to_string());
        let mut players =
            ByColor::from_fn(|color| fixture.agents[of(color)].player(seeds[of(color)]));
        let mut played = fixture.duel.play(opening.clone(), names, &mut players);
        let round = format!("{}.{}", number + 1, second + 1);
        played.record.set_tag("Round", &round).expect("a tag that can be set");
        played.record.outcome().is_some().then_some(played)
    };
    Some(Pair { games: [game(0)?, game(1)?] })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use lastknight::game::Openings;
    use lastknight::{Clock, GameRecord, Limits};

    use super::*;

    fn records(threads: usize, agents: [&str; 2], stop: &AtomicBool) -> Vec<GameRecord> {
        let agents = agents.map(|text| text.parse().unwrap());
        let openings: Vec<Game> = Openings::new("7x7".parse().unwrap(), 4, 9).take(12).collect();
        let duel = Duel { limits: Limits::nodes(300), clock: Clock::Wall, stop };
        let fixture = Fixture { agents: &agents, openings: &openings, seed: 9, duel };
        let pairs = play(&fixture, NonZeroUsize::new(threads).unwrap(), &|_| {});
        pairs.into_iter().flat_map(|pair| pair.games).map(|game| game.record).collect()
    }

    #[test]
    fn results_do_not_depend_on_the_threads() {
        let agents = ["alphabeta(ab15, ties=random, keep=on)", "random"];
        let one = records(1, agents, &AtomicBool::new(false));
        assert_eq!(one.len(), 24);
        assert_eq!(one, records(5, agents, &AtomicBool::new(false)));
        for (game, again) in one.iter().zip(one.iter().skip(1)).step_by(2) {
            assert_eq!(game.players()[Color::White], again.players()[Color::Black]);
            assert!(game.game().moves().take(4).eq(again.game().moves().take(4)));
        }
    }

    /// An agent against itself: with nothing left to chance, both games of a pair are the same game.
    #[test]
    fn equals_split_every_pair() {
        let records = records(2, ["alphabeta(improved)"; 2], &AtomicBool::new(false));
        for pair in records.chunks(2) {
            assert_eq!(pair[0].game(), pair[1].game());
        }
    }

    #[test]
    fn a_stopped_match_has_no_half_pairs() {
        assert!(records(2, ["random"; 2], &AtomicBool::new(true)).is_empty());
    }
}
