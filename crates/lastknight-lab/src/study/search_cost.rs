//! The cost of searches: several agents search the same positions, along the same games.
//!
//! A line is a game that one agent plays against itself. The measured agents search each position of the side that begins,
//! and the line goes on with its own moves. An agent that keeps results for its next turn finds a turn like its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::agent::Duel;
use lastknight::control::{Clock, Control, Stopwatch};
use lastknight::search::Task;
use lastknight::{Agent, ByColor, Color, Game, Random, Square};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::InvalidStudy;
use super::file::CostMetric;
use super::grid::{Axis, Cell, FigureUnit, Grid};
use super::leg::Leg;
use super::run::{Figures, StudyRunner};
use crate::pair::PLAYERS;
use crate::spec::Conditions;
use crate::work::{Job, ReadAgent, SearchConditions, agent_texts, game_text, read_agents};

/// The measurement of lines.
pub(crate) struct CostJob {
    agents: Vec<Agent>,
    /// The agent that plays both sides of the lines.
    line: Agent,
    /// The limits of agents without their own. Time is always CPU time.
    conditions: SearchConditions,
}

/// A line to measure.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LineTask {
    pub(super) number: usize,
    #[serde(with = "game_text")]
    pub(super) opening: Arc<Game>,
}

impl LineTask {
    /// The lines that begin with the first openings.
    pub(super) fn of(conditions: &Conditions, lines: usize) -> Vec<Self> {
        let openings = conditions.openings().take(lines).map(Arc::new).enumerate();
        openings.map(|(number, opening)| Self { number, opening }).collect()
    }
}

/// The cost of a line for an agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cost {
    nodes: u64,
    /// CPU time.
    seconds: f64,
    /// Searches, including those without a choice.
    moves: u32,
    /// The mean depth of all searches in plies; 0 if a rule moves without a search.
    depth: f64,
    first_depth: f64,
    /// The share of the turns with a choice in which the move is the first agent's, from 0 to 1.
    same: f64,
}

/// The moves of an agent at turns with a choice.
type Answers = Vec<Option<Square>>;

