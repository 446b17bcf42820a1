//! Alpha-beta as one writes it down the first time: what searches and evaluations are measured beside.
//!
//! It takes any function for an evaluation, which the compiler can put in its place, and keeps no
//! lines, limits or lengths of wins.

use std::hint::black_box;

use lastknight::board::word::Word;
use lastknight::{Color, Position};

/// Plain alpha-beta for the player at the root. Returns the value and counts the nodes.
fn alphabeta<W: Word>(
    position: &Position<W>,
    player: Color,
    depth: u32,
    (mut alpha, mut beta): (f64, f64),
    evaluate: &impl Fn(&Position<W>, Color) -> f64,
    nodes: &mut u64,
) -> f64 {
    *nodes += 1;
    let moves = position.legal_moves();
    if depth == 0 || moves.is_empty() {
        return evaluate(position, player);
    }
    let is_own = position.side() == player;
    for to in moves {
        let next = position.play_unchecked(to);
        let value = alphabeta(&next, player, depth - 1, (alpha, beta), evaluate, nodes);
        if is_own {
            alpha = alpha.max(value);
        } else {
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    if is_own { alpha } else { beta }
}

/// The number of nodes of a search of these positions.
pub(crate) fn search<W: Word>(
    positions: &[Position<W>],
    depth: u32,
    evaluate: &impl Fn(&Position<W>, Color) -> f64,
) -> u64 {
    let mut nodes = 0;
    for position in positions {
        let window = (f64::NEG_INFINITY, f64::INFINITY);
        black_box(alphabeta(position, position.side(), depth, window, evaluate, &mut nodes));
    }
    nodes
}
