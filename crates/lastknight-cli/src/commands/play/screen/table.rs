//! The game as it stands, what the person sees of it and what was found out: no terminal, no thread.
//!
//! Keys and clicks change the table. Whoever runs it asks what [is wanted](Table::wants) of each
//! thinker and hands over what they [say](Table::hear); a turn has a number, and what is said of
//! another turn is not heard.

mod keys;
#[cfg(test)]
mod tests;

use lastknight::solve::{MoveValue, Solution};
use lastknight::{Color, Game, Position, SearchReport, Square};

use super::super::{in_brackets, result};
use super::command::Command;
use super::history::History;
use super::thinker::{Message, News, Role};

/// A game in progress, and how it is looked at.
pub(super) struct Table {
    history: History,
    /// Where every new game begins.
    start: Game,
    /// The person's colour.
    color: Color,
    /// The opponent's name.
    opponent: String,
    /// The number of the turn, which changes with everything that makes a search pointless.
    turn: u64,
    /// How many games were begun before this one.
    games: u64,
    found: Found,
    cursor: Square,
    /// The beginning of a square's name.
    typed: String,
    message: String,
    is_flipped: bool,
    is_analysing: bool,
    is_solving: bool,
    /// How far the help is scrolled, where it is open.
    help: Option<u16>,
    has_left: bool,
    ticks: usize,
}

/// What was found out about the position of this turn.
#[derive(Default)]
pub(super) struct Found {
    /// How far the opponent is.
    pub(super) thoughts: Option<SearchReport>,
    pub(super) hint: Hint,
    pub(super) analysis: Option<SearchReport>,
    /// Whether the analysis is over.
    is_analysed: bool,
    /// The part of the solver's work that is done.
    pub(super) progress: f64,
    pub(super) solution: Option<Solution>,
}

#[derive(Default)]
pub(super) enum Hint {
    #[default]
    None,
    Asked,
    Given(SearchReport),
}

