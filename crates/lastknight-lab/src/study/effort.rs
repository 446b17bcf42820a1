//! What searches cost: several agents walk along the same games, each asked for its moves at the same turns.
//!
//! A game that one agent plays against itself is a line. Who walks along it takes the part of the player who begins, is
//! asked for a move at each of its turns, and the line goes on as it was whatever the answer: so all agents look at the
//! same positions, and one that keeps results for its next turn meets a turn that a similar searcher would bring about.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::agent::Duel;
use lastknight::control::{Clock, Control, Stopwatch};
use lastknight::search::Task;
use lastknight::{Agent, ByColor, Color, Game, Random, Square, parallel};
use serde::{Deserialize, Serialize};

use super::file::EffortOf;
use super::grid::{Axis, Cell, Grid, Unit};
use crate::pair::PLAYERS;
use crate::spec::Conditions;

/// How many lines a thread walks before somebody is told.
const PIECE: usize = 4;

/// Who walks along which lines.
pub(super) struct Job<'a> {
    /// Who is measured.
    pub(super) agents: &'a [Agent],
    /// Who plays the lines, both sides.
    pub(super) line: &'a Agent,
    /// Where lines begin, and the limits of searches for agents without limits of their own. Time is always that of the
    /// processor.
    pub(super) conditions: &'a Conditions,
    /// How many lines, or all openings where there are fewer.
    pub(super) lines: usize,
    /// How many lines are walked at a time.
    pub(super) threads: NonZeroUsize,
    /// Set by anybody to end the walk.
    pub(super) stop: &'a AtomicBool,
}

/// What an agent took for a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cost {
    /// Positions looked at.
    pub(super) nodes: u64,
    /// Time on the processor.
    pub(super) seconds: f64,
    /// Searches, those without a choice too.
    pub(super) moves: u32,
    /// Half-moves looked ahead, the mean of all searches; 0 counts where a rule moves without a search.
    pub(super) depth: f64,
    /// Half-moves looked ahead in the first search.
    pub(super) first_depth: f64,
    /// How many of its moves were those of the first agent, from 0 to 1, where there was a choice.
    pub(super) same: f64,
}

/// What an agent answered, where there was a choice.
type Answers = Vec<Option<Square>>;

/// What each agent took for each line: `[agent][line]`. `None` where it was stopped. `watch` is told how many lines are
/// done.
pub(super) fn walk(job: &Job<'_>, watch: &mut dyn FnMut(usize)) -> Option<Vec<Vec<Cost>>> {
    let openings: Vec<Game> = job.conditions.openings().take(job.lines).collect();
    let mut costs = vec![Vec::with_capacity(openings.len()); job.agents.len()];
    let mut done = 0;
    for piece in openings.chunks(PIECE * job.threads.get()) {
        let walked = parallel::map(job.threads, piece.len(), |i| job.line(&piece[i], done + i));
        for line in walked {
            for (costs, cost) in costs.iter_mut().zip(line?) {
                costs.push(cost);
            }
        }
        done += piece.len();
        watch(done);
    }
    Some(costs)
}

