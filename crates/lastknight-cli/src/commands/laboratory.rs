//! Shared by matches, tournaments and tuning: specifications from flags, playing with progress.

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
    SpecFile, SprtProgress, StoreError,
};

use crate::cli::{FleetFlags, GameFlags, OpeningsFlag};
use crate::failure::Failure;
use crate::output::grouped;
use crate::progress::Progress;
use crate::{fleet, host, input, interrupt};

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

impl From<FilesError> for Failure {
    fn from(error: FilesError) -> Self {
        Self::Run(error.to_string())
    }
}

/// Reports a bad specification or study, its source and a picture of the place.
pub(super) fn bad_spec(
    source: Option<&Path>,
    error: &impl Display,
    picture: Option<String>,
) -> Failure {
    let source = source.map_or(String::new(), |file| format!("{}: ", input::shown(file)));
    let message = format!("{source}{error}");
    match picture {
        Some(picture) => Failure::Pictured(message, picture),
        None => Failure::Input(message),
    }
}

/// The board and the constants that flags name.
pub(super) struct GameInputs {
    board: Option<Game>,
    pub(super) constants: Constants,
}

/// Reads board and constants. Only one of them can come from standard input.
pub(super) fn read_inputs(flags: &GameFlags) -> Result<GameInputs, Failure> {
    let path = flags.constants.path();
    let Some(board) = &flags.board else {
        return Ok(GameInputs { board: None, constants: input::constants(path)? });
    };
    let (game, constants) = input::game_and_constants(slice::from_ref(board), path)?;
    Ok(GameInputs { board: Some(game), constants })
}

pub(super) fn agents(texts: &[String], inputs: &GameInputs) -> Result<Vec<Agent>, Failure> {
    texts.iter().map(|text| input::agent(text, &inputs.constants)).collect()
}

/// Builds a specification from flags. Openings come from `--openings`, else from the file that the specification names.
pub(super) fn builder(
    flags: &GameFlags,
    inputs: &GameInputs,
    file: Option<(&SpecFile, Option<&Path>)>,
) -> Result<SpecBuilder, Failure> {
    let mut spec = flags.limits.set(Spec::builder());
    if let Some(board) = &inputs.board {
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

/// Checks a specification made from flags.
pub(super) fn built(spec: SpecBuilder) -> Result<Spec, Failure> {
    spec.build().map_err(|error| bad_spec(None, &error, error.picture()))
}

/// Opens a session in a directory or in memory, on threads or on the fleet that flags name. Ctrl-C stops it.
pub(super) fn session(
    out: Option<&Path>,
    threads: NonZeroUsize,
    fleet: Option<&FleetFlags>,
) -> Result<Session<'static>, Failure> {
    let stop = interrupt::stop_flag()?;
    let session = out.map_or_else(Session::in_memory, Session::open)?;
    if let Some(out) = out {
        host::log_to(out);
    }
    let session = session.threads(threads).stop_flag(stop);
    match fleet.map(fleet::connect).transpose()?.flatten() {
        Some(fleet) => Ok(session.fleet(fleet)),
        None => Ok(session),
    }
}

/// Plays the missing games and shows the progress.
pub(super) fn play(session: &mut Session<'_>, run: &mut Run) -> Result<RunEnd, Failure> {
    let names: Vec<String> =
        run.spec().entrants().iter().map(|entrant| entrant.name.clone()).collect();
    if let Some(opening) = run.spec().conditions().openings().next() {
        let agents = run.spec().entrants().iter().map(|entrant| &entrant.agent);
        host::check_programs(agents, &opening)?;
    }
    let (mut bar, mut is_oracle) = (Progress::start(), false);
    let end = session.play(run, &mut |progress| match progress {
        SessionProgress::Games(games) => match games.sprt {
            Some(sprt) => bar.show_open(games.done, || test_message(games, sprt)),
            None => bar.show(games.done, games.all, || message(games, &names)),
        },
        SessionProgress::Oracle { done, all } => {
            if !is_oracle {
                bar.finish();
                (bar, is_oracle) = (Progress::start(), true);
            }
            bar.show(*done, *all, || ", testing on solved positions".to_owned());
        }
        _ => {}
    });
    bar.finish();
    Ok(end?)
}

/// Returns a line with the path of the report, if it was written.
pub(super) fn report_line(page: Result<Option<PathBuf>, FilesError>) -> Result<String, Failure> {
    Ok(page?.map_or_else(String::new, |page| format!("\nreport: {}\n", page.display())))
}

/// Reports a run that was stopped and can be resumed.
pub(super) fn stopped(report: &Report) -> Failure {
    let all = match report.test {
        Some(_) => String::new(),
        None => format!(" of {}", 2 * report.pairs_planned),
    };
    let done = report.games();
    Failure::Run(format!("stopped after {done}{all} games; run the same command to resume"))
}

fn speed(playing: &GamesProgress<'_>) -> String {
    let speed = 2.0 * playing.played as f64 / playing.elapsed.as_secs_f64().max(0.001);
    format!(", {speed:.0} games/s")
}

/// Returns the state of a sequential test, whose number of games is unknown.
fn test_message(playing: &GamesProgress<'_>, SprtProgress { llr, bounds }: SprtProgress) -> String {
    let (games, (low, high)) = (grouped(2 * playing.done as u64), bounds);
    format!(", {games} games{}, LLR {llr:.2} of {low:.2} to {high:.2}", speed(playing))
}

/// Returns the speed and the leaders.
fn message(playing: &GamesProgress<'_>, names: &[String]) -> String {
    let mut text = speed(playing);
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
