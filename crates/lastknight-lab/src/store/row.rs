//! A pair as a row of its table.

use std::time::Duration;

use lastknight::Termination;
use lastknight::agent::MoveTotals;
use rusqlite::Row;

/// The columns that [`PairRow::read`] reads; a query may add others after them.
pub(super) const COLUMNS: &str =
    "pair.conditions, pair.opening, first, second, won_white, won_black, end_white, end_black,
    moves_white, moves_black, count_first, count_second, nodes_first, nodes_second,
    micros_first, micros_second, times_white, times_black";

pub(super) const COUNT: usize = 18;

/// Both games of an opening. The game in which the first agent is White comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PairRow<'a> {
    pub(super) conditions: i64,
    pub(super) opening: i64,
    /// The agents' ids in the store. In the table the smaller one is first.
    pub(super) agents: [i64; 2],
    /// Whether the first agent won.
    pub(super) won: [bool; 2],
    pub(super) ends: [Termination; 2],
    /// The moves after the opening, one byte each.
    pub(super) moves: [&'a [u8]; 2],
    /// The totals of each agent's moves in both games.
    pub(super) effort: [MoveTotals; 2],
    /// The time of each move in microseconds, four bytes each, if recorded.
    pub(super) times: [Option<&'a [u8]>; 2],
}

impl<'a> PairRow<'a> {
    pub(super) fn read(row: &'a Row<'_>) -> rusqlite::Result<Self> {
        let number = |at: usize| row.get::<_, i64>(at);
        let blob = |at: usize| Ok::<_, rusqlite::Error>(row.get_ref(at)?.as_blob()?);
        let times = |at: usize| Ok::<_, rusqlite::Error>(row.get_ref(at)?.as_blob_or_null()?);
        let end = |at: usize| {
            let code = number(at)?;
            termination(code).ok_or(rusqlite::Error::IntegralValueOutOfRange(at, code))
        };
        let effort = |second: usize| {
            Ok::<_, rusqlite::Error>(MoveTotals {
                moves: number(10 + second)? as u64,
                nodes: number(12 + second)? as u64,
                time: Duration::from_micros(number(14 + second)? as u64),
            })
        };
        Ok(Self {
            conditions: number(0)?,
            opening: number(1)?,
            agents: [number(2)?, number(3)?],
            won: [number(4)? == 1, number(5)? == 1],
            ends: [end(6)?, end(7)?],
            moves: [blob(8)?, blob(9)?],
            effort: [effort(0)?, effort(1)?],
            times: [times(16)?, times(17)?],
        })
    }

    /// The pair from the other agent's side: the game in which one is White is the one in which the other is Black.
    pub(super) fn turned(mut self) -> Self {
        self.agents.reverse();
        self.won = [!self.won[1], !self.won[0]];
        self.ends.reverse();
        self.moves.reverse();
        self.effort.reverse();
        self.times.reverse();
        self
    }
}

pub(super) fn code(termination: Termination) -> i64 {
    Termination::ALL.iter().position(|&t| t == termination).expect("one of all") as i64
}

fn termination(code: i64) -> Option<Termination> {
    Termination::ALL.get(usize::try_from(code).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: PairRow<'_> = PairRow {
        conditions: 1,
        opening: 16,
        agents: [3, 7],
        won: [true, false],
        ends: [Termination::NoMoves, Termination::Crash],
        moves: [&[0, 15, 2], &[48]],
        effort: [
            MoveTotals { moves: 2, time: Duration::from_micros(900), nodes: 40_000 },
            MoveTotals { moves: 2, time: Duration::from_micros(0), nodes: 7 },
        ],
        times: [None, Some(&[1, 0, 0, 0])],
    };

    #[test]
    fn turned_twice_is_the_same() {
        assert_eq!(ROW.turned().turned(), ROW);
        assert_eq!(ROW.turned().won, [true, false]);
        assert_eq!(ROW.turned().moves, [&[48][..], &[0, 15, 2]]);
    }
}
