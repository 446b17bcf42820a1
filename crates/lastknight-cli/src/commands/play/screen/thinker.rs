//! Those who think while the board stays alive: each on a thread of its own.
//!
//! A thinker gets positions and reports by channel. Every order has its own sign to stop and the
//! number of the turn that it is about, so that what comes too late is told from what is asked for.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use lastknight::search::Task;
use lastknight::solve::{Question, Solution, Solver, SolverSettings};
use lastknight::{Clock, Control, Game, Limits, Player, SearchReport};

/// The most memory for the solver's table, in megabytes: it is there only on larger boards.
const MEGABYTES: usize = 64;

/// Who thinks, and what for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Plays against the person.
    Opponent,
    /// Gives a hint.
    Adviser,
    /// Says what the position is worth.
    Analyst,
    /// Finds out which moves win.
    Solver,
}

/// What a thinker says of a turn.
pub(super) struct Message {
    pub(super) role: Role,
    pub(super) turn: u64,
    pub(super) news: News,
}

pub(super) enum News {
    /// A depth is done.
    Depth(SearchReport),
    /// The search is over.
    Chosen(SearchReport),
    /// This part of the solver's work is done, from 0 to 1.
    Progress(f64),
    /// The solver is done, or out of time.
    Solved(Solution),
    /// The thread has failed or its agent has given up, and will say nothing any more.
    Gone,
}

/// What thinks.
pub(super) enum Mind {
    Player { player: Box<dyn Player>, limits: Limits, clock: Clock, is_analysis: bool },
    Solver { solver: Solver, limits: Limits },
}

impl Mind {
    /// A solver with as many threads as there are processors.
    pub(super) fn solver(limits: Limits) -> Self {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let settings =
            SolverSettings { megabytes: MEGABYTES, threads, ..SolverSettings::default() };
        Self::Solver { solver: Solver::new(settings), limits }
    }

    fn think(&mut self, game: &Game, stop: &AtomicBool, say: &mut dyn FnMut(News)) {
        match self {
            Self::Player { player, limits, clock, is_analysis } => {
                let mut on_progress = |report: &SearchReport| say(News::Depth(report.clone()));
                let control = Control::from(*limits).clock(*clock).checkpoint(stop);
                let task = Task::new(control).analysis(*is_analysis);
                let found = player.choose(game, &mut task.on_progress(&mut on_progress));
                say(found.map_or(News::Gone, News::Chosen));
            }
            Self::Solver { solver, limits } => {
                let mut on_progress = |done: lastknight::solve::Progress| {
                    say(News::Progress(done.done));
                };
                let control = Control::from(*limits).checkpoint(stop);
                let question = Question::Moves;
                let solution = solver.solve_with_progress(
                    game.position(),
                    question,
                    control,
                    &mut on_progress,
                );
                say(News::Solved(solution));
            }
        }
    }
}

/// A game to think about.
struct Order {
    turn: u64,
    game: Game,
    stop: Arc<AtomicBool>,
}

/// A mind on its thread. Dropped, it stops soon; nobody waits for it.
pub(super) struct Thinker {
    orders: Sender<Order>,
    /// The turn that is thought about, and how to stop that.
    current: Option<(u64, Arc<AtomicBool>)>,
}

impl Thinker {
    pub(super) fn start(role: Role, mut mind: Mind, messages: Sender<Message>) -> Self {
        let (orders, received): (_, Receiver<Order>) = mpsc::channel();
        thread::spawn(move || {
            let _farewell = Farewell { role, messages: messages.clone() };
            for Order { turn, game, stop } in received {
                if stop.load(Ordering::Relaxed) {
                    continue;
                }
                // With nobody listening there is nobody to tell; the orders end then too.
                let mut say = |news| drop(messages.send(Message { role, turn, news }));
                mind.think(&game, &stop, &mut say);
            }
        });
        Self { orders, current: None }
    }

    /// Thinks about the position of this turn, unless it does already, and about no other.
    pub(super) fn think(&mut self, turn: u64, game: &Game) {
        if self.current.as_ref().is_some_and(|(current, _)| *current == turn) {
            return;
        }
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        let order = Order { turn, game: game.clone(), stop: Arc::clone(&stop) };
        // A thread that is gone has said so.
        let _ = self.orders.send(order);
        self.current = Some((turn, stop));
    }

    /// Thinks about nothing.
    pub(super) fn stop(&mut self) {
        if let Some((_, stop)) = self.current.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Tells of a thread that fails, for which nobody would wait otherwise than for ever.
struct Farewell {
    role: Role,
    messages: Sender<Message>,
}

impl Drop for Farewell {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.messages.send(Message { role: self.role, turn: 0, news: News::Gone });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opponent(agent: &str, limits: Limits) -> (Thinker, Receiver<Message>) {
        let agent: lastknight::Agent = agent.parse().unwrap();
        let mind = Mind::Player {
            player: agent.player(1),
            limits,
            clock: Clock::Wall,
            is_analysis: false,
        };
        let (sender, receiver) = mpsc::channel();
        (Thinker::start(Role::Opponent, mind, sender), receiver)
    }

    /// What is said of a turn in the end.
    fn chosen(messages: &Receiver<Message>) -> (u64, SearchReport) {
        loop {
            let message = messages.recv().unwrap();
            if let News::Chosen(report) = message.news {
                return (message.turn, report);
            }
        }
    }

    #[test]
    fn a_search_without_end_is_stopped_by_the_next() {
        let (mut thinker, messages) = opponent("minimax", Limits::depth(200));
        let game: Game = "11x9 moves f5 d4".parse().unwrap();
        thinker.think(1, &game);
        assert!(matches!(messages.recv().unwrap().news, News::Depth(_)));
        thinker.think(2, &"3x3".parse().unwrap());
        assert_eq!([chosen(&messages).0, chosen(&messages).0], [1, 2]);
    }

    #[test]
    fn a_turn_is_thought_about_once() {
        let (mut thinker, messages) = opponent("greedy", Limits::NONE);
        let game: Game = "7/7/7/3N3/1n5/7/7 w".parse().unwrap();
        thinker.think(1, &game);
        assert_eq!(chosen(&messages).0, 1);
        thinker.think(1, &game);
        thinker.think(2, &game);
        assert_eq!(chosen(&messages).0, 2);
    }

    #[test]
    fn the_solver_knows_which_moves_win() {
        let (sender, messages) = mpsc::channel();
        let mind = Mind::solver(Limits::NONE);
        let mut thinker = Thinker::start(Role::Solver, mind, sender);
        thinker.think(7, &"5/5/2N2/5/n4 w".parse().unwrap());
        let solution = loop {
            if let News::Solved(solution) = messages.recv().unwrap().news {
                break solution;
            }
        };
        assert!(solution.moves.len() == 8 && solution.wins.is_some());
    }
}
