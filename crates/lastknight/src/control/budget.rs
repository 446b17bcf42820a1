//! What a search may spend, node by node.

/// What a search may spend.
pub(crate) trait Budget {
    /// Spends one node, or returns `None` if none is left.
    fn spend(&mut self) -> Option<()>;
}

/// A number of nodes.
impl Budget for u64 {
    #[inline]
    fn spend(&mut self) -> Option<()> {
        *self = self.checked_sub(1)?;
        Some(())
    }
}
