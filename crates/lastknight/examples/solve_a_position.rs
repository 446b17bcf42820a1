//! Finds the winner of a position and its winning moves.
//!
//! `cargo run --release --example solve_a_position -- 7x7 moves d4 b3`

#![expect(clippy::print_stdout, reason = "a program that prints its result")]

use std::error::Error;

use lastknight::solve::{Question, Solver, SolverSettings};
use lastknight::{Game, Limits};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = if words.is_empty() { "7x7 moves d4 b3".to_owned() } else { words.join(" ") };
    let game: Game = text.parse()?;
    let (position, size) = (game.position(), game.position().size());

    let mut solver = Solver::new(SolverSettings::default());
    let solution = solver.solve(position, Question::Moves, Limits::nodes(100_000_000));

    let side = position.side();
    match solution.wins {
        Some(true) => println!("{side} to move wins"),
        Some(false) => println!("{side} to move loses"),
        None => println!("not solved within {} nodes", solution.nodes),
    }
    for value in solution.moves {
        let result = value.wins.map_or("unknown", |wins| if wins { "wins" } else { "loses" });
        println!("{:>4} {result}", size.name(value.to));
    }
    Ok(())
}
