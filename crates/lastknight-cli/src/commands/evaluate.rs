//! `lastknight evaluate`: features and heuristics of a position, for the side to move.

use lastknight::eval::feature;
use lastknight::eval::registry::{Family, HEURISTICS};
use lastknight::{Heuristic, Position, json};

use crate::cli::EvaluateArgs;
use crate::failure::Failure;
use crate::{input, output};

pub(crate) fn run(args: &EvaluateArgs) -> Result<(), Failure> {
    let (game, constants) = input::game_and_constants(&args.position, args.constants.path())?;
    let by_family = args.heuristics.is_empty();
    let mut heuristics: Vec<(&str, Heuristic)> = Vec::new();
    if by_family {
        heuristics.extend(HEURISTICS.iter().map(|entry| (entry.name, Heuristic::of(entry))));
    }
    for text in &args.heuristics {
        let heuristic = input::heuristic(text, &constants)?;
        // Duplicates are evaluated once.
        if heuristics.iter().all(|(other, _)| other != text) {
            heuristics.push((text, heuristic));
        }
    }
    let position = game.position();
    let json = || json::Evaluation::new(position, &heuristics);
    output::result(args.json, json, || describe(position, &heuristics, by_family))
}

fn describe(position: &Position, heuristics: &[(&str, Heuristic)], by_family: bool) -> String {
    let player = position.side();
    let mut text = format!("{position}, values for {player} to move\n");
    if let Some(winner) = position.winner() {
        text += &format!("{player} has no legal move: {winner} has won\n");
    }

    text += &format!("\n{:<16}{:>12}{:>12}\n", "feature", "own", "opponent's");
    for (feature, own, other) in feature::values(position, player) {
        let other = other.map_or(String::new(), output::number);
        let line = format!("{:<16}{:>12}{other:>12}", feature.name, output::number(own));
        text += &format!("{}\n", line.trim_end());
    }

    // Formulas can be long, so the values come first.
    text += &format!("\n{:>12}  heuristic\n", "value");
    let mut family = None;
    for (name, heuristic) in heuristics {
        let next = heuristic.entry().map(|entry| entry.family);
        if by_family && next != family {
            text += &format!("{:>12}  {}\n", "", next.map_or("", Family::title));
            family = next;
        }
        let value = match position.winner() {
            Some(winner) if winner == player => "won".to_owned(),
            Some(_) => "lost".to_owned(),
            None => output::number(heuristic.value(position, player)),
        };
        let name: Vec<&str> = name.split_whitespace().collect();
        text += &format!("{value:>12}  {}\n", name.join(" "));
    }
    text
}
