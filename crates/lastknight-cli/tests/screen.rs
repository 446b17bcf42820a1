//! The full screen of `play` on a pseudo terminal: keys, the mouse, and the terminal as it was before.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize};

/// How long to wait for anything before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

const WIDTH: usize = 80;
const HEIGHT: usize = 24;

/// The program on a terminal of its own.
struct Session {
    child: Child,
    keys: File,
    /// The terminal's other end, which keeps it open after the program has ended.
    terminal: File,
    before: Termios,
    output: Receiver<Vec<u8>>,
    /// Everything that was written so far.
    written: Vec<u8>,
}

impl Session {
    fn start(arguments: &[&str]) -> Self {
        Self::start_on("xterm-256color", arguments)
    }

    /// The program on a terminal that calls itself so.
    fn start_on(terminal_name: &str, arguments: &[&str]) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let master = openpt(flags).expect("a pseudo terminal");
        grantpt(&master).expect("a grant");
        unlockpt(&master).expect("unlocked");
        let name = ptsname(&master, Vec::new()).expect("a name");
        let name = name.to_str().expect("text");
        let terminal = OpenOptions::new().read(true).write(true).open(name).expect("a terminal");
        let window =
            Winsize { ws_row: HEIGHT as u16, ws_col: WIDTH as u16, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, window).expect("a size");
        let before = tcgetattr(&terminal).expect("modes");
        let end = || Stdio::from(terminal.try_clone().expect("a handle"));
        let child = Command::new(env!("CARGO_BIN_EXE_lastknight"))
            .args(arguments)
            .env("TERM", terminal_name)
            .env_remove("NO_COLOR")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("the program starts");
        let keys = File::from(master);
        let mut reader = keys.try_clone().expect("a handle");
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            loop {
                match reader.read(&mut bytes) {
                    Ok(0) => return,
                    Ok(read) => drop(sender.send(bytes[..read].to_vec())),
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    // The other end is closed.
                    Err(_) => return,
                }
            }
        });
        Self { child, keys, terminal, before, output, written: Vec::new() }
    }

    fn send(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys");
    }

    /// Waits until the screen is as wanted.
    fn wait_for(&mut self, what: &str, is_there: impl Fn(&str) -> bool) {
        let start = Instant::now();
        loop {
            let seen = screen(&self.written);
            if is_there(&seen) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "no {what}:\n{seen}");
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                self.written.extend(bytes);
            }
        }
    }

    /// Waits until the program has ended, and gives what it wrote.
    fn end(mut self) -> String {
        let start = Instant::now();
        let status = loop {
            while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
                self.written.extend(bytes);
            }
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
        };
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(100)) {
            self.written.extend(bytes);
        }
        assert_eq!(status.code(), Some(0));
        let after = tcgetattr(&self.terminal).expect("modes");
        assert_eq!(after.local_modes, self.before.local_modes);
        assert_eq!(after.input_modes, self.before.input_modes);
        assert_eq!(after.output_modes, self.before.output_modes);
        assert!(after.local_modes.contains(LocalModes::ICANON | LocalModes::ECHO));
        String::from_utf8(self.written).expect("text")
    }
}

/// What such output makes of a screen: places of the cursor and characters, for colours do not matter.
fn screen(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut cells = vec![vec![' '; WIDTH]; HEIGHT];
    let (mut x, mut y) = (0, 0);
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        if c == '\r' || c == '\n' {
            (x, y) = if c == '\r' { (0, y) } else { (x, y + 1) };
            continue;
        }
        if c != '\u{1b}' {
            if let Some(cell) = cells.get_mut(y).and_then(|row: &mut Vec<char>| row.get_mut(x)) {
                *cell = c;
            }
            x += 1;
            continue;
        }
        // ESC [ parameters letter.
        characters.next();
        let mut parameters = String::new();
        let letter = loop {
            match characters.next() {
                Some(c) if c.is_ascii_alphabetic() => break c,
                Some(c) => parameters.push(c),
                None => return String::new(),
            }
        };
        let mut numbers = parameters.split(';').map(|number| number.parse().unwrap_or(1));
        match letter {
            'H' => {
                y = numbers.next().unwrap_or(1) - 1;
                x = numbers.next().unwrap_or(1) - 1;
            }
            'J' => cells.iter_mut().for_each(|row| row.fill(' ')),
            _ => {}
        }
    }
    cells.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// The terminal was taken, and given back in the end: modes that were switched on are off again.
