//! Access control, and the headers of every answer.

use std::process::Command;

use super::client::{Answer, Server};

fn with_headers(server: &Server, method: &str, path: &str, headers: &str) -> Answer {
    let request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n");
    server.answer(request.as_bytes())
}

#[test]
fn only_this_machine_by_its_own_names_may_ask() {
    let server = Server::start();
    let port = server.host.rsplit(':').next().expect("a port").to_owned();
    let status = |headers: &str| with_headers(&server, "GET", "/api/v1/status", headers).status;
    for name in ["127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(status(&format!("Host: {name}:{port}\r\n")), 200, "{name}");
    }
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        "127.0.0.1:1",
        "127.0.0.1",
        "",
        &format!("localhost.evil.example:{port}"),
        &format!("127.0.0.1:{port}.evil.example"),
    ] {
        let answer = with_headers(&server, "GET", "/api/v1/status", &format!("Host: {host}\r\n"));
        let message = answer.refused(403);
        assert!(message.ends_with("the Host is another"), "{message}");
    }
    with_headers(&server, "GET", "/api/v1/status", "").refused(400);
    let twice = format!("Host: localhost:{port}\r\n").repeat(2);
    with_headers(&server, "GET", "/api/v1/status", &twice).refused(400);
}

#[test]
fn pages_of_others_may_not_ask() {
    let server = Server::start();
    let host = format!("Host: {}\r\n", server.host);
    let own = format!("{host}Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n", server.host);
    assert_eq!(with_headers(&server, "GET", "/api/v1/status", &own).status, 200);
    for header in [
        "Origin: http://evil.example",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
        "Sec-Fetch-Site: x",
    ] {
        let headers = format!("{host}{header}\r\nContent-Length: 0\r\n");
        for (method, path) in [
            ("GET", "/api/v1/status"),
            ("POST", "/api/v1/jobs"),
            ("DELETE", "/api/v1/jobs/1"),
            ("GET", "/api/v1/analysis?at=7x7"),
            ("GET", "/style.css"),
            ("OPTIONS", "/api/v1/jobs"),
        ] {
            with_headers(&server, method, path, &headers).refused(403);
        }
    }
    // A link may open the page, and nothing else.
    let link = format!("{host}Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n");
    assert_eq!(with_headers(&server, "GET", "/?moves=d4", &link).status, 200);
    with_headers(&server, "GET", "/api/v1/status", &link).refused(403);
    server.comes_to_rest();
}

/// Other pages may show the board in a frame, and nothing else.
#[test]
fn only_the_board_can_be_framed() {
    let server = Server::start();
    for (path, is_allowed) in [
        ("/?embed=1", true),
        ("/?view=analyse&embed=1&moves=d4", true),
        ("/", false),
        ("/?embed=10", false),
        ("/?moves=embed=1", false),
        ("/api/v1/status?embed=1", false),
        ("/main.js?embed=1", false),
    ] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").expect("a policy");
        let frames = if is_allowed { "frame-ancestors *" } else { "frame-ancestors 'none'" };
        assert!(policy.ends_with(frames), "{path}: {policy}");
    }
}

#[test]
fn every_answer_has_its_headers() {
    let server = Server::start();
    for path in [
        "/",
        "/style.css",
        "/main.js",
        "/icon.svg",
        "/api/v1/status",
        "/api/v1/analysis?at=1x1",
        "/nothing",
        "/api/v1/position",
        "/api/v1/games",
    ] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").expect("a policy");
        for part in
            ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"]
        {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}: {name}");
        }
        assert!(answer.header("access-control-allow-origin").is_none());
        assert!(
            answer.header("cache-control").is_some_and(|value| value.starts_with("no-")),
            "{path}"
        );
    }
    let refused = with_headers(&server, "GET", "/", "Host: evil.example\r\n");
    assert!(refused.header("content-security-policy").is_some());
}

