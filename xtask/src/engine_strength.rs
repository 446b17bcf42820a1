//! The strength of the engine on 7x7, where every result is known:
//!
//! - `won`: how often it wins from the side that is theoretically won, against several opponents;
//! - `lost`: how often it still wins from the other side;
//! - `clock`: how closely agents keep to 5 ms, on 9x9.
//!
//! `cargo xtask engine-strength won 100` prints a Markdown table. The number is that of games against each opponent, or
//! of moves. The engine has 150 ms of CPU time a move. `lastknight oracle engine` measures how often it keeps a win.

use std::error::Error;
use std::time::Duration;

use lastknight::control::Stopwatch;
use lastknight::{Agent, Clock, Control, Limits, Position, Random, Size, solve};

use crate::fit_linear_model::sample::{any_move, play_random};
use crate::{Arguments, parallel};

/// The limits of the engine, and of opponents without their own.
const LIMITS: Limits = Limits::time(Duration::from_millis(150));

pub(crate) fn run(mut arguments: Arguments) -> Result<(), Box<dyn Error>> {
    let task = arguments.next().unwrap_or_default();
    let count = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(100);
    match task.as_str() {
        "won" => sides(true, WON, count),
        "lost" => sides(false, LOST, count),
        "clock" => clocks(count),
        _ => return Err("usage: won|lost|clock [COUNT]".into()),
    }
    Ok(())
}

/// Opponents of the won side.
const WON: &[&str] = &[
    "random",
    "greedy(improved)",
    "minimax(improved, depth=3)",
    "alphabeta(improved, depth=5)",
    "alphabeta(improved, depth=9)",
    "alphabeta(territory, depth=6)",
    "alphabeta(improved, nodes=9000, order=best)",
    "mcts(improved, nodes=9000)",
    "mirror(alphabeta(ab15, depth=5))",
    "engine(nodes=100000)",
];

/// Opponents of the lost side.
const LOST: &[&str] = &[
    "alphabeta(improved, depth=3)",
    "alphabeta(improved, depth=6)",
    "alphabeta(improved, depth=9)",
    "alphabeta(improved, depth=9, ties=random)",
    "alphabeta(territory, depth=6)",
    "alphabeta(ab15, depth=7)",
    "alphabeta(improved, nodes=9000)",
    "mcts(improved, nodes=9000)",
];

/// Plays games from the side that wins with perfect play, or from the other.
fn sides(is_won: bool, opponents: &[&str], count: usize) {
    println!("| opponent | games | won by the engine |\n|---|---:|---:|");
    for opponent in opponents {
        let agents = ["engine", opponent].map(|text| text.parse::<Agent>().expect("an agent"));
        let points = parallel::map(count, |index| {
            let mut random = Random::numbered(2, index as u64);
            let start = Position::new(Size::STANDARD);
            let mut position = play_random(start, 2, &mut random).expect("the knights are placed");
            let narrow = position.narrow().expect("a board of 49 squares");
            let wins = solve::wins(&narrow, &mut u64::MAX.clone()).expect("an unlimited budget");
            let winner = if wins { position.side() } else { !position.side() };
            let own = if is_won { winner } else { !winner };
            let mut players = [&agents[0], &agents[1]].map(|agent| agent.player(index as u64));
            while position.winner().is_none() {
                let player = &mut players[usize::from(position.side() != own)];
                let control = Control::from(LIMITS).clock(Clock::Cpu);
                let report = player.choose_at(&position, control).expect("a move");
                position = position.play_unchecked(report.best().expect("a move"));
            }
            usize::from(position.winner() == Some(own))
        });
        println!("| `{opponent}` | {count} | {} |", points.iter().sum::<usize>());
    }
}

/// Measures how long moves with a limit of 5 ms take, by the clock of the limit.
fn clocks(count: usize) {
    const LIMIT: Duration = Duration::from_millis(5);
    println!("| agent | clock | median | 99 % within | longest |\n|---|---|---:|---:|---:|");
    for text in
        ["engine", "alphabeta(improved)", "alphabeta(path, order=best)", "mcts", "mcts(improved)"]
    {
        for clock in Clock::ALL {
            let agent: Agent = text.parse().expect("an agent");
            let mut random = Random::new(3);
            let mut times = Vec::new();
            let mut position = Position::new(Size::new(9, 9).expect("a board"));
            let mut player = agent.player(0);
            while times.len() < count {
                if position.winner().is_some() {
                    position = Position::new(position.size());
                    player = agent.player(times.len() as u64);
                }
                let stopwatch = Stopwatch::start(clock);
                let control = Control::from(Limits::time(LIMIT)).clock(clock);
                let report = player.choose_at(&position, control).expect("a move");
                times.push(stopwatch.elapsed());
                position = position.play_unchecked(report.best().expect("a move"));
                if let Some(to) = any_move(&position, &mut random) {
                    position = position.play_unchecked(to);
                }
            }
            times.sort();
            let shown = |share: f64| {
                let at = (times.len() as f64 * share) as usize;
                format!("{:.2} ms", times[at.min(times.len() - 1)].as_secs_f64() * 1e3)
            };
            println!("| `{text}` | {clock} | {} | {} | {} |", shown(0.5), shown(0.99), shown(1.0));
        }
    }
}
