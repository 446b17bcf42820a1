//! `lastknight heuristics`: the list of heuristics, and explanations.

mod explain;
mod markdown;

use lastknight::eval::feature::{FEATURES, Feature, Scope};
use lastknight::eval::formula::FUNCTIONS;
use lastknight::eval::registry::{Family, HEURISTICS};
use lastknight::json::{FormulaLanguage, HeuristicDescription};

use crate::cli::HeuristicsArgs;
use crate::failure::Failure;
use crate::{input, output};

pub(crate) fn run(args: &HeuristicsArgs) -> Result<(), Failure> {
    let constants = input::constants(args.constants.path())?;
    if let Some(text) = &args.explain {
        let heuristic = input::heuristic(text, &constants)?;
        return explain::run(&heuristic, args);
    }
    if args.json {
        return match args.features {
            true => output::json(&FormulaLanguage::all()),
            false => output::json(&HeuristicDescription::all()),
        };
    }
    let text = match args {
        HeuristicsArgs { markdown: true, .. } => markdown::page(),
        HeuristicsArgs { features: true, .. } => parts_of_formulas(),
        _ => list(),
    };
    output::text(&text)
}

/// Returns a feature with its parameter, as in `drill(depth=5)`.
fn written(feature: &Feature) -> String {
    feature.name.to_owned() + &feature.parameter.map_or(String::new(), |p| format!("({p})"))
}

/// Lists the heuristics, one per line.
fn list() -> String {
    let mut text = String::new();
    for family in Family::ALL {
        text += &format!("{}\n", family.title());
        for entry in HEURISTICS.iter().filter(|entry| entry.family == family) {
            text += &output::item(&format!("  {}", entry.name), INDENT, entry.summary);
        }
        text.push('\n');
    }
    let end = "'--explain NAME' shows the form, the parameters and an example. A formula is a heuristic too: \
               '--explain \"dp * (n - 1.5*n')\"'; '--features' lists the parts of formulas.";
    format!("{text}{}\n", output::wrapped(end))
}

/// The place of descriptions beside names.
const INDENT: usize = 30;

fn parts_of_formulas() -> String {
    let mut text = "Features; with ' also for the opponent, as in n'\n".to_owned();
    for feature in FEATURES {
        let prime = if feature.scope == Scope::Player { "'" } else { "" };
        let name = format!("  {:<24} {prime:<1}  ", written(feature));
        text += &output::item(&name, INDENT, feature.summary);
    }
    text += "\nFunctions\n";
    for function in &FUNCTIONS {
        let call = format!("{}({})", function.name, function.arguments);
        text += &output::item(&format!("  {call:<26}  "), INDENT, function.summary);
    }
    let end = "Operators: + - * / ^ and < <= > >= == != (1 or 0), with parentheses. opp.n is n' in letters. Formulas can \
               use heuristics by name: improved + symmetry(50). Only edges is the feature there; the heuristic is edges - \
               edges'.";
    format!("{text}\n{}\n", output::wrapped(end))
}
