//! Figures from a search for the best parameters of an agent, as in report 004: a grid, then halving steps.

use lastknight::{Agent, Agents, Constants};

use super::InvalidStudy;
use super::file::MeasureFile;
use super::grid::{Axis, Cell, Grid};
use super::leg::Leg;
use super::run::{Figures, StudyRunner, Unfinished};
use crate::tune::{Halving, Method, Parameter, Space, Template, TunePlan, tune};

/// A search for parameters.
#[derive(Clone, Debug)]
pub(super) struct HalvingSearch {
    /// The agent's text with parameters in braces.
    agent: String,
    space: Space,
    template: Template,
    agents: Agents,
    method: Halving,
}

/// The default number of halving steps.
const HALVINGS: usize = 3;

/// The columns of scores against the field, and from other openings.
const COLUMNS: [&str; 2] = ["against the field", "re-test"];

/// The row of the winner against the start.
const WINNER: &str = "winner against start";

impl HalvingSearch {
    pub(super) fn read(file: &MeasureFile, agents: &Agents) -> Result<Self, InvalidStudy> {
        let MeasureFile { agent, parameters, points, halvings, .. } = file;
        let agent = agent.as_ref().ok_or(InvalidStudy::MissingKey("agent"))?;
        let wrong = InvalidStudy::Search;
        let parameters = parameters.iter().map(|text| {
            text.parse::<Parameter>().map_err(|error| wrong(format!("parameters: {error}")))
        });
        let space = Space::new(parameters.collect::<Result<_, _>>()?);
        let space = space.map_err(|error| wrong(format!("parameters: {error}")))?;
        let template = Template::parse(agent, &space);
        let template = template.map_err(|error| wrong(format!("agent: {error}")))?;
        let method = Halving { points: points.clone(), halvings: halvings.unwrap_or(HALVINGS) };
        Ok(Self { agent: agent.clone(), space, template, agents: agents.clone(), method })
    }

    /// The agent at its start.
    pub(super) fn start(&self) -> Result<Agent, InvalidStudy> {
        let start = self.template.agent(&self.space.start(), &self.agents, &Constants::NONE);
        start.map_err(|error| InvalidStudy::Search(error.to_string()))
    }

    /// The plan against the field of a leg with this number of games per pairing.
    pub(super) fn plan(&self, leg: &Leg, games: usize) -> Result<TunePlan, InvalidStudy> {
        let spec = leg.spec(games)?;
        let field = spec.entrants().iter().skip(spec.tested());
        let plan = TunePlan {
            text: self.agent.clone(),
            template: self.template.clone(),
            agents: self.agents.clone(),
            constants: Constants::NONE,
            space: self.space.clone(),
            method: Method::Halving(self.method.clone()),
            field: field.map(|entrant| entrant.agent.clone()).collect(),
            conditions: spec.conditions().clone(),
            pairs: spec.pairs(),
            retest: spec.pairs() * spec.entrants().len().saturating_sub(1),
        };
        plan.check()?;
        Ok(plan)
    }
}

/// Plays the missing games and returns the figures.
pub(super) fn measure(
    runner: &mut StudyRunner<'_>,
    leg: &Leg,
    search: &HalvingSearch,
    games: usize,
) -> Figures {
    let plan = search.plan(leg, games)?;
    let reporter = &mut runner.reporter;
    let outcome = tune(&plan, runner.store, &runner.workers, runner.stop, &mut |step| {
        reporter.report("", 2 * step.done, 2 * step.all, "games at most");
    })?;
    runner.has_worked |= outcome.played > 0;
    if !outcome.is_complete {
        return Err(Unfinished::Stopped);
    }
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    for point in outcome.points() {
        rows.push(Axis::named(search.space.label(point.point)));
        cells.push(vec![Cell::pairs(point.pairs), None]);
    }
    // If the winner is the start itself, there is no re-test.
    rows.push(Axis::named(WINNER));
    let retest = outcome.retest.as_ref().and_then(|retest| Cell::pairs(retest.pairs));
    cells.push(vec![None, retest]);
    let grid = Grid::percent("score, %", "games", rows, COLUMNS.map(Axis::named).into(), cells);
    Ok((grid, 2 * (outcome.played + outcome.resumed) as u64))
}
