//! The host of programs.

use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use lastknight::agent::Agents;
use lastknight::{Agent, Clock, Control, Game, Limits};

use crate::check::check;
use crate::check_item::CheckItem;
use crate::kind::{ProcessKind, PythonKind};
use crate::program::{Miss, Program};
use crate::programs::Programs;
use crate::protocol::Protocol;
use crate::sandbox;

/// How many programs are asked for their protocol at a time.
const CHECKS_AT_A_TIME: usize = 8;

/// The time that a program has to answer when it is asked for its protocol.
const TRIAL_TIME: Duration = Duration::from_secs(3);

/// The limits of the move that it is asked for.
const TRIAL_LIMITS: Limits =
    Limits { depth: Some(1), nodes: Some(100), time: Some(Duration::from_millis(150)) };

/// Hosts programs as players. The [crate documentation](crate) has an example.
#[derive(Clone, Debug, Default)]
pub struct Host {
    programs: Arc<Programs>,
}

impl Host {
    /// Creates a host. Programs that it starts end with it.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns whether programs run in a sandbox here: whether bubblewrap is installed and works.
    #[must_use]
    pub fn has_sandbox() -> bool {
        sandbox::is_available()
    }

    /// Refuses from now on to open programs that would not run in a sandbox.
    pub fn require_sandbox(&self) {
        self.programs.require_sandbox();
    }

    /// Bounds programs that strangers use, from the next one opened on: each plays up to this number of games at a time, and
    /// one that was given up after failures is started again after a minute.
    pub fn share_with_strangers(&self, most_games: usize) {
        self.programs.share_with_strangers(most_games);
    }

    /// Sets the interpreter of `python("…")`. The default is the `python3` on the path.
    pub fn run_python_with(&self, interpreter: &Path) {
        self.programs.run_python_with(interpreter);
    }

    /// Sets the directory where logs of programs are written, a file for each agent. By default there are none.
    pub fn log_to(&self, directory: &Path) {
        self.programs.log_to(directory);
    }

    /// Adds `process("…")` and `python("…")` to agents.
    ///
    /// # Panics
    /// Panics if the agents have one of these names already.
    #[must_use]
    pub fn agents(&self, agents: Agents) -> Agents {
        let agents = agents.with_kind(ProcessKind(Arc::clone(&self.programs)));
        let agents =
            agents.and_then(|agents| agents.with_kind(PythonKind(Arc::clone(&self.programs))));
        agents.expect("no agent is named process or python")
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
        let inside = |agent: &'a Agent| iter::successors(Some(agent), |agent| agent.inner());
        let programs = agents.into_iter().flat_map(inside);
        let programs = programs.filter_map(|agent| self.programs.of(agent)).collect::<Vec<_>>();
        check_protocols(&programs, game)
    }

    /// Asks all programs that texts have named, like [`check_protocols`](Self::check_protocols).
    ///
    /// # Errors
    /// Returns one line on a program that speaks another protocol than its text says.
    pub fn check_all_protocols(&self, game: &Game) -> Result<(), String> {
        check_protocols(&self.programs.all(), game)
    }

    /// Checks whether the program of an agent follows its protocol under limits, or returns `None` if the agent is none of
    /// this host's programs.
    #[must_use]
    pub fn check(&self, agent: &Agent, limits: Limits) -> Option<Vec<CheckItem>> {
        let program = self.programs.of(agent)?;
        let clock = if agent.word("clock") == Some("wall") { Clock::Wall } else { Clock::Cpu };
        Some(check(&program, limits, clock))
    }

    /// Ends all programs. They start again if they are needed again.
    pub fn shut_down(&self) {
        self.programs.shut_down();
    }
}

/// Returns an error if one of these programs speaks the other protocol only.
fn check_protocols(programs: &[Arc<Program>], game: &Game) -> Result<(), String> {
    let check = |program: &Arc<Program>| {
        program.protocol_check.get_or_init(|| check_protocol(program, game)).clone()
    };
    // Most of the time is spent waiting, also for programs that never answer.
    let part = programs.len().div_ceil(CHECKS_AT_A_TIME).max(1);
    thread::scope(|scope| {
        let parts = programs.chunks(part);
        let checks = parts.map(|part| scope.spawn(move || part.iter().try_for_each(check)));
        let checks: Vec<_> = checks.collect();
        checks.into_iter().try_for_each(|check| check.join().unwrap_or(Ok(())))
    })
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
        Err(Miss::Cancelled | Miss::Busy) => false,
    }
}
