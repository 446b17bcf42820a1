//! Searches that run while the board stays responsive, each on a thread of its own.
//!
//! A thread receives requests and sends events by channel. Every request has a stop flag and the number
//! of its turn, so late events can be ignored.

use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use lastknight::search::Task;
use lastknight::solve::{Progress, Question, Solution, Solver, SolverSettings};
use lastknight::{Clock, Control, Game, Limits, Player, SearchReport};

/// The memory limit of the solver's table in megabytes; only larger boards have one.
const MEGABYTES: usize = 64;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchRole {
    /// Plays against the person.
    Opponent,
    /// Finds a hint.
    Adviser,
    /// Evaluates the position.
    Analyst,
    /// Finds the winning moves.
    Solver,
}

impl SearchRole {
    pub(super) const ALL: [Self; 4] = [Self::Opponent, Self::Adviser, Self::Analyst, Self::Solver];
}

/// An event of the search for a turn.
pub(super) struct Message {
    pub(super) role: SearchRole,
    pub(super) turn: u64,
    pub(super) event: SearchEvent,
}

pub(super) enum SearchEvent {
    /// A depth is done.
    Depth(SearchReport),
    /// The search is over.
    Chosen(SearchReport),
    /// The solver has done this share of its work.
    Progress(f64),
    /// The solver is done, or out of time.
    Solved(Solution),
    /// The thread panicked or its agent gave up.
    Failed,
}

struct Request {
    turn: u64,
    game: Game,
    stop: Arc<AtomicBool>,
}

/// A thread that searches on request. When dropped, it stops soon.
pub(super) struct SearchThread {
    requests: Sender<Request>,
    /// The turn being searched, and its stop flag.
    current: Option<(u64, Arc<AtomicBool>)>,
}

impl SearchThread {
    /// Starts a thread on which an agent's player searches.
    pub(super) fn player(
        role: SearchRole,
        mut player: Box<dyn Player>,
        limits: Limits,
        clock: Clock,
        messages: Sender<Message>,
    ) -> Self {
        Self::start(role, messages, move |game, stop, on_event| {
            let mut on_progress =
                |report: &_| on_event(SearchEvent::Depth(SearchReport::clone(report)));
            let control = Control::from(limits).clock(clock).checkpoint(stop);
            let task = Task::new(control).analysis(role == SearchRole::Analyst);
            let found = player.choose(game, &mut task.on_progress(&mut on_progress));
            on_event(found.map_or(SearchEvent::Failed, SearchEvent::Chosen));
        })
    }

    /// Starts a thread on which a solver works, with one helper per CPU core.
    pub(super) fn solver(limits: Limits, messages: Sender<Message>) -> Self {
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let settings =
            SolverSettings { megabytes: MEGABYTES, threads, ..SolverSettings::default() };
        let mut solver = Solver::new(settings);
        Self::start(SearchRole::Solver, messages, move |game, stop, on_event| {
            let mut on_progress =
                |progress: Progress| on_event(SearchEvent::Progress(progress.done));
            let (position, control) = (game.position(), Control::from(limits).checkpoint(stop));
            let solution =
                solver.solve_with_progress(position, Question::Moves, control, &mut on_progress);
            on_event(SearchEvent::Solved(solution));
        })
    }

    fn start(
        role: SearchRole,
        messages: Sender<Message>,
        mut search: impl FnMut(&Game, &AtomicBool, &mut dyn FnMut(SearchEvent)) + Send + 'static,
    ) -> Self {
        let (requests, received): (_, Receiver<Request>) = mpsc::channel();
        thread::spawn(move || {
            // Without a receiver there is nothing to do; the requests end then too.
            let send = |turn, event| drop(messages.send(Message { role, turn, event }));
            let searched = panic::catch_unwind(AssertUnwindSafe(|| {
                for Request { turn, game, stop } in received {
                    if !stop.load(Ordering::Relaxed) {
                        search(&game, &stop, &mut |event| send(turn, event));
                    }
                }
            }));
            if searched.is_err() {
                send(0, SearchEvent::Failed);
            }
        });
        Self { requests, current: None }
    }

    /// Searches the game of this turn, unless it does already, and stops any other search.
    pub(super) fn search(&mut self, turn: u64, game: &Game) {
        if self.current.as_ref().is_some_and(|(current, _)| *current == turn) {
            return;
        }
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        let request = Request { turn, game: game.clone(), stop: Arc::clone(&stop) };
        // A thread that is gone has reported so.
        let _ = self.requests.send(request);
        self.current = Some((turn, stop));
    }

    pub(super) fn stop(&mut self) {
        if let Some((_, stop)) = self.current.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opponent(agent: &str, limits: Limits) -> (SearchThread, Receiver<Message>) {
        let player = agent.parse::<lastknight::Agent>().unwrap().player(1);
        let (sender, receiver) = mpsc::channel();
        let role = SearchRole::Opponent;
        (SearchThread::player(role, player, limits, Clock::Wall, sender), receiver)
    }

    /// Returns the turn of the next finished search.
    fn finished(messages: &Receiver<Message>) -> u64 {
        let is_last = |message: &Message| matches!(message.event, SearchEvent::Chosen(_));
        messages.iter().find(is_last).unwrap().turn
    }

    #[test]
    fn a_search_without_end_is_stopped_by_the_next() {
        let (mut thread, messages) = opponent("minimax", Limits::depth(200));
        let game: Game = "11x9 moves f5 d4".parse().unwrap();
        thread.search(1, &game);
        assert!(matches!(messages.recv().unwrap().event, SearchEvent::Depth(_)));
        thread.search(2, &"3x3".parse().unwrap());
        assert_eq!([finished(&messages), finished(&messages)], [1, 2]);
    }

    #[test]
    fn a_turn_is_searched_once() {
        let (mut thread, messages) = opponent("greedy", Limits::NONE);
        let game: Game = "7/7/7/3N3/1n5/7/7 w".parse().unwrap();
        thread.search(1, &game);
        assert_eq!(finished(&messages), 1);
        thread.search(1, &game);
        thread.search(2, &game);
        assert_eq!(finished(&messages), 2);
    }

    #[test]
    fn the_solver_knows_which_moves_win() {
        let (sender, messages) = mpsc::channel();
        let mut thread = SearchThread::solver(Limits::NONE, sender);
        thread.search(7, &"5/5/2N2/5/n4 w".parse().unwrap());
        let is_solved = |message: Message| match message.event {
            SearchEvent::Solved(solution) => Some(solution),
            _ => None,
        };
        let solution = messages.iter().find_map(is_solved).unwrap();
        assert!(solution.moves.len() == 8 && solution.wins.is_some());
    }
}
