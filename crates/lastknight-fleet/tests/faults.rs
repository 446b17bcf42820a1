//! Whatever workers, messages and the broker do, the games are those of one thread, each once, and the run ends.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, consumer::PullConsumer};
use futures_util::StreamExt;
use lastknight::oracle::SamplePlan;
use lastknight::{Agent, Clock, Limits, Random};
use lastknight_fleet::{Coordinator, WorkerEvent, WorkerStatus};
use lastknight_lab::{Session, Spec, open_remote_job, play_identity};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use crate::fleet::{Workers, coordinator, games, games_alone, games_of_fleet, spec};
use crate::nats_server::NatsServer;

/// A tournament of a few seconds.
fn tournament(games: usize) -> Spec {
    spec(&format!(
        "games = {games}\nboard = '6x6'\nnodes = 400\n\
         agents = ['alphabeta(improved)', 'mcts', 'random', 'alphabeta(mixed)']"
    ))
}

/// A worker that does what a test wants.
struct FakeWorker {
    runtime: Runtime,
    client: async_nats::Client,
    fleet: &'static str,
    id: String,
}

/// What the fake worker shows with its messages.
const SECRET: u64 = 7;

fn program() -> Value {
    let (play, signature) = play_identity();
    let version = env!("CARGO_PKG_VERSION");
    json!({ "protocol": 2, "version": version, "play": play, "signature": signature })
}

impl FakeWorker {
    fn connect(url: &str, fleet: &'static str, id: &str) -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let client = runtime.block_on(async_nats::connect(url)).expect("a connection");
        Self { runtime, client, fleet, id: id.to_owned() }
    }

    fn request(&self, last: &str, message: &Value) -> Value {
        let subject = format!("lastknight.{}.{last}", self.fleet);
        let request = self.client.request(subject, message.to_string().into());
        let answer = self.runtime.block_on(request).expect("an answer");
        serde_json::from_slice(&answer.payload).expect("JSON")
    }

    fn join(&self, program: &Value) -> Value {
        let join = json!({
            "worker": self.id, "secret": SECRET, "program": program, "host": "fake", "machine": "fake",
            "threads": 1, "nps": 1e6,
        });
        self.request("join", &join)
    }

    /// Takes a batch from the queue and never says that it works on it.
    fn take(&self) -> Value {
        self.take_unless(&|| false).expect("a batch")
    }

