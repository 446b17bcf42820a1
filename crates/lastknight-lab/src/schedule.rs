//! The order of play: opening after opening, and with each of them every pairing.
//!
//! So whenever a run is stopped all pairings are about equally far, from the same openings.

use std::sync::Arc;

use lastknight::Game;

use crate::spec::Spec;

/// A pair to be played.
#[derive(Clone, Debug)]
pub struct ScheduledPair {
    /// The number of the opening, from 0.
    pub opening: usize,
    /// The opening.
    pub game: Arc<Game>,
    /// Who plays, by their numbers among the entrants.
    pub players: [usize; 2],
}

/// The pairs that are still to be played, in order.
pub struct Schedule<'a> {
    openings: Box<dyn Iterator<Item = Game> + Send + 'a>,
    pairings: Vec<[usize; 2]>,
    pairs: usize,
    done: &'a DonePairs,
    /// The opening at hand, and its number.
    current: Option<(usize, Arc<Game>)>,
    /// The number of the next opening, and of the next pairing of the one at hand.
    next: (usize, usize),
}

impl<'a> Schedule<'a> {
    /// All that a specification asks for, but for what is done.
    #[must_use]
    pub fn new(spec: &'a Spec, done: &'a DonePairs) -> Self {
        Self {
            openings: spec.conditions().openings(),
            pairings: spec.pairings(),
            pairs: spec.pairs(),
            done,
            current: None,
            next: (0, 0),
        }
    }
}

impl Iterator for Schedule<'_> {
    type Item = ScheduledPair;

    fn next(&mut self) -> Option<ScheduledPair> {
        loop {
            if let Some((opening, game)) = &self.current {
                while self.next.1 < self.pairings.len() {
                    let pairing = self.next.1;
                    self.next.1 += 1;
                    if !self.done.contains(*opening, pairing) {
                        let (opening, game) = (*opening, Arc::clone(game));
                        return Some(ScheduledPair {
                            opening,
                            game,
                            players: self.pairings[pairing],
                        });
                    }
                }
            }
            if self.next.0 >= self.pairs {
                return None;
            }
            self.current = Some((self.next.0, Arc::new(self.openings.next()?)));
            self.next = (self.next.0 + 1, 0);
        }
    }
}

/// Which pairs are there already: a bit for each opening and pairing.
#[derive(Clone, Debug, Default)]
pub struct DonePairs {
    pairings: usize,
    bits: Vec<u64>,
    count: usize,
}

impl DonePairs {
    pub(crate) fn new(pairings: usize) -> Self {
        Self { pairings, bits: Vec::new(), count: 0 }
    }

    pub(crate) fn insert(&mut self, opening: usize, pairing: usize) {
        let bit = opening * self.pairings + pairing;
        if self.bits.len() <= bit / 64 {
            self.bits.resize(bit / 64 + 1, 0);
        }
        let mask = 1 << (bit % 64);
        self.count += usize::from(self.bits[bit / 64] & mask == 0);
        self.bits[bit / 64] |= mask;
    }

    fn contains(&self, opening: usize, pairing: usize) -> bool {
        let bit = opening * self.pairings + pairing;
        self.bits.get(bit / 64).is_some_and(|bits| bits & (1 << (bit % 64)) != 0)
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }
}
