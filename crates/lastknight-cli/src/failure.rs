//! Failures and their exit codes.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage or bad input: exit code 2.
    Input(String),
    /// Bad input, with lines below the message that mark the place: exit code 2.
    Pictured(String, String),
    /// A failure while running: exit code 1.
    Run(String),
    /// A requested check failed, as the output says: exit code 3.
    Check,
    /// The reader of the output is gone, which is no failure: exit code 0.
    OutputClosed,
}

impl Failure {
    /// Reports bad input and its source.
    pub(crate) fn input(source: &str, error: impl Display) -> Self {
        Self::Input(format!("{source}: {error}"))
    }

    /// Returns a converter of errors in writing a file.
    pub(crate) fn cannot_write(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Run(format!("cannot write '{}': {error}", path.display()))
    }

    fn exit_code(&self) -> u8 {
        match self {
            Self::OutputClosed => 0,
            Self::Run(_) => 1,
            Self::Input(_) | Self::Pictured(..) => 2,
            Self::Check => 3,
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Run(format!("cannot write the output: {error}")),
        }
    }
}

/// The longest message, in characters before they are escaped.
const LONGEST: usize = 400;

/// Escapes control characters of a message and cuts it if it is too long.
fn one_line(message: &str) -> String {
    let shown = |c: char| match c.is_control() {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    let mut line: String = message.chars().take(LONGEST).map(shown).collect();
    if message.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}

impl Failure {
    /// Prints the message to standard error, after a prefix.
    pub(crate) fn print(&self, prefix: &str) {
        let (message, picture) = match self {
            Self::Input(message) | Self::Run(message) => (message, ""),
            Self::Pictured(message, picture) => (message, picture.as_str()),
            Self::Check | Self::OutputClosed => return,
        };
        let mut text = format!("{prefix}{}\n", one_line(message));
        for line in picture.lines() {
            text += &format!("  {line}\n");
        }
        // If standard error is gone too, the exit code must do.
        let _ = anstream::stderr().write_all(text.as_bytes());
    }
}

/// Prints the message of a failure to standard error and returns the exit code.
pub(crate) fn report(result: Result<(), Failure>) -> ExitCode {
    let Err(failure) = result else {
        return ExitCode::SUCCESS;
    };
    failure.print("lastknight: ");
    failure.exit_code().into()
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn messages_are_one_line_of_bounded_length() {
        assert_eq!(one_line("a\nb\u{1b}[0m: é"), "a\\nb\\u{1b}[0m: é");
        assert_eq!(one_line(&"x".repeat(400)), "x".repeat(400));
        assert_eq!(one_line(&"x".repeat(100_000)), "x".repeat(400) + "…");
    }
}
