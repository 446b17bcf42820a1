//! The studies that come with the program, in the order in which they are listed and run.

/// A study that comes with the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltIn {
    /// What users type, and the name of its file.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
}

macro_rules! studies {
    ($($name:literal,)*) => {
        &[$(BuiltIn {
            name: $name,
            text: include_str!(concat!("../../../../studies/", $name, ".toml")),
        },)*]
    };
}

/// All of them.
pub const BUILT_IN: &[BuiltIn] = studies![];
