//! What matches and tournaments have in common: specifications from flags, playing with progress.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use lastknight::Agent;
use lastknight::stats::Pairs;
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
            | StoreError::Newer(..)
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

/// Agents of the command line, under the names by which they print.
pub(super) fn entries(texts: &[String], flags: &GameFlags) -> Result<Vec<AgentEntry>, Failure> {
    let constants = input::constants(&flags.constants)?;
    let agents = texts.iter().map(|text| input::agent(text, &constants));
    let agents: Vec<Agent> = agents.collect::<Result<_, _>>()?;
    Ok(agents.iter().map(|agent| AgentEntry::Text(agent.to_string())).collect())
}

/// A specification with what the flags say, which comes first.
pub(super) fn spec(
    mut file: SpecFile,
    source: Option<&Path>,
    flags: &GameFlags,
) -> Result<Spec, Failure> {
    let (game, constants) = match &flags.board {
        Some(board) => {
            let words = [board.clone()];
            let (game, constants) = input::game_and_constants(&words, &flags.constants)?;
            (Some(game), constants)
        }
        None => (None, input::constants(&flags.constants)?),
    };
    file.board = game.map(|game| game.to_string()).or(file.board);
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
    file.spec_with(&constants).map_err(|error| bad_spec(source, &error))
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
