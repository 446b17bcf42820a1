//! Games of two players.

use std::time::Duration;

use super::Agent;
use super::player::{Forfeit, Player, guarded};
use crate::board::{ByColor, Color, Square};
use crate::control::Control;
use crate::control::limits::shown_time;
use crate::game::{Game, GameRecord, Outcome, Termination};
use crate::search::{SearchReport, Task};

/// How much longer than its limit a move may take.
const GRACE: Duration = Duration::from_millis(10);

/// Games under the same limits, a clock and a checkpoint.
///
/// A player loses the game at once if it panics, [gives up](Forfeit), finds no move, moves illegally, or
/// takes more than 10 ms longer than the time limit without [keeping time](Player::keeps_time) itself.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    control: Control<'a>,
}

/// A game that was played.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Played {
    /// The game, its opening included; without a result if it was stopped.
    pub record: GameRecord,
    /// What went wrong, if a player lost otherwise than for want of a move.
    pub forfeit: Option<Forfeit>,
    /// What each player's moves took.
    pub totals: ByColor<MoveTotals>,
    /// The time of each move, in order, without the opening.
    pub times: Vec<Duration>,
}

/// An opening that was played twice, sides swapped.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PlayedPair {
    /// In the first game the first agent is White, in the second Black.
    pub games: [Played; 2],
}

impl PlayedPair {
    /// The first agent's colour in each game.
    pub const COLORS_OF_FIRST: [Color; 2] = Color::ALL;

    /// How many of the two games the first agent won, as [`Pairs::add`](crate::stats::Pairs::add) takes it.
    #[must_use]
    pub fn wins(&self) -> usize {
        let games = self.games.iter().zip(Self::COLORS_OF_FIRST);
        let winner = |played: &Played| played.record.outcome().map(|outcome| outcome.winner);
        games.filter(|(played, color)| winner(played) == Some(*color)).count()
    }
}

/// What a player's moves took together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTotals {
    /// The number of moves that it chose.
    pub moves: u64,
    /// The time for all of them.
    pub time: Duration,
    /// The positions that it searched.
    pub nodes: u64,
}

impl MoveTotals {
    /// Adds another's.
    pub fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.time += other.time;
        self.nodes += other.nodes;
    }
}

impl<'a> Duel<'a> {
    /// Games under these limits for each move. The clock also measures what each player takes; the
    /// checkpoint can end a game early.
    #[must_use]
    pub fn new(control: impl Into<Control<'a>>) -> Self {
        Self { control: control.into() }
    }

