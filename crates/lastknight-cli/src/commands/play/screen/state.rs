//! The state of a game on the full screen: no terminal, no threads.
//!
//! The event loop runs the searches that the state [wants](GameState::wants) and passes on their
//! [messages](GameState::on_message). Each turn has a number; messages for another turn are ignored.

mod keys;
#[cfg(test)]
pub(super) mod tests;

use lastknight::solve::Solution;
use lastknight::{Color, Game, Position, SearchReport, Square};

use super::super::{in_brackets, result};
use super::command::Command;
use super::history::History;
use super::search_thread::{Message, SearchEvent, SearchRole};

/// A game in progress and what the screen shows of it.
pub(super) struct GameState {
    pub(super) history: History,
    /// Where every new game begins.
    start: Game,
    /// The person's colour.
    pub(super) color: Color,
    pub(super) opponent: String,
    /// The number of the turn, which changes whenever running searches become pointless.
    pub(super) turn: u64,
    /// The number of games before this one.
    pub(super) games: u64,
    pub(super) found: Findings,
    pub(super) cursor: Square,
    /// The typed beginning of a square's name.
    pub(super) typed: String,
    pub(super) message: String,
    pub(super) is_flipped: bool,
    pub(super) is_analysing: bool,
    pub(super) is_solving: bool,
    /// How far the help is scrolled, if it is open.
    pub(super) help: Option<u16>,
    pub(super) has_quit: bool,
    /// Grows while time passes, for animations.
    pub(super) ticks: usize,
}

/// Search results for the position of this turn.
#[derive(Default)]
pub(super) struct Findings {
    /// The opponent's last finished depth.
    pub(super) thoughts: Option<SearchReport>,
    pub(super) hint: Hint,
    pub(super) analysis: Option<SearchReport>,
    is_analysed: bool,
    /// The share of the solver's work that is done.
    pub(super) progress: f64,
    pub(super) solution: Option<Solution>,
}

#[derive(Default)]
pub(super) enum Hint {
    #[default]
    None,
    Requested,
    Given(SearchReport),
}

impl GameState {
    pub(super) fn new(start: Game, color: Color, opponent: String) -> Self {
        let size = start.start().size();
        let center = size.square(size.width() / 2, size.height() / 2).expect("on the board");
        Self {
            history: History::new(start.clone()),
            start,
            color,
            opponent,
            turn: 1,
            games: 0,
            found: Findings::default(),
            cursor: center,
            typed: String::new(),
            message: String::new(),
            is_flipped: false,
            is_analysing: false,
            is_solving: false,
            help: None,
            has_quit: false,
            ticks: 0,
        }
    }

    pub(super) fn position(&self) -> &Position {
        self.history.game().position()
    }

    pub(super) fn result(&self) -> Option<String> {
        result(self.position(), self.color)
    }

    pub(super) fn is_over(&self) -> bool {
        self.position().winner().is_some()
    }

    /// Returns whether it is the person's turn.
    pub(super) fn is_mine(&self) -> bool {
        !self.is_over() && self.position().side() == self.color
    }

    /// Returns whether the opponent is to move.
    pub(super) fn is_theirs(&self) -> bool {
        !self.is_over() && self.position().side() != self.color
    }

    pub(super) fn is_waiting(&self) -> bool {
        SearchRole::ALL.into_iter().any(|role| self.wants(role))
    }

    /// Returns whether this search should run now. The opponent gets the whole machine for its turn.
    pub(super) fn wants(&self, role: SearchRole) -> bool {
        let Findings { hint, is_analysed, solution, .. } = &self.found;
        match role {
            SearchRole::Opponent => self.is_theirs(),
            SearchRole::Adviser => self.is_mine() && matches!(hint, Hint::Requested),
            SearchRole::Analyst => self.is_mine() && self.is_analysing && !is_analysed,
            SearchRole::Solver => self.is_mine() && self.is_solving && solution.is_none(),
        }
    }

