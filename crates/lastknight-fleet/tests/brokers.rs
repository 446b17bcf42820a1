//! Brokers that cannot be used: one clear line each.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use lastknight_fleet::{Broker, Coordinator, CoordinatorSettings, WorkerEvent};
use tempfile::TempDir;

use crate::fleet::{Workers, games_alone, games_of_fleet, settings, spec};
use crate::nats_server::{NatsServer, free_port};

const JETSTREAM: &str = "jetstream { store_dir: \"STORE\" }\n";

fn refusal(settings: CoordinatorSettings) -> String {
    Coordinator::connect(settings).err().expect("a refusal").to_string()
}

fn with_account(url: &str, file: &Path) -> CoordinatorSettings {
    let broker =
        Broker { url: url.to_owned(), credentials: Some(file.to_owned()), certificate: None };
    CoordinatorSettings { broker, ..settings(url, "f", 0.0) }
}

#[test]
fn there_is_no_broker() {
    let url = format!("nats://127.0.0.1:{}", free_port());
    let error = refusal(settings(&url, "f", 0.0));
    assert!(error.starts_with(&format!("NATS: no broker at {url}: ")), "{error}");
    let error = refusal(settings("http://example.com", "f", 0.0));
    assert!(error.contains("expected nats://HOST:PORT or tls://HOST:PORT"), "{error}");
    let error = refusal(settings("nats://no-such-host.invalid", "f", 0.0));
    assert!(error.starts_with("NATS: no broker at nats://no-such-host.invalid: "), "{error}");
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn a_broker_without_jetstream() {
    let server = NatsServer::with("");
    let error = refusal(settings(&server.url(), "f", 0.0));
    let wanted = "has no JetStream: start it as 'nats-server -js'";
    assert!(error.ends_with(wanted), "{error}");
}

/// A broker of long ago.
#[test]
fn an_old_broker() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("nats://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let mut stream = stream;
            let info =
                r#"INFO {"server_id":"x","version":"2.1.9","proto":1,"max_payload":1048576}"#;
            let _ = stream.write_all(format!("{info}\r\n").as_bytes());
            // The client connects and pings.
            thread::sleep(Duration::from_millis(100));
            let _ = stream.write_all(b"PONG\r\n");
            thread::sleep(Duration::from_secs(2));
        }
    });
    let error = refusal(settings(&url, "f", 0.0));
    assert!(error.ends_with("is version 2.1.9; 2.9 or later is needed"), "{error}");
}

#[test]
fn accounts_and_permissions() {
    let directory = TempDir::new().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let users = "authorization { users = [
        { user: boss, password: secret }
        { user: guest, password: guest, permissions: { publish: [\"_INBOX.>\"], subscribe: [\">\"] } }
    ] }\n";
    let server = NatsServer::with(&format!("{JETSTREAM}{users}"));
    let url = server.url();
    let error = refusal(settings(&url, "f", 0.0));
    let wanted = "refuses the login: log in with --credentials FILE";
    assert!(error.ends_with(wanted), "{error}");
    let wrong = file("wrong", "user: boss\npassword: guess\n");
    let error = refusal(with_account(&url, &wrong));
    assert!(error.contains("refuses the login: check '"), "{error}");
    assert!(!error.contains("guess"), "{error}");
    let error = refusal(with_account(&url, &file("empty", "")));
    assert!(error.contains("no credentials: expected lines 'user: NAME'"), "{error}");
    let error = refusal(with_account(&url, Path::new("/no/such/file")));
    assert!(error.starts_with("'/no/such/file': "), "{error}");
    let guest = file("guest", "user: guest\npassword: guest\n");
    let error = refusal(with_account(&url, &guest));
    assert!(error.contains("no queue for the fleet 'f'"), "{error}");
    assert!(error.to_lowercase().contains("permissions"), "{error}");
    let right = file("right", "user: boss\npassword: secret\n");
    Coordinator::connect(with_account(&url, &right)).expect("a coordinator");
}

/// The accounts of the documented configuration can do what they need, and workers nothing else.
#[test]
fn documented_permissions_suffice() {
    let directory = TempDir::new().expect("a directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let configuration = include_str!("../../../docs/fleet/nats.conf");
    let configuration =
        configuration.replace("listen: \"0.0.0.0:4222\"", "").replace("/var/lib/nats", "STORE");
    let server = NatsServer::with(&configuration);
    let boss = file("boss", "user: coordinator\npassword: change-me-1\n");
    let hand = file("hand", "user: worker\npassword: change-me-2\n");
    let account = |file: &Path| Broker {
        url: server.url(),
        credentials: Some(file.to_owned()),
        certificate: None,
    };
    let settings =
        CoordinatorSettings { broker: account(&boss), ..settings(&server.url(), "class-7", 0.5) };
    let coordinator = Arc::new(Coordinator::connect(settings).expect("a coordinator"));
    let workers = Workers::start_as(&account(&hand), "class-7", 2);
    let spec = spec("games = 200\nnodes = 50\nagents = ['random', 'greedy']");
    assert_eq!(games_of_fleet(&spec, &coordinator), games_alone(&spec));
    assert!(coordinator.status().failures.is_empty(), "{:?}", coordinator.status().failures);
    let is_failure = |event: &WorkerEvent| matches!(event, WorkerEvent::Failed(_));
    assert!(!workers.events().iter().any(is_failure), "{:?}", workers.events());

    // A worker's account cannot publish work, read results, or touch the queue.
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let refusals = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&refusals);
        let options = async_nats::ConnectOptions::new()
            .user_and_password("worker".to_owned(), "change-me-2".to_owned())
            .event_callback(move |event| {
                let is_refusal = matches!(event, async_nats::Event::ServerError(_));
                count.fetch_add(usize::from(is_refusal), Ordering::Relaxed);
                async {}
            });
        let client = options.connect(server.url()).await.expect("a connection");
        let forbidden = [
            "lastknight.class-7.work",
            "lastknight.class-7.coordinator",
            "lastknight.class-7.task.x",
            "lastknight.class-8.result",
            "$JS.API.STREAM.PURGE.lastknight_class-7",
            "$JS.API.STREAM.DELETE.lastknight_class-7",
            "$JS.API.STREAM.CREATE.mine",
            "$JS.API.CONSUMER.DELETE.lastknight_class-7.workers",
        ];
        for subject in forbidden {
            client.publish(subject, "".into()).await.expect("sent");
        }
        for subject in ["lastknight.class-7.result", "lastknight.class-7.work", ">"] {
            std::mem::forget(client.subscribe(subject).await.expect("sent"));
        }
        client.flush().await.expect("sent");
        for _ in 0..200 {
            if refusals.load(Ordering::Relaxed) == forbidden.len() + 3 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{refusals:?} refusals");
    });
}