    /// When each move ends, and by which clock.
    #[must_use]
    pub fn control(&self) -> Control<'a> {
        self.control
    }

    /// Plays a game to its end, from where it stands; the names are for the record.
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
    ) -> Played {
        let mut totals = ByColor::<MoveTotals>::default();
        let mut times = Vec::new();
        let mut lost = Color::ALL.into_iter().find_map(|color| {
            let begun = guarded(|| players[color].begin(&game, color));
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
            let answer = guarded(|| (player.choose(&game, &mut task), player.keeps_time()));
            let time = stopwatch.elapsed();
            // A move that was cut short is nobody's choice.
            if self.control.pass_checkpoint().is_break() {
                break;
            }
            let played = self.judge(answer, time).and_then(|(report, to)| {
                totals[side].add(MoveTotals { moves: 1, time, nodes: report.nodes });
                game.play(to).map_err(|error| Forfeit::illegal_move(error.to_string()))
            });
            match played {
                Ok(()) => times.push(time),
                Err(forfeit) => lost = Some((side, forfeit)),
            }
        }
        let winner = game.position().winner();
        let lost = lost.filter(|_| winner.is_none());
        let outcome = match (&lost, winner) {
            (Some((loser, forfeit)), _) => {
                Some(Outcome { winner: !*loser, termination: forfeit.termination() })
            }
            (None, Some(winner)) => Some(Outcome { winner, termination: Termination::NoMoves }),
            (None, None) => None,
        };
        let record = GameRecord::new(game, names, outcome).expect("a result that fits the moves");
        for color in Color::ALL {
            // The game is over: a player that fails now loses nothing.
            let _ = guarded(|| players[color].end(&record));
        }
        Played { record, forfeit: lost.map(|(_, forfeit)| forfeit), totals, times }
    }

    /// Plays an opening twice with sides swapped, or returns `None` if it was stopped. Random choices
    /// follow from `seed`, by the number of the agent, 0 or 1, and its colour.
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

    /// The move of an answer that took this time, whose player may keep time itself.
    fn judge(
        &self,
        answer: Result<(Result<SearchReport, Forfeit>, bool), Forfeit>,
        time: Duration,
    ) -> Result<(SearchReport, Square), Forfeit> {
        let (report, keeps_time) = answer?;
        let report = report?;
        let to = report.best().ok_or_else(|| Forfeit::crash("no move"))?;
        let limit = self.control.limits.time.filter(|&limit| time > limit + GRACE && !keeps_time);
        match limit {
            Some(limit) => {
                let milliseconds = Duration::from_millis(time.as_millis() as u64);
                let (time, limit) = (shown_time(milliseconds), shown_time(limit));
                Err(Forfeit::time(format!("took {time}, the limit is {limit}")))
            }
            None => Ok((report, to)),
        }
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

    fn play(start: &str, white: &str, black: &str, stop: bool) -> Played {
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
                    let Played { record, totals, times, .. } = play(start, white, black, false);
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
        let Played { record, totals, .. } = play("3x3 moves b2 a1", "random", "random", false);
        assert_eq!(record.outcome().map(|outcome| outcome.winner), Some(Color::Black));
        assert_eq!(totals[Color::White], MoveTotals::default());
    }

    type Answer = fn(&Game, &mut Task<'_>) -> Result<SearchReport, Forfeit>;

    /// Does what it is told.
    struct Scripted {
        choose: Answer,
        keeps_time: bool,
        calls: Arc<Mutex<Vec<String>>>,
    }

    impl Player for Scripted {
        fn begin(&mut self, game: &Game, side: Color) {
            self.calls.lock().unwrap().push(format!("begin {side} {}", game.moves().len()));
        }

        fn choose(&mut self, game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
            self.calls.lock().unwrap().push(format!("choose {}", game.moves().len()));
            (self.choose)(game, task)
        }

        fn end(&mut self, record: &GameRecord) {
            let moves = record.game().moves().len();
            self.calls.lock().unwrap().push(format!("end {moves}"));
        }

        fn keeps_time(&self) -> bool {
            self.keeps_time
        }
    }

    /// A game in which Black is asked once, and what Black was asked.
    fn scripted(choose: Answer, keeps_time: bool, control: Control<'_>) -> (Played, Vec<String>) {
        let calls = Arc::default();
        let black = Scripted { choose, keeps_time, calls: Arc::clone(&calls) };
        let white = "random".parse::<Agent>().unwrap().player(1);
        let mut players = ByColor::new(white, Box::new(black) as Box<dyn Player>);
        let game = "7x7 moves a1 d4 b3".parse().unwrap();
        let played = Duel::new(control).play(game, ByColor::default(), &mut players);
        let calls = calls.lock().unwrap().clone();
        (played, calls)
    }

    fn first_move(game: &Game) -> Result<SearchReport, Forfeit> {
        Ok(game.position().legal_moves().first().expect("the game is not over").into())
    }

    fn sleeper(game: &Game, _: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        thread::sleep(Duration::from_millis(60));
        first_move(game)
    }

    const LIMIT: Limits = Limits::time(Duration::from_millis(5));

    #[test]
    fn who_fails_loses_that_game() {
        let cases: [(Answer, Termination, &str); 8] = [
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
            let (played, calls) = scripted(choose, false, LIMIT.into());
            let outcome = Outcome { winner: Color::White, termination };
            assert_eq!(played.record.outcome(), Some(outcome), "{detail}");
            let forfeit = played.forfeit.expect("a reason");
            assert_eq!(forfeit.termination(), termination);
            assert!(forfeit.detail().ends_with(detail), "{forfeit}");
            assert_eq!(calls, ["begin Black 3", "choose 3", "end 3"], "{detail}");
        }
    }

    /// Who keeps time itself is never late, nor is a sleeper by the CPU clock.
    #[test]
    fn late_is_by_the_clock_of_the_game() {
        let answer: Answer = |game, task| {
            // Once is enough.
            if game.moves().len() > 3 { Err(Forfeit::crash("enough")) } else { sleeper(game, task) }
        };
        for (keeps_time, clock) in [(true, Clock::Wall), (false, Clock::Cpu)] {
            let (played, _) = scripted(answer, keeps_time, Control::from(LIMIT).clock(clock));
            assert_eq!(played.forfeit, Some(Forfeit::crash("enough")));
        }
        let (played, _) = scripted(sleeper, false, Limits::NONE.into());
        assert_eq!(played.forfeit, None);
    }

    /// Fails outside its turn.
    struct Panicking {
        begins: bool,
    }

    impl Player for Panicking {
        fn begin(&mut self, _: &Game, _: Color) {
            assert!(self.begins, "cannot begin");
        }

        fn choose(&mut self, game: &Game, _: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
            first_move(game)
        }

        fn end(&mut self, _: &GameRecord) {
            panic!("cannot end");
        }
    }

    #[test]
    fn who_cannot_begin_loses_and_who_cannot_end_does_not() {
        for begins in [false, true] {
            let white = "random".parse::<Agent>().unwrap().player(1);
            let black: Box<dyn Player> = Box::new(Panicking { begins });
            let game = "5x5".parse().unwrap();
            let mut players = ByColor::new(white, black);
            let played = Duel::new(Limits::NONE).play(game, ByColor::default(), &mut players);
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
        let texts = ["random", "greedy(improved, ties=random)"].map(str::to_owned);
        let [first, second] = texts.clone();
        assert_eq!(*pair.games[0].record.players(), ByColor::new(first, second));
        let [first, second] = texts;
        assert_eq!(*pair.games[1].record.players(), ByColor::new(second, first));
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
