//! The 150 ms of the course's Python programs, as a model.

use crate::board::{Color, Position, Word};
use crate::eval::{CourseCost, Prepared};

/// The time of a program of the course, modelled: the same on every machine.
///
/// A move may take 150 ms. A search gives up at the first node that it enters with less than 10 ms left, and an
/// evaluation that ends after the 150 ms loses the game. `docs/course-time.md` says how the times were measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseBudget {
    /// January to March 2017: `deepcopy` copies the board, 44 µs a node with `improved`, about 3,000 nodes.
    January2017,
    /// From April 2017: a flat list is copied and moves are shuffled, 20 µs a node, about 7,000 nodes.
    April2017,
}

impl CourseBudget {
    /// All budgets.
    pub const ALL: [Self; 2] = [Self::January2017, Self::April2017];

    /// The nanoseconds of a node without its evaluation, and of one call of `get_legal_moves`.
    const fn times(self) -> (u64, f64) {
        match self {
            Self::January2017 => (32_500, 3_600.0),
            Self::April2017 => (9_500, 3_300.0),
        }
    }
}

/// The nanoseconds after which a search gives up, and those after which the game is lost.
const GIVE_UP: u64 = 140_000_000;
const LOST: u64 = 150_000_000;

/// The clock of one move.
pub(super) struct CourseClock<'a> {
    spent: u64,
    node: u64,
    /// The nanoseconds of an evaluation as long as one call of `get_legal_moves`.
    unit: f64,
    cost: &'a CourseCost,
}

impl<'a> CourseClock<'a> {
    pub(super) fn new(budget: CourseBudget, factor: f64, heuristic: &'a Prepared) -> Self {
        let (node, moves) = budget.times();
        Self { spent: 0, node, unit: moves * factor, cost: heuristic.course_cost() }
    }

    /// Spends the time of a node, or returns `None` if too little is left to search it.
    #[inline]
    pub(super) fn enter_node(&mut self) -> Option<()> {
        self.spent += self.node;
        (self.spent < GIVE_UP).then_some(())
    }

    /// Spends the time of an evaluation.
    pub(super) fn evaluate<W: Word>(&mut self, position: &Position<W>, player: Color) {
        self.spent += (self.unit * self.cost.of(position, player)) as u64;
    }

    pub(super) fn is_on_time(&self) -> bool {
        self.spent < LOST
    }
}
