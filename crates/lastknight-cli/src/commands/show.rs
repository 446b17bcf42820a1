//! `lastknight show`: a position drawn and described.

use std::io::Write;

use lastknight::{Color, Mirror, Position, Square, Symmetry};
use serde::Serialize;

use crate::cli::Show;
use crate::draw::{self, Charset};
use crate::failure::Failure;
use crate::input;
use crate::output;

pub(crate) fn run(arguments: &Show) -> Result<(), Failure> {
    let game = input::game(&arguments.position)?;
    let position = game.position();
    if arguments.json {
        return output::json(&Description::of(position));
    }
    let charset = if arguments.ascii { Charset::ASCII } else { Charset::UNICODE };
    let mut out = output::stdout();
    write!(out, "{}", draw::board(position, &charset))?;
    writeln!(out, "\n{}", describe(position))?;
    Ok(out.flush()?)
}

/// A position as JSON.
#[derive(Serialize)]
pub(crate) struct Description {
    position: String,
    board: String,
    white: Option<String>,
    black: Option<String>,
    to_move: &'static str,
    ply: usize,
    open: u32,
    moves: Vec<String>,
    winner: Option<&'static str>,
    attacker: Option<&'static str>,
    symmetries: Vec<&'static str>,
    mirror_win: Option<MirrorWin>,
}

#[derive(Serialize)]
struct MirrorWin {
    winner: &'static str,
    symmetry: &'static str,
    behind: bool,
}

impl Description {
    pub(crate) fn of(position: &Position) -> Self {
        let knight = |color| position.knight(color).map(|square| name(position, square));
        let mirror_win = mirror_win(position).map(|mirror| MirrorWin {
            winner: (!position.side()).name(),
            symmetry: mirror.symmetry().name(),
            behind: mirror.is_behind(),
        });
        Self {
            position: position.to_string(),
            board: position.size().to_string(),
            white: knight(Color::White),
            black: knight(Color::Black),
            to_move: position.side().name(),
            ply: position.ply(),
            open: position.open().count(),
            moves: position.legal_moves().into_iter().map(|to| name(position, to)).collect(),
            winner: position.winner().map(Color::name),
            attacker: position.attacker().map(Color::name),
            symmetries: position.symmetries().map(Symmetry::name).collect(),
            mirror_win,
        }
    }
}

/// How the player who just moved wins by mirroring, where the game is not over anyway.
fn mirror_win(position: &Position) -> Option<Mirror> {
    position.mirror_win().filter(|_| position.winner().is_none())
}

fn name(position: &Position, square: Square) -> String {
    position.size().name(square).to_string()
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
