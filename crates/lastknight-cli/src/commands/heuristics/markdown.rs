//! The page `docs/heuristics.md`.

use lastknight::eval::Parameter;
use lastknight::eval::feature::{FEATURES, Scope};
use lastknight::eval::formula::FUNCTIONS;
use lastknight::eval::registry::{Family, HEURISTICS, RegisteredHeuristic};

use super::written;

const HEAD: &str = "\
# Heuristics

<!-- Made by: lastknight heuristics --markdown > docs/heuristics.md -->

Every heuristic of the reports, and ours. Commands take these names, with parameters in parentheses, in order or by
name: `chase`, `chase(0.25,1)`, `drilldown(depth=3)`. The form is a [formula](formulas.md) over the
[features](#features) below; a prime means the opponent's. A test compares each form with the compiled code, bit for
bit. If the side to move has no move, the position is won or lost, whatever the form.

*Antisymmetric*: the values for the two players differ only in sign.

`lastknight heuristics --explain NAME` shows a worked example. Costs: [performance](performance.md#evaluation).
";

pub(super) fn page() -> String {
    let mut text = HEAD.to_owned();
    for family in Family::ALL {
        text += &format!("\n## {}\n\n", family.title());
        let entries = || HEURISTICS.iter().filter(|entry| entry.family == family);
        text += "| name | form | what it is | antisymmetric |\n|---|---|---|---|\n";
        for entry in entries() {
            let antisymmetric = if entry.is_antisymmetric { "yes" } else { "no" };
            let RegisteredHeuristic { form, summary, .. } = entry;
            let name = entry.signature();
            text += &format!("| `{name}` | `{form}` | {summary} | {antisymmetric} |\n");
        }
        let readings: Vec<String> = entries().filter_map(reading).collect();
        if !readings.is_empty() {
            text += &format!("\n{}", readings.concat());
        }
        text += &parameters(entries());
    }
    text += "\n## Features\n\nOf the evaluated player; with a prime, of the opponent. Before its placement a knight \
             can go to all open squares and is at distance 0 from everything.\n\n";
    text += "| name | meaning |\n|---|---|\n";
    for feature in FEATURES {
        let primed = match feature.scope {
            Scope::Player => format!(", `{}'`", feature.name),
            Scope::Board => String::new(),
        };
        text += &format!("| `{}`{primed} | {} |\n", written(feature), feature.summary);
    }
    text += "\n## Functions\n\n| name | meaning |\n|---|---|\n";
    for function in &FUNCTIONS {
        text +=
            &format!("| `{}({})` | {} |\n", function.name, function.arguments, function.summary);
    }
    text
}

fn reading(entry: &RegisteredHeuristic) -> Option<String> {
    entry.reading.map(|reading| format!("- `{}`: {reading}\n", entry.name))
}

/// Lists the parameters of a family, each once with its heuristics.
fn parameters<'a>(entries: impl Iterator<Item = &'a RegisteredHeuristic>) -> String {
    let mut lines: Vec<(&Parameter, Vec<String>)> = Vec::new();
    for entry in entries {
        for parameter in entry.parameters {
            let name = format!("`{}`", entry.name);
            match lines.iter_mut().find(|(other, _)| *other == parameter) {
                Some((_, names)) => names.push(name),
                None => lines.push((parameter, vec![name])),
            }
        }
    }
    let mut text = String::new();
    for (parameter, names) in lines {
        let Parameter { name, summary, .. } = parameter;
        let range = parameter.range();
        text += &format!("- `{name}` of {}: {summary}; {range}.\n", names.join(", "));
    }
    if text.is_empty() { text } else { format!("\nParameters:\n\n{text}") }
}
