//! The thread that starts programs, watches what they use, and ends them.
//!
//! A program ends with the thread that started it, so one thread starts all of them and lasts as long as the host.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::process_tree::{children, kill_tree, signal, usage};

/// How often programs are watched.
const TICK: Duration = Duration::from_millis(50);

/// The time that a program has to end after its input is closed.
const TIME_TO_QUIT: Duration = Duration::from_millis(300);

/// The most processes and threads of a program.
const MOST_THREADS: u64 = 512;

/// A program that runs.
#[derive(Debug)]
pub(crate) struct Running {
    /// The process that was started: the program, or its sandbox.
    pid: Pid,
    is_sandboxed: bool,
    child: Mutex<Child>,
    /// An entry of the environment that only this program and its descendants have.
    marker: String,
    memory: u64,
    /// Why it was killed for what it used.
    excess: Mutex<Option<String>>,
}

impl Running {
    /// Returns the program's own process, which in a sandbox is the child of the sandbox's first process. `None` until it
    /// has started.
    pub(crate) fn program(&self) -> Option<Pid> {
        if !self.is_sandboxed {
            return Some(self.pid);
        }
        children(self.root()?).first().copied()
    }

    /// Returns the process whose descendants are all of the program: in a sandbox its first one, which processes that
    /// lose their parent get as theirs.
    pub(crate) fn root(&self) -> Option<Pid> {
        if self.is_sandboxed { children(self.pid).first().copied() } else { Some(self.pid) }
    }

    /// Returns why it was killed, if it used too much.
    pub(crate) fn excess(&self) -> Option<String> {
        lock(&self.excess).clone()
    }

    /// Stops the program while another one plays, or continues it.
    pub(crate) fn pause(&self, is_paused: bool) {
        if self.exit_status().is_none() {
            signal(self.pid, if is_paused { Signal::SIGSTOP } else { Signal::SIGCONT });
        }
    }

    /// Kills the program and all that it started.
    pub(crate) fn kill(&self) {
        let mut child = lock(&self.child);
        // The number of a process that has ended may belong to another one.
        let pid = Some(self.pid).filter(|_| matches!(child.try_wait(), Ok(None)));
        if self.is_sandboxed {
            // Without its first process, nothing of a process namespace remains.
            for first in pid.into_iter().flat_map(children) {
                let _ = kill(first, Signal::SIGKILL);
            }
        } else {
            kill_tree(pid, &self.marker);
        }
        let _ = child.kill();
        let _ = child.wait();
    }

    /// Returns how it ended, if it has.
    pub(crate) fn exit_status(&self) -> Option<ExitStatus> {
        lock(&self.child).try_wait().ok().flatten()
    }

    /// Takes the pipes of the program.
    pub(crate) fn pipes(&self) -> Option<Pipes> {
        let mut child = lock(&self.child);
        Some((child.stdin.take()?, child.stdout.take()?, child.stderr.take()?))
    }

    fn watch(&self) {
        if self.exit_status().is_some() {
            return;
        }
        let used = usage(self.pid);
        let excess = if used.threads > MOST_THREADS {
            format!("started more than {MOST_THREADS} processes and threads")
        } else if used.bytes > self.memory << 20 {
            format!("used more than {} MB of memory", self.memory)
        } else {
            return;
        };
        lock(&self.excess).get_or_insert(excess);
        self.kill();
    }
}

/// The standard input, output and error of a program.
pub(crate) type Pipes =
    (std::process::ChildStdin, std::process::ChildStdout, std::process::ChildStderr);

/// A program that should end by itself. Dropping it kills it.
pub(crate) trait Retired: Send {
    /// Returns whether it has ended.
    fn has_ended(&mut self) -> bool;
}

/// What the thread is asked to do.
enum Request {
    Start(Box<Start>, Sender<io::Result<Arc<Running>>>),
    Retire(Box<dyn Retired>),
}

/// A program to start. Its streams are pipes.
pub(crate) struct Start {
    pub(crate) command: Command,
    pub(crate) is_sandboxed: bool,
    pub(crate) marker: String,
    pub(crate) memory: u64,
    /// The core that it may use, if it may use only one.
    pub(crate) core: Option<usize>,
}

