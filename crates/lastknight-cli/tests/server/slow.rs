//! Slow clients, and clients that leave: neither disturbs others for long.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use super::client::{Answer, Server, address};

/// A little longer than the server's timeouts.
const LONG: Duration = Duration::from_secs(25);

/// Reads to the end of a connection.
fn end(mut stream: &TcpStream) -> Vec<u8> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    bytes
}

#[test]
fn slow_clients_are_disconnected() {
    let server = Server::start();
    let begin = Instant::now();
    thread::scope(|scope| {
        // No head, and heads that are never finished.
        for start in ["", "GET / HTTP/1.1\r\nHo", "GET /api/v1/status HTTP/1.1\r\nHost: a\r\n"] {
            let server = &server;
            scope.spawn(move || {
                let mut stream = server.connect();
                stream.write_all(start.as_bytes()).expect("a start");
                assert_eq!(end(&stream), b"", "{start}");
            });
        }
        // A head that comes byte by byte.
        scope.spawn(|| {
            let mut stream = server.connect();
            let head = server.head("GET", "/", &format!("X-Long: {}\r\n", "a".repeat(1000)));
            let is_left = head.bytes().any(|byte| {
                thread::sleep(Duration::from_millis(100));
                stream.write_all(&[byte]).is_err()
            });
            assert!(is_left);
        });
        // An idle connection.
        scope.spawn(|| {
            let mut stream = server.connect();
            stream.write_all(server.head("GET", "/api/v1/status", "").as_bytes()).expect("a head");
            assert_eq!(Answer::read(&stream).status, 200);
        });
        // Bodies that never arrive, or byte by byte.
        for is_dripping in [false, true] {
            let server = &server;
            scope.spawn(move || {
                let mut stream = server.connect();
                let head = server.head("POST", "/api/v1/games", "Content-Length: 1000\r\n");
                stream.write_all(head.as_bytes()).expect("a head");
                if is_dripping {
                    let mut writer = stream.try_clone().expect("a second handle");
                    while writer.write_all(b"7").is_ok() && begin.elapsed() < LONG {
                        thread::sleep(Duration::from_millis(100));
                    }
                }
                let message = Answer::read(&stream).refused(408);
                assert_eq!(message, "the body took too long to arrive");
            });
        }
        // Answers that are never read.
        scope.spawn(|| {
            let mut stream = server.connect();
            let request = server.head("GET", "/api/v1/catalog", "");
            while stream.write_all(request.as_bytes()).is_ok() {}
        });
        // Meanwhile others are answered.
        while begin.elapsed() < Duration::from_secs(12) {
            server.api("/position", &[("at", "7x7")]).fine();
            thread::sleep(Duration::from_millis(100));
        }
    });
    assert!(begin.elapsed() < LONG, "{:?}", begin.elapsed());
    server.comes_to_rest();
}

#[test]
fn searches_of_clients_that_left_end() {
    let server = Server::start();
    let path = address("/analysis", &[("at", "11x9"), ("time", "60s")]);
    let open = |client: usize| {
        let mut stream = server.connect();
        let head = server.head("GET", &path, &format!("X-Client: {client}\r\n"));
        stream.write_all(head.as_bytes()).expect("a head");
        stream
    };
    let streams: Vec<TcpStream> = (0..20).map(open).collect();
    server.waits_for(20);
    drop(streams);
    server.comes_to_rest();
    // The same for other requests.
    for path in ["/move", "/solution", "/review"] {
        let at = ("at", "11x9 moves f5 d4 e3 c6 g4");
        let time = if path == "/review" { ("nodes", "999999999") } else { ("time", "60s") };
        let mut stream = server.connect();
        let head = server.head("GET", &address(path, &[at, time]), "");
        stream.write_all(head.as_bytes()).expect("a head");
        server.waits_for(1);
        drop(stream);
        server.comes_to_rest();
    }
}

/// A stream that is never read costs other clients nothing.
#[test]
fn streams_that_are_not_read_disturb_nobody() {
    let server = Server::start();
    let query = [("at", "11x9"), ("time", "60s"), ("multi", "16")];
    let unread: Vec<_> = (0..4).map(|_| server.stream("/analysis", &query, "lazy")).collect();
    server.waits_for(4);
    for _ in 0..20 {
        let query = [("at", "7x7 moves d4 b3"), ("time", "50ms")];
        let events = server.stream("/analysis", &query, "busy").all();
        assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"));
    }
    assert_eq!(server.searches(), 4);
    drop(unread);
    server.comes_to_rest();
}

/// Ctrl-C ends a busy server.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_busy_server() {
    let mut server = Server::start();
    let query = [("at", "11x9"), ("time", "60s")];
    let mut stream = server.stream("/analysis", &query, "a");
    assert_eq!(stream.next().expect("an event").0, "depth");
    let spec =
        r#"{"kind":"tournament","spec":{"games":20000,"agents":["random","minimax(depth=40)"]}}"#;
    assert_eq!(server.post("/api/v1/jobs", spec.as_bytes()).status, 201);
    let command = format!("kill -INT {}", server.child.id());
    let status = std::process::Command::new("sh").args(["-c", &command]).status();
    assert!(status.expect("a shell").success());
    let begin = Instant::now();
    let code = loop {
        if let Some(status) = server.child.try_wait().expect("a child") {
            break status.code();
        }
        assert!(begin.elapsed() < LONG, "it is still running");
        thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(code, Some(0));
}
