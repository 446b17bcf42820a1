//! The protocols that programs speak.

/// How a program is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// One line for each turn: see `turns.rs`.
    Turns,
    /// The Universal Game Interface: see `ugi.rs`.
    Ugi,
}
