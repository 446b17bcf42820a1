//! A program that runs: lines to it and from it, and its clock.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use lastknight::Forfeit;
use lastknight::control::{Clock, Control};
use lastknight::quote::one_line;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::Signal;
use nix::unistd::Pid;

use crate::log::{Log, Tail};
use crate::process_tree::{CpuClock, is_asleep, tree_cpu_time};
use crate::protocol::Protocol;
use crate::supervisor::{Retired, Running};

/// The longest line of a program.
pub(crate) const MOST_LINE: usize = 4096;

/// How long a wait lasts at most before the clocks and the stop flag are checked again.
const TICK: Duration = Duration::from_millis(20);

/// How long an answer is awaited without sleep.
const SPIN: Duration = Duration::from_micros(50);

/// The wall-clock time from which a turn is long enough to look for other processes that do the work.
const LONG: Duration = Duration::from_millis(5);

/// How long a program has to sleep to count as ready.
const QUIET: Duration = Duration::from_millis(2);

/// A program that runs, with its pipes. Dropping it kills it.
#[derive(Debug)]
pub(crate) struct Process {
    running: Arc<Running>,
    /// `None` once it is closed.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: ChildStderr,
    /// Output that is not read as a line yet.
    output: Vec<u8>,
    is_output_closed: bool,
    is_error_closed: bool,
    tail: Tail,
    log: Arc<Log>,
    pub(crate) protocol: Protocol,
    /// The time that it has to start and to send the first answer.
    pub(crate) startup: Duration,
    pub(crate) started: Instant,
    /// The program's own process and its clock, once they are known.
    program: Option<Pid>,
    clock: Option<CpuClock>,
    /// The CPU time of other processes of the program so far, as far as it is known.
    others: Option<Duration>,
    /// Whether other processes of the program work too, so that their time is measured in every turn.
    has_others: bool,
    /// When the clocks were checked last.
    last_check: Instant,
    /// The games that it has played or plays.
    pub(crate) games: u64,
    pub(crate) has_answered: bool,
    /// Whether it slept before its first turn, so that its start can be told from the turn.
    is_ready: bool,
    is_paused: bool,
}

/// When to stop waiting for a line.
pub(crate) struct Wait<'a> {
    pub(crate) control: Control<'a>,
    pub(crate) clock: Clock,
    /// The time that the answer may take by the clock.
    pub(crate) most: Option<Duration>,
    /// When a program that is silent is given up.
    pub(crate) end: Instant,
}

/// Why no line came.
#[derive(Debug)]
pub(crate) enum NoLine {
    /// Its output is closed, or it has ended.
    Closed,
    /// It took this time, by the clock.
    Late(Duration),
    /// It was silent for too long.
    Silent,
    /// The line is too long.
    TooLong(String),
    /// The game was cancelled.
    Cancelled,
}

/// The time of a program since a moment.
#[derive(Clone, Copy)]
pub(crate) struct TurnClock {
    begin: Instant,
    cpu: Option<Duration>,
    others: Duration,
}

impl Process {
    pub(crate) fn new(
        running: Arc<Running>,
        protocol: Protocol,
        startup: Duration,
        log: Arc<Log>,
    ) -> Result<Self, String> {
        let (stdin, stdout, stderr) = running.pipes().ok_or("no pipes")?;
        let set = || -> Result<(), Errno> {
            for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
                fcntl(pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
            }
            Ok(())
        };
        set().map_err(|error| error.to_string())?;
        Ok(Self {
            running,
            stdin: Some(stdin),
            stdout,
            stderr,
            output: Vec::new(),
            is_output_closed: false,
            is_error_closed: false,
            tail: Tail::default(),
            log,
            protocol,
            startup,
            started: Instant::now(),
            program: None,
            clock: None,
            others: None,
            has_others: false,
            last_check: Instant::now(),
            games: 0,
            has_answered: false,
            is_ready: protocol == Protocol::Ugi,
            is_paused: false,
        })
    }