    /// Takes a batch, unless something happens before there is one.
    fn take_unless(&self, has_happened: &dyn Fn() -> bool) -> Option<Value> {
        self.runtime.block_on(async {
            let context = jetstream::new(self.client.clone());
            let stream = format!("lastknight_{}", self.fleet);
            while !has_happened() {
                let queue: Result<PullConsumer, _> =
                    context.get_consumer_from_stream("workers", &stream).await;
                if let Ok(queue) = queue
                    && let Ok(mut messages) = queue.fetch().max_messages(1).messages().await
                    && let Some(Ok(message)) = messages.next().await
                {
                    return Some(serde_json::from_slice(&message.payload).expect("JSON"));
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            None
        })
    }

    /// The outputs of a batch, with a changed job if a test wants it.
    fn outputs(batch: &Value, about: &Value) -> Value {
        let read = |text: &str| text.parse::<Agent>().map_err(|error| error.to_string());
        let kind = batch["kind"].as_str().expect("a kind");
        let job = open_remote_job(kind, &about.to_string(), &read, 1.0).expect("a job");
        let stop = AtomicBool::new(false);
        let output = |task: &Value| {
            let text = job.perform(&task[1].to_string(), &stop).expect("a task").expect("an end");
            json!([task[0], serde_json::from_str::<Value>(&text).expect("JSON")])
        };
        batch["tasks"].as_array().expect("tasks").iter().map(output).collect()
    }

    fn send(&self, batch: &Value, outputs: &Value) -> Value {
        let results = json!({
            "worker": self.id, "secret": SECRET, "job": batch["job"], "batch": batch["batch"],
            "seconds": 0.01, "outputs": outputs, "returned": [],
            "failure": null,
        });
        self.request("result", &results)
    }
}

/// Plays in the background.
fn play(spec: &Spec, coordinator: &Arc<Coordinator>) -> thread::JoinHandle<Vec<String>> {
    let (spec, coordinator) = (spec.clone(), Arc::clone(coordinator));
    thread::spawn(move || games_of_fleet(&spec, &coordinator))
}

/// Waits until something is so.
fn wait(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A worker whose results the rules exclude is dropped at once.
#[test]
fn impossible_results_are_refused() {
    type Lie = fn(&mut Value);
    let lies: [(&str, Lie, &str); 5] = [
        ("winner", |games| swap_winner(&mut games[0]), "does not end"),
        ("illegal", |games| games[1]["moves"][0] = json!(0), "game 2: move "),
        ("short", |games| drop(games[0]["moves"].as_array_mut().map(Vec::pop)), "does not end"),
        ("resigned", |games| games[0]["termination"] = json!("resignation"), "does not end"),
        ("counts", |games| games[0]["effort"][0][0] = json!(77), "numbers of moves differ"),
    ];
    let spec = tournament(40);
    let alone = games_alone(&spec);
    let server = NatsServer::start();
    for (id, lie, reason) in lies {
        let coordinator = coordinator(&server.url(), "lies", 0.0);
        let playing = play(&spec, &coordinator);
        let liar = FakeWorker::connect(&server.url(), "lies", id);
        assert_eq!(liar.join(&program()), json!("Accepted"));
        let batch = liar.take();
        let mut outputs = FakeWorker::outputs(&batch, &batch["about"]);
        lie(&mut outputs[0][1]);
        let receipt = liar.send(&batch, &outputs);
        let why = receipt["Dropped"].as_str().unwrap_or_default();
        assert!(why.contains(reason), "{id}: {receipt}");
        let _workers = Workers::start(&server.url(), "lies", 1);
        assert_eq!(playing.join().expect("games"), alone, "{id}");
        let refused = liar.join(&program());
        assert!(
            refused["Refused"].as_str().is_some_and(|why| why.contains("dropped")),
            "{refused}"
        );
    }
}

/// A liar that comes back under new ids waits ever longer, and an honest worker finishes meanwhile.
#[test]
fn liars_under_new_ids_wait() {
    let spec = tournament(200);
    let server = NatsServer::start();
    let coordinator = coordinator(&server.url(), "ids", 0.0);
    let playing = play(&spec, &coordinator);
    let _workers = Workers::start(&server.url(), "ids", 1);
    wait("an honest worker", || coordinator.status().working() == 1);
    let (mut accepted, mut refused) = (0, 0);
    while !playing.is_finished() {
        let liar = FakeWorker::connect(&server.url(), "ids", &format!("liar{accepted}"));
        match liar.join(&program()) {
            answer if answer == json!("Accepted") => {
                // An impossible result of a task of any number, until one of them is wanted.
                accepted += 1;
                let batch = liar.take_unless(&|| playing.is_finished());
                let Some(batch) = batch else { break };
                let outputs: Value = batch["tasks"]
                    .as_array()
                    .map(|tasks| tasks.iter().map(|task| json!([task[0], []])).collect())
                    .expect("tasks");
                liar.send(&batch, &outputs);
            }
            answer => {
                let why = answer["Refused"].as_str().unwrap_or_default();
                assert!(why.contains("new ones wait"), "{answer}");
                refused += 1;
                thread::sleep(Duration::from_millis(20));
            }
        }
    }
    assert_eq!(playing.join().expect("games"), games_alone(&spec));
    assert!(accepted < 8 && refused > 0, "{accepted} accepted, {refused} refused");
}

fn swap_winner(game: &mut Value) {
    let other = if game["winner"] == json!("white") { "black" } else { "white" };
    game["winner"] = json!(other);
}

/// A worker whose results are possible but wrong is found by a second worker, or by the coordinator if there is none. All
/// that it did is done again.
#[test]
fn wrong_results_are_found_and_played_again() {
    let spec = tournament(60);
    let alone = games_alone(&spec);
    let server = NatsServer::start();
    for is_alone in [true, false] {
        let coordinator = coordinator(&server.url(), "wrong", 1.0);
        let playing = play(&spec, &coordinator);
        let liar = FakeWorker::connect(&server.url(), "wrong", "liar");
        assert_eq!(liar.join(&program()), json!("Accepted"));
        // It first plays as it should, then with another agent.
        let batch = liar.take();
        let outputs = FakeWorker::outputs(&batch, &batch["about"]);
        assert_eq!(liar.send(&batch, &outputs), json!("Stored"));
        let batch = liar.take();
        let mut about = batch["about"].clone();
        for agent in about[0]["agents"].as_array_mut().expect("agents") {
            agent[0] = json!("random");
        }
        let outputs = FakeWorker::outputs(&batch, &about);
        let mut workers = None;
        if !is_alone {
            workers = Some(Workers::start(&server.url(), "wrong", 1));
            // On a busy machine the liar counts as silent by then.
            let is_honest = |it: &WorkerStatus| it.id != "liar" && it.state == "working";
            wait("an honest worker", || coordinator.status().workers.iter().any(is_honest));
        }
        assert_eq!(liar.send(&batch, &outputs), json!("Stored"), "it is possible");
        let is_dropped = |id: &str| {
            let status = coordinator.status();
            status.workers.iter().any(|it| it.id == id && it.state == "dropped")
        };
        wait("the liar is found", || is_dropped("liar"));
        let _workers = workers.unwrap_or_else(|| Workers::start(&server.url(), "wrong", 1));
        assert_eq!(playing.join().expect("games"), alone);
        let status = coordinator.status();
        assert!(status.workers.iter().all(|it| it.id == "liar" || it.reason.is_none()));
        assert!(status.tasks.verified >= 180, "{status:?}");
    }
}

/// Measurements that a liar contributed to are measured again, even those that are finished.
#[test]
fn wrong_answers_are_found_and_measured_again() {
    let plan = || SamplePlan::new("5x5".parse().expect("a board"), 4);
    let agents = ["greedy", "random"].map(|text| text.parse::<Agent>().expect("an agent"));
    let limits = (Limits::depth(2), Clock::Wall);
    let oracle = |session: Session<'_>| {
        let mut session = session;
        let result = session.oracle(&plan(), 30, agents.to_vec(), limits, &mut |_| {});
        let result = result.expect("a result");
        format!("{:?} {:?}", result.sample.state(), result.kept)
    };
    let alone = oracle(Session::in_memory().expect("a session"));
    let server = NatsServer::start();
    let coordinator = coordinator(&server.url(), "answers", 1.0);
    let liar = FakeWorker::connect(&server.url(), "answers", "liar");
    assert_eq!(liar.join(&program()), json!("Accepted"));
    let session = Session::in_memory().expect("a session").fleet(coordinator.clone());
    thread::scope(|scope| {
        let measuring = scope.spawn(|| oracle(session));
        // It solves all positions as it should, and then lies about agents.
        loop {
            let batch = liar.take();
            let mut outputs = FakeWorker::outputs(&batch, &batch["about"]);
            let is_lie = batch["kind"] == json!("test");
            if is_lie {
                for answer in outputs[0][1].as_array_mut().expect("answers") {
                    *answer = json!(!answer.as_bool().expect("yes or no"));
                }
            }
            let receipt = liar.send(&batch, &outputs);
            if is_lie || receipt["Dropped"].is_string() {
                break;
            }
        }
        let _workers = Workers::start(&server.url(), "answers", 1);
        assert_eq!(measuring.join().expect("a result"), alone);
    });
    let status = coordinator.status();
    let is_liar = |worker: &WorkerStatus| worker.id == "liar";
    assert!(status.workers.iter().all(|it| is_liar(it) == (it.state == "dropped")), "{status:?}");
}

/// A job that no worker can do ends the run with the reason.
#[test]
fn what_nobody_can_do_ends_the_run() {
    let server = NatsServer::start();
    let coordinator = coordinator(&server.url(), "unable", 0.0);
    let _workers = Workers::start_reading(&server.url(), "unable", 2, |text| {
        Err(format!("this worker does not know {text}"))
    });
    wait("two workers", || coordinator.status().working() == 2);
    let mut session = Session::in_memory().expect("a session").fleet(coordinator.clone());
    let mut run = session.begin(&tournament(20)).expect("a run");
    let error = session.play(&mut run, &mut |_| {}).expect_err("an end").to_string();
    assert_eq!(error, "no worker can do this: this worker does not know alphabeta(improved)");
}

/// Workers of another version are refused, and results of workers that nobody knows are not stored.
#[test]
fn strangers_are_refused() {
    let spec = tournament(20);
    let server = NatsServer::start();
    let coordinator = coordinator(&server.url(), "strangers", 0.0);
    let playing = play(&spec, &coordinator);
    let stranger = FakeWorker::connect(&server.url(), "strangers", "stranger");
    for (field, value, message) in [
        ("version", json!("0.1.0"), "the coordinator has version "),
        ("signature", json!("1"), "the coordinator has bench signature "),
        ("play", json!("9"), "the coordinator has rules of play 0.1.0, the worker 9"),
        ("protocol", json!(1), "the coordinator speaks protocol 2, the worker 1"),
    ] {
        let mut program = program();
        program[field] = value;
        let refused = stranger.join(&program);
        assert!(refused["Refused"].as_str().expect("a reason").starts_with(message), "{refused}");
    }
    assert!(stranger.request("join", &json!("garbage"))["Refused"].is_string());
    let batch = stranger.take();
    let outputs = FakeWorker::outputs(&batch, &batch["about"]);
    assert_eq!(stranger.send(&batch, &outputs), json!("Unknown"));
    assert_eq!(coordinator.status().tasks.finished, 0);
    assert_eq!(coordinator.status().workers, []);
    // What nobody can read harms nobody.
    for last in ["result", "alive", "join", "status"] {
        let subject = format!("lastknight.strangers.{last}");
        let garbage = stranger.client.publish(subject, "{".into());
        stranger.runtime.block_on(garbage).expect("a message");
    }
    let _workers = Workers::start(&server.url(), "strangers", 1);
    assert_eq!(playing.join().expect("games"), games_alone(&spec));
}

/// A worker that takes work and is never heard again holds nothing up for longer than its lease.
#[test]
fn silent_workers_lose_their_work() {
    let spec = tournament(20);
    let server = NatsServer::start();
    let coordinator = coordinator(&server.url(), "silent", 0.0);
    let playing = play(&spec, &coordinator);
    let silent = FakeWorker::connect(&server.url(), "silent", "silent");
    assert_eq!(silent.join(&program()), json!("Accepted"));
    let (batch, _) = (silent.take(), silent.take());
    let workers = Workers::start(&server.url(), "silent", 1);
    assert_eq!(playing.join().expect("games"), games_alone(&spec));
    // Late results are taken for what they are.
    let outputs = FakeWorker::outputs(&batch, &batch["about"]);
    assert_eq!(silent.send(&batch, &outputs), json!("Stored"));
    assert!(workers.events().contains(&WorkerEvent::Joined("silent".to_owned())));
}

/// Every message twice, the second time late and in any order.
#[test]
fn messages_may_come_twice_and_in_any_order() {
    let spec = tournament(400);
    let alone = games_alone(&spec);
    let server = NatsServer::start();
    let coordinator = coordinator(&server.url(), "twice", 0.1);
    let stop = Arc::new(AtomicBool::new(false));
    let echo = {
        let (url, stop) = (server.url(), Arc::clone(&stop));
        thread::spawn(move || {
            Runtime::new().expect("a runtime").block_on(async {
                let client = async_nats::connect(url).await.expect("a connection");
                let mut all = client.subscribe("lastknight.twice.>").await.expect("messages");
                let (mut seen, mut random) = (HashSet::new(), Random::new(5));
                let mut held = Vec::new();
                let mut sent = 0;
                while !stop.load(Ordering::Relaxed) {
                    let next = tokio::time::timeout(Duration::from_millis(20), all.next()).await;
                    if let Ok(Some(message)) = next {
                        let is_wanted =
                            ["work", "result"].iter().any(|last| message.subject.ends_with(last));
                        if is_wanted && seen.insert(message.payload.clone()) {
                            held.push(message);
                        }
                        if held.len() < 6 {
                            continue;
                        }
                    }
                    random.shuffle(&mut held);
                    for message in held.drain(..) {
                        client.publish(message.subject, message.payload).await.expect("sent");
                        sent += 1;
                    }
                }
                sent
            })
        })
    };
    let _workers = Workers::start(&server.url(), "twice", 2);
    assert_eq!(games_of_fleet(&spec, &coordinator), alone);
    stop.store(true, Ordering::Relaxed);
    assert!(echo.join().expect("an echo") > 10);
    assert!(coordinator.status().tasks.repeated > 0);
}

/// Copies a directory.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory").flatten() {
        let target = to.join(entry.file_name());
        match entry.file_type().expect("a type").is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target)),
        }
    }
}

