//! A game with remarks on its moves and the moves that were taken back.

use lastknight::{Color, Game, IllegalMove, Square};

/// A game with undo and redo.
pub(super) struct History {
    game: Game,
    /// The agent's remark on each move; `None` for the person's.
    remarks: Vec<Option<String>>,
    /// The moves taken back, the latest one first.
    undone: Vec<(Square, Option<String>)>,
}

impl History {
    pub(super) fn new(game: Game) -> Self {
        let remarks = vec![None; game.moves().len()];
        Self { game, remarks, undone: Vec::new() }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Plays a move and forgets the moves taken back.
    pub(super) fn play(&mut self, to: Square, remark: Option<String>) -> Result<(), IllegalMove> {
        self.game.play(to)?;
        self.remarks.push(remark);
        self.undone.clear();
        Ok(())
    }

    /// Takes back a ply. Returns whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let Some(to) = self.game.undo() else {
            return false;
        };
        self.undone.push((to, self.remarks.pop().flatten()));
        true
    }

    /// Replays the last ply taken back. Returns whether there was one.
    pub(super) fn redo(&mut self) -> bool {
        let Some((to, remark)) = self.undone.pop() else {
            return false;
        };
        self.game.play(to).expect("it was played here before");
        self.remarks.push(remark);
        true
    }

    /// Returns where the last move came from; `None` for placements.
    pub(super) fn origin(&self) -> Option<Square> {
        match self.game.moves().len() {
            0 => None,
            // The player's previous move was two plies earlier.
            played @ 3.. => self.game.moves().nth(played - 3),
            _ => self.game.start().knight(!self.game.position().side()),
        }
    }

    /// Returns the agent's last move: its colour, the square and the remark.
    pub(super) fn last_remark(&self) -> Option<(Color, Square, &str)> {
        let at = self.remarks.iter().rposition(Option::is_some)?;
        let first = self.game.start().side();
        let color = if at % 2 == 0 { first } else { !first };
        Some((color, self.game.moves().nth(at)?, self.remarks[at].as_deref()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(history: &History, name: &str) -> Square {
        history.game().start().size().square_named(name).unwrap()
    }

    #[test]
    fn remarks_come_and_go_with_their_moves() {
        let mut history = History::new("5x5 moves c3 a1".parse().unwrap());
        assert_eq!(history.last_remark(), None);
        let (b1, b3) = (square(&history, "b1"), square(&history, "b3"));
        history.play(b1, Some("well".to_owned())).unwrap();
        history.play(b3, None).unwrap();
        assert_eq!(history.last_remark(), Some((Color::White, b1, "well")));
        assert!(history.undo() && history.undo());
        assert_eq!(history.last_remark(), None);
        assert!(history.redo());
        assert_eq!(history.last_remark(), Some((Color::White, b1, "well")));
        assert!(history.redo() && !history.redo());
        assert_eq!(history.game(), &"5x5 moves c3 a1 b1 b3".parse().unwrap());
    }

    #[test]
    fn a_new_move_forgets_what_was_taken_back() {
        let mut history = History::new("5x5 moves c3 a1 b1".parse().unwrap());
        assert!(history.undo());
        let d1 = square(&history, "d1");
        history.play(d1, None).unwrap();
        assert!(!history.redo());
    }

    #[test]
    fn the_last_move_has_an_origin() {
        let origin = |text: &str| {
            let history = History::new(text.parse().unwrap());
            let size = history.game().start().size();
            history.origin().map(|from| size.name(from).to_string())
        };
        assert_eq!(origin("5x5"), None);
        assert_eq!(origin("5x5 moves c3"), None);
        assert_eq!(origin("5x5 moves c3 a1"), None);
        assert_eq!(origin("5x5 moves c3 a1 b1").as_deref(), Some("c3"));
        assert_eq!(origin("5x5 moves c3 a1 b1 b3").as_deref(), Some("a1"));
        assert_eq!(origin("5/5/2N2/5/n4 w moves b1").as_deref(), Some("c3"));
        assert_eq!(origin("5/5/2N2/5/n4 w moves b1 b3").as_deref(), Some("a1"));
    }
}
