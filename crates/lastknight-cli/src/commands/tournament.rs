//! `lastknight tournament`: many agents, every game kept, a report at the end.

use std::io::Write;
use std::path::{Path, PathBuf};

use lastknight::Agents;
use lastknight_lab::report;
use lastknight_lab::{Spec, SpecBuilder, SpecFile};

use super::laboratory::{
    agents, bad_spec, builder, built, play_on, read, session, stopped, written,
};
use crate::cli::Tournament;
use crate::failure::Failure;
use crate::{input, output};

pub(crate) fn run(arguments: &Tournament) -> Result<(), Failure> {
    let spec = tournament(arguments)?;
    if arguments.print {
        return output::text_line(spec.file().to_toml().trim_end());
    }
    let folder = arguments.out.clone().unwrap_or_else(|| default_folder(&spec));
    let mut session = session(Some(&folder), arguments.games.threads)?;
    let mut run = session.begin(&spec)?;
    let end = play_on(&mut session, &mut run)?;
    let report = session.report(&run)?;
    let place = written(session.write_report(&report))?;
    if arguments.json {
        output::json(&report::json::ReportJson::from(&report))?;
    } else {
        let mut out = output::stdout();
        write!(out, "{}{place}", report::text::text(&report))?;
        out.flush()?;
    }
    if end.is_complete { Ok(()) } else { Err(stopped(&report)) }
}

/// What is to be played: by a file, by flags, or by default.
fn tournament(arguments: &Tournament) -> Result<Spec, Failure> {
    let read = read(&arguments.games)?;
    if !arguments.agents.is_empty() {
        let mut spec = builder(&arguments.games, &read, None)?.name("tournament");
        for agent in agents(&arguments.agents, &read)? {
            spec = spec.agent(agent);
        }
        for agent in agents(&arguments.field, &read)? {
            spec = spec.opponent(agent);
        }
        return built(with_oracle(spec, arguments));
    }
    let source = arguments.file.as_deref();
    let text = source.map_or_else(|| Ok(SpecFile::DEFAULT.to_owned()), input::read)?;
    let mut file = SpecFile::parse(&text).map_err(|error| bad_spec(source, &error, None))?;
    // Without a name of its own it has that of the file, and with it a directory of its own.
    let stem = source.filter(|path| !input::is_stdin(path)).and_then(Path::file_stem);
    file.name = file.name.or(stem.map(|stem| stem.to_string_lossy().into_owned()));
    let spec = with_oracle(builder(&arguments.games, &read, Some((&file, source)))?, arguments);
    let spec =
        spec.or_file(&file, &Agents::builtin(), &read.constants).and_then(SpecBuilder::build);
    spec.map_err(|error| bad_spec(source, &error, error.picture()))
}

fn with_oracle(spec: SpecBuilder, arguments: &Tournament) -> SpecBuilder {
    match arguments.oracle {
        Some(positions) => spec.oracle(positions),
        None => spec,
    }
}

/// Where results go where nobody says: below `results`, under the tournament's name as far as it makes a good one.
fn default_folder(spec: &Spec) -> PathBuf {
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = spec.name().chars().map(plain).collect();
    let name = name.trim_matches('-');
    PathBuf::from("results").join(if name.is_empty() { "tournament" } else { name })
}
