//! A player and a heuristic of your own in a match, and a position asked of the solver:
//! `cargo run --release --example write_a_player`.

#![expect(clippy::print_stdout, reason = "a program that prints its results")]

use lastknight::game::Openings;
use lastknight::search::Task;
use lastknight::solve::{Question, Settings, Solver};
use lastknight::stats::{Pairs, Z95};
use lastknight::{
    Agent, Color, Duel, Forfeit, Game, Heuristic, Limits, Player, Position, Report, Square,
};

/// Leaves the opponent as few moves as possible.
struct Hunter;

impl Player for Hunter {
    fn choose(&mut self, game: &Game, _task: &mut Task<'_>) -> Result<Report, Forfeit> {
        let position = game.position();
        let replies = |to: &Square| position.play_unchecked(*to).legal_moves().count();
        let best = position.legal_moves().into_iter().min_by_key(replies);
        best.map(Report::from).ok_or_else(|| Forfeit::crash("the game is over"))
    }
}

/// A player's own moves, less twice the opponent's.
fn pressure(position: &Position, player: Color) -> f64 {
    let moves = |color| f64::from(position.moves_of(color).count());
    moves(player) - 2.0 * moves(!player)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hunter = Agent::custom("hunter", |_seed| Box::new(Hunter))?;
    let search: Agent = "alphabeta".parse()?;
    let search = search.with_heuristic(Heuristic::from_fn("pressure", pressure)?)?;

    let duel = Duel::new(Limits::depth(3));
    let mut pairs = Pairs::default();
    for (seed, opening) in (0..).zip(Openings::new("7x7".parse()?, 4, 1).take(100)) {
        let pair = duel.play_pair(&opening, [&search, &hunter], |_, _| seed);
        pairs.add(pair.ok_or("the match was stopped")?.wins());
    }
    let (low, high) = pairs.interval(Z95);
    let percent = [pairs.score().unwrap_or(0.5), low, high].map(|share| 100.0 * share);
    println!(
        "{search} against {hunter}: {:.0} % ({:.0}-{:.0})",
        percent[0], percent[1], percent[2]
    );

    let game: Game = "7x7 moves d4 b3 f5 a1".parse()?;
    let mut solver = Solver::new(Settings::default());
    let solution = solver.solve(game.position(), Question::Moves, Limits::NONE);
    for value in solution.moves.iter().filter(|value| value.wins == Some(true)) {
        println!("{} wins", game.position().size().name(value.to));
    }
    Ok(())
}
