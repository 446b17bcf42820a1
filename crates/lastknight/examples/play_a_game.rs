//! Plays a game between two agents: `cargo run --release --example play_a_game`.

#![expect(clippy::print_stdout, reason = "a program that prints its result")]

use lastknight::{Agent, Color, Game, Limits};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let white: Agent = "engine(nodes=20000)".parse()?;
    let black: Agent = "alphabeta(improved, depth=5)".parse()?;
    let mut players = [white.player(1), black.player(2)];

    let mut game: Game = "7x7 moves d4 b3".parse()?;
    while game.position().winner().is_none() {
        let player = &mut players[game.position().side() as usize];
        let report = player.choose_at(game.position(), Limits::NONE)?;
        game.play(report.best().ok_or("a player found no move")?)?;
    }

    let is_whites = game.position().winner() == Some(Color::White);
    let (winner, plies) = (if is_whites { white } else { black }, game.moves().len());
    println!("{}", game.start().size().names(game.moves()));
    println!("{winner} wins after {plies} plies");
    Ok(())
}
