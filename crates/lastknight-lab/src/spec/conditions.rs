//! What a single game depends on besides its two agents.

use std::collections::HashSet;
use std::fmt;

use lastknight::game::Openings;
use lastknight::solve::openings::Opening;
use lastknight::{Checkpoint, Clock, Control, Game, Limits, Position};

use super::SpecError;

/// Where games begin and what their players have to keep to.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// Where openings begin.
    pub start: Position,
    /// Where they come from.
    pub source: OpeningsSource,
    /// What follows from chance, openings and agents alike, follows from this.
    pub seed: u64,
    /// When a search ends, for agents without limits of their own.
    pub limits: Limits,
    /// The clock of the searches.
    pub clock: Clock,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningsSource {
    /// So many random half-moves, placements included.
    Random(usize),
    /// Every pair of placements, one of each kind up to symmetry.
    All,
    /// These.
    List(Vec<Game>),
}

/// In words, as reports say it.
impl fmt::Display for OpeningsSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(1) => f.write_str("1 half-move by chance first"),
            Self::Random(plies) => write!(f, "{plies} half-moves by chance first"),
            Self::All => f.write_str("every opening up to symmetry"),
            Self::List(_) => f.write_str("listed openings"),
        }
    }
}

impl OpeningsSource {
    /// Reads the text of a file: a game or position a line, besides empty lines and those that begin with `#`.
    ///
    /// # Errors
    /// Returns an error if a line is neither.
    pub fn read(text: &str) -> Result<Self, SpecError> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let game = |(line, text): (usize, &str)| {
            text.parse().map_err(|error| SpecError::OpeningsLine(line, error))
        };
        lines.map(game).collect::<Result<_, _>>().map(Self::List)
    }
}

impl Conditions {
    /// The limits and the clock of the searches, with a checkpoint that can stop them.
    #[must_use]
    pub fn control<'a>(&self, checkpoint: &'a dyn Checkpoint) -> Control<'a> {
        Control::from(self.limits).clock(self.clock).checkpoint(checkpoint)
    }

    /// How many openings there are, unless they come by chance.
    #[must_use]
    pub fn openings_listed(&self) -> Option<usize> {
        match &self.source {
            OpeningsSource::Random(_) => None,
            OpeningsSource::All => Some(Opening::all(self.start.size()).len()),
            OpeningsSource::List(games) => Some(games.len()),
        }
    }

    /// The openings in their order: without end where they come by chance.
    pub fn openings(&self) -> Box<dyn Iterator<Item = Game> + Send + '_> {
        match &self.source {
            OpeningsSource::Random(plies) => Box::new(Openings::new(self.start, *plies, self.seed)),
            OpeningsSource::All => {
                let game = |opening: Opening| {
                    let mut game = Game::new(self.start);
                    for square in [opening.first, opening.second] {
                        game.play(square).expect("two squares of an empty board");
                    }
                    game
                };
                Box::new(Opening::all(self.start.size()).into_iter().map(game))
            }
            OpeningsSource::List(games) => Box::new(games.iter().cloned()),
        }
    }

    /// How many of the first openings differ.
    #[must_use]
    pub fn different_openings(&self, count: usize) -> usize {
        let positions = self.openings().take(count).map(|game| *game.position());
        positions.collect::<HashSet<Position>>().len()
    }
}
