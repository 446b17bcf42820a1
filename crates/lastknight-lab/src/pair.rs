//! One opening, two games, sides swapped: the unit of work, storage and statistics.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lastknight::agent::{Duel, MoveTotals, PlayedGame, PlayedPair};
use lastknight::{
    Agent, ByColor, Color, Forfeit, Game, Outcome, Position, Random, Square, Termination,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::spec::{Entrant, Spec};
use crate::work::{Job, ReadAgent, SearchConditions, game_text};

/// The first player's colour in the two games of a pair.
pub(crate) const COLORS_OF_FIRST: [Color; 2] = PlayedPair::COLORS_OF_FIRST;

/// Random streams from this number on are for players, those below for openings.
pub(crate) const PLAYERS: u64 = 1 << 63;

/// The longest text about a forfeit, in bytes.
const LONGEST_FORFEIT: usize = 10_000;

/// The most nodes or microseconds of a game, which the store can hold.
const MOST_NODES: u64 = i64::MAX as u64 / 4;

/// A pair to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ScheduledPair {
    /// The run that it belongs to, by its place in the job.
    pub(crate) run: usize,
    pub(crate) opening: usize,
    #[serde(with = "game_text")]
    pub(crate) opening_game: Arc<Game>,
    pub(crate) players: [usize; 2],
}

/// A pair that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The number of the opening, from 0.
    pub opening: usize,
    /// The opening.
    pub opening_game: Arc<Game>,
    /// The players, as indices of entrants.
    pub players: [usize; 2],
    /// The games. The first player is White in the first game.
    pub games: [FinishedGame; 2],
}

impl Pair {
    /// Returns how many of the two games the first player won.
    #[must_use]
    pub fn wins(&self) -> usize {
        let games = self.games.iter().zip(COLORS_OF_FIRST);
        games.filter(|(game, color)| game.outcome.winner == *color).count()
    }
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "GameMessage", try_from = "GameMessage")]
pub struct FinishedGame {
    /// The winner and the reason.
    pub outcome: Outcome,
    /// The moves after the opening.
    pub moves: Vec<Square>,
    /// The totals of each player's moves.
    pub effort: ByColor<MoveTotals>,
    /// The time of each move, if time was a limit.
    pub times: Option<Vec<Duration>>,
    /// What happened, if a custom agent lost by failing.
    pub forfeit: Option<String>,
}

/// A game as it travels. Squares are numbers, times are microseconds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameMessage {
    winner: String,
    termination: String,
    moves: Vec<u8>,
    /// The moves, nodes and time of White and Black.
    effort: [(u64, u64, u64); 2],
    times: Option<Vec<u64>>,
    forfeit: Option<String>,
}

impl From<FinishedGame> for GameMessage {
    fn from(game: FinishedGame) -> Self {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let effort = |color| {
            let MoveTotals { moves, nodes, time } = game.effort[color];
            (moves, nodes, micros(time))
        };
        Self {
            winner: game.outcome.winner.name().to_owned(),
            termination: game.outcome.termination.name().to_owned(),
            moves: game.moves.iter().map(|to| to.index() as u8).collect(),
            effort: Color::ALL.map(effort),
            times: game.times.map(|times| times.into_iter().map(micros).collect()),
            forfeit: game.forfeit,
        }
    }
}

impl TryFrom<GameMessage> for FinishedGame {
    type Error = String;

    fn try_from(game: GameMessage) -> Result<Self, String> {
        let winner = Color::from_name(&game.winner).ok_or("the winner is no player")?;
        let termination =
            Termination::from_name(&game.termination).ok_or("the game has no known end")?;
        let square = |&to: &u8| Square::new(to.into()).map_err(|error| error.to_string());
        let micros = Duration::from_micros;
        let effort = |color: Color| {
            let (moves, nodes, time) = game.effort[color as usize];
            MoveTotals { moves, nodes, time: micros(time) }
        };
        Ok(Self {
            outcome: Outcome { winner, termination },
            moves: game.moves.iter().map(square).collect::<Result<_, _>>()?,
            effort: ByColor::from_fn(effort),
            times: game.times.map(|times| times.into_iter().map(micros).collect()),
            forfeit: game.forfeit,
        })
    }
}

