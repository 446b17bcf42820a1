//! What a single game depends on besides its two agents.

use std::collections::HashSet;

use lastknight::game::Openings;
use lastknight::solve::openings::Opening;
use lastknight::{Checkpoint, Clock, Control, Game, Limits, Position};
use sha2::{Digest, Sha256};

/// Where games begin and what their players have to keep to.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// Where openings begin.
    pub start: Position,
    /// Where they come from.
    pub source: Source,
    /// What follows from chance, openings and agents alike, follows from this.
    pub seed: u64,
    /// When a search ends, for agents without limits of their own.
    pub limits: Limits,
    /// The clock of the searches.
    pub clock: Clock,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// So many random half-moves, placements included.
    Random(usize),
    /// Every pair of placements, one of each kind up to symmetry.
    All,
    /// These.
    List(Vec<Game>),
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
            Source::Random(_) => None,
            Source::All => Some(Opening::all(self.start.size()).len()),
            Source::List(games) => Some(games.len()),
        }
    }

    /// The openings in their order: without end where they come by chance.
    pub fn openings(&self) -> Box<dyn Iterator<Item = Game> + Send + '_> {
        match &self.source {
            Source::Random(plies) => Box::new(Openings::new(self.start, *plies, self.seed)),
            Source::All => {
                let game = |opening: Opening| {
                    let mut game = Game::new(self.start);
                    for square in [opening.first, opening.second] {
                        game.play(square).expect("two squares of an empty board");
                    }
                    game
                };
                Box::new(Opening::all(self.start.size()).into_iter().map(game))
            }
            Source::List(games) => Box::new(games.iter().cloned()),
        }
    }

    /// How many of the first openings differ.
    #[must_use]
    pub fn different_openings(&self, count: usize) -> usize {
        let positions = self.openings().take(count).map(|game| *game.position());
        positions.collect::<HashSet<Position>>().len()
    }

    /// A number that only the same conditions have, and only in a program that plays the same.
    #[must_use]
    pub fn hash(&self) -> String {
        let Self { start, source, seed, limits, clock } = self;
        let mut text = format!("{} {}\n", env!("CARGO_PKG_VERSION"), lastknight::bench::SIGNATURE);
        text += &format!("{start}\n{seed}\n{limits:?}\n{clock}\n");
        match source {
            Source::Random(plies) => text += &format!("random {plies}\n"),
            Source::All => text += "all\n",
            Source::List(games) => games.iter().for_each(|game| text += &format!("{game}\n")),
        }
        hash(&text)
    }
}

/// A number that only this text has, in hexadecimal digits.
pub(crate) fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
