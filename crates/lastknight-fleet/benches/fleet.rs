//! What a fleet costs: CPU time of coordinator, workers and broker, and pairs per second.
//!
//! `cargo bench -p lastknight-fleet`. It starts a broker and workers on this machine. Overhead is the CPU time of all
//! processes together, against the same games on one thread of one process.

#![allow(clippy::print_stdout)]

#[path = "../tests/nats_server.rs"]
mod nats_server;

use std::env;
use std::fs;
use std::num::NonZeroUsize;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use lastknight::Agent;
use lastknight_fleet::{Broker, Coordinator, CoordinatorSettings, Worker, WorkerSettings};
use lastknight_lab::{Session, Spec, SpecFile};
use nats_server::NatsServer;

const SECOND: Duration = Duration::from_secs(1);

/// Pairs of some 20 ms.
const LONG: &str = "depth=13";

fn main() {
    let arguments: Vec<String> = env::args().collect();
    if let [_, role, url, ..] = &arguments[..]
        && role == "worker"
    {
        return work(url);
    }
    let pairs = |count: usize| {
        spec(&format!(
            "games = {}\nagents = ['alphabeta(improved, {LONG})', 'alphabeta(mixed, {LONG})']",
            2 * count
        ))
    };
    overhead(&pairs(400));
    speedup(&pairs(800));
    throughput();
    batches();
}

fn broker(url: &str) -> Broker {
    Broker { url: url.to_owned(), credentials: None, certificate: None }
}

/// The role of a worker: works until it is killed.
fn work(url: &str) {
    let settings = WorkerSettings {
        broker: broker(url),
        fleet: None,
        threads: NonZeroUsize::MIN,
        idle: None,
        programs: Vec::new(),
        read_agent: Arc::new(|text| text.parse::<Agent>().map_err(|error| error.to_string())),
    };
    Worker::run(settings, &AtomicBool::new(false), Arc::new(|_| {})).expect("an end");
}

fn spec(text: &str) -> Spec {
    SpecFile::parse(text).expect("TOML").spec().expect("a specification")
}

/// A worker in a process of its own.
struct WorkerProcess(Child);

impl WorkerProcess {
    fn start(url: &str) -> Self {
        let mut command = Command::new(env::current_exe().expect("this program"));
        command.args(["worker", url]).stdin(Stdio::null());
        Self(command.spawn().expect("a worker"))
    }

