//! Requests with an immediate answer: good ones, then bad ones.

use serde_json::{Value, json};

use super::client::Server;

const AT: (&str, &str) = ("at", "7x7 moves d4 b3");

/// Addresses that take a position, with their other required parameters.
const WITH_POSITION: [(&str, &[(&str, &str)]); 9] = [
    ("/position", &[]),
    ("/pgn", &[]),
    ("/move", &[("depth", "1")]),
    ("/analysis", &[("depth", "1")]),
    ("/solution", &[("time", "100ms")]),
    ("/review", &[("nodes", "100")]),
    ("/evaluation", &[]),
    ("/formula", &[("text", "n")]),
    ("/tree", &[]),
];

#[test]
fn good_requests_are_answered() {
    let server = Server::start();
    let position = server.api("/position", &[AT]).fine();
    assert_eq!(position["position"], "7/7/7/3N3/1n5/7/7 w");
    assert_eq!(position["moves"], json!(["c2", "e2", "f3", "b5", "f5", "c6", "e6"]));
    assert_eq!(position["notation"], AT.1);
    let found = server.api("/move", &[AT, ("depth", "4"), ("agent", "alphabeta")]).fine();
    assert_eq!((&found["depth"], &found["agent"]), (&json!(4), &json!("alphabeta(improved)")));
    assert!(position["moves"].as_array().expect("a list").contains(&found["best"]));
    let found = server.api("/move", &[("at", "1x1 moves a1"), ("depth", "4")]).fine();
    assert_eq!((&found["best"], &found["winner"]), (&Value::Null, &json!("white")));
    let row = server.api("/formula", &[AT, ("text", "n - n'"), ("depth", "2")]).fine();
    assert_eq!((&row["value"], &row["depth"]), (&json!(2.0), &json!(2)));
    let tree = server.api("/tree", &[AT, ("depth", "3"), ("search", "minimax")]).fine();
    assert_eq!((&tree["player"], &tree["nodes"][0]["kind"]), (&json!("white"), &json!("branch")));
    assert_eq!(tree["visited"].as_u64(), tree["nodes"].as_array().map(|list| list.len() as u64));
    let pruned = server.api("/tree", &[AT, ("depth", "3")]).fine();
    assert_eq!(pruned["nodes"][0]["value"], tree["nodes"][0]["value"]);
    assert!(pruned["visited"].as_u64() < tree["visited"].as_u64());
    let agent = server.api("/check", &[("agent", "alphabeta(improved,depth=5)")]).fine();
    assert_eq!(agent, json!({"agent": "alphabeta(improved, depth=5)"}));
    assert_eq!(server.api("/results", &[]).fine(), json!({"directories": []}));
    assert_eq!(server.api("/jobs", &[]).fine(), json!({"jobs": []}));
    let catalog = server.api("/catalog", &[]).fine();
    assert_eq!(catalog["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(server.api("/openapi.json", &[]).fine()["openapi"], "3.1.0");
    server.comes_to_rest();
}

/// A game that is written as PGN can be read.
#[test]
fn games_are_read() {
    let server = Server::start();
    let players = [AT, ("white", "me\n\u{1b}[2J"), ("black", "\"you\"")];
    let pgn = server.api("/pgn", &players);
    assert_eq!(pgn.status, 200);
    assert_eq!(pgn.header("content-type"), Some("application/x-chess-pgn; charset=utf-8"));
    let games = server.post("/api/v1/games", &pgn.bytes).fine();
    let game = &games["games"][0];
    assert_eq!((&game["start"], &game["moves"]), (&json!("7x7"), &json!(["d4", "b3"])));
    assert_eq!((&game["white"], &game["black"]), (&json!("me  [2J"), &json!("\"you\"")));
    let game = &server.post("/api/v1/games", b" startpos moves d4 ").fine()["games"][0];
    assert_eq!((&game["moves"], &game["white"]), (&json!(["d4"]), &Value::Null));
    let many = "{\"start\":\"3x3\",\"moves\":[]}\n".repeat(1001);
    for (text, part) in [
        ("", "the position is empty"),
        ("nonsense", "does not belong"),
        ("[Board \"7x7\"]\n\n1. z9 *\n", "z9"),
        ("{\"white\":", "line 1"),
        ("\0\n\0", "text: "),
        (&many, "text: "),
    ] {
        let message = server.post("/api/v1/games", text.as_bytes()).refused(200);
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn bad_positions_are_refused_everywhere() {
    let server = Server::start();
    let long = "7x7 moves ".to_owned() + &"d4 ".repeat(2000);
    for (path, rest) in WITH_POSITION {
        for (at, part) in [
            ("", "the position is empty"),
            ("zz", "'z' does not belong in a row"),
            ("7x7 moves d4 d4", "column 14, move 2: no move to d4: the square is blocked"),
            ("7x7 moves d4 b3 d4 ", "no move to d4"),
            ("129x1", "a board has 1 to 128 squares"),
            ("12x11", "a board has 1 to 128 squares"),
            ("0x0", "a board has 1 to 128 squares"),
            ("N6/7 w", "at: "),
            ("7/7/7/7/7/7/7 b", "at: "),
            ("7x7\0\r\n\u{1b}", "at: "),
            ("99999999999999999999x1", "at: "),
            (&long, "6010 bytes, of at most 4096"),
        ] {
            let answer = server.api(path, &[&[("at", at)], rest].concat());
            let message = answer.refused(400);
            assert!(message.contains(part), "{path}: {message}");
            assert_eq!(answer.json()["error"]["field"], "at");
        }
    }
    server.comes_to_rest();
}

#[test]
fn bad_queries_are_refused_everywhere() {
    let server = Server::start();
    for (path, rest) in WITH_POSITION {
        let refused =
            |query: &[(&str, &str)]| server.api(path, &[rest, query].concat()).refused(400);
        assert_eq!(refused(&[]), "missing field `at`", "{path}");
        assert_eq!(refused(&[AT, AT]), "duplicate field `at`", "{path}");
        assert!(refused(&[AT, ("x", "1")]).starts_with("x: unknown field `x`"), "{path}");
        assert!(refused(&[AT, ("<script>", "")]).contains("unknown field"), "{path}");
        let rest = rest.first().map_or(String::new(), |(name, value)| format!("&{name}={value}"));
        for text in ["%ff%fe", "%00", "%", "%zz", "+", "7x7&&at="] {
            server.get(&format!("/api/v1{path}?at={text}{rest}")).refused(400);
        }
        server.get(&format!("/api/v1{path}?at={}{rest}", "7".repeat(20_000))).refused(414);
    }
    server.comes_to_rest();
}

#[test]
fn limits_are_kept() {
    let server = Server::start();
    let digits = "not a whole number of at least 0";
    let time = "is not a number with us, ms, s, min or h";
    for (path, name, value, part) in [
        ("/move", "depth", "256", "depth: at most 255"),
        ("/move", "depth", "x", digits),
        ("/move", "depth", "-1", digits),
        ("/move", "depth", "", "the number is missing"),
        ("/move", "depth", "99999999999", "the number is too large"),
        ("/move", "nodes", "1e9", digits),
        ("/move", "seed", "0x1", digits),
        ("/move", "time", "61s", "time: at most 60 seconds here"),
        ("/move", "time", "1", time),
        ("/move", "time", "-1s", time),
        ("/move", "time", "", time),
        ("/move", "time", "99999999999999999999999999h", time),
        ("/move", "multi", "2", "multi: only an analysis has several lines"),
        ("/analysis", "multi", "0", "multi: 0 is not 1 to 16"),
        ("/analysis", "multi", "17", "multi: 17 is not 1 to 16"),
        ("/analysis", "time", "2min", "time: at most 60 seconds here"),
        ("/solution", "time", "61s", "time: at most 60 seconds here"),
        ("/review", "time", "1h", "time: at most 60 seconds here"),
        ("/review", "seed", "1", "seed: nothing here is random"),
        ("/evaluation", "depth", "0", "depth: 0 is not 1 to 8"),
        ("/evaluation", "depth", "9", "depth: 9 is not 1 to 8"),
        ("/tree", "depth", "0", "depth: 0 is not 1 to 8"),
        ("/tree", "depth", "9", "depth: 9 is not 1 to 8"),
        ("/tree", "search", "best", "unknown variant"),
        ("/puzzle", "level", "easy", "at: a position needs no seed, board or level"),
        ("/move", "agent", "nobody", "agent: column 1: unknown agent 'nobody'"),
        ("/move", "agent", "engine(", "agent: column 7"),
        ("/analysis", "agent", "alphabeta(nope)", "agent: column 11"),
        ("/review", "agent", "", "agent: "),
        ("/review", "agent", "engine(depth=-1)", "agent: "),
    ] {
        let message = server.api(path, &[AT, (name, value)]).refused(400);
        assert!(message.contains(part), "{path} {name}={value}: {message}");
    }
    let answer = server.api("/move", &[AT, ("agent", "alphabeta(shard)")]);
    let picture = answer.json()["error"]["picture"].clone();
    assert_eq!(picture, "alphabeta(shard)\n          ^");
    let own = Server::with(&["--most-time", "2s"]);
    assert_eq!(own.api("/catalog", &[]).fine()["limits"]["seconds"], 2.0);
    let message = own.api("/move", &[AT, ("time", "3s")]).refused(400);
    assert_eq!(message, "time: at most 2 seconds here");
    server.comes_to_rest();
}

/// An error in a typed text is an answer.
#[test]
fn mistakes_in_what_is_typed_are_answers() {
    let server = Server::start();
    let long = "n".repeat(5000);
    for (path, name, text, part) in [
        ("/check", "agent", "nobody", "unknown agent 'nobody'"),
        ("/check", "agent", "", "agent: "),
        ("/check", "agent", "engine\0", "agent: "),
        ("/check", "agent", &long, "5000 bytes, of at most 4096"),
        ("/formula", "text", "n -", "column 4: expected a number"),
        ("/formula", "text", "shard", "did you mean 'shared'?"),
        ("/formula", "text", "", "heuristic: "),
        ("/formula", "text", "n\n+\u{1b}", "heuristic: "),
        ("/formula", "text", &long, "5000 bytes, of at most 4096"),
        ("/tree", "heuristic", "n n", "heuristic: column 3"),
        ("/tree", "heuristic", "engine", "heuristic: column 1"),
        ("/tree", "depth", "8", "depth: the tree has more than 4000 nodes"),
    ] {
        let query = [(name, text), AT];
        let query = if path == "/check" { &query[..1] } else { &query[..] };
        let message = server.api(path, query).refused(200);
        assert!(message.contains(part), "{path} {text}: {message}");
    }
    server.comes_to_rest();
}

#[test]
fn results_that_are_not_there_are_missing() {
    let server = Server::start();
    let run = [("directory", "nowhere"), ("run", "1")];
    for (path, rest) in [
        ("/report", &[][..]),
        ("/report.html", &[("theme", "dark")]),
        ("/stored-games", &[("count", "500"), ("skip", "18446744073709551615")]),
        ("/stored-game", &[("round", "1.1.1")]),
        ("/export", &[("format", "csv")]),
    ] {
        let message = server.api(path, &[&run, rest].concat()).refused(404);
        assert_eq!(message, "there is no such directory of results");
        let bad = |query: &[(&str, &str)]| server.api(path, &[query, rest].concat()).refused(400);
        assert_eq!(bad(&[]), "missing field `directory`");
        assert!(bad(&[run[0], ("run", "x")]).starts_with("run: "));
        assert!(bad(&[run[0], ("run", "99999999999999999999")]).starts_with("run: "));
        assert!(bad(&[run[0], run[1], ("x", "")]).starts_with("x: unknown field"));
    }
    server.api("/study.html", &[run[0], ("name", "depth")]).refused(404);
    for (path, name, value, part) in [
        ("/report.html", "theme", "pink", "unknown variant"),
        ("/export", "format", "exe", "unknown variant"),
        ("/export", "format", "", "unknown variant"),
        ("/stored-games", "count", "0", "count: 0 is not 1 to 500"),
        ("/stored-games", "count", "501", "count: 501 is not 1 to 500"),
        ("/stored-games", "skip", "-1", "skip: not a whole number"),
        ("/stored-game", "round", "0.0.0", "round: "),
        ("/stored-game", "round", "1.1.3", "round: "),
    ] {
        let message = server.api(path, &[run[0], run[1], (name, value)]).refused(400);
        assert!(message.contains(part), "{message}");
    }
    for (method, path) in [
        ("DELETE", "/jobs/1"),
        ("GET", "/jobs/1/progress"),
        ("DELETE", "/jobs/-1"),
        ("GET", "/jobs/%ff/progress"),
        ("GET", "/jobs/99999999999999999999/progress"),
    ] {
        server.ask(method, &format!("/api/v1{path}"), "").refused(404);
    }
}

#[test]
fn other_addresses_and_methods_are_refused() {
    let server = Server::start();
    for path in [
        "/nothing",
        "/api",
        "/api/v1",
        "/api/v1/",
        "/api/v2/status",
        "/api/v1/status/",
        "/a/b/c",
        "/index.htm",
        "/%ff",
        "/%00",
        "//",
        "/api/v1/jobs/1/2/3",
    ] {
        server.get(path).refused(404);
    }
    for (method, path, allowed) in [
        ("POST", "/api/v1/status", "GET,HEAD"),
        ("DELETE", "/api/v1/position", "GET,HEAD"),
        ("GET", "/api/v1/games", "POST"),
        ("PUT", "/api/v1/jobs", "GET,HEAD,POST"),
        ("GET", "/api/v1/jobs/1", "DELETE"),
        ("OPTIONS", "/api/v1/analysis", "GET,HEAD"),
        ("BREW", "/", "GET,HEAD"),
    ] {
        let answer = server.ask(method, path, "Content-Length: 0\r\n");
        assert_eq!(answer.refused(405), "this address does not allow this method");
        assert_eq!(answer.header("allow"), Some(allowed), "{path}");
    }
    let head = server.ask("HEAD", "/api/v1/status", "");
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    let head = server.ask("HEAD", "/api/v1/analysis?at=7x7", "");
    assert_eq!((head.status, head.bytes.len()), (200, 0));
    server.comes_to_rest();
}
