//! The commands: one list drives the keys, the bottom line and the help.
//!
//! Letters also name columns. So a capital letter is always a command, and a small one unless the board
//! has a column of that name: on 7x7 `u` is undo, and `a` begins `a1`.

use lastknight::Size;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Undo,
    Redo,
    Hint,
    Verdict,
    Analysis,
    Flip,
    Side,
    New,
    Quit,
}

/// A command with its letter, a word for the bottom line and a line for the help.
pub(super) struct CommandEntry {
    pub(super) command: Command,
    letter: char,
    pub(super) word: &'static str,
    pub(super) help: &'static str,
}

const fn entry(
    command: Command,
    letter: char,
    word: &'static str,
    help: &'static str,
) -> CommandEntry {
    CommandEntry { command, letter, word, help }
}

/// All commands, in the order of the bottom line.
pub(super) const COMMANDS: [CommandEntry; 9] = [
    entry(Command::Quit, 'q', "quit", "quit and print the game"),
    entry(Command::Undo, 'u', "undo", "take back your last move and the reply"),
    entry(Command::Redo, 'r', "redo", "redo moves taken back"),
    entry(Command::Hint, 'h', "hint", "show what your opponent would play here"),
    entry(Command::Verdict, 'v', "verdict", "toggle the solver: which moves win"),
    entry(Command::Analysis, 'a', "analysis", "toggle the live analysis of the engine"),
    entry(Command::Flip, 'f', "flip", "flip the board"),
    entry(Command::Side, 's', "side", "switch sides"),
    entry(Command::New, 'n', "new", "start a new game with the same settings"),
];

impl CommandEntry {
    /// Returns the key on this board: the small letter unless it names a column.
    pub(super) fn key(&self, size: Size) -> char {
        if is_column(self.letter, size) { self.letter.to_ascii_uppercase() } else { self.letter }
    }
}

/// Returns whether the name of a column begins with this letter.
pub(super) fn is_column(letter: char, size: Size) -> bool {
    letter.is_ascii_lowercase() && usize::from(letter as u8 - b'a') < size.width()
}

/// Returns the command of a key, ignoring columns.
pub(super) fn of_key(key: char) -> Option<Command> {
    let letter = key.to_ascii_lowercase();
    COMMANDS.iter().find(|entry| entry.letter == letter).map(|entry| entry.command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_no_columns() {
        for size in Size::all() {
            let mut keys: Vec<char> = COMMANDS.iter().map(|entry| entry.key(size)).collect();
            assert!(keys.iter().all(|&key| !is_column(key, size)), "{size}");
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), COMMANDS.len());
        }
        let keys = |size: &str| {
            let size = size.parse().unwrap();
            COMMANDS.iter().map(|entry| entry.key(size)).collect::<String>()
        };
        assert_eq!(keys("7x7"), "qurhvAFsn");
        assert_eq!(keys("11x9"), "qurHvAFsn");
        assert_eq!(keys("128x1"), "QURHVAFSN");
    }

    #[test]
    fn either_case_names_the_command() {
        assert_eq!(of_key('u'), Some(Command::Undo));
        assert_eq!(of_key('U'), Some(Command::Undo));
        assert_eq!(of_key('x'), None);
    }
}
