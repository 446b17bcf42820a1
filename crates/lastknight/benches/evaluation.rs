//! What heuristics and features cost, and formulas beside compiled code in the same search.

use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;

use lastknight::board::word::Word;
use lastknight::eval::feature::FEATURES;
use lastknight::eval::registry::HEURISTICS;
use lastknight::eval::{Scene, WIN};
use lastknight::{Color, Game, Heuristic, Position};

mod by_hand;
mod side_by_side;
use by_hand::search;
use side_by_side::{Contestant, compare, markdown};

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

/// One number of a table: how long a call takes, in nanoseconds, measured anew each time.
type Cell<'a> = Box<dyn Fn() -> f64 + 'a>;

/// The mean time of a call over positions, for both players.
fn cell<'a, W: Word>(
    positions: &'a [Position<W>],
    call: impl Fn(&Position<W>, Color) -> f64 + 'a,
) -> Cell<'a> {
    let run = move |positions: &[Position<W>]| {
        let begin = Instant::now();
        for position in positions {
            for player in Color::ALL {
                black_box(call(black_box(position), player));
            }
        }
        begin.elapsed().as_secs_f64() * 1e9 / (positions.len() * Color::ALL.len()) as f64
    };
    // A costly call needs no more than a few positions.
    let few = &positions[..positions.len().min(50)];
    let is_costly = run(few) > 20_000.0;
    Box::new(move || run(if is_costly { few } else { positions }))
}

/// Measures all cells in turn, round after round, so that a noisy moment hits all alike, and prints
/// the quickest of the rounds as a Markdown table: what slows a call down is never the call.
fn table(head: &[&str], rows: &[(String, Vec<Cell<'_>>)]) {
    let mut times: Vec<Vec<Vec<f64>>> =
        rows.iter().map(|(_, cells)| vec![Vec::new(); cells.len()]).collect();
    for _ in 0..ROUNDS {
        for ((_, cells), times) in rows.iter().zip(&mut times) {
            for (cell, times) in cells.iter().zip(times) {
                times.push(cell());
            }
        }
    }
    let shown = |times: &Vec<f64>| {
        let ns = times.iter().copied().fold(f64::MAX, f64::min);
        if ns < 100.0 { format!("{ns:.1}") } else { format!("{ns:.0}") }
    };
    let row = |((name, _), times): (&(String, Vec<Cell<'_>>), &Vec<Vec<f64>>)| {
        std::iter::once(name.clone()).chain(times.iter().map(shown)).collect()
    };
    markdown::table(head, rows.iter().zip(&times).map(row));
}

/// How often each cost is measured.
const ROUNDS: usize = 15;

#[expect(clippy::print_stdout, reason = "a benchmark prints its result")]
fn costs() {
    let small = positions("7x7", 2000);
    let small = &narrow(&small)[..];
    let large = &positions("11x9", 2000)[..];
    println!("\nNanoseconds a call, over positions of every stage and both players.");

    let nothing = |columns| -> (String, Vec<Cell<'_>>) {
        ("(nothing)".to_owned(), (0..columns).map(|_| cell(small, |_, _| 0.0)).collect())
    };
    let mut rows = vec![nothing(2)];
    for feature in FEATURES {
        let cells = vec![
            cell(small, |p, player| feature.value(Scene::new(p).view(player))),
            cell(large, |p, player| feature.value(Scene::new(p).view(player))),
        ];
        rows.push((format!("`{}`", feature.name), cells));
    }
    table(&["feature", "7x7", "11x9"], &rows);

    let mut rows = vec![nothing(4)];
    for entry in HEURISTICS {
        let (native, twin) =
            (Heuristic::of(entry), Heuristic::of(entry).twin().expect("it has a form"));
        let (native, twin) = (Rc::new(native), Rc::new(twin));
        let (on_small, on_large) = (native.clone(), native);
        let (twin_on_small, twin_on_large) = (twin.clone(), twin);
        let cells = vec![
            cell(small, move |p, player| on_small.value(p, player)),
            cell(small, move |p, player| twin_on_small.value(p, player)),
            cell(large, move |p, player| on_large.value(p, player)),
            cell(large, move |p, player| twin_on_large.value(p, player)),
        ];
        rows.push((format!("`{}`", entry.name), cells));
    }
    table(&["heuristic", "7x7", "as a formula", "11x9", "as a formula"], &rows);
}

/// The search of 7x7 openings and middle games with a heuristic and its formula.
fn native_and_formula(name: &str, depth: u32, by_hand: impl Fn(&Position<u64>, Color) -> f64) {
    let positions: Vec<_> = positions("7x7", 2000).into_iter().step_by(97).collect();
    let positions = narrow(&positions);
    let native: Heuristic = name.parse().expect("a heuristic");
    let formula = native.twin().expect("it has a form");
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
        return if player == position.side() { -WIN } else { WIN };
    }
    value(position.moves_of(player).count().into(), position.moves_of(!player).count().into())
}

fn main() {
    native_and_formula("improved", 8, |p, player| unless_over(p, player, |own, other| own - other));
    native_and_formula("linear", 8, |p, player| {
        let sum = |k: f64| (1..=k as u32).map(|i| 1.0 / f64::from(i)).sum::<f64>();
        unless_over(p, player, |own, other| sum(own) - sum(other))
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

    costs();
}
