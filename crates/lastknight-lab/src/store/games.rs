//! Stored games with their moves.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::Duration;

use lastknight::{ByColor, Game, GameRecord, Outcome, Square};
use rusqlite::{Row, params};

use super::row::{COLUMNS, COUNT, PairRow};
use super::{Run, Store, StoreError};
use crate::pair::COLORS_OF_FIRST;

/// The name of a game in its run: the numbers of its opening, pairing and game, each from 1. The text may omit the pairing;
/// it is then 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    /// The number of the opening.
    pub opening: usize,
    /// The number of the pairing.
    pub pairing: usize,
    /// 1 if the first player is White, 2 if it is Black.
    pub game: usize,
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.opening, self.pairing, self.game)
    }
}

/// Why a text does not name a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a game is named by the numbers of its opening, pairing and game, as 17.3.2, or 17.2 if there is one pairing"
)]
pub struct ParseGameIdError;

impl FromStr for GameId {
    type Err = ParseGameIdError;

    fn from_str(text: &str) -> Result<Self, ParseGameIdError> {
        let number = |part: &str| {
            let number = part.parse().ok().filter(|&number| number > 0 && !part.starts_with('+'));
            number.ok_or(ParseGameIdError)
        };
        let parts: Vec<usize> = text.split('.').map(number).collect::<Result<_, _>>()?;
        match parts[..] {
            [opening, game @ 1..=2] => Ok(Self { opening, pairing: 1, game }),
            [opening, pairing, game @ 1..=2] => Ok(Self { opening, pairing, game }),
            _ => Err(ParseGameIdError),
        }
    }
}

/// A game of a run.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its name in the run.
    pub round: GameId,
    /// The players, as indices of entrants.
    pub players: ByColor<usize>,
    /// The number of plies of the opening.
    pub opening_plies: usize,
    /// The game with names, result and the tags `Event` and `Round`.
    pub record: GameRecord,
    /// The time of each move after the opening, if recorded.
    pub times: Option<Vec<Duration>>,
}

impl StoredGame {
    /// Returns its name in the run, without the pairing if there is only one.
    #[must_use]
    pub fn name(&self) -> &str {
        self.record.tags().get("Round").map_or("", String::as_str)
    }
}

impl Store {
    /// Calls `on_game` for every game of a run, by opening and then by pairing.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or holds an invalid game.
    pub fn each_game(
        &self,
        run: &Run,
        on_game: &mut dyn FnMut(&StoredGame),
    ) -> Result<(), StoreError> {
        self.each_game_until(run, &mut |game| {
            on_game(game);
            ControlFlow::Continue(())
        })
    }

    /// Calls `on_game` for the games of a run in order, until it breaks.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or holds an invalid game.
    pub fn each_game_until(
        &self,
        run: &Run,
        on_game: &mut dyn FnMut(&StoredGame) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let query = query("pair.opening < ? ORDER BY pair.opening");
        let mut games: Vec<StoredGame> = Vec::new();
        let mut flush = |games: &mut Vec<StoredGame>| {
            games.sort_by_key(|game| game.round);
            games.drain(..).try_for_each(|game| on_game(&game))
        };
        let mut flow = ControlFlow::Continue(());
        let values = params![run.conditions, run.pairs as i64];
        self.each_row(run, &query, values, |pairing, pair, row| {
            let pair = self.games_of(run, pairing, &pair, row)?;
            if games.first().is_some_and(|game| game.round.opening != pair[0].round.opening) {
                flow = flush(&mut games);
            }
            games.extend(pair);
            Ok(flow)
        })?;
        if flow.is_continue() {
            let _ = flush(&mut games);
        }
        Ok(())
    }

    /// Returns a game by its name, or `None` if it is not stored.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or holds an invalid game.
    pub fn game(&self, run: &Run, round: GameId) -> Result<Option<StoredGame>, StoreError> {
        let pairing = round.pairing.checked_sub(1).and_then(|at| run.pairings.get(at));
        let opening = round.opening.checked_sub(1).filter(|&opening| opening < run.pairs);
        let (Some(players), Some(opening)) = (pairing, opening) else {
            return Ok(None);
        };
        let [a, b] = players.map(|number| run.agents[number]);
        let query = query("pair.opening = ? AND first = ? AND second = ?");
        let values = params![run.conditions, opening as i64, a.min(b), a.max(b)];
        let mut found = None;
        self.each_row(run, &query, values, |pairing, pair, row| {
            let games = self.games_of(run, pairing, &pair, row)?;
            found = games.into_iter().find(|game| game.round == round);
            Ok(ControlFlow::Break(()))
        })?;
        Ok(found)
    }

