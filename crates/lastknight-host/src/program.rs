//! A program as an agent: its processes, what they are asked, and how they fail.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use lastknight::agent::Duel;
use lastknight::control::limits::shown_time;
use lastknight::control::{Clock, Control};
use lastknight::search::SearchLine;
use lastknight::{Forfeit, Game, SearchReport, Square, Termination};

use crate::log::Log;
use crate::process::{MOST_LINE, NoLine, Process, TurnClock, Wait, quoted};
use crate::protocol::Protocol;
use crate::sandbox::{self, Isolation};
use crate::supervisor::{Retired, Start, Supervisor};
use crate::words::AgentFiles;
use crate::{turns, ugi};

/// The failed games in a row after which a program is not started again: before it has finished a game, and after. The
/// order of games depends on the number of threads, so one that fails now and then must hardly ever be given up.
const MOST_FIRST_FAILURES: u32 = 3;
const MOST_FAILURES: u32 = 30;

/// The shortest and the default wall-clock time after which a silent program is killed.
const LEAST_STALL: Duration = Duration::from_secs(5);
const DEFAULT_STALL: Duration = Duration::from_secs(60);

/// The settings of a program.
#[derive(Debug)]
pub(crate) struct ProgramSettings {
    pub(crate) words: Vec<OsString>,
    pub(crate) files: AgentFiles,
    pub(crate) protocol: Protocol,
    pub(crate) startup: Duration,
    pub(crate) stall: Option<Duration>,
    /// Whether every game gets a new process.
    pub(crate) is_new_each_game: bool,
    pub(crate) megabytes: u64,
    pub(crate) isolation: Isolation,
    pub(crate) has_one_core: bool,
    pub(crate) is_paused: bool,
}

/// A program as an agent, shared by its players.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) label: String,
    settings: ProgramSettings,
    supervisor: Arc<Supervisor>,
    pub(crate) log: Arc<Log>,
    /// The sizes and dates of its files when it was opened.
    stamps: Vec<(u64, Option<SystemTime>)>,
    /// The time after which a program that was given up is started again.
    pub(crate) forgiveness: Option<Duration>,
    /// The most processes that play at a time.
    pub(crate) most_playing: Option<usize>,
    /// What was found when it was asked whether it speaks its protocol.
    pub(crate) protocol_check: OnceLock<Result<(), String>>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Processes between two games.
    idle: Vec<Process>,
    /// How many games in a row it has failed in, and the last failure.
    failures: u32,
    last_failure: Option<(Forfeit, Instant)>,
    /// Whether it has finished a game without a failure.
    has_finished: bool,
    /// Processes that are playing.
    playing: usize,
}

/// Distinguishes the environments of processes.
static STARTED: AtomicU64 = AtomicU64::new(0);

/// A failure that counts, or a stop that does not.
#[derive(Debug)]
pub(crate) enum Miss {
    Forfeit(Forfeit),
    Cancelled,
    /// It plays as many games as it may at a time.
    Busy,
}

impl Program {
    pub(crate) fn new(
        label: String,
        settings: ProgramSettings,
        supervisor: Arc<Supervisor>,
        log: Log,
    ) -> Self {
        Self {
            label,
            stamps: settings.files.stamps(),
            forgiveness: None,
            most_playing: None,
            settings,
            supervisor,
            log: Arc::new(log),
            protocol_check: OnceLock::new(),
            state: Mutex::default(),
        }
    }

