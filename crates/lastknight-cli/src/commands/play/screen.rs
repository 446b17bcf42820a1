//! A game on the full screen: the terminal, the event loop and the search threads.

mod command;
mod history;
mod layout;
mod search_thread;
mod state;
mod terminal;
mod view;

use std::io::{self, IsTerminal};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use lastknight::{Agent, Clock, Limits};
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::crossterm::terminal::size as window_size;
use ratatui::layout::Rect;

use super::{PlaySettings, notation};
use crate::cli::DEFAULT_AGENT;
use crate::failure::Failure;
use crate::{interrupt, output};
use layout::LEAST;
use search_thread::{Message, SearchEvent, SearchRole, SearchThread};
use state::GameState;
use terminal::Terminal;
use view::Look;

/// How long to wait for a key while a search runs.
const POLL: Duration = Duration::from_millis(50);

/// How long to wait for a key while no search runs.
const IDLE_POLL: Duration = Duration::from_millis(250);

/// The limits of an analysis. The depth, which no game reaches, makes the engine report every depth.
const ANALYSIS: Limits =
    Limits { depth: Some(255), nodes: None, time: Some(Duration::from_secs(60)) };

const VERDICT: Limits = Limits::time(Duration::from_secs(3));

/// The seed of the analysis, fixed so that it repeats.
const SEED: u64 = 0;

/// Returns whether the terminal can show a full screen.
pub(super) fn is_possible() -> bool {
    let is_able = match std::env::var_os("TERM") {
        Some(name) => name != "dumb" && !name.is_empty(),
        // Windows does not set TERM, but its terminals can.
        None => cfg!(windows),
    };
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let is_large = || window_size().is_ok_and(|(w, h)| w >= LEAST.0 && h >= LEAST.1);
    is_able && is_terminal && is_large()
}

pub(super) fn run(settings: PlaySettings) -> Result<(), Failure> {
    let has_color = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
    let look = Look::new(settings.is_ascii, has_color);
    let opponent = settings.agent.to_string();
    let mut state = GameState::new(settings.game.clone(), settings.color, opponent);
    let mut threads = SearchThreads::start(settings);
    let mut terminal = Terminal::enter()?;
    let played = play(&mut state, &mut threads, &mut terminal, &look);
    drop(terminal);
    played?;
    if let Some(result) = state.result() {
        output::text_line(&result)?;
    }
    output::text_line(&notation(state.history.game()))
}

/// Plays until the person quits.
fn play(
    state: &mut GameState,
    threads: &mut SearchThreads,
    terminal: &mut Terminal,
    look: &Look,
) -> Result<(), Failure> {
    let stop = interrupt::stop_flag()?;
    let mut is_stale = true;
    while !state.has_quit && !stop.load(Ordering::Relaxed) {
        threads.update(state);
        if is_stale {
            terminal.draw(|frame| view::draw(frame, state, look))?;
        }
        let mut next = next_event(if state.is_waiting() { POLL } else { IDLE_POLL })?;
        is_stale = next.is_some();
        // Keys that arrive faster than the screen is drawn share one drawing.
        while let Some(event) = next.take_if(|_| !state.has_quit) {
            handle(&event, state, terminal)?;
            threads.update(state);
            next = next_event(Duration::ZERO)?;
        }
        state.ticks = state.ticks.wrapping_add(1);
        is_stale |= state.is_waiting();
        is_stale |= threads.receive(state)?;
    }
    Ok(())
}

/// Returns the next terminal event, waiting up to `wait`.
fn next_event(wait: Duration) -> Result<Option<Event>, Failure> {
    let next = event::poll(wait).and_then(|is_there| is_there.then(event::read).transpose());
    next.map_err(|error| Failure::Run(format!("cannot read the terminal: {error}")))
}

fn handle(event: &Event, state: &mut GameState, terminal: &mut Terminal) -> Result<(), Failure> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Release => {}
        Event::Key(key)
            if key.code == KeyCode::Char('l') && key.modifiers == KeyModifiers::CONTROL =>
        {
            terminal.clear()?;
        }
        Event::Key(key) => state.press(*key),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            if state.close_help() {
                return Ok(());
            }
            let (width, height) = window_size()?;
            let layout = view::layout(Rect::new(0, 0, width, height), state);
            let square = layout.and_then(|layout| layout.square_at(mouse.column, mouse.row));
            if let Some(square) = square {
                state.play(square);
            }
        }
        _ => {}
    }
    Ok(())
}

/// The search threads, one for each role.
struct SearchThreads {
    settings: PlaySettings,
    /// In the order of [`SearchRole::ALL`].
    threads: [SearchThread; 4],
    /// The number of the game that opponent and adviser play.
    game: u64,
    sender: Sender<Message>,
    messages: Receiver<Message>,
}

impl SearchThreads {
    fn start(mut settings: PlaySettings) -> Self {
        let (sender, messages) = mpsc::channel();
        let [opponent, adviser] = start_players(&mut settings, &sender);
        let engine: Agent = DEFAULT_AGENT.parse().expect("a built-in agent");
        let (role, player) = (SearchRole::Analyst, engine.player(SEED));
        let analyst = SearchThread::player(role, player, ANALYSIS, Clock::Wall, sender.clone());
        let solver = SearchThread::solver(VERDICT, sender.clone());
        let threads = [opponent, adviser, analyst, solver];
        Self { settings, threads, game: 0, sender, messages }
    }

    /// Starts the searches that the state wants and stops all others.
    fn update(&mut self, state: &GameState) {
        if self.game != state.games {
            self.game = state.games;
            let players = start_players(&mut self.settings, &self.sender);
            [self.threads[0], self.threads[1]] = players;
        }
        for (role, thread) in SearchRole::ALL.into_iter().zip(&mut self.threads) {
            if state.wants(role) {
                thread.search(state.turn, state.history.game());
            } else {
                thread.stop();
            }
        }
    }

    /// Passes received messages to the state. Returns whether there were any.
    fn receive(&mut self, state: &mut GameState) -> Result<bool, Failure> {
        let mut is_any = false;
        for message in self.messages.try_iter() {
            if matches!(message.event, SearchEvent::Failed) {
                let who =
                    if message.role == SearchRole::Solver { "the solver" } else { "a player" };
                return Err(Failure::Run(format!("{who} failed")));
            }
            state.on_message(message);
            is_any = true;
        }
        Ok(is_any)
    }
}

/// Starts opponent and adviser of the next game.
fn start_players(settings: &mut PlaySettings, sender: &Sender<Message>) -> [SearchThread; 2] {
    let (opponent, adviser) = settings.players();
    let PlaySettings { limits, clock, .. } = *settings;
    [(SearchRole::Opponent, opponent), (SearchRole::Adviser, adviser)]
        .map(|(role, player)| SearchThread::player(role, player, limits, clock, sender.clone()))
}
