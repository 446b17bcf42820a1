//! How often an agent kept its wins.

use super::SolvedCase;
use crate::stats::Share;

/// The roles of the colour rule: only the attacker can take a square to which the other can move next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The player to move when both knights stand on one colour.
    Attacker,
    /// The other player.
    Victim,
}

impl Role {
    /// Both roles.
    pub const ALL: [Self; 2] = [Self::Attacker, Self::Victim];

    /// Returns the name.
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
    random: f64,
}

impl Tally {
    /// Adds a position and whether its win was kept, which counts only if it is critical.
    pub fn add(&mut self, case: &SolvedCase, is_kept: bool) {
        if case.is_critical() {
            self.critical.add(is_kept);
            self.random += case.random_share();
        } else if case.is_won() {
            self.safe += 1;
        } else {
            self.lost += 1;
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub fn positions(self) -> u64 {
        self.lost + self.safe + self.critical.of
    }

    /// Returns the number of lost positions.
    #[must_use]
    pub fn lost(self) -> u64 {
        self.lost
    }

    /// Returns the wins kept in critical positions.
    #[must_use]
    pub fn critical(self) -> Share {
        self.critical
    }

    /// Returns the wins kept in all won positions, critical or not.
    #[must_use]
    pub fn won(self) -> Share {
        Share { hits: self.safe + self.critical.hits, of: self.safe + self.critical.of }
    }

    /// Returns the share of critical positions in which a random move keeps the win.
    #[must_use]
    pub fn random_share(self) -> Option<f64> {
        (self.critical.of > 0).then(|| self.random / self.critical.of as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lost position, one that every move wins, and a critical one, first kept and then not.
    #[test]
    fn positions_are_counted_by_kind() {
        let case = |text: &str| SolvedCase::solve(text.parse().unwrap(), 1000).unwrap();
        let critical = case("xxxn/x1xx/xx2/Nxxx w");
        let mut tally = Tally::default();
        assert_eq!((tally.random_share(), tally.critical().part()), (None, None));
        tally.add(&case("xxxn/x1xx/xx1x/Nxxx w"), false);
        tally.add(&case("xxxn/x1xx/xxxx/Nxxx w"), true);
        tally.add(&critical, true);
        tally.add(&critical, false);
        assert_eq!((tally.positions(), tally.lost()), (4, 1));
        assert_eq!(tally.critical(), Share { hits: 1, of: 2 });
        assert_eq!(tally.won(), Share { hits: 2, of: 3 });
        assert_eq!(tally.random_share(), Some(0.5));
    }
}
