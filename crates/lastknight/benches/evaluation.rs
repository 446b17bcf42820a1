//! What heuristics and features cost, and formulas beside compiled code in the same search.

use std::hint::black_box;
use std::time::Instant;

use lastknight::eval::feature::FEATURES;
use lastknight::eval::registry::HEURISTICS;
use lastknight::eval::territory::Territories;
use lastknight::eval::{Feature, Scene};
use lastknight::{Color, Game, Heuristic, Position, Word};

mod side_by_side;
use side_by_side::{Contestant, compare, median};

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
fn search<W: Word>(
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

/// Positions of every stage of the game, the knights placed: random games from a fixed seed.
fn positions(board: &str, count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut random = 1_u64;
    while positions.len() < count {
        let mut game: Game = board.parse().expect("a board");
        loop {
            let position = *game.position();
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            if position.ply() >= 2 {
                positions.push(position);
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            game.play(moves[(random >> 33) as usize % moves.len()]).expect("a legal move");
        }
    }
    positions
}

fn narrow(positions: &[Position]) -> Vec<Position<u64>> {
    positions.iter().map(|position| position.narrow().expect("at most 64 squares")).collect()
}

/// Nanoseconds a call: the median over rounds of the mean over positions.
fn cost<W: Word>(positions: &[Position<W>], call: &dyn Fn(&Position<W>, Color) -> f64) -> f64 {
    let run = |positions: &[Position<W>]| {
        let begin = Instant::now();
        for position in positions {
            black_box(call(black_box(position), position.side()));
        }
        begin.elapsed().as_secs_f64() * 1e9 / positions.len() as f64
    };
    // A costly call needs no more than a few positions.
    let few = &positions[..positions.len().min(50)];
    let positions = if run(few) > 20_000.0 { few } else { positions };
    median((0..9).map(|_| run(positions)))
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn costs() {
    let small = positions("7x7", 2000);
    let small = narrow(&small);
    let large = positions("11x9", 2000);
    let nanoseconds = |ns: f64| if ns < 100.0 { format!("{ns:.1}") } else { format!("{ns:.0}") };

    println!("\nNanoseconds a call, positions of every stage\n");
    println!("| feature | 7x7 | 11x9 |\n|---|---:|---:|");
    for feature in &FEATURES {
        let of_small = cost(&small, &|p, player| own(feature, p, player));
        let of_large = cost(&large, &|p, player| own(feature, p, player));
        println!("| `{}` | {} | {} |", feature.name, nanoseconds(of_small), nanoseconds(of_large));
    }

    println!("\n| heuristic | 7x7 | 11x9 | as a formula, 7x7 |\n|---|---:|---:|---:|");
    for entry in HEURISTICS {
        let heuristic = Heuristic::of(entry);
        let twin = heuristic.twin();
        let of_small = cost(&small, &|p, player| heuristic.value(p, player));
        let of_large = cost(&large, &|p, player| heuristic.value(p, player));
        let of_twin = cost(&small, &|p, player| twin.value(p, player));
        println!(
            "| `{}` | {} | {} | {} |",
            entry.name,
            nanoseconds(of_small),
            nanoseconds(of_large),
            nanoseconds(of_twin)
        );
    }
}

fn own<W: Word>(feature: &Feature, position: &Position<W>, player: Color) -> f64 {
    feature.value(Scene::new(position).view(player), None)
}

/// The search of 7x7 openings and middle games with a heuristic and its formula.
fn native_and_formula(name: &str, depth: u32, by_hand: impl Fn(&Position<u64>, Color) -> f64) {
    let positions: Vec<_> = positions("7x7", 2000).into_iter().step_by(97).collect();
    let positions = narrow(&positions);
    let native: Heuristic = name.parse().expect("a heuristic");
    let formula = native.twin();
    compare(
        &format!("{name} at depth {depth}, {} positions of 7x7", positions.len()),
        "nodes",
        15,
        &[
            Contestant::new(&format!("native {native}"), || {
                search(&positions, depth, &|p, player| native.value(p, player))
            }),
            Contestant::new(&format!("formula {formula}"), || {
                search(&positions, depth, &|p, player| formula.value(p, player))
            }),
            Contestant::new("written into the search", || search(&positions, depth, &by_hand)),
        ],
    );
}

/// A win or a loss, or else the value.
fn unless_over(position: &Position<u64>, player: Color, value: impl Fn(f64, f64) -> f64) -> f64 {
    if position.legal_moves().is_empty() {
        return if player == position.side() { -1e15 } else { 1e15 };
    }
    value(position.moves_of(player).count().into(), position.moves_of(!player).count().into())
}

fn main() {
    native_and_formula("improved", 8, |p, player| unless_over(p, player, |own, other| own - other));
    native_and_formula("linear", 8, |p, player| {
        unless_over(p, player, |own, other| {
            lastknight::eval::conversion::linear(own as u32)
                - lastknight::eval::conversion::linear(other as u32)
        })
    });
    native_and_formula("ab15", 8, |p, player| {
        let place = |color| p.knight(color).map(|square| p.size().coordinates(square));
        let distance = match (place(player), place(!player)) {
            (Some((x, y)), Some((v, w))) => {
                ((x.abs_diff(v).pow(2) + y.abs_diff(w).pow(2)) as f64).sqrt()
            }
            _ => 0.0,
        };
        unless_over(p, player, |own, other| distance * (own - 1.5 * other))
    });

    let small = narrow(&positions("7x7", 2000));
    let large = positions("11x9", 2000);
    let territories = cost(&small, &|p, _| f64::from(Territories::of(p).mover.count()));
    let on_large = cost(&large, &|p, _| f64::from(Territories::of(p).mover.count()));
    report_territory(territories, on_large);
    costs();
}

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn report_territory(small: f64, large: f64) {
    println!("\nterritories of both players: {small:.1} ns on 7x7, {large:.1} ns on 11x9");
}
