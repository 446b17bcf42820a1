//! Stored games, moves and all.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use lastknight::{ByColor, Color, Game, GameRecord, Outcome, Position, Square};
use rusqlite::{Row, params};

use super::read::termination;
use super::{Run, Store, StoreError};
use crate::pair::COLORS_OF_FIRST;

/// Where a game stands in its run: opening, pairing and game, each from 1. A run of one pairing leaves the middle out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round {
    /// The number of the opening.
    pub opening: usize,
    /// The number of the pairing.
    pub pairing: usize,
    /// 1 where the first player is White, 2 where it is Black.
    pub game: usize,
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.opening, self.pairing, self.game)
    }
}

/// Why a text names no game.
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
    /// Where it stands in the run.
    pub round: Round,
    /// Who played, by their numbers among the entrants.
    pub players: ByColor<usize>,
    /// How many half-moves were the opening.
    pub opening_plies: usize,
    /// The game, with names, result, and the tags `Event` and `Round`.
    pub record: GameRecord,
    /// The time of each move after the opening, where it was kept.
    pub times: Option<Vec<Duration>>,
}

const COLUMNS: &str = "SELECT pair.opening, first, second, start, moves, won_white, won_black,
    end_white, end_black, moves_white, moves_black, times_white, times_black
    FROM pair JOIN opening ON opening.conditions = pair.conditions AND number = pair.opening
    WHERE pair.conditions = ?";

impl Store {
    /// Tells every game of a run: opening after opening, within them pairing after pairing.
    ///
    /// # Errors
    /// Where the store cannot be read, or holds what is no game.
    pub fn each_game(
        &self,
        run: &Run,
        tell: &mut dyn FnMut(&StoredGame),
    ) -> Result<(), StoreError> {
        let query = format!("{COLUMNS} AND pair.opening < ? ORDER BY pair.opening");
        let mut statement = self.connection.prepare(&query).map_err(|e| self.failure(&e))?;
        let values = params![run.conditions, run.pairs as i64];
        let mut rows = statement.query(values).map_err(|e| self.failure(&e))?;
        let reader = Reader::new(self, run);
        let mut games: Vec<StoredGame> = Vec::new();
        let mut flush = |games: &mut Vec<StoredGame>| {
            games.sort_by_key(|game| game.round);
            games.drain(..).for_each(|game| tell(&game));
        };
        while let Some(row) = rows.next().map_err(|e| self.failure(&e))? {
            let Some(pair) = reader.pair(row)? else {
                continue;
            };
            if games.first().is_some_and(|game| game.round.opening != pair[0].round.opening) {
                flush(&mut games);
            }
            games.extend(pair);
        }
        flush(&mut games);
        Ok(())
    }

    /// A game by its place in the run, if it is there.
    ///
    /// # Errors
    /// Where the store cannot be read, or holds what is no game.
    pub fn game(&self, run: &Run, round: Round) -> Result<Option<StoredGame>, StoreError> {
        let Some(&players) = run.spec.pairings().get(round.pairing - 1) else {
            return Ok(None);
        };
        let [a, b] = players.map(|number| run.agents[number]);
        let query = format!("{COLUMNS} AND pair.opening = ? AND first = ? AND second = ?");
        let mut statement = self.connection.prepare(&query).map_err(|e| self.failure(&e))?;
        let values = params![run.conditions, round.opening as i64 - 1, a.min(b), a.max(b)];
        let mut rows = statement.query(values).map_err(|e| self.failure(&e))?;
        let Some(row) = rows.next().map_err(|e| self.failure(&e))? else {
            return Ok(None);
        };
        let pair = Reader::new(self, run).pair(row)?;
        Ok(pair.into_iter().flatten().find(|game| game.round == round))
    }
}

/// Makes games of rows.
struct Reader<'a> {
    store: &'a Store,
    run: &'a Run,
    places: std::collections::HashMap<(i64, i64), (usize, bool)>,
    pairings: Vec<[usize; 2]>,
}

impl<'a> Reader<'a> {
    fn new(store: &'a Store, run: &'a Run) -> Self {
        Self { store, run, places: run.places(), pairings: run.spec.pairings() }
    }

