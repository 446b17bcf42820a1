//! The oracle's work as jobs: solving positions, and testing agents on them.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::oracle::{DrawnCase, OracleConditions, Sample, SamplePlan, SolvedCase};
use lastknight::{Agent, Control};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::work::{Job, ReadAgent, SearchConditions, WorkError, Workers, agent_texts, read_agents};

/// Games of each thread of a fleet in a step of a sample, and the most of all.
const GAMES_PER_THREAD: usize = 32;
const MOST_GAMES: usize = 100_000;

/// The most squares of a board, and so plies of a game.
const MOST_PLIES: usize = 128;

/// Adds positions to a sample, as [`Sample::step`] does, and returns whether there is more to do. `on_progress` is called
/// several times a second.
pub(crate) fn step(
    sample: &mut Sample,
    critical: usize,
    workers: &Workers,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&Sample),
) -> Result<bool, WorkError> {
    if !workers.is_fleet() {
        let conditions = OracleConditions::new(Control::new().checkpoint(stop));
        return Ok(sample.step(critical, &conditions.threads(workers.threads())));
    }
    // Nothing is drawn for a sample that is complete.
    if !sample.extend(critical, []) || stop.load(Ordering::Relaxed) {
        return Ok(false);
    }
    let job = Arc::new(SampleJob { plan: sample.plan().clone(), players: SamplePlan::players() });
    let games = (GAMES_PER_THREAD * workers.threads().get()).min(MOST_GAMES) as u64;
    let numbers: Vec<u64> = (sample.games()..sample.games() + games).collect();
    let drawn = workers.map(&job, &numbers, stop, &mut |_| on_progress(sample))?;
    let read = |(position, wins): (Option<String>, Option<String>)| {
        DrawnCase::from_texts(position.as_deref(), wins.as_deref())
    };
    let drawn = drawn.into_iter().map_while(|texts| read(texts?));
    Ok(sample.extend(critical, drawn) && !stop.load(Ordering::Relaxed))
}

/// Returns for each of these positions whether each agent keeps the win. After a stop the last ones are missing.
pub(crate) fn answers(
    sample: &Sample,
    positions: Range<usize>,
    agents: &[Agent],
    conditions: SearchConditions,
    workers: &Workers,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(usize),
) -> Result<Vec<Vec<bool>>, WorkError> {
    let task = |number: usize| TestTask {
        case: sample.cases()[number].clone(),
        seed: sample.plan().agent_seed(number),
    };
    let job = Arc::new(TestJob { conditions, agents: agents.to_vec() });
    let tasks: Vec<TestTask> = positions.map(task).collect();
    let answers = workers.map(&job, &tasks, stop, on_progress)?;
    Ok(answers.into_iter().map_while(|answer| answer).collect())
}

/// Draws positions from games and solves them.
pub(crate) struct SampleJob {
    plan: SamplePlan,
    players: Vec<Agent>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SampleAbout {
    start: String,
    plies: [usize; 2],
    seed: u64,
    nodes: u64,
}

impl Job for SampleJob {
    const KIND: &'static str = "sample";
    /// The number of a game.
    type Task = u64;
    /// The texts of a [`DrawnCase`].
    type Output = (Option<String>, Option<String>);

    fn about(&self) -> Value {
        let SamplePlan { start, plies, seed, nodes } = &self.plan;
        let plies = [*plies.start(), *plies.end()];
        json!(SampleAbout { start: start.to_string(), plies, seed: *seed, nodes: *nodes })
    }

    fn open(about: Value, _: ReadAgent<'_>, _: f64) -> Result<Self, String> {
        let about: SampleAbout =
            serde_json::from_value(about).map_err(|error| error.to_string())?;
        let start = about.start.parse().map_err(|error| format!("{error}"))?;
        if about.plies[1] > MOST_PLIES {
            return Err(format!("a game has at most {MOST_PLIES} plies"));
        }
        let plies = about.plies[0]..=about.plies[1];
        let plan = SamplePlan { start, plies, seed: about.seed, nodes: about.nodes };
        Ok(Self { plan, players: SamplePlan::players() })
    }

    fn agents(&self) -> Vec<&Agent> {
        Vec::new()
    }

    fn is_timed(&self) -> bool {
        false
    }

    fn perform(&self, number: &u64, stop: &AtomicBool) -> Option<Self::Output> {
        let is_stopped = || stop.load(Ordering::Relaxed);
        DrawnCase::solve(&self.plan, &self.players, *number, is_stopped).map(|drawn| drawn.texts())
    }

    fn check(&self, number: &u64, (position, wins): &Self::Output) -> Result<(), String> {
        let drawn = DrawnCase::from_texts(position.as_deref(), wins.as_deref());
        let drawn = drawn.ok_or("it is no solved position")?;
        let is_possible = drawn.position().is_none_or(|position| {
            position.size() == self.plan.start.size() && position.ply() == self.plan.ply(*number)
        });
        if is_possible { Ok(()) } else { Err("the position is of another sample".to_owned()) }
    }

    fn same(&self, one: &Self::Output, other: &Self::Output) -> bool {
        one == other
    }
}

/// Tests agents on solved positions.
pub(crate) struct TestJob {
    conditions: SearchConditions,
    agents: Vec<Agent>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TestAbout {
    conditions: SearchConditions,
    agents: Vec<String>,
}

/// A position to test agents on.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "TestMessage", try_from = "TestMessage")]
pub(crate) struct TestTask {
    case: SolvedCase,
    seed: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TestMessage {
    position: String,
    wins: String,
    seed: u64,
}

impl From<TestTask> for TestMessage {
    fn from(TestTask { case, seed }: TestTask) -> Self {
        Self { position: case.position().to_string(), wins: case.wins(), seed }
    }
}

impl TryFrom<TestMessage> for TestTask {
    type Error = String;

    fn try_from(TestMessage { position, wins, seed }: TestMessage) -> Result<Self, String> {
        let position = position.parse().map_err(|error| format!("{error}"))?;
        let case = SolvedCase::with_wins(position, &wins).ok_or("it is no solved position")?;
        Ok(Self { case, seed })
    }
}

impl Job for TestJob {
    const KIND: &'static str = "test";
    type Task = TestTask;
    /// Whether each agent keeps the win.
    type Output = Vec<bool>;

    fn about(&self) -> Value {
        json!(TestAbout { conditions: self.conditions, agents: agent_texts(&self.agents) })
    }

    fn open(about: Value, read_agent: ReadAgent<'_>, scale: f64) -> Result<Self, String> {
        let TestAbout { conditions, agents } =
            serde_json::from_value(about).map_err(|error| error.to_string())?;
        let agents = read_agents(&agents, read_agent)?;
        Ok(Self { conditions: conditions.scaled(scale), agents })
    }

    fn agents(&self) -> Vec<&Agent> {
        self.agents.iter().collect()
    }

    fn is_timed(&self) -> bool {
        self.conditions.limits.time.is_some() || self.agents.iter().any(Agent::has_time_limit)
    }

    fn perform(&self, task: &TestTask, stop: &AtomicBool) -> Option<Vec<bool>> {
        let conditions = OracleConditions::new(self.conditions.control(stop));
        conditions.answers(&task.case, &self.agents, task.seed)
    }

    fn check(&self, _: &TestTask, answers: &Vec<bool>) -> Result<(), String> {
        match answers.len() == self.agents.len() {
            true => Ok(()),
            false => Err("there is not one answer for each agent".to_owned()),
        }
    }

    fn same(&self, one: &Vec<bool>, other: &Vec<bool>) -> bool {
        one == other
    }
}