fn assert_given_back(text: &str) {
    for mode in ["?1049", "?1000", "?1006"] {
        let at = |end: char| text.rfind(&format!("\u{1b}[{mode}{end}"));
        let (on, off) = (at('h'), at('l'));
        assert!(on.is_some() && on < off, "mode {mode}: {on:?} {off:?}");
    }
    let shown = text.rfind("\u{1b}[?25h");
    assert!(shown > text.rfind("\u{1b}[?25l"), "the cursor is hidden");
}

const PLAY: [&str; 7] = ["play", "--board", "5x5", "--against", "greedy", "--seed", "1"];

#[test]
fn a_game_is_played_by_keys_and_mouse() {
    let mut session = Session::start(&PLAY);
    session.wait_for("start", |screen| screen.contains("White (you) to place a knight"));
    session.send("c3\r");
    session.wait_for("answer", |screen| screen.contains("White (you) to move"));
    session.send("?");
    session.wait_for("help", |screen| screen.contains("take back your last move"));
    session.send("x");
    session.wait_for("board", |screen| !screen.contains("take back your last move"));
    // The first legal move after the cursor.
    session.send("\t\r");
    session.wait_for("second answer", |screen| screen.contains("2. ") && screen.contains("ply 4"));
    session.send("u");
    session.wait_for("undo", |screen| screen.contains("ply 2"));
    // A click on b1, in cells of 8 by 4: the top left corner of the screen is 1, 1.
    session.send("\u{1b}[<0;12;18M\u{1b}[<0;12;18m");
    session.wait_for("third answer", |screen| screen.contains("2. b1") && screen.contains("ply 4"));
    session.send("q");
    let text = session.end();
    assert_given_back(&text);
    let last = text.trim_end().lines().last().expect("a line");
    let last = last.rsplit('\u{1b}').next().expect("a part");
    assert!(last.contains("5x5 moves c3 ") && last.contains(" b1 "), "{last}");
    assert_eq!(last.split("moves").nth(1).map(|moves| moves.split(' ').count() - 1), Some(4));
}

#[test]
fn an_endless_search_does_not_keep_anybody() {
    let arguments = ["play", "--board", "11x9", "--against", "minimax", "--depth", "90"];
    for way_out in ["\u{3}", "q"] {
        let mut session = Session::start(&arguments);
        session.wait_for("start", |screen| screen.contains("White (you) to place a knight"));
        session.send("f5\r");
        session.wait_for("thoughts", |screen| screen.contains("Black thinks"));
        session.send(way_out);
        let text = session.end();
        assert_given_back(&text);
        assert!(text.trim_end().ends_with("11x9 moves f5"), "{text:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_gives_the_terminal_back_too() {
    let mut session = Session::start(&PLAY);
    session.wait_for("start", |screen| screen.contains("White (you) to place a knight"));
    let command = format!("kill -INT {}", session.child.id());
    assert!(Command::new("sh").args(["-c", &command]).status().expect("a shell").success());
    let text = session.end();
    assert_given_back(&text);
    assert!(text.trim_end().ends_with("5x5"), "{text:?}");
}

#[test]
fn there_are_lines_where_they_are_asked_for_or_all_that_is_possible() {
    let asked = [&PLAY[..], &["--lines"]].concat();
    for (terminal, arguments) in [("xterm", &asked[..]), ("dumb", &PLAY[..])] {
        let mut session = Session::start_on(terminal, arguments);
        session.wait_for("prompt", |screen| screen.contains("White places a knight"));
        session.send("quit\n");
        let text = session.end();
        assert!(!text.contains("\u{1b}[?1049h") && text.trim_end().ends_with("5x5"), "{text:?}");
    }
}