    /// Returns whether a move wins, if the solver has found out.
    pub(super) fn verdict(&self, to: Square) -> Option<bool> {
        let solution = self.found.solution.as_ref().filter(|_| self.is_solving)?;
        solution.moves.iter().find(|value| value.to == to)?.wins
    }

    pub(super) fn hinted(&self) -> Option<Square> {
        if let Hint::Given(report) = &self.found.hint { report.best() } else { None }
    }

    /// Takes in a search event, unless it is about another turn.
    pub(super) fn on_message(&mut self, message: Message) {
        let Message { role, turn, event } = message;
        if turn != self.turn || !self.wants(role) {
            return;
        }
        let found = &mut self.found;
        match (role, event) {
            (SearchRole::Opponent, SearchEvent::Depth(report)) => found.thoughts = Some(report),
            (SearchRole::Opponent, SearchEvent::Chosen(report)) => self.answer(&report),
            (SearchRole::Adviser, SearchEvent::Chosen(report)) => found.hint = Hint::Given(report),
            (SearchRole::Analyst, SearchEvent::Depth(report)) => found.analysis = Some(report),
            (SearchRole::Analyst, SearchEvent::Chosen(report)) => {
                // A search that was cut short may know less than its last whole depth.
                found.analysis.get_or_insert(report);
                found.is_analysed = true;
            }
            (SearchRole::Solver, SearchEvent::Progress(done)) => found.progress = done,
            (SearchRole::Solver, SearchEvent::Solved(solution)) => found.solution = Some(solution),
            _ => {}
        }
    }

    fn answer(&mut self, report: &SearchReport) {
        let to = report.best().expect("a move, since the game is not over");
        let remark = Some(in_brackets(report));
        self.history.play(to, remark).expect("built-in players choose legal moves");
        self.begin_turn();
    }

    /// Drops the findings after a change of position or sides.
    fn begin_turn(&mut self) {
        self.turn += 1;
        self.found = Findings::default();
        self.message.clear();
    }

    /// Plays the person's move, or shows why it is illegal.
    pub(super) fn play(&mut self, to: Square) {
        self.typed.clear();
        self.cursor = to;
        if self.is_theirs() {
            self.message = format!("{} is to move: wait, or undo your move", !self.color);
            return;
        }
        match self.history.play(to, None) {
            Ok(()) => self.begin_turn(),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn run(&mut self, command: Command) {
        self.message.clear();
        match command {
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Hint if !self.is_mine() => {
                self.message = "hints are for your own turn".to_owned();
            }
            Command::Hint if matches!(self.found.hint, Hint::None) => {
                self.found.hint = Hint::Requested;
            }
            Command::Hint => {}
            Command::Verdict => self.is_solving = !self.is_solving,
            Command::Analysis => self.is_analysing = !self.is_analysing,
            Command::Flip => self.is_flipped = !self.is_flipped,
            Command::Side => {
                self.color = !self.color;
                self.begin_turn();
                self.message = format!("you are {} now", self.color);
            }
            Command::New => {
                self.history = History::new(self.start.clone());
                self.games += 1;
                self.begin_turn();
                "new game".clone_into(&mut self.message);
            }
            Command::Quit => self.has_quit = true,
        }
    }

    /// Takes back the person's last move and the reply to it, if any.
    fn undo(&mut self) {
        let back = if self.position().side() == self.color { 2 } else { 1 };
        if self.history.game().moves().len() < back {
            return "no move of yours to take back".clone_into(&mut self.message);
        }
        for _ in 0..back {
            self.history.undo();
        }
        self.begin_turn();
    }

    /// Replays moves that were taken back, up to the person's next turn.
    fn redo(&mut self) {
        if !self.history.redo() {
            return "nothing to redo".clone_into(&mut self.message);
        }
        while self.is_theirs() && self.history.redo() {}
        self.begin_turn();
    }
}
