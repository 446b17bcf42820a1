//! Games between two players.

use std::time::Duration;

use super::Agent;
use super::player::{Forfeit, Player, catch_panic};
use crate::board::{ByColor, Color, Square};
use crate::control::Control;
use crate::control::limits::shown_time;
use crate::game::{Game, GameRecord, Outcome, Termination};
use crate::search::{SearchReport, Task};

/// Plays games under fixed limits.
///
/// A player loses at once if it panics, [forfeits](Forfeit), returns no move or an illegal one, or exceeds
/// the time limit by more than 10 ms, unless it [keeps time](Player::keeps_time) itself.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    /// The limits per move, the clock and the checkpoint.
    pub control: Control<'a>,
}

/// The result of [`Duel::play`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedGame {
    /// The game with its opening; it has no result if it was stopped.
    pub record: GameRecord,
    /// Why a player lost, unless it ran out of moves.
    pub forfeit: Option<Forfeit>,
    /// The moves, time and nodes of each player.
    pub totals: ByColor<MoveTotals>,
    /// The time of each move after the opening.
    pub times: Vec<Duration>,
}

/// The result of [`Duel::play_pair`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedPair {
    /// The game in which the first agent is White, then the one in which it is Black.
    pub games: [PlayedGame; 2],
}

impl PlayedPair {
    /// The colour of the first agent in each game.
    pub const COLORS_OF_FIRST: [Color; 2] = Color::ALL;

    /// Returns the number of games that the first agent won, for [`Pairs::add`](crate::stats::Pairs::add).
    #[must_use]
    pub fn wins(&self) -> usize {
        let games = self.games.iter().zip(Self::COLORS_OF_FIRST);
        let winner = |played: &PlayedGame| played.record.outcome().map(|outcome| outcome.winner);
        games.filter(|(played, color)| winner(played) == Some(*color)).count()
    }
}

/// The totals of a player's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTotals {
    /// The number of moves.
    pub moves: u64,
    /// The total time.
    pub time: Duration,
    /// The total nodes.
    pub nodes: u64,
}

impl MoveTotals {
    /// Adds other totals to these.
    pub fn add(&mut self, other: Self) {
        self.moves = self.moves.saturating_add(other.moves);
        self.time = self.time.saturating_add(other.time);
        self.nodes = self.nodes.saturating_add(other.nodes);
    }
}

impl<'a> Duel<'a> {
    /// The time that a move may take beyond its limit.
    pub const GRACE: Duration = Duration::from_millis(10);

    /// Creates a duel with these limits per move. The checkpoint can stop games early.
    #[must_use]
    pub fn new(control: impl Into<Control<'a>>) -> Self {
        Self { control: control.into() }
    }

