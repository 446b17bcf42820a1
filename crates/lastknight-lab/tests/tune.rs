//! Played searches: interrupted and resumed, on any number of threads, and their output.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight::{Constants, Random};
use lastknight_lab::tune::{
    Cmaes, Halving, Method, Space, Spsa, Template, TuneError, TunePlan, TuneResult, show, tune,
};
use lastknight_lab::{OpeningsSource, SpecFile, Store};

const FORMULA: &str = "greedy(\"n - {c}*n' + {k}*dc\", ties=random)";

/// A search against a greedy and a random player.
fn plan(text: &str, parameters: &[&str], method: Method, spec: &str) -> TunePlan {
    let parameters = parameters.iter().map(|text| text.parse().expect("a parameter"));
    let space = Space::new(parameters.collect()).expect("a space");
    let template = Template::parse(text, &space).expect("a template");
    let text_of_spec = format!("{spec}\nagents = ['greedy', 'random']");
    let spec = SpecFile::parse(&text_of_spec).expect("TOML").spec().expect("conditions");
    TunePlan {
        text: text.to_owned(),
        template,
        agents: lastknight::Agents::builtin(),
        constants: Constants::NONE,
        space,
        method,
        field: spec.entrants().iter().map(|entrant| entrant.agent.clone()).collect(),
        conditions: spec.conditions().clone(),
        pairs: spec.pairs(),
        retest: 6,
    }
}

fn methods() -> [Method; 3] {
    [
        Method::Halving(Halving { halvings: 1, ..Halving::default() }),
        Method::Spsa(Spsa { iterations: 8, matches: 2, ..Spsa::default() }),
        Method::Cmaes(Cmaes { generations: 3, population: Some(5), ..Cmaes::default() }),
    ]
}

fn small(method: Method) -> TunePlan {
    let parameters = ["c=1 in 0..4 step 2", "k=0 in -1..1 step 1"];
    plan(FORMULA, &parameters, method, "board = '5x5'\ngames = 8\nseed = 5")
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("a thread")
}

fn play_through(plan: &TunePlan, store: &mut Store, count: usize) -> TuneResult {
    let stop = AtomicBool::new(false);
    let outcome =
        tune(plan, store, &threads(count).into(), &stop, &mut |_| {}).expect("an outcome");
    assert!(outcome.is_complete);
    outcome
}

/// The result without the numbers of pairs played now and before.
fn timeless(outcome: &TuneResult) -> TuneResult {
    TuneResult { played: 0, resumed: 0, ..outcome.clone() }
}

#[test]
fn an_interrupted_search_has_the_same_result() {
    for (number, method) in methods().into_iter().enumerate() {
        let plan = small(method);
        let whole = play_through(&plan, &mut Store::in_memory().unwrap(), 2);
        assert!(whole.retest.is_some(), "{whole:?}");
        for count in [1, 3] {
            let mut random = Random::new(10 * number as u64 + count as u64);
            let mut store = Store::in_memory().unwrap();
            let (mut played, mut stops) = (0, 0);
            let outcome = loop {
                let stop = AtomicBool::new(false);
                let most = 1 + random.below(20);
                let outcome = tune(&plan, &mut store, &threads(count).into(), &stop, &mut |step| {
                    stop.fetch_or(step.played >= most, Ordering::Relaxed);
                });
                let outcome = outcome.expect("an outcome");
                assert_eq!(outcome.resumed.min(played), outcome.resumed);
                played += outcome.played;
                if outcome.is_complete {
                    break outcome;
                }
                stops += 1;
                // The finished rounds are those of the whole search.
                assert_eq!(outcome.rounds[..], whole.rounds[..outcome.rounds.len()]);
            };
            assert!(stops > 1, "{stops} stops");
            assert_eq!(timeless(&outcome), timeless(&whole));
            // Nothing is left to play.
            let again = play_through(&plan, &mut store, count);
            assert_eq!((timeless(&again), again.played), (timeless(&whole), 0));
        }
    }
}

#[test]
fn the_last_run_is_the_re_test() {
    for method in methods() {
        let plan = small(method);
        let mut store = Store::in_memory().unwrap();
        let outcome = play_through(&plan, &mut store, 2);
        let names: Vec<String> = store.runs().unwrap().into_iter().map(|run| run.name).collect();
        assert_eq!(names[0], "tune round 1");
        assert_eq!(names.last().map(String::as_str), Some("tune re-test"));
        let rounds: HashSet<&String> = names.iter().filter(|name| name.contains("round")).collect();
        assert_eq!(rounds.len(), outcome.rounds.len());
        let retest = outcome.retest.expect("a re-test");
        assert_eq!(retest.pairs.count(), 6);
        assert_eq!(retest.field.len(), 2);
    }
}

/// Two points that are the same agent share their games.
#[test]
fn the_same_agent_plays_once() {
    let points = vec![vec![1.0], vec![1.000_000_000_000_1], vec![2.0]];
    let method = Method::Halving(Halving { points, halvings: 0 });
    let text = "alphabeta(improved, depth=1, time={t}h)";
    let plan = plan(text, &["t=1 in 1..2"], method, "board = '5x5'\ngames = 4");
    let outcome = play_through(&plan, &mut Store::in_memory().unwrap(), 2);
    let [one, other, third] = &outcome.rounds[0].trials[..] else { panic!("{outcome:?}") };
    assert_eq!((&one.agent, one.pairs), (&other.agent, other.pairs));
    assert_ne!(one.agent, third.agent);
    assert_eq!(outcome.played, 2 * 2 * 2);
    assert_eq!(outcome.points().len(), 2);
}

