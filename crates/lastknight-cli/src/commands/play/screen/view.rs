//! Draws the state on the screen.

mod board;
mod help;
mod look;
mod panel;
#[cfg(test)]
mod tests;

pub(super) use look::Look;
use look::{FAINT, STRONG};

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::command::{COMMANDS, Command};
use super::layout::{LEAST, Layout};
use super::state::GameState;

/// Returns the layout, or `None` if the window is too small.
pub(super) fn layout(window: Rect, state: &GameState) -> Option<Layout> {
    Layout::of(window, state.position().size(), state.cursor, state.is_flipped)
}

pub(super) fn draw(frame: &mut Frame<'_>, state: &GameState, look: &Look) {
    let window = frame.area();
    let buffer = frame.buffer_mut();
    let Some(layout) = layout(window, state) else {
        let (width, height) = LEAST;
        let text = format!("Window too small: at least {width}x{height} is needed.");
        Paragraph::new(text).wrap(Wrap { trim: true }).render(window, buffer);
        return;
    };
    board::draw(buffer, &layout, state, look);
    panel::draw(buffer, layout.panel, state, look);
    let mut said = prompt(state);
    if said.width() > usize::from(window.width) && state.message.is_empty() {
        // The help has the rest.
        let text = said.to_string();
        said = Line::styled(text.split(':').next().unwrap_or_default().to_owned(), FAINT);
    }
    said.render(layout.prompt, buffer);
    keys(state, look, layout.keys, buffer);
    if let Some(scrolled) = state.help {
        help::draw(buffer, window, scrolled, state.position().size(), look);
    }
}

/// Returns the typed text, a message or what to do next.
fn prompt(state: &GameState) -> Line<'static> {
    let color = state.color;
    if !state.typed.is_empty() {
        let cursor = Span::styled(" ", Style::new().reversed());
        let typed = Span::styled(state.typed.to_owned(), STRONG);
        let mut line = Line::from(vec![Span::raw(format!("{color} to ")), typed, cursor]);
        if !state.message.is_empty() {
            line.push_span(format!(" ({})", state.message));
        }
        return line;
    }
    if !state.message.is_empty() {
        return Line::styled(state.message.to_owned(), STRONG);
    }
    let text = if state.is_over() {
        let key = |command| key(command, state);
        format!("{} new game, {} undo", key(Command::New), key(Command::Undo))
    } else if state.is_theirs() {
        format!("{} undo your move", key(Command::Undo, state))
    } else if state.position().knight(color).is_none() {
        format!("place {color}'s knight: click, arrows and Enter, or type a square (d4)")
    } else {
        "your move: click, Tab and Enter, or type a square (d4)".to_owned()
    };
    Line::styled(text, FAINT)
}

fn key(command: Command, state: &GameState) -> char {
    let entry = COMMANDS.iter().find(|entry| entry.command == command).expect("all are listed");
    entry.key(state.position().size())
}

/// Draws the bottom line: as many keys as fit, the most important first.
fn keys(state: &GameState, look: &Look, area: Rect, buffer: &mut Buffer) {
    let size = state.position().size();
    let is_on = |command| match command {
        Command::Verdict => state.is_solving,
        Command::Analysis => state.is_analysing,
        _ => false,
    };
    let entries = COMMANDS.iter().map(|e| (e.key(size), e.word, is_on(e.command)));
    let lines = [('?', "help", false)].into_iter().chain(entries).map(|(key, word, is_on)| {
        let (sign, style) = if is_on { ("*", STRONG) } else { ("", FAINT) };
        let word = Span::styled(format!(" {word}{sign}"), style);
        Line::from(vec![Span::styled(key.to_string(), look.key()), word])
    });
    let lines: Vec<Line<'_>> = lines.collect();
    let width = |line: &Line<'_>| line.width() as u16;
    let is_spacious = lines.iter().map(|line| width(line) + 2).sum::<u16>() <= area.width + 2;
    let mut x = area.x;
    for line in &lines {
        if x + width(line) > area.right() {
            return;
        }
        buffer.set_line(x, area.y, line, width(line));
        x += width(line) + if is_spacious { 2 } else { 1 };
    }
}
