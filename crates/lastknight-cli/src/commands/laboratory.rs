//! What matches and tournaments have in common: specifications from flags, playing with progress.

use std::path::Path;
use std::slice;
use std::sync::atomic::AtomicBool;

use lastknight::stats::Pairs;
use lastknight::{Agent, Constants, Game};
use lastknight_lab::report::{Report, write_files};
use lastknight_lab::{
    AgentEntry, End, Progress as Playing, Run, Spec, SpecError, SpecFile, Store, StoreError, play,
};

use crate::cli::GameFlags;
use crate::failure::Failure;
use crate::input;
use crate::progress::Progress;

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::File(..)
            | StoreError::Foreign(_)
            | StoreError::Empty(_)
            | StoreError::Newer(..)
            | StoreError::Older(_)
            | StoreError::Damaged(..)
            | StoreError::Unmerged(_)
            | StoreError::NoRun(..) => Self::Input(error.to_string()),
            _ => Self::Run(error.to_string()),
        }
    }
}

/// What is wrong with a specification, and where it comes from.
pub(super) fn bad_spec(source: Option<&Path>, error: &SpecError) -> Failure {
    let message = match source {
        Some(file) => format!("{}: {error}", input::shown(file)),
        None => error.to_string(),
    };
    match error.picture() {
        Some(picture) => Failure::Pictured(message, picture.to_owned()),
        None => Failure::Input(message),
    }
}

/// What flags name that has to be read, once: standard input can give only one of them.
pub(super) struct Read {
    board: Option<Game>,
    pub(super) constants: Constants,
}

pub(super) fn read(flags: &GameFlags) -> Result<Read, Failure> {
    let Some(board) = &flags.board else {
        return Ok(Read { board: None, constants: input::constants(flags.constants.path())? });
    };
    let (game, constants) =
        input::game_and_constants(slice::from_ref(board), flags.constants.path())?;
    Ok(Read { board: Some(game), constants })
}

/// Agents of the command line, under the names by which they print; one that is there already has a number behind it.
pub(super) fn entries(
    texts: &[String],
    read: &Read,
    taken: &mut Vec<Agent>,
) -> Result<Vec<AgentEntry>, Failure> {
    let entry = |text: &String| {
        let agent = input::agent(text, &read.constants)?;
        let text = agent.to_string();
        let entry = match taken.iter().filter(|other| **other == agent).count() {
            0 => AgentEntry::Text(text),
            before => AgentEntry::Named { name: format!("{text} ({})", before + 1), agent: text },
        };
        taken.push(agent);
        Ok(entry)
    };
    texts.iter().map(entry).collect()
}

/// A specification with what the flags say, which comes first.
pub(super) fn spec(
    mut file: SpecFile,
    source: Option<&Path>,
    flags: &GameFlags,
    read: &Read,
) -> Result<Spec, Failure> {
    file.board = read.board.as_ref().map(ToString::to_string).or(file.board);
    file.games = flags.games.or(file.games);
    file.seed = flags.seed.or(file.seed);
    if let Some(openings) = &flags.openings {
        file.openings = Some(openings.clone());
    }
    flags.limits.replace(&mut file);
    if let Some(name) = file.openings_file().map(str::to_owned) {
        let beside = source.filter(|_| flags.openings.is_none()).and_then(Path::parent);
        let path = beside.unwrap_or(Path::new("")).join(name);
        let text = input::read(&path)?;
        file.read_openings(&text).map_err(|error| bad_spec(Some(&path), &error))?;
    }
    file.spec_with(&read.constants).map_err(|error| bad_spec(source, &error))
}

/// Plays what is still to be played, and shows how far it is.
pub(super) fn play_on(
    store: &mut Store,
    run: &mut Run,
    flags: &GameFlags,
    stop: &AtomicBool,
) -> Result<End, Failure> {
    let names: Vec<String> =
        run.spec().entrants().iter().map(|entrant| entrant.name.clone()).collect();
    let progress = Progress::start();
    let end = play(store, run, flags.threads, stop, &mut |playing| {
        progress.show(playing.done, playing.all, || message(playing, &names));
    });
    progress.finish();
    Ok(end?)
}

/// Writes the files of a report to a directory, and gives the line that says where to look.
pub(super) fn write_report(report: &Report, directory: &Path) -> Result<String, Failure> {
    let page = write_files(report, directory);
    let page = page.map_err(|error| Failure::Run(error.to_string()))?;
    Ok(format!("\nreport: {}\n", page.display()))
}

/// What is said of a run that was ended before its end and can go on.
pub(super) fn stopped(report: &Report) -> Failure {
    let (done, all) = (report.games(), 2 * report.pairs_planned);
    Failure::Run(format!("stopped after {done} of {all} games; the same command goes on"))
}

/// Games a second and who leads.
fn message(playing: &Playing<'_>, names: &[String]) -> String {
    let speed = 2.0 * playing.played as f64 / playing.elapsed.as_secs_f64().max(0.001);
    let mut text = format!(", {speed:.0} games/s");
    let scores = playing.scores.iter().copied().map(Pairs::score);
    let mut scores: Vec<(f64, &str)> =
        scores.zip(names).filter_map(|(score, name)| Some((score?, name.as_str()))).collect();
    scores.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (score, name) in scores.iter().take(3) {
        let name = lastknight_lab::words::shortened(name, 16);
        text += &format!(", {name} {:.0} %", 100.0 * score);
    }
    text
}
