//! The `turns` protocol: one line to the program for each turn, one line back.

use std::fmt::Write;

use lastknight::quote::quote;
use lastknight::{Color, Forfeit, Game, Limits, Square};

/// Returns the line of a turn: the whole game, the limits, further keys and the legal moves.
pub(crate) fn turn_line(game: &Game, limits: Limits, number: u64, seed: u64, keys: &str) -> String {
    let position = game.position();
    let side = if position.side() == Color::White { 'w' } else { 'b' };
    let (ply, seed) = (game.moves().len(), seed as u32);
    let mut line = format!("turn game={number} ply={ply} side={side} seed={seed}");
    let mut add = |key: &str, value: Option<u64>| {
        if let Some(value) = value {
            let _ = write!(line, " {key}={value}");
        }
    };
    add("ms", limits.time.map(|time| (time.as_millis() as u64).max(1)));
    add("depth", limits.depth.map(u64::from));
    add("nodes", limits.nodes);
    let size = position.size();
    let names = |moves: Vec<Square>, between: &str| {
        let names: Vec<String> = moves.into_iter().map(|to| size.name(to).to_string()).collect();
        names.join(between)
    };
    let moves = names(game.moves().collect(), ",");
    let legal = names(position.legal_moves().into_iter().collect(), " ");
    let [now, start] = [position, game.start()].map(|position| {
        let text = position.to_string();
        text.split(' ').next().unwrap_or_default().to_owned()
    });
    let _ = writeln!(line, "{keys} pos={now} start={start} moves={moves} legal {legal}");
    line
}

/// Reads the answer to a turn: a legal square as its first word, or `resign`.
pub(crate) fn read_answer(line: &str, game: &Game) -> Result<Square, Forfeit> {
    let word = line.split_whitespace().next().unwrap_or_default();
    if word == "resign" {
        return Err(Forfeit::resignation("resigned"));
    }
    let position = game.position();
    let illegal = |why: String| Err(Forfeit::illegal_move(why));
    match position.size().square_named(word) {
        Ok(to) if position.legal_moves().contains(to) => Ok(to),
        Ok(_) => illegal(format!("answered {}, which is not a legal move", quote(word))),
        Err(_) => illegal(format!("answered {}, which is not a square", quote(line.trim()))),
    }
}
