//! A report as one page that needs nothing else: tables, charts and how to read them, in light and dark.

use super::tables::{self, Entry, Table};
use super::{Report, explain, plots};
use crate::chart::{Drawing, escaped, page_style};
use crate::spec::Format;

/// The looks of the page; its colours are those of the charts.
const STYLE: &str = include_str!("page.css");

/// The whole page.
#[must_use]
pub fn html(report: &Report) -> String {
    let mut page = Page::default();
    overview(&mut page, report);
    strengths(&mut page, report);
    if report.games() > 0 {
        details(&mut page, report);
    }
    notes(&mut page, report);
    let (version, _) = &report.program;
    page.whole(report.spec.name(), version, "standings.csv, pairings.csv, report.xlsx, report.json")
}

/// What was played.
fn overview(page: &mut Page, report: &Report) {
    page.body += &format!("<h1>{}</h1>\n", escaped(report.spec.name()));
    let agents = report.spec.entrants().len();
    let board = report.spec.conditions().start.size();
    page.body += &format!(
        "<p class=\"lead\">{}, {agents} agents, board {board}</p>\n",
        escaped(&tables::games(report))
    );
    explain::result(report).iter().for_each(|result| page.plain(result));
    for note in tables::notes(report) {
        page.body += &format!("<p class=\"note\">{}</p>\n", shown(&note));
    }
    page.body += CONTENTS;
    page.begin("conditions", "What was played");
    page.body += "<dl>\n";
    for (fact, value) in tables::conditions(report) {
        page.body += &format!("<dt>{}</dt><dd>{}</dd>\n", escaped(fact), escaped(&value));
    }
    page.body += "</dl>\n<details>\n<summary>To repeat it: the specification</summary>\n";
    match explain::specification(report) {
        Some(toml) => {
            page.words(explain::REPEAT);
            page.body += &format!("<pre tabindex=\"0\">{}</pre>\n", escaped_lines(&toml));
        }
        None => page.words(explain::LONG_SPECIFICATION),
    }
    page.body += "</details>\n";
    page.end();
}

/// Who is how strong, who beat whom, and what of it is clear.
fn strengths(page: &mut Page, report: &Report) {
    page.begin("standings", "Standings");
    page.words(explain::STANDINGS);
    if report.standings.iter().any(|standing| standing.oracle.is_some()) {
        page.words(explain::ORACLE);
    }
    page.table("Standings", &tables::standings(report));
    page.end();
    if report.games() == 0 {
        return;
    }
    page.begin("ratings", "Ratings");
    page.words(explain::RATINGS);
    page.chart(&plots::ratings(report));
    page.end();
    if report.spec.entrants().len() == 2 {
        page.begin("match", "The match");
        page.words(explain::DUEL);
        page.table("The match", &tables::duel(report));
        page.end();
        return;
    }
    let crowded = format!(
        "Only the best {} are shown: all pairings are in pairings.csv and report.xlsx.",
        plots::CROSSED
    );
    let crowded = plots::is_crowded(report).then_some(crowded);
    page.begin("crosstable", "Who beat whom");
    page.words(explain::HEATMAP);
    crowded.iter().for_each(|words| page.words(words));
    page.chart(&plots::crosstable(report));
    page.end();
    page.begin("differences", "Which differences are clear");
    let (how, has_some) = explain::clear(report);
    page.words(&how);
    if has_some {
        page.table("Which differences are clear", &tables::differences(report));
    }
    page.body += "<h3>Who is probably better</h3>\n";
    page.words(explain::SUPERIORITY);
    crowded.iter().for_each(|words| page.words(words));
    page.chart(&plots::superiority(report));
    page.end();
}

/// The course's table, how it came about, and what it cost.
fn details(page: &mut Page, report: &Report) {
    if report.spec.format() == Format::Gauntlet {
        page.begin("field", "Against the field");
        page.words(explain::COURSE);
        page.table("Against the field", &tables::course(report));
        page.end();
    }
    page.begin("progress", "Ratings as games came in");
    let is_crowded = report.order.len() > plots::TRACED;
    let best = format!("{} Shown are the best {}.", explain::PROGRESS, plots::TRACED);
    page.words(if is_crowded { &best } else { explain::PROGRESS });
    page.chart(&plots::progress(report));
    page.end();
    if let Some((table, chart)) = tables::test(report).zip(plots::test(report)) {
        page.begin("test", "Sequential test");
        page.words(explain::TEST);
        page.table("Sequential test", &table);
        page.chart(&chart);
        page.end();
    }
    page.begin("ends", "How games ended");
    page.words(explain::ENDS);
    tables::length(report).iter().for_each(|words| page.words(words));
    page.table("How games ended", &tables::ends(report));
    plots::losses(report).iter().for_each(|chart| page.chart(chart));
    page.end();
    page.begin("colors", "White and Black");
    tables::white(report).iter().for_each(|words| page.words(words));
    page.words(explain::COLORS);
    page.chart(&plots::colors(report));
    page.end();
    page.begin("effort", "What moves cost");
    page.words(explain::EFFORT);
    page.body += "<h3>Nodes a move</h3>\n";
    page.chart(&plots::nodes(report));
    page.body += "<h3>Time a move</h3>\n";
    page.chart(&plots::times(report));
    page.end();
}

