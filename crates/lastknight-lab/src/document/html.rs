//! Documents as self-contained HTML pages, light and dark. A page is also XML, so tests can parse it.

use super::cell::DataCell;
use super::table::{DataColumn, DataTable};
use super::{Block, Document, DocumentFormat, Section, paragraphs, with_code};
use crate::chart::{escaped, page_style};

/// The style of the page; its colours are those of the charts.
const STYLE: &str = include_str!("page.css");

/// The most columns that fit on narrow screens.
const NARROW: usize = 3;

impl Document {
    /// Returns the document as a page.
    pub fn html(&self) -> String {
        let sections: Vec<&Section> = self.sections_in(DocumentFormat::Html).collect();
        let link = |section: &&Section| {
            format!("<a href=\"#{}\">{}</a>", section.id, escaped(&section.heading))
        };
        let links: Vec<String> = sections.iter().map(link).collect();
        let contents = match links.len() {
            0 | 1 => String::new(),
            _ => format!("<nav aria-label=\"Sections\">{}</nav>\n", links.join("\n")),
        };
        let section = |section: &&Section| {
            let (id, heading) = (&section.id, escaped(&section.heading));
            format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{}</section>\n", section.html())
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n\
             <title>{title} - lastknight</title>\n<style>\n{}{STYLE}</style>\n</head>\n<body>\n\
             <main>\n<h1>{title}</h1>\n{}{contents}{}</main>\n\
             <footer>lastknight {}: knight's Isolation. The same data as files: {}.</footer>\n\
             </body>\n</html>\n",
            page_style(),
            self.intro.html(),
            sections.iter().map(section).collect::<String>(),
            escaped(&self.version),
            escaped(&self.files),
            title = escaped(&self.title),
        )
    }
}

impl Section {
    fn html(&self) -> String {
        self.blocks.iter().map(|block| block.html(&self.heading)).collect()
    }
}

impl Block {
    /// Renders the block in a section with this heading.
    fn html(&self, section: &str) -> String {
        match self {
            Self::Lead(lead, more) => {
                let parts = [lead, more].into_iter().filter(|part| !part.is_empty());
                let parts: Vec<String> = parts.map(|part| escaped(part)).collect();
                format!("<p class=\"lead\">{}</p>\n", parts.join(", "))
            }
            Self::Note(note) => format!("<p class=\"note\">{}</p>\n", shown(note)),
            Self::Words(words) => {
                let code = |code: &str| format!("<code>{}</code>", escaped(code));
                let words = paragraphs(words).into_iter();
                words.map(|words| format!("<p>{}</p>\n", with_code(&words, shown, code))).collect()
            }
            Self::Plain(words) => format!("<p>{}</p>\n", shown(words)),
            Self::Subheading(heading) => format!("<h3>{}</h3>\n", escaped(heading)),
            Self::Facts(facts) => {
                let facts = facts.iter().map(|(name, value)| {
                    format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value))
                });
                format!("<dl>\n{}</dl>\n", facts.collect::<String>())
            }
            Self::List(items) => {
                let item = |item: &String| format!("<li>{}</li>\n", shown(item));
                format!("<ul>\n{}</ul>\n", items.iter().map(item).collect::<String>())
            }
            Self::Table(table, false) => table.html(),
            Self::Table(table, true) => {
                format!("<h3>{}</h3>\n{}", escaped(&table.name), table.html())
            }
            Self::Chart(drawing, title, _) if title == section => drawing.element(),
            Self::Chart(drawing, title, _) => {
                format!("<h3>{}</h3>\n{}", escaped(title), drawing.element())
            }
            Self::Code { summary, text, .. } => {
                let lines: String = text.lines().map(|line| escaped(line) + "\n").collect();
                let code = format!("<pre tabindex=\"0\">{lines}</pre>\n");
                let Some(summary) = summary.as_deref().map(escaped) else { return code };
                format!("<details>\n<summary>{summary}</summary>\n{code}</details>\n")
            }
        }
    }
}

impl DataTable {
    /// Renders the table. On narrow screens the cells of a row stand below each other, with their headings, unless there
    /// are few; a table that is still too wide scrolls.
    fn html(&self) -> String {
        let is_stacked = self.shown().count() > NARROW;
        let key = self.shown().find(|(_, column)| !column.is_number).map(|(at, _)| at);
        let class = |at: usize, column: &DataColumn| match column {
            DataColumn { is_number: true, .. } => " class=\"number\"",
            DataColumn { is_chart: true, .. } => " class=\"strip\"",
            DataColumn { has_sentences: true, .. } if key == Some(at) => " class=\"key sentence\"",
            DataColumn { has_sentences: true, .. } => " class=\"sentence\"",
            _ if key == Some(at) => " class=\"key\"",
            _ => "",
        };
        let heading = |(at, column): (usize, &DataColumn)| {
            let text = noted(shown(&column.heading), &column.note);
            format!("<th scope=\"col\"{}>{text}</th>", class(at, column))
        };
        let row = |row: &Vec<DataCell>| {
            let cell = |(at, column): (usize, &DataColumn)| {
                let label = match is_stacked {
                    true => format!(" data-label=\"{}\"", escaped(&column.heading)),
                    false => String::new(),
                };
                format!("<td{}{label}><div>{}</div></td>", class(at, column), cell(&row[at]))
            };
            format!("<tr>{}</tr>\n", self.shown().map(cell).collect::<String>())
        };
        let has_charts = self.columns.iter().any(|column| column.is_chart);
        let style = match (is_stacked, has_charts) {
            (true, true) => " class=\"stacked compact\"",
            (true, false) => " class=\"stacked\"",
            (false, _) => "",
        };
        format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n<table{style}>\n\
             <thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table>\n</div>\n",
            escaped(&self.name),
            self.shown().map(heading).collect::<String>(),
            self.rows.iter().map(row).collect::<String>(),
        )
    }
}

fn noted(text: String, note: &str) -> String {
    if note.is_empty() { text } else { format!("{text}<small>{}</small>", shown(note)) }
}

fn cell(cell: &DataCell) -> String {
    if let Some(drawing) = &cell.drawing {
        return drawing.element();
    }
    let mut text = shown(&cell.text);
    if let Some(page) = cell.page.as_deref().map(escaped) {
        text += &format!("<small><a href=\"{page}.html\">{page}</a></small>");
    }
    noted(text, &cell.note)
}

/// Escapes text and keeps units on the line of their numbers.
fn shown(text: &str) -> String {
    escaped(text).replace(" %", "\u{a0}%").replace(" a move", " a\u{a0}move")
}
