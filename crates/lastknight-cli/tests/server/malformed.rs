//! Bad HTTP, bad JSON, long texts and foreign paths.

use super::client::Server;

#[test]
fn bad_http_is_refused() {
    let server = Server::start();
    let host = format!("Host: {}\r\nConnection: close\r\n", server.host);
    let get = "GET /api/v1/status HTTP/1.1\r\n";
    let post = "POST /api/v1/games HTTP/1.1\r\n";
    let many = "X-A: a\r\n".repeat(1000);
    let long = "a".repeat(1_000_000);
    for (request, statuses) in [
        ("\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n".to_owned(), &[400][..]),
        ("nonsense\r\n\r\n".to_owned(), &[400]),
        (format!("GET  HTTP/1.1\r\n{host}\r\n"), &[400]),
        (format!("GET status HTTP/1.1\r\n{host}\r\n"), &[400, 404]),
        (format!("GET /api/v1/status HTTP/9.9\r\n{host}\r\n"), &[400]),
        (format!("{get}{host}No Colon\r\n\r\n"), &[400]),
        (format!("{get}{host}X: a\0b\r\n\r\n"), &[400]),
        (format!("{get}{host}{many}\r\n"), &[431]),
        (format!("{get}{host}X: {long}\r\n\r\n"), &[431]),
        (format!("GET /{long} HTTP/1.1\r\n{host}\r\n"), &[414, 431]),
        (format!("{post}{host}Content-Length: abc\r\n\r\n"), &[400]),
        (format!("{post}{host}Content-Length: -1\r\n\r\n"), &[400]),
        (format!("{post}{host}Content-Length: 99999999999999999999\r\n\r\n"), &[400]),
        (format!("{post}{host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"), &[400]),
        (format!("{post}{host}Transfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n"), &[400]),
        (format!("{post}{host}Transfer-Encoding: gzip\r\n\r\nab"), &[400]),
    ] {
        let answer = server.answer(request.as_bytes());
        let start: String = request.chars().take(200).collect();
        assert!(statuses.contains(&answer.status), "{start}: {}", answer.head);
        assert!(answer.bytes.len() < 1000);
        server.api("/position", &[("at", "7x7")]).fine();
    }
}

#[test]
fn bodies_are_bounded() {
    let server = Server::start();
    for path in ["/api/v1/games", "/api/v1/jobs"] {
        server.post(path, &vec![b' '; 1_000_000]).refused(413);
        // The same without a length in the head.
        let head = server.head("POST", path, "Connection: close\r\nTransfer-Encoding: chunked\r\n");
        let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
        server.answer((head + &chunk.repeat(16) + "0\r\n\r\n").as_bytes()).refused(413);
        let message = server.post(path, b"7x7 \xff").refused(400);
        assert_eq!(message, "the body is not UTF-8 text");
    }
    // Just within the limit.
    let games = "3x3 moves b2 a1\n".repeat(10);
    let text = games + &" ".repeat((1 << 18) - 160);
    assert_eq!(server.post("/api/v1/games", text.as_bytes()).status, 200);
    // A truncated body is refused.
    let head = server.head("POST", "/api/v1/games", "Content-Length: 9\r\n");
    let stream = server.connect();
    std::io::Write::write_all(&mut &stream, (head + "7x7").as_bytes()).expect("a start");
    stream.shutdown(std::net::Shutdown::Write).expect("an end");
    let mut bytes = Vec::new();
    let _ = std::io::Read::read_to_end(&mut &stream, &mut bytes);
    assert!(!bytes.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&bytes));
}

