//! Whatever plays a game.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};

use crate::board::{Color, Position};
use crate::control::{Clock, Control, Limits};
use crate::game::{Game, GameRecord, Termination};
use crate::search::{Engine, Ladder, Mcts, SearchReport, Task};

/// Whatever plays a game: a built-in [agent](super::Agent) or a type of your own.
///
/// ```
/// use lastknight::agent::{Duel, Forfeit};
/// use lastknight::search::Task;
/// use lastknight::{Agent, ByColor, Game, Limits, Player, SearchReport};
///
/// /// Plays the first legal move.
/// struct First;
///
/// impl Player for First {
///     fn choose(&mut self, game: &Game, _: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
///         let to = game.position().legal_moves().first();
///         to.map(SearchReport::from).ok_or_else(|| Forfeit::crash("the game is over"))
///     }
/// }
///
/// let first = Agent::custom("first", |_seed| Box::new(First))?;
/// let mut players = ByColor::new(first.player(1), "random".parse::<Agent>()?.player(1));
/// let played = Duel::new(Limits::NONE).play("5x5".parse()?, ByColor::default(), &mut players);
/// assert!(played.record.outcome().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Player: Send {
    /// Prepares for a game in which it plays `side`. By default it does nothing.
    fn begin(&mut self, game: &Game, side: Color) {
        let _ = (game, side);
    }

    /// Chooses a move for the side to move, within the limits of the task. The game is not over.
    ///
    /// # Errors
    /// Returns an error if the player has to give up the game.
    fn choose(&mut self, game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit>;

    /// Hears how the game ended. By default it does nothing.
    fn end(&mut self, record: &GameRecord) {
        let _ = record;
    }

    /// Whether it keeps time limits by itself, so that a late move is the machine's fault and costs
    /// nothing. The built-in agents do.
    fn keeps_time(&self) -> bool {
        false
    }
}

impl dyn Player {
    /// Chooses a move in a position without a history.
    ///
    /// # Errors
    /// Returns an error if the player gives up.
    pub fn choose_at<'a>(
        &mut self,
        position: &Position,
        control: impl Into<Control<'a>>,
    ) -> Result<SearchReport, Forfeit> {
        self.choose(&Game::new(*position), &mut Task::new(control))
    }

    /// Chooses a move; a panic is a crash, and costs nobody else anything.
    pub(crate) fn choose_guarded(
        &mut self,
        game: &Game,
        task: &mut Task<'_>,
    ) -> Result<SearchReport, Forfeit> {
        guarded(|| self.choose(game, task)).and_then(|found| found)
    }
}

/// Runs code of a player; a panic is a crash.
pub(super) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Forfeit> {
    let message = |panic: Box<dyn Any + Send>| {
        let text = panic.downcast_ref::<&str>().map(ToString::to_string);
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
    };
    let panicked = |panic| Forfeit::crash(format!("panicked: {}", message(panic)));
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(panicked)
}

/// Why a player lost without being out of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Forfeit {
    termination: Termination,
    detail: String,
}

impl Forfeit {
    /// The player's program failed.
    #[must_use]
    pub fn crash(detail: impl Into<String>) -> Self {
        Self { termination: Termination::Crash, detail: detail.into() }
    }

    /// The player's answer is no legal move.
    #[must_use]
    pub fn illegal_move(detail: impl Into<String>) -> Self {
        Self { termination: Termination::IllegalMove, detail: detail.into() }
    }

    /// The player overran its clock.
    #[must_use]
    pub fn time(detail: impl Into<String>) -> Self {
        Self { termination: Termination::Time, detail: detail.into() }
    }

    /// How the game ends.
    #[must_use]
    pub fn termination(&self) -> Termination {
        self.termination
    }

    /// What happened, in a line.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }
}

/// A player whose own limits and clock come before those of the task.
pub(super) struct Limited {
    pub(super) limits: Limits,
    pub(super) clock: Option<Clock>,
    pub(super) player: Box<dyn Player>,
}

impl Player for Limited {
    fn begin(&mut self, game: &Game, side: Color) {
        self.player.begin(game, side);
    }

    fn choose(&mut self, game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        let limits = self.limits.or(task.control.limits);
        let clock = self.clock.unwrap_or(task.control.clock);
        self.player.choose(game, &mut task.under(task.control.limits(limits).clock(clock)))
    }

    fn end(&mut self, record: &GameRecord) {
        self.player.end(record);
    }

    fn keeps_time(&self) -> bool {
        self.player.keeps_time()
    }
}

/// Searches that go by the position alone and end in time by themselves.
macro_rules! play_by_position {
    ($($search:ty),+) => {$(
        impl Player for $search {
            fn choose(&mut self, game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
                let position = game.position();
                let is_over = position.legal_moves().is_empty();
                Ok(if is_over { SearchReport::default() } else { self.search(position, task) })
            }

            fn keeps_time(&self) -> bool {
                true
            }
        }
    )+};
}

play_by_position!(
    Engine,
    Ladder,
    Mcts,
    super::greedy::Greedy,
    super::perfect::Perfect,
    super::random::AnyMove
);
