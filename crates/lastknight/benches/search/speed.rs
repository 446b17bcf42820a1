//! The ladder's plain alpha-beta beside one written by hand and beside the crate `minimax`.
//!
//! That crate's negamax shuffles the moves at the root. In positions with one move there is nothing to
//! shuffle, so that all search the same tree, but for what a win is worth.

use std::cell::Cell;
use std::hint::black_box;

use lastknight::{Clock, Color, Position, Square};
use minimax::{Evaluation, Evaluator, Game, Negamax, Strategy, Winner};

use crate::side_by_side::{Contestant, Runs, markdown, race};
use crate::{agent, by_hand, nodes, positions};

thread_local! {
    static NODES: Cell<u64> = const { Cell::new(0) };
}

/// The rules for the crate `minimax`; it counts nodes where asked to.
struct Isolation<const COUNTED: bool>;

impl<const COUNTED: bool> Isolation<COUNTED> {
    fn count() {
        if COUNTED {
            NODES.with(|nodes| nodes.set(nodes.get() + 1));
        }
    }
}

/// Its negamax asks once at each node: for the winner where it evaluates, else for the moves.
impl<const COUNTED: bool> Game for Isolation<COUNTED> {
    type S = Position<u64>;
    type M = Square;

    #[inline]
    fn generate_moves(position: &Position<u64>, moves: &mut Vec<Square>) -> Option<Winner> {
        Self::count();
        moves.extend(position.legal_moves());
        moves.is_empty().then_some(Winner::PlayerJustMoved)
    }

    #[inline]
    fn apply(position: &mut Position<u64>, to: Square) -> Option<Position<u64>> {
        Some(position.play_unchecked(to))
    }

    #[inline]
    fn get_winner(position: &Position<u64>) -> Option<Winner> {
        Self::count();
        position.legal_moves().is_empty().then_some(Winner::PlayerJustMoved)
    }
}

/// n - n'
struct Improved<const COUNTED: bool>;

impl<const COUNTED: bool> Evaluator for Improved<COUNTED> {
    type G = Isolation<COUNTED>;

    #[inline]
    fn evaluate(&self, position: &Position<u64>) -> Evaluation {
        let count = |color| position.moves_of(color).count() as Evaluation;
        count(position.side()) - count(!position.side())
    }
}

/// Chooses a move in each position with the crate's negamax, and gives back the nodes counted.
fn negamax<const COUNTED: bool>(positions: &[Position<u64>], depth: u8) -> u64 {
    NODES.with(|nodes| nodes.set(0));
    for position in positions {
        let mut negamax = Negamax::new(Improved::<COUNTED>, depth);
        black_box(negamax.choose_move(black_box(position)));
    }
    NODES.with(Cell::get)
}

/// n - n' for a player, a win or a loss where the game is over.
fn improved(position: &Position<u64>, player: Color) -> f64 {
    if position.legal_moves().is_empty() {
        return if player == position.side() { -1e3 } else { 1e3 };
    }
    let count = |color| f64::from(position.moves_of(color).count());
    count(player) - count(!player)
}

pub(crate) fn print() {
    let ladder = agent("alphabeta(improved)");
    let rows = [(2, 8, 14), (6, 8, 15), (12, 16, 16), (20, 64, 18)].map(|(ply, count, depth)| {
        let wide = &positions::with_one_move("7x7", ply, count)[..];
        let narrow = wide.iter().map(|position| position.narrow().expect("49 squares"));
        let narrow = &narrow.collect::<Vec<_>>()[..];
        // Until games can end, the trees are the same. Later on the crate stops at a win at once, and
        // compares wins of different lengths in another way.
        if ply == 2 {
            assert_eq!(negamax::<true>(narrow, 5), nodes(&ladder, wide, 5));
        }
        let counted = negamax::<true>(narrow, depth);
        let contestants = [
            Contestant::new("crate", || {
                negamax::<false>(narrow, depth);
                counted
            }),
            Contestant::new("ladder", || nodes(&ladder, wide, depth.into())),
            Contestant::new("by hand", || by_hand::search(narrow, depth.into(), &improved)),
        ];
        let [negamax, ladder, by_hand] = &race(Clock::Cpu, 15, &contestants)[..] else {
            unreachable!("three contestants")
        };
        let (nodes, rate) = (|runs: &Runs| runs.done as f64 / 1e3, |runs: &Runs| runs.rate() / 1e6);
        vec![
            format!("ply {ply}, depth {depth}, {count} positions"),
            format!("{:.0}", nodes(negamax)),
            format!("{:.0}", nodes(ladder)),
            format!("{:.0}", rate(negamax)),
            format!("{:.0}", rate(by_hand)),
            format!("{:.0}", rate(ladder)),
            format!("{:.2}", ladder.speed(negamax)),
            format!("{:.2}", ladder.speed(by_hand)),
        ]
    });
    let head = [
        "7x7",
        "thousand nodes, crate",
        "ladder",
        "M nodes/s, crate",
        "by hand",
        "ladder",
        "speed, crate = 1",
        "by hand = 1",
    ];
    markdown::table(&head, rows);
}