#[test]
fn bad_jobs_are_refused() {
    let server = Server::start();
    let deep = "[".repeat(100_000);
    let nested = format!("{{\"kind\":\"tournament\",\"spec\":{}", "{\"spec\":".repeat(20_000));
    for (body, part) in [
        ("", "invalid body: EOF"),
        ("null", "invalid body"),
        ("[]", "invalid body"),
        ("{}", "missing field `kind`"),
        ("\0", "invalid body"),
        (&deep, "invalid body"),
        (&nested, "recursion limit exceeded"),
        (r#"{"kind":"party"}"#, "unknown variant `party`"),
        (r#"{"kind":7}"#, "invalid body"),
        (r#"{"kind":"study"}"#, "missing field `name`"),
        (r#"{"kind":"study","name":7}"#, "invalid type"),
        (r#"{"kind":"study","name":"none"}"#, "name: there is no such study"),
        (r#"{"kind":"study","name":"../../etc/passwd"}"#, "name: there is no such study"),
        (r#"{"kind":"study","name":"depth","extent":"endless"}"#, "unknown variant `endless`"),
        (r#"{"kind":"study","name":"depth","x":1}"#, "unknown field `x`"),
        (r#"{"kind":"tournament"}"#, "missing field `spec`"),
        (r#"{"kind":"tournament","spec":[]}"#, "invalid body"),
        (r#"{"kind":"tournament","spec":{"x":1}}"#, "unknown field `x`"),
        (r#"{"kind":"tournament","spec":{"games":"many"}}"#, "invalid type"),
        (r#"{"kind":"tournament","spec":{"games":-1}}"#, "invalid value"),
        (r#"{"kind":"tournament","spec":{"agents":"random"}}"#, "invalid type"),
        (r#"{"kind":"tournament","spec":{"agents":[7]}}"#, "an agent is a text"),
        (
            r#"{"kind":"tournament","spec":{"agents":["nobody","random"]}}"#,
            "unknown agent 'nobody'",
        ),
        (
            r#"{"kind":"tournament","spec":{"name":"a\u0000b","agents":["greedy","random"]}}"#,
            "do not print",
        ),
        (
            r#"{"kind":"tournament","spec":{"openings":{"file":"/etc/passwd"},"agents":["greedy","random"]}}"#,
            "openings: the page reads no files",
        ),
        (
            r#"{"kind":"tournament","spec":{"games":20002,"agents":["greedy","random"]}}"#,
            "at most 20000",
        ),
        (
            r#"{"kind":"tournament","spec":{"time":"11s","agents":["greedy","random"]}}"#,
            "at most 10 seconds",
        ),
        (
            r#"{"kind":"tournament","spec":{"agents":["engine(memory=999)","random"]}}"#,
            "256 megabytes",
        ),
        (
            r#"{"kind":"tournament","spec":{"agents":["mirror(engine(threads=9))","random"]}}"#,
            "1 thread",
        ),
        (
            r#"{"kind":"tournament","spec":{"board":"20x20","agents":["greedy","random"]}}"#,
            "128 squares",
        ),
    ] {
        let message = server.post("/api/v1/jobs", body.as_bytes()).refused(400);
        let body: String = body.chars().take(200).collect();
        assert!(message.contains(part), "{body}: {message}");
    }
    assert_eq!(server.api("/jobs", &[]).fine()["jobs"], serde_json::json!([]));
    assert!(std::fs::read_dir(server.out.path()).expect("a directory").next().is_none());
}

#[test]
fn nothing_leads_out_of_the_page() {
    let server = Server::start();
    let secret = server.out.path().join("secret.html");
    std::fs::write(&secret, "a secret").expect("a file");
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/",
        "/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/..%5c..%5cetc%5cpasswd",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/index.html%00.css",
        "/./index.html",
        "/api/v1/../../etc/passwd",
        "/src/main.rs",
        "/Cargo.toml",
    ] {
        server.get(path).refused(404);
    }
    let out = server.out.path().to_str().expect("a plain name");
    let (above, trick) = (format!("{out}/.."), format!("{out}/."));
    for directory in ["../..", "..", ".", "/", "/etc", "", out, &above, &trick, "\0", "~"] {
        for (path, rest) in [
            ("/report", &[("run", "1")][..]),
            ("/report.html", &[("run", "1")]),
            ("/export", &[("run", "1"), ("format", "pgn")]),
            ("/study.html", &[("name", "secret")]),
            ("/study.html", &[("name", "../secret")]),
            ("/study.html", &[("name", "/etc/passwd")]),
        ] {
            let answer = server.api(path, &[&[("directory", directory)], rest].concat());
            assert_eq!(answer.refused(404), "there is no such directory of results", "{directory}");
        }
    }
    // In an absolute address only the path counts.
    let full = format!(
        "GET http://{0}/etc/passwd HTTP/1.1\r\nHost: {0}\r\nConnection: close\r\n\r\n",
        server.host
    );
    server.answer(full.as_bytes()).refused(404);
}
