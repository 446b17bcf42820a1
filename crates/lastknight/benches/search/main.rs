//! What each rung of the ladder of searches gains, beside the claims of report 000, and how fast the
//! ladder is beside other plain searches. Prints the tables of docs/performance.md.
//!
//! `cargo bench --bench search` prints them all; names of parts after `--` print only those:
//! `cargo bench --bench search -- ladder games`.

mod claims;
mod cost;
mod games;
mod ladder;
mod order;
mod positions;
mod speed;

#[path = "../by_hand/mod.rs"]
mod by_hand;
#[expect(dead_code, reason = "the tables of this benchmark have more columns than two")]
#[path = "../side_by_side/mod.rs"]
mod side_by_side;

use lastknight::{Agent, Clock, Control, Limits, Player, Position, SearchReport};

use lastknight::Game;
use lastknight::search::Task;
use side_by_side::{Contestant, Runs, race};

/// Every part and its name.
const PARTS: [(&str, fn()); 6] = [
    ("speed", speed::print),
    ("ladder", ladder::print),
    ("games", games::print),
    ("claims", claims::print),
    ("order", order::print),
    ("cost", cost::print),
];

fn main() {
    // Cargo adds flags of its own.
    let asked: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    for (name, print) in PARTS {
        if asked.is_empty() || asked.iter().any(|asked| asked == name) {
            print();
        }
    }
}

/// The agent that a text names.
fn agent(text: &str) -> Agent {
    text.parse().expect("an agent")
}

/// Times the agents that these texts name against each other. `nodes` lets one of them search.
fn race_agents<T: AsRef<str>>(
    texts: &[T],
    rounds: usize,
    nodes: impl Fn(&Agent) -> u64,
) -> Vec<Runs> {
    let named: Vec<(&str, Agent)> =
        texts.iter().map(|text| (text.as_ref(), agent(text.as_ref()))).collect();
    let nodes = &nodes;
    let contestants: Vec<_> =
        named.iter().map(|(text, agent)| Contestant::new(text, move || nodes(agent))).collect();
    race(Clock::Cpu, rounds, &contestants)
}

/// What a player finds in a position, by CPU time.
fn chosen(player: &mut dyn Player, position: &Position, limits: Limits) -> SearchReport {
    let control = Control::from(limits).clock(Clock::Cpu);
    player.choose(&Game::new(*position), &mut Task::new(control)).expect("built-in agents play")
}

/// The nodes of a search of each position, by a player who has seen none before.
fn nodes(agent: &Agent, positions: &[Position], depth: u32) -> u64 {
    let search = |position| chosen(&mut *agent.player(0), position, Limits::depth(depth));
    positions.iter().map(|position| search(position).nodes).sum()
}

/// A part of a whole that is left out, in per cent: what is saved where `ratio` is left.
fn saved(ratio: f64) -> String {
    format!("{:.0} %", 100.0 * (1.0 - ratio) + 0.0)
}

/// How much faster something is that takes `ratio` of the time, in per cent.
fn gained(ratio: f64) -> String {
    format!("{:+.0} %", 100.0 * (1.0 / ratio - 1.0) + 0.0)
}
