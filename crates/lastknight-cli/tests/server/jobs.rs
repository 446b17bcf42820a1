//! Tournaments and studies: started, followed, stopped, read.

use serde_json::{Value, json};

use super::client::Server;

/// Starts a job.
fn start(server: &Server, order: &Value) -> Value {
    let answer = server.post("/api/v1/jobs", order.to_string().as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    let job = answer.json();
    assert_eq!(job["state"], "running");
    job
}

/// Follows a job to its end.
fn follow(server: &Server, job: &Value) -> Value {
    let mut events = server.stream(&format!("/jobs/{}/progress", job["id"]), &[], "a").all();
    let (name, state) = events.pop().expect("an end");
    assert_eq!(name, "done");
    assert!(events.iter().all(|(name, state)| name == "progress" && state["state"] == "running"));
    state
}

fn tournament(games: usize) -> Value {
    let agents =
        json!(["random", {"name": "two ahead", "agent": "alphabeta(improved, depth=2)"}, "greedy"]);
    let spec =
        json!({"name": "small", "board": "5x5", "games": games, "seed": 3, "agents": agents});
    json!({"kind": "tournament", "spec": spec})
}

#[test]
fn a_tournament_is_played_and_read() {
    let server = Server::start();
    let job = start(&server, &tournament(10));
    assert_eq!(
        (&job["id"], &job["kind"], &job["title"]),
        (&json!(1), &json!("tournament"), &json!("small"))
    );
    let end = follow(&server, &job);
    assert_eq!(
        (&end["state"], &end["message"], &end["run"]),
        (&json!("done"), &Value::Null, &json!(1))
    );
    assert_eq!((&end["done"], &end["all"]), (&json!(30), &json!(30)));
    // A late client gets the end at once.
    assert_eq!(follow(&server, &job), end);
    let results = server.api("/results", &[]).fine();
    let directory = &results["directories"][0];
    assert_eq!(directory["directory"], end["directory"]);
    let run = &directory["runs"][0];
    assert_eq!(
        (&run["run"], &run["games"], &run["name"]),
        (&json!(1), &json!(30), &json!("small"))
    );
    let at = [("directory", end["directory"].as_str().expect("a name")), ("run", "1")];
    let report = server.api("/report", &at).fine();
    assert_eq!((&report["games"], &report["complete"]), (&json!(30), &json!(true)));
    assert_eq!(report["agents"].as_array().map(Vec::len), Some(3));
    for (theme, root) in
        [(None, "<html lang"), (Some(("theme", "dark")), "<html data-theme=\"dark\" lang")]
    {
        let query: Vec<_> = at.into_iter().chain(theme).collect();
        let page = server.api("/report.html", &query);
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, Some("text/html; charset=utf-8"))
        );
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(policy.contains("sandbox") && policy.contains("default-src 'none'"), "{policy}");
        assert!(!policy.contains("script"), "{policy}");
        assert!(page.text().contains(root) && page.text().contains("two ahead"));
    }
    games_are_read(&server, at);
}