    /// The games of a row that [`query`] finds.
    fn games_of(
        &self,
        run: &Run,
        pairing: usize,
        pair: &PairRow<'_>,
        row: &Row<'_>,
    ) -> Result<[StoredGame; 2], StoreError> {
        let number = pair.opening as usize + 1;
        let opening = self.call(|_| opening(run, row))?;
        let opening =
            opening.ok_or_else(|| self.damaged(format!("opening {number} is missing")))?;
        let game = |second: usize| {
            let round = GameId { opening: number, pairing: pairing + 1, game: second + 1 };
            let game = game(run, round, &opening, pair);
            game.map_err(|why| self.damaged(format!("game {round}: {why}")))
        };
        Ok([game(0)?, game(1)?])
    }
}

/// A query for pairs with their openings. Its first value is the id of the conditions.
fn query(condition: &str) -> String {
    format!(
        "SELECT {COLUMNS}, start, moves FROM pair
         LEFT JOIN opening ON opening.conditions = pair.conditions AND number = pair.opening
         WHERE pair.conditions = ? AND {condition}"
    )
}

/// The opening of a pair, or `None` if it is missing or invalid.
fn opening(run: &Run, row: &Row<'_>) -> rusqlite::Result<Option<Game>> {
    let start = row.get_ref(COUNT)?.as_str_or_null()?;
    let moves = row.get_ref(COUNT + 1)?.as_blob_or_null()?;
    let start = start.map_or(Ok(run.spec.conditions().start), str::parse).ok();
    Ok(start.zip(moves).and_then(|(start, moves)| play_on(Game::new(start), moves)))
}

fn game(
    run: &Run,
    round: GameId,
    opening: &Game,
    pair: &PairRow<'_>,
) -> Result<StoredGame, String> {
    let (at, [first, second]) = (round.game - 1, run.pairings[round.pairing - 1]);
    let color_of_first = COLORS_OF_FIRST[at];
    let (moves, times) = (pair.moves[at], pair.times[at]);
    let players = ByColor::from_fn(|color| if color == color_of_first { first } else { second });
    let names = ByColor::from_fn(|color| run.spec.entrants()[players[color]].name.clone());
    let outcome = Outcome {
        winner: if pair.won[at] { color_of_first } else { !color_of_first },
        termination: pair.ends[at],
    };
    let game = play_on(opening.clone(), moves).ok_or("a move is not legal")?;
    if times.is_some_and(|times| times.len() != 4 * moves.len()) {
        return Err("there is not one time for each move".to_owned());
    }
    let mut record =
        GameRecord::new(game, names, Some(outcome)).map_err(|error| error.to_string())?;
    let name = match run.pairings.len() {
        1 => format!("{}.{}", round.opening, round.game),
        _ => round.to_string(),
    };
    for (tag, value) in [("Event", run.spec.name()), ("Round", &name)] {
        record.set_tag(tag, value).expect("a tag that can be set");
    }
    let time = |bytes: &[u8; 4]| Duration::from_micros(u32::from_le_bytes(*bytes).into());
    let times = times.map(|bytes| bytes.as_chunks().0.iter().map(time).collect());
    Ok(StoredGame { round, players, opening_plies: opening.moves().len(), record, times })
}

/// The game with further moves, one byte each, or `None` if one is not legal.
fn play_on(mut game: Game, moves: &[u8]) -> Option<Game> {
    for &index in moves {
        game.play(Square::new(index.into()).ok()?).ok()?;
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_named_by_numbers() {
        for (text, opening, pairing, game) in [("17.3.2", 17, 3, 2), ("17.2", 17, 1, 2)] {
            assert_eq!(text.parse(), Ok(GameId { opening, pairing, game }));
        }
        assert_eq!(GameId { opening: 17, pairing: 3, game: 2 }.to_string(), "17.3.2");
        let wrong = "|1|1.|.1|1.3|0.1|1.0.1|1.1.1.1|+1.1|1.1 |a.b|1,1|99999999999999999999.1";
        for text in wrong.split('|') {
            assert_eq!(text.parse::<GameId>(), Err(ParseGameIdError), "{text}");
        }
    }
}
