//! The laboratory as its users see it; each module says what belongs there.

mod charts;