/// The thread and the way to it.
#[derive(Debug, Default)]
pub(crate) struct Supervisor {
    link: Mutex<Option<(Sender<Request>, JoinHandle<()>)>>,
}

impl Supervisor {
    fn send(&self, request: Request) -> io::Result<()> {
        let mut link = lock(&self.link);
        if link.is_none() {
            let (sender, receiver) = mpsc::channel();
            let work = move || Work::default().run(&receiver);
            let thread = thread::Builder::new().name("supervisor".to_owned()).spawn(work)?;
            *link = Some((sender, thread));
        }
        let (sender, _) = link.as_ref().expect("it was started");
        sender.send(request).map_err(|_| io::Error::other("the supervisor has ended"))
    }

    /// Starts a program.
    pub(crate) fn start(&self, start: Start) -> io::Result<Arc<Running>> {
        let (sender, receiver) = mpsc::channel();
        self.send(Request::Start(Box::new(start), sender))?;
        receiver.recv().unwrap_or_else(|_| Err(io::Error::other("the supervisor has ended")))
    }

    /// Lets a program end by itself for a moment, then kills it.
    pub(crate) fn retire(&self, process: impl Retired + 'static) {
        let _ = self.send(Request::Retire(Box::new(process)));
    }

    /// Ends all programs that are retired, and the thread. It starts again if it is needed again.
    pub(crate) fn shut_down(&self) {
        if let Some((sender, thread)) = lock(&self.link).take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.shut_down();
    }
}

/// The programs of the thread.
#[derive(Default)]
struct Work {
    watched: Vec<Weak<Running>>,
    retired: Vec<(Instant, Box<dyn Retired>)>,
}

impl Work {
    fn run(mut self, receiver: &mpsc::Receiver<Request>) {
        let mut last_watch = Instant::now();
        loop {
            let wait = if self.retired.is_empty() { TICK } else { Duration::from_millis(2) };
            match receiver.recv_timeout(wait) {
                Ok(Request::Start(start, reply)) => {
                    let _ = reply.send(self.start(*start));
                }
                Ok(Request::Retire(process)) => {
                    self.retired.push((Instant::now() + TIME_TO_QUIT, process));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let now = Instant::now();
            self.retired.retain_mut(|(until, process)| now < *until && !process.has_ended());
            if now.duration_since(last_watch) >= TICK {
                last_watch = now;
                self.watched.retain(|running| match running.upgrade() {
                    Some(running) => {
                        running.watch();
                        true
                    }
                    None => false,
                });
            }
        }
        // Dropping a process kills it.
        while !self.retired.is_empty() {
            let now = Instant::now();
            self.retired.retain_mut(|(until, process)| now < *until && !process.has_ended());
            thread::sleep(Duration::from_millis(1));
        }
        for running in self.watched.iter().filter_map(Weak::upgrade) {
            running.kill();
        }
    }

    fn start(&mut self, start: Start) -> io::Result<Arc<Running>> {
        let Start { mut command, is_sandboxed, marker, memory, core } = start;
        // The program inherits the cores of this thread.
        let all = core.and_then(limit_to_core);
        let child = command.spawn();
        if let Some(all) = all {
            let _ = sched_setaffinity(Pid::from_raw(0), &all);
        }
        let child = child?;
        let pid = Pid::from_raw(child.id() as i32);
        let running = Arc::new(Running {
            pid,
            is_sandboxed,
            child: Mutex::new(child),
            marker,
            memory,
            excess: Mutex::new(None),
        });
        self.watched.push(Arc::downgrade(&running));
        Ok(running)
    }
}

/// Limits this thread to one of its cores, and returns all of them.
fn limit_to_core(number: usize) -> Option<CpuSet> {
    let all = sched_getaffinity(Pid::from_raw(0)).ok()?;
    let cores: Vec<usize> =
        (0..CpuSet::count()).filter(|&core| all.is_set(core) == Ok(true)).collect();
    let mut one = CpuSet::new();
    one.set(*cores.get(number % cores.len().max(1))?).ok()?;
    sched_setaffinity(Pid::from_raw(0), &one).ok()?;
    Some(all)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
