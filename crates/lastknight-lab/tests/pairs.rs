//! Random pairs of every kind, to store and read.

use std::sync::Arc;
use std::time::Duration;

use lastknight::agent::MoveTotals;
use lastknight::{ByColor, Color, Game, Outcome, Random, Square, Termination};
use lastknight_lab::{FinishedGame, Pair, Spec, SpecFile};

/// Specifications with all kinds of boards, openings, times and copies of one agent.
pub(crate) const SPECS: [&str; 9] = [
    "games = 12\nagents = ['random', 'greedy', 'mcts']",
    // The largest boards; columns after z have two letters.
    "games = 6\nboard = '128x1'\nopenings = 1\nagents = ['random', 'greedy']",
    "games = 6\nboard = '1x128'\nopenings = 1\nagents = ['random', 'greedy']",
    "games = 8\nboard = '32x4'\nagents = ['random', 'greedy']",
    "games = 8\nboard = '5/2x2/xxxxx/5 w'\nopenings = 2\nagents = ['greedy', 'random']",
    // Openings with starts of their own, some with Black to move, some without a move.
    "openings = ['5x5', '5x5 moves a1', 'N4/5/2x2/5/4n b', 'N4/5/2x2/5/4n w moves b3 c2']\nagents = ['random', 'mcts']",
    "openings = 'all'\nboard = '3x4'\nagents = ['random', 'greedy']",
    "games = 6\ntime = '10ms'\nclock = 'cpu'\nagents = ['random', 'greedy', 'alphabeta']",
    "games = 4\nseed = 9\nagents = [{ name = 'a, \"b\"', agent = 'random' }, { name = 'é', agent = 'random' }, 'random']\nfield = ['greedy', 'mcts']",
];

/// Specifications that share games with the first of [`SPECS`], with agents in another order.
pub(crate) const SHARING: [&str; 2] = [
    "games = 16\nagents = ['greedy', 'random']",
    "games = 6\nagents = ['mcts']\nfield = ['greedy', 'perfect']",
];

pub(crate) fn spec(text: &str) -> Spec {
    SpecFile::parse(text).expect("TOML").spec().expect("a specification")
}

/// A pair for every opening and pairing, with all kinds of endings, in random order.
pub(crate) fn pairs(spec: &Spec, seed: u64) -> Vec<Pair> {
    let mut random = Random::new(seed);
    let is_timed = spec.conditions().limits.time.is_some();
    let mut pairs = Vec::new();
    for (number, opening) in spec.conditions().openings().take(spec.pairs()).enumerate() {
        let opening = Arc::new(opening);
        for players in spec.pairings() {
            let games = [0; 2].map(|_| game(&opening, is_timed, &mut random));
            let opening_game = Arc::clone(&opening);
            pairs.push(Pair { opening: number, opening_game, players, games });
        }
    }
    random.shuffle(&mut pairs);
    pairs
}

/// A random game.
fn game(opening: &Game, is_timed: bool, random: &mut Random) -> FinishedGame {
    let mut game = opening.clone();
    let mut moves = Vec::new();
    let mut effort = ByColor::<MoveTotals>::default();
    let mut times = Vec::new();
    let termination = random.pick(&Termination::ALL).expect("there are some");
    let length = match termination {
        Termination::NoMoves => usize::MAX,
        _ => random.below(4),
    };
    while moves.len() < length {
        let legal: Vec<Square> = game.position().legal_moves().into_iter().collect();
        let Some(to) = random.pick(&legal) else {
            break;
        };
        let time = Duration::from_micros(random.next() >> (32 + random.below(32)));
        let nodes = random.next() >> (12 + random.below(52));
        effort[game.position().side()].add(MoveTotals { moves: 1, time, nodes });
        game.play(to).expect("a legal move");
        moves.push(to);
        times.push(time);
    }
    let side = game.position().side();
    let is_over = game.position().winner().is_some();
    let termination = if is_over { Termination::NoMoves } else { termination };
    // A program can crash while its opponent is to move.
    let is_odd = termination == Termination::Crash && random.below(2) == 0;
    let winner = if is_odd { side } else { !side };
    let times = is_timed.then_some(times);
    FinishedGame { outcome: Outcome { winner, termination }, moves, effort, times, forfeit: None }
}

/// The entrant that is White in a game of a pair.
pub(crate) fn white(pair: &Pair, game: usize) -> usize {
    pair.players[usize::from([Color::White, Color::Black][game] != Color::White)]
}
