//! Random numbers for games.

pub(crate) use lastknight::Random;

/// The numbers of one game: every game has its own, whoever plays it and when.
pub(crate) fn of_game(seed: u64, game: usize) -> Random {
    Random::new(seed ^ (game as u64) << 32)
}
