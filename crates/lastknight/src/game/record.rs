//! Games with their players and results.

use std::collections::BTreeMap;

use super::Game;
use crate::board::{ByColor, Color};
use crate::quote::quote;

/// How a game was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Termination {
    /// The loser had no legal move: the normal end.
    NoMoves,
    /// The loser made an illegal move.
    IllegalMove,
    /// The loser exceeded its time.
    Time,
    /// The loser's program failed.
    Crash,
    /// The loser gave up.
    Resignation,
}

impl Termination {
    /// All terminations.
    pub const ALL: [Self; 5] =
        [Self::NoMoves, Self::IllegalMove, Self::Time, Self::Crash, Self::Resignation];

    /// Returns the name in lower case with hyphens, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoMoves => "no-moves",
            Self::IllegalMove => "illegal-move",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::Resignation => "resignation",
        }
    }

    /// Returns the termination with this [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|termination| termination.name() == name)
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner.
    pub winner: Color,
    /// How the other player lost.
    pub termination: Termination,
}

/// A game with its players, result and tags.
///
/// The result always agrees with the moves. If the side to move has no legal move, the game ended
/// by that. Illegal moves, time forfeits and resignations are those of the side to move. A program can crash
/// at any time before the game is over.
///
/// ```
/// use lastknight::{ByColor, Color, GameRecord, Outcome, RecordError, Termination};
///
/// let players = ByColor::new("engine".to_owned(), "random".to_owned());
/// let game = "3x3 moves b2 a1".parse()?;
/// let outcome = Outcome { winner: Color::White, termination: Termination::NoMoves };
/// let record = GameRecord::new(game, players, Some(outcome));
/// assert_eq!(record, Err(RecordError::Winner(Color::Black)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    game: Game,
    players: ByColor<String>,
    outcome: Option<Outcome>,
    tags: BTreeMap<String, String>,
}

/// Why a [`GameRecord`] is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The termination is `NoMoves`, but the side to move has a legal move.
    #[error("the game is not over: {0} has a legal move")]
    NotOver(Color),
    /// The side to move has no legal move, but the termination is another one or missing.
    #[error("the game ended otherwise: {0} had no legal move")]
    Over(Color),
    /// The winner is the side to move, which must be the loser.
    #[error("the winner is {0}: the other was to move")]
    Winner(Color),
    /// A tag name must consist of letters, digits and underscores.
    #[error("{} is not a tag name (letters, digits and _)", quote(.0))]
    TagName(String),
    /// The value of this tag follows from the rest of the record.
    #[error("tag {0} follows from the game and cannot be set")]
    ReservedTag(String),
}

impl GameRecord {
    /// The tags whose values follow from the rest of the record.
    pub const RESERVED_TAGS: [&str; 8] =
        ["White", "Black", "Result", "Variant", "Board", "SetUp", "FEN", "Termination"];

    /// The tags that every PGN game has, with their values for "unknown". Tags with these values
    /// are not stored.
    pub const ROSTER: [(&str, &str); 4] =
        [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];

    /// Creates the record of a finished game, or of an unfinished one (`None`).
    ///
    /// # Errors
    /// Returns an error if the outcome contradicts the moves.
    pub fn new(
        game: Game,
        players: ByColor<String>,
        outcome: Option<Outcome>,
    ) -> Result<Self, RecordError> {
        let side = game.position().side();
        let is_over = game.position().winner().is_some();
        let termination = outcome.map(|outcome| outcome.termination);
        match (is_over, termination == Some(Termination::NoMoves)) {
            (true, false) => return Err(RecordError::Over(side)),
            (false, true) => return Err(RecordError::NotOver(side)),
            _ => {}
        }
        if let Some(Outcome { winner, termination }) = outcome
            && winner == side
            && termination != Termination::Crash
        {
            return Err(RecordError::Winner(!side));
        }
        Ok(Self { game, players, outcome, tags: BTreeMap::new() })
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the players' names.
    #[must_use]
    pub fn players(&self) -> &ByColor<String> {
        &self.players
    }

    /// Returns the result, or `None` if the game is not finished.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns further tags: `Event`, `Date` and so on, as in PGN.
    #[must_use]
    pub fn tags(&self) -> &BTreeMap<String, String> {
        &self.tags
    }

    /// Sets a tag.
    ///
    /// # Errors
    /// Returns an error if the name is not a tag name or is one of
    /// [`RESERVED_TAGS`](Self::RESERVED_TAGS).
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), RecordError> {
        let is_name = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        if name.is_empty() || !name.bytes().all(is_name) {
            return Err(RecordError::TagName(name.to_owned()));
        }
        if Self::RESERVED_TAGS.contains(&name) {
            return Err(RecordError::ReservedTag(name.to_owned()));
        }
        if Self::ROSTER.contains(&(name, value)) {
            self.tags.remove(name);
        } else {
            self.tags.insert(name.to_owned(), value.to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_agrees_with_the_moves() {
        let record = |game: &str, outcome: Option<(Color, Termination)>| {
            let players = ByColor::new("a".to_owned(), "b".to_owned());
            let outcome = outcome.map(|(winner, termination)| Outcome { winner, termination });
            let record = GameRecord::new(game.parse().unwrap(), players, outcome);
            record.map(|record| record.outcome().is_some()).map_err(|error| error.to_string())
        };
        use Color::{Black, White};
        let over = "3x3 moves b2 a1";
        assert_eq!(record(over, Some((Black, Termination::NoMoves))), Ok(true));
        let ended = Err("the game ended otherwise: White had no legal move".to_owned());
        assert_eq!(record(over, None), ended);
        assert_eq!(record(over, Some((Black, Termination::Crash))), ended);
        let winner = |name| Err(format!("the winner is {name}: the other was to move"));
        assert_eq!(record(over, Some((White, Termination::NoMoves))), winner("Black"));

        let open = "3x3 moves a1";
        assert_eq!(record(open, None), Ok(false));
        assert_eq!(record(open, Some((White, Termination::Time))), Ok(true));
        assert_eq!(record(open, Some((Black, Termination::Time))), winner("White"));
        assert_eq!(record(open, Some((Black, Termination::IllegalMove))), winner("White"));
        // White's program may crash while Black is to move.
        assert_eq!(record(open, Some((Black, Termination::Crash))), Ok(true));
        let not_over = Err("the game is not over: Black has a legal move".to_owned());
        assert_eq!(record(open, Some((White, Termination::NoMoves))), not_over);
    }

    #[test]
    fn tags_are_checked() {
        let players = ByColor::default();
        let mut record = GameRecord::new("3x3".parse().unwrap(), players, None).unwrap();
        record.set_tag("Round", "7").unwrap();
        record.set_tag("Round", "?").unwrap();
        record.set_tag("Seed", "42").unwrap();
        assert_eq!(record.tags().keys().collect::<Vec<_>>(), ["Seed"]);
        let message = |name: &str| record.clone().set_tag(name, "").unwrap_err().to_string();
        assert_eq!(message("a b"), "'a b' is not a tag name (letters, digits and _)");
        assert_eq!(message(""), "'' is not a tag name (letters, digits and _)");
        assert_eq!(message("FEN"), "tag FEN follows from the game and cannot be set");
    }
}
