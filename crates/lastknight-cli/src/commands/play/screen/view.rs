//! The table on the screen: drawing, and nothing else.

mod board;
mod help;
mod look;
mod panel;
#[cfg(test)]
mod tests;

pub(super) use look::Look;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::command::{COMMANDS, Command};
use super::layout::{LEAST, Layout};
use super::table::Table;

/// Where everything is in this window, or `None` where it is too small.
pub(super) fn layout(window: Rect, table: &Table) -> Option<Layout> {
    Layout::of(window, table.position().size(), table.cursor(), table.is_flipped())
}

/// Draws the whole screen.
pub(super) fn draw(frame: &mut Frame<'_>, table: &Table, look: &Look) {
    let window = frame.area();
    let buffer = frame.buffer_mut();
    let Some(layout) = layout(window, table) else {
        let (width, height) = LEAST;
        let text = format!("The window is too small: {width}x{height} is the least.");
        Paragraph::new(text).wrap(Wrap { trim: true }).render(window, buffer);
        return;
    };
    board::draw(buffer, &layout, table, look);
    panel::draw(buffer, layout.panel, table, look);
    let mut said = prompt(table, look);
    if said.width() > usize::from(window.width) && table.message().is_empty() {
        // What follows the colon can be found in the help.
        let text = said.to_string();
        said = Line::styled(text.split(':').next().unwrap_or_default().to_owned(), look.faint());
    }
    said.render(layout.prompt, buffer);
    keys(table, look, layout.keys, buffer);
    if let Some(scrolled) = table.help() {
        help::draw(buffer, window, scrolled, table.position().size(), look);
    }
}

/// What is typed, or what there is to say.
fn prompt(table: &Table, look: &Look) -> Line<'static> {
    let color = table.color();
    if !table.typed().is_empty() {
        let cursor = Span::styled(" ", look.caret());
        let typed = Span::styled(table.typed().to_owned(), look.strong());
        let mut line = Line::from(vec![Span::raw(format!("{color} to ")), typed, cursor]);
        if !table.message().is_empty() {
            line.push_span(format!(" ({})", table.message()));
        }
        return line;
    }
    if !table.message().is_empty() {
        return Line::styled(table.message().to_owned(), look.strong());
    }
    let text = if table.is_over() {
        let key = |command| key(command, table);
        format!("{} a new game, {} take a move back", key(Command::New), key(Command::Undo))
    } else if table.is_theirs() {
        format!("{} take your move back", key(Command::Undo, table))
    } else if table.position().knight(color).is_none() {
        format!("place {color}'s knight: click, arrows and Enter, or a name as d4")
    } else {
        "your move: click, Tab and Enter, or a name as d4".to_owned()
    };
    Line::styled(text, look.faint())
}

/// The key of a command on this board.
fn key(command: Command, table: &Table) -> char {
    let entry = COMMANDS.iter().find(|entry| entry.command == command).expect("all are listed");
    entry.key(table.position().size())
}

/// The bottom line: as many keys as fit, the most important first.
fn keys(table: &Table, look: &Look, area: Rect, buffer: &mut Buffer) {
    let size = table.position().size();
    let is_on = |command| match command {
        Command::Verdict => table.is_solving(),
        Command::Analysis => table.is_analysing(),
        _ => false,
    };
    let entries = COMMANDS.iter().map(|e| (e.key(size), e.word, is_on(e.command)));
    let lines = [('?', "help", false)].into_iter().chain(entries).map(|(key, word, is_on)| {
        let (sign, style) = if is_on { ("*", look.strong()) } else { ("", look.faint()) };
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
