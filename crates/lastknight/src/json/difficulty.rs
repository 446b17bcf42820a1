//! How hard a position is.

use serde::Serialize;

use super::name;
use crate::board::{Position, Square};

/// A legal move, and the replies to it that win.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReplies {
    to: String,
    /// Whether the move wins, if known.
    wins: Option<bool>,
    /// The number of replies that win for the other side, if known.
    refuting: Option<usize>,
    /// The number of replies.
    replies: usize,
}

impl MoveReplies {
    pub(crate) fn new(
        position: &Position,
        to: Square,
        wins: Option<bool>,
        refuting: Option<usize>,
        replies: usize,
    ) -> Self {
        Self { to: name(position, to), wins, refuting, replies }
    }
}

/// How hard it is to find a winning move.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Difficulty {
    /// Whether some moves win and some lose, if known.
    pub critical: Option<bool>,
    /// The least depth from which the agent always plays a winning move, if the position is critical and there is one.
    pub depth: Option<u32>,
    /// The nodes of its search to that depth.
    pub nodes: Option<u64>,
    /// The greatest depth that was tried.
    pub deepest: u32,
    /// The agent, without its depth.
    pub agent: String,
}