/// Measures the costs along lines of play.
pub(super) fn measure(
    runner: &mut StudyRunner<'_>,
    legs: &[Leg],
    rows: &[Axis],
    metric: CostMetric,
    line: &Agent,
    lines: usize,
) -> Figures {
    let mut costs = Vec::new();
    for leg in legs {
        let lines = leg.count(lines).max(2);
        let agents = rows.iter().map(|row| {
            let agent = leg.agents().iter().find(|(name, _)| *name == row.name);
            let agent = agent.map(|(_, agent)| agent.clone());
            agent.ok_or_else(|| InvalidStudy::LegWithout(row.name.clone()))
        });
        let agents: Vec<Agent> = agents.collect::<Result<_, _>>()?;
        let (line, conditions) = (line.clone(), leg.conditions.clone());
        let names = agents.iter().map(|agent| format!("{agent}\n")).collect::<String>();
        let key = format!("effort and moves\n{}\n{lines}\n{line}\n{names}", conditions.hash());
        costs.push(runner.stored(&key, |runner| {
            let tasks = LineTask::of(&conditions, lines);
            let job = CostJob { agents, line, conditions: (&conditions).into() };
            let count = job.agents.len();
            let lines = runner.map(&leg.axis.name, "lines", job, &tasks)?;
            let of_agent = |agent: usize| lines.iter().map(|costs| costs[agent]).collect();
            Ok((0..count).map(of_agent).collect::<Vec<Vec<Cost>>>())
        })?);
    }
    let count = costs.iter().flatten().map(|lines| lines.len() as u64).sum();
    let axes = legs.iter().map(|leg| leg.axis.clone()).collect();
    Ok((grid(&costs, rows, axes, metric), count))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CostAbout {
    conditions: SearchConditions,
    agents: Vec<String>,
    line: String,
}

impl Job for CostJob {
    const KIND: &'static str = "costs";
    type Task = LineTask;
    /// The costs by agent.
    type Output = Vec<Cost>;

    fn about(&self) -> Value {
        let (conditions, line) = (self.conditions, self.line.to_string());
        json!(CostAbout { conditions, agents: agent_texts(&self.agents), line })
    }

    fn open(about: Value, read_agent: ReadAgent<'_>, scale: f64) -> Result<Self, String> {
        let CostAbout { conditions, agents, line } =
            serde_json::from_value(about).map_err(|error| error.to_string())?;
        let (agents, line) = (read_agents(&agents, read_agent)?, read_agent(&line)?);
        Ok(Self { agents, line, conditions: conditions.scaled(scale) })
    }

    fn agents(&self) -> Vec<&Agent> {
        self.agents.iter().chain([&self.line]).collect()
    }

    fn is_timed(&self) -> bool {
        self.conditions.limits.time.is_some()
            || self.agents().into_iter().any(Agent::has_time_limit)
    }

    fn perform(&self, task: &LineTask, stop: &AtomicBool) -> Option<Vec<Cost>> {
        self.line(task, stop)
    }

    fn check(&self, _: &LineTask, costs: &Vec<Cost>) -> Result<(), String> {
        let is_figure = |cost: &Cost| {
            let figures = [cost.seconds, cost.depth, cost.first_depth, cost.same];
            figures.iter().all(|figure| figure.is_finite() && *figure >= 0.0)
        };
        match costs.len() == self.agents.len() && costs.iter().all(is_figure) {
            true => Ok(()),
            false => Err("there is not one cost for each agent".to_owned()),
        }
    }

    fn same(&self, one: &Vec<Cost>, other: &Vec<Cost>) -> bool {
        let untimed = |costs: &[Cost]| {
            costs.iter().map(|&cost| Cost { seconds: 0.0, ..cost }).collect::<Vec<_>>()
        };
        untimed(one) == untimed(other)
    }
}

impl CostJob {
    /// The costs of one line by agent, or `None` if stopped.
    ///
    /// Another agent begins on each line, so that no agent always finds the caches warm.
    fn line(&self, task: &LineTask, stop: &AtomicBool) -> Option<Vec<Cost>> {
        let moves = self.moves(task, stop)?;
        let mut searched = vec![(Cost::default(), Answers::new()); self.agents.len()];
        for turn in 0..self.agents.len() {
            let agent = task.number.wrapping_add(turn) % self.agents.len();
            searched[agent] = self.cost(&self.agents[agent], task, &moves, stop)?;
        }
        let first = searched.first().map(|(_, answers)| answers.clone()).unwrap_or_default();
        let compared = |(cost, answers): (Cost, Answers)| {
            let same = answers.iter().zip(&first).filter(|(own, first)| own == first).count();
            let same = if first.is_empty() { 1.0 } else { same as f64 / first.len() as f64 };
            Cost { same, ..cost }
        };
        Some(searched.into_iter().map(compared).collect())
    }

    /// The moves of a line after its opening.
    fn moves(&self, task: &LineTask, stop: &AtomicBool) -> Option<Vec<Square>> {
        let game = played_line(&self.line, &self.conditions, stop, task)?;
        Some(game.moves().skip(task.opening.moves().len()).collect())
    }

    /// The cost of the turns of the side that begins, and the agent's moves.
    fn cost(
        &self,
        agent: &Agent,
        task: &LineTask,
        moves: &[Square],
        stop: &AtomicBool,
    ) -> Option<(Cost, Answers)> {
        let mut game = Game::clone(&task.opening);
        let side = game.position().side();
        let mut player = agent.player(seed(&self.conditions, task.number, side));
        let mut cost = Cost::default();
        let mut answers = Answers::new();
        for &to in moves {
            if game.position().side() == side {
                let stopwatch = Stopwatch::start(Clock::Cpu);
                let found = player.choose(&game, &mut Task::new(self.control(stop)));
                let report = found.unwrap_or_default();
                cost.seconds += stopwatch.elapsed().as_secs_f64();
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let depth = f64::from(report.depth);
                if cost.moves == 0 {
                    cost.first_depth = depth;
                }
                cost.nodes += report.nodes;
                cost.moves += 1;
                cost.depth += depth;
                if game.position().legal_moves().count() > 1 {
                    answers.push(report.best());
                }
            }
            game.play(to).expect("a move of the line");
        }
        cost.depth /= f64::from(cost.moves.max(1));
        Some((cost, answers))
    }

    fn control<'a>(&self, stop: &'a AtomicBool) -> Control<'a> {
        self.conditions.control(stop).clock(Clock::Cpu)
    }
}