impl FinishedGame {
    /// Returns an error if the rules exclude this game after an opening.
    fn check(
        &self,
        opening: &Position,
        agents: &ByColor<&Agent>,
        is_timed: bool,
    ) -> Result<(), String> {
        let mut position = *opening;
        let mut counts = ByColor::<u64>::default();
        for (number, &to) in (1..).zip(&self.moves) {
            counts[position.side()] += 1;
            position = position.play(to).map_err(|error| format!("move {number}: {error}"))?;
        }
        let Outcome { winner, termination } = self.outcome;
        let loser = agents[!winner];
        let is_end = match (termination, position.winner()) {
            (Termination::NoMoves, end) => end == Some(winner),
            (_, Some(_)) => false,
            // A program may fail to begin, whoever is to move.
            (Termination::Crash, None) => true,
            (Termination::Time, None) => is_timed && position.side() != winner,
            (Termination::IllegalMove, None) => loser.is_custom() && position.side() != winner,
            (_, None) => position.side() != winner,
        };
        if !is_end {
            let winner = winner.name();
            return Err(format!(
                "it does not end with {} and {winner} winning",
                termination.name()
            ));
        }
        let is_counted = Color::ALL.iter().all(|&color| {
            let MoveTotals { moves, nodes, time } = self.effort[color];
            // An illegal move counts.
            let illegal = termination == Termination::IllegalMove && color != winner;
            let is_small = nodes <= MOST_NODES && time.as_micros() <= u128::from(MOST_NODES);
            moves == counts[color] + u64::from(illegal) && is_small
        });
        let has_times = self.times.as_ref().is_none_or(|times| times.len() == self.moves.len());
        if !is_counted || !has_times {
            return Err("the numbers of moves differ".to_owned());
        }
        match &self.forfeit {
            Some(_) if termination == Termination::NoMoves => Err("nobody failed".to_owned()),
            Some(text) if text.len() > LONGEST_FORFEIT => Err("the failure is too long".to_owned()),
            _ => Ok(()),
        }
    }

    /// The game without measured times.
    fn untimed(&self) -> Self {
        let mut game = self.clone();
        game.effort = game.effort.map(|totals| MoveTotals { time: Duration::ZERO, ..totals });
        game.times = None;
        game
    }
}

/// The pairs of one or more runs as a job.
pub(crate) struct PairJob {
    runs: Vec<PairRun>,
}

/// What the pairs of a run depend on.
struct PairRun {
    conditions: SearchConditions,
    entrants: Vec<Entrant>,
}

impl PairJob {
    pub(crate) fn new<'a>(specs: impl IntoIterator<Item = &'a Spec>) -> Self {
        let run = |spec: &Spec| PairRun {
            conditions: spec.conditions().into(),
            entrants: spec.entrants().to_vec(),
        };
        Self { runs: specs.into_iter().map(run).collect() }
    }

    /// The run of a pair and its players.
    fn players(&self, pair: &ScheduledPair) -> Option<(&PairRun, [&Entrant; 2])> {
        let run = self.runs.get(pair.run)?;
        let [first, second] = pair.players.map(|number| run.entrants.get(number));
        Some((run, [first?, second?]))
    }
}

impl PairRun {
    /// Whether the moves of these agents are timed.
    fn has_times<'a>(&self, agents: impl IntoIterator<Item = &'a Agent>) -> bool {
        self.conditions.limits.time.is_some() || agents.into_iter().any(Agent::has_time_limit)
    }

    fn agents(&self) -> impl Iterator<Item = &Agent> {
        self.entrants.iter().map(|entrant| &entrant.agent)
    }
}

/// What a worker needs to know about a run.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunAbout {
    conditions: SearchConditions,
    /// The texts of the agents and the number of their copy.
    agents: Vec<(String, u32)>,
}

impl Job for PairJob {
    const KIND: &'static str = "pairs";
    type Task = ScheduledPair;
    type Output = [FinishedGame; 2];

    fn about(&self) -> Value {
        let agent = |entrant: &Entrant| (entrant.agent.to_string(), entrant.copy);
        let run = |run: &PairRun| RunAbout {
            conditions: run.conditions,
            agents: run.entrants.iter().map(agent).collect(),
        };
        json!(self.runs.iter().map(run).collect::<Vec<_>>())
    }

