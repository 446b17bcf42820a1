//! A study as a document: Markdown for the documentation, and a self-contained HTML page.

use super::verdicts::{VerdictCounts, all_judged};
use super::{
    explained, facts, has_claims, missing, parts, plots, published_tables, repeated, tables,
};
use crate::document::Document;
use crate::format::grouped;
use crate::study::{ClaimKind, Measure, Measured, StudyResult};

/// Returns the whole study as a document.
pub fn document(outcome: &StudyResult) -> Document {
    let study = &outcome.study;
    let name = &study.name;
    let mut document = Document::new(&study.title, env!("CARGO_PKG_VERSION"))
        .with_files(format!("{name}.csv, {name}-claims.csv, {name}.json"));
    document.intro().words(&study.question);
    if let Some(missing) = missing(outcome) {
        document.intro().note(missing);
    }
    for (id, heading, words) in explained(outcome) {
        document.section(id, heading).words(words);
    }
    verdicts(&mut document, outcome);
    for (measure, measured) in parts(outcome) {
        part(&mut document, outcome, measure, measured);
    }
    let section = document.section("origin", "How it was made");
    section.code("sh", &outcome.provenance.command).facts(facts(outcome)).plain(repeated(outcome));
    document
}

fn verdicts(document: &mut Document, outcome: &StudyResult) {
    let counts = VerdictCounts::of(all_judged(outcome));
    if counts.claims() > 0 {
        let section = document.section("verdicts", "Verdicts");
        section.plain(format!("{}.", counts.summary())).plain(super::RULE);
        section.plain(super::correction(std::slice::from_ref(outcome)).unwrap_or_default());
        section.table(tables::verdicts(outcome, ClaimKind::Report, "Verdicts", false));
    }
    if has_claims(outcome, ClaimKind::Extension) {
        let section = document.section("questions", "Further questions");
        section.plain(super::EXTENSION_RULE);
        section.table(tables::verdicts(outcome, ClaimKind::Extension, "Further questions", false));
    }
    if has_claims(outcome, ClaimKind::Figure) {
        document.section("published", "Published figures").plain(super::LISTED_BELOW);
    }
}

fn part(document: &mut Document, outcome: &StudyResult, measure: &Measure, measured: &Measured) {
    let Measured { grid, conditions, count, .. } = measured;
    // Names of measures are letters, digits and '-'.
    let section = document.section(format!("measure-{}", measure.name), &measure.title);
    let total = ("total", format!("{} {}", grouped(*count), grid.counted));
    section.words(&measure.note).facts(conditions.iter().cloned().chain([total]));
    for plot in plots::plots(outcome, measure, measured) {
        section.named_chart(plot.drawing, plot.title, Some(plot.file));
    }
    section.table(tables::figures(&measure.title, grid));
    for table in published_tables(measured) {
        section.named_table(tables::published(&table, grid));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::show::sample;

    #[test]
    fn markdown_has_everything() {
        let text = document(&sample::outcome()).markdown();
        for part in [
            "# Forms \\& \\<others\\>\n",
            "as the measure of all things.\n",
            "```sh\nlastknight study sample --games 100\n```\n",
            "- seed: 1\n- program: lastknight 0.1.0, signature 123\n- commit: abc123\n- made: 2026-11-18\n",
            "- time: 1 min 15 s\n",
            "those figures vary from run to run",
            "| “this heuristic demonstrated poor performance” (report 001) ",
            "| Half of all games are lost by the weak one. (weak) ",
            "## Further questions\n",
            "| The centre wins. (centre) ",
            " 45.0 to 55.0 % | ",
            " 15.0 % (12.1 to 18.4) | refuted ",
            "## Forms against the field\n\nEach form plays everybody.\n\n- board: 7x7\n",
            "![Forms against the field: all](sample-forms.svg)\n",
            "| \\<odd\\|name\\> \\& more |",
            "Published by Report A, table 1:\n",
            "## How to read the figures\n\nA figure above 50 % is a win.\n",
            "## Findings\n\nThe first \\| paragraph \\<b\\>. It goes on.\n\nThe second one.\n",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(!text.contains(sample::ODD) && !text.contains("<b>"));
        assert!(text.find("## Verdicts") < text.find("## Forms against"));
        for table in text.lines().filter(|line| line.starts_with('|')) {
            let bars = table.replace("\\|", "").matches('|').count();
            assert!((3..=6).contains(&bars), "{table}");
        }
    }

    #[test]
    fn a_page_is_well_formed() {
        let html = document(&sample::outcome()).html();
        let page = roxmltree::Document::parse_with_options(
            html.as_str(),
            roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() },
        )
        .unwrap();
        let count = |name: &str| page.descendants().filter(|node| node.has_tag_name(name)).count();
        assert_eq!((count("h1"), count("section")), (1, 10));
        let svg = ("http://www.w3.org/2000/svg", "svg");
        assert_eq!(page.descendants().filter(|node| node.has_tag_name(svg)).count(), 4);
        assert!(!html.contains(sample::ODD) && html.contains("&lt;odd|name&gt; &amp; more"));
        assert!(html.contains("<code>improved</code>"));
    }

    #[test]
    fn missing_measurements_are_reported() {
        let mut outcome = sample::outcome();
        outcome.measured.clear();
        let html = document(&outcome).html();
        assert!(html.contains("Not finished: 0 of 4 measurements") && !html.contains("Verdicts"));
    }
}
