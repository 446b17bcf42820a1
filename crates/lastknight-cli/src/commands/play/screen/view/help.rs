//! The help screen.

use lastknight::Size;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::border;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget};

use super::super::command::COMMANDS;
use super::Look;
use super::look::Glyphs;

const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// The width of the first column.
const KEYS: usize = 13;

/// Draws the help in the middle of the window, scrolled by some lines.
pub(super) fn draw(buffer: &mut Buffer, window: Rect, scrolled: u16, size: Size, look: &Look) {
    let lines = lines(size, look);
    let widest = lines.iter().map(Line::width).max().unwrap_or(0) as u16;
    let width = (widest + 4).min(window.width);
    let height = (lines.len() as u16 + 2).min(window.height);
    let x = window.x + (window.width - width) / 2;
    let y = window.y + (window.height - height) / 2;
    let area = Rect { x, y, width, height };
    let hidden = (lines.len() as u16 + 2).saturating_sub(height);
    let title = if hidden > 0 { " Help: up and down, any other key closes " } else { " Help " };
    let set = if look.is_ascii() { ASCII } else { border::ROUNDED };
    let block = Block::bordered().border_set(set).title(title);
    let inner = block.inner(area);
    Clear.render(area, buffer);
    block.render(area, buffer);
    let text = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    Paragraph::new(lines).scroll((scrolled.min(hidden), 0)).render(text, buffer);
}

fn lines(size: Size, look: &Look) -> Vec<Line<'static>> {
    let of = |key: &str, text: &str| Line::from(format!("{key:<KEYS$}{text}"));
    let mut lines = vec![
        of("click", "play a legal move"),
        of("arrows", "move the cursor"),
        of("Tab", "next legal move; Shift-Tab: previous"),
        of("Enter, Space", "play the square under the cursor"),
        of("d4 Enter", "play a square; Backspace and Esc correct"),
    ];
    lines.extend(COMMANDS.iter().map(|entry| of(&entry.key(size).to_string(), entry.help)));
    let Glyphs { legal, hint, wins, loses, blocked, origin, cursor, last, .. } = look.glyphs;
    lines.extend([
        of("Ctrl-C, Esc", "quit; Ctrl-L redraws"),
        Line::default(),
        Line::from("A capital letter is always a command, a small"),
        Line::from("one unless the board has a column of that name."),
        Line::default(),
        format!("{legal} legal  {hint} hint  {wins} wins  {loses} loses  {blocked} gone").into(),
        format!("{}{} cursor  {}{} last move, from {origin}", cursor.0, cursor.1, last.0, last.1)
            .into(),
    ]);
    lines
}
