//! Stores of version 0.1.0 in `tests/data`: their games are read, found again and continued.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use lastknight::Constants;
use lastknight_lab::study::{Extent, Study, StudyRunner};
use lastknight_lab::tune::{Halving, Method, Space, Template, TunePlan, tune};
use lastknight_lab::{GameFormat, Run, Session, Spec, SpecFile, Store, export};
use tempfile::TempDir;

/// The bench signature of the program that wrote the stores. A program with another one plays other games and can only
/// read these.
const SIGNATURE: &str = "6445004";

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/store-0.1.0").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(data(name)).expect(name)
}

/// A writable copy of a store.
fn copy(name: &str) -> (TempDir, Store) {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("games.sqlite");
    fs::copy(data(name), &path).expect("a copy");
    (directory, Store::open(&path).expect("a store"))
}

fn spec(name: &str, text: &str) -> Spec {
    let mut file = SpecFile::parse(text).expect("TOML");
    file.name = file.name.or(Some(name.to_owned()));
    file.spec().expect("a specification")
}

fn games(store: &Store, run: &Run) -> String {
    let mut bytes = Vec::new();
    export(store, run, GameFormat::Jsonl, &mut bytes, &mut |_| {}).expect("games");
    String::from_utf8(bytes).expect("text")
}

#[test]
fn every_game_is_read() {
    let (_directory, store) = copy("complete.sqlite");
    let runs = store.runs().expect("runs");
    assert_eq!(runs.len(), 19);
    for summary in runs {
        let run = store.run(summary.id).expect("a run");
        assert_eq!(games(&store, &run), text(&format!("games/run-{:02}.jsonl", summary.id)));
        assert_eq!(summary.version, "0.1.0");
    }
}

#[test]
fn the_same_specification_finds_its_games() {
    if lastknight::bench::SIGNATURE != SIGNATURE {
        return;
    }
    let directory = copy("complete.sqlite").0;
    let mut session = Session::open(directory.path()).expect("a session");
    let names =
        ["depth", "nodes", "wall", "cpu", "own-time", "gauntlet", "listed", "all", "position"];
    let specs = names.map(|name| spec(name, &text(&format!("specs/{name}.toml"))));
    let matches = [
        "sprt = [0, 60]\ngames = 400\nagents = ['alphabeta(improved, depth=2)', 'random']",
        "games = 6\ndepth = 1\nseed = 5\n\
         agents = ['greedy', { name = 'greedy(improved) (2)', agent = 'greedy' }]",
    ];
    let matches = matches.map(|text| spec("match", &format!("format = 'match'\n{text}")));
    for (id, spec) in (1..).zip(specs.iter().chain(&matches)) {
        let mut run = session.begin(spec).expect("a run");
        assert_eq!(run.id(), id, "{}", spec.name());
        let mut steps = 0;
        let end = session.play(&mut run, &mut |_| steps += 1).expect("an end");
        assert_eq!((end.is_complete, end.played, steps), (true, 0, 0), "{}", spec.name());
        assert_eq!(games(session.store(), &run), text(&format!("games/run-{id:02}.jsonl")));
    }
    assert_eq!(session.store().runs().expect("runs").len(), 19);
}

#[test]
fn a_stopped_run_is_continued() {
    if lastknight::bench::SIGNATURE != SIGNATURE {
        return;
    }
    let directory = copy("stopped.sqlite").0;
    let session = Session::open(directory.path()).expect("a session");
    let mut session = session.threads(NonZeroUsize::MIN);
    let mut run = session.begin(&spec("half", &text("specs/half.toml"))).expect("a run");
    let end = session.play(&mut run, &mut |_| {}).expect("an end");
    assert_eq!((run.id(), end.is_complete, end.resumed, end.played), (1, true, 27, 33));
    assert_eq!(games(session.store(), &run), text("games/half.jsonl"));
}

#[test]
fn a_study_and_a_search_find_their_games() {
    if lastknight::bench::SIGNATURE != SIGNATURE {
        return;
    }
    let (_directory, mut store) = copy("complete.sqlite");
    let stop = AtomicBool::new(false);
    let study = Study::parse("measures", &text("specs/measures.toml")).expect("a study");
    let mut watch = |_: &lastknight_lab::study::StudyProgress<'_>| {};
    let mut runner = StudyRunner::new(&mut store, NonZeroUsize::MIN, &stop, &mut watch);
    let measured = runner.run(&study, Extent::Normal).expect("figures");
    assert_eq!((measured.len(), runner.has_worked()), (7, false));

    let agent = "alphabeta(\"n - {c}*n'\", depth=1)";
    let space = Space::new(vec!["c=1 in 0..2 step 1".parse().expect("a parameter")]);
    let space = space.expect("a space");
    let field = spec("tune", "games = 4\nagents = ['random', 'greedy']");
    let plan = TunePlan {
        text: agent.to_owned(),
        template: Template::parse(agent, &space).expect("a template"),
        agents: lastknight::Agents::builtin(),
        constants: Constants::NONE,
        space,
        method: Method::Halving(Halving { halvings: 0, ..Halving::default() }),
        field: vec![field.entrants()[0].agent.clone()],
        conditions: field.conditions().clone(),
        pairs: 2,
        retest: 2,
    };
    let outcome =
        tune(&plan, &mut store, &NonZeroUsize::MIN.into(), &stop, &mut |_| {}).expect("a search");
    assert_eq!((outcome.is_complete, outcome.played, outcome.resumed), (true, 0, 12));
    assert_eq!(store.runs().expect("runs").len(), 19);
}
