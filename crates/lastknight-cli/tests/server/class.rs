//! A class: what students, readers and the teacher may do, kills, and the ladder.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Answer, Server, encoded};
use super::described::is_described;

const SETTINGS: &str = "title = 'Small'\nstudents = ['Anna', 'Ben']\nboard = '5x5'\nnodes = 50\n\
                        games = 4\noracle = 5\nfield = ['random', 'greedy']\n";

/// A class in a directory that outlives its servers.
struct Class {
    directory: TempDir,
    server: Server,
}

impl Class {
    fn start(settings: &str) -> Self {
        let directory = TempDir::new().expect("a directory");
        fs::write(directory.path().join("class.toml"), settings).expect("a file");
        let server = serve(directory.path());
        Self { directory, server }
    }

    /// Kills the server and starts another one.
    fn kill(&mut self) {
        self.server.child.kill().expect("a child that can be killed");
        let _ = self.server.child.wait();
        self.server = serve(self.directory.path());
    }

    fn tokens(&self) -> BTreeMap<String, String> {
        let text = fs::read_to_string(self.directory.path().join("tokens.toml")).expect("tokens");
        let line = |line: &str| {
            let (name, token) = line.split_once(" = ")?;
            Some((name.to_owned(), token.trim_matches('"').to_owned()))
        };
        text.lines().filter_map(line).collect()
    }

    fn bearer(&self, who: &str) -> String {
        format!("Authorization: Bearer {}\r\n", self.tokens()[who])
    }

    fn ask(&self, who: &str, method: &str, path: &str) -> Answer {
        self.server.ask(method, &format!("/api/v1{path}"), &self.bearer(who))
    }

    fn post(&self, who: &str, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        self.server.send("POST", &format!("/api/v1{path}"), &self.bearer(who), body.as_bytes())
    }

    fn submit(&self, who: &str, text: &str) -> Answer {
        self.post(who, "/class/entry", &json!({"text": text}))
    }

    fn standings(&self) -> Value {
        self.ask("reader", "GET", "/class/standings").fine()
    }

    /// Waits until the standings are as they should be.
    fn waits_for(&self, is_fine: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let standings = self.standings();
            if is_fine(&standings) {
                return standings;
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "{standings}");
            sleep(Duration::from_millis(100));
        }
    }
}

fn serve(directory: &Path) -> Server {
    let directory = directory.to_str().expect("a plain name");
    Server::with(&["--class", directory, "--bind", "127.0.0.1"])
}

fn is_over(standings: &Value) -> bool {
    standings["complete"] == true && standings["job"].is_null() && standings["waiting"] == json!([])
}

fn tournament() -> Value {
    json!({"kind": "tournament", "spec": {"games": 2000, "agents": ["random", "greedy"]}})
}

#[test]
fn only_the_teacher_starts_and_stops_jobs() {
    let class = Class::start(&SETTINGS.replace("games = 4", "games = 2000"));
    class.submit("Anna", "n - 2*n'").fine();
    let job = class.waits_for(|standings| !standings["job"].is_null())["job"].clone();
    let id = job["id"].as_u64().expect("a number");
    for who in ["Anna", "Ben", "reader"] {
        class.ask(who, "DELETE", &format!("/jobs/{id}")).refused(403);
        class.ask(who, "POST", &format!("/jobs/{id}/first")).refused(403);
        class.ask(who, "POST", "/class/run").refused(403);
        class.post(who, "/jobs", &tournament()).refused(403);
        class.post(who, "/jobs", &json!({"kind": "study", "name": "depth"})).refused(403);
    }
    assert_eq!(class.standings()["job"]["id"], id);
    class.server.ask("DELETE", &format!("/api/v1/jobs/{id}"), "").refused(401);
    let queued = class.post("teacher", "/jobs", &tournament());
    assert_eq!((queued.status, &queued.json()["state"]), (201, &json!("queued")));
    assert_eq!(class.ask("teacher", "DELETE", &format!("/jobs/{id}")).status, 200);
    class.waits_for(|standings| standings["job"].is_null());
}

