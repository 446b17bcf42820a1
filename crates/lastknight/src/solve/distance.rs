//! Distance to the end: the winner wins as soon as possible, the loser holds out as long as possible.
//!
//! The winner is known by then. A [search](distance_search) on one thread tests whether the loser has
//! more than 0 moves, more than 1 and so on, until it has not.

mod bounds_table;
mod distance_search;

use std::cell::Cell;
use std::collections::HashMap;

use bounds_table::BoundsTable;
use distance_search::DistanceSearch;

use super::move_order::MoveOrder;
use super::paths::Paths;
use super::solver::{MoveValue, WINNER_PROGRESS};
use super::team::{Monitor, Team};
use crate::board::{Position, Word};

/// A move and its symmetric images, which are searched once.
struct MoveClass<W: Word> {
    /// The position after the move.
    next: Position<W>,
    /// Whether the player to move there loses.
    mover_loses: bool,
    /// A lower bound on the loser's moves, which is exact once `is_exact` is set.
    moves: u32,
    is_exact: bool,
}

/// Sets the distance of each move whose winner is known, as far as the limits allow, and returns that of
/// the position. The quickest win is found first, the longest loss last.
pub(super) fn distances<W: Word>(
    team: &Team<'_>,
    position: &Position<W>,
    values: &mut [MoveValue],
    megabytes: usize,
    monitor: &mut Monitor<'_>,
) -> Option<u32> {
    let mut classes: Vec<MoveClass<W>> = Vec::new();
    let mut images: HashMap<Position<W>, usize> = HashMap::new();
    // The class of each move.
    let numbers: Vec<Option<usize>> = values
        .iter()
        .map(|value| {
            let mover_loses = value.wins?;
            let next = position.play_unchecked(value.to);
            Some(*images.entry(next.canonical().0).or_insert_with(|| {
                classes.push(MoveClass { next, mover_loses, moves: 0, is_exact: false });
                classes.len() - 1
            }))
        })
        .collect();
    let done = Cell::new(WINNER_PROGRESS);
    team.run_on_this_thread(monitor, &done, |budget| {
        let order = MoveOrder { geometry: position.geometry(), techniques: &team.techniques };
        let (paths, table) = (Paths::new(order.geometry), BoundsTable::new(megabytes));
        let mut search = DistanceSearch { order, budget, paths, table };
        let step = (1.0 - WINNER_PROGRESS) / classes.len() as f64;
        let mut most = 0;
        while classes.iter().any(|class| !class.is_exact) {
            for class in classes.iter_mut().filter(|class| !class.is_exact && class.moves <= most) {
                class.moves = search.of_position(&class.next, class.mover_loses, most)?;
                class.is_exact = class.moves <= most;
                if class.is_exact {
                    done.set(done.get() + step);
                }
            }
            most += 1;
        }
        Some(())
    });
    for (value, number) in values.iter_mut().zip(numbers) {
        let class = number.map(|number| &classes[number]).filter(|class| class.is_exact);
        value.plies = class.map(|class| 1 + 2 * class.moves + u32::from(!class.mover_loses));
    }
    of_position(values)
}

/// The distance of a position from those of its moves. The shortest known win suffices, because
/// unknown ones are no shorter.
fn of_position(values: &[MoveValue]) -> Option<u32> {
    let wins: Option<Vec<bool>> = values.iter().map(|value| value.wins).collect();
    if wins?.contains(&true) {
        let won = values.iter().filter(|value| value.wins == Some(true));
        won.filter_map(|value| value.plies).min()
    } else {
        values.iter().try_fold(0, |most, value| Some(value.plies?.max(most)))
    }
}
