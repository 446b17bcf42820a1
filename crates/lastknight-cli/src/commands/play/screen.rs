//! A game on the full screen: the terminal, the loop of events, and those who think.

mod command;
mod history;
mod layout;
mod table;
mod terminal;
mod thinker;
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
use table::Table;
use terminal::Terminal;
use thinker::{Message, Mind, News, Role, Thinker};
use view::Look;

/// How long to wait for the person before looking at what the others have to say.
const GLANCE: Duration = Duration::from_millis(50);

/// The same where nobody thinks.
const IDLE: Duration = Duration::from_millis(250);

/// When an analysis ends: a person who looks away for longer has no use for it. A limit on depth, of
/// which no game comes near, keeps the engine to its search, which says something after each depth.
const ANALYSIS: Limits =
    Limits { depth: Some(255), nodes: None, time: Some(Duration::from_secs(60)) };

/// When the solver gives up.
const VERDICT: Limits = Limits::time(Duration::from_secs(3));

/// What an analysis does by chance is the same each time.
const SEED: u64 = 0;

/// Whether the terminal can show a full screen.
pub(super) fn is_possible() -> bool {
    let is_able = match std::env::var_os("TERM") {
        Some(name) => name != "dumb" && !name.is_empty(),
        // Windows has no such variable, and terminals that can do it.
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
    let mut table = Table::new(settings.game.clone(), settings.color, opponent);
    let mut circle = Circle::new(settings);
    let mut terminal = Terminal::enter()?;
    let played = play(&mut table, &mut circle, &mut terminal, &look);
    drop(terminal);
    played?;
    if let Some(result) = table.result() {
        output::text_line(&result)?;
    }
    output::text_line(&notation(table.history().game()))
}

/// Plays until the person leaves.
fn play(
    table: &mut Table,
    circle: &mut Circle,
    terminal: &mut Terminal,
    look: &Look,
) -> Result<(), Failure> {
    let stop = interrupt::stop_flag()?;
    let mut is_stale = true;
    while !table.has_left() && !stop.load(Ordering::Relaxed) {
        circle.follow(table);
        if is_stale {
            terminal.draw(|frame| view::draw(frame, table, look))?;
        }
        let wait = if table.is_waiting() { GLANCE } else { IDLE };
        let mut next = next_event(wait)?;
        is_stale = next.is_some();
        // What is typed faster than it can be drawn is drawn once.
        while let Some(event) = next.take_if(|_| !table.has_left()) {
            handle(&event, table, terminal)?;
            circle.follow(table);
            next = next_event(Duration::ZERO)?;
        }
        is_stale |= table.tick();
        is_stale |= circle.listen(table)?;
    }
    Ok(())
}

/// What happens to the terminal within this time.
fn next_event(wait: Duration) -> Result<Option<Event>, Failure> {
    let next = event::poll(wait).and_then(|is_there| is_there.then(event::read).transpose());
    next.map_err(|error| Failure::Run(format!("cannot read the terminal: {error}")))
}

/// Something happens to the terminal.
fn handle(event: &Event, table: &mut Table, terminal: &mut Terminal) -> Result<(), Failure> {
    match event {
        Event::Key(key) if key.kind == KeyEventKind::Release => {}
        Event::Key(key) if is_redraw(key.code, key.modifiers) => terminal.clear()?,
        Event::Key(key) => table.press(*key),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            if table.close_help() {
                return Ok(());
            }
            let (width, height) = window_size()?;
            let layout = view::layout(Rect::new(0, 0, width, height), table);
            let square = layout.and_then(|layout| layout.square_at(mouse.column, mouse.row));
            if let Some(square) = square {
                table.click(square);
            }
        }
        _ => {}
    }
    Ok(())
}

fn is_redraw(code: KeyCode, modifiers: KeyModifiers) -> bool {
    code == KeyCode::Char('l') && modifiers == KeyModifiers::CONTROL
}

/// Everybody who thinks.
struct Circle {
    settings: PlaySettings,
    opponent: Thinker,
    adviser: Thinker,
    analyst: Thinker,
    solver: Thinker,
    /// The number of the game that opponent and adviser play.
    game: u64,
    sender: Sender<Message>,
    messages: Receiver<Message>,
}

impl Circle {
    fn new(mut settings: PlaySettings) -> Self {
        let (sender, messages) = mpsc::channel();
        let (opponent, adviser) = players(&mut settings, &sender);
        let engine: Agent = DEFAULT_AGENT.parse().expect("the list has it");
        let analyst = Mind::Player {
            player: engine.player(SEED),
            limits: ANALYSIS,
            clock: Clock::Wall,
            is_analysis: true,
        };
        Self {
            settings,
            opponent,
            adviser,
            analyst: Thinker::start(Role::Analyst, analyst, sender.clone()),
            solver: Thinker::start(Role::Solver, Mind::solver(VERDICT), sender.clone()),
            game: 0,
            sender,
            messages,
        }
    }

    /// Has everybody think about what is wanted now, and about nothing else.
    fn follow(&mut self, table: &Table) {
        if self.game != table.games() {
            self.game = table.games();
            (self.opponent, self.adviser) = players(&mut self.settings, &self.sender);
        }
        for (role, thinker) in [
            (Role::Opponent, &mut self.opponent),
            (Role::Adviser, &mut self.adviser),
            (Role::Analyst, &mut self.analyst),
            (Role::Solver, &mut self.solver),
        ] {
            if table.wants(role) {
                thinker.think(table.turn(), table.history().game());
            } else {
                thinker.stop();
            }
        }
    }

    /// Hands over what was said; whether anything was.
    fn listen(&mut self, table: &mut Table) -> Result<bool, Failure> {
        let mut is_heard = false;
        for message in self.messages.try_iter() {
            if matches!(message.news, News::Gone) {
                let who = if message.role == Role::Solver { "the solver" } else { "a player" };
                return Err(Failure::Run(format!("{who} has failed")));
            }
            table.hear(message);
            is_heard = true;
        }
        Ok(is_heard)
    }
}

/// Those who play the next game.
fn players(settings: &mut PlaySettings, sender: &Sender<Message>) -> (Thinker, Thinker) {
    let (opponent, adviser) = settings.players();
    let PlaySettings { limits, clock, .. } = *settings;
    let start = |role, player| {
        let mind = Mind::Player { player, limits, clock, is_analysis: false };
        Thinker::start(role, mind, sender.clone())
    };
    (start(Role::Opponent, opponent), start(Role::Adviser, adviser))
}