    /// Waits until the program has started and sleeps, so that its start does not count as time of its first turn.
    pub(crate) fn wait_until_ready(&mut self, control: Control<'_>) -> Result<(), NoLine> {
        let mut asleep_since: Option<(Instant, Duration)> = None;
        loop {
            self.drain();
            if self.is_output_closed || self.has_ended() {
                return Err(NoLine::Closed);
            }
            if control.pass_checkpoint().is_break() {
                return Err(NoLine::Cancelled);
            }
            // A program that never sleeps may be waiting for its turn all the same.
            if self.started.elapsed() >= self.startup / 2 {
                return Ok(());
            }
            if self.program.is_none() {
                self.find_program();
            }
            if let Some(pid) = self.program.filter(|&pid| is_asleep(pid)) {
                let cpu = tree_cpu_time(pid);
                match asleep_since {
                    Some((since, before)) if before == cpu => {
                        if since.elapsed() >= QUIET {
                            self.is_ready = true;
                            return Ok(());
                        }
                    }
                    _ => asleep_since = Some((Instant::now(), cpu)),
                }
            } else {
                asleep_since = None;
            }
            thread::sleep(Duration::from_micros(500));
        }
    }

    /// Starts to measure a turn.
    pub(crate) fn start_clock(&mut self) -> TurnClock {
        let mut cpu = self.cpu();
        if cpu.is_none() {
            self.find_program();
            cpu = self.cpu();
        }
        if self.has_others || self.others.is_none() {
            self.others = self.others_cpu();
        }
        TurnClock { begin: Instant::now(), cpu, others: self.others.unwrap_or_default() }
    }

    fn find_program(&mut self) {
        self.program = self.running.program();
        self.clock = self.program.and_then(CpuClock::of);
    }

    /// Returns the CPU time of the program's own process so far, or `None` if it cannot be measured.
    fn cpu(&self) -> Option<Duration> {
        self.clock?.now()
    }

    /// Returns the CPU time of all other processes of the program so far.
    fn others_cpu(&self) -> Option<Duration> {
        Some(tree_cpu_time(self.running.root()?).saturating_sub(self.cpu()?))
    }

    /// Returns the time since a moment.
    pub(crate) fn elapsed(&mut self, since: TurnClock, wait: &Wait<'_>) -> Duration {
        let wall = since.begin.elapsed();
        // What cannot be measured is not free.
        let (Clock::Cpu, Some(now), Some(start)) = (wait.clock, self.cpu(), since.cpu) else {
            return wall;
        };
        let cpu = now.saturating_sub(start);
        // Others may do the work. To look for them takes longer than a quick answer.
        if !self.has_others && wall < LONG {
            return cpu;
        }
        self.others = self.others_cpu();
        let others = self.others.unwrap_or_default().saturating_sub(since.others);
        self.has_others |= others > Duration::from_millis(1);
        cpu + others
    }

