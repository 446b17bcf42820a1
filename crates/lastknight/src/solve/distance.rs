//! How soon a game ends: the winner hurries, the loser holds out.

use std::collections::HashMap;

use super::solver::MoveValue;
use super::team::{Team, Watch};
use crate::board::{Position, Word};

pub(super) fn distances<W: Word>(
    _team: &Team<'_>,
    _position: &Position<W>,
    _moves: &mut [MoveValue],
    _watch: &mut Watch<'_, '_>,
) {
    let _: HashMap<u8, u8> = HashMap::new();
}

pub(super) fn whole_distance(_moves: &[MoveValue], _wins: bool) -> Option<u32> {
    None
}
