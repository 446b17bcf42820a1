//! The plan of a sample: its games and the plies it takes positions from.

use std::ops::RangeInclusive;

use crate::agent::Agent;
use crate::board::{Color, Position, Square};
use crate::control::Limits;
use crate::random::Random;

/// The plan of a sample, which determines its positions.
#[derive(Clone, Debug)]
pub struct SamplePlan {
    /// Where the games start.
    pub start: Position,
    /// The plies that positions are taken from in turn, as far as games last.
    pub plies: RangeInclusive<usize>,
    /// The seed of the games and of the agents tested.
    pub seed: u64,
    /// The most nodes to solve a move.
    pub nodes: u64,
}

/// The default of [`SamplePlan::nodes`]: about a second.
const NODES: u64 = 20_000_000;

/// Boards of up to this many squares are solved from both placements on.
const ALWAYS: usize = 49;

/// The heuristics and depths of the players.
const HEURISTICS: [&str; 4] = ["improved", "two-step", "territory", "edges"];
const DEPTHS: [u32; 2] = [1, 3];

/// The percentage of random moves; each game draws one.
const NOISE: [usize; 3] = [10, 25, 50];

/// The first random stream of the agents; those below are for the games.
const AGENT_STREAMS: u64 = 1 << 63;

impl SamplePlan {
    /// Creates a plan for games from a position, with the plies that can usually be solved: all from both
    /// placements on for small boards, later ones for large boards.
    #[must_use]
    pub fn new(start: Position, seed: u64) -> Self {
        let area = start.size().area();
        let blocked = area - start.open().count() as usize;
        let unplaced = Color::ALL.iter().filter(|&&color| start.knight(color).is_none()).count();
        // The most open squares that are nearly always solved within `NODES`, by trial on 7x9, 9x9 and 11x9.
        let solvable = ALWAYS + area.saturating_sub(ALWAYS) / 4;
        let first = (blocked + unplaced).max(area.saturating_sub(solvable));
        let last = first.max(area * 4 / 5);
        Self { start, plies: first..=last, seed, nodes: NODES }
    }

    /// Returns the plies in up to eight bands of equal width, the last possibly narrower.
    #[must_use]
    pub fn bands(&self) -> Vec<RangeInclusive<usize>> {
        let (first, last) = (*self.plies.start(), *self.plies.end());
        let width = (last + 1).saturating_sub(first).div_ceil(8).max(1);
        let band = |from: usize| from..=last.min(from + width - 1);
        (first..=last).step_by(width).map(band).collect()
    }

    /// Returns the seed of the agents that are tested on the position of this number.
    #[must_use]
    pub fn agent_seed(&self, number: usize) -> u64 {
        Random::numbered(self.seed, AGENT_STREAMS + number as u64).next()
    }

    /// Returns the ply of the position that a numbered game gives.
    #[must_use]
    pub fn ply(&self, number: u64) -> usize {
        let count = (self.plies.end() + 1).saturating_sub(*self.plies.start()).max(1);
        self.plies.start() + (number % count as u64) as usize
    }

    /// Returns the agents that play the games.
    #[must_use]
    pub fn players() -> Vec<Agent> {
        let agent = |heuristic, depth| {
            let text = format!("alphabeta({heuristic}, depth={depth}, ties=random)");
            text.parse().expect("an agent of the list")
        };
        let of_depth = |depth| HEURISTICS.map(|heuristic| agent(heuristic, depth));
        DEPTHS.into_iter().flat_map(of_depth).collect()
    }

    /// The position of a numbered game at its ply, unless the game is over before.
    pub(super) fn draw(&self, number: u64, players: &[Agent]) -> Option<Position> {
        let mut random = Random::numbered(self.seed, number);
        let ply = self.ply(number);
        let noise = random.pick(&NOISE).expect("there are several");
        let mut player = || players[random.below(players.len())].player(random.next());
        let mut players = [player(), player()];
        let mut position = self.start;
        while position.ply() < ply {
            let side = position.side();
            let moves: Vec<Square> = position.legal_moves().into_iter().collect();
            let any = random.pick(&moves)?;
            let to = if position.knight(side).is_none() || random.below(100) < noise {
                any
            } else {
                let player = &mut players[side as usize];
                player.choose_at(&position, Limits::NONE).ok()?.best()?
            };
            position = position.play_unchecked(to);
        }
        (position.ply() == ply && position.winner().is_none()).then_some(position)
    }
}
