//! A game line by line, for pipes and simple terminals.

use std::io::{self, BufRead, IsTerminal, Read};

use lastknight::search::Task;
use lastknight::{Color, Control, Game, Player, Position, SearchReport, Square};

use super::{PlaySettings, in_brackets, notation, result};
use crate::diagram::{self, Charset};
use crate::failure::Failure;
use crate::output::{self, text_line};

/// The longest line that is read at once, in bytes.
const LONGEST: u64 = 1 << 12;

const HELP: &str = "\
d4      move to d4, or place your knight there
undo    take back your last move and the reply
hint    show what your opponent would play here
board   draw the board again
moves   list your legal moves
quit    quit; so does the end of the input";

pub(super) fn run(mut settings: PlaySettings) -> Result<(), Failure> {
    let (opponent, adviser) = settings.players();
    let PlaySettings { game, color, agent, limits, clock, is_ascii, .. } = settings;
    let control = Control::from(limits).clock(clock);
    let mut game =
        LineGame { opponent, adviser, game, color, control, charset: Charset::new(is_ascii) };
    let greeting = format!("You are {color} against {agent}. Type a square, or 'help'.");
    text_line(&output::wrapped(&greeting))?;
    game.play(&mut InputLines::new())?;
    text_line(&notation(&game.game))
}

/// A game in progress.
struct LineGame {
    game: Game,
    /// The person's colour.
    color: Color,
    opponent: Box<dyn Player>,
    adviser: Box<dyn Player>,
    control: Control<'static>,
    charset: &'static Charset,
}

/// Returns an agent's move and its search.
fn chosen(
    player: &mut dyn Player,
    game: &Game,
    control: Control<'_>,
) -> Result<(SearchReport, Square), Failure> {
    let gives_up = |why: String| Failure::Run(format!("the agent forfeits the game: {why}"));
    let found = player.choose(game, &mut Task::new(control));
    let report = found.map_err(|forfeit| gives_up(forfeit.to_string()))?;
    let to = report.best().ok_or_else(|| gives_up("it returned no move".to_owned()))?;
    game.position().play(to).map_err(|error| gives_up(error.to_string()))?;
    Ok((report, to))
}

/// The effect of an input line.
enum LineEffect {
    /// None: it is still the person's turn.
    Again,
    /// A move was made or taken back.
    Turn,
    Quit,
}

impl LineGame {
    /// Plays until the game is over or the person quits.
    fn play(&mut self, lines: &mut InputLines) -> Result<(), Failure> {
        loop {
            if let Some(result) = result(self.position(), self.color) {
                self.draw()?;
                return text_line(&result);
            }
            if self.position().side() != self.color {
                self.answer()?;
                continue;
            }
            self.draw()?;
            let is_placed = self.position().knight(self.color).is_some();
            let what = if is_placed { "moves" } else { "places a knight" };
            let prompt = format!("{} {what}: ", self.color);
            loop {
                let Some(line) = lines.next(&prompt)? else {
                    return Ok(());
                };
                match self.run(&line)? {
                    LineEffect::Again => {}
                    LineEffect::Turn => break,
                    LineEffect::Quit => return Ok(()),
                }
            }
        }
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn draw(&self) -> Result<(), Failure> {
        output::text(&format!("\n{}\n", diagram::draw(self.position(), self.charset)))
    }

    fn answer(&mut self) -> Result<(), Failure> {
        let (report, to) = chosen(&mut *self.opponent, &self.game, self.control)?;
        let (side, name) = (self.position().side(), self.position().size().name(to));
        text_line(&format!("{side} plays {name}{}", in_brackets(&report)))?;
        self.game.play(to).expect("a legal move, as was checked");
        Ok(())
    }

    fn run(&mut self, line: &str) -> Result<LineEffect, Failure> {
        match line {
            "" => text_line("type a square such as d4, or 'help'")?,
            "help" => text_line(HELP)?,
            "quit" => return Ok(LineEffect::Quit),
            "board" => self.draw()?,
            "moves" => {
                let names = self.position().size().names(self.position().legal_moves());
                text_line(&output::wrapped(&names.to_string()))?;
            }
            "hint" => {
                let (report, to) = chosen(&mut *self.adviser, &self.game, self.control)?;
                text_line(&format!("{}{}", self.position().size().name(to), in_brackets(&report)))?;
            }
            // It is the person's turn, and again after two plies back.
            "undo" if self.game.moves().len() < 2 => text_line("no move of yours to take back")?,
            "undo" => {
                self.game.undo();
                self.game.undo();
                return Ok(LineEffect::Turn);
            }
            _ => match self.game.play_named(line) {
                Ok(()) => return Ok(LineEffect::Turn),
                Err(error) => text_line(&format!("{error}; 'moves' lists the legal moves"))?,
            },
        }
        Ok(LineEffect::Again)
    }
}

/// The input of the person.
struct InputLines {
    input: io::StdinLock<'static>,
    /// Whether to print what is read, since no terminal shows it.
    is_echoed: bool,
}

impl InputLines {
    fn new() -> Self {
        Self { input: io::stdin().lock(), is_echoed: !io::stdin().is_terminal() }
    }

    /// Returns the next line, trimmed and in lower case, or `None` at the end.
    fn next(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        output::text(prompt)?;
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
        read.map_err(|error| Failure::Run(format!("cannot read standard input: {error}")))?;
        let line = String::from_utf8_lossy(&bytes).trim().to_lowercase();
        if bytes.is_empty() || self.is_echoed {
            let shown: String = line.chars().filter(|c| !c.is_control()).take(40).collect();
            text_line(&shown)?;
        }
        Ok((!bytes.is_empty()).then_some(line))
    }
}
