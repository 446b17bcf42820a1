//! What came of asking: counts, and the shares that they give.

use super::SolvedCase;
use crate::stats::Share;

/// The two sides of the colour rule: only the attacker can land where the other could move next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Who is to move where both knights stand on one colour.
    Attacker,
    /// The other.
    Victim,
}

impl Role {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Attacker, Self::Victim];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attacker => "attacker",
            Self::Victim => "victim",
        }
    }
}

/// How often wins were kept.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    lost: u64,
    safe: u64,
    critical: Share,
    chance: f64,
}

impl Tally {
    /// Adds a position, and whether its win was kept, which means nothing unless it is critical.
    pub fn add(&mut self, case: &SolvedCase, is_kept: bool) {
        if case.is_critical() {
            self.critical.add(is_kept);
            self.chance += case.chance();
        } else if case.is_won() {
            self.safe += 1;
        } else {
            self.lost += 1;
        }
    }

    /// All positions.
    #[must_use]
    pub fn positions(self) -> u64 {
        self.lost + self.safe + self.critical.of
    }

    /// Positions that were lost already.
    #[must_use]
    pub fn lost(self) -> u64 {
        self.lost
    }

    /// Wins kept in critical positions.
    #[must_use]
    pub fn critical(self) -> Share {
        self.critical
    }

    /// Wins kept in all won positions, those included in which every move wins.
    #[must_use]
    pub fn won(self) -> Share {
        Share { hits: self.safe + self.critical.hits, of: self.safe + self.critical.of }
    }

    /// The share of critical positions in which a random move would keep the win, on average.
    #[must_use]
    pub fn chance(self) -> Option<f64> {
        (self.critical.of > 0).then(|| self.chance / self.critical.of as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One lost, one won whatever is played, one critical and kept, the same not kept.
    #[test]
    fn positions_are_counted_by_kind() {
        let case = |text: &str| SolvedCase::solve(text.parse().unwrap(), 1000).unwrap();
        let critical = case("xxxn/x1xx/xx2/Nxxx w");
        let mut tally = Tally::default();
        assert_eq!((tally.chance(), tally.critical().part()), (None, None));
        tally.add(&case("xxxn/x1xx/xx1x/Nxxx w"), false);
        tally.add(&case("xxxn/x1xx/xxxx/Nxxx w"), true);
        tally.add(&critical, true);
        tally.add(&critical, false);
        assert_eq!((tally.positions(), tally.lost()), (4, 1));
        assert_eq!(tally.critical(), Share { hits: 1, of: 2 });
        assert_eq!(tally.won(), Share { hits: 2, of: 3 });
        assert_eq!(tally.chance(), Some(0.5));
    }
}
