//! Many clients at a time, and clients with many requests.

use std::thread;

use super::client::Server;

#[test]
fn two_hundred_clients_are_served() {
    let server = Server::start();
    thread::scope(|scope| {
        for client in 0..200 {
            let server = &server;
            scope.spawn(move || {
                let query = [("at", "11x9 moves f5"), ("time", "100ms")];
                let events = server.stream("/analysis", &query, &format!("client-{client}")).all();
                let depths = events.iter().filter(|(name, _)| name == "depth").count();
                assert!(depths > 0, "{client}: {events:?}");
                assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"));
                assert_eq!(events.len(), depths + 1);
            });
        }
    });
    server.comes_to_rest();
    server.api("/position", &[("at", "7x7")]).fine();
}

#[test]
fn searches_of_a_client_are_bounded() {
    let server = Server::start();
    let query = [("at", "11x9"), ("time", "60s")];
    let streams: Vec<_> = (0..8).map(|_| server.stream("/analysis", &query, "one")).collect();
    assert!(streams.iter().all(|stream| stream.head.starts_with("HTTP/1.1 200 ")));
    let one = "X-Client: one\r\n";
    for path in ["/analysis", "/move", "/solution", "/review", "/evaluation", "/tree", "/formula"] {
        let text = if path == "/formula" { "&text=n" } else { "" };
        let message = server.ask("GET", &format!("/api/v1{path}?at=7x7{text}"), one).refused(429);
        assert_eq!(message, "a client can run at most 8 searches at a time");
    }
    // Other requests and other clients are answered.
    assert_eq!(server.ask("GET", "/api/v1/position?at=7x7", one).status, 200);
    let events = server.stream("/analysis", &[("at", "7x7"), ("depth", "3")], "two").all();
    assert_eq!(events.len(), 4);
    assert_eq!(server.searches(), 8);
    drop(streams);
    server.comes_to_rest();
    assert_eq!(server.ask("GET", "/api/v1/move?at=7x7&depth=2", one).status, 200);
    for name in ["", "a b", "ä", "a/b", &"a".repeat(65)] {
        let answer =
            server.ask("GET", "/api/v1/move?at=7x7&depth=2", &format!("X-Client: {name}\r\n"));
        assert_eq!(answer.refused(400), "X-Client: up to 64 letters, digits and dashes");
    }
}

/// Connections beyond the maximum are closed, and there is room again later.
#[test]
fn connections_are_bounded() {
    let server = Server::start();
    let held: Vec<_> = (0..1100).map(|_| server.connect()).collect();
    drop(held);
    // A later client is answered.
    let begin = std::time::Instant::now();
    loop {
        let mut stream = server.connect();
        let head = server.head("GET", "/api/v1/status", "Connection: close\r\n");
        let _ = std::io::Write::write_all(&mut stream, head.as_bytes());
        let mut bytes = Vec::new();
        let _ = std::io::Read::read_to_end(&mut stream, &mut bytes);
        if bytes.starts_with(b"HTTP/1.1 200 ") {
            break;
        }
        assert!(begin.elapsed().as_secs() < 20, "no room");
    }
    server.comes_to_rest();
}
