//! Moves, analyses, exact solutions and reviews.

use std::time::Duration;

use axum::response::Response;
use lastknight::agent::Forfeit;
use lastknight::answer::{self, AgentQuery, SolutionEvent};
use lastknight::solve::SolverSettings;
use lastknight::{Agent, Game, Limits};
use serde::Deserialize;

use crate::api_error::ApiError;
use crate::request::{self, LimitTexts};
use crate::search::{Events, SearchRequest};

/// The default agent, and the default limits of its searches in a review.
const DEFAULT_AGENT: &str = "engine";
const DEFAULT_LIMITS: Limits = Limits::nodes(9000);

/// The default time of a move, and of an analysis.
const MOVE_TIME: Duration = Duration::from_secs(1);
const ANALYSIS_TIME: Duration = Duration::from_secs(10);

/// The maximum number of lines of an analysis.
const MOST_LINES: usize = 16;

/// Extra time for everything but the search itself.
const MARGIN: Duration = Duration::from_millis(500);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisQuery {
    at: String,
    agent: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<String>,
    multi: Option<usize>,
    seed: Option<u64>,
}

impl SearchRequest<AnalysisQuery> {
    fn game_and_agent(&self) -> Result<(Game, Agent), ApiError> {
        let agent = self.query.agent.as_deref().unwrap_or(DEFAULT_AGENT);
        Ok((request::game(&self.query.at)?, request::agent(agent, &self.server.agents)?))
    }

    fn without_lines(&self) -> Result<(), ApiError> {
        match self.query.multi {
            Some(_) => Err(ApiError::bad_field("multi", "only an analysis has several lines")),
            None => Ok(()),
        }
    }

    fn limits(&self, default: Limits) -> Result<Limits, ApiError> {
        let AnalysisQuery { depth, nodes, ref time, .. } = self.query;
        LimitTexts { depth, nodes, time: time.as_deref() }.or(default, self.server.most_time)
    }
}

/// Answers with the move that an agent chooses.
pub(crate) async fn choose(request: SearchRequest<AnalysisQuery>) -> Result<Response, ApiError> {
    let (game, agent) = request.game_and_agent()?;
    request.without_lines()?;
    let limits = request.limits(Limits::time(MOVE_TIME))?;
    // The server stores no player, so random choices follow from the seed and the ply.
    let ply = game.position().ply() as u64;
    let seed = request.query.seed.unwrap_or_default().wrapping_add(ply);
    let events = request.start(request.server.most_time + MARGIN, move |context| {
        let (game, agent, resources) = (&game, &agent, context.resources());
        let query = AgentQuery { game, agent, resources, seed, multi: 1 };
        query.chosen_move(context.control(limits)).map_err(|why| gave_up(agent, &why))
    })?;
    events.last().await
}

/// Streams the analysis of an agent, depth by depth.
pub(crate) async fn analysis(request: SearchRequest<AnalysisQuery>) -> Result<Events, ApiError> {
    let (game, agent) = request.game_and_agent()?;
    let limits = request.limits(Limits::time(ANALYSIS_TIME))?;
    let multi = request::within("multi", request.query.multi.unwrap_or(1), (1, MOST_LINES))?;
    let seed = request.query.seed.unwrap_or_default();
    request.start(request.server.most_time + MARGIN, move |context| {
        let (game, agent, resources) = (&game, &agent, context.resources());
        let query = AgentQuery { game, agent, resources, seed, multi };
        let mut on_iteration = |iteration: &_| context.send("depth", iteration);
        let found = query.analysis(context.control(limits), &mut on_iteration);
        found.map_err(|why| gave_up(agent, &why))
    })
}

fn gave_up(agent: &Agent, why: &Forfeit) -> ApiError {
    ApiError::internal(format!("{agent} gives up: {why}"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolutionQuery {
    at: String,
    time: Option<String>,
}

/// Streams who wins with each move, as soon as it is proved.
pub(crate) async fn solution(request: SearchRequest<SolutionQuery>) -> Result<Events, ApiError> {
    let position = *request::game(&request.query.at)?.position();
    let texts = LimitTexts { time: request.query.time.as_deref(), ..LimitTexts::default() };
    let limits = texts.or(Limits::time(ANALYSIS_TIME), request.server.most_time)?;
    request.start(limits.time.unwrap_or(ANALYSIS_TIME) + MARGIN, move |context| {
        let megabytes = context.resources().megabytes as usize;
        let settings = SolverSettings { megabytes, ..SolverSettings::default() };
        let control = context.control(limits);
        Ok(answer::solution(&position, settings, control, &mut |event| match event {
            SolutionEvent::Verdict(verdict) => context.send("verdict", &verdict),
            SolutionEvent::Progress(progress) => context.send("progress", &progress),
        }))
    })
}

/// Streams a review of every move of a game, placements included, from the last to the first.
pub(crate) async fn review(request: SearchRequest<AnalysisQuery>) -> Result<Events, ApiError> {
    let (game, agent) = request.game_and_agent()?;
    request.without_lines()?;
    if request.query.seed.is_some() {
        return Err(ApiError::bad_field("seed", "nothing here is random"));
    }
    let limits = request.limits(DEFAULT_LIMITS)?;
    request.start(request.server.most_time, move |context| {
        let agent = agent.within(context.resources());
        Ok(answer::review(&game, &agent, context.control(limits), &mut |turn| {
            context.send("turn", &turn);
        }))
    })
}
