//! Games with variations, comments and marks.

use super::{GameRecord, Outcome, RecordError, VariationTree};
use crate::board::ByColor;

/// A game with its players and result, and the tree whose main line it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotatedGame {
    record: GameRecord,
    tree: VariationTree,
}

impl AnnotatedGame {
    /// Creates a game from its tree.
    ///
    /// # Errors
    /// Returns an error if the outcome contradicts the moves of the main line.
    pub fn new(
        tree: VariationTree,
        players: ByColor<String>,
        outcome: Option<Outcome>,
    ) -> Result<Self, RecordError> {
        Ok(Self { record: GameRecord::new(tree.main_line(), players, outcome)?, tree })
    }

    /// Creates a game from its record and the tree whose main line it is.
    pub(super) fn from_parts(record: GameRecord, tree: VariationTree) -> Self {
        debug_assert_eq!(*record.game(), tree.main_line());
        Self { record, tree }
    }

    /// Returns the game without the variations.
    #[must_use]
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Returns the moves with their variations.
    #[must_use]
    pub fn tree(&self) -> &VariationTree {
        &self.tree
    }

    /// Sets a tag.
    ///
    /// # Errors
    /// Returns an error as [`GameRecord::set_tag`] does.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), RecordError> {
        self.record.set_tag(name, value)
    }
}

impl From<GameRecord> for AnnotatedGame {
    fn from(record: GameRecord) -> Self {
        Self { tree: record.game().into(), record }
    }
}
