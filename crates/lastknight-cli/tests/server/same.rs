//! The command line and the server give the same answers to the same questions.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::{Map, Value, json};

use super::client::Server;

const AT: &str = "5x5 moves c3 d5 b1";

/// Returns the JSON lines of a command.
fn printed(arguments: &[&str]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_lastknight")).args(arguments).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Returns the last of them.
fn answer(arguments: &[&str]) -> Value {
    printed(arguments).pop().expect("a line")
}

/// Returns an object without fields that depend on the clock or the front end.
fn without(mut value: Value, names: &[&str]) -> Value {
    let object = value.as_object_mut().expect("an object");
    object.retain(|name, _| !names.contains(&name.as_str()));
    value
}

#[test]
fn positions_and_catalogs_are_the_same() {
    let server = Server::start();
    for at in [AT, "startpos", "7x7 moves d4 b3 f5", "1x1 moves a1", "11x9"] {
        let shown = answer(&["show", at, "--json"]);
        assert_eq!(server.api("/position", &[("at", at)]).fine(), shown, "{at}");
    }
    let catalog = server.api("/catalog", &[]).fine();
    // Visitors cannot name programs.
    let mut agents = answer(&["agents", "--json"]);
    let list = agents.as_array_mut().expect("a list");
    list.retain(|agent| agent["takes"] != "text");
    assert_eq!(catalog["agents"], agents);
    assert_eq!(catalog["heuristics"], answer(&["heuristics", "--json"]));
    assert_eq!(catalog["formulas"], answer(&["heuristics", "--features", "--json"]));
    assert_eq!(catalog["studies"], answer(&["study", "--json"]));
    let version = Command::new(env!("CARGO_BIN_EXE_lastknight")).arg("--version").output();
    let version = String::from_utf8(version.expect("the program runs").stdout).expect("text");
    assert!(
        version.ends_with(&format!("\nJSON version {}\n", catalog["json_version"])),
        "{version}"
    );
    assert_eq!(server.api("/status", &[]).fine()["json_version"], catalog["json_version"]);
}

#[test]
fn analyses_are_the_same() {
    const TIMES: [&str; 2] = ["seconds", "nps"];
    let server = Server::start();
    let (agent, nodes) = ("alphabeta(open)", "3000");
    let shown =
        printed(&["analyze", AT, "--agent", agent, "--nodes", nodes, "--multi", "2", "--json"]);
    let query = [("at", AT), ("agent", agent), ("nodes", nodes), ("multi", "2")];
    let events = server.stream("/analysis", &query, "a").all();
    let mut by_depth = BTreeMap::new();
    let (last, depths) = shown.split_last().expect("lines");
    for line in depths {
        by_depth.entry(line["depth"].as_u64()).or_insert_with(|| without(line.clone(), &TIMES));
    }
    let mut depths = 0;
    for (name, data) in events {
        match name.as_str() {
            "depth" => {
                let shown = &by_depth[&data["depth"].as_u64()];
                assert_eq!(*shown, without(data, &TIMES));
                depths += 1;
            }
            _ => assert_eq!(without(last.clone(), &TIMES), without(data, &TIMES)),
        }
    }
    assert_eq!(depths, by_depth.len());
}

#[test]
fn solutions_are_the_same() {
    let server = Server::start();
    for at in ["3x3", "4x4 moves a1 d4", "5x4 moves c2 d4", "1x1 moves a1"] {
        let shown = answer(&["solve", at, "--distance", "--json"]);
        let events = server.stream("/solution", &[("at", at), ("time", "30s")], "a").all();
        let (name, last) = events.into_iter().next_back().expect("an end");
        assert_eq!(name, "done");
        // The proved line is for the page alone.
        let others = ["nodes", "seconds", "line"];
        assert_eq!(without(last, &others), without(shown, &others), "{at}");
    }
}

#[test]
fn evaluations_are_the_same() {
    let server = Server::start();
    let shown = answer(&["evaluate", AT, "--json"]);
    let mut values = Map::new();
    for (name, data) in server.stream("/evaluation", &[("at", AT)], "a").all() {
        match name.as_str() {
            "features" => assert_eq!(data["features"], shown["features"]),
            "heuristic" => {
                assert_eq!(data["best"], data["to"]);
                values.insert(
                    data["name"].as_str().expect("a name").to_owned(),
                    data["value"].clone(),
                );
            }
            _ => {}
        }
    }
    assert_eq!(Value::from(values), shown["values"]);
    assert_eq!(shown["to_move"], shown["player"]);
}

#[test]
fn results_are_the_same() {
    let server = Server::start();
    let out = server.out.path().to_str().expect("a plain name");
    let games = ["--board", "5x5", "--games", "6", "--nodes", "50", "--sprt", "0,20"];
    let arguments = [&["match", "random", "greedy", "--out", out, "--json"], &games[..]].concat();
    let played = answer(&arguments);
    assert_eq!(played["complete"], true);
    assert_eq!(played["stopped"], false);
    let run = [("directory", out), ("run", "1")];
    let report = server.api("/report", &run).fine();
    assert_eq!(report, answer(&["report", out, "--json"]));
    for name in ["pairs", "score", "interval", "elo", "superiority", "p_value"] {
        assert_eq!(report["pairings"][0][name], played[name], "{name}");
    }
    assert_eq!(report["sprt"], played["sprt"]);
    let listed = answer(&["report", out, "--list", "--json"])[0].clone();
    let found = server.api("/results", &[]).fine()["directories"][0]["runs"][0].clone();
    assert_eq!(listed["agents"], found["entrants"]);
    assert_eq!(found["agents"], 2);
    assert_eq!(without(listed, &["agents"]), without(found, &["agents"]));
    let games = server.api("/stored-games", &run).fine();
    assert_eq!(games["games"], answer(&["replay", out, "--json"]));
}

#[test]
fn replays_and_reviews_are_the_same() {
    let server = Server::start();
    let out = server.out.path().to_str().expect("a plain name");
    let games = ["--board", "5x4", "--games", "2", "--nodes", "50", "--out", out];
    Command::new(env!("CARGO_BIN_EXE_lastknight"))
        .args(["match", "random", "greedy"])
        .args(games)
        .output()
        .expect("the program runs");
    let (agent, nodes) = ("alphabeta(open)", "200");
    let shown = answer(&["replay", out, "1.1", "--agent", agent, "--nodes", nodes, "--json"]);
    let moves = shown["moves"].as_array().expect("a list");
    let names: Vec<&str> = moves.iter().filter_map(|played| played["to"].as_str()).collect();
    let at = format!("5x4 moves {}", names.join(" "));
    let query = [("at", at.as_str()), ("agent", agent), ("nodes", nodes)];
    let events = server.stream("/review", &query, "a").all();
    let turns = events.iter().filter(|(name, _)| name == "turn").map(|(_, turn)| turn);
    let mut count = 0;
    for (turn, replayed) in turns.zip(moves.iter().rev()) {
        assert_eq!((&turn["score"], &turn["to"]), (&turn["value"], &replayed["to"]));
        if replayed["opening"] == false {
            let own = ["seconds"];
            assert_eq!(without(turn.clone(), &own), without(replayed.clone(), &own));
            count += 1;
        }
    }
    assert!(count > 3, "{count}");
}

/// Renamed fields are still written under their old names.
#[test]
fn old_names_are_still_written() {
    let stats = answer(&["stats", "--pairs", "12,40,31", "--sprt", "0,20", "--json"]);
    assert_eq!((&stats["p_value"], stats["p_value"].is_number()), (&stats["sign_test"], true));
    let oracle = ["oracle", "random", "--board", "4x4", "--positions", "5", "--json"];
    let oracle = answer(&oracle);
    let critical = &oracle["agents"][0]["all"]["critical"];
    assert_eq!((&critical["hits"], critical["hits"].is_u64()), (&critical["kept"], true));
    assert_eq!((&oracle["complete"], &oracle["stopped"]), (&json!(true), &json!(false)));
    let server = Server::start();
    let tree = server.api("/tree", &[("at", AT), ("depth", "2")]).fine();
    assert_eq!((&tree["to_move"], tree["to_move"].is_string()), (&tree["player"], true));
    for node in tree["nodes"].as_array().expect("a list") {
        assert_eq!(node["score"], node["value"]);
    }
    let explained = answer(&["heuristics", "--explain", "improved", "--json"]);
    assert_eq!(explained["to_move"], explained["player"]);
}