    fn open(about: Value, read_agent: ReadAgent<'_>, scale: f64) -> Result<Self, String> {
        let about: Vec<RunAbout> =
            serde_json::from_value(about).map_err(|error| error.to_string())?;
        let entrant = |(text, copy): (String, u32)| {
            Ok(Entrant { name: String::new(), agent: read_agent(&text)?, copy })
        };
        let run = |run: RunAbout| {
            let entrants = run.agents.into_iter().map(entrant).collect::<Result<_, String>>()?;
            Ok(PairRun { conditions: run.conditions.scaled(scale), entrants })
        };
        Ok(Self { runs: about.into_iter().map(run).collect::<Result<_, String>>()? })
    }

    fn agents(&self) -> Vec<&Agent> {
        self.runs.iter().flat_map(PairRun::agents).collect()
    }

    fn is_timed(&self) -> bool {
        self.runs.iter().any(|run| run.has_times(run.agents()))
    }

    /// Plays both games.
    ///
    /// Random choices depend only on the seed, the opening, and the player's text and colour, so a game does not depend on
    /// the other entrants.
    fn perform(&self, task: &ScheduledPair, stop: &AtomicBool) -> Option<[FinishedGame; 2]> {
        let ScheduledPair { opening, opening_game, .. } = task;
        let (run, entrants) = self.players(task)?;
        let seeds = entrants.map(|entrant| run.conditions.seed ^ fingerprint(entrant));
        let agents = entrants.map(|entrant| &entrant.agent);
        let duel = Duel::new(run.conditions.control(stop));
        let played = duel.play_pair(opening_game, agents, |player, color| {
            let number = PLAYERS.wrapping_add((*opening as u64).wrapping_mul(2)) + color as u64;
            Random::numbered(seeds[player], number).next()
        })?;
        let has_times = run.has_times(agents);
        let mut colors = COLORS_OF_FIRST.into_iter();
        Some(played.games.map(|PlayedGame { record, totals, times, forfeit, .. }| {
            let outcome = record.outcome().expect("the game was not cancelled");
            let color_of_first = colors.next().expect("two games");
            let loser = agents[usize::from(outcome.winner == color_of_first)];
            // Built-in agents resign and run out of time as they are meant to.
            let is_told = |it: &Forfeit| match it.termination {
                Termination::Resignation => false,
                // A heuristic can be foreign code in a built-in agent.
                Termination::Crash => true,
                _ => loser.is_custom(),
            };
            let forfeit = forfeit.filter(is_told);
            FinishedGame {
                outcome,
                moves: record.game().moves().skip(opening_game.moves().len()).collect(),
                effort: totals,
                times: has_times.then_some(times),
                forfeit: forfeit.map(|forfeit| cut(forfeit.detail)),
            }
        }))
    }

    fn check(&self, task: &ScheduledPair, games: &[FinishedGame; 2]) -> Result<(), String> {
        let (run, players) = self.players(task).ok_or("there is no such entrant")?;
        let agents = players.map(|entrant| &entrant.agent);
        let has_times = run.has_times(agents);
        for (number, (game, color)) in (1..).zip(games.iter().zip(COLORS_OF_FIRST)) {
            let of_color = ByColor::from_fn(|side| agents[usize::from(side != color)]);
            game.check(task.opening_game.position(), &of_color, has_times)
                .map_err(|why| format!("game {number}: {why}"))?;
            if game.times.is_some() != has_times {
                return Err(format!("game {number}: only games with a time limit have times"));
            }
        }
        Ok(())
    }

    fn same(&self, one: &[FinishedGame; 2], other: &[FinishedGame; 2]) -> bool {
        one.iter().zip(other).all(|(one, other)| one.untimed() == other.untimed())
    }
}

/// Cuts a text that is too long.
fn cut(mut text: String) -> String {
    while text.len() > LONGEST_FORFEIT {
        text.pop();
    }
    text
}

/// A hash of an entrant's agent and copy.
fn fingerprint(entrant: &Entrant) -> u64 {
    let hash = Sha256::digest(format!("{}\n{}", entrant.agent, entrant.copy));
    u64::from_be_bytes(*hash.first_chunk().expect("32 bytes"))
}
