//! Names: fleets, and the subjects and streams of each.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::str::FromStr;

/// The longest name of a fleet.
const LONGEST: usize = 40;

/// The first part of all subjects.
const ROOT: &str = "lastknight";

/// The name of a fleet: a coordinator and its workers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FleetName(String);

/// A text that is no name of a fleet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fleet's name has 1 to 40 letters, digits, hyphens and underscores, such as 'class-7'")]
pub struct FleetNameError;

impl FromStr for FleetName {
    type Err = FleetNameError;

    fn from_str(text: &str) -> Result<Self, FleetNameError> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_name = !text.is_empty() && text.len() <= LONGEST && text.chars().all(is_plain);
        if is_name { Ok(Self(text.to_owned())) } else { Err(FleetNameError) }
    }
}

impl FleetName {
    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn subject(&self, last: &str) -> String {
        format!("{ROOT}.{}.{last}", self.0)
    }

    /// The subject on which the coordinator announces its job every second.
    pub(crate) fn announcements(&self) -> String {
        self.subject("coordinator")
    }

    /// The announcements of all fleets.
    pub(crate) fn all_announcements() -> String {
        format!("{ROOT}.*.coordinator")
    }

    /// The subject of tasks for one worker only.
    pub(crate) fn own_tasks(&self, worker: &str) -> String {
        self.subject(&format!("task.{worker}"))
    }

    /// The stream of tasks.
    pub(crate) fn stream(&self) -> String {
        format!("{ROOT}_{}", self.0)
    }

    /// Inboxes of the workers, so that permissions can be given by fleet.
    pub(crate) fn inbox(name: Option<&Self>) -> String {
        name.map_or_else(|| format!("_INBOX_{ROOT}"), |name| format!("_INBOX_{ROOT}.{}", name.0))
    }
}

/// The consumer that all workers share.
pub(crate) const CONSUMER: &str = "workers";

/// A number that nobody can predict.
pub(crate) fn random() -> u64 {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(0);
    hasher.finish()
}

/// A number from 0 to 1 that nobody can predict.
pub(crate) fn random_share() -> f64 {
    (random() >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        let name: FleetName = "class-7_a".parse().unwrap();
        assert_eq!(name.subject("join"), "lastknight.class-7_a.join");
        for text in ["", "a.b", "a b", "*", ">", "é", &"x".repeat(41)] {
            assert_eq!(text.parse::<FleetName>(), Err(FleetNameError), "{text}");
        }
    }

    #[test]
    fn random_numbers_differ() {
        assert_ne!(random(), random());
        let mean: f64 = (0..1000).map(|_| random_share()).sum::<f64>() / 1000.0;
        assert!((0.4..0.6).contains(&mean), "{mean}");
    }
}
