//! `lastknight replay`: the review of a stored game.

mod list;
mod text;

use std::time::Duration;

use lastknight::oracle::{PROOF_NODES, ReviewedTurn, Reviewer};
use lastknight::{Agent, Color, Control, Limits, Outcome, json};
use lastknight_lab::{GameId, Run, Store, StoredGame, open_store};
use serde::Serialize;

use super::report::chosen;
use crate::cli::{DEFAULT_LIMITS, ReplayArgs};
use crate::diagram::Charset;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{input, output};

pub(crate) fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let store = open_store(&args.directory)?;
    let run = chosen(&store, args.run)?;
    let constants = input::constants(args.constants.path())?;
    let agent = input::agent(&args.agent, &constants)?;
    let Some(name) = &args.game else {
        return list::first_games(&store, &run, &args.directory, args.json);
    };
    let game = found(&store, &run, name)?;
    let limits = match agent.has_own_limits() {
        true => agent.limits(),
        false => args.limits.or(DEFAULT_LIMITS),
    };
    let progress = Progress::start();
    let clock = args.limits.clock();
    let (played, control) = (game.record.game(), Control::from(limits).clock(clock));
    let mut turns = Vec::new();
    Reviewer::new(&agent, control).turns(played, game.opening_plies, &mut |turn| {
        turns.push(turn);
        progress.show(turns.len(), played.moves().len(), String::new);
    });
    turns.reverse();
    progress.finish();
    let replayed = Replayed { run: &run, game: &game, agent: &agent, limits, turns: &turns };
    let text = || text::text(&replayed, Charset::new(args.ascii), args.boards);
    output::result(args.json, || replayed.json(), text)
}

/// Returns the game of a run with this round.
fn found(store: &Store, run: &Run, name: &str) -> Result<StoredGame, Failure> {
    let round: GameId = name.parse().map_err(|error| Failure::input("game", error))?;
    let pairings = run.spec().pairings().len();
    if pairings > 1 && name.matches('.').count() < 2 {
        let why = format!(
            "this run has {pairings} pairings: name opening, pairing and game, such as {round}"
        );
        return Err(Failure::input("game", why));
    }
    let game = store.game(run, round)?;
    game.ok_or_else(|| Failure::input("game", format!("run {} has no game {name}", run.id())))
}

/// A game and its review.
struct Replayed<'a> {
    run: &'a Run,
    game: &'a StoredGame,
    agent: &'a Agent,
    limits: Limits,
    turns: &'a [ReviewedTurn],
}

impl Replayed<'_> {
    fn outcome(&self) -> Outcome {
        self.game.record.outcome().expect("stored games are over")
    }

    /// Returns the time that a move took, if it was stored.
    fn time(&self, turn: &ReviewedTurn) -> Option<Duration> {
        let at = (turn.ply - 1).checked_sub(self.game.opening_plies)?;
        self.game.times.as_ref()?.get(at).copied()
    }

    fn json(&self) -> ReplayJson<'_> {
        let (record, players) = (self.game.record.game(), self.game.record.players());
        let turns = self.turns.iter();
        let moves = turns.map(|turn| json::ReviewedMove::new(turn, self.time(turn)));
        ReplayJson {
            run: self.run.id(),
            round: self.game.name(),
            white: &players[Color::White],
            black: &players[Color::Black],
            board: record.start().size().to_string(),
            start: record.start().to_string(),
            winner: self.outcome().winner.name(),
            termination: self.outcome().termination.name(),
            agent: self.agent.to_string(),
            limits: self.limits.into(),
            proof_nodes: PROOF_NODES,
            moves: moves.collect(),
        }
    }
}

#[derive(Serialize)]
struct ReplayJson<'a> {
    run: i64,
    round: &'a str,
    white: &'a str,
    black: &'a str,
    board: String,
    start: String,
    winner: &'static str,
    termination: &'static str,
    agent: String,
    limits: json::Limits,
    proof_nodes: u64,
    moves: Vec<json::ReviewedMove>,
}
