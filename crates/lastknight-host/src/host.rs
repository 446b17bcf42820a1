//! The host of programs.

use std::collections::HashMap;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lastknight::agent::Agents;
use lastknight::{Agent, Clock, Control, Game, Limits};

use crate::check::{CheckItem, check};
use crate::kind::{ProcessKind, PythonKind};
use crate::program::{Miss, Program, Protocol, TRIAL_LIMITS};
use crate::sandbox;
use crate::supervisor::Supervisor;

/// How many programs are asked for their protocol at a time.
const CHECKS_AT_A_TIME: usize = 8;

/// The time that a program has to answer when it is asked for its protocol.
const TRIAL_TIME: Duration = Duration::from_secs(3);

/// Hosts programs as players. The [crate documentation](crate) has an example.
#[derive(Clone, Debug)]
pub struct Host {
    state: Arc<HostState>,
}

/// What the programs of a host share.
#[derive(Debug)]
pub(crate) struct HostState {
    pub(crate) supervisor: Arc<Supervisor>,
    needs_sandbox: AtomicBool,
    logs: Mutex<Option<PathBuf>>,
    /// The programs that texts have named, by their texts with the hash.
    programs: Mutex<HashMap<String, Arc<Program>>>,
}

impl Default for Host {
    fn default() -> Self {
        Self::new()
    }
}

impl Host {
    /// Creates a host. Programs that it starts end with it.
    #[must_use]
    pub fn new() -> Self {
        let state = HostState {
            supervisor: Arc::new(Supervisor::new()),
            needs_sandbox: AtomicBool::new(false),
            logs: Mutex::new(None),
            programs: Mutex::default(),
        };
        Self { state: Arc::new(state) }
    }

    /// Returns whether programs run in a sandbox here: whether bubblewrap is installed and works.
    #[must_use]
    pub fn has_sandbox() -> bool {
        sandbox::is_available()
    }

    /// Refuses from now on to open programs that would not run in a sandbox.
    pub fn require_sandbox(&self) {
        self.state.needs_sandbox.store(true, Ordering::Relaxed);
    }

    /// Sets the directory where logs of programs are written, a file for each agent. By default there are none.
    pub fn log_to(&self, directory: &Path) {
        *self.state.logs.lock().unwrap_or_else(PoisonError::into_inner) =
            Some(directory.to_owned());
        for program in self.programs() {
            program.log_to(directory.to_owned());
        }
    }

    /// Adds `process("…")` and `python("…")` to agents.
    ///
    /// # Panics
    /// Panics if the agents have one of these names already.
    #[must_use]
    pub fn agents(&self, agents: Agents) -> Agents {
        let agents = agents.with_kind(ProcessKind(Arc::clone(&self.state)));
        let agents =
            agents.and_then(|agents| agents.with_kind(PythonKind(Arc::clone(&self.state))));
        agents.expect("no agent is named process or python")
    }

    /// Returns the program of an agent.
    fn program_of(&self, agent: &Agent) -> Option<Arc<Program>> {
        let programs = self.state.programs.lock().unwrap_or_else(PoisonError::into_inner);
        programs.get(&agent.to_string()).cloned()
    }

    fn programs(&self) -> Vec<Arc<Program>> {
        let programs = self.state.programs.lock().unwrap_or_else(PoisonError::into_inner);
        programs.values().cloned().collect()
    }

    /// Asks the programs among these agents for a move in this game, each of them once. A program that fails is not an
    /// error: it loses its games.
    ///
    /// # Errors
    /// Returns one line on a program that speaks another protocol than its text says.
    pub fn check_protocols<'a>(
        &self,
        agents: impl IntoIterator<Item = &'a Agent>,
        game: &Game,
    ) -> Result<(), String> {
        // Most of the time is spent waiting, also for programs that never answer.
        let check = |programs: &[Arc<Program>]| {
            programs.iter().try_for_each(|program| {
                program.protocol_check.get_or_init(|| check_protocol(program, game)).clone()
            })
        };
        let inside = |agent: &'a Agent| iter::successors(Some(agent), |agent| agent.inner());
        let programs =
            agents.into_iter().flat_map(inside).filter_map(|agent| self.program_of(agent));
        let programs: Vec<Arc<Program>> = programs.collect();
        let part = programs.len().div_ceil(CHECKS_AT_A_TIME).max(1);
        thread::scope(|scope| {
            let checks = programs.chunks(part).map(|programs| scope.spawn(move || check(programs)));
            let checks: Vec<_> = checks.collect();
            checks.into_iter().try_for_each(|check| check.join().unwrap_or(Ok(())))
        })
    }

    /// Checks whether the program of an agent follows its protocol under limits, or returns `None` if the agent is none of
    /// this host's programs.
    #[must_use]
    pub fn check(&self, agent: &Agent, limits: Limits) -> Option<Vec<CheckItem>> {
        let program = self.program_of(agent)?;
        let clock = if agent.word("clock") == Some("wall") { Clock::Wall } else { Clock::Cpu };
        Some(check(&program, limits, clock))
    }

    /// Ends all programs. They start again if they are needed again.
    pub fn shut_down(&self) {
        for program in self.programs() {
            program.shut_down();
        }
        self.state.supervisor.shut_down();
    }
}

/// Returns an error if a program speaks the other protocol only.
fn check_protocol(program: &Program, game: &Game) -> Result<(), String> {
    let (other, hint) = match program.protocol() {
        Protocol::Turns => (Protocol::Ugi, "speaks UGI: add protocol=ugi"),
        Protocol::Ugi => (Protocol::Turns, "speaks turns, not UGI: leave out protocol=ugi"),
    };
    if answers(program, program.protocol(), game) || !answers(program, other, game) {
        return Ok(());
    }
    Err(format!("{} {hint}", program.label))
}

/// Returns whether a program answers in a protocol.
fn answers(program: &Program, protocol: Protocol, game: &Game) -> bool {
    let control = Control::from(TRIAL_LIMITS).clock(Clock::Cpu);
    let asked = program.start(protocol, TRIAL_TIME, control).and_then(|mut process| {
        process.games = 1;
        program.ask(&mut process, game, control, 0)
    });
    match asked {
        Ok(_) => true,
        Err(Miss::Forfeit(forfeit)) => forfeit.termination == lastknight::Termination::Resignation,
        Err(Miss::Cancelled) => false,
    }
}

impl HostState {
    pub(crate) fn needs_sandbox(&self) -> bool {
        self.needs_sandbox.load(Ordering::Relaxed)
    }

    /// Returns the program of this key, which is made if there is none.
    pub(crate) fn program(&self, key: &str, make: impl FnOnce() -> Program) -> Arc<Program> {
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let program = programs.entry(key.to_owned()).or_insert_with(|| {
            let program = make();
            let logs = self.logs.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(directory) = logs.clone() {
                program.log_to(directory);
            }
            Arc::new(program)
        });
        Arc::clone(program)
    }
}
