//! The panel: who plays, what is going on, what was found out, the moves.

use lastknight::{Color, SearchReport, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::super::in_brackets;
use super::super::layout::TWO_COLUMNS;
use super::super::table::{Hint, Table};
use super::Look;
use crate::output::wrapped_within;

/// From this height on there are empty lines between the parts.
const AIRY: u16 = 16;

/// Below this height not even the players and whose turn it is find room.
const LOW: u16 = 4;

/// The most lines of an analysis.
const LINES_OF_ANALYSIS: usize = 3;

pub(super) fn draw(buffer: &mut Buffer, area: Rect, table: &Table, look: &Look) {
    if area.height == 0 {
        return;
    }
    // Where there is little height, the moves stand beside the rest.
    let is_wide = area.width >= TWO_COLUMNS && area.height < AIRY;
    let left = if is_wide { Rect { width: area.width / 2 - 1, ..area } } else { area };
    let writer = Writer { table, look, width: usize::from(left.width) };
    let is_airy = area.height >= AIRY;
    let mut lines = writer.parts(area.height);
    lines.truncate(usize::from(area.height));
    for (y, line) in (left.y..).zip(&lines) {
        buffer.set_line(left.x, y, line, left.width);
    }
    let moves = if is_wide {
        Rect { x: area.x + area.width / 2 + 1, width: area.width.div_ceil(2) - 1, ..area }
    } else {
        let used = lines.len() as u16 + u16::from(is_airy);
        let used = used.min(area.height);
        Rect { y: area.y + used, height: area.height - used, ..area }
    };
    draw_moves(buffer, moves, table, look);
}

/// The parts of the panel as lines.
struct Writer<'a> {
    table: &'a Table,
    look: &'a Look,
    width: usize,
}

