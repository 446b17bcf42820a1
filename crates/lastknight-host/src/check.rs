//! Checks whether a program follows its protocol.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use lastknight::control::limits::shown_time;
use lastknight::{
    Agent, ByColor, Clock, Color, Control, Duel, Forfeit, Game, Limits, Player, Termination,
};

use crate::check_item::CheckItem;
use crate::process::Process;
use crate::program::{Miss, Program};
use crate::program_player::ProgramPlayer;
use crate::protocol::Protocol;
use crate::supervisor::Retired;

/// Positions of all kinds.
const POSITIONS: &[(&str, &str)] = &[
    ("places its knight on the empty board", "7x7"),
    ("places its knight as the second player", "7x7 moves d4"),
    ("moves", "7x7 moves d4 b3"),
    ("moves as the second player", "7x7 moves d4 b3 f5"),
    ("plays the only move", "4/4/4/4 w moves a1 d4 b3 c2 d2 a3"),
    ("plays a position with blocked squares", "xx5/7/2x4/7/7/4x2/7 w moves d4 b3"),
    ("plays on a wide board", "11x9 moves k9 a1"),
];

/// The time that a program has to quit.
const TIME_TO_QUIT: Duration = Duration::from_secs(2);

/// Checks a program under limits.
pub(crate) fn check(program: &Arc<Program>, limits: Limits, clock: Clock) -> Vec<CheckItem> {
    let control = Control::from(limits).clock(clock);
    let mut items = Vec::new();
    let begin = Instant::now();
    let started = program.start_as_set(control).and_then(|mut process| {
        let ready = begin.elapsed();
        let game = POSITIONS[0].1.parse().expect("a game");
        process.games = 1;
        program.ask(&mut process, &game, control, 1)?;
        Ok((process, ready))
    });
    let name = "starts and answers";
    let mut process = match started {
        Ok((process, ready)) => {
            let ready = shown_time(Duration::from_millis(ready.as_millis() as u64));
            items.push(CheckItem { name, problem: None, note: format!("ready after {ready}") });
            process
        }
        Err(miss) => {
            items.push(problem(name, miss));
            return items;
        }
    };
    let mut longest = Duration::ZERO;
    for (name, text) in POSITIONS {
        let game: Game = text.parse().expect("a game");
        process.games += 1;
        match program.ask(&mut process, &game, control, 1) {
            Ok(report) => {
                longest = longest.max(report.time);
                let to = report.best().map(|to| game.start().size().name(to).to_string());
                items.push(CheckItem { name, problem: None, note: to.unwrap_or_default() });
            }
            Err(miss) => {
                items.push(problem(name, miss));
                match program.start_as_set(control) {
                    Ok(again) => process = again,
                    Err(_) => return items,
                }
            }
        }
    }
    if program.protocol() == Protocol::Turns {
        items.push(unknown_key(program, &mut process, control));
    }
    items.push(quits(process));
    items.push(replays(program, control));
    items.push(whole_games(program, control));
    if let Some(limit) = limits.time {
        let longest = 1000.0 * longest.as_secs_f64();
        let note = format!("at most {longest:.1} ms of {}", shown_time(limit));
        items.push(CheckItem { name: "keeps the time", problem: None, note });
    }
    items
}

fn unknown_key(program: &Program, process: &mut Process, control: Control<'_>) -> CheckItem {
    let name = "ignores unknown keys";
    let game = "7x7 moves d4 b3".parse().expect("a game");
    match program.ask_with(process, &game, control, 1, " future=1") {
        Ok(_) => CheckItem { name, problem: None, note: String::new() },
        Err(miss) => problem(name, miss),
    }
}

fn quits(mut process: Process) -> CheckItem {
    let name = "quits when its input ends";
    process.close_input();
    let until = Instant::now() + TIME_TO_QUIT;
    while Instant::now() < until {
        if process.has_ended() {
            return CheckItem { name, problem: None, note: String::new() };
        }
        thread::sleep(Duration::from_millis(1));
    }
    let problem = Some(format!("still runs {} later", shown_time(TIME_TO_QUIT)));
    CheckItem { name, problem, note: "end the program when reading a line fails".to_owned() }
}

/// Two processes get the same turn with the same seed.
fn replays(program: &Program, control: Control<'_>) -> CheckItem {
    let name = "replays with the same seed";
    let game = "7x7 moves d4 b3".parse().expect("a game");
    let ask = || {
        let mut process = program.start_as_set(control)?;
        process.games = 1;
        Ok::<_, Miss>(program.ask(&mut process, &game, control, 7)?.best())
    };
    match (ask(), ask()) {
        (Ok(one), Ok(two)) if one == two => CheckItem { name, problem: None, note: String::new() },
        (Ok(_), Ok(_)) => {
            let note =
                "it does not: games will differ each time. Seed its random choices with seed="
                    .to_owned();
            CheckItem { name, problem: None, note }
        }
        (Err(miss), _) | (_, Err(miss)) => problem(name, miss),
    }
}

/// Plays a game as each side against random moves.
fn whole_games(program: &Arc<Program>, control: Control<'_>) -> CheckItem {
    let name = "plays whole games";
    for color in Color::ALL {
        let mut players = ByColor::from_fn(|side| -> Box<dyn Player> {
            match side == color {
                true => Box::new(ProgramPlayer::new(Arc::clone(program), 3)),
                false => "random".parse::<Agent>().expect("an agent").player(5),
            }
        });
        let game = "7x7".parse().expect("a game");
        let played = Duel::new(control).play(game, ByColor::default(), &mut players);
        if let Some(forfeit) = played.forfeit {
            let game = played.record.game();
            let mut item = problem(name, Miss::Forfeit(forfeit));
            item.note = format!("{}; the game was '{game}'", item.note);
            return item;
        }
    }
    CheckItem { name, problem: None, note: "one as each side".to_owned() }
}

/// Describes a failure and what may help.
fn problem(name: &'static str, miss: Miss) -> CheckItem {
    let forfeit = match miss {
        Miss::Forfeit(forfeit) => forfeit,
        Miss::Cancelled | Miss::Busy => Forfeit::crash("cancelled"),
    };
    let detail = &forfeit.detail;
    let note = match forfeit.termination {
        Termination::Resignation => "answer a move as long as there is one",
        Termination::Time => "stop the search earlier, or ask for a longer limit",
        Termination::Crash if detail.starts_with("no first answer") => {
            "does it flush its output after each answer, end the line, and sleep until its turn?"
        }
        Termination::Crash if detail.starts_with("ended with exit code 0") => {
            "the program should read lines until its input ends"
        }
        Termination::Crash if detail.starts_with("ended with exit code 2") => "",
        Termination::Crash => "run the program by hand to see more",
        Termination::IllegalMove if detail.starts_with("wrote") => {
            "write nothing but answers; lines that begin with # and standard error are free"
        }
        Termination::IllegalMove => "answer one of the words after 'legal', or resign",
        _ => "",
    };
    CheckItem { name, problem: Some(forfeit.detail), note: note.to_owned() }
}