fn games_are_read(server: &Server, at: [(&str, &str); 2]) {
    let list = |rest: &[(&str, &str)]| server.api("/stored-games", &[&at, rest].concat()).fine();
    let all = list(&[]);
    assert_eq!((all["games"].as_array().map(Vec::len), &all["more"]), (Some(30), &json!(false)));
    let some = list(&[("skip", "3"), ("count", "5")]);
    assert_eq!(
        some["games"].as_array().map(Vec::as_slice),
        all["games"].as_array().map(|list| &list[3..8])
    );
    assert_eq!(some["more"], true);
    let some = list(&[("a", "random"), ("b", "greedy(improved)"), ("count", "10")]);
    assert_eq!((some["games"].as_array().map(Vec::len), &some["more"]), (Some(10), &json!(false)));
    assert_eq!(list(&[("a", "nobody")])["games"], json!([]));
    for line in all["games"].as_array().expect("a list") {
        let round = line["round"].as_str().expect("a name");
        let game = server.api("/stored-game", &[at[0], at[1], ("round", round)]).fine();
        assert_eq!((&game["white"], &game["winner"]), (&line["white"], &line["winner"]));
        let moves: Vec<&str> =
            game["moves"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(Some(moves.len() as u64), line["plies"].as_u64());
        // Its moves are legal.
        let whole = format!("5x5 moves {}", moves.join(" "));
        assert_eq!(server.api("/position", &[("at", &whole)]).fine()["winner"], line["winner"]);
    }
    server.api("/stored-game", &[at[0], at[1], ("round", "99.1.1")]).refused(404);
    server.api("/report", &[at[0], ("run", "99")]).refused(404);
    server.api("/report", &[at[0], ("run", "-1")]).refused(404);
    for (format, kind, start) in [
        ("pgn", "application/x-chess-pgn", &b"[Event \"small\"]\n"[..]),
        ("jsonl", "application/jsonl", b"{\"white\":"),
        ("csv", "text/csv; charset=utf-8", b"round,"),
        ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", b"PK"),
    ] {
        let file = server.api("/export", &[at[0], at[1], ("format", format)]);
        assert_eq!((file.status, file.header("content-type")), (200, Some(kind)));
        let name = format!("attachment; filename=\"run-1.{format}\"");
        assert_eq!(file.header("content-disposition"), Some(name.as_str()));
        let begin = String::from_utf8_lossy(&file.bytes[..30]);
        assert!(file.bytes.starts_with(start), "{format}: {begin}");
    }
    let pgn = server.api("/export", &[at[0], at[1], ("format", "pgn")]).bytes;
    let games = server.post("/api/v1/games", &pgn).fine();
    assert_eq!(games["games"].as_array().map(Vec::len), Some(30));
}

/// Follows a job until it has played more games than this, then stops it.
fn stop_after(server: &Server, job: &Value, games: u64) -> Value {
    let mut events = server.stream(&format!("/jobs/{}/progress", job["id"]), &[], "a");
    loop {
        let (name, state) = events.next().expect("an event");
        assert_eq!(name, "progress", "{state}");
        if state["done"].as_u64().is_some_and(|done| done > games) {
            break;
        }
    }
    let asked = server.ask("DELETE", &format!("/api/v1/jobs/{}", job["id"]), "");
    assert_eq!(asked.status, 200);
    let end = follow(server, job);
    assert_eq!(end["state"], "stopped");
    assert_eq!(end["message"], "stopped: start the same job again to continue");
    end
}

#[test]
fn a_tournament_that_was_stopped_goes_on() {
    let server = Server::start();
    let order = tournament(20_000);
    let first = stop_after(&server, &start(&server, &order), 0);
    let done = first["done"].as_u64().expect("a number");
    let job = start(&server, &order);
    assert_eq!(job["id"], 2);
    let second = stop_after(&server, &job, done);
    assert_eq!(second["run"], first["run"]);
    let results = server.api("/results", &[]).fine();
    let runs = results["directories"][0]["runs"].as_array().expect("a list").clone();
    assert_eq!(runs.len(), 1);
    assert!(
        runs[0]["games"].as_u64() >= second["done"].as_u64()
            && second["done"].as_u64() > Some(done)
    );
    // Stopping a finished job changes nothing.
    assert_eq!(server.ask("DELETE", "/api/v1/jobs/1", "").json()["state"], "stopped");
    let jobs = server.api("/jobs", &[]).fine();
    let ids: Vec<&Value> =
        jobs["jobs"].as_array().expect("a list").iter().map(|job| &job["id"]).collect();
    assert_eq!(ids, [2, 1]);
}

fn started(server: &Server, order: &Value, client: &str) -> Value {
    let headers = format!("X-Client: {client}\r\n");
    let answer = server.send("POST", "/api/v1/jobs", &headers, order.to_string().as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()
}

#[test]
fn jobs_wait_for_their_turn() {
    let server = Server::start();
    let long = start(&server, &tournament(20_000));
    let [second, third] = [4, 6].map(|games| started(&server, &tournament(games), "a"));
    let place = |job: &Value| (job["state"].clone(), job["place"].clone());
    assert_eq!(place(&second), (json!("queued"), json!(1)));
    assert_eq!(place(&third), (json!("queued"), json!(2)));
    let first = server.ask("POST", "/api/v1/jobs/3/first", "").json();
    assert_eq!(place(&first), (json!("queued"), json!(1)));
    server.ask("POST", "/api/v1/jobs/1/first", "").refused(409);
    server.ask("POST", "/api/v1/jobs/9/first", "").refused(404);
    // One that waits leaves the queue.
    let stopped = server.ask("DELETE", "/api/v1/jobs/2", "").json();
    assert_eq!(place(&stopped), (json!("stopped"), Value::Null));
    assert_eq!(server.ask("DELETE", "/api/v1/jobs/1", "").status, 200);
    let mut events = server.stream("/jobs/3/progress", &[], "a").all();
    let (_, end) = events.pop().expect("an end");
    assert_eq!((&end["state"], &end["all"]), (&json!("done"), &json!(18)), "{end}");
    assert_eq!(follow(&server, &long)["state"], "stopped");
}

#[test]
fn the_queue_is_bounded() {
    let server = Server::start();
    let jobs: Vec<Value> = (0..21).map(|_| started(&server, &tournament(20_000), "a")).collect();
    assert_eq!((&jobs[0]["state"], &jobs[20]["place"]), (&json!("running"), &json!(20)));
    let message = server.post("/api/v1/jobs", tournament(2).to_string().as_bytes()).refused(429);
    assert_eq!(message, "20 jobs wait already: try again later");
}

/// On a public server a job belongs to the page that started it.
#[test]
fn visitors_stop_their_own_jobs_only() {
    let token = "correct-horse-battery";
    let server = Server::with(&["--public", "--bind", "127.0.0.1", "--token", token]);
    let bearer = format!("Authorization: Bearer {token}\r\n");
    let headers = |client: &str| format!("{bearer}X-Client: {client}\r\n");
    let body = tournament(20_000).to_string();
    let job = server.send("POST", "/api/v1/jobs", &headers("anna"), body.as_bytes());
    assert_eq!(job.status, 201);
    for other in [headers("ben"), bearer.clone()] {
        let message = server.ask("DELETE", "/api/v1/jobs/1", &other).refused(403);
        assert_eq!(message, "only the page that started this job may stop it");
        server.ask("POST", "/api/v1/jobs/1/first", &other).refused(403);
    }
    assert!(!server.ask("GET", "/api/v1/jobs", &bearer).text().contains("anna"));
    assert_eq!(server.ask("DELETE", "/api/v1/jobs/1", &headers("anna")).status, 200);
}

#[test]
fn a_study_has_its_page() {
    let server = Server::start();
    let job = start(&server, &json!({"kind": "study", "name": "course-clock"}));
    let end = follow(&server, &job);
    assert_eq!((&end["state"], &end["study"]), (&json!("done"), &json!("course-clock")), "{end}");
    let directory = server.directory();
    let results = server.api("/results", &[]).fine();
    let studies = &results["directories"][0]["studies"];
    assert!(
        studies.as_array().is_some_and(|list| list.contains(&json!("course-clock"))),
        "{studies}"
    );
    let page = server
        .get(&format!("/api/v1/study.html?directory={directory}&name=course-clock&theme=light"));
    assert_eq!(page.status, 200);
    assert!(
        page.header("content-security-policy").is_some_and(|policy| policy.contains("sandbox"))
    );
    assert!(page.text().contains("<html data-theme=\"light\" "));
    for name in ["..%2f..%2fx", "report", "course-clock.html", "%2fetc%2fpasswd", "", "games"] {
        let answer = server.get(&format!("/api/v1/study.html?directory={directory}&name={name}"));
        assert_eq!(answer.refused(404), "there is no page of this study");
    }
}

/// The server shows results in directories of the command line, and writes nothing there.
#[test]
fn directories_of_the_command_line_are_shown() {
    let other = tempfile::TempDir::new().expect("a directory");
    let path = other.path().to_str().expect("a plain name");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_lastknight"))
        .args(["match", "random", "greedy", "--games", "4", "--nodes", "10", "--out"])
        .arg(other.path().join("mine"))
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let server = Server::with(&[path]);
    let results = server.api("/results", &[]).fine();
    let directory = results["directories"][0]["directory"].as_str().expect("a name");
    assert_eq!(directory, format!("{path}/mine"));
    let report = server.api("/report", &[("directory", directory), ("run", "1")]).fine();
    assert_eq!(report["games"], 4);
    assert!(std::fs::read_dir(server.out.path()).expect("a directory").next().is_none());
}
