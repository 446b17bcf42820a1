//! A small match of two agents, as for the tables of `docs/mcts.md`.
//!
//! ```sh
//! cargo run --release --example duel -- "mcts(nodes=9000)" "alphabeta(improved, nodes=9000)" 7x7 100
//! ```
//!
//! So many openings, two random placements and two random moves each, are played twice, with sides
//! swapped; a fifth argument numbers the set of openings, which is 1 without it. It prints the first agent's score, twice its standard error over openings, and the mean
//! nodes and processor time of a move for both.

use std::io::{self, Write};

use lastknight::search::{Clock, Limits};
use lastknight::{Agent, Player, Position, Random, Square};

/// Half-moves of an opening.
const OPENING: usize = 4;

/// What one of the two has used so far.
#[derive(Default)]
struct Used {
    moves: u64,
    nodes: u64,
    seconds: f64,
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second, board, openings, set @ ..] = &arguments[..] else {
        return Err(io::Error::other("usage: duel AGENT AGENT BOARD OPENINGS [SET]"));
    };
    let set: u64 = set.first().map_or(Ok(1), |set| set.parse()).map_err(io::Error::other)?;
    let agents = [first, second].map(|text| text.parse::<Agent>().map_err(io::Error::other));
    let [first, second] = agents;
    let agents = [first?, second?];
    let board: Position = board.parse().map_err(io::Error::other)?;
    let openings: u64 = openings.parse().map_err(io::Error::other)?;

    let mut used = <[Used; 2]>::default();
    let mut scores = Vec::new();
    for number in 0..openings {
        let start = opening(&board, &mut Random::numbered(set, number));
        let wins = [0, 1].map(|first_mover| {
            let mut players = [0, 1].map(|i| agents[i].player(2 * number + first_mover as u64));
            u8::from(winner(&start, &mut players, first_mover, &mut used) == 0)
        });
        scores.push(f64::from(wins[0] + wins[1]) / 2.0);
    }
    let count = scores.len().max(1) as f64;
    let mean = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / count;
    let error = 2.0 * (variance / count).sqrt();
    let mut out = io::stdout().lock();
    writeln!(out, "{:.1} % ± {:.1}: {} - {}", 100.0 * mean, 100.0 * error, agents[0], agents[1])?;
    for (agent, used) in agents.iter().zip(&used) {
        let moves = used.moves.max(1) as f64;
        let (nodes, time) = (used.nodes as f64 / moves, 1e3 * used.seconds / moves);
        writeln!(out, "  {nodes:.0} nodes, {time:.2} ms a move: {agent}")?;
    }
    Ok(())
}

/// A position some random moves on that is not over.
fn opening(board: &Position, random: &mut Random) -> Position {
    loop {
        let mut position = *board;
        for _ in 0..OPENING {
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            let Some(to) = random.pick(&moves) else { break };
            position = position.play_unchecked(to);
        }
        if position.winner().is_none() {
            return position;
        }
    }
}

/// Which of the players wins.
fn winner(
    start: &Position,
    players: &mut [Player; 2],
    first_mover: usize,
    used: &mut [Used; 2],
) -> usize {
    let mut position = *start;
    let mut turn = first_mover;
    loop {
        let report = players[turn].choose_within(&position, Limits::NONE, Clock::Cpu);
        let Some(to) = report.best() else { return 1 - turn };
        used[turn].moves += 1;
        used[turn].nodes += report.nodes;
        used[turn].seconds += report.time.as_secs_f64();
        position = position.play_unchecked(to);
        turn = 1 - turn;
    }
}