#[test]
fn a_large_grid_is_cut() {
    let method = Method::Halving(Halving { halvings: 0, ..Halving::default() });
    let text = "greedy(\"n - {c}*n'\")";
    let conditions = "board = '3x3'\nopenings = 2\ngames = 2";
    let plan = plan(text, &["c=1 in 0..1 step 0.004"], method, conditions);
    let mut store = Store::in_memory().unwrap();
    let outcome = play_through(&plan, &mut store, 2);
    assert_eq!(outcome.rounds[0].trials.len(), 251);
    assert!(outcome.rounds[0].trials.iter().all(|trial| trial.pairs.count() == 2));
    let names: Vec<String> = store.runs().unwrap().into_iter().map(|run| run.name).collect();
    assert_eq!(names[..2], ["tune round 1", "tune round 1, part 2"]);
}

/// A point may be one of the agents of the field.
#[test]
fn a_point_may_be_one_of_the_field() {
    let method = Method::Halving(Halving { points: vec![vec![3.0]], halvings: 0 });
    let mut plan = plan("greedy(\"{c}*n\")", &["c=1 in 0..4"], method, "board = '5x5'\ngames = 4");
    plan.field.push("greedy(\"3*n\")".parse().expect("an agent"));
    let outcome = play_through(&plan, &mut Store::in_memory().unwrap(), 2);
    assert_eq!(outcome.rounds[0].trials[0].pairs.count(), 6);
}

/// The re-test and the search share no listed openings.
#[test]
fn the_re_test_has_openings_of_its_own() {
    for method in methods() {
        let conditions = "board = '4x4'\nopenings = 'all'\ngames = 8";
        let plan = plan(FORMULA, &["c=1 in 0..4", "k=0 in -1..1"], method, conditions);
        let mut store = Store::in_memory().unwrap();
        let outcome = play_through(&plan, &mut store, 2);
        assert!(outcome.retest.is_some());
        let (mut searched, mut tested) = (HashSet::new(), HashSet::new());
        for run in store.runs().unwrap() {
            let spec = store.run(run.id).unwrap().spec().clone();
            let OpeningsSource::List(games) = &spec.conditions().source else { panic!("no list") };
            let set = if run.name.contains("round") { &mut searched } else { &mut tested };
            set.extend(games.iter().map(ToString::to_string));
        }
        assert_eq!(tested.len(), 6);
        assert!(searched.len() >= 4 && searched.is_disjoint(&tested));
        // In halving all points play the same openings; the other methods have new ones each time.
        let is_halving = matches!(plan.method, Method::Halving(_));
        assert_eq!(searched.len() == 4, is_halving);
    }
}

#[test]
fn too_few_openings_and_an_empty_field_are_refused() {
    let [halving, spsa, _] = methods();
    let conditions = "board = '3x3'\nopenings = 'all'\ngames = 14";
    let listed = plan(FORMULA, &["c=1 in 0..4", "k=0 in -1..1"], halving.clone(), conditions);
    let error = listed.check().unwrap_err().to_string();
    assert!(error.ends_with("too few for 7 of the search and 6 others of the re-test"), "{error}");
    let alone = TunePlan { field: Vec::new(), ..small(halving) };
    assert!(matches!(alone.check(), Err(TuneError::NoField)));
    assert!(TunePlan { field: Vec::new(), ..small(spsa) }.check().is_ok());
}

/// Pages are well-formed, tables have one line per trial, and text keeps to its width.
#[test]
fn everything_is_shown() {
    let one = ("greedy(\"n - {c}*n'\")", vec!["c=1 in 0..4"]);
    let three = (
        "greedy(\"{a}*n - {c}*n' + {k}*dc\")",
        vec!["a=1 in 0..4 step 4", "c=1 in 0..4 step 4", "k=0 in -1..1 step 2"],
    );
    let two = (FORMULA, vec!["c=1 in 0..4 step 2", "k=0 in -1..1 step 1"]);
    for (text, parameters) in [one, two, three] {
        for method in methods() {
            let plan = plan(text, &parameters, method, "board = '5x5'\ngames = 4");
            let outcome = play_through(&plan, &mut Store::in_memory().unwrap(), 2);
            let files = show::files(&plan, &outcome);
            let texts = files.iter().map(|(_, text)| str::from_utf8(text).expect("text"));
            let [page, table] = texts.collect::<Vec<_>>()[..] else { panic!("{}", files.len()) };
            let page = page.strip_prefix("<!DOCTYPE html>").expect("a page");
            roxmltree::Document::parse(page).expect("well-formed");
            assert!(page.contains("<svg ") && !page.contains("http-equiv"));
            let trials: usize = outcome.rounds.iter().map(|round| round.trials.len()).sum();
            assert_eq!(table.lines().count(), trials + 1);
            let shown = show::text::text(&plan, &outcome, 100);
            assert!(shown.lines().all(|line| line.chars().count() <= 100), "{shown}");
        }
    }
}
