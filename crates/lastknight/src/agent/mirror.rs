//! Play by symmetry.

use super::{Forfeit, Player};
use crate::board::{Color, Position, Square, Symmetry};
use crate::game::{Game, GameRecord};
use crate::search::{Score, SearchLine, SearchReport, Task};

/// Plays a move that wins by mirroring or makes the position symmetric, else a move of another player.
pub(super) struct MirrorPlayer {
    pub(super) other: Box<dyn Player>,
}

impl Player for MirrorPlayer {
    fn begin(&mut self, game: &Game, side: Color) {
        self.other.begin(game, side);
    }

    fn choose(&mut self, game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        let position = game.position();
        let line = |score| move |to| SearchLine { score, moves: vec![to] };
        let winning = winning_move(position).map(line(Some(Score::Win(None))));
        let Some(line) = winning.or_else(|| symmetric_move(position).map(line(None))) else {
            return self.other.choose(game, task);
        };
        Ok(SearchReport { lines: vec![line], ..SearchReport::default() })
    }

    fn end(&mut self, record: &GameRecord) {
        self.other.end(record);
    }

    fn keeps_time(&self) -> bool {
        self.other.keeps_time()
    }

    fn measures_time(&self) -> bool {
        self.other.measures_time()
    }
}

/// Returns a move after which mirroring [wins](Position::mirror_win).
fn winning_move(position: &Position) -> Option<Square> {
    let wins = |to: &Square| position.play_unchecked(*to).mirror_win().is_some();
    position.legal_moves().into_iter().find(wins)
}

/// Returns a move after which the position is symmetric, preferably by point reflection.
fn symmetric_move(position: &Position) -> Option<Square> {
    Symmetry::MIRRORS.into_iter().find_map(|symmetry| {
        let is_symmetric = |to: &Square| position.play_unchecked(*to).is_symmetric(symmetry);
        position.legal_moves().into_iter().find(is_symmetric)
    })
}