impl Table {
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
            found: Found::default(),
            cursor: center,
            typed: String::new(),
            message: String::new(),
            is_flipped: false,
            is_analysing: false,
            is_solving: false,
            help: None,
            has_left: false,
            ticks: 0,
        }
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }

    pub(super) fn position(&self) -> &Position {
        self.history.game().position()
    }

    pub(super) fn color(&self) -> Color {
        self.color
    }

    pub(super) fn opponent(&self) -> &str {
        &self.opponent
    }

    pub(super) fn turn(&self) -> u64 {
        self.turn
    }

    pub(super) fn games(&self) -> u64 {
        self.games
    }

    pub(super) fn found(&self) -> &Found {
        &self.found
    }

    pub(super) fn cursor(&self) -> Square {
        self.cursor
    }

    pub(super) fn typed(&self) -> &str {
        &self.typed
    }

    pub(super) fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn is_flipped(&self) -> bool {
        self.is_flipped
    }

    pub(super) fn is_analysing(&self) -> bool {
        self.is_analysing
    }

    pub(super) fn is_solving(&self) -> bool {
        self.is_solving
    }

    /// How far the help is scrolled, where it is open.
    pub(super) fn help(&self) -> Option<u16> {
        self.help
    }

    /// Whether the person has left.
    pub(super) fn has_left(&self) -> bool {
        self.has_left
    }

    /// A number that grows while time passes, for what moves on the screen.
    pub(super) fn ticks(&self) -> usize {
        self.ticks
    }

    /// Time passes. Whether that is to be seen.
    pub(super) fn tick(&mut self) -> bool {
        self.ticks = self.ticks.wrapping_add(1);
        self.is_waiting()
    }

    /// How the game ended, once it has.
    pub(super) fn result(&self) -> Option<String> {
        result(self.position(), self.color)
    }

    pub(super) fn is_over(&self) -> bool {
        self.position().winner().is_some()
    }

    /// Whether it is the person's turn.
    pub(super) fn is_mine(&self) -> bool {
        !self.is_over() && self.position().side() == self.color
    }

    /// Whether the opponent is to move.
    pub(super) fn is_theirs(&self) -> bool {
        !self.is_over() && self.position().side() != self.color
    }

    /// Whether somebody thinks.
    pub(super) fn is_waiting(&self) -> bool {
        [Role::Opponent, Role::Adviser, Role::Analyst, Role::Solver]
            .into_iter()
            .any(|role| self.wants(role))
    }

    /// Whether this thinker has something to do now. While the opponent thinks, nobody else does: it
    /// gets the whole machine.
    pub(super) fn wants(&self, role: Role) -> bool {
        let Found { hint, is_analysed, solution, .. } = &self.found;
        match role {
            Role::Opponent => self.is_theirs(),
            Role::Adviser => self.is_mine() && matches!(hint, Hint::Asked),
            Role::Analyst => self.is_mine() && self.is_analysing && !is_analysed,
            Role::Solver => self.is_mine() && self.is_solving && solution.is_none(),
        }
    }

    /// What the solver found out about a move.
    pub(super) fn verdict(&self, to: Square) -> Option<bool> {
        let solution = self.found.solution.as_ref().filter(|_| self.is_solving)?;
        solution.moves.iter().find(|value: &&MoveValue| value.to == to)?.wins
    }

    /// The move that the hint proposes.
    pub(super) fn hinted(&self) -> Option<Square> {
        match &self.found.hint {
            Hint::Given(report) => report.best(),
            _ => None,
        }
    }

    /// A thinker says something. What is about another turn comes too late.
    pub(super) fn hear(&mut self, message: Message) {
        let Message { role, turn, news } = message;
        if turn != self.turn || !self.wants(role) {
            return;
        }
        match (role, news) {
            (Role::Opponent, News::Depth(report)) => self.found.thoughts = Some(report),
            (Role::Opponent, News::Chosen(report)) => self.answer(&report),
            (Role::Adviser, News::Chosen(report)) => self.found.hint = Hint::Given(report),
            (Role::Analyst, News::Depth(report)) => self.found.analysis = Some(report),
            (Role::Analyst, News::Chosen(report)) => {
                // A search that was cut short may know less than its last whole depth.
                self.found.analysis.get_or_insert(report);
                self.found.is_analysed = true;
            }
            (Role::Solver, News::Progress(done)) => self.found.progress = done,
            (Role::Solver, News::Solved(solution)) => self.found.solution = Some(solution),
            _ => {}
        }
    }

    /// The agent's move.
    fn answer(&mut self, report: &SearchReport) {
        let to = report.best().expect("a move, since the game is not over");
        let said = in_brackets(report);
        self.history.play(to, Some(said)).expect("built-in players choose legal moves");
        self.begin_turn();
    }

    /// Another position, or other sides: what was found out is about the past.
    fn begin_turn(&mut self) {
        self.turn += 1;
        self.found = Found::default();
        self.message.clear();
    }

    /// The person plays a move, or is told why not.
    fn play(&mut self, to: Square) {
        self.typed.clear();
        self.cursor = to;
        if self.is_theirs() {
            self.message = format!("{} is to move: wait, or take your move back", !self.color);
            return;
        }
        match self.history.play(to, None) {
            Ok(()) => self.begin_turn(),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn obey(&mut self, command: Command) {
        self.message.clear();
        match command {
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Hint if self.is_mine() => {
                if matches!(self.found.hint, Hint::None) {
                    self.found.hint = Hint::Asked;
                }
            }
            Command::Hint => self.message = "a hint is for your own turn".to_owned(),
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
                self.message = "a new game".to_owned();
            }
            Command::Quit => self.has_left = true,
        }
    }

    /// Takes back the person's last move, and the answer where there is one.
    fn undo(&mut self) {
        let back = if self.position().side() == self.color { 2 } else { 1 };
        if self.history.game().moves().len() < back {
            self.message = "there is no move of yours to take back".to_owned();
            return;
        }
        for _ in 0..back {
            self.history.undo();
        }
        self.begin_turn();
    }

    /// Plays again what was taken back, up to the person's next turn.
    fn redo(&mut self) {
        if !self.history.redo() {
            self.message = "there is nothing to play again".to_owned();
            return;
        }
        while self.is_theirs() && self.history.redo() {}
        self.begin_turn();
    }
}
