//! Searches: an agent's move, its lines as they deepen, exact verdicts, and a whole game looked at.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use lastknight::oracle::Inspector;
use lastknight::search::Task;
use lastknight::solve::{Question, Settings, Solver};
use lastknight::{
    Agent, Checkpoint, Clock, Color, Control, Game, Limits, Position, Report, Square, json,
};
use serde::{Deserialize, Serialize};

use crate::Server;
use crate::problem::Problem;
use crate::request::{self, Client, LimitTexts, QueryParams};
use crate::search::{self, Events, SearchContext};

/// The default agent, and the default limits of its searches in a review.
const DEFAULT_AGENT: &str = "engine";
const DEFAULT_LIMITS: Limits = Limits::nodes(9000);

/// The default time of a move, and of an analysis.
const MOVE_TIME: Duration = Duration::from_secs(1);
const ANALYSIS_TIME: Duration = Duration::from_secs(10);

/// The time of an analysis's first look.
const FIRST_LOOK: Duration = Duration::from_millis(20);

/// The most lines of an analysis.
const MOST_LINES: usize = 16;

/// The nodes that a move is given to be solved within, in the first round; each further round has so many times more.
const FIRST_ROUND: u64 = 20_000;
const GROWTH: u64 = 8;

/// The nodes for finding out how soon games end.
const DISTANCES: u64 = 1_000_000;

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
    fn agent(&self) -> Result<Agent, Problem> {
        request::agent(self.agent.as_deref().unwrap_or(DEFAULT_AGENT))
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
    let (position, agent) = (*request::game(&inquiry.at)?.position(), inquiry.agent()?);
    inquiry.without(true, false)?;
    let limits = inquiry.limits(Limits::time(MOVE_TIME), &server)?;
    // The server keeps no player: what one does by chance depends on the seed and on how far the game is.
    let seed = inquiry.seed.unwrap_or_default().wrapping_add(position.ply() as u64);
    let events =
        search::begin(&server.scheduler, &client, server.most_time + MARGIN, move |context| {
            let report = search(&agent, seed, &position, limits, (1, false), context, &mut |_| {});
            json::Analysis::new(&position, &agent, &report, 1)
        })?;
    events.last().await
}

/// What an agent finds, depth by depth.
pub(crate) async fn analysis(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    QueryParams(inquiry): QueryParams<Inquiry>,
) -> Result<Events, Problem> {
    let (position, agent) = (*request::game(&inquiry.at)?.position(), inquiry.agent()?);
    let limits = inquiry.limits(Limits::time(ANALYSIS_TIME), &server)?;
    let multi = request::within("multi", inquiry.multi.unwrap_or(1), (1, MOST_LINES))?;
    let seed = inquiry.seed.unwrap_or_default();
    search::begin(&server.scheduler, &client, server.most_time + MARGIN, move |context| {
        let mut deepest = 0;
        let mut tell = |report: &Report| {
            if report.depth > deepest {
                deepest = report.depth;
                context.tell("depth", &json::Iteration::new(&position, report, multi));
            }
        };
        // A search that may take long makes room for much, which takes a while: a short one has something to tell at once.
        if agent.limits() == Limits::NONE && limits.time.is_some_and(|time| time > 10 * FIRST_LOOK)
        {
            let first = Limits { time: Some(FIRST_LOOK), ..limits };
            search(&agent, seed, &position, first, (multi, true), context, &mut tell);
        }
        let report = search(&agent, seed, &position, limits, (multi, true), context, &mut tell);
        json::Analysis::new(&position, &agent, &report, multi)
    })
}

fn search(
    agent: &Agent,
    seed: u64,
    position: &Position,
    limits: Limits,
    (multi, is_analysis): (usize, bool),
    context: &SearchContext,
    on_progress: &mut dyn FnMut(&Report),
) -> Report {
    let task = Task::new(control(context, limits)).multi(multi).analysis(is_analysis);
    let mut player = context.agent_within_memory(agent).player(seed);
    let found = player.choose(&Game::new(*position), &mut task.on_progress(on_progress));
    // An agent that gives up has found nothing.
    found.unwrap_or_default()
}

/// Limits by CPU time: waiting for a turn must cost nobody anything.
pub(super) fn control(context: &SearchContext, limits: Limits) -> Control<'_> {
    Control::from(limits).clock(Clock::Cpu).checkpoint(&*context.slot)
}

/// What is to be solved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolutionRequest {
    at: String,
    time: Option<String>,
}

/// A move and who wins with it.
#[derive(Serialize)]
struct Verdict {
    to: String,
    wins: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
}