#[test]
fn students_act_for_themselves_only() {
    let class = Class::start(SETTINGS);
    class.submit("Anna", "n").fine();
    for (method, path) in [
        ("GET", "/class/entry?student=Anna"),
        ("DELETE", "/class/entry?student=Anna"),
        ("GET", "/class/students"),
        ("GET", "/results"),
        ("GET", "/report?directory=x&run=1"),
        ("GET", "/report.html?directory=x&run=1"),
        ("GET", "/stored-games?directory=x&run=1"),
        ("GET", "/export?directory=x&run=1&format=pgn"),
        ("GET", "/study.html?directory=x&name=y"),
    ] {
        class.ask("Ben", method, path).refused(403);
    }
    class.post("Ben", "/class/entry?student=Anna", &json!({"text": "0"})).refused(403);
    class.post("Ben", "/class/entry", &json!({"text": "0", "student": "Anna"})).refused(400);
    class.post("teacher", "/class/entry?student=Anna", &json!({"text": "0"})).refused(403);
    class.post("reader", "/class/entry", &json!({"text": "0"})).refused(403);
    class.post("reader", "/class/entry?student=Anna", &json!({"text": "0"})).refused(403);
    // The name that a client gives itself is no identity.
    let headers = format!("{}X-Client: student-Anna\r\n", class.bearer("Ben"));
    let body = json!({"text": "n'"}).to_string();
    let answer = class.server.send("POST", "/api/v1/class/entry", &headers, body.as_bytes());
    assert_eq!(answer.json()["student"], "Ben");
    assert_eq!(class.ask("Anna", "GET", "/class/entry").fine()["text"], "n");
    class.ask("Ben", "DELETE", "/class/entry").fine();
    assert_eq!(class.ask("Ben", "GET", "/class/entry").fine()["text"], Value::Null);
    assert_eq!(class.ask("Anna", "GET", "/class/entry").fine()["text"], "n");
    // The teacher may look, and withdraw.
    assert_eq!(class.ask("teacher", "GET", "/class/entry?student=Anna").fine()["text"], "n");
    class.ask("teacher", "DELETE", "/class/entry?student=Anna").fine();
    class.ask("teacher", "DELETE", "/class/entry?student=Nobody").refused(404);
    assert_eq!(class.ask("Anna", "GET", "/class/entry").fine()["text"], Value::Null);
}

/// No answer to a student or a reader has the token of somebody else, or a path of the teacher's machine.
#[test]
fn tokens_and_paths_stay_with_the_teacher() {
    let class = Class::start(SETTINGS);
    class.submit("Anna", "n - 1.37*n'").fine();
    class.waits_for(is_over);
    let tokens = class.tokens();
    let students = class.ask("teacher", "GET", "/class/students").fine();
    assert_eq!(students["students"][0]["token"], json!(tokens["Anna"]));
    let place = class.directory.path().display().to_string();
    for who in ["Ben", "reader"] {
        for path in ["/class", "/class/standings", "/class/entry", "/jobs", "/status", "/catalog"] {
            let answer = class.ask(who, "GET", path);
            let text = answer.text();
            assert!(tokens.values().all(|token| !text.contains(token)), "{who} {path}: {text}");
            assert!(!text.contains(&place), "{who} {path}: {text}");
            assert!(!text.contains("1.37"), "{who} {path}: {text}");
        }
        for path in
            ["/tokens.toml", "/links.csv", "/..%2ftokens.toml", "/class/..%2f..%2ftokens.toml"]
        {
            let answer = class.server.ask("GET", path, &class.bearer(who));
            assert_eq!(answer.status, 404, "{path}");
        }
    }
    for name in ["tokens.toml", "links.csv"] {
        let data = fs::metadata(class.directory.path().join(name)).expect("a file");
        #[cfg(unix)]
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o777, 0o600);
        assert!(data.is_file());
    }
}

#[test]
fn entries_that_run_programs_or_read_files_are_refused() {
    for kind in ["formulas", "library"] {
        let class = Class::start(&format!("{SETTINGS}agents = '{kind}'\n"));
        for text in [
            "process(\"touch /tmp/lastknight-was-here\")",
            "python(\"/etc/passwd:Player\")",
            "mirror(process(\"id\"))",
            "alphabeta(\"n\", depth=99)",
            "engine(threads=64)",
            "../../etc/passwd",
            "<script>alert(1)</script>",
            "",
        ] {
            let message = class.submit("Anna", text).refused(400);
            assert!(message.starts_with("text: "), "{text}: {message}");
        }
        let answer = class.submit("Anna", "n + )");
        assert!(answer.json()["error"]["picture"].as_str().is_some_and(|text| text.contains('^')));
        assert_eq!(class.ask("Anna", "GET", "/class/entry").fine()["history"], json!([]));
        let is_library = kind == "library";
        assert_eq!(class.submit("Anna", "mcts").status, if is_library { 200 } else { 400 });
    }
}

