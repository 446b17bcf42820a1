//! Tables as text for the terminal.

use super::cell::DataCell;
use super::table::{DataTable, TerminalColumn, TerminalInterval};
use crate::format::shortened;

/// The greatest width of a line, in characters.
pub const WIDEST: usize = 100;

/// The width of errors after `±`, so that they line up.
const ERROR: usize = 3;

/// A column of text below its heading, with its least and greatest width.
struct TextColumn {
    texts: Vec<String>,
    width: (usize, usize),
    gap: usize,
    is_number: bool,
}

impl DataTable {
    /// Returns the columns for the terminal. If lines would be wider than [`WIDEST`], the first column of text with a
    /// greatest width is shortened.
    pub fn text(&self) -> String {
        let columns: Vec<TextColumn> =
            (0..self.columns.len()).flat_map(|at| self.laid_out(at)).collect();
        let mut widths: Vec<usize> = columns
            .iter()
            .map(|TextColumn { texts, width: (least, most), .. }| {
                let lengths = texts.iter().map(|text| text.chars().count());
                lengths.max().unwrap_or_default().max(*least).min(*most)
            })
            .collect();
        let all: usize =
            columns.iter().zip(&widths).map(|(column, width)| column.gap + width).sum();
        let is_flexible = |column: &TextColumn| !column.is_number && column.width.1 < usize::MAX;
        if let Some(flexible) = columns.iter().position(is_flexible) {
            widths[flexible] = widths[flexible].saturating_sub(all.saturating_sub(WIDEST));
        }
        let mut text = String::new();
        for row in 0..=self.rows.len() {
            let mut line = String::new();
            for (TextColumn { texts, gap, is_number, .. }, &width) in columns.iter().zip(&widths) {
                let cell = shortened(&texts[row], width);
                line += &match is_number {
                    true => format!("{:gap$}{cell:>width$}", ""),
                    false => format!("{:gap$}{cell:<width$}", ""),
                };
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    /// Returns the text of a column, and the column of its intervals if they stand apart.
    fn laid_out(&self, at: usize) -> Vec<TextColumn> {
        let column = &self.columns[at];
        let Some(TerminalColumn { heading, width, gap, interval }) = &column.terminal else {
            return Vec::new();
        };
        let text_column = |heading: &str, width, gap, cell: &dyn Fn(&DataCell) -> String| {
            let cells = self.rows.iter().map(|row| cell(&row[at]));
            let texts = [heading.to_owned()].into_iter().chain(cells).collect();
            TextColumn { texts, width, gap, is_number: column.is_number }
        };
        let text = |cell: &DataCell| match interval {
            TerminalInterval::Within(wide) if !cell.terminal_note.is_empty() => {
                let width = width.0.saturating_sub(wide + 2);
                format!("{:>width$}  {:>wide$}", cell.text, cell.terminal_note)
            }
            _ => aligned(&cell.text),
        };
        let mut columns = vec![text_column(heading, *width, *gap, &text)];
        if let TerminalInterval::Apart(wide) = interval {
            let note = |cell: &DataCell| cell.terminal_note.clone();
            columns.push(text_column(&column.note, (*wide, usize::MAX), 0, &note));
        }
        columns
    }
}

/// Pads the error of a number to the common width.
fn aligned(text: &str) -> String {
    match text.split_once(" ± ") {
        Some((value, error)) => format!("{value} ± {error:>ERROR$}"),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use lastknight::stats::Share;

    use super::super::{numbers, words};
    use super::*;

    #[test]
    fn long_names_leave_room_for_the_numbers() {
        let table = |name: &str| {
            let score = numbers("score").note("95 %").in_terminal(9).interval_apart(16);
            DataTable::of("", [name.to_owned()])
                .column(numbers("rank").in_terminal(4), |_| 1_usize)
                .column(words("agent").in_terminal(5).at_most(200).after(2), String::clone)
                .column(score, |_| DataCell::hit_rate(Share { hits: 5, of: 10 }))
                .finish()
                .text()
        };
        let lines =
            ["rank  agent    score            95 %", "   1  a       50.0 %     23.7 - 76.3", ""];
        assert_eq!(table("a"), lines.join("\n"));
        let wide = table(&"long ".repeat(40));
        assert!(wide.lines().all(|line| line.chars().count() == WIDEST), "{wide}");
        assert!(wide.contains('…') && wide.ends_with("23.7 - 76.3\n"), "{wide}");
    }

    #[test]
    fn errors_stand_below_each_other() {
        assert_eq!(["+0 ± 65", "+271 ± 119", "-"].map(aligned), ["+0 ±  65", "+271 ± 119", "-"]);
    }
}
