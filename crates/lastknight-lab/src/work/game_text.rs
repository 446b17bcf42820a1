//! Games as their texts, for `#[serde(with = "game_text")]`.

use std::sync::Arc;

use lastknight::Game;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(game: &Arc<Game>, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(game)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Game>, D::Error> {
    let text = String::deserialize(from)?;
    text.parse().map(Arc::new).map_err(D::Error::custom)
}
