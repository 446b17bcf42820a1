//! A pair as a row of its table, and the sum that tells whether a row is still what was written.

use std::time::Duration;

use lastknight::Termination;
use lastknight::agent::Effort;
use rusqlite::Row;

/// The columns of a row that [`PairRow::read`] reads, before any others.
pub(super) const COLUMNS: &str =
    "pair.conditions, pair.opening, first, second, won_white, won_black, end_white, end_black,
    moves_white, moves_black, count_first, count_second, nodes_first, nodes_second,
    micros_first, micros_second, times_white, times_black, pair.sum";

/// How many they are.
pub(super) const COUNT: usize = 19;

/// Both games of an opening. Of what comes in twos about games, the one in which the first agent is White is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PairRow<'a> {
    pub(super) conditions: i64,
    pub(super) opening: i64,
    /// The agents' numbers in the store. In the table the smaller is first.
    pub(super) agents: [i64; 2],
    /// Whether the first agent won.
    pub(super) won: [bool; 2],
    pub(super) ends: [Termination; 2],
    /// The moves after the opening, a byte each.
    pub(super) moves: [&'a [u8]; 2],
    /// What each agent took for both games.
    pub(super) effort: [Effort; 2],
    /// The time of each move, four bytes of microseconds each, where it was kept.
    pub(super) times: [Option<&'a [u8]>; 2],
}

impl<'a> PairRow<'a> {
    /// Reads a row of [`COLUMNS`], or gives `None` where it is not what was written.
    pub(super) fn read(row: &'a Row<'_>) -> rusqlite::Result<Option<Self>> {
        let number = |at: usize| row.get::<_, i64>(at);
        let blob = |at: usize| Ok::<_, rusqlite::Error>(row.get_ref(at)?.as_blob()?);
        let times = |at: usize| Ok::<_, rusqlite::Error>(row.get_ref(at)?.as_blob_or_null()?);
        let effort = |second: usize| {
            Ok::<_, rusqlite::Error>(Effort {
                moves: number(10 + second)? as u64,
                nodes: number(12 + second)? as u64,
                time: Duration::from_micros(number(14 + second)? as u64),
            })
        };
        let ends = [number(6)?, number(7)?].map(termination);
        let [Some(end_white), Some(end_black)] = ends else {
            return Ok(None);
        };
        let pair = Self {
            conditions: number(0)?,
            opening: number(1)?,
            agents: [number(2)?, number(3)?],
            won: [number(4)? == 1, number(5)? == 1],
            ends: [end_white, end_black],
            moves: [blob(8)?, blob(9)?],
            effort: [effort(0)?, effort(1)?],
            times: [times(16)?, times(17)?],
        };
        Ok((number(18)? == pair.sum()).then_some(pair))
    }

    /// The same as the other agent sees it: the game in which the one is White is that in which the other is Black.
    pub(super) fn turned(self) -> Self {
        let turn = |[a, b]: [_; 2]| [b, a];
        Self {
            agents: turn(self.agents),
            won: [!self.won[1], !self.won[0]],
            ends: [self.ends[1], self.ends[0]],
            moves: [self.moves[1], self.moves[0]],
            effort: [self.effort[1], self.effort[0]],
            times: [self.times[1], self.times[0]],
            ..self
        }
    }

    /// The sum of all columns, as they stand in the table.
    pub(super) fn sum(&self) -> i64 {
        let [first, second] = self.effort;
        let mut sum = Sum::default();
        sum.numbers([self.conditions, self.opening]);
        sum.numbers(self.agents);
        sum.numbers(self.won.map(i64::from));
        sum.numbers(self.ends.map(code));
        sum.blobs(self.moves.map(Some));
        sum.numbers([first.moves, second.moves].map(|count| count as i64));
        sum.numbers([first.nodes, second.nodes].map(|count| count as i64));
        sum.numbers([first, second].map(|effort| effort.time.as_micros() as i64));
        sum.blobs(self.times);
        sum.end()
    }
}

/// The sum of an opening.
pub(super) fn opening_sum(conditions: i64, number: i64, start: Option<&str>, moves: &[u8]) -> i64 {
    let mut sum = Sum::default();
    sum.numbers([conditions, number]);
    sum.blobs([start.map(str::as_bytes), Some(moves)]);
    sum.end()
}

/// The sum of what decides about a run.
pub(super) fn run_sum(conditions: i64, pairs: i64, name: &str, spec: &str) -> i64 {
    let mut sum = Sum::default();
    sum.numbers([conditions, pairs]);
    sum.blobs([name, spec].map(|text| Some(text.as_bytes())));
    sum.end()
}

/// A CRC-32 of columns: of a number its eight bytes, lowest first; of a blob or a text its length, then its bytes; of
/// nothing the length -1. Other programs can work it out, and no single damage of up to 32 bits in a row escapes it.
#[derive(Default)]
struct Sum(Vec<u8>);

impl Sum {
    fn numbers(&mut self, numbers: [i64; 2]) {
        self.0.extend(numbers.map(i64::to_le_bytes).as_flattened());
    }

    fn blobs(&mut self, blobs: [Option<&[u8]>; 2]) {
        for blob in blobs {
            let length = blob.map_or(-1, |blob| blob.len() as i64);
            self.0.extend(length.to_le_bytes());
            self.0.extend(blob.unwrap_or_default());
        }
    }

    fn end(self) -> i64 {
        crc32fast::hash(&self.0).into()
    }
}

/// The number of a termination.
pub(super) fn code(termination: Termination) -> i64 {
    Termination::ALL.iter().position(|&t| t == termination).expect("one of all") as i64
}

/// The termination with this number.
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
            Effort { moves: 2, time: Duration::from_micros(900), nodes: 40_000 },
            Effort { moves: 2, time: Duration::from_micros(0), nodes: 7 },
        ],
        times: [None, Some(&[1, 0, 0, 0])],
    };

    #[test]
    fn turned_twice_is_the_same() {
        assert_eq!(ROW.turned().turned(), ROW);
        assert_eq!(ROW.turned().won, [true, false]);
        assert_eq!(ROW.turned().moves, [&[48][..], &[0, 15, 2]]);
    }

    /// The sum as Python works it out: zlib.crc32(struct.pack("<8q", 1, 16, 3, 7, 1, 0, 0, 3) + …).
    #[test]
    fn sums_are_those_of_other_programs() {
        assert_eq!(ROW.sum(), 2_163_098_890);
        assert_eq!(opening_sum(1, 0, None, &[0, 48]), 4_051_659_527);
        assert_eq!(opening_sum(1, 0, Some("7/7/7/7/7/7/7 w"), &[0, 48]), 4_159_754_749);
    }

    #[test]
    fn every_column_counts() {
        let sum = ROW.sum();
        for other in [
            PairRow { conditions: 2, ..ROW },
            PairRow { opening: 17, ..ROW },
            PairRow { agents: [3, 8], ..ROW },
            PairRow { won: [true, true], ..ROW },
            PairRow { ends: [Termination::Time, Termination::Crash], ..ROW },
            PairRow { moves: [&[0, 15], &[2, 48]], ..ROW },
            PairRow { moves: [&[0, 15, 2, 48], &[]], ..ROW },
            PairRow { effort: [ROW.effort[1], ROW.effort[0]], ..ROW },
            PairRow { times: [Some(&[]), ROW.times[1]], ..ROW },
            ROW.turned(),
        ] {
            assert_ne!(other.sum(), sum, "{other:?}");
        }
    }
}
