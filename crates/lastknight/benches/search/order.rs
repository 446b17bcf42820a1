//! Why ordering gains what it gains: nodes alone, which are the same on every machine.
//!
//! The ladder tries moves as the squares are numbered. The search here takes any order for a start; as
//! the squares are numbered it visits the ladder's nodes, one by one.

use std::collections::HashMap;

use lastknight::search::ladder::MoveOrdering;
use lastknight::{Position, Random, Square};

use crate::side_by_side::markdown;
use crate::{agent, nodes, positions, saved};

/// The order that moves have before anything is known about them.
#[derive(Clone, Copy)]
enum Native {
    /// As the squares are numbered, the lowest row first.
    Numbered,
    /// As the course lists the knight's jumps: the rows from the other side.
    Jumps,
    /// By a random order of all squares, the same at every node.
    Permuted,
    /// In a random order, another one at every node, as the course has it.
    Shuffled,
    /// By the evaluation of the position after the move, the best first.
    Evaluated,
}

/// Alpha-beta that counts its nodes.
struct Search {
    native: Native,
    order: MoveOrdering,
    ordered: u32,
    known: HashMap<Position<u64>, Vec<Square>>,
    permutation: Vec<usize>,
    random: Random,
    nodes: u64,
}

/// A win at once; a later one is worth less, and every estimate still less.
const WIN: i32 = 1000;

/// n - n'
fn improved(position: &Position<u64>) -> i32 {
    let count = |color| position.moves_of(color).count() as i32;
    count(position.side()) - count(!position.side())
}

impl Search {
    fn new(native: Native, order: MoveOrdering, ordered: u32) -> Self {
        let mut random = Random::new(1);
        let mut permutation: Vec<usize> = (0..64).collect();
        random.shuffle(&mut permutation);
        Self { native, order, ordered, known: HashMap::new(), permutation, random, nodes: 0 }
    }

