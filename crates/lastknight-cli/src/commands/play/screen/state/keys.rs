//! What keys do.

use lastknight::Square;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::command::{self, Command};
use super::GameState;

/// The longest name of a square: two letters and three digits.
const LONGEST_NAME: usize = 5;

impl GameState {
    pub(in super::super) fn press(&mut self, key: KeyEvent) {
        let modifiers = key.modifiers - KeyModifiers::SHIFT;
        if modifiers == KeyModifiers::CONTROL && key.code == KeyCode::Char('c') {
            return self.run(Command::Quit);
        }
        if !modifiers.is_empty() {
            return;
        }
        if let Some(scrolled) = self.help {
            self.help = match key.code {
                KeyCode::Up => Some(scrolled.saturating_sub(1)),
                // The view stops at the end of the help.
                KeyCode::Down => Some(scrolled.saturating_add(1).min(100)),
                _ => None,
            };
            return;
        }
        match key.code {
            KeyCode::Char('?') => self.help = Some(0),
            KeyCode::Char(' ') | KeyCode::Enter => self.enter(),
            KeyCode::Char(typed) => self.type_in(typed),
            KeyCode::Backspace => drop(self.typed.pop()),
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Esc => self.run(Command::Quit),
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right => self.step(1, 0),
            KeyCode::Up => self.step(0, 1),
            KeyCode::Down => self.step(0, -1),
            KeyCode::Tab => self.jump(1),
            KeyCode::BackTab => self.jump(-1),
            _ => {}
        }
    }

    /// Closes the help. Returns whether it was open.
    pub(in super::super) fn close_help(&mut self) -> bool {
        self.help.take().is_some()
    }

    /// Plays the typed square, or else the one under the cursor.
    fn enter(&mut self) {
        if self.typed.is_empty() {
            return self.play(self.cursor);
        }
        match self.position().size().square_named(&self.typed) {
            Ok(square) => self.play(square),
            Err(error) => {
                self.typed.clear();
                self.message = error.to_string();
            }
        }
    }

    /// Handles a character of a square's name, or the letter of a command.
    fn type_in(&mut self, typed: char) {
        let size = self.position().size();
        let is_begun = !self.typed.is_empty();
        let is_name = command::is_column(typed, size) || is_begun && typed.is_ascii_digit();
        if is_name {
            self.message.clear();
            if self.typed.len() < LONGEST_NAME {
                self.typed.push(typed);
            }
            if let Ok(square) = size.square_named(&self.typed) {
                self.cursor = square;
            }
        } else if is_begun && typed.is_ascii_lowercase() {
            self.message = format!("the {size} board has no column '{typed}'");
        } else if let Some(command) = command::of_key(typed) {
            self.typed.clear();
            self.run(command);
        } else if typed.is_ascii_digit() {
            "type the column first, as in d4".clone_into(&mut self.message);
        } else {
            "unknown key: press '?' for help".clone_into(&mut self.message);
        }
    }

    /// Moves the cursor on the screen.
    fn step(&mut self, right: isize, up: isize) {
        let size = self.position().size();
        let (column, row) = size.coordinates(self.cursor);
        let sign = if self.is_flipped { -1 } else { 1 };
        let to = |from: usize, by: isize| from.checked_add_signed(sign * by);
        let square = to(column, right).zip(to(row, up)).and_then(|(c, r)| size.square(c, r).ok());
        self.cursor = square.unwrap_or(self.cursor);
        self.typed.clear();
    }

    /// Moves the cursor to the next legal move in reading order, or to the previous one.
    fn jump(&mut self, by: isize) {
        self.typed.clear();
        if !self.is_mine() {
            return;
        }
        let size = self.position().size();
        let seen = |square: &Square| {
            let (column, row) = size.coordinates(*square);
            let place = (size.height() - 1 - row) * size.width() + column;
            if self.is_flipped { size.area() - 1 - place } else { place }
        };
        let here = seen(&self.cursor);
        let mut targets: Vec<Square> = self.position().legal_moves().into_iter().collect();
        targets.sort_by_key(seen);
        let next = if by > 0 {
            targets.iter().find(|to| seen(to) > here).or(targets.first())
        } else {
            targets.iter().rev().find(|to| seen(to) < here).or(targets.last())
        };
        self.cursor = next.copied().unwrap_or(self.cursor);
    }
}