    /// Sends a line, which ends with a line feed.
    pub(crate) fn send(&mut self, line: &str, wait: &Wait<'_>) -> Result<(), NoLine> {
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            let Some(stdin) = &mut self.stdin else {
                return Err(NoLine::Closed);
            };
            match stdin.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.drain();
                    self.check(wait)?;
                    thread::sleep(Duration::from_millis(1));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(NoLine::Closed),
            }
        }
        Ok(())
    }

    /// Returns whether the wait is over.
    fn check(&self, wait: &Wait<'_>) -> Result<(), NoLine> {
        if wait.control.pass_checkpoint().is_break() {
            return Err(NoLine::Cancelled);
        }
        if Instant::now() >= wait.end { Err(NoLine::Silent) } else { Ok(()) }
    }

    /// Returns the next line, or why none came.
    pub(crate) fn read_line(
        &mut self,
        since: TurnClock,
        wait: &Wait<'_>,
    ) -> Result<String, NoLine> {
        // A quick answer comes sooner than a thread that sleeps wakes up.
        while self.output.is_empty() && since.begin.elapsed() < SPIN && !self.is_output_closed {
            thread::yield_now();
            self.drain_output();
        }
        loop {
            if let Some(line) = self.take_line()? {
                // A program that writes line after line must not hold up the clock.
                self.check_clocks(since, wait)?;
                return Ok(line);
            }
            if self.is_output_closed {
                return Err(NoLine::Closed);
            }
            let left = wait.end.saturating_duration_since(Instant::now()).min(TICK);
            self.poll(left);
            self.check_clocks(since, wait)?;
            if self.has_closed_output() {
                return Err(NoLine::Closed);
            }
        }
    }

    /// Returns an error if the time is over. The clocks are checked now and then.
    fn check_clocks(&mut self, since: TurnClock, wait: &Wait<'_>) -> Result<(), NoLine> {
        if self.last_check.elapsed() < TICK / 2 {
            return Ok(());
        }
        self.last_check = Instant::now();
        self.check(wait)?;
        // The first answer of a program that is still starting has the time of the start.
        let time = self.elapsed(since, wait);
        let is_starting = !self.has_answered && !self.is_ready;
        match wait.most {
            Some(most) if time > most && !is_starting => Err(NoLine::Late(time)),
            _ => Ok(()),
        }
    }

    /// Returns whether the program has closed its output, which a sandbox around it keeps open.
    fn has_closed_output(&mut self) -> bool {
        if self.has_ended() {
            // Its last words may have come meanwhile.
            self.drain();
            return self.output.is_empty();
        }
        let path = |pid: Pid, file: &str| Path::new("/proc").join(pid.to_string()).join(file);
        self.program
            .is_some_and(|pid| path(pid, "fd/0").is_symlink() && !path(pid, "fd/1").is_symlink())
    }

    /// Returns a line that came without having been asked for.
    pub(crate) fn unasked_line(&mut self) -> Result<Option<String>, NoLine> {
        self.drain();
        self.take_line()
    }

    /// Drops output that was read.
    pub(crate) fn forget_output(&mut self) {
        self.output.clear();
    }

    /// Takes a line from the output that was read. Comments go to the log, empty lines are skipped.
    fn take_line(&mut self) -> Result<Option<String>, NoLine> {
        loop {
            let Some(end) = self.output.iter().position(|&byte| byte == b'\n') else {
                if self.output.len() > MOST_LINE {
                    return Err(NoLine::TooLong(
                        String::from_utf8_lossy(&self.output[..64]).into(),
                    ));
                }
                return Ok(None);
            };
            let line: Vec<u8> = self.output.drain(..=end).collect();
            let line = line.trim_ascii();
            if line.starts_with(b"#") {
                self.log.add(line);
                self.log.add(b"\n");
            } else if line.len() > MOST_LINE {
                return Err(NoLine::TooLong(String::from_utf8_lossy(&line[..64]).into()));
            } else if !line.is_empty() {
                return Ok(Some(String::from_utf8_lossy(line).into_owned()));
            }
        }
    }

    /// Waits for output or standard error, and reads what is there.
    fn poll(&mut self, time: Duration) {
        let timeout = PollTimeout::try_from(time.as_micros().div_ceil(1000) as i32);
        let mut pipes = vec![PollFd::new(self.stdout.as_fd(), PollFlags::POLLIN)];
        if !self.is_error_closed {
            pipes.push(PollFd::new(self.stderr.as_fd(), PollFlags::POLLIN));
        }
        let is_ready =
            poll(&mut pipes, timeout.unwrap_or(PollTimeout::ZERO)).is_ok_and(|ready| ready > 0);
        if is_ready {
            let has_error = pipes.get(1).and_then(PollFd::any).unwrap_or(false);
            let has_output = pipes[0].any().unwrap_or(false);
            if has_error {
                self.drain_error();
            }
            if has_output {
                self.drain_output();
            }
        }
    }

    /// Reads what is there.
    fn drain(&mut self) {
        self.drain_error();
        self.drain_output();
    }

    fn drain_output(&mut self) {
        let mut bytes = [0; MOST_LINE];
        while !self.is_output_closed && self.output.len() <= MOST_LINE {
            match read(&mut self.stdout, &mut bytes) {
                Some(0) => self.is_output_closed = true,
                Some(count) => {
                    self.output.extend(&bytes[..count]);
                    // The rest of a line that was interrupted comes later.
                    if count < bytes.len() {
                        return;
                    }
                }
                None => return,
            }
        }
    }

    fn drain_error(&mut self) {
        let mut bytes = [0; 4096];
        // A program that writes faster than this reads must not hold up the clock.
        for _ in 0..64 {
            match read(&mut self.stderr, &mut bytes) {
                Some(0) => self.is_error_closed = true,
                Some(count) => {
                    self.tail.add(&bytes[..count]);
                    self.log.add(&bytes[..count]);
                    continue;
                }
                None => {}
            }
            return;
        }
    }

    /// Stops the program until its next turn, or continues it.
    pub(crate) fn pause(&mut self, is_paused: bool) {
        if self.is_paused != is_paused {
            self.running.pause(is_paused);
            self.is_paused = is_paused;
        }
    }

    /// Returns whether the program itself has ended. Others may still have its pipes.
    pub(crate) fn is_gone(&self) -> bool {
        self.running.exit_status().is_some()
    }

    /// Closes its input, which asks it to quit.
    pub(crate) fn close_input(&mut self) {
        self.pause(false);
        self.stdin = None;
    }

    /// Kills the program and returns the failure of one that ended, was killed or closed its output.
    pub(crate) fn crash(&mut self) -> Forfeit {
        // The end of its output comes a moment before its exit status.
        let until = Instant::now() + Duration::from_millis(200);
        while !self.has_ended() && Instant::now() < until {
            self.drain_error();
            thread::sleep(Duration::from_micros(200));
        }
        self.drain_error();
        let why = match (self.running.excess(), self.running.exit_status()) {
            (Some(excess), _) => excess,
            (None, None) => "closed its standard output".to_owned(),
            (None, Some(status)) => {
                // A sandbox reports a signal as a shell does.
                let code = status.code();
                let signal = status
                    .signal()
                    .or(code.filter(|code| (129..=192).contains(code)).map(|code| code - 128));
                match (signal, code) {
                    (Some(number), _) => match Signal::try_from(number) {
                        Ok(signal) => format!("ended by signal {number} ({signal})"),
                        Err(_) => format!("ended by signal {number}"),
                    },
                    (None, code) => format!("ended with exit code {}", code.unwrap_or_default()),
                }
            }
        };
        Forfeit::crash(self.with_tail(why))
    }

    /// Adds the last lines of standard error to the words on a failure.
    pub(crate) fn with_tail(&mut self, why: String) -> String {
        self.drain_error();
        match self.tail.text() {
            tail if tail.is_empty() => why,
            tail => format!("{why}\n{tail}"),
        }
    }
}

impl Retired for Process {
    fn has_ended(&mut self) -> bool {
        // What it writes at its end belongs to the log too.
        self.drain_error();
        self.is_gone()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.running.kill();
    }
}

/// Returns the number of bytes read, 0 at the end, or `None` if there are none yet.
fn read(pipe: &mut impl Read, bytes: &mut [u8]) -> Option<usize> {
    loop {
        match pipe.read(bytes) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => return None,
            result => return result.or(Ok::<usize, io::Error>(0)).ok(),
        }
    }
}

/// Returns a line of a program for a message.
pub(crate) fn quoted(line: &str) -> String {
    format!("'{}'", one_line(line.trim(), 40))
}
