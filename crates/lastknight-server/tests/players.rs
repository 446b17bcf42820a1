//! Custom players on the page, over HTTP.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use lastknight::agent::{Agents, Forfeit};
use lastknight::search::Task;
use lastknight::{Agent, Game, Player, SearchReport};
use lastknight_server::{ServerOptions, serve};
use serde_json::{Value, json};

/// Plays the last legal move.
struct Last;

impl Player for Last {
    fn choose(&mut self, game: &Game, _: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        let to = game.position().legal_moves().into_iter().last();
        to.map(SearchReport::from).ok_or_else(|| Forfeit::crash("the game is over"))
    }
}

/// Never has a move.
struct Broken;

impl Player for Broken {
    fn choose(&mut self, _: &Game, _: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        Err(Forfeit::crash("out of order"))
    }
}

fn ask(address: SocketAddr, path: &str) -> (u16, Value) {
    send(address, "GET", path, "")
}

fn send(address: SocketAddr, method: &str, path: &str, body: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let request = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("a request");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.expect("a status"), serde_json::from_str(body).expect("JSON"))
}

#[test]
fn a_custom_player_plays_on_the_page() {
    let custom = |name: &str, make: fn() -> Box<dyn Player>| {
        Agent::custom(name, move |_| make()).expect("a name")
    };
    let agents = Agents::builtin().with(custom("last", || Box::new(Last)));
    let agents = agents.and_then(|agents| agents.with(custom("broken", || Box::new(Broken))));
    let out = tempfile::TempDir::new().expect("a directory");
    let options = ServerOptions::new("127.0.0.1:0".parse().expect("an address")).out(out.path());
    let options = options.agents(agents.expect("two agents"));
    let (stop, (sender, receiver)) = (AtomicBool::new(false), channel());
    thread::scope(|scope| {
        let on_ready = move |address| sender.send(address).expect("a receiver");
        let server = scope.spawn(|| serve(options, &stop, on_ready));
        let address = receiver.recv().expect("an address");

        let (_, catalog) = ask(address, "/catalog");
        for list in ["agents", "opponents"] {
            let field = if list == "agents" { "name" } else { "agent" };
            let entries = catalog[list].as_array().expect("a list");
            assert!(entries.iter().any(|entry| entry[field] == "last"), "{list}");
        }
        assert_eq!(ask(address, "/check?agent=mirror(last)").1["agent"], "mirror(last)");
        let mut game: Game = "4x4".parse().expect("a board");
        while game.position().winner().is_none() {
            let at = game.to_string().replace(' ', "+");
            let (status, found) = ask(address, &format!("/move?at={at}&agent=last"));
            assert_eq!((status, &found["agent"]), (200, &"last".into()));
            let wanted = game.position().legal_moves().into_iter().last();
            game.play_named(found["best"].as_str().expect("a move")).expect("a legal move");
            assert_eq!(game.moves().last(), wanted);
        }
        let (status, failed) = ask(address, "/move?at=4x4&agent=broken");
        assert_eq!(status, 500);
        assert_eq!(failed["error"]["message"], "broken gives up: out of order");

        let spec = json!({"board": "4x4", "games": 4, "agents": ["last", "broken"]});
        let order = json!({"kind": "tournament", "spec": spec}).to_string();
        let (status, job) = send(address, "POST", "/jobs", &order);
        assert_eq!((status, &job["title"]), (201, &"round-robin".into()));
        let state = loop {
            let state = ask(address, "/jobs").1["jobs"][0]["state"].clone();
            if state != "running" {
                break state;
            }
            thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(state, "done");
        stop.store(true, Ordering::Relaxed);
        server.join().expect("no panic").expect("a server");
    });
}