    /// Both games, unless they are no part of the run.
    fn pair(&self, row: &Row<'_>) -> Result<Option<[StoredGame; 2]>, StoreError> {
        let read = || -> rusqlite::Result<Option<[Result<StoredGame, String>; 2]>> {
            let Some(&(place, is_turned)) = self.places.get(&(row.get(1)?, row.get(2)?)) else {
                return Ok(None);
            };
            let number = row.get::<_, i64>(0)? as usize + 1;
            let opening = match self.opening(row)? {
                Ok(opening) => opening,
                Err(why) => return Ok(Some([Err(why.clone()), Err(why)])),
            };
            let game = |second: usize| -> rusqlite::Result<Result<StoredGame, String>> {
                let round = Round { opening: number, pairing: place + 1, game: second + 1 };
                // Turned round, the game in which the one is White is that in which the other is Black.
                let at = if is_turned { 1 - second } else { second };
                let first_won = (row.get::<_, i64>(5 + at)? == 1) != is_turned;
                let color = COLORS_OF_FIRST[second];
                let outcome = Outcome {
                    winner: if first_won { color } else { !color },
                    termination: termination(row.get(7 + at)?),
                };
                let moves: Vec<u8> = row.get(9 + at)?;
                let times: Option<Vec<u8>> = row.get(11 + at)?;
                Ok(self.game(round, color, &opening, &moves, times.as_deref(), outcome))
            };
            Ok(Some([game(0)?, game(1)?]))
        };
        let Some([first, second]) = read().map_err(|error| self.store.failure(&error))? else {
            return Ok(None);
        };
        let sound = |game: Result<StoredGame, String>| game.map_err(|why| self.store.damaged(&why));
        Ok(Some([sound(first)?, sound(second)?]))
    }

    fn opening(&self, row: &Row<'_>) -> rusqlite::Result<Result<Game, String>> {
        let start: Option<String> = row.get(3)?;
        let moves: Vec<u8> = row.get(4)?;
        let start: Position = match start.map(|text| text.parse()) {
            None => self.run.spec.conditions().start,
            Some(Ok(start)) => start,
            Some(Err(error)) => return Ok(Err(format!("an opening: {error}"))),
        };
        Ok(play_on(Game::new(start), &moves).ok_or_else(|| "an opening is no game".to_owned()))
    }

    fn game(
        &self,
        round: Round,
        color_of_first: Color,
        opening: &Game,
        moves: &[u8],
        times: Option<&[u8]>,
        outcome: Outcome,
    ) -> Result<StoredGame, String> {
        let [first, second] = self.pairings[round.pairing - 1];
        let players =
            ByColor::from_fn(|color| if color == color_of_first { first } else { second });
        let entrants = self.run.spec.entrants();
        let names = ByColor::from_fn(|color| entrants[players[color]].name.clone());
        let game = play_on(opening.clone(), moves)
            .ok_or_else(|| format!("game {round} has a move that is not legal"))?;
        let mut record = GameRecord::new(game, names, Some(outcome))
            .map_err(|error| format!("game {round}: {error}"))?;
        let shown = match self.pairings.len() {
            1 => format!("{}.{}", round.opening, round.game),
            _ => round.to_string(),
        };
        for (tag, value) in [("Event", self.run.spec.name()), ("Round", &shown)] {
            record.set_tag(tag, value).expect("a tag that can be set");
        }
        let times = times.map(|bytes| {
            let micros = bytes.chunks_exact(4).map(|four| [four[0], four[1], four[2], four[3]]);
            let time = |four| Duration::from_micros(u32::from_le_bytes(four).into());
            micros.map(time).collect()
        });
        Ok(StoredGame { round, players, opening_plies: opening.moves().len(), record, times })
    }
}

/// A game with more moves, a byte each, or `None` where one is not legal.
fn play_on(mut game: Game, moves: &[u8]) -> Option<Game> {
    let size = game.start().size();
    for &index in moves {
        let to = size.squares().nth(index.into())?;
        debug_assert_eq!(to, Square::new(index.into()));
        game.play(to).ok()?;
    }
    Some(game)
}
