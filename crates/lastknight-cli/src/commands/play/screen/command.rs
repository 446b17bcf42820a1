//! What a letter does: one list that drives the keys, the bottom line and the help.
//!
//! Letters are also the names of columns. So a capital letter is always a command, and a small one
//! where the board has no column of that name: on 7x7 `u` takes back, and `a` begins `a1`.

use lastknight::Size;

/// What a letter can ask for.
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

/// A command, its letter, a word for the bottom line and a line for the help.
pub(super) struct Entry {
    pub(super) command: Command,
    letter: char,
    pub(super) word: &'static str,
    pub(super) help: &'static str,
}

const fn entry(command: Command, letter: char, word: &'static str, help: &'static str) -> Entry {
    Entry { command, letter, word, help }
}

/// All commands, in the order of the bottom line.
pub(super) const COMMANDS: [Entry; 9] = [
    entry(Command::Quit, 'q', "quit", "leave; the game is printed"),
    entry(Command::Undo, 'u', "undo", "take back your last move and the answer"),
    entry(Command::Redo, 'r', "redo", "play again what was taken back"),
    entry(Command::Hint, 'h', "hint", "what your opponent would play in your place"),
    entry(Command::Verdict, 'v', "verdict", "solve: which moves win; on or off"),
    entry(Command::Analysis, 'a', "analysis", "what the engine thinks, live; on or off"),
    entry(Command::Flip, 'f', "flip", "turn the board around"),
    entry(Command::Side, 's', "side", "take the other side"),
    entry(Command::New, 'n', "new", "a new game, the same settings"),
];

impl Entry {
    /// The key to press on this board: the small letter where that is no column.
    pub(super) fn key(&self, size: Size) -> char {
        if is_column(self.letter, size) { self.letter.to_ascii_uppercase() } else { self.letter }
    }
}

/// Whether the name of a column of this board begins with this letter.
pub(super) fn is_column(letter: char, size: Size) -> bool {
    letter.is_ascii_lowercase() && usize::from(letter as u8 - b'a') < size.width()
}

/// The command of this key, whatever columns there are.
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