#[test]
fn readers_see_the_standings_and_nothing_else() {
    let class = Class::start(SETTINGS);
    assert_eq!(class.server.ask("GET", "/", &class.bearer("reader")).status, 200);
    assert_eq!(class.ask("reader", "GET", "/class").fine()["role"], "reader");
    class.standings();
    class.ask("reader", "GET", "/position?at=7x7").fine();
    for path in [
        "/move?at=7x7",
        "/analysis?at=7x7",
        "/solution?at=7x7",
        "/formula?at=7x7&text=n",
        "/tree?at=7x7",
        "/class/entry",
        "/class/students",
        "/jobs",
        "/jobs/1/progress",
        "/results",
    ] {
        class.ask("reader", "GET", path).refused(403);
    }
    class.ask("reader", "POST", "/games").refused(403);
    class.ask("reader", "DELETE", "/class/entry").refused(403);
}

#[test]
fn a_token_is_typed_into_a_form() {
    let class = Class::start(SETTINGS);
    let form = class.server.get("/");
    assert_eq!((form.status, form.header("content-type")), (401, Some("text/html; charset=utf-8")));
    assert!(form.text().contains("name=\"token\""));
    let policy = form.header("content-security-policy").expect("a policy");
    assert!(policy.contains("form-action 'self'") && policy.contains("default-src 'none'"));
    let headers = format!(
        "Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\nAccept: text/html\r\n",
        class.server.host
    );
    let login = |headers: &str, token: &str| {
        let body = format!("token={}", encoded(token));
        class.server.send("POST", "/api/v1/login", headers, body.as_bytes())
    };
    let wrong = login(&headers, "wrong");
    assert_eq!((wrong.status, wrong.header("set-cookie")), (401, None));
    assert!(wrong.text().contains("This token is wrong."));
    assert_eq!(login("", "wrong").refused(401), "this token is wrong");
    let token = &class.tokens()["Anna"];
    login("Origin: http://evil.example\r\n", token).refused(403);
    let right = login(&headers, &format!(" {token} "));
    assert_eq!((right.status, right.header("location")), (303, Some("/")));
    let cookie = right.header("set-cookie").expect("a cookie");
    assert_eq!(cookie, format!("lastknight-token={token}; HttpOnly; SameSite=Strict; Path=/"));
    let cookie = format!("Cookie: lastknight-token={token}\r\n");
    let found = class.server.ask("GET", "/api/v1/class", &cookie).fine();
    assert_eq!((&found["role"], &found["name"]), (&json!("student"), &json!("Anna")));
    let out = class.server.ask("POST", "/api/v1/logout", &cookie);
    assert!(out.header("set-cookie").is_some_and(|text| text.contains("Max-Age=0")));
    // A link on another page: the browser sends no cookie until a page of this server opens the page again.
    let link = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
    let again = class.server.ask("GET", "/?view=class", link);
    assert_eq!((again.status, again.header("set-cookie")), (200, None));
    assert!(again.text().contains("content=\"0; url=/?view=class\""), "{}", again.text());
    let enter = class.server.ask("GET", &format!("/?token={token}&view=class"), link);
    assert!(enter.header("set-cookie").is_some_and(|text| text.contains(token.as_str())));
    assert!(!enter.text().contains(token.as_str()));
}

#[test]
fn guesses_are_slowed_down() {
    let class = Class::start(SETTINGS);
    class.ask("Anna", "GET", "/class").fine();
    for number in 0..5 {
        let header = format!("Authorization: Bearer guess-{number}\r\n");
        class.server.ask("GET", "/api/v1/class", &header).refused(401);
    }
    let guess = "Authorization: Bearer guess-6\r\n";
    let message = class.server.ask("GET", "/api/v1/class", guess).refused(429);
    assert!(message.starts_with("too many wrong tokens: try again in "), "{message}");
    let form = class.server.get("/?token=guess-7");
    assert_eq!(form.status, 429);
    assert!(form.header("retry-after").is_some());
    class.server.send("POST", "/api/v1/login", "", b"token=guess-8").refused(429);
    // Even a right guess is not told, and those who were here before are not shut out.
    class.ask("Ben", "GET", "/class").refused(429);
    class.ask("Anna", "GET", "/class").fine();
}

/// The guard holds for every address of the class.
#[test]
fn pages_of_others_may_not_ask() {
    let class = Class::start(SETTINGS);
    for (method, path) in [
        ("GET", "/class"),
        ("GET", "/class/entry"),
        ("POST", "/class/entry"),
        ("DELETE", "/class/entry"),
        ("GET", "/class/standings"),
        ("POST", "/class/run"),
        ("GET", "/class/students"),
        ("POST", "/jobs/1/first"),
        ("POST", "/login"),
        ("POST", "/logout"),
    ] {
        let path = format!("/api/v1{path}");
        for header in ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"]
        {
            let headers = format!("{}{header}\r\n", class.bearer("teacher"));
            class.server.ask(method, &path, &headers).refused(403);
        }
        if !path.ends_with("/login") && !path.ends_with("/logout") {
            class.server.ask(method, &path, "").refused(401);
        }
    }
}