impl Writer<'_> {
    /// All parts; where there is little height, whose turn it is comes first.
    fn parts(&self, height: u16) -> Vec<Line<'static>> {
        let is_airy = height >= AIRY;
        let mut parts = [self.head(), self.status(), self.found()];
        if height < LOW {
            parts.rotate_left(1);
        }
        let mut lines: Vec<Line<'static>> = Vec::new();
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            if is_airy && !lines.is_empty() {
                lines.push(Line::default());
            }
            lines.extend(part);
        }
        lines
    }

    /// The board, the ply and the players.
    fn head(&self) -> Vec<Line<'static>> {
        let position = self.table.position();
        let (size, ply, open) = (position.size(), position.ply(), position.open().count());
        let plural = if open == 1 { "" } else { "s" };
        let first = Line::from(format!("{size}, ply {ply}, {open} square{plural} open"));
        std::iter::once(first).chain(Color::ALL.map(|color| self.player(color))).collect()
    }

    fn player(&self, color: Color) -> Line<'static> {
        let Self { table, look, width } = self;
        let position = table.position();
        let is_to_move = !table.is_over() && position.side() == color;
        let turn = if is_to_move { look.glyphs.turn } else { ' ' };
        let role = if position.attacker() == Some(color) { ", attacker" } else { "" };
        let who = if color == table.color() { "you" } else { table.opponent() };
        // A mark, a knight between spaces, the colour and the spaces around it.
        let room = width.saturating_sub(1 + 3 + 1 + "White".len() + 1 + role.len());
        let who = self.cut(who, room);
        Line::from(vec![
            Span::styled(turn.to_string(), look.strong()),
            Span::styled(format!(" {} ", look.knight(color)), look.player(color)),
            Span::styled(format!(" {color} "), look.strong()),
            Span::raw(who),
            Span::raw(role),
        ])
    }

    /// Whose turn it is, or how the game ended.
    fn status(&self) -> Vec<Line<'static>> {
        let Self { table, look, .. } = self;
        if let Some(result) = table.result() {
            let lines = self.wrapped(&result).into_iter();
            return lines.map(|line| line.style(look.strong())).collect();
        }
        let side = table.position().side();
        if table.is_mine() {
            let is_placed = table.position().knight(side).is_some();
            let what = if is_placed { "move" } else { "place a knight" };
            let mut lines = vec![Line::styled(format!("{side} (you) to {what}"), look.strong())];
            if let Some((color, to, said)) = table.history().last_remark() {
                lines.extend(self.wrapped(&format!("{color} played {}{said}", self.name(to))));
            }
            return lines;
        }
        let spinner = look.glyphs.spinner[table.ticks() % look.glyphs.spinner.len()];
        let mut lines = vec![Line::styled(format!("{side} thinks {spinner}"), look.strong())];
        if let Some(report) = &table.found().thoughts {
            let best = report.best().map_or(String::new(), |to| self.name(to));
            lines.extend(self.wrapped(&format!("{best}{}", in_brackets(report))));
        }
        lines
    }

    /// Hint, verdict and analysis.
    fn found(&self) -> Vec<Line<'static>> {
        let table = self.table;
        let mut lines = Vec::new();
        if !table.is_mine() {
            return lines;
        }
        match &table.found().hint {
            Hint::None => {}
            Hint::Asked => lines.push(Line::from(format!("Hint: {}", self.wait()))),
            Hint::Given(report) => {
                let to = report.best().map_or(String::new(), |to| self.name(to));
                lines.extend(self.wrapped(&format!("Hint: {to}{}", in_brackets(report))));
            }
        }
        if table.is_solving() {
            lines.extend(self.wrapped(&self.verdict()));
        }
        if table.is_analysing() {
            lines.extend(self.analysis());
        }
        lines
    }

    fn verdict(&self) -> String {
        let found = self.table.found();
        let Some(solution) = &found.solution else {
            return format!("Verdict: solving, {:.0} % {}", 100.0 * found.progress, self.wait());
        };
        let count = |wins| solution.moves.iter().filter(|value| value.wins == wins).count();
        let (all, won, open) = (solution.moves.len(), count(Some(true)), count(None));
        match (won, open) {
            (0, 0) => format!("Verdict: lost, none of {all} moves wins"),
            (_, 0) => format!("Verdict: won, by {won} of {all} moves"),
            (0, _) if open == all => "Verdict: not solved in time".to_owned(),
            (0, _) => format!("Verdict: not solved in time, {} of {all} moves lose", all - open),
            (_, _) => format!("Verdict: won, by {won} of {all} moves, {open} not solved"),
        }
    }

    /// The engine's value and line, in few lines.
    fn analysis(&self) -> Vec<Line<'static>> {
        let Some(report) = &self.table.found().analysis else {
            return vec![Line::from(format!("Analysis: {}", self.wait()))];
        };
        let side = self.table.position().side();
        let mut text = format!("Analysis: {side}{}", in_brackets(report));
        for name in self.line(report) {
            text += &format!(" {name}");
        }
        let mut lines = self.wrapped(&text);
        if lines.len() > LINES_OF_ANALYSIS {
            lines.truncate(LINES_OF_ANALYSIS);
            let last = lines[LINES_OF_ANALYSIS - 1].to_string();
            let ellipsis = self.look.glyphs.ellipsis;
            let kept: String = last.chars().take(self.width - ellipsis.chars().count()).collect();
            lines[LINES_OF_ANALYSIS - 1] = Line::from(kept + ellipsis);
        }
        lines
    }

    fn line(&self, report: &SearchReport) -> Vec<String> {
        let moves = report.lines.first().map_or(&[][..], |line| &line.moves);
        moves.iter().map(|&to| self.name(to)).collect()
    }

    fn wait(&self) -> char {
        self.look.glyphs.spinner[self.table.ticks() % self.look.glyphs.spinner.len()]
    }

    fn name(&self, square: Square) -> String {
        self.table.position().size().name(square).to_string()
    }

    fn wrapped(&self, text: &str) -> Vec<Line<'static>> {
        let text = wrapped_within(text, self.width);
        text.lines().map(|line| Line::from(line.to_owned())).collect()
    }

    /// A text of at most so many characters.
    fn cut(&self, text: &str, most: usize) -> String {
        if text.chars().count() <= most {
            return text.to_owned();
        }
        let ellipsis = self.look.glyphs.ellipsis;
        let kept = most.saturating_sub(ellipsis.chars().count());
        text.chars().take(kept).chain(ellipsis.chars()).collect()
    }
}

/// The moves in pairs, the last of them where there is no room for all.
fn draw_moves(buffer: &mut Buffer, area: Rect, table: &Table, look: &Look) {
    let game = table.history().game();
    let mut names: Vec<String> = game.move_names().collect();
    if names.is_empty() || area.height == 0 {
        return;
    }
    if game.start().side() == Color::Black {
        names.insert(0, look.glyphs.ellipsis.to_owned());
    }
    let digits = names.len().div_ceil(2).to_string().len();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let pairs = names.chunks(2).zip(1..).map(|(pair, number)| {
        let second = pair.get(1).map_or("", String::as_str);
        format!("{number:>digits$}. {:<longest$} {second:<longest$}", pair[0])
    });
    let pairs: Vec<String> = pairs.collect();
    let width = digits + 2 + longest + 1 + longest + 2;
    let columns = (usize::from(area.width) + 2) / width;
    let rows: Vec<&[String]> = pairs.chunks(columns.clamp(1, 4)).collect();
    let first = rows.len().saturating_sub(usize::from(area.height));
    for (y, row) in (area.y..).zip(&rows[first..]) {
        buffer.set_stringn(area.x, y, row.join("  "), usize::from(area.width), look.faint());
    }
}
