//! The conditions of a game: everything it depends on besides its two agents.

use std::collections::HashSet;
use std::fmt;

use lastknight::game::Openings;
use lastknight::solve::openings::Opening;
use lastknight::{Checkpoint, Clock, Control, Game, Limits, Position};

use super::SpecError;

/// Where games start and how searches are limited.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The position where openings start.
    pub start: Position,
    /// The source of the openings.
    pub source: OpeningsSource,
    /// The seed of all random choices.
    pub seed: u64,
    /// The limits of agents without their own.
    pub limits: Limits,
    /// The clock of time limits.
    pub clock: Clock,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningsSource {
    /// Random plies, placements included.
    Random(usize),
    /// All pairs of placements, up to symmetry.
    All,
    /// A list.
    List(Vec<Game>),
}

/// The words in reports.
impl fmt::Display for OpeningsSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random(1) => f.write_str("1 random ply"),
            Self::Random(plies) => write!(f, "{plies} random plies"),
            Self::All => f.write_str("every opening up to symmetry"),
            Self::List(_) => f.write_str("listed openings"),
        }
    }
}

impl OpeningsSource {
    /// Parses a list with one game or position per line. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// Returns an error if a line is neither a game nor a position.
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
    /// Returns the limits and the clock of searches, with a checkpoint that can stop them.
    #[must_use]
    pub fn control<'a>(&self, checkpoint: &'a dyn Checkpoint) -> Control<'a> {
        Control::from(self.limits).clock(self.clock).checkpoint(checkpoint)
    }

    /// Returns the number of openings, unless they are random.
    #[must_use]
    pub fn openings_listed(&self) -> Option<usize> {
        match &self.source {
            OpeningsSource::Random(_) => None,
            OpeningsSource::All => Some(Opening::all(self.start.size()).len()),
            OpeningsSource::List(games) => Some(games.len()),
        }
    }

    /// Returns the openings in order, up to the first that repeats one.
    pub(crate) fn openings_without_repeats(&self) -> Box<dyn Iterator<Item = Game> + Send + '_> {
        match &self.source {
            OpeningsSource::Random(plies) => {
                Box::new(Openings::new(self.start, *plies, self.seed).without_repeats())
            }
            _ => self.openings(),
        }
    }

    /// Returns the openings in order; random openings never end.
    pub fn openings(&self) -> Box<dyn Iterator<Item = Game> + Send + '_> {
        let game = |opening: Opening| {
            let mut game = Game::new(self.start);
            for square in [opening.first, opening.second] {
                game.play(square).expect("two squares of an empty board");
            }
            game
        };
        match &self.source {
            OpeningsSource::Random(plies) => Box::new(Openings::new(self.start, *plies, self.seed)),
            OpeningsSource::All => Box::new(Opening::all(self.start.size()).into_iter().map(game)),
            OpeningsSource::List(games) => Box::new(games.iter().cloned()),
        }
    }

    /// Returns how many of the first `count` openings differ.
    #[must_use]
    pub fn different_openings(&self, count: usize) -> usize {
        let positions = self.openings().take(count).map(|game| *game.position());
        positions.collect::<HashSet<Position>>().len()
    }
}
