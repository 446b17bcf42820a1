//! Documents: text, tables and charts described once, with one renderer for each format.
//!
//! A [`Document`] becomes an [HTML page](Document::html) or [Markdown](Document::markdown). A [`DataTable`] has typed
//! cells: people read `61.0 % (54.1 to 67.5 %)`, programs get three numbers. The same table becomes text for the
//! [terminal](DataTable::text), [CSV](DataTable::csv) or a sheet of a [`Workbook`].
//!
//! ```
//! use lastknight_lab::document::{DataCell, DataTable, numbers, words};
//!
//! let table = DataTable::of("Wins", [("greedy", 61.0), ("random", 39.0)])
//!     .column(words("agent").named("name").in_terminal(8), |row| row.0.to_owned())
//!     .column(numbers("won").named("share").in_terminal(9), |row| DataCell::share(row.1 / 100.0))
//!     .finish();
//! assert_eq!(table.text(100), "agent         won\ngreedy     61.0 %\nrandom     39.0 %\n");
//! assert_eq!(table.csv(), "name,share\ngreedy,0.61\nrandom,0.39\n");
//! ```

mod cell;
mod csv;
mod files;
mod html;
mod markdown;
mod table;
mod terminal;
mod xlsx;

pub use cell::DataCell;
pub(crate) use cell::Figure;
pub use files::{FilesError, OutputFile, write_files};
pub use table::{DataColumn, DataTable, TableBuilder, charts, figures, numbers, sentences, words};
pub use terminal::WIDEST;
pub use xlsx::{Sheet, Workbook};

use crate::chart::Drawing;

/// A page of text, tables and charts.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Document {
    title: String,
    /// The version of the program that made the figures.
    version: String,
    /// The names of the data files.
    files: String,
    intro: Section,
    sections: Vec<Section>,
}

/// A part of a [`Document`] under a heading.
#[derive(Clone, Debug, Default)]
pub struct Section {
    id: String,
    heading: String,
    /// The only format with this section, if not all have it.
    only: Option<DocumentFormat>,
    blocks: Vec<Block>,
}

/// The formats of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentFormat {
    /// An HTML page that includes its charts.
    Html,
    /// Markdown; charts are links to files.
    Markdown,
}

#[derive(Clone, Debug)]
enum Block {
    /// The line under the title, and what only the page adds to it.
    Lead(String, String),
    /// A warning.
    Note(String),
    /// Paragraphs with code in backquotes.
    Words(String),
    /// A paragraph without markup.
    Plain(String),
    Subheading(String),
    Facts(Vec<(String, String)>),
    List(Vec<String>),
    /// A table, and whether its name is shown above it.
    Table(DataTable, bool),
    /// A chart, its title and its file.
    Chart(Drawing, String, Option<String>),
    /// Code of a language. With a summary, a page shows it on demand.
    Code {
        summary: Option<String>,
        language: String,
        text: String,
    },
}

impl Document {
    /// Creates an empty document by this version of the program.
    pub fn new(title: &str, version: &str) -> Self {
        Self { title: title.to_owned(), version: version.to_owned(), ..Self::default() }
    }

    /// Names the data files.
    pub fn with_files(mut self, files: impl Into<String>) -> Self {
        self.files = files.into();
        self
    }

    /// Returns the part before the sections.
    pub fn intro(&mut self) -> &mut Section {
        &mut self.intro
    }

    /// Adds a section and returns it.
    pub fn section(&mut self, id: impl Into<String>, heading: impl Into<String>) -> &mut Section {
        let (id, heading) = (id.into(), heading.into());
        self.sections.push(Section { id, heading, ..Section::default() });
        self.sections.last_mut().expect("a section was just added")
    }

    /// Returns the charts that have files of their own.
    pub fn chart_files(&self) -> Vec<OutputFile> {
        let chart = |block: &Block| {
            let Block::Chart(drawing, _, Some(file)) = block else { return None };
            Some((file.clone(), drawing.file().into_bytes()))
        };
        self.sections.iter().flat_map(|section| &section.blocks).filter_map(chart).collect()
    }