/// What is known in the end.
#[derive(Serialize)]
struct Solved {
    position: String,
    solved: bool,
    winner: Option<&'static str>,
    plies: Option<u32>,
    nodes: u64,
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
    let shared = Arc::clone(&server);
    search::begin(&server.scheduler, &client, time + MARGIN, move |context| {
        let megabytes = context.megabytes() as usize;
        let solver = Solver::new(Settings { megabytes, ..Settings::default() });
        let solver = MoveSolver {
            server: &shared,
            position,
            solver,
            context,
            known: HashMap::new(),
            nodes: 0,
            left: time,
        };
        solver.run()
    })
}

/// Solves the moves of a position, the easy ones first.
struct MoveSolver<'a> {
    server: &'a Server,
    position: Position,
    solver: Solver,
    context: &'a SearchContext,
    /// Whether the side to move of a position wins; positions that are alike are solved once.
    known: HashMap<Position, bool>,
    nodes: u64,
    /// The time that is left.
    left: Duration,
}

impl MoveSolver<'_> {
    fn run(mut self) -> Solved {
        let size = self.position.size();
        let mut open: Vec<Square> = self.position.legal_moves().into_iter().collect();
        let (count, mut won, mut round) = (open.len(), false, FIRST_ROUND);
        while !open.is_empty() && !self.is_over() {
            open.retain(|&to| {
                let Some(wins) = self.wins(to, round) else {
                    return true;
                };
                won |= wins;
                self.context
                    .tell("verdict", &Verdict { to: size.name(to).to_string(), wins, plies: None });
                false
            });
            let done = count - open.len();
            self.context.tell("progress", &Settled { done, all: count, nodes: self.nodes });
            round = round.saturating_mul(GROWTH);
        }
        let side = self.position.side();
        let is_known = won || open.is_empty();
        let plies = if is_known { self.distances() } else { None };
        Solved {
            position: self.position.to_string(),
            solved: open.is_empty(),
            winner: is_known.then(|| if won { side } else { !side }).map(Color::name),
            plies,
            nodes: self.nodes,
        }
    }

    fn is_over(&self) -> bool {
        self.left.is_zero() || self.context.slot.proceed().is_break()
    }

    /// Whether a move wins, where so many nodes tell.
    fn wins(&mut self, to: Square, nodes: u64) -> Option<bool> {
        if let Some(wins) = self.server.known.wins(&self.position, to) {
            return Some(wins);
        }
        let next = self.position.play(to).expect("a legal move");
        let alike = next.canonical().0;
        if let Some(&wins) = self.known.get(&alike) {
            return Some(!wins);
        }
        if self.is_over() {
            return None;
        }
        let solution = self.ask(&next, Question::Winner, nodes);
        self.known.insert(alike, solution.wins?);
        solution.wins.map(|wins| !wins)
    }

    /// How soon the game ends, and with each move, where that is found out.
    fn distances(&mut self) -> Option<u32> {
        let position = self.position;
        if self.server.known.wins(&position, position.legal_moves().first()?).is_some() {
            return None;
        }
        let solution = self.ask(&position, Question::Distances, DISTANCES);
        for value in solution.moves {
            if let (Some(wins), Some(plies)) = (value.wins, value.plies) {
                let to = position.size().name(value.to).to_string();
                self.context.tell("verdict", &Verdict { to, wins, plies: Some(plies) });
            }
        }
        solution.plies
    }

    fn ask(
        &mut self,
        position: &Position,
        question: Question,
        nodes: u64,
    ) -> lastknight::solve::Solution {
        let limits = Limits { nodes: Some(nodes), time: Some(self.left), depth: None };
        let solution = self.solver.solve(position, question, control(self.context, limits));
        self.nodes += solution.nodes;
        self.left = self.left.saturating_sub(solution.time);
        solution
    }
}

/// How many moves are settled.
#[derive(Serialize)]
struct Settled {
    done: usize,
    all: usize,
    nodes: u64,
}

/// Every move of a game, from the last to the first: what it was worth, and whether it threw a win away.
pub(crate) async fn review(
    State(server): State<Arc<Server>>,
    Client(client): Client,
    QueryParams(inquiry): QueryParams<Inquiry>,
) -> Result<Events, Problem> {
    let (game, agent) = (request::game(&inquiry.at)?, inquiry.agent()?);
    inquiry.without(true, true)?;
    let limits = inquiry.limits(DEFAULT_LIMITS, &server)?;
    let shared = Arc::clone(&server);
    search::begin(&server.scheduler, &client, server.most_time, move |context| {
        let mut count = 0;
        let agent = context.agent_within_memory(&agent);
        let inspector = Inspector::new(&agent, control(context, limits));
        // Placements are looked at too: what they are worth is what beginners ask about.
        inspector.turns(&game, 0, &mut |mut turn| {
            count += 1;
            shared.known.complete(&mut turn);
            context.tell("turn", &json::ReviewedMove::new(&turn, None));
        });
        Reviewed { moves: game.moves().len(), looked_at: count }
    })
}

/// How much of a game was looked at.
#[derive(Serialize)]
struct Reviewed {
    moves: usize,
    looked_at: usize,
}
