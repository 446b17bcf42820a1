//! Matches at a fixed depth: every opening is played twice, with the players changed.

use lastknight::board::word::Word;
use lastknight::{Position, Size};

use super::random::{Random, of_game};
use super::sample::any_move;
use super::search::Evaluation;
use crate::parallel;

/// Half-moves of an opening, placements included, all random.
const OPENING: usize = 6;

/// What the first player scored, in percent, and half the width of the 95 % interval over pairs of
/// games.
pub(crate) fn score(
    size: Size,
    players: [&Evaluation; 2],
    depth: u32,
    openings: usize,
    seed: u64,
) -> (f64, f64) {
    let start = Position::new(size);
    let points = parallel::map(openings, |opening| {
        let mut random = of_game(seed, opening);
        match start.narrow() {
            Some(narrow) => pair(narrow, players, depth, &mut random),
            None => pair(start, players, depth, &mut random),
        }
    });
    let n = points.len() as f64;
    let mean = points.iter().sum::<f64>() / n;
    let variance = points.iter().map(|p| (p - mean) * (p - mean)).sum::<f64>() / (n - 1.0);
    (50.0 * mean, 50.0 * 1.96 * (variance / n).sqrt())
}

/// The points of the first player in two games from one opening.
fn pair<W: Word>(
    start: Position<W>,
    players: [&Evaluation; 2],
    depth: u32,
    random: &mut Random,
) -> f64 {
    let opening = loop {
        if let Some(opening) = opening(start, random) {
            break opening;
        }
    };
    let mut points = 0.0;
    for [white, black] in [[0, 1], [1, 0]] {
        let mut position = opening;
        while !position.legal_moves().is_empty() {
            let player = if position.side() as usize == 0 { white } else { black };
            let to = players[player].choose(&position, depth, random);
            position = position.play_unchecked(to);
        }
        let loser = if position.side() as usize == 0 { white } else { black };
        points += loser as f64;
    }
    points
}

/// Some random moves, unless they end the game.
fn opening<W: Word>(start: Position<W>, random: &mut Random) -> Option<Position<W>> {
    let mut position = start;
    for _ in 0..OPENING {
        position = position.play_unchecked(any_move(&position, random)?);
    }
    (!position.legal_moves().is_empty()).then_some(position)
}
