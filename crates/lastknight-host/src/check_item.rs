//! The results of checks.

/// One thing that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckItem {
    /// What was checked.
    pub name: &'static str,
    /// What is wrong, or `None` if it is right.
    pub problem: Option<String>,
    /// What to do about a problem, or what was seen. May be empty.
    pub note: String,
}
