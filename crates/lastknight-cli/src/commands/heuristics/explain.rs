//! Explains a heuristic: source, form, parameters and a worked example.

use lastknight::board::word::Word;
use lastknight::eval::formula::{Expr, Leaf};
use lastknight::eval::model::{Model, NAMES, SCALE, numbers};
use lastknight::eval::{Scene, View};
use lastknight::json::{HeuristicDescription, Numbers};
use lastknight::{Heuristic, Position};
use serde::Serialize;

use crate::cli::HeuristicsArgs;
use crate::diagram::{self, Charset};
use crate::failure::Failure;
use crate::{input, output};

/// The waiting player shares two of its five moves with the other.
const SHARING: &str = "7/2x4/4x2/3N3/2x4/3n3/1x5 w";

/// Example positions, each for heuristics that use a feature, the last for all others.
const EXAMPLES: [(&str, &str); 6] = [
    ("apart", "xxxxxxx/x1xNxxx/1xxxx1x/xxxxxx1/x1xxxxx/xxnxxxx/1xx1xxx b"),
    ("mirror", "7/7/5N1/3x3/1n5/7/7 b"),
    ("shared", SHARING),
    ("drill", SHARING),
    ("drill-program", SHARING),
    ("", "7/2x4/1x1N3/3x3/1nxx3/4x2/7 b"),
];

fn example(leaves: &[Leaf]) -> &'static str {
    let mentions = |name: &str| leaves.iter().any(|leaf| leaf.feature().name == name);
    let found = EXAMPLES.iter().find(|(feature, _)| feature.is_empty() || mentions(feature));
    found.map_or("startpos", |(_, position)| position)
}

#[derive(Serialize)]
struct Explanation {
    heuristic: String,
    entry: Option<HeuristicDescription>,
    form: String,
    position: String,
    to_move: &'static str,
    /// Deprecated: `to_move`.
    player: &'static str,
    features: Numbers,
    steps: Vec<String>,
    value: f64,
}

pub(super) fn run(heuristic: &Heuristic, args: &HeuristicsArgs) -> Result<(), Failure> {
    let form = heuristic.form().expect("a parsed heuristic has a form");
    let leaves = form.features();
    let text = args.position.as_deref().unwrap_or_else(|| example(&leaves));
    let game = input::game(&[text.to_owned()])?;
    let position = game.position();
    let player = position.side();
    let scene = Scene::new(position);
    let view = scene.view(player);
    let explanation = Explanation {
        heuristic: heuristic.to_string(),
        entry: heuristic.entry().map(Into::into),
        form: heuristic.entry().map_or_else(|| form.to_string(), |entry| entry.form.to_owned()),
        position: position.to_string(),
        to_move: player.name(),
        player: player.name(),
        features: Numbers(leaves.iter().map(|leaf| (leaf.to_string(), leaf.value(view))).collect()),
        steps: steps(&form, view, heuristic.estimate(position, player)),
        value: heuristic.value(position, player),
    };
    if args.json {
        return output::json(&explanation);
    }
    let about = about(heuristic, &explanation.form, &leaves);
    output::text(&(about + &worked_example(position, &explanation, Charset::new(args.ascii))))
}

fn steps<W: Word>(form: &Expr, view: View<'_, W>, value: f64) -> Vec<String> {
    let steps = form.steps(view);
    let mut texts: Vec<String> = steps.iter().map(|step| format!("{step:#}")).collect();
    if let Some(Expr::Number(last)) = steps.last()
        && *last != value
    {
        let why = if last.is_nan() { "NaN counts as 0" } else { "clamped" };
        texts.push(format!("{}, {why}", output::number(value)));
    }
    texts
}

fn about(heuristic: &Heuristic, form: &str, leaves: &[Leaf]) -> String {
    let mut text = match heuristic.entry() {
        Some(entry) => {
            format!("{heuristic}: {}\nSource: {}\n", entry.summary, entry.family.title())
        }
        None => "A formula\n".to_owned(),
    };
    text += &format!("\n    {form}\n\n");
    let entry = heuristic.entry();
    let parameters = entry.map_or(&[][..], |entry| entry.parameters);
    // The meaning of each name in the form.
    let mut names: Vec<(String, String)> = Vec::new();
    for (parameter, value) in parameters.iter().zip(heuristic.parameters()) {
        let name = format!("{} = {}", parameter.name, output::number(*value));
        let range = format!("{}, default {}", parameter.range(), parameter.default);
        names.push((name, format!("{}; {range}", parameter.summary)));
    }
    for feature in leaves.iter().map(Leaf::feature) {
        if names.iter().all(|(name, _)| name != feature.name) {
            names.push((feature.name.to_owned(), feature.summary.to_owned()));
        }
    }
    if leaves.iter().any(Leaf::is_opponents) {
        names.push(("with '".to_owned(), "the same for the opponent".to_owned()));
    }
    let width = names.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    for (name, meaning) in names {
        text += &output::item(&name, width + 2, &meaning);
    }
    if let Some(entry) = entry {
        if let Some(reading) = entry.reading {
            text += &format!("\n{}\n", output::wrapped(reading));
        }
        let symmetry = match entry.is_antisymmetric {
            true => "Antisymmetric: the opponent's value is the same with the sign changed.",
            false => "Not antisymmetric: the opponent's value is not the negated value.",
        };
        text += &format!("\n{}\n", output::wrapped(symmetry));
    }
    text
}

/// Shows the sum of the linear model, one line per term.
fn model(position: &Position) -> String {
    let model = Model::fitted(position.size().area());
    let Some(weights) = model.weights(position) else {
        return "model is 0 until both knights are placed\n".to_owned();
    };
    let is_attacker = position.attacker() == Some(position.side());
    let role = if is_attacker { "attacker" } else { "victim" };
    let open = position.open().count();
    let mut text = format!("The weights with {open} squares open and the {role} to move:\n\n");
    for ((number, weight), name) in numbers(position).into_iter().zip(weights).zip(NAMES) {
        text += &format!("{number:>4} * {weight:>6} = {:>8}  {name}\n", number * weight);
    }
    text + &format!("{:>24}  sum, {SCALE} times the model\n", model.score(position))
}

fn worked_example(position: &Position, explanation: &Explanation, charset: &Charset) -> String {
    let player = position.side();
    let mut text = format!("\n{position}, value for {player} to move\n\n");
    text += &diagram::draw(position, charset);
    if let Some(winner) = position.winner() {
        return text
            + &format!("\n{player} has no legal move: {winner} has won, whatever the form\n");
    }
    let features = explanation.features.0.iter();
    let features = features.map(|(name, value)| format!("{name} = {}", output::number(*value)));
    let features: Vec<String> = features.collect();
    text.push('\n');
    if !features.is_empty() {
        text += &format!("{}\n\n", output::wrapped(&features.join(", ")));
    }
    if explanation.features.0.iter().any(|(name, _)| name == "model" || name == "model'") {
        text += &format!("{}\n", model(position));
    }
    text += &format!("  {}\n", explanation.form);
    for step in &explanation.steps {
        text += &format!("= {step}\n");
    }
    text
}
