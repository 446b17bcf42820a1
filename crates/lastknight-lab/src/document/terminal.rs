//! Tables for the terminal.

use super::cell::{CellNote, DataCell};
use super::table::{DataColumn, DataTable, Slot, SlotInterval};
use crate::format::shortened;

/// The widest line, in characters.
pub const WIDEST: usize = 100;

/// The least digits of an error after `±`, so that errors stand below each other.
const ERROR: usize = 3;

/// A column of text, laid out.
struct Texts {
    texts: Vec<String>,
    width: (usize, usize),
    gap: usize,
    is_number: bool,
}

impl Texts {
    /// Whether it may be shortened.
    fn is_flexible(&self) -> bool {
        !self.is_number && self.width.1 < usize::MAX
    }
}

impl DataTable {
    /// The columns for the terminal. Lines have at most [`WIDEST`] characters as far as the first column of text with a
    /// greatest width can be shortened for that.
    pub fn text(&self) -> String {
        let mut columns = Vec::new();
        for (at, column) in self.columns.iter().enumerate() {
            if let Some(slot) = &column.slot {
                columns.extend(self.laid_out(at, column, slot));
            }
        }
        let length = |text: &String| text.chars().count();
        let mut widths: Vec<usize> = columns
            .iter()
            .map(|Texts { texts, width: (least, most), .. }| {
                let widest = texts.iter().map(length).max().unwrap_or_default();
                widest.max(*least).min(*most)
            })
            .collect();
        let all: usize =
            columns.iter().zip(&widths).map(|(column, width)| column.gap + width).sum();
        if let Some(flexible) = columns.iter().position(Texts::is_flexible) {
            widths[flexible] = widths[flexible].saturating_sub(all.saturating_sub(WIDEST));
        }
        let mut text = String::new();
        for row in 0..=self.rows.len() {
            let mut line = String::new();
            for (Texts { texts, gap, is_number, .. }, &width) in columns.iter().zip(&widths) {
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

    /// A column below its heading, and the column of its intervals.
    fn laid_out(&self, at: usize, column: &DataColumn, slot: &Slot) -> Vec<Texts> {
        let Slot { heading, width, gap, interval } = slot;
        let below = |heading: &str, cell: &dyn Fn(&DataCell) -> String| {
            [heading.to_owned()]
                .into_iter()
                .chain(self.rows.iter().map(|row| cell(&row[at])))
                .collect()
        };
        let within = |cell: &DataCell| match (interval, range(cell)) {
            (SlotInterval::Within(wide), Some(range)) => {
                format!("{:>1$}  {range:>wide$}", cell.text, width.0.saturating_sub(wide + 2))
            }
            _ => aligned(&cell.text),
        };
        let is_number = column.is_number;
        let texts = below(heading, &within);
        let mut columns = vec![Texts { texts, width: *width, gap: *gap, is_number }];
        if let SlotInterval::Apart(wide) = interval {
            let texts = below(&column.note, &|cell| range(cell).unwrap_or_default());
            columns.push(Texts { texts, width: (*wide, usize::MAX), gap: 0, is_number });
        }
        columns
    }
}

/// The interval of a cell without its unit.
fn range(cell: &DataCell) -> Option<String> {
    match &cell.note {
        CellNote::None => None,
        CellNote::Words(words) => Some(words.clone()),
        CellNote::Interval(low, high, _) => Some(format!("{low} - {high}")),
    }
}

/// Text whose error is as wide as others.
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
            DataTable::of("", [(name.to_owned(), Share { hits: 5, of: 10 })])
                .column(numbers("rank").in_terminal(4), |_| 1_usize)
                .column(words("agent").in_terminal(5).at_most(200).after(2), |(name, _)| {
                    name.clone()
                })
                .column(
                    numbers("score").note("95 %").in_terminal(9).interval_apart(16),
                    |(_, share)| DataCell::hit_rate(*share),
                )
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
