//! The tags of a game in PGN, and what they say about it.

use std::collections::BTreeMap;

use super::lexer::Place;
use super::reader::{Failure, PgnErrorKind};
use super::{UNTERMINATED, VARIANT, result_value, termination_value};
use crate::board::{ByColor, Color, Position, Size};
use crate::game::{Game, GameRecord, Outcome, Termination};

/// The tags of a game and their places.
#[derive(Default)]
pub(super) struct Tags<'a> {
    /// The first tag.
    begin: Option<Place>,
    tags: BTreeMap<&'a str, (Place, String)>,
}

impl<'a> Tags<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.tags.is_empty()
    }

    pub(super) fn insert(
        &mut self,
        place: Place,
        name: &'a str,
        value: String,
    ) -> Result<(), Failure> {
        self.begin.get_or_insert(place);
        match self.tags.insert(name, (place, value)) {
            Some(_) => Err((place, PgnErrorKind::SecondTag(name.to_owned()))),
            None => Ok(()),
        }
    }

    fn get(&self, name: &str) -> Option<(Place, &str)> {
        self.tags.get(name).map(|(place, value)| (*place, value.as_str()))
    }

    /// The starting position. The moves begin at `place`.
    pub(super) fn start(&self, place: Place) -> Result<Position, Failure> {
        if let Some((place, variant)) = self.get("Variant")
            && variant != VARIANT
        {
            return Err((place, PgnErrorKind::Variant(variant.to_owned())));
        }
        if let (Some((place, "1")), None) = (self.get("SetUp"), self.get("FEN")) {
            return Err((place, PgnErrorKind::NoFen));
        }
        let size = match self.get("Board") {
            None => None,
            Some((place, value)) => {
                let size = value.parse::<Size>();
                Some((place, size.map_err(|error| (place, PgnErrorKind::Board(error)))?))
            }
        };
        match (self.get("FEN"), size) {
            (None, None) => Err((self.begin.unwrap_or(place), PgnErrorKind::NoBoard)),
            (None, Some((_, size))) => Ok(Position::new(size)),
            (Some((place, value)), size) => {
                let start = value.parse::<Position>();
                let start = start.map_err(|error| (place, PgnErrorKind::Fen(error)))?;
                match size {
                    Some((place, size)) if size != start.size() => {
                        Err((place, PgnErrorKind::BoardSize(size, start.size())))
                    }
                    _ => Ok(start),
                }
            }
        }
    }

    /// The record of the game that ends with this result at this place.
    pub(super) fn record(
        &self,
        game: Game,
        place: Place,
        result: Option<Color>,
    ) -> Result<GameRecord, Failure> {
        let outcome = self.outcome(place, result)?;
        let player = |name| self.get(name).map_or("?", |(_, value)| value).to_owned();
        let players = ByColor::new(player("White"), player("Black"));
        let mut record = GameRecord::new(game, players, outcome)
            .map_err(|error| (place, PgnErrorKind::Record(error)))?;
        for (name, (place, value)) in &self.tags {
            if !GameRecord::RESERVED_TAGS.contains(name) {
                let failure = |error| (*place, PgnErrorKind::Record(error));
                record.set_tag(name, value).map_err(failure)?;
            }
        }
        Ok(record)
    }

    /// The outcome according to the result and the tags.
    fn outcome(&self, place: Place, winner: Option<Color>) -> Result<Option<Outcome>, Failure> {
        let result = result_value(winner);
        if let Some((_, tag)) = self.get("Result")
            && tag != result
        {
            return Err((place, PgnErrorKind::ResultTag { result, tag: tag.to_owned() }));
        }
        let termination = match self.get("Termination") {
            // Without the tag, a result means the normal end.
            None => winner.map(|_| Termination::NoMoves),
            Some((_, UNTERMINATED)) => None,
            Some((place, value)) => Some(
                Termination::ALL
                    .into_iter()
                    .find(|&termination| termination_value(termination) == value)
                    .ok_or_else(|| (place, PgnErrorKind::Termination(value.to_owned())))?,
            ),
        };
        match (winner, termination) {
            (None, None) => Ok(None),
            (Some(winner), Some(termination)) => Ok(Some(Outcome { winner, termination })),
            (_, termination) => {
                let tag = termination.map_or(UNTERMINATED, termination_value).to_owned();
                Err((place, PgnErrorKind::ResultAndTermination { result, tag }))
            }
        }
    }
}
