//! A league: the results of many players, by opening.

use super::Pairs;
use super::bradley_terry::{Pairing, fit};
use super::elo::{MOST_ELO, PER_LOGIT};

/// Openings are stored separately up to this number; beyond it they share this many blocks.
const BLOCKS: u64 = 2048;

/// The results of many players, by opening.
///
/// ```
/// use lastknight::stats::League;
///
/// let mut league = League::new(3);
/// for opening in 0..100 {
///     league.add(opening, 0, 1, 2 - usize::from(opening % 3 == 0));
///     league.add(opening, 1, 2, 1);
/// }
/// let ratings = league.ratings();
/// assert!(ratings[0] > ratings[1] && (ratings[1] - ratings[2]).abs() < 10.0);
/// let ratings = league.bootstrap(200, 1);
/// assert!(ratings.players[0].low > ratings.players[1].high);
/// assert!(ratings.superiority[0][2] > 0.99);
/// ```
#[derive(Clone, Debug)]
pub struct League {
    pub(super) players: usize,
    /// One entry for each two players, at [`Self::index`].
    pairings: Vec<Results>,
}

/// The results of two players, from the point of view of the lower index.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    pub(super) pairs: Pairs,
    /// By block; empty blocks at the end are left out.
    pub(super) blocks: Vec<Block>,
}

/// The results of the openings in a block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Block {
    pub(super) wins: u32,
    pub(super) games: u32,
}

impl League {
    /// Creates a league of players 0 to `players - 1` without results.
    #[must_use]
    pub fn new(players: usize) -> Self {
        let pairings = players * players.saturating_sub(1) / 2;
        Self { players, pairings: vec![Results::default(); pairings] }
    }

    /// Adds a pair in which `first` won `wins` of its two games against `second`; more than 2 count
    /// as 2. Ignores a pair of a player against itself or with an unknown player.
    pub fn add(&mut self, opening: u64, first: usize, second: usize, wins: usize) {
        let Some(index) = self.index(first, second) else { return };
        let wins = if first < second { wins.min(2) } else { 2 - wins.min(2) };
        let results = &mut self.pairings[index];
        results.pairs.add(wins);
        let block = (opening % BLOCKS) as usize;
        if results.blocks.len() <= block {
            results.blocks.resize(block + 1, Block::default());
        }
        let block = &mut results.blocks[block];
        block.wins = block.wins.saturating_add(wins as u32);
        block.games = block.games.saturating_add(2);
    }

    /// Returns the pairs of two players from `first`'s point of view.
    #[must_use]
    pub fn pairs(&self, first: usize, second: usize) -> Pairs {
        let index = self.index(first, second);
        let pairs = index.map_or(Pairs::default(), |index| self.pairings[index].pairs);
        if first < second { pairs } else { pairs.reversed() }
    }

    /// Returns the pairs of a player against all others, from its point of view.
    #[must_use]
    pub fn total(&self, player: usize) -> Pairs {
        let mut total = Pairs::default();
        for pairs in (0..self.players).map(|other| self.pairs(player, other)) {
            total.won += pairs.won;
            total.split += pairs.split;
            total.lost += pairs.lost;
        }
        total
    }

    /// Returns the component of each player, numbered from 0. A component is a set of players that games
    /// link, directly or through others. Ratings of different components are not comparable.
    #[must_use]
    pub fn components(&self) -> Vec<usize> {
        let mut component = vec![usize::MAX; self.players];
        let mut count = 0;
        for start in 0..self.players {
            if component[start] != usize::MAX {
                continue;
            }
            component[start] = count;
            let mut open = vec![start];
            while let Some(player) = open.pop() {
                for (other, number) in component.iter_mut().enumerate() {
                    if *number == usize::MAX && self.pairs(player, other).count() > 0 {
                        *number = count;
                        open.push(other);
                    }
                }
            }
            count += 1;
        }
        component
    }

    /// Returns the players' Elo ratings by the Bradley-Terry model: the difference of two strengths
    /// is the log-odds of winning a game. The mean is 0 within each [component](Self::components).
    ///
    /// As a prior, each player starts with a drawn game against an average one: all ratings are finite.
    #[must_use]
    pub fn ratings(&self) -> Vec<f64> {
        let pairing = |(first, second, results): (usize, usize, &Results)| {
            let Pairs { won, split, .. } = results.pairs;
            let wins = 2.0 * won as f64 + split as f64;
            Pairing { first, second, wins, games: 2.0 * results.pairs.count() as f64 }
        };
        let pairings: Vec<Pairing> = self.played().map(pairing).collect();
        let strengths = fit(&pairings, &vec![0.0; self.players]);
        self.in_elo(&strengths, &self.components())
    }

    /// The pairings with games, in a fixed order.
    pub(super) fn played(&self) -> impl Iterator<Item = (usize, usize, &Results)> {
        let all =
            (0..self.players).flat_map(|second| (0..second).map(move |first| (first, second)));
        let played = all.zip(&self.pairings).filter(|(_, results)| results.pairs.count() > 0);
        played.map(|((first, second), results)| (first, second, results))
    }

    /// Converts strengths to Elo with mean 0 in each component.
    pub(super) fn in_elo(&self, strengths: &[f64], component: &[usize]) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); self.players];
        for (strength, &number) in strengths.iter().zip(component) {
            sums[number].0 += strength;
            sums[number].1 += 1.0;
        }
        let elo = |(strength, &number): (&f64, &usize)| {
            let (sum, count) = sums[number];
            ((strength - sum / count) * PER_LOGIT).clamp(-MOST_ELO, MOST_ELO)
        };
        strengths.iter().zip(component).map(elo).collect()
    }

    /// The index of two players in `pairings`, if they exist and differ.
    fn index(&self, first: usize, second: usize) -> Option<usize> {
        let (low, high) = (first.min(second), first.max(second));
        (low < high && high < self.players).then(|| high * (high - 1) / 2 + low)
    }
}
