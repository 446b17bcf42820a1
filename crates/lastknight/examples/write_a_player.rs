//! A match of a player in Rust against a heuristic in Rust, and a position for the solver:
//! `cargo run --release --example write_a_player`.

#![expect(clippy::print_stdout, reason = "a program that prints its results")]

use lastknight::game::Openings;
use lastknight::search::Task;
use lastknight::solve::{Question, Solver, SolverSettings};
use lastknight::stats::{Pairs, Z95};
use lastknight::{
    Agent, Color, Duel, Forfeit, Game, Heuristic, Limits, Player, Position, SearchReport,
};

/// Leaves the opponent as few moves as possible.
struct Hunter;

impl Player for Hunter {
    fn choose(&mut self, game: &Game, _task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        let replies = |&to: &_| game.position().play_unchecked(to).legal_moves().count();
        let best = game.position().legal_moves().into_iter().min_by_key(replies);
        best.map(SearchReport::from).ok_or_else(|| Forfeit::crash("the game is over"))
    }
}

/// The player's moves minus twice the opponent's.
fn pressure(position: &Position, player: Color) -> f64 {
    let moves = |color| f64::from(position.moves_of(color).count());
    moves(player) - 2.0 * moves(!player)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hunter = Agent::custom("hunter", |_seed| Box::new(Hunter))?;
    let heuristic = Heuristic::from_fn("pressure", pressure)?;
    let search = "alphabeta(depth=3)".parse::<Agent>()?.with_heuristic(heuristic)?;

    let mut pairs = Pairs::default();
    for (seed, opening) in (0..).zip(Openings::new("7x7".parse()?, 4, 1).take(100)) {
        let pair = Duel::new(Limits::NONE).play_pair(&opening, [&search, &hunter], |_, _| seed);
        pairs.add(pair.ok_or("the match was stopped")?.wins());
    }
    let (score, (low, high)) = (pairs.score().ok_or("no games")?, pairs.interval(Z95));
    println!("{search} scores {score:.2} ({low:.2} to {high:.2}) against {hunter}");

    let game: Game = "7x7 moves d4 b3 f5 a1".parse()?;
    let mut solver = Solver::new(SolverSettings::default());
    let solution = solver.solve(game.position(), Question::Winner, Limits::NONE);
    println!("White wins after {game}: {}", solution.wins == Some(true));
    Ok(())
}
