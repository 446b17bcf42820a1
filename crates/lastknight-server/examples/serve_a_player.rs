//! A player of your own on the page: `cargo run --example serve_a_player`, then choose `hunter` as the opponent.

#![expect(clippy::print_stdout, reason = "a program that prints its address")]

use std::sync::atomic::AtomicBool;

use lastknight::agent::{Agents, Forfeit};
use lastknight::search::Task;
use lastknight::{Agent, Game, Player, SearchReport, Square};
use lastknight_server::{ServerOptions, serve};

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
    let agents = Agents::builtin().with(hunter)?;
    let options = ServerOptions::new("127.0.0.1:7447".parse()?).agents(agents);
    serve(options, &AtomicBool::new(false), |address| println!("http://{address}/"))?;
    Ok(())
}
