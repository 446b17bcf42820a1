//! Numbers under their names.

use serde::{Serialize, Serializer};

/// Numbers under their names; JSON keeps their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers(pub Vec<(String, f64)>);

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, number)| (name, number)))
    }
}