    /// The value to the side to move, as the ladder's alpha-beta finds it.
    fn value(&mut self, position: &Position<u64>, depth: u32, ply: u32, window: [i32; 2]) -> i32 {
        self.nodes += 1;
        if position.legal_moves().is_empty() {
            return ply as i32 - WIN;
        }
        if depth == 0 {
            return improved(position);
        }
        let is_ordered = self.order != MoveOrdering::None && depth > 1 && ply < self.ordered;
        let moves = self.moves(position, is_ordered);
        let [mut alpha, beta] = window;
        let mut tried = Vec::new();
        for to in moves {
            let next = position.play_unchecked(to);
            let value = -self.value(&next, depth - 1, ply + 1, [-beta, -alpha]);
            tried.push((value, to));
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        let best = tried.iter().map(|(value, _)| *value).max().expect("a move was tried");
        if is_ordered {
            tried.sort_by_key(|(value, _)| -value);
            let count = if self.order == MoveOrdering::Best { 1 } else { tried.len() };
            let order = tried.into_iter().take(count).map(|(_, to)| to).collect();
            self.known.insert(*position, order);
        }
        best
    }

    /// The moves in the order in which they are tried.
    fn moves(&mut self, position: &Position<u64>, is_ordered: bool) -> Vec<Square> {
        let mut moves: Vec<Square> = position.legal_moves().into_iter().collect();
        let size = position.size();
        match self.native {
            Native::Numbered => {}
            Native::Jumps => moves.sort_by_key(|&to| {
                let (column, row) = size.coordinates(to);
                (size.height() - row, column)
            }),
            Native::Permuted => moves.sort_by_key(|to| self.permutation[to.index()]),
            Native::Shuffled => self.random.shuffle(&mut moves),
            Native::Evaluated => moves.sort_by_key(|&to| improved(&position.play_unchecked(to))),
        }
        if let Some(known) = self.known.get(position).filter(|_| is_ordered) {
            let rank = |to: &Square| known.iter().position(|known| known == to);
            moves.sort_by_key(|to| rank(to).unwrap_or(known.len()));
        }
        moves
    }

    /// Searches a position to this depth, and gives back the nodes of this search alone.
    fn run(&mut self, position: &Position<u64>, depth: u32) -> u64 {
        let before = self.nodes;
        self.value(position, depth, 0, [-2 * WIN, 2 * WIN]);
        self.nodes - before
    }
}

/// Searches these positions depth after depth, each with nothing known before.
fn deepened(positions: &[Position<u64>], depth: u32, search: impl Fn() -> Search) -> u64 {
    let one = |position| {
        let mut search = search();
        (1..=depth).map(|depth| search.run(position, depth)).sum::<u64>()
    };
    positions.iter().map(one).sum()
}

fn narrow(positions: &[Position]) -> Vec<Position<u64>> {
    positions.iter().map(|position| position.narrow().expect("49 squares")).collect()
}

/// Positions of the start of a game.
fn openings() -> Vec<Position> {
    (2..=6).flat_map(|ply| positions::at("7x7", ply, 8)).collect()
}

/// What is compared with a search without an order.
const ORDERS: [(MoveOrdering, u32, &str); 4] = [
    (MoveOrdering::Full, 1, "full, root only"),
    (MoveOrdering::Best, 1, "best, root only"),
    (MoveOrdering::Full, u32::MAX, "full"),
    (MoveOrdering::Best, u32::MAX, "best"),
];

pub(crate) fn print() {
    native_orders();
    plies();
    last_depth();
}

/// What an order gains, by the order that it replaces.
fn native_orders() {
    const DEPTH: u32 = 9;
    let wide = openings();
    let positions = narrow(&wide);
    let count = |native, order, ordered| {
        deepened(&positions, DEPTH, || Search::new(native, order, ordered))
    };
    for (order, ordered, text) in [
        (MoveOrdering::None, u32::MAX, "alphabeta(improved, deepen=on)"),
        (MoveOrdering::Full, u32::MAX, "alphabeta(improved, order=full)"),
        (MoveOrdering::Best, 1, "alphabeta(improved, order=best, ordered=1)"),
    ] {
        let ours = nodes(&agent(text), &wide, DEPTH);
        assert_eq!(count(Native::Numbered, order, ordered), ours, "{text}");
    }
    let numbered = count(Native::Numbered, MoveOrdering::None, 0);
    let rows = [
        ("as the squares are numbered", Native::Numbered),
        ("as the course lists the jumps", Native::Jumps),
        ("a random order of the squares", Native::Permuted),
        ("shuffled at every node, as in the course", Native::Shuffled),
        ("by the evaluation after the move", Native::Evaluated),
    ]
    .map(|(name, native)| {
        let none = count(native, MoveOrdering::None, 0) as f64;
        let gains =
            ORDERS.map(|(order, ordered, _)| saved(count(native, order, ordered) as f64 / none));
        [name.to_owned(), format!("{:.2}", none / numbered as f64)]
            .into_iter()
            .chain(gains)
            .collect()
    });
    let title = format!("openings, depth 1 to {DEPTH}");
    let mut head = vec![title.as_str(), "nodes without order"];
    head.extend(ORDERS.map(|(_, _, name)| name));
    markdown::table(&head, rows);
}

/// The gain of an order by the number of ordered plies, by depth and by stage.
fn plies() {
    const ORDERED: [u32; 6] = [1, 2, 3, 4, 6, 255];
    let groups = [(2, 7), (2, 9), (2, 11), (6, 7), (6, 9), (6, 11), (12, 11), (20, 11)];
    let rows = groups.map(|(ply, depth)| {
        let positions = positions::at("7x7", ply, 40);
        let count = |settings: &str| {
            nodes(&agent(&format!("alphabeta(improved, {settings})")), &positions, depth) as f64
        };
        let (plain, none) = (count("deepen=off"), count("deepen=on"));
        let gains =
            ORDERED.map(|plies| saved(count(&format!("order=best, ordered={plies}")) / none));
        let name = format!("ply {ply}, depth {depth}");
        [name, saved(plain / none)].into_iter().chain(gains).collect()
    });
    let titles = ORDERED.map(|plies| match plies {
        1 => "root only".to_owned(),
        255 => "all".to_owned(),
        plies => format!("{plies} plies"),
    });
    let mut head = vec!["7x7, best move first", "no deepening"];
    head.extend(titles.iter().map(String::as_str));
    markdown::table(&head, rows);
}

/// What is saved of the last depth alone, had one known more.
fn last_depth() {
    const DEPTH: u32 = 10;
    let positions = narrow(&openings());
    let count = |ordered: u32, before: &[u32]| -> u64 {
        let order = if before.is_empty() { MoveOrdering::None } else { MoveOrdering::Best };
        let one = |position| {
            let mut search = Search::new(Native::Numbered, order, ordered);
            for &depth in before {
                search.run(position, depth);
            }
            search.run(position, DEPTH)
        };
        positions.iter().map(one).sum()
    };
    let none = count(0, &[]) as f64;
    let deepening: Vec<u32> = (1..DEPTH).collect();
    let every_other: Vec<u32> = (2..DEPTH).step_by(2).collect();
    let itself: Vec<u32> = (1..=DEPTH).collect();
    let rows = [
        ("from the depth before", deepening),
        ("from two depths before, deepening by two", every_other),
        ("from this depth itself, searched before", itself),
    ]
    .map(|(name, before)| {
        let gains = [1, u32::MAX].map(|ordered| saved(count(ordered, &before) as f64 / none));
        std::iter::once(name.to_owned()).chain(gains).collect()
    });
    let title = format!("depth {DEPTH} alone, the best move first");
    markdown::table(&[title.as_str(), "root only", "all nodes"], rows);
}
