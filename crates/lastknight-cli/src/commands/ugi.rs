//! `lastknight ugi`: an agent as an engine of the Universal Game Interface.

use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use lastknight::eval::Constants;
use lastknight::quote::quote;
use lastknight::search::Task;
use lastknight::{Agent, Color, Control, Game, Limits, Player, Score, SearchReport};

use crate::cli::{UgiArgs, limits};
use crate::failure::Failure;
use crate::{host, input, output};

/// The part of its remaining time that a move takes at most: games last about 20 moves of each player.
const MOVES_LEFT: u32 = 20;

pub(crate) fn run(args: &UgiArgs) -> Result<(), Failure> {
    let agent = input::agent(&args.agent, &input::constants(args.constants.path())?)?;
    let mut session = Ugi::new(agent, args.seed);
    let mut is_quit = false;
    for line in io::stdin().lock().lines() {
        let line = match line {
            Ok(line) => line,
            // A line that is not text is like an empty one.
            Err(error) if error.kind() == io::ErrorKind::InvalidData => continue,
            Err(_) => break,
        };
        is_quit = !session.obey(&line)?;
        if is_quit {
            break;
        }
    }
    // A search that ends by itself still prints its move at the end of a script.
    if is_quit || session.is_infinite { session.stop() } else { session.wait() }
}

/// The state between two commands.
struct Ugi {
    agent: Agent,
    seed: u64,
    game: Game,
    player: Arc<Mutex<Box<dyn Player>>>,
    stop: Arc<AtomicBool>,
    search: Option<JoinHandle<Result<(), Failure>>>,
    is_infinite: bool,
}

impl Ugi {
    fn new(agent: Agent, seed: u64) -> Self {
        let player = Arc::new(Mutex::new(agent.player(seed)));
        let game = "startpos".parse().expect("a game");
        Self { agent, seed, game, player, stop: Arc::default(), search: None, is_infinite: false }
    }

    /// Obeys a command; returns whether there may be more.
    fn obey(&mut self, line: &str) -> Result<bool, Failure> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["quit"] => return Ok(false),
            ["ugi"] => {
                let version = env!("CARGO_PKG_VERSION");
                let (agent, seed) = (&self.agent, self.seed);
                say(&format!(
                    "id name lastknight {version} {agent}\nid author the lastknight authors\n\
                     option name agent type string default {agent}\n\
                     option name seed type spin default {seed} min 0 max {}\nugiok",
                    u32::MAX
                ))?;
            }
            ["isready"] => say("readyok")?,
            ["stop"] => self.stop()?,
            ["uginewgame"] => {
                self.stop()?;
                self.player = Arc::new(Mutex::new(self.agent.player(self.seed)));
            }
            ["setoption", "name", name, "value", ..] => {
                self.stop()?;
                let value = line.split_once(" value ").map_or("", |(_, value)| value.trim());
                self.set(name, value)?;
            }
            ["position", ..] => {
                self.stop()?;
                let text = line.trim_start().trim_start_matches("position").trim_start();
                match text.strip_prefix("fen ").unwrap_or(text).parse() {
                    Ok(game) => self.game = game,
                    Err(error) => complain(&format!("position: {error}"))?,
                }
            }
            ["go", ..] => {
                self.stop()?;
                match read_limits(&words[1..], self.game.position().side()) {
                    Ok(limits) => self.go(limits)?,
                    Err(why) => complain(&format!("go: {why}"))?,
                }
            }
            ["query", question] => self.answer(question)?,
            _ => complain(&format!("unknown command {}", quote(line.trim())))?,
        }
        Ok(true)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        match name {
            "agent" => match host::agents().parse(value, &Constants::NONE) {
                Ok(agent) => self.agent = agent,
                Err(error) => return complain(&format!("agent: {error}")),
            },
            "seed" => match value.parse() {
                Ok(seed) => self.seed = seed,
                Err(_) => return complain(&format!("seed: {} is not a number", quote(value))),
            },
            _ => return complain(&format!("unknown option {}", quote(name))),
        }
        self.player = Arc::new(Mutex::new(self.agent.player(self.seed)));
        Ok(())
    }

    fn answer(&self, question: &str) -> Result<(), Failure> {
        let position = self.game.position();
        let answer = match (question, position.winner()) {
            ("p1turn", _) => (position.side() == Color::White).to_string(),
            ("gameover", winner) => winner.is_some().to_string(),
            ("result", None) => "none".to_owned(),
            ("result", Some(Color::White)) => "p1win".to_owned(),
            ("result", Some(Color::Black)) => "p2win".to_owned(),
            _ => return complain(&format!("unknown query {}", quote(question))),
        };
        say(&format!("response {answer}"))
    }

    /// Starts a search, which prints the best move when it ends.
    fn go(&mut self, limits: Limits) -> Result<(), Failure> {
        // A program cannot be stopped with a move: it gets a second.
        let is_free = limits == Limits::NONE && self.agent.is_custom();
        let limits = if is_free { Limits::time(Duration::from_secs(1)) } else { limits };
        if self.game.position().winner().is_some() {
            return say("bestmove none");
        }
        self.stop = Arc::default();
        self.is_infinite = limits == Limits::NONE && !self.agent.has_own_limits();
        let (stop, player, game) =
            (Arc::clone(&self.stop), Arc::clone(&self.player), self.game.clone());
        let search = move || {
            let size = game.position().size();
            let mut printed = Ok(());
            let mut on_progress = |report: &SearchReport| {
                let lines = report.lines.first();
                let line: String = lines
                    .map(|line| {
                        line.moves.iter().map(|&to| format!(" {}", size.name(to))).collect()
                    })
                    .unwrap_or_default();
                let info = format!(
                    "info depth {} nodes {} time {}{} pv{line}",
                    report.depth,
                    report.nodes,
                    report.time.as_millis(),
                    report.score().map(score).unwrap_or_default(),
                );
                if printed.is_ok() {
                    printed = say(&info);
                }
            };
            let control = Control::from(limits).checkpoint(&*stop);
            let mut task = Task::new(control).on_progress(&mut on_progress);
            let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
            let found = player.choose(&game, &mut task);
            printed?;
            match found.map(|report| report.best()) {
                Ok(Some(to)) => say(&format!("bestmove {}", size.name(to))),
                Ok(None) => say("bestmove none"),
                Err(forfeit) => {
                    complain(forfeit.detail.lines().next().unwrap_or_default())?;
                    say("bestmove resign")
                }
            }
        };
        let thread = thread::Builder::new().spawn(search);
        self.search =
            Some(thread.map_err(|error| Failure::Run(format!("cannot search: {error}")))?);
        Ok(())
    }

    /// Ends the search, which then prints its move.
    fn stop(&mut self) -> Result<(), Failure> {
        self.stop.store(!self.agent.is_custom(), Ordering::Relaxed);
        self.wait()
    }

    fn wait(&mut self) -> Result<(), Failure> {
        let ended = self.search.take().map(JoinHandle::join);
        ended.unwrap_or(Ok(Ok(()))).unwrap_or(Ok(()))
    }
}

