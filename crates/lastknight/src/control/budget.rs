//! Node budgets.

/// A budget of nodes.
pub(crate) trait Budget {
    /// Spends one node, or returns `None` if none is left.
    fn spend(&mut self) -> Option<()>;
}

/// The number of nodes left.
impl Budget for u64 {
    #[inline]
    fn spend(&mut self) -> Option<()> {
        *self = self.checked_sub(1)?;
        Some(())
    }
}
