//! Stored games with their moves.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::time::Duration;

use lastknight::{ByColor, Color, Game, GameRecord, Outcome, Square};
use rusqlite::{Row, params};

use super::row::{COLUMNS, COUNT, PairRow};
use super::{Run, Store, StoreError};
use crate::pair::COLORS_OF_FIRST;

/// The place of a game in its run: opening, pairing and game, each from 1. The text may omit the
/// pairing; it is then 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round {
    /// The number of the opening.
    pub opening: usize,
    /// The number of the pairing.
    pub pairing: usize,
    /// 1 if the first player is White, 2 if it is Black.
    pub game: usize,
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.opening, self.pairing, self.game)
    }
}

/// Why a text does not name a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a game is named by the numbers of its opening, pairing and game, as 17.3.2, or 17.2 where there is one pairing"
)]
pub struct ParseRoundError;

impl FromStr for Round {
    type Err = ParseRoundError;

    fn from_str(text: &str) -> Result<Self, ParseRoundError> {
        let number = |part: &str| {
            let is_number = !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            part.parse().ok().filter(|&n: &usize| is_number && n > 0).ok_or(ParseRoundError)
        };
        let parts: Vec<usize> = text.split('.').map(number).collect::<Result<_, _>>()?;
        let (opening, pairing, game) = match parts[..] {
            [opening, game] => (opening, 1, game),
            [opening, pairing, game] => (opening, pairing, game),
            _ => return Err(ParseRoundError),
        };
        if game > 2 { Err(ParseRoundError) } else { Ok(Self { opening, pairing, game }) }
    }
}

/// A game of a run.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its place in the run.
    pub round: Round,
    /// The players, by their numbers among the entrants.
    pub players: ByColor<usize>,
    /// The number of plies of the opening.
    pub opening_plies: usize,
    /// The game with names, result and the tags `Event` and `Round`.
    pub record: GameRecord,
    /// The time of each move after the opening, if recorded.
    pub times: Option<Vec<Duration>>,
}

impl StoredGame {
    /// Returns its name in the run: the round, without the pairing if there is only one.
    #[must_use]
    pub fn name(&self) -> &str {
        self.record.tags().get("Round").map_or("", String::as_str)
    }
}

impl Store {
    /// Calls `tell` for every game of a run, by opening and then by pairing.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or holds an invalid game.
    pub fn each_game(
        &self,
        run: &Run,
        tell: &mut dyn FnMut(&StoredGame),
    ) -> Result<(), StoreError> {
        self.each_game_until(run, &mut |game| {
            tell(game);
            ControlFlow::Continue(())
        })
    }

