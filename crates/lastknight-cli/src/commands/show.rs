//! `lastknight show`: a position drawn and described.

use std::io::Write;

use lastknight::{Mirror, Position, Symmetry, json};

use crate::cli::ShowArgs;
use crate::draw::{self, Charset};
use crate::failure::Failure;
use crate::input;
use crate::output;

pub(crate) fn run(args: &ShowArgs) -> Result<(), Failure> {
    let game = input::game(&args.position)?;
    let position = game.position();
    if args.json {
        return output::json(&json::Position::from(&game));
    }
    let charset = if args.ascii { Charset::ASCII } else { Charset::UNICODE };
    let mut out = output::stdout();
    write!(out, "{}", draw::board(position, &charset))?;
    writeln!(out, "\n{}", describe(position))?;
    Ok(out.flush()?)
}

/// How the player who just moved wins by mirroring, where the game is not over anyway.
fn mirror_win(position: &Position) -> Option<Mirror> {
    position.mirror_win().filter(|_| position.winner().is_none())
}

/// The position in words, a fact a line.
fn describe(position: &Position) -> String {
    let side = position.side();
    let mut lines = vec![position.to_string()];
    let count = position.legal_moves().count();
    let plural = if count == 1 { "" } else { "s" };
    lines.push(match (position.winner(), position.knight(side)) {
        (Some(winner), _) => format!("{side} has no legal move: {winner} has won"),
        (None, None) => format!("{side} to place its knight on {count} open square{plural}"),
        (None, Some(_)) => {
            let moves = position.size().names(position.legal_moves());
            format!("{side} to move, {count} legal move{plural}: {moves}")
        }
    });
    let attacker = position
        .attacker()
        .map_or(String::new(), |attacker| format!(", {attacker} is the attacker"));
    let open = position.open().count();
    lines.push(format!(
        "ply {}, {open} of {} squares open{attacker}",
        position.ply(),
        position.size().area()
    ));
    let symmetries: Vec<_> = position.symmetries().map(Symmetry::name).collect();
    if !symmetries.is_empty() {
        lines.push(format!("symmetric by {}", symmetries.join(", ")));
    }
    if let Some(mirror) = mirror_win(position) {
        let behind = if mirror.is_behind() { ", a move behind" } else { "" };
        lines.push(format!("{} wins by mirroring: {}{behind}", !side, mirror.symmetry()));
    }
    lines.join("\n")
}
