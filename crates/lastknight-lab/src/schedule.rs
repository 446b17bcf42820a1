//! The order of play: opening after opening, each with every pairing.
//!
//! Whenever a run is stopped, all pairings have played about the same openings.

use std::sync::Arc;

use crate::pair::ScheduledPair;
use crate::spec::Spec;

/// Returns the pairs of a run that are still to be played, in order. `run` is its place in the job.
pub(crate) fn schedule<'a>(
    run: usize,
    spec: &'a Spec,
    done: &'a DonePairs,
) -> impl Iterator<Item = ScheduledPair> + Send + 'a {
    let pairings = spec.pairings();
    let openings = match spec.sprt() {
        // A repeated game is no evidence, and a test would count it as such.
        Some(_) => spec.conditions().openings_without_repeats(),
        None => spec.conditions().openings(),
    };
    let openings = openings.map(Arc::new).take(spec.pairs()).enumerate();
    openings.flat_map(move |(opening, opening_game)| {
        let pair = |(pairing, &players)| {
            let opening_game = Arc::clone(&opening_game);
            let is_done = done.contains(opening, pairing);
            (!is_done).then_some(ScheduledPair { run, opening, opening_game, players })
        };
        pairings.iter().enumerate().filter_map(pair).collect::<Vec<_>>()
    })
}

/// The pairs that are stored: a bit for each opening and pairing.
#[derive(Clone, Debug)]
pub(crate) struct DonePairs {
    pairings: usize,
    bits: Vec<u64>,
}

impl DonePairs {
    pub(crate) fn new(pairings: usize) -> Self {
        Self { pairings, bits: Vec::new() }
    }

    /// Adds a pair and returns whether it is new.
    pub(crate) fn insert(&mut self, opening: usize, pairing: usize) -> bool {
        let bit = opening * self.pairings + pairing;
        if self.bits.len() <= bit / 64 {
            self.bits.resize(bit / 64 + 1, 0);
        }
        let is_new = self.bits[bit / 64] & (1 << (bit % 64)) == 0;
        self.bits[bit / 64] |= 1 << (bit % 64);
        is_new
    }

    fn contains(&self, opening: usize, pairing: usize) -> bool {
        let bit = opening * self.pairings + pairing;
        self.bits.get(bit / 64).is_some_and(|bits| bits & (1 << (bit % 64)) != 0)
    }

    pub(crate) fn count(&self) -> usize {
        self.bits.iter().map(|bits| bits.count_ones() as usize).sum()
    }
}
