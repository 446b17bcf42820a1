//! The positions that are searched, the same every time.

use super::chosen;
use lastknight::{Agent, Limits, Position, Random, Square};

/// Positions at this ply of random games, in which there are at least `least` and at most
/// `most` moves.
fn with_moves(board: &str, ply: usize, count: usize, (least, most): (u32, u32)) -> Vec<Position> {
    let is_wanted = |position: &Position| {
        position.ply() == ply && (least..=most).contains(&position.legal_moves().count())
    };
    (0..).map(|number| random_game(board, ply, number)).filter(is_wanted).take(count).collect()
}

/// Positions at this ply of random games that are not over.
pub(crate) fn at(board: &str, ply: usize, count: usize) -> Vec<Position> {
    with_moves(board, ply, count, (1, u32::MAX))
}

/// Such positions with one legal move.
pub(crate) fn with_one_move(board: &str, ply: usize, count: usize) -> Vec<Position> {
    with_moves(board, ply, count, (1, 1))
}

/// The position of a random game after `plies` plies, or at its end.
fn random_game(board: &str, plies: usize, number: u64) -> Position {
    let mut random = Random::numbered(1, number);
    let mut position: Position = board.parse().expect("a board");
    while position.ply() < plies {
        let moves: Vec<Square> = position.legal_moves().into_iter().collect();
        let Some(to) = random.pick(&moves) else { break };
        position = position.play(to).expect("a legal move");
    }
    position
}

/// A game between equals from a random opening: its positions, from ply 2 on while there is a move.
pub(crate) fn game(board: &str, number: u64) -> Vec<Position> {
    let agent: Agent = "alphabeta(improved, depth=6, ties=random)".parse().expect("an agent");
    let mut player = agent.player(number);
    let mut position = random_game(board, 2, number);
    let mut positions = Vec::new();
    while let Some(to) = chosen(&mut *player, &position, Limits::NONE).best() {
        positions.push(position);
        position = position.play(to).expect("a legal move");
    }
    positions
}
