//! A report as one page that needs nothing else: tables, charts and how to read them, in light and dark.

use super::tables::{self, Entry, Table};
use super::{Report, explain, plots};
use crate::chart::{Drawing, escaped, page_style};
use crate::spec::Format;

/// The looks of the page; its colours are those of the charts.
const STYLE: &str = include_str!("page.css");

/// The whole page.
#[must_use]
pub(super) fn html(report: &Report) -> String {
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
    for note in tables::notes(report) {
        page.body += &format!("<p class=\"note\">{}</p>\n", escaped(&note));
    }
    page.body += "<section id=\"conditions\">\n<h2>What was played</h2>\n<dl>\n";
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
    page.body += "</details>\n</section>\n";
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
    page.words(&explain::clear(report));
    page.words(explain::DIFFERENCES);
    page.table("Which differences are clear", &tables::differences(report));
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
    page.words(explain::PROGRESS);
    if report.order.len() > plots::TRACED {
        page.words(&format!("Shown are the best {}.", plots::TRACED));
    }
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
        page.body += &format!("<li>{}</li>\n", escaped(note));
    }
    page.body += "</ul>\n";
    page.end();
}

/// The page as far as it is written. It is XML too, so that its form can be checked.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) body: String,
}

impl Page {
    /// All of it, by the program of this version; these files have the same figures.
    pub(crate) fn whole(&self, name: &str, version: &str, files: &str) -> String {
        let (name, version, files) = (escaped(name), escaped(version), escaped(files));
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
             <meta name=\"color-scheme\" content=\"light dark\"/>\n\
             <title>{name} - lastknight</title>\n<style>\n{}{STYLE}</style>\n</head>\n<body>\n\
             <main>\n{}</main>\n<footer>lastknight {version}: knight's Isolation. The same figures for \
             programs: {files}.</footer>\n</body>\n</html>\n",
            page_style(),
            self.body,
        )
    }

    pub(crate) fn begin(&mut self, id: &str, heading: &str) {
        self.body += &format!("<section id=\"{id}\">\n<h2>{}</h2>\n", escaped(heading));
    }

    pub(crate) fn end(&mut self) {
        self.body += "</section>\n";
    }

    /// A paragraph; what stands in backquotes is code.
    pub(crate) fn words(&mut self, words: &str) {
        let parts = words.split('`').enumerate().map(|(at, part)| match at % 2 {
            0 => escaped(part),
            _ => format!("<code>{}</code>", escaped(part)),
        });
        self.body += &format!("<p>{}</p>\n", parts.collect::<String>());
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
        let class = |at: usize| if table.columns[at].is_number { " class=\"number\"" } else { "" };
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
    let text = escaped(&entry.text);
    match entry.note.as_str() {
        "" => text,
        note => format!("{text}<small>{}</small>", escaped(note)),
    }
}

/// Text whose lines stay lines.
fn escaped_lines(text: &str) -> String {
    text.lines().map(|line| escaped(line) + "\n").collect()
}