    /// Returns the sections of a format.
    /// Returns the charts of the page and their titles.
    pub fn charts(&self) -> impl Iterator<Item = (&str, &Drawing)> {
        let blocks = self.sections_in(DocumentFormat::Html).flat_map(|section| &section.blocks);
        blocks.filter_map(|block| match block {
            Block::Chart(drawing, title, _) => Some((title.as_str(), drawing)),
            _ => None,
        })
    }

    fn sections_in(&self, format: DocumentFormat) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(move |section| section.only.is_none_or(|only| only == format))
    }
}

impl Section {
    /// Restricts the section to one format.
    pub fn only(&mut self, format: DocumentFormat) -> &mut Self {
        self.only = Some(format);
        self
    }

    fn push(&mut self, block: Block) -> &mut Self {
        self.blocks.push(block);
        self
    }

    /// Adds the line under the title, and what only the page adds to it.
    pub fn lead(&mut self, lead: impl Into<String>, more: impl Into<String>) -> &mut Self {
        self.push(Block::Lead(lead.into(), more.into()))
    }

    /// Adds a warning.
    pub fn note(&mut self, note: impl Into<String>) -> &mut Self {
        self.push(Block::Note(note.into()))
    }

    /// Adds paragraphs, separated by empty lines. Text in backquotes is code.
    pub fn words(&mut self, words: impl Into<String>) -> &mut Self {
        self.push(Block::Words(words.into()))
    }

    /// Adds a paragraph without markup.
    pub fn plain(&mut self, words: impl Into<String>) -> &mut Self {
        self.push(Block::Plain(words.into()))
    }

    /// Adds a heading within the section.
    pub fn subheading(&mut self, heading: impl Into<String>) -> &mut Self {
        self.push(Block::Subheading(heading.into()))
    }

    /// Adds names with their values.
    pub fn facts<N: Into<String>>(
        &mut self,
        facts: impl IntoIterator<Item = (N, String)>,
    ) -> &mut Self {
        let facts = facts.into_iter().map(|(name, value)| (name.into(), value)).collect();
        self.push(Block::Facts(facts))
    }

    /// Adds a list.
    pub fn list(&mut self, items: Vec<String>) -> &mut Self {
        self.push(Block::List(items))
    }

    /// Adds a table.
    pub fn table(&mut self, table: DataTable) -> &mut Self {
        self.push(Block::Table(table, false))
    }

    /// Adds a table with its name above it.
    pub fn named_table(&mut self, table: DataTable) -> &mut Self {
        self.push(Block::Table(table, true))
    }

    /// Adds a chart that only the page has.
    pub fn chart(&mut self, drawing: Drawing) -> &mut Self {
        self.named_chart(drawing, self.heading.clone(), None)
    }

    /// Adds a chart with its file. Its title is shown unless it is the heading of the section.
    pub fn named_chart(
        &mut self,
        drawing: Drawing,
        title: impl Into<String>,
        file: Option<String>,
    ) -> &mut Self {
        self.push(Block::Chart(drawing, title.into(), file))
    }

    /// Adds code of a language.
    pub fn code(&mut self, language: &str, text: impl Into<String>) -> &mut Self {
        self.push(Block::Code { summary: None, language: language.to_owned(), text: text.into() })
    }

    /// Adds code of a language that a page shows on demand.
    pub fn long_code(&mut self, summary: &str, language: &str, text: String) -> &mut Self {
        let (summary, language) = (Some(summary.to_owned()), language.to_owned());
        self.push(Block::Code { summary, language, text })
    }
}

/// Renders text in which backquotes mark code.
fn with_code(text: &str, plain: impl Fn(&str) -> String, code: impl Fn(&str) -> String) -> String {
    let part = |(at, part): (usize, &str)| if at % 2 == 0 { plain(part) } else { code(part) };
    text.split('`').enumerate().map(part).collect()
}

/// Splits a text at empty lines into paragraphs of one line each.
pub(crate) fn paragraphs(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let paragraphs = lines.split(|line| line.is_empty()).map(|lines| lines.join(" "));
    paragraphs.filter(|paragraph| !paragraph.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_apart_by_empty_lines() {
        assert_eq!(paragraphs("\n a\nb\n\n\n c\n"), ["a b", "c"]);
        assert!(paragraphs(" \n").is_empty());
    }
}
