//! Formulas and agents that try to do harm: they end, and others are answered meanwhile.

use std::thread;
use std::time::{Duration, Instant};

use super::client::Server;

/// Longer than any of these may take.
const LONG: Duration = Duration::from_secs(60);

/// Sends a request, and checks that others are answered in the meantime.
fn ask(server: &Server, path: &str, query: &[(&str, &str)]) -> super::client::Answer {
    let begin = Instant::now();
    let answer = thread::scope(|scope| {
        let asked = scope.spawn(|| server.api(path, query));
        while !asked.is_finished() {
            server.api("/position", &[("at", "7x7")]).fine();
            server.api("/move", &[("at", "7x7 moves d4 b3"), ("depth", "2")]).fine();
            thread::sleep(Duration::from_millis(5));
        }
        asked.join().expect("an answer")
    });
    assert!(begin.elapsed() < LONG, "{path}: {:?}", begin.elapsed());
    answer
}

#[test]
fn odd_formulas_are_answered() {
    let server = Server::start();
    let at = ("at", "7x7 moves d4 b3");
    let brackets = "(".repeat(2000) + "n" + &")".repeat(2000);
    let open = "(".repeat(4000);
    let signs = "-".repeat(4000) + "n";
    let powers = "9^".repeat(40) + "9";
    let sum = "n".to_owned() + &"+n".repeat(450);
    let many = "n".to_owned() + &"+n".repeat(1999);
    let number = "9".repeat(400);
    for (text, is_fine) in [
        ("1/0", true),
        ("0/0", true),
        ("n/(n - n)", true),
        ("-1/0 - 1/0", true),
        ("1e308*1e308", true),
        ("log(0) + sqrt(-1)", true),
        ("0^(0-1)", true),
        (&powers, true),
        (&sum, true),
        (&many, false),
        (&brackets, false),
        (&open, false),
        (&signs, false),
        (&number, false),
        ("1e999999999", false),
    ] {
        for (path, name) in [("/formula", "text"), ("/tree", "heuristic")] {
            let answer = ask(&server, path, &[at, (name, text)]);
            assert_eq!(answer.status, 200);
            assert_eq!(answer.json().get("error").is_none(), is_fine, "{text}: {}", answer.text());
        }
    }
    server.comes_to_rest();
}

#[test]
fn slow_formulas_end() {
    let server = Server::start();
    // The slowest formula that is accepted, where it is slowest: before the placements.
    let slow = "drill(8) + drill'(8) + drill-whole(8) + drill-whole'(8)";
    let board = ("at", "9x9");
    let answer = ask(&server, "/formula", &[board, ("text", slow), ("depth", "8")]);
    assert_eq!(answer.fine()["name"], slow);
    let answer = ask(&server, "/tree", &[board, ("heuristic", slow), ("depth", "1")]);
    assert_eq!(answer.status, 200);
    let answer =
        ask(&server, "/tree", &[("at", "11x11 moves f6 e5"), ("heuristic", slow), ("depth", "8")]);
    assert_eq!(answer.status, 200);
    for agent in ["greedy", "alphabeta", "minimax", "mcts", "engine", "mirror(alphabeta"] {
        let close = if agent.contains('(') { ")" } else { "" };
        let agent = format!("{agent}(\"{slow}\"){close}");
        let answer = ask(&server, "/move", &[board, ("agent", &agent), ("time", "300ms")]);
        assert!(answer.fine()["best"].is_string(), "{agent}");
    }
    // A little more is refused.
    let slower = format!("{slow} + drill-program(8)");
    let message = ask(&server, "/formula", &[board, ("text", &slower)]).refused(200);
    assert_eq!(
        message,
        "heuristic: it searches too many paths: use less depth, or fewer features that look ahead"
    );
    let agent = format!("mirror(alphabeta(\"{slower}\"))");
    let message = ask(&server, "/move", &[board, ("agent", &agent)]).refused(400);
    assert!(message.starts_with("agent: it searches too many paths"), "{message}");
    let spec = serde_json::json!({"agents": ["random", format!("alphabeta(\"{slower}\")")]});
    let order = serde_json::json!({"kind": "tournament", "spec": spec}).to_string();
    let message = server.post("/api/v1/jobs", order.as_bytes()).refused(400);
    assert!(message.contains("it searches too many paths"), "{message}");
    server.comes_to_rest();
}

/// A tree with slow leaves ends when its client leaves.
#[test]
fn a_slow_tree_ends_with_its_client() {
    let server = Server::start();
    let slow = "drill(8) + drill'(8) + drill-whole(8) + drill-whole'(8)";
    let path =
        super::client::address("/tree", &[("at", "11x11"), ("heuristic", slow), ("depth", "1")]);
    let mut stream = server.connect();
    std::io::Write::write_all(&mut stream, server.head("GET", &path, "").as_bytes())
        .expect("a head");
    server.waits_for(1);
    drop(stream);
    server.comes_to_rest();
}

#[test]
fn odd_agents_are_answered() {
    let server = Server::start();
    let at = ("at", "7x7 moves d4 b3");
    let deep = "mirror(".repeat(500) + "random" + &")".repeat(500);
    let long = "a".repeat(4000);
    let settings = format!("engine({})", "depth=1, ".repeat(300));
    for text in [
        deep.as_str(),
        &long,
        &settings,
        "mirror",
        "mirror()",
        "engine(memory=-1)",
        "engine(memory=99999999999999999999)",
        "random(\0)",
        "engine(time=99999999999h)",
        "mcts(exploration=1e999)",
        "alphabeta(\"n",
        "../../bin/sh",
        "$(id)",
        "%s%s%n",
    ] {
        ask(&server, "/move", &[at, ("agent", text)]).refused(400);
        ask(&server, "/check", &[("agent", text)]).refused(200);
    }
    for text in [
        "engine(memory=1048576, threads=256)",
        "mirror(mirror(mirror(engine(memory=1048576))))",
        "perfect(memory=1048576)",
        "mcts(memory=65536)",
    ] {
        let found = ask(&server, "/move", &[at, ("agent", text), ("time", "100ms")]).fine();
        let agent = found["agent"].as_str().expect("an agent");
        assert!(
            !agent.contains("48576") && !agent.contains("65536") && !agent.contains("256"),
            "{agent}"
        );
    }
    server.comes_to_rest();
}

/// An agent's own limits override those of the request, and the server's override both.
#[test]
fn an_agent_cannot_give_itself_time() {
    let server = Server::with(&["--most-time", "500ms"]);
    for agent in [
        "engine(time=1h)",
        "alphabeta(time=1h, clock=wall)",
        "mcts(nodes=999999999999)",
        "minimax(depth=99)",
        "perfect(time=1h)",
        "mirror(engine(time=1h))",
    ] {
        let query = [("at", "11x9 moves f5 d4"), ("agent", agent)];
        assert!(ask(&server, "/move", &query).fine()["best"].is_string(), "{agent}");
    }
    server.comes_to_rest();
}
