//! A match of a heuristic in Rust against a built-in one:
//! `cargo run --release --example write_a_heuristic`.

#![expect(clippy::print_stdout, reason = "a program that prints its result")]

use lastknight::game::Openings;
use lastknight::{Agent, Color, Duel, Heuristic, Limits, Position};

/// The difference of moves, plus a tenth of the difference of reachable squares.
fn roomy(position: &Position, player: Color) -> f64 {
    let moves = |color| f64::from(position.moves_of(color).count());
    let reach = |color| f64::from(position.reach(color).count());
    moves(player) - moves(!player) + 0.1 * (reach(player) - reach(!player))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let theirs: Agent = "alphabeta(improved, depth=4)".parse()?;
    let mine = theirs.clone().with_heuristic(Heuristic::from_fn("roomy", roomy)?)?;

    // Each opening is played twice, with sides swapped.
    let duel = Duel::new(Limits::NONE);
    let mut wins = 0;
    for opening in Openings::new("7x7".parse()?, 4, 1).take(20) {
        let pair = duel.play_pair(&opening, [&mine, &theirs], |_, _| 1);
        wins += pair.ok_or("the match was stopped")?.wins();
    }
    println!("{mine} won {wins} of 40 games against {theirs}");
    Ok(())
}
