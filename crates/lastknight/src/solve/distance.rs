//! How soon a game ends: the winner hurries, the loser holds out.
//!
//! Who wins is known by then. What is left to find out is how many moves the loser can still make, and
//! that takes a [search](holding) of its own, which asks whether they can be more than so many, first
//! for none, then for one and so on. All of it runs on one thread.

mod holding;
mod memory;

use std::cell::Cell;
use std::collections::HashMap;

use holding::{Holding, Loser};
use memory::Memory;

use super::order::Order;
use super::paths::Paths;
use super::solver::{MoveValue, PROOF};
use super::team::{Team, Watch};
use crate::board::{Position, Word};

/// A move that is looked at for itself and all of its images.
struct Line<W: Word> {
    /// The position after it.
    next: Position<W>,
    /// Who loses, as seen from there.
    loser: Loser,
    /// What the loser's moves are known to be at least, and whether they are no more.
    moves: u32,
    is_known: bool,
}

impl<W: Word> Line<W> {
    /// The half-moves to the end, the first counted.
    fn plies(&self) -> Option<u32> {
        let others = match self.loser {
            Loser::Mover => self.moves,
            Loser::Other => self.moves + 1,
        };
        self.is_known.then_some(1 + self.moves + others)
    }
}

/// Enters for each move whose winner is known how soon the game ends, as far as the limits allow, and
/// says so of the position: the first of its moves to be known is the quickest win, the last the longest
/// way to lose.
///
/// What it remembers takes at most so many megabytes.
pub(super) fn distances<W: Word>(
    team: &Team<'_>,
    position: &Position<W>,
    values: &mut [MoveValue],
    megabytes: usize,
    watch: &mut Watch<'_>,
) -> Option<u32> {
    let mut lines: Vec<Line<W>> = Vec::new();
    let mut images: HashMap<Position<W>, usize> = HashMap::new();
    // The line of each move.
    let numbers: Vec<Option<usize>> = values
        .iter()
        .map(|value| {
            let loser = if value.wins? { Loser::Mover } else { Loser::Other };
            let next = position.play_unchecked(value.to);
            Some(*images.entry(next.canonical().0).or_insert_with(|| {
                lines.push(Line { next, loser, moves: 0, is_known: false });
                lines.len() - 1
            }))
        })
        .collect();
    let done = Cell::new(PROOF);
    team.alone(watch, &done, |budget| {
        let order = Order { geometry: position.geometry(), techniques: &team.techniques };
        let (paths, memory) = (Paths::default(), Memory::new(megabytes));
        let mut holding = Holding { order, budget, paths, memory };
        let count = lines.len() as f64;
        find_out(&mut lines, |line, most| {
            let moves = holding.of_position(&line.next, line.loser, most)?;
            if moves <= most {
                done.set(done.get() + (1.0 - PROOF) / count);
            }
            Some(moves)
        })
    });
    for (value, number) in values.iter_mut().zip(numbers) {
        value.plies = number.and_then(|number| lines[number].plies());
    }
    whole(values)
}

/// Asks about every line whether the loser can make more than so many moves, until it cannot.
fn find_out<W: Word>(
    lines: &mut [Line<W>],
    mut ask: impl FnMut(&Line<W>, u32) -> Option<u32>,
) -> Option<()> {
    let mut most = 0;
    while lines.iter().any(|line| !line.is_known) {
        for line in lines.iter_mut().filter(|line| !line.is_known && line.moves <= most) {
            let moves = ask(line, most)?;
            (line.moves, line.is_known) = (moves, moves <= most);
        }
        most += 1;
    }
    Some(())
}

/// The half-moves of a position whose moves are worth this. It may be known though some are not: what
/// has not been found out is no shorter than what has.
fn whole(values: &[MoveValue]) -> Option<u32> {
    let winners: Option<Vec<bool>> = values.iter().map(|value| value.wins).collect();
    if winners?.contains(&true) {
        let won = values.iter().filter(|value| value.wins == Some(true));
        return won.filter_map(|value| value.plies).min();
    }
    let plies: Option<Vec<u32>> = values.iter().map(|value| value.plies).collect();
    Some(plies?.into_iter().max().unwrap_or(0))
}