impl Job<'_> {
    /// What each agent took for one line, or `None` where it was stopped.
    ///
    /// Another agent begins on each line, so that none always finds the processor warmed up by the others.
    fn line(&self, opening: &Game, number: usize) -> Option<Vec<Cost>> {
        let moves = self.moves(opening, number)?;
        let mut walked = vec![(Cost::default(), Answers::new()); self.agents.len()];
        for turn in 0..self.agents.len() {
            let agent = (number + turn) % self.agents.len();
            walked[agent] = self.cost(&self.agents[agent], opening, &moves, number)?;
        }
        let first = walked.first().map(|(_, answers)| answers.clone()).unwrap_or_default();
        let compared = |(cost, answers): (Cost, Answers)| {
            let same = answers.iter().zip(&first).filter(|(own, first)| own == first).count();
            // Without a choice there is nothing to differ in.
            let same = if first.is_empty() { 1.0 } else { same as f64 / first.len() as f64 };
            Cost { same, ..cost }
        };
        Some(walked.into_iter().map(compared).collect())
    }

    /// The moves of a line after its opening.
    fn moves(&self, opening: &Game, number: usize) -> Option<Vec<Square>> {
        let mut players = ByColor::from_fn(|color| self.line.player(self.seed(number, color)));
        let played =
            Duel::new(self.control()).play(opening.clone(), ByColor::default(), &mut players);
        played.record.outcome()?;
        Some(played.record.game().moves().skip(opening.moves().len()).collect())
    }

    /// What an agent takes for the turns of the side that begins, and its answers.
    fn cost(
        &self,
        agent: &Agent,
        opening: &Game,
        moves: &[Square],
        number: usize,
    ) -> Option<(Cost, Answers)> {
        let mut game = opening.clone();
        let side = game.position().side();
        let mut player = agent.player(self.seed(number, side));
        let mut cost = Cost::default();
        let mut answers = Answers::new();
        for &to in moves {
            if game.position().side() == side {
                let stopwatch = Stopwatch::start(Clock::Cpu);
                let found = player.choose(&game, &mut Task::new(self.control()));
                let report = found.unwrap_or_default();
                cost.seconds += stopwatch.elapsed().as_secs_f64();
                if self.stop.load(Ordering::Relaxed) {
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

    /// The limits of each search, by CPU time.
    fn control(&self) -> Control<'_> {
        self.conditions.control(self.stop).clock(Clock::Cpu)
    }

    /// The luck of whoever plays a colour of a line: the same for all, so that agents differ by themselves alone.
    fn seed(&self, number: usize, color: Color) -> u64 {
        let number = PLAYERS + 2 * number as u64 + color as u64;
        Random::numbered(self.conditions.seed, number).next()
    }
}

/// The figures of what was measured, `[leg][agent][line]`: agents are the rows, and one without lines is not in that leg.
///
/// Ratios are to the first row, line by line. A line on which anybody's figure is 0, which no ratio can be made from, is
/// left out for all rows of that leg; so is one on which nobody was asked.
pub(super) fn grid(costs: &[Vec<Vec<Cost>>], rows: &[Axis], legs: Vec<Axis>, of: EffortOf) -> Grid {
    let legs_cells: Vec<_> = costs.iter().map(|leg| column(leg, of)).collect();
    let cell = |row: usize, leg: &Vec<Option<Cell>>| leg.get(row).cloned().flatten();
    let cells = (0..rows.len()).map(|row| legs_cells.iter().map(|leg| cell(row, leg)).collect());
    Grid {
        unit: unit(of),
        measure: measure(of).to_owned(),
        counted: "lines",
        rows: rows.to_vec(),
        columns: legs,
        cells: cells.collect(),
    }
}

/// The figures of a leg, a row each.
fn column(agents: &[Vec<Cost>], of: EffortOf) -> Vec<Option<Cell>> {
    let lines = agents.iter().map(Vec::len).max().unwrap_or(0);
    let is_ratio = unit(of) == Unit::Ratio;
    let is_told = |cost: &Cost| cost.moves > 0 && (!is_ratio || figure(cost, of) > 0.0);
    let is_kept = |line: &usize| {
        agents
            .iter()
            .filter(|costs| !costs.is_empty())
            .all(|costs| costs.get(*line).is_some_and(is_told))
    };
    let kept: Vec<usize> = (0..lines).filter(is_kept).collect();
    let first = agents.first();
    let sample = |costs: &[Cost], line: usize| {
        let own = figure(costs.get(line)?, of);
        if !is_ratio {
            return Some(own);
        }
        Some(libm::log(own / figure(first?.get(line)?, of)))
    };
    let cell = |costs: &Vec<Cost>| {
        let samples: Option<Vec<f64>> = kept.iter().map(|&line| sample(costs, line)).collect();
        let make = match unit(of) {
            Unit::Ratio => Cell::ratio,
            Unit::Percent => Cell::percent,
            Unit::Plies => Cell::mean,
        };
        make(samples?, kept.len() as u64)
    };
    agents.iter().map(cell).collect()
}

fn figure(cost: &Cost, of: EffortOf) -> f64 {
    match of {
        EffortOf::Nodes => cost.nodes as f64,
        EffortOf::Time => cost.seconds,
        EffortOf::TimePerNode if cost.nodes == 0 => 0.0,
        EffortOf::TimePerNode => cost.seconds / cost.nodes as f64,
        EffortOf::FirstDepth => cost.first_depth,
        EffortOf::Depth => cost.depth,
        EffortOf::SameMove => 100.0 * cost.same,
    }
}

fn unit(of: EffortOf) -> Unit {
    match of {
        EffortOf::Nodes | EffortOf::Time | EffortOf::TimePerNode => Unit::Ratio,
        EffortOf::FirstDepth | EffortOf::Depth => Unit::Plies,
        EffortOf::SameMove => Unit::Percent,
    }
}

fn measure(of: EffortOf) -> &'static str {
    match of {
        EffortOf::Nodes => "nodes, % of the first",
        EffortOf::Time => "time, % of the first",
        EffortOf::TimePerNode => "time a node, % of the first",
        EffortOf::FirstDepth => "depth of the first search",
        EffortOf::Depth => "mean depth",
        EffortOf::SameMove => "same move as the first, %",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::OpeningsSource;
    use lastknight::Limits;

    fn agents(texts: &[&str]) -> Vec<Agent> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn conditions(source: OpeningsSource, limits: Limits) -> Conditions {
        Conditions { start: "5x5".parse().unwrap(), source, seed: 7, limits, clock: Clock::Wall }
    }

    fn walked(texts: &[&str], threads: usize, lines: usize) -> Vec<Vec<Cost>> {
        let (agents, line) = (agents(texts), "alphabeta(improved, depth=2)".parse().unwrap());
        let conditions = conditions(OpeningsSource::Random(4), Limits::depth(3));
        let threads = NonZeroUsize::new(threads).unwrap();
        let stop = &AtomicBool::new(false);
        let job =
            Job { agents: &agents, line: &line, conditions: &conditions, lines, threads, stop };
        let mut told = Vec::new();
        let costs = walk(&job, &mut |done| told.push(done)).unwrap();
        assert_eq!(told.last(), Some(&lines));
        assert!(told.is_sorted());
        costs
    }

    fn figures(costs: &[Vec<Cost>], rows: &[&str], of: EffortOf) -> Grid {
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
            let mut costs = walked(&texts, threads, 11);
            costs.iter_mut().flatten().for_each(|cost| cost.seconds = 0.0);
            costs
        };
        let costs = without_time(1);
        assert_eq!(costs, without_time(3));
        assert_eq!(costs.iter().map(Vec::len).collect::<Vec<_>>(), [11; 4]);
        for line in 0..11 {
            let moves: Vec<u32> = costs.iter().map(|costs| costs[line].moves).collect();
            assert_eq!(moves, [moves[0]; 4], "all are asked at the same turns");
            assert!(costs[1][line].nodes <= costs[0][line].nodes);
            assert!(costs[0][line].depth <= 3.0 && costs[0][line].first_depth <= 3.0);
            assert_eq!((costs[0][line].same, costs[1][line].same), (1.0, 1.0), "pruning is sound");
        }
        let same = figures(&costs, &["a", "b", "c", "d"], EffortOf::SameMove);
        assert_eq!(same.cell("b", None).unwrap().estimate.value, 100.0);
        assert!(same.cell("c", None).unwrap().estimate.value < 100.0);
    }

    #[test]
    fn only_the_side_that_begins_is_asked() {
        let lone = "5x5 moves a1 b1".parse::<Game>().unwrap();
        let over = "3x3 moves b2 a1".parse::<Game>().unwrap();
        let (agents, line) = (agents(&["alphabeta(improved)"]), "random".parse().unwrap());
        let conditions = conditions(OpeningsSource::List(vec![lone, over]), Limits::depth(2));
        let (threads, stop) = (NonZeroUsize::MIN, &AtomicBool::new(false));
        let job =
            Job { agents: &agents, line: &line, conditions: &conditions, lines: 5, threads, stop };
        let costs = walk(&job, &mut |_| {}).unwrap();
        let moves = job.moves(&"5x5 moves a1 b1".parse().unwrap(), 0).unwrap();
        assert_eq!(costs[0].len(), 2, "there are no more openings");
        assert_eq!(costs[0][0].moves as usize, moves.len().div_ceil(2));
        let nothing = Cost { same: 1.0, ..Cost::default() };
        assert_eq!(costs[0][1], nothing, "nobody is asked where the game is over");
        stop.store(true, Ordering::Relaxed);
        assert_eq!(walk(&job, &mut |_| {}), None);
    }

    /// Along its own line an agent with results kept begins deep, and saves the shallow searches.
    #[test]
    fn keeping_results_pays_along_a_line() {
        let texts =
            ["", ", keep=on"].map(|keep| format!("alphabeta(improved, depth=5, order=best{keep})"));
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let costs = walked(&texts, 2, 8);
        let grid = figures(&costs, &["forget", "keep"], EffortOf::Nodes);
        let cell = grid.cell("keep", None).unwrap();
        assert!(cell.estimate.value < 100.0, "{cell:?}");
        assert_eq!(grid.cell("forget", None).unwrap().estimate.value, 100.0);
        let depths = figures(&costs, &["forget", "keep"], EffortOf::FirstDepth);
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
        // On the third line nobody looked at anything, or no time passed.
        assert_eq!(value(EffortOf::Nodes, "b"), (50.0, 2));
        assert_eq!(value(EffortOf::Nodes, "a"), (100.0, 2));
        assert_eq!(value(EffortOf::Time, "b"), (200.0, 2));
        assert_eq!(value(EffortOf::TimePerNode, "b"), (400.0, 2));
        assert_eq!(value(EffortOf::Depth, "a"), (6.0, 3));
        assert_eq!(value(EffortOf::FirstDepth, "a"), (3.0, 3));
    }

    #[test]
    fn who_is_not_in_a_leg_has_no_figure_there() {
        let costs = [
            vec![vec![cost(10, 1.0, 2.0)], Vec::new()],
            vec![Vec::new(), vec![cost(10, 1.0, 2.0)]],
        ];
        let rows = ["a", "b"].map(Axis::named);
        let legs = || ["x", "y"].map(Axis::named).to_vec();
        let nodes = grid(&costs, &rows, legs(), EffortOf::Nodes);
        assert!(nodes.cell("a", Some("x")).is_some() && nodes.cell("b", Some("x")).is_none());
        assert!(nodes.cell("b", Some("y")).is_none(), "nothing to compare with");
        let depth = grid(&costs, &rows, legs(), EffortOf::Depth);
        assert!(depth.cell("b", Some("y")).is_some());
    }
}
