//! `lastknight show`: draws and describes a position.

use lastknight::{Position, Symmetry, json};

use crate::cli::ShowArgs;
use crate::diagram::{self, Charset};
use crate::failure::Failure;
use crate::{input, output};

pub(crate) fn run(args: &ShowArgs) -> Result<(), Failure> {
    let game = input::game(&args.position)?;
    let position = game.position();
    if args.json {
        return output::json(&json::Position::from(&game));
    }
    let board = diagram::draw(position, Charset::new(args.ascii));
    output::text_line(&format!("{board}\n{}", describe(position)))
}

/// Describes a position, one fact per line.
fn describe(position: &Position) -> String {
    let side = position.side();
    let mut lines = vec![position.to_string()];
    let count = position.legal_moves().count() as u64;
    lines.push(match (position.winner(), position.knight(side)) {
        (Some(winner), _) => format!("{side} has no legal move: {winner} has won"),
        (None, None) => {
            format!("{side} to place its knight on {}", output::counted(count, "open square"))
        }
        (None, Some(_)) => {
            let moves = position.size().names(position.legal_moves());
            format!("{side} to move, {}: {moves}", output::counted(count, "legal move"))
        }
    });
    let attacker = position.attacker();
    let attacker = attacker.map_or(String::new(), |color| format!(", {color} is the attacker"));
    let (ply, open, area) = (position.ply(), position.open().count(), position.size().area());
    lines.push(format!("ply {ply}, {open} of {area} squares open{attacker}"));
    let symmetries: Vec<_> = position.symmetries().map(Symmetry::name).collect();
    if !symmetries.is_empty() {
        lines.push(format!("symmetric by {}", symmetries.join(", ")));
    }
    if let Some(mirror) = position.mirror_win().filter(|_| position.winner().is_none()) {
        let behind = if mirror.is_behind() { ", a move behind" } else { "" };
        lines.push(format!("{} wins by mirroring: {}{behind}", !side, mirror.symmetry()));
    }
    lines.iter().map(|line| output::wrapped(line)).collect::<Vec<_>>().join("\n")
}