    fn cpu(&self) -> f64 {
        process_cpu(self.0.id())
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The CPU seconds of a process, with its threads.
fn process_cpu(pid: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).expect("a process");
    let fields: Vec<&str> = stat.rsplit_once(')').expect("a name").1.split_whitespace().collect();
    let ticks: u64 = fields[11..13].iter().map(|field| field.parse::<u64>().expect("ticks")).sum();
    ticks as f64 / 100.0
}

/// What a run took.
struct Cost {
    wall: f64,
    coordinator: f64,
    workers: f64,
    broker: f64,
    batches: u64,
}

/// Plays a tournament on workers of this machine, with a store on disk.
fn on_fleet(spec: &Spec, count: usize, batch: Duration, verify_share: f64) -> Cost {
    let server = NatsServer::start();
    let settings = CoordinatorSettings {
        broker: broker(&server.url()),
        fleet: "bench".parse().expect("a name"),
        lease: Duration::from_secs(10),
        batch,
        verify_share,
        reference_nps: None,
        metrics: None,
    };
    let coordinator = Arc::new(Coordinator::connect(settings).expect("a coordinator"));
    let workers: Vec<WorkerProcess> =
        (0..count).map(|_| WorkerProcess::start(&server.url())).collect();
    while coordinator.status().working() < count {
        sleep(Duration::from_millis(20));
    }
    let directory = tempfile::TempDir::new().expect("a directory");
    let session = Session::open(directory.path()).expect("a session");
    let mut session = session.fleet(coordinator.clone());
    let mut run = session.begin(spec).expect("a run");
    let before: f64 = workers.iter().map(WorkerProcess::cpu).sum();
    let broker_before = process_cpu(server.id());
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    assert!(session.play(&mut run, &mut |_| {}).expect("an end").is_complete);
    Cost {
        wall: wall.elapsed().as_secs_f64(),
        coordinator: cpu.elapsed().as_secs_f64(),
        workers: workers.iter().map(WorkerProcess::cpu).sum::<f64>() - before,
        broker: process_cpu(server.id()) - broker_before,
        batches: coordinator.status().tasks.batches,
    }
}

/// Plays a tournament on one thread, with a store on disk, and returns CPU seconds.
fn alone(spec: &Spec) -> f64 {
    let directory = tempfile::TempDir::new().expect("a directory");
    let session = Session::open(directory.path()).expect("a session");
    let mut session = session.threads(NonZeroUsize::MIN);
    let mut run = session.begin(spec).expect("a run");
    let cpu = ProcessTime::now();
    assert!(session.play(&mut run, &mut |_| {}).expect("an end").is_complete);
    cpu.elapsed().as_secs_f64()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn overhead(spec: &Spec) {
    let (mut alones, mut all, mut parts) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..3 {
        alones.push(alone(spec));
        let cost = on_fleet(spec, 1, SECOND, 0.0);
        all.push(cost.coordinator + cost.workers + cost.broker);
        parts.push((cost.coordinator, cost.workers, cost.broker));
    }
    let (alone, all) = (median(alones), median(all));
    let pairs = spec.pairs();
    println!(
        "{pairs} pairs of {:.1} ms: {alone:.2} s of CPU on one thread, {all:.2} s on a fleet: overhead {:.1} %",
        1000.0 * alone / pairs as f64,
        100.0 * (all / alone - 1.0)
    );
    for (coordinator, workers, broker) in parts {
        println!("  coordinator {coordinator:.2} s, worker {workers:.2} s, broker {broker:.2} s");
    }
}

fn speedup(spec: &Spec) {
    let ratio = |_| on_fleet(spec, 1, SECOND, 0.02).wall / on_fleet(spec, 2, SECOND, 0.02).wall;
    let ratios: Vec<f64> = (0..3).map(ratio).collect();
    println!("two workers instead of one: {:.2}x ({ratios:.2?})", median(ratios.clone()));
}

fn throughput() {
    for (board, pairs) in [("4x4", 60_000), ("7x7", 40_000)] {
        let games = 2 * pairs;
        let spec = spec(&format!(
            "games = {games}\nboard = '{board}'\nagents = ['random', 'greedy(open)']"
        ));
        let cost = on_fleet(&spec, 2, SECOND, 0.02);
        let each = |seconds: f64| 1e6 * seconds / pairs as f64;
        println!(
            "tiny games on {board}: {:.0} pairs/s; CPU per pair: coordinator {:.0} µs, workers {:.0} µs, \
             broker {:.1} µs; {} batches",
            pairs as f64 / cost.wall,
            each(cost.coordinator),
            each(cost.workers),
            each(cost.broker),
            cost.batches
        );
    }
}

/// The cost of a batch: the same tiny games in large and in small batches.
fn batches() {
    let spec = spec("games = 40000\nagents = ['random', 'greedy(open)']");
    let costs = [SECOND, Duration::from_micros(200)].map(|batch| on_fleet(&spec, 2, batch, 0.0));
    let [large, small] = &costs;
    let more = (small.batches - large.batches) as f64;
    let each = |of: fn(&Cost) -> f64| 1e6 * (of(small) - of(large)) / more;
    println!(
        "a batch, by {} against {} for the same games: coordinator {:.0} µs, worker {:.0} µs, broker {:.0} µs",
        small.batches,
        large.batches,
        each(|cost| cost.coordinator),
        each(|cost| cost.workers),
        each(|cost| cost.broker)
    );
}
