//! Which positions a sample takes: from what games, at which plies.

use std::ops::RangeInclusive;

use crate::agent::Agent;
use crate::board::{Color, Position, Square};
use crate::control::Limits;
use crate::random::Random;

/// What a sample follows from.
#[derive(Clone, Debug)]
pub struct SamplePlan {
    /// Where the games begin.
    pub start: Position,
    /// The plies that positions are taken from, each as often as the others as far as games last.
    pub plies: RangeInclusive<usize>,
    /// What follows from chance, games and agents alike, follows from this.
    pub seed: u64,
    /// The most nodes to solve a move with.
    pub nodes: u64,
}

/// The most nodes for a move unless said otherwise: about a second.
const NODES: u64 = 20_000_000;

/// Boards of so many squares are solved from both placements on.
const ALWAYS: usize = 49;

/// The heuristics and depths that the players of the games go by.
const HEURISTICS: [&str; 4] = ["improved", "two-step", "territory", "edges"];
const DEPTHS: [u32; 2] = [1, 3];

/// How many moves in a hundred are random, one of these for a whole game.
const NOISE: [usize; 3] = [10, 25, 50];

impl SamplePlan {
    /// Games from a position on, and the plies at which its board is usually solved within the nodes:
    /// all from both placements on where the board is small, the later ones where it is not.
    #[must_use]
    pub fn new(start: Position, seed: u64) -> Self {
        let area = start.size().area();
        let blocked = area - start.open().count() as usize;
        let unplaced = Color::ALL.iter().filter(|&&color| start.knight(color).is_none()).count();
        let first = (blocked + unplaced).max(area.saturating_sub(within_reach(area)));
        let last = first.max(area * 4 / 5);
        Self { start, plies: first..=last, seed, nodes: NODES }
    }

    /// The plies in at most eight bands of equal width, but for the last one.
    #[must_use]
    pub fn bands(&self) -> Vec<RangeInclusive<usize>> {
        let (first, last) = (*self.plies.start(), *self.plies.end());
        let width = (last + 1).saturating_sub(first).div_ceil(8).max(1);
        let band = |from: usize| from..=last.min(from + width - 1);
        (first..=last).step_by(width).map(band).collect()
    }
}

/// The most open squares with which a board of so many squares is nearly always solved within the
/// nodes, by trial on 7x9, 9x9 and 11x9.
fn within_reach(area: usize) -> usize {
    ALWAYS + area.saturating_sub(ALWAYS) / 4
}

/// Those who play the games.
pub(super) fn players() -> Vec<Agent> {
    let agent = |heuristic, depth| {
        let text = format!("alphabeta({heuristic}, depth={depth}, ties=random)");
        text.parse().expect("an agent of the list")
    };
    DEPTHS.iter().flat_map(|depth| HEURISTICS.map(|heuristic| agent(heuristic, depth))).collect()
}

impl SamplePlan {
    /// The position that a number leads to, unless the game is over before its ply.
    pub(super) fn draw(&self, number: u64, players: &[Agent]) -> Option<Position> {
        let mut random = Random::numbered(self.seed, number);
        let count = (self.plies.end() + 1).saturating_sub(*self.plies.start()).max(1);
        let ply = self.plies.start() + (number % count as u64) as usize;
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
