//! Several studies at a glance: what each found, and every claim in words with its verdict.

use std::path::{Path, PathBuf};

use super::markdown::prose;
use super::verdicts::{Tally, all_judged};
use super::{RULE, counts, page_name, sentences, tables, write_all};
use crate::chart::escaped;
use crate::report::FilesError;
use crate::report::html::{CONTENTS, Page};
use crate::report::markdown::{grid, plain};
use crate::report::tables::Table;
use crate::study::Outcome;
use crate::words::{grouped, shortened};

/// The name of the page.
const PAGE: &str = "index.html";

const TITLE: &str = "Studies";

/// A line a study, for the terminal, in at most 100 columns.
#[must_use]
pub fn overview_text(outcomes: &[Outcome]) -> String {
    let name = |outcome: &Outcome| shortened(&outcome.study.name, 28);
    let width = outcomes.iter().map(|outcome| name(outcome).chars().count()).max();
    let width = width.unwrap_or_default().max(5);
    let mut text = format!(
        "{:<width$}{:>11}{:>9}{:>11}{:>12}  page\n",
        "study", "confirmed", "refuted", "undecided", "games"
    );
    for outcome in outcomes {
        let Tally { confirmed, refuted, undecided } = Tally::of(all_judged(outcome));
        text += &format!(
            "{:<width$}{confirmed:>11}{refuted:>9}{undecided:>11}{:>12}  {}\n",
            name(outcome),
            grouped(outcome.games()),
            shortened(&page_name(outcome), 27),
        );
    }
    text + &format!("{}\n", all(outcomes).summary())
}

fn all(outcomes: &[Outcome]) -> Tally {
    Tally::of(outcomes.iter().flat_map(all_judged))
}

/// The files of the overview: their names and what is in them.
#[must_use]
pub fn overview_files(outcomes: &[Outcome]) -> Vec<(String, String)> {
    vec![(PAGE.to_owned(), html(outcomes)), ("README.md".to_owned(), markdown(outcomes))]
}

/// Puts the overview into the directory of the studies' files and says where its page is.
///
/// # Errors
/// Where one of them cannot be written.
pub fn write_overview(outcomes: &[Outcome], directory: &Path) -> Result<PathBuf, FilesError> {
    write_all(overview_files(outcomes), directory)?;
    Ok(directory.join(PAGE))
}

/// The studies that have claims in words, each with the claims and their verdicts.
fn claims(outcomes: &[Outcome]) -> impl Iterator<Item = (&Outcome, Table)> {
    let has_some = |outcome: &&Outcome| {
        outcome.measured.iter().any(|measured| sentences(measured).next().is_some())
    };
    outcomes.iter().filter(has_some).map(|outcome| {
        let mut table = tables::verdicts(outcome);
        // What would decide is told on the study's own page.
        for verdict in table.rows.iter_mut().filter_map(|row| row.last_mut()) {
            if let Some((word, _)) = verdict.text.split_once(':') {
                verdict.text = word.to_owned();
            }
        }
        (outcome, table)
    })
}

fn markdown(outcomes: &[Outcome]) -> String {
    let mut text = format!("# {TITLE}\n\n{}.\n{}\n", all(outcomes).summary(), prose(RULE));
    text += "| Study | Confirmed | Refuted | Undecided | Measured |\n| --- | ---: | ---: | ---: | ---: |\n";
    for outcome in outcomes {
        let Tally { confirmed, refuted, undecided } = Tally::of(all_judged(outcome));
        let study = &outcome.study;
        text += &format!(
            "| [{}]({}.md) | {confirmed} | {refuted} | {undecided} | {} |\n",
            plain(&study.title),
            study.name,
            counts(outcome),
        );
    }
    for (number, (outcome, table)) in claims(outcomes).enumerate() {
        let heading = if number == 0 { "\n## Claims\n" } else { "" };
        text += &format!("{heading}\n### {}\n\n{}", plain(&outcome.study.title), grid(&table));
    }
    text
}

fn html(outcomes: &[Outcome]) -> String {
    let mut page = Page::default();
    page.body += &format!("<h1>{TITLE}</h1>\n");
    page.plain(&format!("{}.", all(outcomes).summary()));
    page.plain(RULE);
    page.body += CONTENTS;
    page.begin("studies", TITLE);
    page.body += "<dl>\n";
    for outcome in outcomes {
        let study = &outcome.study;
        let summary = Tally::of(all_judged(outcome)).summary();
        page.body += &format!(
            "<dt><a href=\"{}\">{}</a></dt><dd>{}<br/>{}; {}</dd>\n",
            escaped(&page_name(outcome)),
            escaped(&study.name),
            escaped(&study.title),
            escaped(&summary),
            escaped(&counts(outcome)),
        );
    }
    page.body += "</dl>\n";
    page.end();
    // Names of studies may have any letters in them.
    for (number, (outcome, table)) in claims(outcomes).enumerate() {
        let title = &outcome.study.title;
        page.begin(&format!("claims-{number}"), title);
        page.table(title, &table);
        page.end();
    }
    page.whole(TITLE, env!("CARGO_PKG_VERSION"), "those of each study")
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::study::show::sample;

    #[test]
    fn studies_have_a_line_each() {
        let outcomes = [sample::outcome(), sample::outcome()];
        let text = overview_text(&outcomes);
        assert_eq!(text.lines().count(), 4);
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert!(text.lines().nth(1).unwrap().ends_with("1,000  sample.html"), "{text}");
        assert!(overview_text(&[]).ends_with("no claims\n"));
    }

    #[test]
    fn pages_link_to_the_studies() {
        let directory = TempDir::new().unwrap();
        let outcomes = [sample::outcome()];
        let page = write_overview(&outcomes, directory.path()).unwrap();
        let html = std::fs::read_to_string(page).unwrap();
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        roxmltree::Document::parse_with_options(&html, options).unwrap();
        assert!(html.contains("<a href=\"sample.html\">sample</a>"));
        let markdown = std::fs::read_to_string(directory.path().join("README.md")).unwrap();
        for part in [
            "| [Forms \\& \\<others\\>](sample.md) |",
            "\n### Forms",
            "\n| Half of all games are lost",
        ] {
            assert!(markdown.contains(part), "{part}\n{markdown}");
        }
        assert!(!markdown.contains("| plain "), "{markdown}");
        for (_, file) in overview_files(&[]) {
            assert!(file.contains("no claims"));
        }
    }
}