    pub(crate) fn protocol(&self) -> Protocol {
        self.settings.protocol
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a process that is ready to play.
    pub(crate) fn start(
        &self,
        protocol: Protocol,
        startup: Duration,
        control: Control<'_>,
    ) -> Result<Process, Miss> {
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let settings = &self.settings;
        let (name, value) = ("LASTKNIGHT_PROCESS", format!("{}-{number}", std::process::id()));
        let mut command = sandbox::command(
            &settings.words,
            &settings.files,
            settings.isolation,
            settings.megabytes,
        );
        command
            .env(name, &value)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let start = Start {
            command,
            is_sandboxed: settings.isolation == Isolation::Sandbox,
            marker: format!("{name}={value}"),
            memory: settings.megabytes,
            core: settings.has_one_core.then_some(number as usize),
        };
        let failed = |why: String| Miss::Forfeit(Forfeit::crash(format!("cannot start: {why}")));
        if self.settings.files.stamps() != self.stamps {
            return Err(failed("its files have changed since the command began".to_owned()));
        }
        let running = self.supervisor.start(start).map_err(|error| failed(error.to_string()))?;
        let mut process =
            Process::new(running, protocol, startup, Arc::clone(&self.log)).map_err(failed)?;
        self.log.note("started");
        match protocol {
            Protocol::Turns => {
                let ready = process.wait_until_ready(control);
                ready.map_err(|miss| failure(miss, &mut process))?;
            }
            Protocol::Ugi => shake_hands(&mut process, control)?,
        }
        Ok(process)
    }

    /// Starts a process as the settings say.
    pub(crate) fn start_as_set(&self, control: Control<'_>) -> Result<Process, Miss> {
        self.start(self.settings.protocol, self.settings.startup, control)
    }

    /// Asks a process for a move.
    pub(crate) fn ask(
        &self,
        process: &mut Process,
        game: &Game,
        control: Control<'_>,
        seed: u64,
    ) -> Result<SearchReport, Miss> {
        self.ask_with(process, game, control, seed, "")
    }

    /// Asks a process for a move, with further keys in the line of the turn.
    pub(crate) fn ask_with(
        &self,
        process: &mut Process,
        game: &Game,
        control: Control<'_>,
        seed: u64,
        keys: &str,
    ) -> Result<SearchReport, Miss> {
        let settings = &self.settings;
        process.pause(false);
        if process.is_gone() {
            return Err(Miss::Forfeit(process.crash()));
        }
        match (process.unasked_line().map_err(|miss| failure(miss, process))?, process.protocol) {
            (Some(line), Protocol::Turns) => {
                let why = format!("wrote {} when it was not its turn", quoted(&line));
                return Err(Miss::Forfeit(Forfeit::illegal_move(why)));
            }
            // An engine may tell about its search at any time.
            (_, Protocol::Ugi) => process.forget_output(),
            (None, Protocol::Turns) => {}
        }
        let limits = control.limits;
        let most = limits.time.map(|time| time.saturating_add(Duel::GRACE));
        let stall =
            settings.stall.or(limits.time.map(|time| time.saturating_mul(10).max(LEAST_STALL)));
        let mut end = Instant::now() + stall.unwrap_or(DEFAULT_STALL);
        if !process.has_answered {
            let first = process.started + process.startup;
            end = if limits.time.is_some() { end.max(first) } else { first };
        }
        let wait = Wait { control, clock: control.clock, most, end };
        let clock = process.start_clock();
        let line = match process.protocol {
            Protocol::Turns => turns::turn_line(game, limits, process.games, seed, keys),
            Protocol::Ugi => ugi::position_line(game) + &ugi::go_line(limits),
        };
        let mut info = ugi::Info::default();
        let to = answer(process, &line, game, clock, &wait, &mut info)?;
        let time = process.elapsed(clock, &wait);
        if most.is_some_and(|most| time > most) {
            return Err(Miss::Forfeit(late(time, &wait)));
        }
        process.has_answered = true;
        process.pause(settings.is_paused);
        let lines = vec![SearchLine { score: None, moves: vec![to] }];
        Ok(SearchReport { lines, depth: info.depth, nodes: info.nodes, time })
    }

    /// Takes a process for a game: an idle one, or a new one.
    pub(crate) fn process_for_game(&self, control: Control<'_>) -> Result<Process, Miss> {
        let idle = {
            let mut state = self.state();
            if self.most_playing.is_some_and(|most| state.playing >= most) {
                return Err(Miss::Busy);
            }
            state.playing += 1;
            state.idle.pop()
        };
        let process = self.prepare(idle, control);
        if process.is_err() {
            self.state().playing -= 1;
        }
        process
    }

    fn prepare(&self, idle: Option<Process>, control: Control<'_>) -> Result<Process, Miss> {
        let idle = idle.and_then(|mut process| (!process.has_ended()).then_some(process));
        let mut process = match idle {
            Some(process) => process,
            None => self.start_as_set(control)?,
        };
        process.games += 1;
        if process.protocol == Protocol::Ugi {
            process.pause(false);
            converse(&mut process, &[("uginewgame\nisready\n", "readyok")], control)?;
        }
        Ok(process)
    }

    /// Returns a process after a game.
    pub(crate) fn give_back(&self, mut process: Process) {
        self.state().playing -= 1;
        if self.settings.is_new_each_game {
            process.close_input();
            self.supervisor.retire(process);
        } else {
            process.pause(self.settings.is_paused);
            self.state().idle.push(process);
        }
    }

    /// Counts a failed game.
    pub(crate) fn count_failure(&self, forfeit: &Forfeit) {
        let mut state = self.state();
        state.failures += 1;
        state.last_failure = Some((forfeit.clone(), Instant::now()));
    }

    pub(crate) fn log_failure(&self, forfeit: &Forfeit) {
        let line = forfeit.detail.lines().next().unwrap_or_default();
        self.log.note(&format!("lost by {}: {line}", forfeit.termination.name()));
    }

    /// Returns the failure of a program that is not started again.
    pub(crate) fn given_up(&self) -> Option<Forfeit> {
        let state = self.state();
        let most = if state.has_finished { MOST_FAILURES } else { MOST_FIRST_FAILURES };
        let (last, when) = state.last_failure.as_ref().filter(|_| state.failures >= most)?;
        if self.forgiveness.is_some_and(|time| when.elapsed() >= time) {
            return None;
        }
        let mut forfeit = last.clone();
        let failures = state.failures;
        forfeit.detail =
            format!("not started after {failures} failed games in a row; {}", forfeit.detail);
        Some(forfeit)
    }

    /// Counts a game without a failure.
    pub(crate) fn count_success(&self) {
        let mut state = self.state();
        (state.failures, state.has_finished) = (0, true);
    }

    /// Kills a process that failed.
    pub(crate) fn discard(&self, process: Process) {
        drop(process);
        self.state().playing -= 1;
    }

    /// Sets the directory of logs.
    pub(crate) fn log_to(&self, directory: PathBuf) {
        self.log.set_directory(directory);
    }

    /// Ends idle processes.
    pub(crate) fn shut_down(&self) {
        let idle = std::mem::take(&mut self.state().idle);
        for mut process in idle {
            process.close_input();
            self.supervisor.retire(process);
        }
    }
}

/// Greets an engine.
fn shake_hands(process: &mut Process, control: Control<'_>) -> Result<(), Miss> {
    converse(process, &[("ugi\n", "ugiok"), ("isready\n", "readyok")], control)
}

/// Sends lines to an engine and waits for the answers, which have the time of a start.
fn converse(
    process: &mut Process,
    lines: &[(&str, &str)],
    control: Control<'_>,
) -> Result<(), Miss> {
    let end = Instant::now() + process.startup;
    let wait = Wait { control, clock: Clock::Wall, most: None, end };
    let clock = process.start_clock();
    for (line, answer) in lines {
        let read = process.send(line, &wait).and_then(|()| {
            while process.read_line(clock, &wait)? != *answer {}
            Ok(())
        });
        read.map_err(|miss| match miss {
            NoLine::Silent => {
                let startup = shown_time(process.startup);
                let why = format!("sent no '{answer}' within {startup}, as UGI requires");
                Miss::Forfeit(Forfeit::crash(process.with_tail(why)))
            }
            miss => failure(miss, process),
        })?;
    }
    Ok(())
}

/// Sends the lines of a turn and reads the move.
fn answer(
    process: &mut Process,
    line: &str,
    game: &Game,
    clock: TurnClock,
    wait: &Wait<'_>,
    info: &mut ugi::Info,
) -> Result<Square, Miss> {
    process.send(line, wait).map_err(|miss| failure(miss, process))?;
    loop {
        let line = process.read_line(clock, wait).map_err(|miss| match miss {
            NoLine::Late(time) => Miss::Forfeit(late(time, wait)),
            miss => failure(miss, process),
        })?;
        let answer = match process.protocol {
            Protocol::Turns => line.as_str(),
            Protocol::Ugi => match line.strip_prefix("bestmove") {
                Some(answer) => answer,
                None => {
                    info.read(&line);
                    continue;
                }
            },
        };
        return turns::read_answer(answer, game).map_err(|mut forfeit| {
            if forfeit.termination == Termination::IllegalMove {
                forfeit.detail = process.with_tail(forfeit.detail);
            }
            Miss::Forfeit(forfeit)
        });
    }
}

/// Returns the failure of a program that sent no line.
fn failure(miss: NoLine, process: &mut Process) -> Miss {
    Miss::Forfeit(match miss {
        NoLine::Cancelled => return Miss::Cancelled,
        NoLine::Closed => process.crash(),
        NoLine::Late(time) => Forfeit::time(format!("took {}", shown_time(time))),
        NoLine::Silent if !process.has_answered => {
            let startup = shown_time(process.startup);
            Forfeit::crash(process.with_tail(format!("no first answer within {startup}")))
        }
        NoLine::Silent => {
            Forfeit::time(process.with_tail("stalled: sent no answer and was killed".to_owned()))
        }
        NoLine::TooLong(text) => {
            let text = quoted(&text);
            Forfeit::illegal_move(format!("answered a line of more than {MOST_LINE} bytes: {text}"))
        }
    })
}

fn late(time: Duration, wait: &Wait<'_>) -> Forfeit {
    let limit = wait.most.unwrap_or_default().saturating_sub(Duel::GRACE);
    let time = Duration::from_millis(time.as_millis() as u64);
    let of = if wait.clock == Clock::Cpu { " of CPU time" } else { "" };
    Forfeit::time(format!("took {}{of}, the limit is {}", shown_time(time), shown_time(limit)))
}