/// The broker loses messages that it had acknowledged, by a power failure: all of them, or the latest. That costs
/// nothing but repeated work.
#[test]
fn the_broker_may_lose_everything() {
    let mut server = NatsServer::start();
    let coordinator = coordinator(&server.url(), "lost", 0.02);
    let _workers = Workers::start(&server.url(), "lost", 2);
    let mut session = Session::in_memory().expect("a session").fleet(coordinator.clone());
    let (mut losses, mut spec) = (0, tournament(400));
    let mut run = session.begin(&spec).expect("a run");
    let copies = tempfile::TempDir::new().expect("a directory");
    while losses < 6 {
        let done = Arc::new(AtomicBool::new(false));
        thread::scope(|scope| {
            let (server, losses, is_over) = (&mut server, &mut losses, Arc::clone(&done));
            let copies = &copies;
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) && *losses < 6 {
                    let saved = copies.path().join(losses.to_string());
                    copy(&server.data(), &saved);
                    thread::sleep(Duration::from_millis(700));
                    server.kill();
                    fs::remove_dir_all(server.data()).expect("no data");
                    // The last time an old state comes back.
                    if *losses == 5 {
                        copy(&saved, &server.data());
                    }
                    server.restart();
                    *losses += 1;
                    thread::sleep(Duration::from_millis(1500));
                }
            });
            let end = session.play(&mut run, &mut |_| {}).expect("an end");
            assert!(end.is_complete);
            done.store(true, Ordering::Relaxed);
        });
        if losses < 6 {
            spec = spec.clone().with_games(2 * spec.pairs() * 2).expect("more games");
            run = session.begin(&spec).expect("a run");
        }
    }
    assert_eq!(games(session.store(), &run), games_alone(&spec));
    assert!(coordinator.status().tasks.republished > 0);
}