/// Returns a line: the game that an agent plays against itself, or `None` if stopped. Time is CPU time.
pub(super) fn played_line(
    line: &Agent,
    conditions: &SearchConditions,
    stop: &AtomicBool,
    task: &LineTask,
) -> Option<Game> {
    let mut players = ByColor::from_fn(|color| line.player(seed(conditions, task.number, color)));
    let duel = Duel::new(conditions.control(stop).clock(Clock::Cpu));
    let opening = Game::clone(&task.opening);
    let played = duel.play(opening, ByColor::default(), &mut players);
    played.record.outcome().map(|_| played.record.game().clone())
}

/// The random seed for a colour of a line, the same for all agents.
fn seed(conditions: &SearchConditions, number: usize, color: Color) -> u64 {
    let number = PLAYERS.wrapping_add((number as u64).wrapping_mul(2)) + color as u64;
    Random::numbered(conditions.seed, number).next()
}

/// The figures of costs by leg, agent and line. An agent without lines is not in that leg.
///
/// Ratios are to the first row, line by line. A line without searches is left out, and so is one on which a ratio's figure
/// is 0 for any agent of the leg.
fn grid(costs: &[Vec<Vec<Cost>>], rows: &[Axis], legs: Vec<Axis>, metric: CostMetric) -> Grid {
    let columns: Vec<_> = costs.iter().map(|leg| column(leg, metric)).collect();
    let cell = |row: usize, leg: &Vec<Option<Cell>>| leg.get(row).cloned().flatten();
    let cells = (0..rows.len()).map(|row| columns.iter().map(|leg| cell(row, leg)).collect());
    let (unit, measure) = heading(metric);
    Grid { unit, ..Grid::percent(measure, "lines", rows.to_vec(), legs, cells.collect()) }
}

/// The figures of a leg by row.
fn column(agents: &[Vec<Cost>], metric: CostMetric) -> Vec<Option<Cell>> {
    let lines = agents.iter().map(Vec::len).max().unwrap_or(0);
    let (unit, _) = heading(metric);
    let is_ratio = unit == FigureUnit::Ratio;
    let is_usable = |cost: &Cost| cost.moves > 0 && (!is_ratio || figure(cost, metric) > 0.0);
    let is_kept = |line: &usize| {
        let mut present = agents.iter().filter(|costs| !costs.is_empty());
        present.all(|costs| costs.get(*line).is_some_and(is_usable))
    };
    let kept: Vec<usize> = (0..lines).filter(is_kept).collect();
    let sample = |costs: &[Cost], line: usize| {
        let own = figure(costs.get(line)?, metric);
        if !is_ratio {
            return Some(own);
        }
        Some(libm::log(own / figure(agents.first()?.get(line)?, metric)))
    };
    let cell = |costs: &Vec<Cost>| {
        let samples: Option<Vec<f64>> = kept.iter().map(|&line| sample(costs, line)).collect();
        let make = match unit {
            FigureUnit::Ratio => Cell::ratio,
            FigureUnit::Percent => Cell::percent,
            FigureUnit::Plies | FigureUnit::Nodes => Cell::mean,
        };
        make(samples?, kept.len() as u64)
    };
    agents.iter().map(cell).collect()
}

fn figure(cost: &Cost, metric: CostMetric) -> f64 {
    match metric {
        CostMetric::Nodes | CostMetric::NodesPerGame => cost.nodes as f64,
        CostMetric::Time => cost.seconds,
        CostMetric::TimePerNode if cost.nodes == 0 => 0.0,
        CostMetric::TimePerNode => cost.seconds / cost.nodes as f64,
        CostMetric::FirstDepth => cost.first_depth,
        CostMetric::Depth => cost.depth,
        CostMetric::SameMove => 100.0 * cost.same,
    }
}

