//! A report in Markdown, as GitHub shows it and as plain text can be read.

use super::tables::{self, Entry, Table};
use super::{Report, explain};
use crate::spec::Format;
use crate::words::wrapped;

/// The most agents whose crosstable is readable.
const CROSSED: usize = 30;

/// The width of sentences, in characters.
const WIDTH: usize = 100;

/// The whole report.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut text = format!("# {}\n\n{}.\n", plain(report.spec.name()), tables::games(report));
    if let Some(result) = explain::result(report) {
        text += &format!("\n{}\n", wrapped(&plain(&result), WIDTH));
    }
    for note in tables::notes(report) {
        text += &format!("\n**{note}**\n");
    }
    text += "\n## What was played\n\n";
    for (fact, value) in tables::conditions(report) {
        text += &format!("- {fact}: {}\n", plain(&value));
    }
    let agents = report.spec.entrants().len();
    let mut section = |heading: &str, how: &str, table: Option<&Table>| {
        text += &format!("\n## {heading}\n\n{}\n", wrapped(how, WIDTH));
        table.iter().for_each(|table| text += &format!("\n{}", grid(table)));
    };
    section("Standings", explain::STANDINGS, Some(&tables::standings(report)));
    if agents == 2 {
        section("The match", explain::DUEL, Some(&tables::duel(report)));
    } else {
        if agents <= CROSSED {
            section("Crosstable", explain::CROSSTABLE, Some(&tables::crosstable(report)));
        }
        let (how, has_some) = explain::clear(report);
        let table = has_some.then(|| tables::differences(report));
        section("Which differences are clear", &how, table.as_ref());
    }
    if report.spec.format() == Format::Gauntlet {
        section("Against the field", explain::COURSE, Some(&tables::course(report)));
    }
    if let Some(test) = tables::test(report) {
        section("Sequential test", explain::TEST, Some(&test));
    }
    let ends = [tables::white(report), tables::length(report)].into_iter().flatten();
    let how = [explain::ENDS.to_owned()].into_iter().chain(ends).collect::<Vec<_>>().join(" ");
    section("How games ended", &how, Some(&tables::ends(report)));
    text += &specification(report);
    text
}

/// The specification, to play it again.
fn specification(report: &Report) -> String {
    let Some(toml) = explain::specification(report) else {
        return format!("\n## To repeat it\n\n{}\n", explain::LONG_SPECIFICATION);
    };
    // A fence that is longer than any in the text.
    let longest = toml.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!(
        "\n## To repeat it\n\n{}\n\n{fence}toml\n{toml}{fence}\n",
        wrapped(explain::REPEAT, WIDTH)
    )
}

/// A table with columns as wide as their contents.
pub(crate) fn grid(table: &Table) -> String {
    let headings: Vec<String> = table.columns.iter().map(|column| cell(&column.heading)).collect();
    let rows: Vec<Vec<String>> =
        table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let width = |at: usize| {
        let texts = rows.iter().filter_map(|row| row.get(at)).chain([&headings[at]]);
        texts.map(|text| text.chars().count()).max().unwrap_or_default().max(3)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let line = |texts: &[String]| {
        let mut line = String::from("|");
        for ((text, &width), column) in texts.iter().zip(&widths).zip(&table.columns) {
            line += &match column.is_number {
                true => format!(" {text:>width$} |"),
                false => format!(" {text:<width$} |"),
            };
        }
        line + "\n"
    };
    let mut text = line(&headings) + "|";
    for (width, column) in widths.iter().zip(&table.columns) {
        let rule = "-".repeat(width - usize::from(column.is_number));
        text += &format!(" {rule}{} |", if column.is_number { ":" } else { "" });
    }
    text.push('\n');
    rows.iter().for_each(|row| text += &line(row));
    text
}

fn cell(entry: &Entry) -> String {
    match entry.note.as_str() {
        "" => plain(&entry.text),
        note => format!("{} ({})", plain(&entry.text), plain(note)),
    }
}

/// Text that says what it says: nothing in it marks up, ends a cell or a line.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        // Within a word it is a letter like any other.
        let is_inner = before.is_alphanumeric() && rest.peek().is_some_and(|c| c.is_alphanumeric());
        match c {
            '_' if is_inner => plain.push(c),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&' => {
                plain.push('\\');
                plain.push(c);
            }
            c if c.is_control() => plain.push(' '),
            c => plain.push(c),
        }
        before = c;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_marks_up() {
        assert_eq!(plain("a|b\n<script>"), "a\\|b \\<script\\>");
        assert_eq!(
            plain("MM_Open *x* `y` [z](w) &amp;"),
            "MM_Open \\*x\\* \\`y\\` \\[z\\](w) \\&amp;"
        );
        assert_eq!(
            plain("alphabeta(improved, depth=5) + 2 - 1"),
            "alphabeta(improved, depth=5) + 2 - 1"
        );
    }
}
