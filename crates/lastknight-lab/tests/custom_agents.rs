//! Custom agents in stored runs: continued if known, only read if not.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::search::Task;
use lastknight::{Agent, Agents, Constants, Forfeit, Game, Limits, Player, SearchReport};
use lastknight_lab::report::{self, Report as Numbers};
use lastknight_lab::{
    Run, Session, SessionProgress, Spec, SpecFile, Store, StoreError, open_store,
};
use tempfile::TempDir;

/// Plays the first legal move.
struct First;

impl Player for First {
    fn choose(&mut self, game: &Game, _: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        let to = game.position().legal_moves().first();
        to.map(SearchReport::from).ok_or_else(|| Forfeit::crash("the game is over"))
    }
}

fn first() -> Agent {
    Agent::custom("first", |_seed| Box::new(First)).expect("a name")
}

fn spec() -> Spec {
    let spec = Spec::builder().name("mine").limits(Limits::depth(1)).games(400);
    let spec = ["random", "alphabeta(improved)"]
        .into_iter()
        .fold(spec.agent(first()), |spec, agent| spec.agent(agent.parse().expect("an agent")));
    spec.build().expect("a tournament")
}

fn games(store: &Store, run: &Run) -> Vec<String> {
    let mut games = Vec::new();
    store.each_game(run, &mut |game| games.push(game.record.game().to_string())).expect("games");
    games
}

#[test]
fn a_run_with_a_custom_agent_is_stored_and_continued() {
    let mut whole = Session::in_memory().unwrap();
    let mut run_whole = whole.begin(&spec()).unwrap();
    assert!(whole.play(&mut run_whole, &mut |_| {}).unwrap().is_complete);

    let directory = TempDir::new().unwrap();
    let stop = AtomicBool::new(false);
    let session = Session::open(directory.path()).unwrap().threads(NonZeroUsize::MIN);
    let mut session = session.stop_flag(&stop);
    let mut run = session.begin(&spec()).unwrap();
    let end = session.play(&mut run, &mut |progress| {
        if matches!(progress, SessionProgress::Games(games) if games.played > 0) {
            stop.store(true, Ordering::Relaxed);
        }
    });
    let end = end.unwrap();
    assert!(end.played > 0);
    drop(session);

    // Without the agent all games can be read, but no game can be played.
    let store = open_store(directory.path()).unwrap();
    let absent = store.run(1).unwrap();
    assert_eq!(absent.spec().entrants()[0].agent.to_string(), "first");
    assert_eq!(games(&store, &absent).len(), 2 * end.played);
    let text = report::text::text(&Numbers::new(&store, &absent).unwrap(), 100);
    assert!(text.contains("first"), "{text}");
    drop(store);
    let mut session = Session::open(directory.path()).unwrap();
    let mut absent = session.store().run(1).unwrap();
    let result = session.play(&mut absent, &mut |_| {});
    if end.is_complete {
        assert!(result.unwrap().is_complete);
    } else {
        let error = result.unwrap_err();
        assert!(matches!(&error, StoreError::AbsentAgent(name) if name == "first"), "{error}");
    }

    // With it, the stored specification continues, and so does the same one built again.
    let agents = Agents::builtin().with(first()).unwrap();
    let mut known = session.store().run_with(1, &agents).unwrap();
    assert_eq!(*known.spec(), spec());
    let rest = session.play(&mut known, &mut |_| {}).unwrap();
    assert_eq!((rest.is_complete, rest.resumed), (true, end.played));
    let mut again = session.begin(&spec()).unwrap();
    assert_eq!((again.id(), session.play(&mut again, &mut |_| {}).unwrap().played), (1, 0));
    assert_eq!(games(session.store(), &again), games(whole.store(), &run_whole));
}

#[test]
fn a_file_can_name_custom_agents() {
    let agents = Agents::builtin().with(first()).unwrap();
    let file = SpecFile::parse("agents = ['first', 'mirror(first)']").unwrap();
    let spec = file.spec_with(&agents, &Constants::NONE).unwrap();
    assert_eq!(spec.entrants()[1].name, "mirror(first)");
    let error = file.spec().unwrap_err().to_string();
    assert_eq!(error, "agents: number 1: column 1: unknown agent 'first'");
}
