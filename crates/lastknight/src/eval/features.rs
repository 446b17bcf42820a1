//! The features, a function each, grouped by what they look at. [`feature`](super::feature) lists them.

pub(super) mod border;
pub(super) mod floods;
pub(super) mod mobility;
pub(super) mod paths;
pub(super) mod place;
pub(super) mod stage;
