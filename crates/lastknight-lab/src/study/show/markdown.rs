//! A study in Markdown, as its page in the documentation.

use super::verdicts::{Tally, all_judged};
use super::{explained, facts, missing, paragraphs, parts, plots, published_tables, repeated};
use super::{sentences, table_heading, tables};
use crate::report::markdown::{grid, plain};
use crate::study::{Measure, Measured, Outcome};
use crate::words::{grouped, wrapped};

/// The width of sentences, in characters.
const WIDTH: usize = 100;

/// The whole study; charts are beside it in files of their own.
#[must_use]
pub fn markdown(outcome: &Outcome) -> String {
    let study = &outcome.study;
    let mut text = format!("# {}\n", plain(&study.title));
    text += &prose(&study.question);
    if let Some(missing) = missing(outcome) {
        text += &format!("\n**{missing}**\n");
    }
    for (_, heading, paragraphs) in explained(outcome) {
        text += &format!("\n## {heading}\n{}", prose(&paragraphs));
    }
    text += &verdicts(outcome);
    for (measure, measured) in parts(outcome) {
        text += &part(outcome, measure, measured);
    }
    text += &format!("\n## How it was made\n\n```sh\n{}\n```\n\n", outcome.origin.command);
    for (fact, value) in facts(outcome) {
        text += &format!("- {fact}: {}\n", plain(&value));
    }
    text + &prose(&repeated(outcome))
}

fn verdicts(outcome: &Outcome) -> String {
    let tally = Tally::of(all_judged(outcome));
    if tally.claims() == 0 {
        return String::new();
    }
    let mut text = format!("\n## Verdicts\n\n{}.\n{}", tally.summary(), prose(super::RULE));
    if outcome.measured.iter().any(|measured| sentences(measured).next().is_some()) {
        text += &format!("\n{}", grid(&tables::verdicts(outcome)));
    }
    if all_judged(outcome).any(|judged| judged.claim.is_listed) {
        text += &prose(super::LISTED_BELOW);
    }
    text
}

fn part(outcome: &Outcome, measure: &Measure, measured: &Measured) -> String {
    let Measured { grid: figures, conditions, count, .. } = measured;
    let mut text = format!("\n## {}\n{}\n", plain(&measure.title), prose(&measure.note));
    for (name, value) in conditions {
        text += &format!("- {name}: {}\n", plain(value));
    }
    text += &format!("- in all: {} {}\n", grouped(*count), figures.counted);
    for plot in plots::plots(outcome, measure, measured) {
        text += &format!("\n![{}]({})\n", plain(&plot.title), plot.file);
    }
    text += &format!("\n{}", grid(&tables::figures(figures)));
    for table in published_tables(measured) {
        text += &format!("\n{}:\n", plain(&table_heading(&table)));
        text += &format!("\n{}", grid(&tables::published(&table, figures)));
    }
    text
}

/// Paragraphs after an empty line each; what stands in backquotes is code.
pub(super) fn prose(text: &str) -> String {
    let paragraph = |paragraph: &String| {
        let parts = paragraph.split('`').enumerate().map(|(at, part)| match at % 2 {
            0 => plain(part),
            _ => format!("`{part}`"),
        });
        let lines = wrapped(&parts.collect::<String>(), WIDTH);
        // Nothing that a line begins with makes it another thing.
        let line = |line: &str| match line.starts_with(['-', '+', '#', '=']) {
            true => format!("\\{line}\n"),
            false => format!("{line}\n"),
        };
        format!("\n{}", lines.lines().map(line).collect::<String>())
    };
    paragraphs(text).iter().map(paragraph).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::show::sample;

    #[test]
    fn a_page_has_all_of_it() {
        let text = markdown(&sample::outcome());
        for part in [
            "# Forms \\& \\<others\\>\n",
            "as the measure of all things.\n",
            "```sh\nlastknight study sample --games 100\n```\n",
            "- seed: 1\n- program: lastknight 0.1.0, signature 123\n- commit: abc123\n",
            "- time: 1 min 15 s\n",
            "those figures vary from run to run",
            "| Half of all games are lost by the weak one. (weak) ",
            "| Report B ",
            " 45.0 to 55.0 % | ",
            " 15.0 % (12.1 to 18.4) | refuted ",
            "## Forms against the field\n\nEach form plays everybody.\n\n- board: 7x7\n",
            "![Forms against the field: all](sample-forms.svg)\n",
            "| \\<odd\\|name\\> \\& more |",
            "Published by Report A, table 1:\n",
            "## How to read it\n\nA figure above 50 % is a win.\n",
            "## What it says\n\nThe first \\| paragraph \\<b\\>. It goes on.\n\nThe second one.\n",
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
    fn no_line_begins_as_a_list() {
        assert_eq!(prose("- a `b | c`\n\n# d | e"), "\n\\- a `b | c`\n\n\\# d \\| e\n");
        assert_eq!(prose(" "), "");
    }
}