fn say(text: &str) -> Result<(), Failure> {
    output::text_line(text)
}

fn complain(text: &str) -> Result<(), Failure> {
    say(&format!("info string {text}"))
}

fn score(score: Score) -> String {
    match score {
        Score::Value(value) => format!(" score cp {:.0}", 100.0 * value),
        Score::Win(plies) => format!(" score win{}", in_plies(plies)),
        Score::Loss(plies) => format!(" score loss{}", in_plies(plies)),
    }
}

fn in_plies(plies: Option<u32>) -> String {
    plies.map_or_else(String::new, |plies| format!(" {plies}"))
}

/// Reads the limits of a search for a side.
fn read_limits(words: &[&str], side: Color) -> Result<Limits, String> {
    let mut limits = Limits::NONE;
    let (mut left, mut increment) = (None, 0);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if word == "infinite" {
            continue;
        }
        let value = words.next().ok_or_else(|| format!("{} needs a number", quote(word)))?;
        let number: u64 =
            value.parse().map_err(|_| format!("{} is not a whole number", quote(value)))?;
        match (word, side) {
            ("movetime", _) => limits.time = Some(Duration::from_millis(number)),
            ("depth", _) => {
                limits.depth =
                    Some(u32::try_from(number).unwrap_or(u32::MAX).min(limits::MOST_DEPTH));
            }
            ("nodes", _) => limits.nodes = Some(number),
            ("p1time", Color::White) | ("p2time", Color::Black) => left = Some(number),
            ("p1inc", Color::White) | ("p2inc", Color::Black) => increment = number,
            ("p1time" | "p2time" | "p1inc" | "p2inc" | "movestogo", _) => {}
            _ => return Err(format!("unknown limit {}", quote(word))),
        }
    }
    if let Some(left) = left {
        let (left, increment) = (Duration::from_millis(left), Duration::from_millis(increment));
        limits.time = Some((left / MOVES_LEFT + increment * 4 / 5).min(left / 2));
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let read =
            |text: &str, side| read_limits(&text.split_whitespace().collect::<Vec<_>>(), side);
        let ms = |ms| Limits::time(Duration::from_millis(ms));
        assert_eq!(read("movetime 150", Color::White), Ok(ms(150)));
        assert_eq!(read("depth 5", Color::White), Ok(Limits::depth(5)));
        assert_eq!(read("nodes 9", Color::White), Ok(Limits::nodes(9)));
        assert_eq!(read("", Color::White), Ok(Limits::NONE));
        assert_eq!(read("infinite", Color::White), Ok(Limits::NONE));
        let clock = "p1time 2000 p2time 4000 p1inc 10 p2inc 0";
        assert_eq!(read(clock, Color::White), Ok(ms(108)));
        assert_eq!(read(clock, Color::Black), Ok(ms(200)));
        assert_eq!(read("depth", Color::White), Err("'depth' needs a number".to_owned()));
        assert_eq!(read("depth x", Color::White), Err("'x' is not a whole number".to_owned()));
        assert_eq!(read("ponder 1", Color::White), Err("unknown limit 'ponder'".to_owned()));
    }
}
