//! The features, one function each, grouped by topic. [`feature`](super::feature) lists them.

pub(super) mod border;
pub(super) mod floods;
pub(super) mod mobility;
pub(super) mod paths;
pub(super) mod place;
pub(super) mod stage;
