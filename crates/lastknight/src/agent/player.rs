//! Players and how they forfeit games.

use std::panic::{self, AssertUnwindSafe};

use crate::board::{Color, Position};
use crate::control::{Clock, Control, Limits};
use crate::game::{Game, GameRecord, Termination};
use crate::search::{Engine, Ladder, Mcts, SearchReport, Task};

/// Plays a game. Implement [`choose`](Self::choose) for a player of your own.
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
    /// Called before the game. By default it does nothing.
    fn begin(&mut self, game: &Game, side: Color) {
        let _ = (game, side);
    }

    /// Chooses a move for the side to move, within the limits of the task. The game is not over.
    ///
    /// # Errors
    /// Returns an error if the player forfeits the game.
    fn choose(&mut self, game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit>;

    /// Called after the game. By default it does nothing.
    fn end(&mut self, record: &GameRecord) {
        let _ = record;
    }

    /// Returns whether the player is trusted to respect time limits, so that late moves do not lose. The
    /// built-in agents are; the default is `false`.
    fn keeps_time(&self) -> bool {
        false
    }

    /// Returns whether the player measures its own time, such as that of another process, and forfeits if it is late: then
    /// the time in its report is the time of the move. The default is `false`.
    fn measures_time(&self) -> bool {
        false
    }
}

impl dyn Player {
    /// Chooses a move in a position without the moves that led to it.
    ///
    /// # Errors
    /// Returns an error if the player forfeits.
    pub fn choose_at<'a>(
        &mut self,
        position: &Position,
        control: impl Into<Control<'a>>,
    ) -> Result<SearchReport, Forfeit> {
        self.choose(&Game::new(*position), &mut Task::new(control))
    }

    /// Chooses a move, and turns a panic into a forfeit.
    pub(crate) fn choose_guarded(
        &mut self,
        game: &Game,
        task: &mut Task<'_>,
    ) -> Result<SearchReport, Forfeit> {
        catch_panic(|| self.choose(game, task)).flatten()
    }
}

/// Runs a player's code, and turns a panic into a forfeit. A panic with a forfeit is that forfeit: code without a way to
/// return an error, such as a heuristic, can explain itself so.
pub(super) fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, Forfeit> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        if let Some(forfeit) = panic.downcast_ref::<Forfeit>() {
            return forfeit.clone();
        }
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Forfeit::crash(format!("panicked: {}", text.unwrap_or_default()))
    })
}

/// Why a player lost a game in which it still had moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
#[non_exhaustive]
pub struct Forfeit {
    /// How the game ended.
    pub termination: Termination,
    /// What happened, on one line. The last lines that a program wrote to its standard error may follow.
    pub detail: String,
}

impl Forfeit {
    /// The player crashed.
    #[must_use]
    pub fn crash(detail: impl Into<String>) -> Self {
        Self { termination: Termination::Crash, detail: detail.into() }
    }

    /// The player chose an illegal move.
    #[must_use]
    pub fn illegal_move(detail: impl Into<String>) -> Self {
        Self { termination: Termination::IllegalMove, detail: detail.into() }
    }

    /// The player resigned.
    #[must_use]
    pub fn resignation(detail: impl Into<String>) -> Self {
        Self { termination: Termination::Resignation, detail: detail.into() }
    }

    /// The player exceeded its time limit.
    #[must_use]
    pub fn time(detail: impl Into<String>) -> Self {
        Self { termination: Termination::Time, detail: detail.into() }
    }
}

/// A player with its own limits and clock, which come before those of the task.
pub(super) struct LimitedPlayer {
    pub(super) limits: Option<Limits>,
    pub(super) clock: Option<Clock>,
    pub(super) player: Box<dyn Player>,
}

impl Player for LimitedPlayer {
    fn begin(&mut self, game: &Game, side: Color) {
        self.player.begin(game, side);
    }

    fn choose(&mut self, game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        let limits = self.limits.unwrap_or(task.control.limits);
        let clock = self.clock.unwrap_or(task.control.clock);
        self.player.choose(game, &mut task.under(task.control.limits(limits).clock(clock)))
    }

    fn end(&mut self, record: &GameRecord) {
        self.player.end(record);
    }

    fn keeps_time(&self) -> bool {
        self.player.keeps_time()
    }

    fn measures_time(&self) -> bool {
        self.player.measures_time()
    }
}

/// Searches that depend only on the position and respect time limits.
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

impl Player for Ladder {
    fn choose(&mut self, game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        let position = game.position();
        if position.legal_moves().is_empty() {
            return Ok(SearchReport::default());
        }
        match self.search_on_time(position, task) {
            (_, false) => Err(Forfeit::time("an evaluation ended after the modelled 150 ms")),
            (report, true) if report.lines.is_empty() => {
                Err(Forfeit::resignation("found no move that does not lose"))
            }
            (report, true) => Ok(report),
        }
    }

    fn keeps_time(&self) -> bool {
        true
    }
}

play_by_position!(
    Engine,
    Mcts,
    super::greedy::Greedy,
    super::perfect::Perfect,
    super::random::RandomPlayer
);
