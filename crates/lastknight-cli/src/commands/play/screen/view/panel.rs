//! The panel: players, status, search results and moves.

use lastknight::{Color, SearchReport, Square};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::super::super::in_brackets;
use super::super::layout::TWO_COLUMNS;
use super::super::state::{GameState, Hint};
use super::Look;
use super::look::{FAINT, STRONG};
use crate::output::{counted, wrapped_within};

/// The least height at which empty lines separate the parts.
const AIRY: u16 = 16;

/// Below this height there is no room for both the players and the status.
const LOW: u16 = 4;

/// The most lines of an analysis.
const LINES_OF_ANALYSIS: usize = 3;

pub(super) fn draw(buffer: &mut Buffer, area: Rect, state: &GameState, look: &Look) {
    if area.height == 0 {
        return;
    }
    // A low panel has the moves beside the rest.
    let is_wide = area.width >= TWO_COLUMNS && area.height < AIRY;
    let left = if is_wide { Rect { width: area.width / 2 - 1, ..area } } else { area };
    let writer = Writer { state, look, width: usize::from(left.width) };
    let is_airy = area.height >= AIRY;
    let mut lines = writer.parts(area.height);
    lines.truncate(usize::from(area.height));
    for (y, line) in (left.y..).zip(&lines) {
        buffer.set_line(left.x, y, line, left.width);
    }
    let moves = if is_wide {
        Rect { x: area.x + area.width / 2 + 1, width: area.width.div_ceil(2) - 1, ..area }
    } else {
        let used = (lines.len() as u16 + u16::from(is_airy)).min(area.height);
        Rect { y: area.y + used, height: area.height - used, ..area }
    };
    draw_moves(buffer, moves, state, look);
}

struct Writer<'a> {
    state: &'a GameState,
    look: &'a Look,
    width: usize,
}

impl Writer<'_> {
    /// Returns all parts; in a low panel the status comes first.
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
        let position = self.state.position();
        let (size, ply) = (position.size(), position.ply());
        let open = counted(position.open().count() as u64, "square");
        let first = Line::from(format!("{size}, ply {ply}, {open} open"));
        std::iter::once(first).chain(Color::ALL.map(|color| self.player(color))).collect()
    }

    fn player(&self, color: Color) -> Line<'static> {
        let Self { state, look, width } = self;
        let position = state.position();
        let is_to_move = !state.is_over() && position.side() == color;
        let turn = if is_to_move { look.glyphs.turn } else { ' ' };
        let role = if position.attacker() == Some(color) { ", attacker" } else { "" };
        let who = if color == state.color { "you" } else { &state.opponent };
        // The turn mark, the knight between spaces, and the colour between spaces.
        let room = width.saturating_sub(1 + 3 + 1 + "White".len() + 1 + role.len());
        let who = self.cut(who, room);
        Line::from(vec![
            Span::styled(turn.to_string(), STRONG),
            Span::styled(format!(" {} ", look.knight(color)), look.player(color)),
            Span::styled(format!(" {color} "), STRONG),
            Span::raw(who),
            Span::raw(role),
        ])
    }

    /// Whose turn it is, or how the game ended.
    fn status(&self) -> Vec<Line<'static>> {
        let state = self.state;
        if let Some(result) = state.result() {
            let lines = self.wrapped(&result).into_iter();
            return lines.map(|line| line.style(STRONG)).collect();
        }
        let side = state.position().side();
        if state.is_mine() {
            let is_placed = state.position().knight(side).is_some();
            let what = if is_placed { "move" } else { "place a knight" };
            let mut lines = vec![Line::styled(format!("{side} (you) to {what}"), STRONG)];
            if let Some((color, to, said)) = state.history.last_remark() {
                lines.extend(self.wrapped(&format!("{color} played {}{said}", self.name(to))));
            }
            return lines;
        }
        let thinks = format!("{side} thinks {}", self.spinner());
        let mut lines = vec![Line::styled(thinks, STRONG)];
        if let Some(report) = &state.found.thoughts {
            lines.extend(self.wrapped(&self.best(report)));
        }
        lines
    }

    /// Hint, verdict and analysis.
    fn found(&self) -> Vec<Line<'static>> {
        let state = self.state;
        let mut lines = Vec::new();
        if !state.is_mine() {
            return lines;
        }
        match &state.found.hint {
            Hint::None => {}
            Hint::Requested => lines.push(Line::from(format!("Hint: {}", self.spinner()))),
            Hint::Given(report) => {
                lines.extend(self.wrapped(&format!("Hint: {}", self.best(report))));
            }
        }
        if state.is_solving {
            lines.extend(self.wrapped(&self.verdict()));
        }
        if state.is_analysing {
            lines.extend(self.analysis());
        }
        lines
    }

    fn verdict(&self) -> String {
        let found = &self.state.found;
        let Some(solution) = &found.solution else {
            return format!("Verdict: solving, {:.0} % {}", 100.0 * found.progress, self.spinner());
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

    /// The engine's score and principal variation.
    fn analysis(&self) -> Vec<Line<'static>> {
        let Some(report) = &self.state.found.analysis else {
            return vec![Line::from(format!("Analysis: {}", self.spinner()))];
        };
        let side = self.state.position().side();
        let mut text = format!("Analysis: {side}{}", in_brackets(report));
        for &to in report.lines.iter().take(1).flat_map(|line| &line.moves) {
            text += &format!(" {}", self.name(to));
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

    /// The best move, its score and the depth.
    fn best(&self, report: &SearchReport) -> String {
        report.best().map_or(String::new(), |to| self.name(to)) + &in_brackets(report)
    }

    fn spinner(&self) -> char {
        self.look.glyphs.spinner[self.state.ticks % self.look.glyphs.spinner.len()]
    }

    fn name(&self, square: Square) -> String {
        self.state.position().size().name(square).to_string()
    }

    fn wrapped(&self, text: &str) -> Vec<Line<'static>> {
        let text = wrapped_within(text, self.width);
        text.lines().map(|line| Line::from(line.to_owned())).collect()
    }

    /// Cuts a text to at most `most` characters.
    fn cut(&self, text: &str, most: usize) -> String {
        if text.chars().count() <= most {
            return text.to_owned();
        }
        let ellipsis = self.look.glyphs.ellipsis;
        let kept = most.saturating_sub(ellipsis.chars().count());
        text.chars().take(kept).chain(ellipsis.chars()).collect()
    }
}

/// Draws the moves in pairs, the last ones if there is no room for all.
fn draw_moves(buffer: &mut Buffer, area: Rect, state: &GameState, look: &Look) {
    let game = state.history.game();
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
        buffer.set_stringn(area.x, y, row.join("  "), usize::from(area.width), FAINT);
    }
}