    /// Calls `tell` for the games of a run in order, until it breaks.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or holds an invalid game.
    pub fn each_game_until(
        &self,
        run: &Run,
        tell: &mut dyn FnMut(&StoredGame) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        let query = query("pair.opening < ? ORDER BY pair.opening");
        let reader = Reader::new(self, run);
        let mut games: Vec<StoredGame> = Vec::new();
        let mut flush = |games: &mut Vec<StoredGame>| {
            games.sort_by_key(|game| game.round);
            games.drain(..).try_for_each(|game| tell(&game))
        };
        let mut is_over = false;
        let values = params![run.conditions, run.pairs as i64];
        self.each_row(run, &query, values, &mut |place, pair, row| {
            let pair = reader.pair(place, &pair, row)?;
            if games.first().is_some_and(|game| game.round.opening != pair[0].round.opening) {
                is_over = flush(&mut games).is_break();
            }
            games.extend(pair);
            Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        if !is_over {
            let _ = flush(&mut games);
        }
        Ok(())
    }

    /// Returns a game by its place in the run, or `None` if it is not stored.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read or holds an invalid game.
    pub fn game(&self, run: &Run, round: Round) -> Result<Option<StoredGame>, StoreError> {
        let pairing =
            round.pairing.checked_sub(1).and_then(|at| run.spec.pairings().get(at).copied());
        let opening = round.opening.checked_sub(1).filter(|&opening| opening < run.pairs);
        let (Some(players), Some(opening)) = (pairing, opening) else {
            return Ok(None);
        };
        let [a, b] = players.map(|number| run.agents[number]);
        let query = query("pair.opening = ? AND first = ? AND second = ?");
        let values = params![run.conditions, opening as i64, a.min(b), a.max(b)];
        let reader = Reader::new(self, run);
        let mut found = None;
        self.each_row(run, &query, values, &mut |place, pair, row| {
            found = reader.pair(place, &pair, row)?.into_iter().find(|game| game.round == round);
            Ok(ControlFlow::Break(()))
        })?;
        Ok(found)
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

struct Reader<'a> {
    store: &'a Store,
    run: &'a Run,
    pairings: Vec<[usize; 2]>,
}

impl<'a> Reader<'a> {
    fn new(store: &'a Store, run: &'a Run) -> Self {
        Self { store, run, pairings: run.spec.pairings() }
    }

    fn pair(
        &self,
        place: usize,
        pair: &PairRow<'_>,
        row: &Row<'_>,
    ) -> Result<[StoredGame; 2], StoreError> {
        let number = pair.opening as usize + 1;
        let opening = self.opening(row).map_err(|error| self.store.failure(&error))?;
        let opening =
            opening.ok_or_else(|| self.store.damaged(format!("opening {number} is missing")))?;
        let game = |second: usize| {
            let round = Round { opening: number, pairing: place + 1, game: second + 1 };
            let color = COLORS_OF_FIRST[second];
            let outcome = Outcome {
                winner: if pair.won[second] { color } else { !color },
                termination: pair.ends[second],
            };
            let moves = (pair.moves[second], pair.times[second]);
            let game = self.game(round, color, &opening, moves, outcome);
            game.map_err(|why| self.store.damaged(format!("game {round}: {why}")))
        };
        Ok([game(0)?, game(1)?])
    }

    /// The opening of a pair, or `None` if it is missing or invalid.
    fn opening(&self, row: &Row<'_>) -> rusqlite::Result<Option<Game>> {
        let start = row.get_ref(COUNT)?.as_str_or_null()?;
        let Some(moves) = row.get_ref(COUNT + 1)?.as_blob_or_null()? else {
            return Ok(None);
        };
        let start = match start.map(str::parse) {
            None => self.run.spec.conditions().start,
            Some(Ok(start)) => start,
            Some(Err(_)) => return Ok(None),
        };
        Ok(play_on(Game::new(start), moves))
    }

    fn game(
        &self,
        round: Round,
        color_of_first: Color,
        opening: &Game,
        (moves, times): (&[u8], Option<&[u8]>),
        outcome: Outcome,
    ) -> Result<StoredGame, String> {
        let [first, second] = self.pairings[round.pairing - 1];
        let players =
            ByColor::from_fn(|color| if color == color_of_first { first } else { second });
        let entrants = self.run.spec.entrants();
        let names = ByColor::from_fn(|color| entrants[players[color]].name.clone());
        let game = play_on(opening.clone(), moves).ok_or("a move is not legal")?;
        if times.is_some_and(|times| times.len() != 4 * moves.len()) {
            return Err("there is not one time for each move".to_owned());
        }
        let mut record =
            GameRecord::new(game, names, Some(outcome)).map_err(|error| error.to_string())?;
        let shown = match self.pairings.len() {
            1 => format!("{}.{}", round.opening, round.game),
            _ => round.to_string(),
        };
        for (tag, value) in [("Event", self.run.spec.name()), ("Round", &shown)] {
            record.set_tag(tag, value).expect("a tag that can be set");
        }
        let times = times.map(|bytes| {
            let (micros, _) = bytes.as_chunks();
            micros
                .iter()
                .map(|&four| Duration::from_micros(u32::from_le_bytes(four).into()))
                .collect()
        });
        Ok(StoredGame { round, players, opening_plies: opening.moves().len(), record, times })
    }
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
    fn rounds_are_named_by_numbers() {
        let round = |opening, pairing, game| Ok(Round { opening, pairing, game });
        assert_eq!("17.3.2".parse(), round(17, 3, 2));
        assert_eq!("17.2".parse(), round(17, 1, 2));
        assert_eq!(
            "17.3.2".parse::<Round>().map(|round| round.to_string()),
            Ok("17.3.2".to_owned())
        );
        for text in
            ["", "1", "1.", ".1", "1.3", "0.1", "1.0.1", "1.1.1.1", "+1.1", "1.1 ", "a.b", "1,1"]
        {
            assert_eq!(text.parse::<Round>(), Err(ParseRoundError), "{text}");
        }
        assert_eq!("99999999999999999999.1".parse::<Round>(), Err(ParseRoundError));
    }
}
