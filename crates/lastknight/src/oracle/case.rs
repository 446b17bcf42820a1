//! A position with every move solved.

use super::Role;
use crate::board::{Position, Square};
use crate::solve::{self, tablebase};

/// A position and which of its moves win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedCase {
    position: Position,
    moves: Vec<(Square, bool)>,
}

impl SolvedCase {
    /// Solves every move with up to `nodes` nodes each. Returns `None` if one takes more.
    ///
    /// ```
    /// use lastknight::oracle::SolvedCase;
    ///
    /// let case = SolvedCase::solve("7/7/7/3N3/1n5/7/7 w".parse()?, 20_000_000).expect("within reach");
    /// let size = case.position().size();
    /// assert!(case.winning().eq([size.square_named("f5")?]));
    /// assert!(case.is_critical() && SolvedCase::solve(*case.position(), 1).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solve(position: Position, nodes: u64) -> Option<Self> {
        Self::solve_unless(position, nodes, || false)
    }

    /// [`solve`](Self::solve) that also returns `None` if it is stopped between two moves.
    pub(super) fn solve_unless(
        position: Position,
        nodes: u64,
        is_stopped: impl Fn() -> bool,
    ) -> Option<Self> {
        let solved = |to| {
            let next = position.play_unchecked(to);
            let is_lost = if is_stopped() { None } else { wins(&next, nodes) };
            Some((to, !is_lost?))
        };
        let moves = position.legal_moves().into_iter().map(solved).collect::<Option<_>>()?;
        Some(Self { position, moves })
    }

    /// Returns a `1` for each move that wins and a `0` for each that loses, in the order of their squares.
    #[must_use]
    pub fn wins(&self) -> String {
        self.moves.iter().map(|&(_, wins)| if wins { '1' } else { '0' }).collect()
    }

    /// Makes a case from a position and its [`wins`](Self::wins), or returns `None` if there is not one for each move.
    #[must_use]
    pub fn with_wins(position: Position, wins: &str) -> Option<Self> {
        let wins: Option<Vec<bool>> =
            wins.bytes().map(|byte| matches!(byte, b'0' | b'1').then_some(byte == b'1')).collect();
        let (moves, wins) = (position.legal_moves(), wins?);
        let is_whole = moves.count() as usize == wins.len();
        is_whole.then(|| Self { position, moves: moves.into_iter().zip(wins).collect() })
    }

    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the legal moves in the order of their squares, and whether they win.
    #[must_use]
    pub fn moves(&self) -> &[(Square, bool)] {
        &self.moves
    }

    /// Returns the moves that win.
    pub fn winning(&self) -> impl Iterator<Item = Square> + Clone {
        self.moves.iter().filter(|(_, wins)| *wins).map(|&(to, _)| to)
    }

    /// Returns whether a move wins.
    #[must_use]
    pub fn is_winning(&self, to: Square) -> bool {
        self.moves.contains(&(to, true))
    }

    /// Returns whether the side to move wins.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.winning().next().is_some()
    }

    /// Returns whether some moves win and others lose.
    #[must_use]
    pub fn is_critical(&self) -> bool {
        self.is_won() && self.moves.iter().any(|(_, wins)| !wins)
    }

    /// Returns the share of moves that win, which is how often a random move does.
    #[must_use]
    pub fn random_share(&self) -> f64 {
        self.winning().count() as f64 / self.moves.len().max(1) as f64
    }

    /// Returns the role of the side to move, once both knights are placed.
    #[must_use]
    pub fn role(&self) -> Option<Role> {
        let attacker = self.position.attacker()?;
        Some(if attacker == self.position.side() { Role::Attacker } else { Role::Victim })
    }
}

/// Whether the side to move wins, by tablebase or search.
fn wins(position: &Position, mut nodes: u64) -> Option<bool> {
    if let Some(winner) = tablebase::probe(position) {
        return Some(winner == position.side());
    }
    match position.narrow() {
        Some(narrow) => solve::wins(&narrow, &mut nodes),
        None => solve::wins(position, &mut nodes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(text: &str) -> SolvedCase {
        SolvedCase::solve(text.parse().unwrap(), 1000).unwrap()
    }

    /// White on a1 and Black on d4 both reach b3 and c2. From b3 White can go on to d2, from c2 nowhere.
    #[test]
    fn a_win_that_can_be_thrown_away() {
        let case = case("xxxn/x1xx/xx2/Nxxx w");
        let winning = case.position().size().names(case.winning()).to_string();
        assert_eq!((winning.as_str(), case.random_share()), ("b3", 0.5));
        assert!(case.is_won() && case.is_critical());
        assert_eq!(case.role(), Some(Role::Attacker));
    }

    /// Without d2 White is the first to be stuck; with nothing but b3 it takes Black's last square.
    #[test]
    fn nothing_to_throw_away() {
        let lost = case("xxxn/x1xx/xx1x/Nxxx w");
        assert!(!lost.is_won() && !lost.is_critical() && lost.random_share() == 0.0);
        let safe = case("xxxn/x1xx/xxxx/Nxxx w");
        assert!(safe.is_won() && !safe.is_critical() && safe.random_share() == 1.0);
    }

    #[test]
    fn solving_can_be_stopped() {
        let position = "5x5 moves a1 b3".parse::<crate::Game>().unwrap();
        assert_eq!(SolvedCase::solve_unless(*position.position(), u64::MAX, || true), None);
    }
}
