//! The terminal as a full screen, and as it was before: whatever happens in between.

use std::io::{self, Stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::Frame;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;

/// Whether there is something to put back.
static IS_CHANGED: AtomicBool = AtomicBool::new(false);

/// The full screen. Dropped, it leaves the terminal as it was.
pub(super) struct Terminal {
    inner: ratatui::Terminal<CrosstermBackend<Stdout>>,
}

impl Terminal {
    /// Takes the whole screen, and the mouse.
    pub(super) fn enter() -> io::Result<Self> {
        restore_on_panic();
        let inner = ratatui::Terminal::new(CrosstermBackend::new(io::stdout()))?;
        IS_CHANGED.store(true, Ordering::SeqCst);
        // From here on an error drops it, which puts everything back.
        let mut terminal = Self { inner };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        terminal.clear()?;
        Ok(terminal)
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.inner.draw(draw).map(drop)
    }

    /// Forgets what is on the screen, so that all is drawn anew. To clear it as such would ask the
    /// terminal where its cursor is, which not every terminal answers.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        let size = self.inner.size()?;
        self.inner.resize(Rect::new(0, 0, size.width, size.height))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Puts everything back, once. With the terminal gone there is nothing to put back, so nothing is said
/// of errors.
fn restore() {
    if IS_CHANGED.swap(false, Ordering::SeqCst) {
        let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
        let _ = disable_raw_mode();
    }
}

/// Has a panic, on any thread, give the terminal back before it says what went wrong.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
    });
}