/// A worker that leaves returns its work at once.
#[test]
fn workers_leave_in_good_order() {
    let spec = tournament(400);
    let server = NatsServer::start();
    let coordinator = coordinator(&server.url(), "leave", 0.0);
    let playing = play(&spec, &coordinator);
    let first = Workers::start(&server.url(), "leave", 2);
    wait("results", || coordinator.status().tasks.finished > 20);
    let left = first.leave();
    let tasks: u64 = left.iter().map(|worker| worker.as_ref().expect("an end").tasks).sum();
    assert!(tasks > 0);
    wait("farewell", || coordinator.status().working() == 0);
    let second = Workers::start(&server.url(), "leave", 1);
    assert_eq!(playing.join().expect("games"), games_alone(&spec));
    assert!(second.leave()[0].is_ok());
}

/// A fleet has one coordinator; the next comes when it is gone.
#[test]
fn a_fleet_has_one_coordinator() {
    let server = NatsServer::start();
    let first = coordinator(&server.url(), "one", 0.0);
    let second = Coordinator::connect(crate::fleet::settings(&server.url(), "one", 0.0));
    let error = second.err().expect("a refusal").to_string();
    let wanted = "the fleet 'one' has a coordinator: choose another name with --fleet NAME";
    assert_eq!(error, wanted);
    drop(first);
    coordinator(&server.url(), "one", 0.0);
}
