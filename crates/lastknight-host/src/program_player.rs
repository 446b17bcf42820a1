//! Players that a program plays for.

use std::sync::Arc;

use lastknight::control::Control;
use lastknight::search::Task;
use lastknight::{Color, Forfeit, Game, GameRecord, Player, SearchReport, Termination};

use crate::process::Process;
use crate::program::{Miss, Program};

/// Plays a game by a program.
pub(crate) struct ProgramPlayer {
    program: Arc<Program>,
    process: Option<Process>,
    seed: u64,
    /// Whether it plays a whole game.
    is_game: bool,
    has_failed: bool,
    moves: u64,
}

impl ProgramPlayer {
    pub(crate) fn new(program: Arc<Program>, seed: u64) -> Self {
        Self { program, process: None, seed, is_game: false, has_failed: false, moves: 0 }
    }

    fn try_choose(&mut self, game: &Game, control: Control<'_>) -> Result<SearchReport, Miss> {
        if self.process.is_none() {
            self.process = Some(self.program.process_for_game(control)?);
        }
        let process = self.process.as_mut().expect("it was set");
        self.program.ask(process, game, control, self.seed)
    }

    /// Kills the process.
    fn fail(&mut self) {
        self.has_failed = true;
        if let Some(process) = self.process.take() {
            self.program.discard(process);
        }
    }

    /// Ends the game: the process is free again, or ends.
    fn finish(&mut self) {
        if let Some(process) = self.process.take() {
            self.program.give_back(process);
        }
        if self.moves > 0 && !self.has_failed && self.is_game {
            self.program.count_success();
        }
        self.moves = 0;
    }
}

impl Player for ProgramPlayer {
    fn begin(&mut self, _: &Game, _: Color) {
        self.finish();
        (self.is_game, self.has_failed) = (true, false);
    }

    fn choose(&mut self, game: &Game, task: &mut Task<'_>) -> Result<SearchReport, Forfeit> {
        if let Some(forfeit) = self.program.given_up().filter(|_| self.is_game) {
            self.has_failed = true;
            return Err(forfeit);
        }
        let miss = match self.try_choose(game, task.control) {
            Ok(report) => {
                self.moves += 1;
                task.progress(&report);
                return Ok(report);
            }
            Err(miss) => miss,
        };
        match miss {
            Miss::Forfeit(forfeit) if forfeit.termination == Termination::Resignation => {
                Err(forfeit)
            }
            Miss::Forfeit(forfeit) => {
                self.fail();
                self.program.log_failure(&forfeit);
                // A single move, as on the page, is not a game.
                if self.is_game {
                    self.program.count_failure(&forfeit);
                }
                Err(forfeit)
            }
            Miss::Cancelled => {
                self.fail();
                Err(Forfeit::crash("the game was cancelled"))
            }
            Miss::Busy => {
                self.has_failed = true;
                Err(Forfeit::crash("busy with other games; try again later"))
            }
        }
    }

    fn end(&mut self, _: &GameRecord) {
        self.finish();
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn measures_time(&self) -> bool {
        true
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        self.finish();
    }
}