#[test]
fn a_kill_loses_no_entry_and_no_game() {
    let mut class = Class::start(&SETTINGS.replace("games = 4", "games = 1000"));
    let texts = ["n", "n - n'", "n - 2*n'", "2*n - n'"];
    for (number, text) in texts.into_iter().enumerate() {
        let who = ["Anna", "Ben"][number % 2];
        class.submit(who, text).fine();
        class.kill();
        assert_eq!(class.ask(who, "GET", "/class/entry").fine()["text"], text);
    }
    let done = |standings: &Value| standings["job"]["done"].as_u64();
    let some = class.waits_for(|standings| done(standings) > Some(20));
    assert!(!is_over(&some), "{some}");
    class.kill();
    // The new server continues by itself.
    let all = class.waits_for(is_over);
    assert!(all["games"].as_u64() > done(&some));
    assert_eq!(all["games"], 6 * 1000);
    let names: Vec<&Value> =
        all["standings"].as_array().expect("a list").iter().map(|row| &row["name"]).collect();
    assert_eq!(names.len(), 4);
    assert!(names.contains(&&json!("Anna")) && names.contains(&&json!("random")));
    // With all stored, playing again plays nothing and ends at once.
    assert_eq!(class.ask("teacher", "POST", "/class/run").status, 201);
    let again = class.waits_for(is_over);
    assert_eq!((&again["games"], &again["run"]), (&all["games"], &all["run"]));
    assert_eq!(class.ask("Anna", "GET", "/class/entry").fine()["history"][0]["text"], "n - 2*n'");
}

#[test]
fn the_settings_can_change_while_it_runs() {
    let class = Class::start(&format!("{SETTINGS}auto = false\n"));
    class.submit("Anna", "n").fine();
    assert_eq!(class.standings()["waiting"], json!(["Anna"]));
    assert_eq!(class.standings()["job"], Value::Null);
    sleep(Duration::from_millis(2100));
    let path = class.directory.path().join("class.toml");
    let more = SETTINGS.replace("'Ben'", "'Ben', 'Carla'") + "deadline = 2020-01-01T00:00:00Z\n";
    fs::write(&path, more).expect("a file");
    let found = class.ask("teacher", "GET", "/class").fine();
    assert_eq!((&found["students"], &found["closed"]), (&json!(3), &json!(true)));
    class.ask("Carla", "GET", "/class/entry").fine();
    assert!(class.submit("Carla", "n").refused(403).starts_with("the deadline was"));
    sleep(Duration::from_millis(2100));
    fs::write(&path, "games = 'many'\n").expect("a file");
    let found = class.ask("teacher", "GET", "/class").fine();
    assert!(found["problem"].as_str().is_some_and(|why| why.contains("line 1")), "{found}");
    assert_eq!(found["students"], 3);
    assert_eq!(class.ask("Anna", "GET", "/class").fine()["problem"], Value::Null);
}

#[test]
fn answers_are_described() {
    let class = Class::start(SETTINGS);
    let description = class.ask("teacher", "GET", "/openapi.json").fine();
    let check = |method: &str, path: &str, answer: &Value| {
        is_described(&description, method, path, answer);
    };
    check("get", "/class/standings", &class.standings());
    check("post", "/class/entry", &class.submit("Anna", "n").fine());
    check("get", "/class/standings", &class.standings());
    check("get", "/class/standings", &class.waits_for(is_over));
    for (who, path) in [
        ("teacher", "/class"),
        ("Anna", "/class"),
        ("reader", "/class"),
        ("Anna", "/class/entry"),
        ("Ben", "/class/entry"),
        ("teacher", "/class/students"),
        ("teacher", "/catalog"),
        ("teacher", "/jobs"),
        ("Anna", "/jobs"),
    ] {
        check("get", path, &class.ask(who, "GET", path).fine());
    }
    let run = class.ask("teacher", "POST", "/class/run");
    assert_eq!(run.status, 201);
    check("post", "/class/run", &run.json());
    check("delete", "/class/entry", &class.ask("Anna", "DELETE", "/class/entry").fine());
    check("post", "/logout", &class.ask("Anna", "POST", "/logout").fine());
}

/// A server without a class says so, and asks for no token.
#[test]
fn a_server_without_a_class_has_none() {
    let server = Server::start();
    assert_eq!(server.api("/catalog", &[]).fine()["class"], false);
    for path in ["/class", "/class/standings"] {
        assert_eq!(server.api(path, &[]).refused(404), "this server has no class");
    }
    server.api("/class/entry", &[]).refused(404);
    server.api("/class/students", &[]).refused(403);
    assert_eq!(server.post("/api/v1/login", b"token=x").refused(404), "this server has no tokens");
}
