//! Tables as text for the terminal.

use super::cell::DataCell;
use super::table::{DataTable, TerminalColumn, TerminalInterval};
use crate::format::shortened;

/// The width of a line if there is no terminal, in characters.
pub const WIDEST: usize = 100;

/// The least width of a name that is shortened.
const NAME: usize = 16;

/// The width of errors after `±`, so that they line up.
const ERROR: usize = 3;

/// A column of text below its heading, with its least and greatest width.
struct TextColumn {
    texts: Vec<String>,
    width: (usize, usize),
    gap: usize,
    is_number: bool,
    /// The width in which it is shown.
    shown: usize,
    /// Whether it stays with the column before it, as its intervals do.
    is_tied: bool,
}

impl TextColumn {
    /// The width of its text.
    fn content(&self) -> usize {
        self.texts.iter().map(|text| text.chars().count()).max().unwrap_or_default()
    }

    fn natural(&self) -> usize {
        self.content().max(self.width.0).min(self.width.1)
    }

    fn whole(&self) -> usize {
        self.gap + self.shown
    }

    /// Whether it is text of any length.
    fn is_loose(&self) -> bool {
        !self.is_number && self.width.1 == usize::MAX
    }

    /// Takes no more room than the text of a column of numbers needs.
    fn tighten(&mut self) {
        if self.is_number {
            (self.gap, self.shown) = (1, self.content().min(self.width.1));
        }
    }
}

/// Splits columns into blocks that fit beside the first columns.
fn blocks(keys: usize, columns: &[TextColumn], width: usize) -> Vec<&[TextColumn]> {
    let (mut blocks, mut begin, mut taken) = (Vec::new(), 0, keys);
    for (at, column) in columns.iter().enumerate() {
        let with_next =
            columns.get(at + 1).filter(|next| next.is_tied).map_or(0, TextColumn::whole);
        let wide =
            if column.is_loose() { column.gap + column.shown.min(NAME) } else { column.whole() };
        if at > begin && !column.is_tied && taken + wide + with_next > width {
            blocks.push(&columns[begin..at]);
            (begin, taken) = (at, keys);
        }
        taken += column.whole();
    }
    blocks.push(&columns[begin..]);
    blocks
}

impl DataTable {
    /// Returns the columns for the terminal in lines of this width. If they are too wide, the first column of text with a
    /// greatest width is shortened, then columns move closer together, then the last columns follow below, with the first
    /// ones repeated. A last column of text without a greatest width is never shortened.
    pub fn text(&self, width: usize) -> String {
        let mut columns: Vec<TextColumn> =
            (0..self.columns.len()).flat_map(|at| self.laid_out(at)).collect();
        let is_flexible = |column: &TextColumn| !column.is_number && column.width.1 < usize::MAX;
        let loose = columns.pop_if(|column| column.is_loose());
        let flexible = columns.iter().position(is_flexible);
        let excess = |columns: &[TextColumn]| {
            columns.iter().map(TextColumn::whole).sum::<usize>().saturating_sub(width)
        };
        if let Some(at) = flexible {
            let more = excess(&columns);
            columns[at].shown =
                columns[at].shown.saturating_sub(more).max(NAME.min(columns[at].shown));
        }
        if excess(&columns) > 0 {
            columns.iter_mut().for_each(TextColumn::tighten);
        }
        if let Some(at) = flexible {
            // Moving closer may have left room again.
            let room = columns[at].shown
                + width.saturating_sub(columns.iter().map(TextColumn::whole).sum());
            columns[at].shown = columns[at].natural().min(room).max(columns[at].shown);
        }
        // A number and a name.
        let keys = columns.iter().take(2).position(|column| !column.is_number);
        let keys = keys.map_or(0, |at| at + 1);
        columns.extend(loose);
        let (keys, rest) = columns.split_at(keys);
        let blocks = blocks(keys.iter().map(TextColumn::whole).sum(), rest, width);
        let block =
            |block: &[TextColumn]| self.block(&keys.iter().chain(block).collect::<Vec<_>>());
        blocks.into_iter().map(block).collect::<Vec<_>>().join("\n")
    }

    /// Returns some columns below their headings.
    fn block(&self, columns: &[&TextColumn]) -> String {
        let mut text = String::new();
        for row in 0..=self.rows.len() {
            let mut line = String::new();
            for TextColumn { texts, shown: width, gap, is_number, .. } in columns {
                let cell = shortened(&texts[row], *width);
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
            let mut column = TextColumn {
                texts,
                width,
                gap,
                is_number: column.is_number,
                shown: 0,
                is_tied: false,
            };
            column.shown = column.natural();
            column
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
            let apart = text_column(&column.note, (*wide, usize::MAX), 0, &note);
            columns.push(TextColumn { is_tied: true, ..apart });
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
                .text(WIDEST)
        };
        let lines =
            ["rank  agent    score            95 %", "   1  a       50.0 %     23.7 - 76.3", ""];
        assert_eq!(table("a"), lines.join("\n"));
        let wide = table(&"long ".repeat(40));
        assert!(wide.lines().all(|line| line.chars().count() == WIDEST), "{wide}");
        assert!(wide.contains('…') && wide.ends_with("23.7 - 76.3\n"), "{wide}");
    }

    #[test]
    fn what_does_not_fit_follows_below() {
        let table = DataTable::of("", [1_usize, 2])
            .column(numbers("rank").in_terminal(4), |&row| row)
            .column(words("agent").in_terminal(5).at_most(40).after(2), |_| "a name of 20 letters")
            .columns(0..8_usize, |at| numbers(format!("c{at}")).in_terminal(9), |_, &at| 1000 * at)
            .finish();
        assert_eq!(table.text(98).lines().count(), 3);
        // Closer together.
        let close = table.text(72);
        assert_eq!(close.lines().count(), 3);
        assert!(close.contains("a name of 20 letters  0 1,000 2,000"), "{close}");
        // In two blocks, each with the names.
        let text = table.text(60);
        assert_eq!(text.lines().count(), 7);
        assert_eq!(text.matches("a name o…letters").count(), 4, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 60), "{text}");
    }

    #[test]
    fn errors_stand_below_each_other() {
        assert_eq!(["+0 ± 65", "+271 ± 119", "-"].map(aligned), ["+0 ±  65", "+271 ± 119", "-"]);
    }
}