/// An unchanged file is not sent again.
#[test]
fn files_of_the_page_have_tags() {
    let server = Server::start();
    let answer = server.get("/");
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(answer.text().starts_with("<!DOCTYPE html>"), "{}", &answer.text()[..40]);
    let tag = answer.header("etag").expect("a tag");
    let again = server.ask("GET", "/", &format!("If-None-Match: {tag}\r\n"));
    assert_eq!((again.status, again.bytes.len(), again.header("etag")), (304, 0, Some(tag)));
    assert_eq!(server.ask("GET", "/", "If-None-Match: \"other\"\r\n").status, 200);
}

#[test]
fn a_public_server_wants_its_token() {
    let token = "correct-horse-battery";
    let server = Server::with(&["--public", "--bind", "127.0.0.1", "--token", token]);
    for path in ["/", "/?token=correct", "/?moves=d4"] {
        let answer = server.get(path);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (401, Some("text/html; charset=utf-8"))
        );
        assert!(answer.text().contains("<form method=\"post\" action=\"/api/v1/login\">"));
    }
    for (path, headers) in [
        ("/style.css", ""),
        ("/api/v1/status", ""),
        ("/api/v1/status", "Authorization: Bearer correct-horse-batterY\r\n"),
        ("/api/v1/status", "Authorization: Basic correct-horse-battery\r\n"),
        ("/api/v1/status", "Cookie: lastknight-token=\r\n"),
        ("/api/v1/status?token=", ""),
        ("/nothing", ""),
    ] {
        server.ask("GET", path, headers).refused(401);
    }
    let answer = server.get(&format!("/?token={token}&moves=d4"));
    assert_eq!((answer.status, answer.header("location")), (303, Some("/?moves=d4")));
    let cookie = answer.header("set-cookie").expect("a cookie");
    assert_eq!(cookie, format!("lastknight-token={token}; HttpOnly; SameSite=Strict; Path=/"));
    let cookie = format!("Cookie: a=b; {}\r\n", cookie.split(';').next().expect("a value"));
    for path in ["/", "/api/v1/status", "/main.js"] {
        assert_eq!(server.ask("GET", path, &cookie).status, 200, "{path}");
    }
    let bearer = format!("Authorization: Bearer {token}\r\n");
    assert_eq!(server.ask("GET", "/api/v1/status", &bearer).status, 200);
    // Any host name is accepted, but no page of others.
    let named = format!("Host: knights.example\r\n{bearer}");
    assert_eq!(with_headers(&server, "GET", "/api/v1/status", &named).status, 200);
    let other = format!("{named}Origin: http://evil.example\r\n");
    with_headers(&server, "GET", "/api/v1/status", &other).refused(403);
}

/// Flags that would let others in by mistake are refused.
#[test]
fn the_command_refuses_to_be_careless() {
    for (flags, part) in [
        (&["--public"][..], "--public requires --token"),
        (&["--public", "--token", "short"], "--token: use at least 12"),
        (&["--public", "--token", "with spaces in it"], "--token: use at least 12"),
        (&["--bind", "0.0.0.0"], "add --public and --token"),
        (&["--class", "/dev/null/class"], "--class: /dev/null/class: "),
        (&["--bind", "0.0.0.0", "--token", "correct-horse-battery"], "add --public and --token"),
        (&["no/such/directory"], "is not a directory"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_lastknight"))
            .args(["serve", "--port", "0"])
            .args(flags)
            .output();
        let output = output.expect("the program runs");
        let message = String::from_utf8(output.stderr).expect("text");
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        assert!(message.starts_with("lastknight: ") && message.contains(part), "{message}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn a_port_that_is_taken_is_reported() {
    let server = Server::start();
    let port = server.host.rsplit(':').next().expect("a port");
    let output =
        Command::new(env!("CARGO_BIN_EXE_lastknight")).args(["serve", "--port", port]).output();
    let output = output.expect("the program runs");
    let message = String::from_utf8(output.stderr).expect("text");
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(
        message.starts_with(&format!("lastknight: cannot listen on 127.0.0.1:{port}: ")),
        "{message}"
    );
    assert_eq!(message.lines().count(), 1, "{message}");
}
