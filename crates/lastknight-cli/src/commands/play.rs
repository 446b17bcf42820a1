//! `lastknight play`: a game against an agent, on the full screen if the terminal allows it.

mod lines;
#[cfg(feature = "tui")]
mod screen;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use lastknight::{Agent, Clock, Color, Game, Limits, Player, Position, Random, SearchReport};

use crate::cli::{PlayArgs, PlayedColor};
use crate::failure::Failure;
use crate::{host, input, output};

const DEFAULT_LIMITS: Limits = Limits::time(Duration::from_secs(1));

pub(crate) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let settings = PlaySettings::of(args)?;
    #[cfg(feature = "tui")]
    if !args.lines && screen::is_possible() {
        return screen::run(settings);
    }
    lines::run(settings)
}

/// The game to play, the players and the display.
struct PlaySettings {
    /// The start of the game; its moves can be taken back.
    game: Game,
    /// The person's colour.
    color: Color,
    agent: Agent,
    limits: Limits,
    clock: Clock,
    is_ascii: bool,
    random: Random,
}

impl PlaySettings {
    fn of(args: &PlayArgs) -> Result<Self, Failure> {
        let position = args.position.as_ref().unwrap_or(&args.board);
        if input::is_stdin(position) || args.constants.path().is_some_and(input::is_stdin) {
            let why =
                "standard input is for the moves: it cannot give the position or the constants";
            return Err(Failure::Input(why.to_owned()));
        }
        let (game, constants) =
            input::game_and_constants(std::slice::from_ref(position), args.constants.path())?;
        let agent = input::agent(&args.against, &constants)?;
        host::check_programs([&agent], &game)?;
        let mut random = Random::new(args.seed.unwrap_or_else(random_seed));
        let color = match args.color {
            PlayedColor::White => Color::White,
            PlayedColor::Black => Color::Black,
            PlayedColor::Random => Color::ALL[random.below(Color::ALL.len())],
        };
        Ok(Self {
            game,
            color,
            agent,
            limits: args.limits.or(DEFAULT_LIMITS),
            clock: args.limits.clock(),
            is_ascii: args.ascii,
            random,
        })
    }

    /// Returns the opponent of the next game and a separate adviser, so that hints do not change the opponent.
    fn players(&mut self) -> (Box<dyn Player>, Box<dyn Player>) {
        let opponent = self.agent.player(self.random.next());
        (opponent, self.agent.player(self.random.next()))
    }
}

fn random_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}

/// Returns the game as a position that every command takes.
fn notation(game: &Game) -> String {
    let start = output::named_position(game.start());
    let names = game.start().size().names(game.moves());
    if game.moves().len() == 0 { start } else { format!("{start} moves {names}") }
}

/// Returns how the game ended for this colour, if it has.
fn result(position: &Position, color: Color) -> Option<String> {
    let winner = position.winner()?;
    let whose = if winner == color { "you win" } else { "you lose" };
    Some(format!("{} has no legal move: {winner} has won, {whose}", position.side()))
}

/// Returns score and depth of a search in brackets.
fn in_brackets(report: &SearchReport) -> String {
    let depth = (report.depth > 0).then(|| format!("depth {}", report.depth));
    let parts = report.score().map(|score| score.to_string()).into_iter().chain(depth);
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}