fn openssl(directory: &Path, arguments: &str) {
    let mut command = std::process::Command::new("openssl");
    let output = command.args(arguments.split(' ')).current_dir(directory).output();
    let output = output.expect("openssl: install the Debian package openssl");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// TLS with a certificate of our own authority, and an NKEY.
#[test]
fn connections_can_be_encrypted() {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path();
    openssl(
        path,
        "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -keyout ca.key -out ca.pem",
    );
    openssl(
        path,
        "req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout key.pem -out request.pem",
    );
    fs::write(path.join("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n").expect("a file");
    openssl(
        path,
        "x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out cert.pem",
    );
    let key = nkeys::KeyPair::new_user();
    let (cert, private) = (path.join("cert.pem"), path.join("key.pem"));
    let configuration = format!(
        "{JETSTREAM}tls {{ cert_file: {cert:?}, key_file: {private:?} }}\n\
         authorization {{ users = [ {{ nkey: {} }} ] }}\n",
        key.public_key()
    );
    let server = NatsServer::with(&configuration);
    let seed = path.join("seed");
    fs::write(&seed, key.seed().expect("a seed")).expect("a file");
    let broker = Broker {
        url: format!("tls://localhost:{}", server.port()),
        credentials: Some(seed),
        certificate: Some(path.join("ca.pem")),
    };
    let with = |broker: &Broker| CoordinatorSettings {
        broker: broker.clone(),
        ..settings("", "safe", 0.0)
    };
    let coordinator = Arc::new(Coordinator::connect(with(&broker)).expect("a coordinator"));
    let _workers = Workers::start_as(&broker, "safe", 1);
    let spec = spec("games = 20\nnodes = 50\nagents = ['random', 'greedy']");
    assert_eq!(games_of_fleet(&spec, &coordinator), games_alone(&spec));
    let stranger = Broker { certificate: None, ..broker.clone() };
    let error = refusal(with(&stranger));
    assert!(error.starts_with("NATS: no TLS connection to tls://localhost:"), "{error}");
    let plain = Broker { url: server.url(), certificate: None, ..broker };
    assert_eq!(refusal(with(&plain)).lines().count(), 1);
}

/// Metrics are served in the format of Prometheus, and the state can be asked for.
#[test]
fn the_state_can_be_seen() {
    let server = NatsServer::start();
    let address = format!("127.0.0.1:{}", free_port()).parse().expect("an address");
    let settings =
        CoordinatorSettings { metrics: Some(address), ..settings(&server.url(), "seen", 0.5) };
    let fleet = settings.fleet.clone();
    let coordinator = Arc::new(Coordinator::connect(settings).expect("a coordinator"));
    let _workers = Workers::start(&server.url(), "seen", 1);
    let spec = spec("games = 20\nnodes = 50\nagents = ['random', 'greedy']");
    assert_eq!(games_of_fleet(&spec, &coordinator), games_alone(&spec));
    let mut stream = std::net::TcpStream::connect(address).expect("a connection");
    let request = "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).expect("a request");
    let mut answer = String::new();
    std::io::Read::read_to_string(&mut stream, &mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    let line = "lastknight_fleet_tasks_finished_total{fleet=\"seen\"} 10\n";
    assert!(answer.contains(line), "{answer}");
    let broker = crate::fleet::broker(&server.url());
    let status = Coordinator::query(&broker, &fleet).expect("a status");
    assert_eq!(status.tasks.finished, 10);
    assert_eq!(status.workers.len(), 1);
    drop(coordinator);
    let error = Coordinator::query(&broker, &fleet).expect_err("nobody").to_string();
    assert!(error.starts_with("nobody coordinates the fleet 'seen' at nats://"), "{error}");
}
