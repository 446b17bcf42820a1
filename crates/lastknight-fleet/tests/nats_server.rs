//! A real broker on this machine, for tests.

#![allow(dead_code)]

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A broker with a data directory of its own.
pub(crate) struct NatsServer {
    child: Child,
    port: u16,
    directory: TempDir,
}

impl NatsServer {
    /// Starts a broker with JetStream.
    pub(crate) fn start() -> Self {
        Self::with("jetstream { store_dir: \"STORE\" }\n")
    }

    /// Starts a broker with a configuration. `STORE` in it is the data directory.
    pub(crate) fn with(configuration: &str) -> Self {
        let directory = TempDir::new().expect("a directory");
        let store = directory.path().join("data");
        let text = configuration.replace("STORE", &store.display().to_string());
        fs::write(directory.path().join("nats.conf"), text).expect("a file");
        // Another program may take the port first.
        for _ in 0..10 {
            let port = free_port();
            if let Some(child) = run(directory.path(), port) {
                return Self { child, port, directory };
            }
        }
        panic!("nats-server does not start: install the Debian package nats-server");
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.directory.path().join("data")
    }

    /// Kills the broker as if the power failed.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("a child that can be killed");
        self.child.wait().expect("the end of the child");
    }

    /// Starts the broker again on its port.
    pub(crate) fn restart(&mut self) {
        for _ in 0..50 {
            if let Some(child) = run(self.directory.path(), self.port) {
                self.child = child;
                return;
            }
            sleep(Duration::from_millis(100));
        }
        panic!("nats-server does not start again");
    }

    /// Kills the broker, deletes all that it stored, and starts it again.
    pub(crate) fn wipe(&mut self) {
        self.kill();
        let _ = fs::remove_dir_all(self.data());
        self.restart();
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port").port()
}

/// Starts a broker, or returns `None` if it ends at once.
fn run(directory: &Path, port: u16) -> Option<Child> {
    let mut command = Command::new("nats-server");
    command.args(["-a", "127.0.0.1", "-p", &port.to_string(), "-c"]);
    command.arg(directory.join("nats.conf")).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("nats-server: install the Debian package nats-server");
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(10) {
        if child.try_wait().expect("a child").is_some() {
            return None;
        }
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            return Some(child);
        }
        sleep(Duration::from_millis(10));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}
