//! The tokens that open the server, and the guesses of those who have none.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use super::role::Role;

/// The number of different wrong tokens that an address may show within this time. After that it waits.
const GUESSES: usize = 5;
const GUESS_TIME: Duration = Duration::from_secs(60);

/// The maximum number of addresses whose guesses are remembered.
const ADDRESSES: usize = 10_000;

/// The tokens and whose they are.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    holders: RwLock<Vec<(String, Role)>>,
    addresses: Mutex<HashMap<IpAddr, AddressGuesses>>,
}

/// What an address has shown.
#[derive(Debug, Default)]
struct AddressGuesses {
    /// Wrong tokens as hashes, with their times, the oldest first.
    wrong: Vec<(u64, Instant)>,
    /// Hashes of right tokens. They stay valid while the address waits, or a guesser could lock out a whole school that
    /// shares its address.
    right: Vec<u64>,
}

/// Why a token was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenRefusal {
    Wrong,
    /// Too many wrong ones came from this address. The rest of the time to wait.
    TooMany(Duration),
}

impl Gate {
    pub(crate) fn new(holders: Vec<(String, Role)>) -> Self {
        Self { holders: RwLock::new(holders), addresses: Mutex::default() }
    }

    /// Replaces the tokens.
    pub(crate) fn set(&self, holders: Vec<(String, Role)>) {
        *self.holders.write().unwrap_or_else(PoisonError::into_inner) = holders;
    }

    /// Returns whose token this is.
    pub(crate) fn role(&self, address: IpAddr, token: &str) -> Result<Role, TokenRefusal> {
        self.role_at(address, token, Instant::now())
    }

    fn role_at(&self, address: IpAddr, token: &str, now: Instant) -> Result<Role, TokenRefusal> {
        let mut found = None;
        for (own, role) in self.holders.read().unwrap_or_else(PoisonError::into_inner).iter() {
            // All are compared, so the time does not tell which one is alike.
            if is_same(token.as_bytes(), own.as_bytes()) {
                found = Some(role.clone());
            }
        }
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if addresses.len() >= ADDRESSES && !addresses.contains_key(&address) {
            addresses.retain(|_, it| it.recent(now));
            if addresses.len() >= ADDRESSES {
                addresses.clear();
            }
        }
        let shown = addresses.entry(address).or_default();
        let hash = hash(token);
        let is_known = shown.right.contains(&hash);
        shown.recent(now);
        if shown.wrong.len() >= GUESSES && !(found.is_some() && is_known) {
            let oldest = shown.wrong[0].1;
            return Err(TokenRefusal::TooMany(GUESS_TIME.saturating_sub(now - oldest)));
        }
        match found {
            Some(role) => {
                if !is_known {
                    shown.right.push(hash);
                }
                Ok(role)
            }
            None => {
                // A page that still shows an old token does not guess.
                if !shown.wrong.iter().any(|(other, _)| *other == hash) {
                    shown.wrong.push((hash, now));
                }
                Err(TokenRefusal::Wrong)
            }
        }
    }
}

impl AddressGuesses {
    /// Forgets old guesses. Returns whether any are left.
    fn recent(&mut self, now: Instant) -> bool {
        self.wrong.retain(|(_, at)| now.duration_since(*at) < GUESS_TIME);
        !self.wrong.is_empty()
    }
}

fn hash(token: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    token.hash(&mut hasher);
    hasher.finish()
}

/// Compares in a time that does not depend on where the texts differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    let length = a.len() ^ b.len();
    let differences = a.iter().zip(b).fold(length, |sum, (a, b)| sum | usize::from(a ^ b));
    std::hint::black_box(differences) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_are_slowed_down() {
        let gate = Gate::new(vec![("right".into(), Role::Teacher), ("other".into(), Role::Reader)]);
        let (here, there) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let begin = Instant::now();
        let show = |address, token: &str, seconds| {
            gate.role_at(address, token, begin + Duration::from_secs(seconds))
        };
        assert_eq!(show(here, "right", 0), Ok(Role::Teacher));
        for guess in ["a", "b", "b", "c", "d", "e"] {
            assert_eq!(show(here, guess, 1), Err(TokenRefusal::Wrong), "{guess}");
        }
        let wait = Err(TokenRefusal::TooMany(Duration::from_secs(50)));
        assert_eq!(show(here, "f", 11), wait);
        // Not even a right guess is told, unless it is known.
        assert_eq!(show(here, "other", 11), wait);
        assert_eq!(show(here, "right", 11), Ok(Role::Teacher));
        assert_eq!(show(there, "other", 11), Ok(Role::Reader));
        assert_eq!(show(here, "other", 61), Ok(Role::Reader));
        gate.set(vec![("new".into(), Role::Teacher)]);
        assert_eq!(show(here, "right", 61), Err(TokenRefusal::Wrong));
    }

    #[test]
    fn texts_are_compared_whole() {
        for (a, b, same) in
            [("a", "a", true), ("a", "b", false), ("a", "ab", false), ("", "", true)]
        {
            assert_eq!(is_same(a.as_bytes(), b.as_bytes()), same);
        }
    }
}
