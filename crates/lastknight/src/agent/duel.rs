//! One game of two players.

use std::panic::{self, AssertUnwindSafe};
use std::time::Duration;

use super::Player;
use crate::board::{ByColor, Position};
use crate::control::Control;
use crate::game::{Game, GameRecord, Outcome, Termination};
use crate::search::{Report, Task};

/// What two players have to keep to, each of them unless it has limits and a clock of its own.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a> {
    control: Control<'a>,
}

/// What was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game, its opening included; without a result where it was ended before.
    pub record: GameRecord,
    /// What each player took.
    pub effort: ByColor<MoveTotals>,
    /// The time of each move, in order, those of the opening left out.
    pub times: Vec<Duration>,
}

/// What a player took for its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveTotals {
    /// How many moves it chose.
    pub moves: u64,
    /// The time for all of them.
    pub time: Duration,
    /// The positions that it looked at.
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
        players: &mut ByColor<Player>,
    ) -> Played {
        let mut effort = ByColor::<MoveTotals>::default();
        let mut times = Vec::new();
        let end = loop {
            if self.control.is_stopped() {
                break None;
            }
            if game.position().winner().is_some() {
                break Some(Termination::NoMoves);
            }
            let side = game.position().side();
            let stopwatch = self.control.stopwatch();
            let report = self.ask(&mut players[side], game.position());
            let time = stopwatch.elapsed();
            // A move that was cut short by the sign is nobody's choice.
            if self.control.is_stopped() {
                break None;
            }
            let Some((to, nodes)) = report.and_then(|report| Some((report.best()?, report.nodes)))
            else {
                break Some(Termination::Crash);
            };
            effort[side].add(MoveTotals { moves: 1, time, nodes });
            if game.play(to).is_err() {
                break Some(Termination::IllegalMove);
            }
            times.push(time);
        };
        let winner = !game.position().side();
        let outcome = end.map(|termination| Outcome { winner, termination });
        let over = game.position().winner();
        let outcome =
            outcome.or(over.map(|winner| Outcome { winner, termination: Termination::NoMoves }));
        let record = GameRecord::new(game, names, outcome).expect("a result that fits the moves");
        Played { record, effort, times }
    }

    /// What a player finds, or `None` where its code fails: that costs it the game, and nobody else anything.
    fn ask(&self, player: &mut Player, position: &Position) -> Option<Report> {
        let choose = || player.choose(position, &mut Task::new(self.control));
        panic::catch_unwind(AssertUnwindSafe(choose)).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::agent::{Agent, Mind};
    use crate::board::{Color, Square};
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
                    let Played { record, effort, times } = play(start, white, black, false);
                    let winner = record.game().position().winner();
                    assert!(winner.is_some());
                    assert_eq!(record.outcome().map(|outcome| outcome.winner), winner);
                    assert_eq!(play(start, white, black, false).record, record);
                    let chosen: u64 = effort.iter().map(|effort| effort.moves).sum();
                    let given: Game = start.parse().unwrap();
                    assert_eq!(chosen as usize, times.len());
                    assert_eq!(chosen as usize, record.game().moves().len() - given.moves().len());
                }
            }
        }
    }

    #[test]
    fn a_game_that_is_over_stays_over() {
        let Played { record, effort, .. } = play("3x3 moves b2 a1", "random", "random", false);
        assert_eq!(record.outcome().map(|outcome| outcome.winner), Some(Color::Black));
        assert_eq!(effort[Color::White], MoveTotals::default());
    }

    /// Somebody who does the same whatever the position.
    struct Broken(fn() -> Report);

    impl Mind for Broken {
        fn choose(&mut self, _: &Position, _: &mut Task<'_>) -> Report {
            self.0()
        }
    }

    #[test]
    fn who_fails_loses_that_game() {
        let cases: [(fn() -> Report, Termination); 3] = [
            (|| panic!("on purpose"), Termination::Crash),
            (Report::default, Termination::Crash),
            (|| Report::at_once(Some(Square::A1)), Termination::IllegalMove),
        ];
        for (choose, termination) in cases {
            let broken =
                Player { limits: Limits::NONE, clock: None, mind: Box::new(Broken(choose)) };
            let mut players = ByColor::new("random".parse::<Agent>().unwrap().player(1), broken);
            let game = "7x7 moves a1 d4 b3".parse().unwrap();
            let played = Duel::new(Limits::NONE).play(game, ByColor::default(), &mut players);
            let outcome = Outcome { winner: Color::White, termination };
            assert_eq!(played.record.outcome(), Some(outcome));
        }
    }

    #[test]
    fn a_game_can_be_stopped() {
        let record = play("7x7", "random", "random", true).record;
        assert_eq!((record.outcome(), record.game().moves().len()), (None, 0));
    }
}
