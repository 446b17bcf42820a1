//! A game line by line, for pipes and for terminals that can do no more.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use lastknight::search::Task;
use lastknight::{Agent, Color, Control, Game, Player, Position, SearchReport, Square};

use super::{PlaySettings, in_brackets, notation, result};
use crate::draw::{self, Charset};
use crate::failure::Failure;
use crate::output;

/// The longest line that is read at once, in bytes.
const LONGEST: u64 = 1 << 12;

const HELP: &str = "\
d4      move there, or place your knight there
undo    take back your last move and the answer to it
hint    what your opponent would play in your place
board   draw the board again
moves   list your legal moves
quit    end here; so does the end of the input";

pub(super) fn run(mut settings: PlaySettings) -> Result<(), Failure> {
    let (opponent, adviser) = settings.players();
    let PlaySettings { game, color, agent, limits, clock, is_ascii, .. } = settings;
    let charset = if is_ascii { Charset::ASCII } else { Charset::UNICODE };
    let control = Control::from(limits).clock(clock);
    let mut table = Table { opponent, adviser, game, color, control, charset };
    say(&greeting(color, &agent))?;
    table.play(&mut Lines::new())?;
    say(&notation(&table.game))
}

fn greeting(color: Color, agent: &Agent) -> String {
    output::wrapped(&format!("You are {color} against {agent}. Type a square, or 'help'."))
}

fn say(text: &str) -> Result<(), Failure> {
    output::text_line(text)
}

/// A game in progress.
struct Table {
    game: Game,
    /// The person's colour.
    color: Color,
    opponent: Box<dyn Player>,
    /// Gives hints: a player of its own, so that asking does not change how the opponent plays.
    adviser: Box<dyn Player>,
    control: Control<'static>,
    charset: Charset,
}

/// What an agent plays, or why it cannot.
fn chosen(
    player: &mut dyn Player,
    game: &Game,
    control: Control<'_>,
) -> Result<(SearchReport, Square), Failure> {
    let gives_up = |why: String| Failure::Run(format!("the agent gives up the game: {why}"));
    let found = player.choose(game, &mut Task::new(control));
    let report = found.map_err(|forfeit| gives_up(forfeit.to_string()))?;
    let to = report.best().ok_or_else(|| gives_up("it has no move".to_owned()))?;
    game.position().play(to).map_err(|error| gives_up(error.to_string()))?;
    Ok((report, to))
}

/// What a line of the person's leads to.
enum Next {
    /// It is still the person's turn.
    Again,
    /// A move was made or taken back.
    Turn,
    Quit,
}

impl Table {
    /// Plays until the game is over or the person leaves.
    fn play(&mut self, lines: &mut Lines) -> Result<(), Failure> {
        loop {
            let side = self.game.position().side();
            if let Some(result) = result(self.position(), self.color) {
                self.draw()?;
                return say(&result);
            }
            if side != self.color {
                self.answer()?;
                continue;
            }
            self.draw()?;
            loop {
                let Some(line) = lines.next(&self.prompt())? else {
                    return Ok(());
                };
                match self.obey(&line)? {
                    Next::Again => {}
                    Next::Turn => break,
                    Next::Quit => return Ok(()),
                }
            }
        }
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    fn draw(&self) -> Result<(), Failure> {
        let mut out = output::stdout();
        write!(out, "\n{}\n", draw::board(self.position(), &self.charset))?;
        Ok(out.flush()?)
    }

    fn prompt(&self) -> String {
        let is_placed = self.position().knight(self.color).is_some();
        let what = if is_placed { "moves" } else { "places a knight" };
        format!("{} {what}: ", self.color)
    }

    /// The agent's move.
    fn answer(&mut self) -> Result<(), Failure> {
        let (report, to) = chosen(&mut *self.opponent, &self.game, self.control)?;
        let (side, name) = (self.position().side(), self.position().size().name(to));
        say(&format!("{side} plays {name}{}", in_brackets(&report)))?;
        self.game.play(to).expect("a legal move, as was checked");
        Ok(())
    }

    fn obey(&mut self, line: &str) -> Result<Next, Failure> {
        match line {
            "" => say("a square such as d4 is a move; 'help' lists the rest")?,
            "help" => say(HELP)?,
            "quit" => return Ok(Next::Quit),
            "board" => self.draw()?,
            "moves" => {
                let names = self.position().size().names(self.position().legal_moves());
                say(&output::wrapped(&names.to_string()))?;
            }
            "hint" => {
                let (report, to) = chosen(&mut *self.adviser, &self.game, self.control)?;
                say(&format!("{}{}", self.position().size().name(to), in_brackets(&report)))?;
            }
            // The side to move is the person's, so after two half-moves back it is again.
            "undo" if self.game.moves().len() < 2 => say("there is no move of yours to take back")?,
            "undo" => {
                self.game.undo();
                self.game.undo();
                return Ok(Next::Turn);
            }
            _ => match self.game.play_named(line) {
                Ok(()) => return Ok(Next::Turn),
                Err(error) => say(&format!("{error}; 'moves' lists yours, 'help' the rest"))?,
            },
        }
        Ok(Next::Again)
    }
}

/// What the person types.
struct Lines {
    input: io::StdinLock<'static>,
    /// Whether what is read shows on no terminal, so that it must be printed.
    is_echoed: bool,
}

impl Lines {
    fn new() -> Self {
        Self { input: io::stdin().lock(), is_echoed: !io::stdin().is_terminal() }
    }

    /// The next line without spaces around it, in small letters; `None` at the end.
    fn next(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let mut out = output::stdout();
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
        read.map_err(|error| Failure::Run(format!("cannot read standard input: {error}")))?;
        let line = String::from_utf8_lossy(&bytes).trim().to_lowercase();
        if bytes.is_empty() || self.is_echoed {
            let shown: String = line.chars().filter(|c| !c.is_control()).take(40).collect();
            writeln!(out, "{shown}")?;
            out.flush()?;
        }
        Ok((!bytes.is_empty()).then_some(line))
    }
}
