//! Matches at depth 4: every opening is played twice, with sides swapped.

use lastknight::board::word::Word;
use lastknight::{Position, Random, Size};

use super::sample::{of_game, play_random};
use super::search::Evaluation;
use crate::parallel;

const SEED: u64 = 2;
const DEPTH: u32 = 4;

/// Random plies of an opening, placements included.
const OPENING: usize = 6;

/// Returns the score of the first player in percent, and half the width of its 95 % interval over pairs of games.
pub(crate) fn score(size: Size, players: [&Evaluation; 2], openings: usize) -> (f64, f64) {
    let start = Position::new(size);
    let points = parallel::map(openings, |opening| {
        let mut random = of_game(SEED, opening);
        match start.narrow() {
            Some(narrow) => pair(narrow, players, &mut random),
            None => pair(start, players, &mut random),
        }
    });
    let n = points.len() as f64;
    let mean = points.iter().sum::<f64>() / n;
    let variance = points.iter().map(|p| (p - mean) * (p - mean)).sum::<f64>() / (n - 1.0);
    (50.0 * mean, 50.0 * 1.96 * (variance / n).sqrt())
}

/// Returns the points of the first player in two games from one opening.
fn pair<W: Word>(start: Position<W>, players: [&Evaluation; 2], random: &mut Random) -> f64 {
    let opening = loop {
        if let Some(opening) = play_random(start, OPENING, random) {
            break opening;
        }
    };
    let mut points = 0.0;
    for by_side in [[0, 1], [1, 0]] {
        let mut position = opening;
        while !position.legal_moves().is_empty() {
            let player = players[by_side[position.side() as usize]];
            position = position.play_unchecked(player.choose(&position, DEPTH, random));
        }
        let loser = by_side[position.side() as usize];
        points += loser as f64;
    }
    points
}