    /// Plays a game from its current position to its end. The names go into the record.
    ///
    /// ```
    /// use lastknight::agent::Duel;
    /// use lastknight::{Agent, ByColor, Limits};
    ///
    /// let agents: ByColor<Agent> = ByColor::new("greedy(improved)".parse()?, "random".parse()?);
    /// let names = agents.clone().map(|agent| agent.to_string());
    /// let mut players = agents.map(|agent| agent.player(1));
    /// let duel = Duel::new(Limits::NONE);
    /// let record = duel.play("5x5 moves a1 b3".parse()?, names, &mut players).record;
    /// assert_eq!(record.players()[lastknight::Color::Black], "random");
    /// assert!(record.outcome().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(
        &self,
        mut game: Game,
        names: ByColor<String>,
        players: &mut ByColor<Box<dyn Player>>,
    ) -> PlayedGame {
        let mut totals = ByColor::<MoveTotals>::default();
        let mut times = Vec::new();
        let mut lost = Color::ALL.into_iter().find_map(|color| {
            let begun = catch_panic(|| players[color].begin(&game, color));
            begun.err().map(|forfeit| (color, forfeit))
        });
        while lost.is_none()
            && game.position().winner().is_none()
            && self.control.pass_checkpoint().is_continue()
        {
            let side = game.position().side();
            let player = &mut players[side];
            let stopwatch = self.control.stopwatch();
            let mut task = Task::new(self.control);
            let chosen = catch_panic(|| {
                let report = player.choose(&game, &mut task)?;
                let time = if player.measures_time() { report.time } else { stopwatch.elapsed() };
                let is_judged = !player.keeps_time() && !player.measures_time();
                Ok((report, time, is_judged))
            });
            // A search that was stopped has not chosen a move.
            if self.control.pass_checkpoint().is_break() {
                break;
            }
            let played = self.judge(chosen.flatten()).and_then(|(to, time, nodes)| {
                totals[side].add(MoveTotals { moves: 1, time, nodes });
                game.play(to).map_err(|error| Forfeit::illegal_move(error.to_string()))?;
                Ok(time)
            });
            match played {
                Ok(time) => times.push(time),
                Err(forfeit) => lost = Some((side, forfeit)),
            }
        }
        let winner = game.position().winner();
        let lost = lost.filter(|_| winner.is_none());
        let won = winner.map(|winner| Outcome { winner, termination: Termination::NoMoves });
        let outcome = won.or_else(|| {
            let (loser, forfeit) = lost.as_ref()?;
            Some(Outcome { winner: !*loser, termination: forfeit.termination })
        });
        let record = GameRecord::new(game, names, outcome).expect("a result that fits the moves");
        for color in Color::ALL {
            // The game is over: a panic has no consequences.
            let _ = catch_panic(|| players[color].end(&record));
        }
        PlayedGame { record, forfeit: lost.map(|(_, forfeit)| forfeit), totals, times }
    }

    /// Plays an opening twice with sides swapped, or returns `None` if stopped. `seed` returns the seed of
    /// a player from the index of its agent and its colour.
    ///
    /// ```
    /// use lastknight::agent::Duel;
    /// use lastknight::game::Openings;
    /// use lastknight::stats::{Pairs, Z95};
    /// use lastknight::{Agent, Limits};
    ///
    /// let [one, two]: [Agent; 2] = ["alphabeta(improved)".parse()?, "random".parse()?];
    /// let mut pairs = Pairs::default();
    /// for opening in Openings::new("5x5".parse()?, 2, 1).take(20) {
    ///     let pair = Duel::new(Limits::depth(2)).play_pair(&opening, [&one, &two], |_, _| 1);
    ///     pairs.add(pair.ok_or("stopped")?.wins());
    /// }
    /// assert!(pairs.interval(Z95).0 > 0.6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_pair(
        &self,
        opening: &Game,
        agents: [&Agent; 2],
        seed: impl Fn(usize, Color) -> u64,
    ) -> Option<PlayedPair> {
        let names = agents.map(ToString::to_string);
        let game = |color_of_first| {
            let number = |color: Color| usize::from(color != color_of_first);
            let player = |color| agents[number(color)].player(seed(number(color), color));
            let names = ByColor::from_fn(|color| names[number(color)].clone());
            let played = self.play(opening.clone(), names, &mut ByColor::from_fn(player));
            played.record.outcome().is_some().then_some(played)
        };
        let [first, second] = PlayedPair::COLORS_OF_FIRST.map(game);
        Some(PlayedPair { games: [first?, second?] })
    }

    /// Returns the move, its time and its nodes unless the player forfeits; `chosen` has its report, its time and whether
    /// it loses if it is late.
    fn judge(
        &self,
        chosen: Result<(SearchReport, Duration, bool), Forfeit>,
    ) -> Result<(Square, Duration, u64), Forfeit> {
        let (report, time, is_judged) = chosen?;
        let to = report.best().ok_or_else(|| Forfeit::crash("no move"))?;
        let limit = self.control.limits.time.unwrap_or(Duration::MAX);
        if !is_judged || time <= limit.saturating_add(Self::GRACE) {
            return Ok((to, time, report.nodes));
        }
        let time = Duration::from_millis(time.as_millis() as u64);
        let (time, limit) = (shown_time(time), shown_time(limit));
        Err(Forfeit::time(format!("took {time}, the limit is {limit}")))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Mutex};
    use std::thread;

    use super::*;
    use crate::agent::Agent;
    use crate::control::{Clock, Limits};

    fn play(start: &str, white: &str, black: &str, stop: bool) -> PlayedGame {
        let names = ByColor::new(white.to_owned(), black.to_owned());
        let mut players =
            ByColor::new(white, black).map(|text| text.parse::<Agent>().unwrap().player(3));
        let stop = AtomicBool::new(stop);
        let control = Control::from(Limits::nodes(2000)).clock(Clock::Cpu).checkpoint(&stop);
        Duel::new(control).play(start.parse().unwrap(), names, &mut players)
    }

    #[test]
    fn games_are_played_to_the_end_and_replay() {
        let agents = ["random", "greedy", "alphabeta(ties=random)", "mirror(minimax(depth=2))"];
        for start in ["1x1", "5x5", "7x7 moves d4 b3", "9x9 moves a1", "5/2x2/xxxxx/5 w"] {
            for white in agents {
                for black in agents {
                    let PlayedGame { record, totals, times, .. } = play(start, white, black, false);
                    let winner = record.game().position().winner();
                    assert!(winner.is_some());
                    assert_eq!(record.outcome().map(|outcome| outcome.winner), winner);
                    assert_eq!(play(start, white, black, false).record, record);
                    let chosen: u64 = totals.iter().map(|totals| totals.moves).sum();
                    let given: Game = start.parse().unwrap();
                    assert_eq!(chosen as usize, times.len());
                    assert_eq!(chosen as usize, record.game().moves().len() - given.moves().len());
                }
            }
        }
    }

    #[test]
    fn a_game_that_is_over_stays_over() {
        let PlayedGame { record, totals, .. } = play("3x3 moves b2 a1", "random", "random", false);
        assert_eq!(record.outcome().map(|outcome| outcome.winner), Some(Color::Black));
        assert_eq!(totals[Color::White], MoveTotals::default());
    }

    type Choose = fn(&Game, &mut Task<'_>) -> Result<SearchReport, Forfeit>;

    /// Plays by a function, logs the calls, and panics in some of them.
    struct Scripted {
        choose: Choose,
        keeps_time: bool,
        panics_in: &'static [&'static str],
        calls: Arc<Mutex<Vec<String>>>,
    }

    impl Scripted {
        fn new(choose: Choose) -> Self {
            Self { choose, keeps_time: false, panics_in: &[], calls: Arc::default() }
        }

        fn log(&self, call: &str, game: &Game) {
            self.calls.lock().unwrap().push(format!("{call} {}", game.moves().len()));
            assert!(!self.panics_in.contains(&call), "cannot {call}");
        }

        /// Plays a game as Black, and returns it with the calls.
        fn play(self, control: Control<'_>) -> (PlayedGame, Vec<String>) {
            let calls = Arc::clone(&self.calls);
            let white = "random".parse::<Agent>().unwrap().player(1);
            let mut players = ByColor::new(white, Box::new(self) as Box<dyn Player>);
            let game = "7x7 moves a1 d4 b3".parse().unwrap();
            let played = Duel::new(control).play(game, ByColor::default(), &mut players);
            let calls = calls.lock().unwrap().clone();
            (played, calls)
        }
    }

    impl Player for Scripted {
        fn begin(&mut self, game: &Game, side: Color) {
            assert_eq!(side, Color::Black);
            self.log("begin", game);
        }

        fn choose(&mut self, game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
            self.log("choose", game);
            (self.choose)(game, task)
        }

        fn end(&mut self, record: &GameRecord) {
            self.log("end", record.game());
        }

        fn keeps_time(&self) -> bool {
            self.keeps_time
        }
    }

    fn first_move(game: &Game, _: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        Ok(game.position().legal_moves().first().expect("the game is not over").into())
    }

    fn sleeper(game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        thread::sleep(Duration::from_millis(60));
        first_move(game, task)
    }

    const LIMIT: Limits = Limits::time(Duration::from_millis(5));

    #[test]
    fn a_player_who_fails_loses() {
        let cases: [(Choose, Termination, &str); 8] = [
            (|_, _| panic!("on purpose"), Termination::Crash, "panicked: on purpose"),
            (|game, _| panic!("{}", game.moves().len()), Termination::Crash, "panicked: 3"),
            (|_, _| Ok(SearchReport::default()), Termination::Crash, "no move"),
            (|_, _| Err(Forfeit::crash("exit code 3")), Termination::Crash, "exit code 3"),
            (|_, _| Err(Forfeit::time("stalled")), Termination::Time, "stalled"),
            (|_, _| Err(Forfeit::illegal_move("'x9'")), Termination::IllegalMove, "'x9'"),
            (
                |game, _| Ok(game.start().size().square_named("a1").unwrap().into()),
                Termination::IllegalMove,
                "no move to a1: the square is blocked",
            ),
            (sleeper, Termination::Time, "the limit is 5ms"),
        ];
        for (choose, termination, detail) in cases {
            let (played, calls) = Scripted::new(choose).play(LIMIT.into());
            let outcome = Outcome { winner: Color::White, termination };
            assert_eq!(played.record.outcome(), Some(outcome), "{detail}");
            let forfeit = played.forfeit.expect("a reason");
            assert_eq!(forfeit.termination, termination);
            assert!(forfeit.detail.ends_with(detail), "{forfeit}");
            assert_eq!(calls, ["begin 3", "choose 3", "end 3"], "{detail}");
        }
    }

    /// A player who keeps time is never late, and sleep takes no CPU time.
    #[test]
    fn late_is_by_the_clock_of_the_game() {
        let sleep_once: Choose = |game, task| {
            if game.moves().len() > 3 { Err(Forfeit::crash("enough")) } else { sleeper(game, task) }
        };
        for (keeps_time, clock) in [(true, Clock::Wall), (false, Clock::Cpu)] {
            let black = Scripted { keeps_time, ..Scripted::new(sleep_once) };
            let (played, _) = black.play(Control::from(LIMIT).clock(clock));
            assert_eq!(played.forfeit, Some(Forfeit::crash("enough")));
        }
        let (played, _) = Scripted::new(sleeper).play(Limits::NONE.into());
        assert_eq!(played.forfeit, None);
    }

    #[test]
    fn a_panic_before_the_game_loses_and_one_after_it_does_not() {
        for panics_in in [&["begin", "end"][..], &["end"]] {
            let black = Scripted { panics_in, ..Scripted::new(first_move) };
            let (played, _) = black.play(Limits::NONE.into());
            let begins = !panics_in.contains(&"begin");
            let outcome = played.record.outcome().unwrap();
            assert_eq!(outcome.termination == Termination::NoMoves, begins);
            assert_eq!(played.forfeit.is_none(), begins);
            assert!(begins || outcome.winner == Color::White);
        }
    }

    #[test]
    fn pairs_swap_sides_and_the_seed_decides() {
        let agents = ["random", "greedy(ties=random)"].map(|text| text.parse::<Agent>().unwrap());
        let play = |seed: u64| {
            let opening = "5x5 moves a1 b3".parse().unwrap();
            let [one, two] = &agents;
            let duel = Duel::new(Limits::NONE);
            duel.play_pair(&opening, [one, two], |number, _| seed + number as u64).unwrap()
        };
        let pair = play(1);
        let names = |game: usize| pair.games[game].record.players();
        let [first, second] = ["random", "greedy(improved, ties=random)"].map(str::to_owned);
        assert_eq!(*names(0), ByColor::new(first.clone(), second.clone()));
        assert_eq!(*names(1), ByColor::new(second, first));
        let won = |game: usize, color| {
            usize::from(pair.games[game].record.outcome().unwrap().winner == color)
        };
        assert_eq!(pair.wins(), won(0, Color::White) + won(1, Color::Black));
        let records = |pair: PlayedPair| pair.games.map(|played| played.record);
        assert_eq!(records(play(1)), records(pair));
        let stop = AtomicBool::new(true);
        let duel = Duel::new(Control::new().checkpoint(&stop));
        let [one, two] = &agents;
        assert!(duel.play_pair(&"5x5".parse().unwrap(), [one, two], |_, _| 1).is_none());
    }

    #[test]
    fn a_game_can_be_stopped() {
        let record = play("7x7", "random", "random", true).record;
        assert_eq!((record.outcome(), record.game().moves().len()), (None, 0));
    }
}
