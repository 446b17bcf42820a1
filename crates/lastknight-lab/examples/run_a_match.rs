//! A match between a player of your own and alpha-beta: `cargo run --release -p lastknight-lab --example run_a_match`.
//! Every pair of games is stored in `results/my-match`, with a report. Stop it, run it again, and it continues.

#![expect(clippy::print_stdout, reason = "a program that prints its results")]

use std::path::Path;

use lastknight::search::Task;
use lastknight::{Agent, Forfeit, Game, Limits, Player, SearchReport, Square};
use lastknight_lab::{Session, Spec, report};

/// Leaves the opponent as few moves as possible.
struct Hunter;

impl Player for Hunter {
    fn choose(&mut self, game: &Game, _task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        let position = game.position();
        let replies = |to: &Square| position.play_unchecked(*to).legal_moves().count();
        let best = position.legal_moves().into_iter().min_by_key(replies);
        best.map(SearchReport::from).ok_or_else(|| Forfeit::crash("the game is over"))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hunter = Agent::custom("hunter", |_seed| Box::new(Hunter))?;
    let search: Agent = "alphabeta(improved)".parse()?;
    let spec = Spec::builder().agent(hunter).agent(search).limits(Limits::depth(3)).games(200);
    let mut session = Session::open(Path::new("results/my-match"))?;
    let mut run = session.begin(&spec.build()?)?;
    session.play(&mut run, &mut |_| {})?;
    let report = session.report(&run)?;
    session.write_report(&report)?;
    println!("{}", report::text::text(&report, 80));
    Ok(())
}
