//! Searches: an agent's move, its lines as they deepen, exact verdicts, and a whole game looked at.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use lastknight::agent::Forfeit;
use lastknight::answer::{self, AgentQuery, SolutionEvent};
use lastknight::solve::SolverSettings;
use lastknight::{Agent, Limits};
use serde::Deserialize;

use crate::Server;
use crate::problem::Problem;
use crate::request::{self, Client, LimitTexts, QueryParams};
use crate::search::{self, Events};

/// The default agent, and the default limits of its searches in a review.
const DEFAULT_AGENT: &str = "engine";
const DEFAULT_LIMITS: Limits = Limits::nodes(9000);

/// The default time of a move, and of an analysis.
const MOVE_TIME: Duration = Duration::from_secs(1);
const ANALYSIS_TIME: Duration = Duration::from_secs(10);

/// The most lines of an analysis.
const MOST_LINES: usize = 16;

/// The time of everything that is not the search itself.
const MARGIN: Duration = Duration::from_millis(500);

/// Who is asked about what, and for how long.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Inquiry {
    at: String,
    agent: Option<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<String>,
    multi: Option<usize>,
    seed: Option<u64>,
}

impl Inquiry {
    fn agent(&self, server: &Server) -> Result<Agent, Problem> {
        request::agent(self.agent.as_deref().unwrap_or(DEFAULT_AGENT), &server.agents)
    }

    /// Refuses what has a meaning elsewhere and none here.
    fn without(&self, lines: bool, chance: bool) -> Result<(), Problem> {
        if lines && self.multi.is_some() {
            return Err(Problem::bad_field("multi", "only an analysis has several lines"));
        }
        if chance && self.seed.is_some() {
            return Err(Problem::bad_field("seed", "nothing here is left to chance"));
        }
        Ok(())
    }

    fn limits(&self, default: Limits, server: &Server) -> Result<Limits, Problem> {
        let texts = LimitTexts { depth: self.depth, nodes: self.nodes, time: self.time.as_deref() };
        texts.or(default, server.most_time)
    }
}

/// The move that an agent chooses.
pub(crate) async fn choose(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    QueryParams(inquiry): QueryParams<Inquiry>,
) -> Result<Response, Problem> {
    let (game, agent) = (request::game(&inquiry.at)?, inquiry.agent(&server)?);
    inquiry.without(true, false)?;
    let limits = inquiry.limits(Limits::time(MOVE_TIME), &server)?;
    // The server keeps no player: what one does by chance depends on the seed and on how far the game is.
    let seed = inquiry.seed.unwrap_or_default().wrapping_add(game.position().ply() as u64);
    let most_time = server.most_time + MARGIN;
    let events = search::begin(&server.scheduler, &client, most_time, move |context| {
        let (game, agent, resources) = (&game, &agent, context.needs());
        let query = AgentQuery { game, agent, resources, seed, multi: 1 };
        query.chosen_move(context.control(limits)).map_err(|why| gave_up(agent, &why))
    })?;
    events.last().await
}

/// What an agent finds, depth by depth.
pub(crate) async fn analysis(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    QueryParams(inquiry): QueryParams<Inquiry>,
) -> Result<Events, Problem> {
    let (game, agent) = (request::game(&inquiry.at)?, inquiry.agent(&server)?);
    let limits = inquiry.limits(Limits::time(ANALYSIS_TIME), &server)?;
    let multi = request::within("multi", inquiry.multi.unwrap_or(1), (1, MOST_LINES))?;
    let seed = inquiry.seed.unwrap_or_default();
    search::begin(&server.scheduler, &client, server.most_time + MARGIN, move |context| {
        let (game, agent, resources) = (&game, &agent, context.needs());
        let query = AgentQuery { game, agent, resources, seed, multi };
        let mut on_iteration = |iteration: &_| context.tell("depth", iteration);
        let found = query.analysis(context.control(limits), &mut on_iteration);
        found.map_err(|why| gave_up(agent, &why))
    })
}

fn gave_up(agent: &Agent, why: &Forfeit) -> Problem {
    Problem::failed(format!("{agent} gives up: {why}"))
}

/// What is to be solved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolutionRequest {
    at: String,
    time: Option<String>,
}

/// Who wins with which move, each as soon as it is known.
pub(crate) async fn solution(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    QueryParams(request): QueryParams<SolutionRequest>,
) -> Result<Events, Problem> {
    let position = *request::game(&request.at)?.position();
    let texts = LimitTexts { time: request.time.as_deref(), ..LimitTexts::default() };
    let time =
        texts.or(Limits::time(ANALYSIS_TIME), server.most_time)?.time.unwrap_or(ANALYSIS_TIME);
    search::begin(&server.scheduler, &client, time + MARGIN, move |context| {
        let megabytes = context.needs().megabytes as usize;
        let settings = SolverSettings { megabytes, ..SolverSettings::default() };
        let control = context.control(Limits::time(time));
        Ok(answer::solution(&position, settings, control, &mut |event| match event {
            SolutionEvent::Verdict(verdict) => context.tell("verdict", &verdict),
            SolutionEvent::Progress(progress) => context.tell("progress", &progress),
        }))
    })
}

/// Every move of a game, from the last to the first: what it was worth, and whether it threw a win away.
pub(crate) async fn review(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    QueryParams(inquiry): QueryParams<Inquiry>,
) -> Result<Events, Problem> {
    let (game, agent) = (request::game(&inquiry.at)?, inquiry.agent(&server)?);
    inquiry.without(true, true)?;
    let limits = inquiry.limits(DEFAULT_LIMITS, &server)?;
    search::begin(&server.scheduler, &client, server.most_time, move |context| {
        let agent = agent.within(context.needs());
        // Placements are reviewed too: beginners want to know what they are worth.
        Ok(answer::review(&game, &agent, context.control(limits), &mut |turn| {
            context.tell("turn", &turn);
        }))
    })
}
