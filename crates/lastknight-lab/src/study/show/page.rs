//! A study as one page that needs nothing else.

use super::verdicts::{Tally, all_judged};
use super::{explained, facts, missing, paragraphs, parts, plots, published_tables, repeated};
use super::{sentences, table_heading, tables};
use crate::chart::escaped;
use crate::report::html::{CONTENTS, Page};
use crate::study::{Measure, Measured, Outcome};
use crate::words::grouped;

/// The whole page.
#[must_use]
pub fn page(outcome: &Outcome) -> String {
    let study = &outcome.study;
    let mut page = Page::default();
    page.body += &format!("<h1>{}</h1>\n", escaped(&study.title));
    prose(&mut page, &study.question);
    if let Some(missing) = missing(outcome) {
        page.body += &format!("<p class=\"note\">{}</p>\n", escaped(&missing));
    }
    page.body += CONTENTS;
    for (id, heading, words) in explained(outcome) {
        page.begin(id, heading);
        prose(&mut page, &words);
        page.end();
    }
    verdicts(&mut page, outcome);
    for (measure, measured) in parts(outcome) {
        part(&mut page, outcome, measure, measured);
    }
    origin(&mut page, outcome);
    let name = &study.name;
    let files = format!("{name}.csv, {name}-claims.csv, {name}.json");
    page.whole(&study.title, env!("CARGO_PKG_VERSION"), &files)
}

fn prose(page: &mut Page, text: &str) {
    paragraphs(text).iter().for_each(|paragraph| page.words(paragraph));
}

fn list<'a>(page: &mut Page, facts: impl Iterator<Item = (&'a str, &'a str)>) {
    page.body += "<dl>\n";
    for (fact, value) in facts {
        page.body += &format!("<dt>{}</dt><dd>{}</dd>\n", escaped(fact), escaped(value));
    }
    page.body += "</dl>\n";
}

fn origin(page: &mut Page, outcome: &Outcome) {
    page.begin("origin", "How it was made");
    page.body += &format!("<p><code>{}</code></p>\n", escaped(&outcome.origin.command));
    let facts = facts(outcome);
    list(page, facts.iter().map(|(fact, value)| (*fact, value.as_str())));
    page.plain(&repeated(outcome));
    page.end();
}

fn verdicts(page: &mut Page, outcome: &Outcome) {
    let tally = Tally::of(all_judged(outcome));
    if tally.claims() == 0 {
        return;
    }
    page.begin("verdicts", "Verdicts");
    page.plain(&format!("{}.", tally.summary()));
    page.plain(super::RULE);
    if outcome.measured.iter().any(|measured| sentences(measured).next().is_some()) {
        page.table("Verdicts", &tables::verdicts(outcome));
    }
    if all_judged(outcome).any(|judged| judged.claim.is_listed) {
        page.plain(super::LISTED_BELOW);
    }
    page.end();
}

fn part(page: &mut Page, outcome: &Outcome, measure: &Measure, measured: &Measured) {
    let Measured { grid, conditions, count, .. } = measured;
    // Names of measures are letters, digits and '-'.
    page.begin(&format!("measure-{}", measure.name), &measure.title);
    prose(page, &measure.note);
    let in_all = format!("{} {}", grouped(*count), grid.counted);
    let conditions = conditions.iter().map(|(name, value)| (*name, value.as_str()));
    list(page, conditions.chain([("in all", in_all.as_str())]));
    for plot in plots::plots(outcome, measure, measured) {
        if plot.title != measure.title {
            page.body += &format!("<h3>{}</h3>\n", escaped(&plot.title));
        }
        page.chart(&plot.drawing);
    }
    page.table(&measure.title, &tables::figures(grid));
    for table in published_tables(measured) {
        let heading = table_heading(&table);
        page.body += &format!("<h3>{}</h3>\n", escaped(&heading));
        page.table(&heading, &tables::published(&table, grid));
    }
    page.end();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::show::sample;

    #[test]
    fn a_page_is_well_formed() {
        let html = page(&sample::outcome());
        let page = roxmltree::Document::parse_with_options(
            html.as_str(),
            roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() },
        )
        .unwrap();
        let count = |name: &str| page.descendants().filter(|node| node.has_tag_name(name)).count();
        assert_eq!((count("h1"), count("section")), (1, 8));
        let svg = ("http://www.w3.org/2000/svg", "svg");
        assert_eq!(page.descendants().filter(|node| node.has_tag_name(svg)).count(), 4);
        assert!(!html.contains(sample::ODD) && html.contains("&lt;odd|name&gt; &amp; more"));
        assert!(html.contains("<code>improved</code>"));
    }

    #[test]
    fn what_is_missing_is_told() {
        let mut outcome = sample::outcome();
        outcome.measured.clear();
        let html = page(&outcome);
        assert!(html.contains("Not finished: 0 of 4 measurements") && !html.contains("Verdicts"));
    }
}
