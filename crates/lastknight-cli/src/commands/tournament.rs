//! `lastknight tournament`: many agents, every game kept, a report at the end.

use std::io::Write;
use std::path::PathBuf;

use lastknight_lab::report::{self, Report};
use lastknight_lab::{Folder, Spec, SpecFile, examine};

use super::laboratory::{bad_spec, entries, play_on, read, spec, stopped, write_report};
use crate::cli::Tournament;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{input, interrupt, output};

pub(crate) fn run(arguments: &Tournament) -> Result<(), Failure> {
    let spec = tournament(arguments)?;
    if arguments.print {
        return output::text_line(spec.file().to_toml().trim_end());
    }
    let folder = arguments.out.clone().unwrap_or_else(|| default_folder(&spec));
    let stop = interrupt::stop_sign()?;
    let folder = Folder::create(&folder)?;
    let mut store = folder.store()?;
    let mut run = store.begin(&spec)?;
    let end = play_on(&mut store, &mut run, &arguments.games, stop)?;
    let progress = Progress::start();
    let is_examined = end.is_complete
        && examine(&mut store, &run, arguments.games.threads, stop, &mut |done, all| {
            progress.show(done, all, || ", asking about solved positions".to_owned());
        })?;
    progress.finish();
    let report = Report::new(&store, &run)?;
    let place = write_report(&report, folder.path())?;
    if arguments.json {
        output::json(&report::json::ReportJson::from(&report))?;
    } else {
        let mut out = output::stdout();
        write!(out, "{}{place}", report::text::text(&report))?;
        out.flush()?;
    }
    if is_examined { Ok(()) } else { Err(stopped(&report)) }
}

/// What is to be played: by a file, by flags, or by default.
fn tournament(arguments: &Tournament) -> Result<Spec, Failure> {
    let read = read(&arguments.games)?;
    let (file, source) = match &arguments.file {
        Some(path) => {
            let text = input::read(path)?;
            let mut file = SpecFile::parse(&text).map_err(|error| bad_spec(Some(path), &error))?;
            // Without a name of its own it has that of the file, and with it a directory of its own.
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            file.name = file.name.or(stem.filter(|_| !input::is_stdin(path)));
            (file, Some(path.as_path()))
        }
        None if arguments.agents.is_empty() => {
            (SpecFile::parse(SpecFile::DEFAULT).expect("a specification"), None)
        }
        None => {
            let mut taken = Vec::new();
            let agents = entries(&arguments.agents, &read, &mut taken)?;
            let field = entries(&arguments.field, &read, &mut taken)?;
            let name = Some("tournament".to_owned());
            (SpecFile { name, agents, field, ..SpecFile::default() }, None)
        }
    };
    let oracle = arguments.oracle.or(file.oracle);
    spec(SpecFile { oracle, ..file }, source, &arguments.games, &read)
}

/// Where results go where nobody says: below `results`, under the tournament's name as far as it makes a good one.
fn default_folder(spec: &Spec) -> PathBuf {
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = spec.name().chars().map(plain).collect();
    let name = name.trim_matches('-');
    PathBuf::from("results").join(if name.is_empty() { "tournament" } else { name })
}
