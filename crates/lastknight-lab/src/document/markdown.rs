//! Documents in GitHub's Markdown, readable as plain text too.

use super::cell::DataCell;
use super::table::{DataColumn, DataTable};
use super::{Block, Document, DocumentFormat, Section, paragraphs, with_code};
use crate::format::wrapped;

/// The width of paragraphs, in characters.
const WIDTH: usize = 100;

impl Document {
    /// Returns the document in Markdown, with links to the files of its charts.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n{}", plain(&self.title), self.intro.markdown());
        for section in self.sections_in(DocumentFormat::Markdown) {
            text += &format!("\n## {}\n{}", plain(&section.heading), section.markdown());
        }
        text
    }
}

impl Section {
    fn markdown(&self) -> String {
        self.blocks.iter().map(Block::markdown).collect()
    }
}

impl Block {
    /// Renders the block after an empty line.
    fn markdown(&self) -> String {
        match self {
            Self::Lead(lead, _) => format!("\n{}.\n", plain(lead)),
            Self::Note(note) => format!("\n**{}**\n", plain(note)),
            Self::Words(words) => {
                let words = paragraphs(words).into_iter();
                words
                    .map(|words| lines(&with_code(&words, plain, |code| format!("`{code}`"))))
                    .collect()
            }
            Self::Plain(words) => lines(&plain(words)),
            Self::Subheading(heading) => format!("\n### {}\n", plain(heading)),
            Self::Facts(facts) => {
                let facts =
                    facts.iter().map(|(name, value)| format!("- {name}: {}\n", plain(value)));
                format!("\n{}", facts.collect::<String>())
            }
            Self::List(items) => {
                let items = items.iter().map(|item| format!("- {}\n", plain(item)));
                format!("\n{}", items.collect::<String>())
            }
            Self::Table(table, false) => format!("\n{}", table.markdown()),
            Self::Table(table, true) => {
                format!("\n{}:\n\n{}", plain(&table.name), table.markdown())
            }
            Self::Chart(_, title, Some(file)) => format!("\n![{}]({file})\n", plain(title)),
            Self::Chart(.., None) => String::new(),
            Self::Code { language, text, .. } => {
                // A fence that is longer than any in the text.
                let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
                let fence = "`".repeat(longest.max(2) + 1);
                format!("\n{fence}{language}\n{}\n{fence}\n", text.trim_end_matches('\n'))
            }
        }
    }
}

/// Wraps a paragraph so that no line begins a list or a heading.
fn lines(paragraph: &str) -> String {
    let line = |line: &str| {
        let mark = if line.starts_with(['-', '+', '#', '=']) { "\\" } else { "" };
        format!("{mark}{line}\n")
    };
    format!("\n{}", wrapped(paragraph, WIDTH).lines().map(line).collect::<String>())
}

impl DataTable {
    /// Returns the table in Markdown. Columns are aligned, unless there are links, which are long.
    pub fn markdown(&self) -> String {
        let shown: Vec<_> = self.shown().filter(|(_, column)| !column.is_chart).collect();
        let headings = shown.iter().map(|(_, column)| noted(plain(&column.heading), &column.note));
        let headings: Vec<String> = headings.collect();
        let row = |row: &Vec<DataCell>| shown.iter().map(|&(at, _)| cell(&row[at])).collect();
        let rows: Vec<Vec<String>> = self.rows.iter().map(row).collect();
        let has_links = self.rows.iter().flatten().any(|cell| cell.page.is_some());
        let width = |at: usize| {
            let texts = rows.iter().map(|row| &row[at]).chain([&headings[at]]);
            texts.map(|text| text.chars().count()).max().unwrap_or_default().max(3)
        };
        let widths: Vec<usize> =
            (0..shown.len()).map(|at| if has_links { 0 } else { width(at) }).collect();
        let line = |texts: &[String]| {
            let mut line = String::from("|");
            for ((text, &width), (_, column)) in texts.iter().zip(&widths).zip(&shown) {
                line += &match column.is_number {
                    true => format!(" {text:>width$} |"),
                    false => format!(" {text:<width$} |"),
                };
            }
            line + "\n"
        };
        let rule = |(width, (_, column)): (&usize, &(usize, &DataColumn))| match column.is_number {
            true if has_links => " ---: |".to_owned(),
            true => format!(" {}: |", "-".repeat(width - 1)),
            false => format!(" {} |", "-".repeat((*width).max(3))),
        };
        let rule: String = widths.iter().zip(&shown).map(rule).collect();
        let lines = rows.iter().map(|row| line(row)).collect::<String>();
        format!("{}|{rule}\n{lines}", line(&headings))
    }
}

fn noted(text: String, note: &str) -> String {
    if note.is_empty() { text } else { format!("{text} ({})", plain(note)) }
}

fn cell(cell: &DataCell) -> String {
    let text = match &cell.page {
        Some(page) => format!("[{}]({page}.md)", plain(&cell.text)),
        None => plain(&cell.text),
    };
    noted(text, &cell.note)
}

/// Escapes text so that nothing in it is markup or ends a cell or a line.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut before = ' ';
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        // Within a word an underscore is no markup.
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
        let cases = [
            ("a|b\n<script>", "a\\|b \\<script\\>"),
            ("MM_Open *x* `y` [z](w) &amp;", "MM_Open \\*x\\* \\`y\\` \\[z\\](w) \\&amp;"),
            ("alphabeta(improved, depth=5) + 2 - 1", "alphabeta(improved, depth=5) + 2 - 1"),
        ];
        for (text, escaped) in cases {
            assert_eq!(plain(text), escaped);
        }
    }

    #[test]
    fn no_line_begins_as_a_list() {
        let prose = |text: &str| Block::Words(text.to_owned()).markdown();
        assert_eq!(prose("- a `b | c`\n\n# d | e"), "\n\\- a `b | c`\n\n\\# d \\| e\n");
        assert_eq!(prose(" "), "");
    }
}