/// The unit of a metric and its heading.
fn heading(metric: CostMetric) -> (FigureUnit, &'static str) {
    match metric {
        CostMetric::Nodes => (FigureUnit::Ratio, "nodes, % of the first"),
        CostMetric::Time => (FigureUnit::Ratio, "time, % of the first"),
        CostMetric::NodesPerGame => (FigureUnit::Nodes, "nodes of one player in a game"),
        CostMetric::TimePerNode => (FigureUnit::Ratio, "time per node, % of the first"),
        CostMetric::FirstDepth => (FigureUnit::Plies, "depth of the first search"),
        CostMetric::Depth => (FigureUnit::Plies, "mean depth"),
        CostMetric::SameMove => (FigureUnit::Percent, "same move as the first, %"),
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use lastknight::Limits;

    use super::*;
    use crate::spec::OpeningsSource;
    use crate::work::Workers;

    fn agents(texts: &[&str]) -> Vec<Agent> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn conditions(source: OpeningsSource, limits: Limits) -> Conditions {
        Conditions { start: "5x5".parse().unwrap(), source, seed: 7, limits, clock: Clock::Wall }
    }

    /// The costs by agent and line, or `None` if stopped.
    fn measured(
        job: CostJob,
        tasks: &[LineTask],
        threads: usize,
        stop: bool,
    ) -> Option<Vec<Vec<Cost>>> {
        let (stop, count) = (AtomicBool::new(stop), job.agents.len());
        let workers: Workers = NonZeroUsize::new(threads).unwrap().into();
        let lines = workers.map(&Arc::new(job), tasks, &stop, &mut |_| {}).unwrap();
        let lines: Vec<Vec<Cost>> = lines.into_iter().collect::<Option<_>>()?;
        let of_agent = |agent: usize| lines.iter().map(|costs| costs[agent]).collect();
        Some((0..count).map(of_agent).collect())
    }

    fn costs(texts: &[&str], threads: usize, lines: usize) -> Vec<Vec<Cost>> {
        let (agents, line) = (agents(texts), "alphabeta(improved, depth=2)".parse().unwrap());
        let conditions = conditions(OpeningsSource::Random(4), Limits::depth(3));
        let job = CostJob { agents, line, conditions: (&conditions).into() };
        measured(job, &LineTask::of(&conditions, lines), threads, false).unwrap()
    }

    fn figures(costs: &[Vec<Cost>], rows: &[&str], of: CostMetric) -> Grid {
        let rows: Vec<Axis> = rows.iter().map(|&row| Axis::named(row)).collect();
        grid(&[costs.to_vec()], &rows, vec![Axis::named("leg")], of)
    }

    fn cost(nodes: u64, seconds: f64, depth: f64) -> Cost {
        Cost { nodes, seconds, moves: 5, depth, first_depth: depth / 2.0, same: 1.0 }
    }

    #[test]
    fn the_same_lines_on_any_number_of_threads() {
        let texts = [
            "minimax(improved)",
            "alphabeta(improved)",
            "alphabeta(open, ties=random)",
            "mcts(nodes=50)",
        ];
        let without_time = |threads: usize| {
            let mut costs = costs(&texts, threads, 11);
            costs.iter_mut().flatten().for_each(|cost| cost.seconds = 0.0);
            costs
        };
        let costs = without_time(1);
        assert_eq!(costs, without_time(3));
        assert_eq!(costs.iter().map(Vec::len).collect::<Vec<_>>(), [11; 4]);
        for line in 0..11 {
            let moves: Vec<u32> = costs.iter().map(|costs| costs[line].moves).collect();
            assert_eq!(moves, [moves[0]; 4], "all search at the same turns");
            assert!(costs[1][line].nodes <= costs[0][line].nodes);
            assert!(costs[0][line].depth <= 3.0 && costs[0][line].first_depth <= 3.0);
            assert_eq!((costs[0][line].same, costs[1][line].same), (1.0, 1.0), "pruning is sound");
        }
        let same = figures(&costs, &["a", "b", "c", "d"], CostMetric::SameMove);
        assert_eq!(same.cell("b", None).unwrap().estimate.value, 100.0);
        assert!(same.cell("c", None).unwrap().estimate.value < 100.0);
    }

    #[test]
    fn only_the_side_that_begins_searches() {
        let lone = "5x5 moves a1 b1".parse::<Game>().unwrap();
        let over = "3x3 moves b2 a1".parse::<Game>().unwrap();
        let (agents, line) = (agents(&["alphabeta(improved)"]), "random".parse().unwrap());
        let conditions = conditions(OpeningsSource::List(vec![lone, over]), Limits::depth(2));
        let tasks = LineTask::of(&conditions, 5);
        let job = || CostJob {
            agents: agents.clone(),
            line: Agent::clone(&line),
            conditions: (&conditions).into(),
        };
        let costs = measured(job(), &tasks, 1, false).unwrap();
        let moves = job().moves(&tasks[0], &AtomicBool::new(false)).unwrap();
        assert_eq!(costs[0].len(), 2, "there are no more openings");
        assert_eq!(costs[0][0].moves as usize, moves.len().div_ceil(2));
        let nothing = Cost { same: 1.0, ..Cost::default() };
        assert_eq!(costs[0][1], nothing, "no search if the game is over");
        assert_eq!(measured(job(), &tasks, 1, true), None);
    }

    /// Along its own line an agent that keeps results begins deep and saves the shallow searches.
    #[test]
    fn keeping_results_pays_along_a_line() {
        let texts =
            ["", ", keep=on"].map(|keep| format!("alphabeta(improved, depth=5, order=best{keep})"));
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let costs = costs(&texts, 2, 8);
        let grid = figures(&costs, &["forget", "keep"], CostMetric::Nodes);
        let cell = grid.cell("keep", None).unwrap();
        assert!(cell.estimate.value < 100.0, "{cell:?}");
        assert_eq!(grid.cell("forget", None).unwrap().estimate.value, 100.0);
        let depths = figures(&costs, &["forget", "keep"], CostMetric::FirstDepth);
        assert_eq!(depths.lead("keep", "forget", None).unwrap().estimate.value, 0.0);
    }

    #[test]
    fn ratios_are_to_the_first_row() {
        let first = vec![cost(100, 1.0, 4.0), cost(200, 1.0, 6.0), cost(50, 0.0, 8.0)];
        let second = vec![cost(50, 2.0, 5.0), cost(100, 2.0, 7.0), cost(0, 1.0, 9.0)];
        let value = |of, row| {
            let grid = figures(&[first.clone(), second.clone()], &["a", "b"], of);
            let cell = grid.cell(row, Some("leg")).unwrap().clone();
            (cell.estimate.value.round(), cell.count)
        };
        // On the third line an agent has no nodes or no time.
        assert_eq!(value(CostMetric::Nodes, "b"), (50.0, 2));
        assert_eq!(value(CostMetric::Nodes, "a"), (100.0, 2));
        assert_eq!(value(CostMetric::Time, "b"), (200.0, 2));
        assert_eq!(value(CostMetric::TimePerNode, "b"), (400.0, 2));
        assert_eq!(value(CostMetric::Depth, "a"), (6.0, 3));
        assert_eq!(value(CostMetric::FirstDepth, "a"), (3.0, 3));
    }

    #[test]
    fn an_agent_outside_a_leg_has_no_figure_there() {
        let costs = [
            vec![vec![cost(10, 1.0, 2.0)], Vec::new()],
            vec![Vec::new(), vec![cost(10, 1.0, 2.0)]],
        ];
        let rows = ["a", "b"].map(Axis::named);
        let legs = || ["x", "y"].map(Axis::named).to_vec();
        let nodes = grid(&costs, &rows, legs(), CostMetric::Nodes);
        assert!(nodes.cell("a", Some("x")).is_some() && nodes.cell("b", Some("x")).is_none());
        assert!(nodes.cell("b", Some("y")).is_none(), "nothing to compare with");
        let depth = grid(&costs, &rows, legs(), CostMetric::Depth);
        assert!(depth.cell("b", Some("y")).is_some());
    }
}