/// What else is to be known.
fn notes(page: &mut Page, report: &Report) {
    page.begin("notes", "Notes");
    let notes = tables::notes(report);
    page.body += "<ul>\n";
    for note in notes.iter().map(String::as_str).chain(explain::NOTES) {
        page.body += &format!("<li>{}</li>\n", shown(note));
    }
    page.body += "</ul>\n";
    page.end();
}

/// Where the list of sections goes once they are known. No text has it: all of it is escaped.
pub(crate) const CONTENTS: &str = "<nav/>\n";

/// The page as far as it is written. It is XML too, so that its form can be checked.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) body: String,
    links: Vec<String>,
}

impl Page {
    /// All of it, by the program of this version; these files have the same figures.
    pub(crate) fn whole(self, name: &str, version: &str, files: &str) -> String {
        let (name, version, files) = (escaped(name), escaped(version), escaped(files));
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n\
             <title>{name} - lastknight</title>\n<style>\n{}{STYLE}</style>\n</head>\n<body>\n\
             <main>\n{}</main>\n<footer>lastknight {version}: knight's Isolation. The same figures for \
             programs: {files}.</footer>\n</body>\n</html>\n",
            page_style(),
            self.finish(),
        )
    }

    /// All that was written, with a list of its sections.
    fn finish(self) -> String {
        let links = format!("<nav aria-label=\"Sections\">{}</nav>\n", self.links.join("\n"));
        self.body.replacen(CONTENTS, &links, 1)
    }

    pub(crate) fn begin(&mut self, id: &str, heading: &str) {
        self.links.push(format!("<a href=\"#{id}\">{}</a>", escaped(heading)));
        self.body += &format!("<section id=\"{id}\">\n<h2>{}</h2>\n", escaped(heading));
    }

    pub(crate) fn end(&mut self) {
        self.body += "</section>\n";
    }

    /// A paragraph of ours; what stands in backquotes is code.
    pub(crate) fn words(&mut self, words: &str) {
        let parts = words.split('`').enumerate().map(|(at, part)| match at % 2 {
            0 => shown(part),
            _ => format!("<code>{}</code>", escaped(part)),
        });
        self.body += &format!("<p>{}</p>\n", parts.collect::<String>());
    }

    /// A paragraph with words of others in it.
    pub(crate) fn plain(&mut self, words: &str) {
        self.body += &format!("<p>{}</p>\n", shown(words));
    }

    pub(crate) fn chart(&mut self, chart: &Drawing) {
        self.body += &chart.element();
    }

    /// A table in a box that scrolls by itself where the window is narrow.
    pub(crate) fn table(&mut self, label: &str, table: &Table) {
        let label = escaped(label);
        self.body += &format!(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">\n<table>\n"
        );
        let class = |at: usize| match &table.columns[at] {
            column if column.is_number => " class=\"number\"",
            column if column.has_sentences => " class=\"sentence\"",
            _ => "",
        };
        self.body += "<thead><tr>";
        for (at, column) in table.columns.iter().enumerate() {
            self.body += &format!("<th scope=\"col\"{}>{}</th>", class(at), entry(&column.heading));
        }
        self.body += "</tr></thead>\n<tbody>\n";
        for row in &table.rows {
            self.body += "<tr>";
            for (at, cell) in row.iter().enumerate() {
                self.body += &format!("<td{}>{}</td>", class(at), entry(cell));
            }
            self.body += "</tr>\n";
        }
        self.body += "</tbody>\n</table>\n</div>\n";
    }
}

fn entry(entry: &Entry) -> String {
    let text = shown(&entry.text);
    match entry.note.as_str() {
        "" => text,
        note => format!("{text}<small>{}</small>", shown(note)),
    }
}

/// Escaped text in which no line ends where it should not.
fn shown(text: &str) -> String {
    escaped(text).replace(" %", "\u{a0}%").replace(" a move", " a\u{a0}move")
}

/// Text whose lines stay lines.
fn escaped_lines(text: &str) -> String {
    text.lines().map(|line| escaped(line) + "\n").collect()
}
