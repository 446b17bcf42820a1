//! What matches and tournaments have in common: specifications from flags, playing with progress.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::slice;

use lastknight::stats::Pairs;
use lastknight::{Agent, Constants, Game};
use lastknight_lab::document::FilesError;
use lastknight_lab::report::Report;
use lastknight_lab::{
    GamesProgress, OpeningsSource, Run, RunEnd, Session, SessionProgress, Spec, SpecBuilder,
    SpecFile, StoreError,
};

use crate::cli::{GameFlags, OpeningsFlag};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{input, interrupt};

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
            | StoreError::AbsentAgent(_)
            | StoreError::NoRun(..) => Self::Input(error.to_string()),
            _ => Self::Run(error.to_string()),
        }
    }
}

/// What is wrong with a specification or a study, where it comes from, and a picture of the place.
pub(super) fn bad_spec(
    source: Option<&Path>,
    error: &impl Display,
    picture: Option<String>,
) -> Failure {
    let message = match source {
        Some(file) => format!("{}: {error}", input::shown(file)),
        None => error.to_string(),
    };
    match picture {
        Some(picture) => Failure::Pictured(message, picture),
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

/// Reads agents of the command line.
pub(super) fn agents(texts: &[String], read: &Read) -> Result<Vec<Agent>, Failure> {
    texts.iter().map(|text| input::agent(text, &read.constants)).collect()
}

/// What the flags say. A file of openings is theirs, or the one that a specification names, beside it.
pub(super) fn builder(
    flags: &GameFlags,
    read: &Read,
    file: Option<(&SpecFile, Option<&Path>)>,
) -> Result<SpecBuilder, Failure> {
    let mut spec = flags.limits.set(Spec::builder());
    if let Some(board) = &read.board {
        spec = spec.board(*board.position());
    }
    if let Some(games) = flags.games {
        spec = spec.games(games);
    }
    if let Some(seed) = flags.seed {
        spec = spec.seed(seed);
    }
    let of_file = || {
        let (file, source) = file?;
        let beside = source.and_then(Path::parent).unwrap_or(Path::new(""));
        Some(beside.join(file.openings_file()?))
    };
    let path = match &flags.openings {
        Some(OpeningsFlag::Source(source)) => return Ok(spec.openings(source.clone())),
        Some(OpeningsFlag::File(path)) => Some(path.clone()),
        None => of_file(),
    };
    let Some(path) = path else {
        return Ok(spec);
    };
    let text = input::read(&path)?;
    let openings =
        OpeningsSource::read(&text).map_err(|error| bad_spec(Some(&path), &error, None))?;
    Ok(spec.openings(openings))
}

/// Checks a specification that flags make.
pub(super) fn built(spec: SpecBuilder) -> Result<Spec, Failure> {
    spec.build().map_err(|error| bad_spec(None, &error, error.picture()))
}

/// A session in a directory, or in memory, which Ctrl-C stops.
pub(super) fn session(
    out: Option<&Path>,
    threads: NonZeroUsize,
) -> Result<Session<'static>, Failure> {
    let stop = interrupt::stop_flag()?;
    let session = out.map_or_else(Session::in_memory, Session::open)?;
    Ok(session.threads(threads).stop_flag(stop))
}

/// Plays what is still to be played, and shows how far it is.
pub(super) fn play_on(session: &mut Session<'_>, run: &mut Run) -> Result<RunEnd, Failure> {
    let names: Vec<String> =
        run.spec().entrants().iter().map(|entrant| entrant.name.clone()).collect();
    let (mut bar, mut is_asking) = (Progress::start(), false);
    let end = session.play(run, &mut |progress| match progress {
        SessionProgress::Games(games) => bar.show(games.done, games.all, || message(games, &names)),
        SessionProgress::Oracle { done, all } => {
            if !is_asking {
                bar.finish();
                (bar, is_asking) = (Progress::start(), true);
            }
            bar.show(*done, *all, || ", asking about solved positions".to_owned());
        }
        _ => {}
    });
    bar.finish();
    Ok(end?)
}

/// The line that says where a report was written, if it was.
pub(super) fn written(page: Result<Option<PathBuf>, FilesError>) -> Result<String, Failure> {
    let page = page.map_err(|error| Failure::Run(error.to_string()))?;
    Ok(page.map_or_else(String::new, |page| format!("\nreport: {}\n", page.display())))
}

/// What is said of a run that was ended before its end and can go on.
pub(super) fn stopped(report: &Report) -> Failure {
    let (done, all) = (report.games(), 2 * report.pairs_planned);
    Failure::Run(format!("stopped after {done} of {all} games; the same command goes on"))
}

/// Games a second and who leads.
fn message(playing: &GamesProgress<'_>, names: &[String]) -> String {
    let speed = 2.0 * playing.played as f64 / playing.elapsed.as_secs_f64().max(0.001);
    let mut text = format!(", {speed:.0} games/s");
    let scores = playing.scores.iter().copied().map(Pairs::score);
    let mut scores: Vec<(f64, &str)> =
        scores.zip(names).filter_map(|(score, name)| Some((score?, name.as_str()))).collect();
    scores.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (score, name) in scores.iter().take(3) {
        let name = lastknight_lab::format::shortened(name, 16);
        text += &format!(", {name} {:.0} %", 100.0 * score);
    }
    text
}
