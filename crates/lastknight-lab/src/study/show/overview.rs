//! The overview of several studies: their verdicts, and every claim in words.

use std::path::{Path, PathBuf};

use super::verdicts::{VerdictCounts, all_judged};
use super::{RULE, correction, counts, has_claims, page_name, tables};
use crate::document::{
    DataCell, DataTable, Document, FilesError, OutputFile, numbers, words, write_files,
};
use crate::study::{ClaimKind, StudyResult};

const PAGE: &str = "index.html";

const TITLE: &str = "Studies";

/// One row per study.
fn studies(outcomes: &[StudyResult]) -> DataTable {
    let verdicts = |outcome: &&StudyResult| VerdictCounts::of(all_judged(outcome));
    DataTable::of(TITLE, outcomes)
        .column(words("study").only_in_terminal(5).at_most(28), |outcome| {
            outcome.study.name.clone()
        })
        .column(words("Study"), |outcome| DataCell::link(&outcome.study.title, &outcome.study.name))
        .column(numbers("Confirmed").in_terminal(11).headed("confirmed"), |it| {
            verdicts(it).confirmed
        })
        .column(numbers("Even").in_terminal(6).headed("even"), |it| verdicts(it).even)
        .column(numbers("Refuted").in_terminal(9).headed("refuted"), |it| verdicts(it).refuted)
        .column(numbers("Undecided").in_terminal(11).headed("undecided"), |it| {
            verdicts(it).undecided
        })
        .column(numbers("games").only_in_terminal(12), |outcome| outcome.games())
        .column(numbers("Measured"), |outcome| counts(outcome))
        .column(words("page").only_in_terminal(0).after(2).at_most(27), |outcome| {
            page_name(outcome)
        })
        .finish()
}

/// Returns one line per study, in lines of this width.
#[must_use]
pub fn overview_text(outcomes: &[StudyResult], width: usize) -> String {
    format!("{}{}\n", studies(outcomes).text(width), all(outcomes).summary())
}

fn all(outcomes: &[StudyResult]) -> VerdictCounts {
    VerdictCounts::of(outcomes.iter().flat_map(all_judged))
}

fn overview_files(outcomes: &[StudyResult]) -> Vec<OutputFile> {
    let document = overview(outcomes);
    vec![
        (PAGE.to_owned(), document.html().into_bytes()),
        ("README.md".to_owned(), document.markdown().into_bytes()),
    ]
}

/// Writes the overview to the directory of the studies' files and returns the path of its page.
///
/// # Errors
/// Returns an error if one of them cannot be written.
pub fn write_overview(outcomes: &[StudyResult], directory: &Path) -> Result<PathBuf, FilesError> {
    write_files(overview_files(outcomes), directory)
}

/// The table of studies, then the claims in words of each study.
fn overview(outcomes: &[StudyResult]) -> Document {
    let mut document =
        Document::new(TITLE, env!("CARGO_PKG_VERSION")).with_files("those of each study");
    let intro = document.intro();
    intro.plain(format!("{}.", all(outcomes).summary())).plain(RULE);
    intro.plain(correction(outcomes).unwrap_or_default()).table(studies(outcomes));
    let quoted = |outcome: &&StudyResult| has_claims(outcome, ClaimKind::Report);
    if outcomes.iter().any(|outcome| quoted(&outcome)) {
        let claims = document.section("claims", "Claims of the reports");
        for outcome in outcomes.iter().filter(quoted) {
            let title = &outcome.study.title;
            // The study's own page has what would decide.
            let table = tables::verdicts(outcome, ClaimKind::Report, title, true);
            claims.subheading(title).table(table);
        }
    }
    document
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::study::show::sample;

    #[test]
    fn studies_have_a_line_each() {
        let outcomes = [sample::outcome(), sample::outcome()];
        let text = overview_text(&outcomes, 100);
        assert_eq!(text.lines().count(), 4);
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        assert!(text.lines().nth(1).unwrap().ends_with("1,000  sample.html"), "{text}");
        assert!(overview_text(&[], 100).ends_with("no claims of reports\n"));
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
            " | Half of all games are lost",
        ] {
            assert!(markdown.contains(part), "{part}\n{markdown}");
        }
        assert!(!markdown.contains("| plain "), "{markdown}");
        for (_, file) in overview_files(&[]) {
            assert!(String::from_utf8(file).unwrap().contains("no claims"));
        }
    }
}
