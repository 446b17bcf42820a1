//! Searches with streams of events: their content, their order and their end.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::{Value, json};

use super::client::Server;

const AT: (&str, &str) = ("at", "7x7 moves d4 b3");

fn names(events: &[(String, Value)]) -> Vec<&str> {
    events.iter().map(|(name, _)| name.as_str()).collect()
}

#[test]
fn an_analysis_deepens_and_ends() {
    let server = Server::start();
    let query = [("at", "11x9 moves f5 d4"), ("depth", "7"), ("multi", "3")];
    let events = server.stream("/analysis", &query, "a").all();
    let depths: Vec<u64> = events.iter().filter_map(|(_, data)| data["depth"].as_u64()).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7, 7]);
    assert_eq!(names(&events).last(), Some(&"done"));
    assert!(names(&events)[..7].iter().all(|&name| name == "depth"));
    let (_, last) = events.last().expect("an end");
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(3));
    assert_eq!(last["best"], last["pv"][0]);
    server.comes_to_rest();
}

/// A search sends events before its CPU time is used up, and then ends.
#[test]
fn an_analysis_ends_when_its_time_is_up() {
    let server = Server::start();
    let events = server.stream("/analysis", &[("at", "11x9"), ("time", "300ms")], "a").all();
    assert_eq!((names(&events)[0], names(&events).last()), ("depth", Some(&"done")));
    let (_, last) = events.last().expect("an end");
    assert!(last["seconds"].as_f64().is_some_and(|seconds| seconds < 1.0), "{last}");
    server.comes_to_rest();
}

/// Every agent can analyse.
#[test]
fn every_agent_analyses() {
    let server = Server::start();
    let catalog = server.api("/catalog", &[]).fine();
    for agent in catalog["agents"].as_array().expect("a list") {
        let name = agent["name"].as_str().expect("a name");
        let text =
            if agent["takes"] == "agent" { format!("{name}(random)") } else { name.to_owned() };
        let query = [("at", "5x5 moves c3 d5"), ("agent", &text), ("time", "200ms")];
        let events = server.stream("/analysis", &query, "a").all();
        let (name, last) = events.last().expect("an end");
        assert_eq!(name, "done", "{text}");
        assert!(last["best"].is_string(), "{text}: {last}");
    }
    server.comes_to_rest();
}

#[test]
fn a_solution_is_that_of_the_solver() {
    let server = Server::start();
    for at in ["5x5 moves c3 d5", "5x6 moves c3 a1 b1", "7x7 moves d4 b3 f5", "3x3"] {
        let output =
            Command::new(env!("CARGO_BIN_EXE_lastknight")).args(["solve", at, "--json"]).output();
        let output = output.expect("the program runs").stdout;
        let solved: Value = serde_json::from_slice(&output).expect("an object");
        let moves = solved["moves"].as_array().expect("a list");
        let wanted: BTreeMap<&str, bool> = moves
            .iter()
            .map(|value| {
                (value["to"].as_str().expect("a square"), value["wins"].as_bool().expect("known"))
            })
            .collect();
        let events = server.stream("/solution", &[("at", at), ("time", "30s")], "a").all();
        let mut found = BTreeMap::new();
        for (_, verdict) in events.iter().filter(|(name, _)| name == "verdict") {
            let to = verdict["to"].as_str().expect("a square");
            let wins = verdict["wins"].as_bool().expect("a verdict");
            // A repeated verdict is the same.
            assert_eq!(*found.entry(to).or_insert(wins), wins, "{at}: {to}");
        }
        assert_eq!(found, wanted, "{at}");
        let (name, last) = events.last().expect("an end");
        assert_eq!((name.as_str(), &last["solved"]), ("done", &json!(true)));
        assert_eq!(last["winner"], solved["winner"], "{at}");
    }
    server.comes_to_rest();
}

/// The tables answer what would take too long to solve.
#[test]
fn placements_are_known_at_once() {
    let server = Server::start();
    for (at, winner) in
        [("7x7", "black"), ("7x7 moves c2", "black"), ("7x9", "black"), ("7x9 moves a1", "black")]
    {
        let events = server.stream("/solution", &[("at", at), ("time", "1s")], "a").all();
        let (_, last) = events.last().expect("an end");
        assert_eq!((&last["solved"], &last["winner"]), (&json!(true), &json!(winner)), "{at}");
    }
}

#[test]
fn a_review_finds_the_blunder() {
    let server = Server::start();
    let events = server.stream("/review", &[("at", "7x7 moves d4 b3 c6")], "a").all();
    assert_eq!(names(&events), ["turn", "turn", "turn", "done"]);
    let (_, turn) = &events[0];
    assert_eq!((&turn["ply"], &turn["to"]), (&json!(3), &json!("c6")));
    assert_eq!((&turn["throws_away"], &turn["keeps"]), (&json!(true), &json!("f5")));
    assert_eq!(events[3].1, json!({"moves": 3, "looked_at": 3}));
    server.comes_to_rest();
}

#[test]
fn an_evaluation_has_every_heuristic() {
    let server = Server::start();
    let catalog = server.api("/catalog", &[]).fine();
    let listed: Vec<&Value> = catalog["heuristics"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| &entry["name"])
        .collect();
    let events = server.stream("/evaluation", &[AT, ("depth", "2")], "a").all();
    assert_eq!(events[0].0, "features");
    assert_eq!(events[0].1["features"]["n"], 7.0);
    let named = events.iter().filter(|(name, _)| name == "heuristic");
    let told: Vec<&Value> = named.map(|(_, row)| &row["name"]).collect();
    assert_eq!(told, listed);
    assert_eq!(events.last(), Some(&("done".to_owned(), json!({}))));
    server.comes_to_rest();
}
