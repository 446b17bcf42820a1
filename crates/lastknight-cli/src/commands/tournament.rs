//! `lastknight tournament`: many agents, every game kept, a report at the end.

use std::io::Write;
use std::path::{Path, PathBuf};

use lastknight::Agents;
use lastknight_lab::report;
use lastknight_lab::{Spec, SpecBuilder, SpecFile};

use super::laboratory::{
    agents, bad_spec, builder, built, play_on, read, session, stopped, written,
};
use crate::cli::TournamentArgs;
use crate::failure::Failure;
use crate::{input, output};

pub(crate) fn run(args: &TournamentArgs) -> Result<(), Failure> {
    let spec = tournament(args)?;
    if args.print {
        return output::text_line(spec.file().to_toml().trim_end());
    }
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&spec));
    let mut session = session(Some(&folder), args.games.threads)?;
    let mut run = session.begin(&spec)?;
    let end = play_on(&mut session, &mut run)?;
    let report = session.report(&run)?;
    let place = written(session.write_report(&report))?;
    if args.json {
        output::json(&report::json::ReportJson::from(&report))?;
    } else {
        let mut out = output::stdout();
        write!(out, "{}{place}", report::text::text(&report))?;
        out.flush()?;
    }
    if end.is_complete { Ok(()) } else { Err(stopped(&report)) }
}

/// What is to be played: by a file, by flags, or by default.
fn tournament(args: &TournamentArgs) -> Result<Spec, Failure> {
    let read = read(&args.games)?;
    if !args.agents.is_empty() {
        let mut spec = builder(&args.games, &read, None)?.name("tournament");
        for agent in agents(&args.agents, &read)? {
            spec = spec.agent(agent);
        }
        for agent in agents(&args.field, &read)? {
            spec = spec.opponent(agent);
        }
        return built(with_oracle(spec, args));
    }
    let source = args.file.as_deref();
    let text = source.map_or_else(|| Ok(SpecFile::DEFAULT.to_owned()), input::read)?;
    let mut file = SpecFile::parse(&text).map_err(|error| bad_spec(source, &error, None))?;
    // Without a name of its own it has that of the file, and with it a directory of its own.
    let stem = source.filter(|path| !input::is_stdin(path)).and_then(Path::file_stem);
    file.name = file.name.or(stem.map(|stem| stem.to_string_lossy().into_owned()));
    let spec = with_oracle(builder(&args.games, &read, Some((&file, source)))?, args);
    let spec =
        spec.or_file(&file, &Agents::builtin(), &read.constants).and_then(SpecBuilder::build);
    spec.map_err(|error| bad_spec(source, &error, error.picture()))
}

fn with_oracle(spec: SpecBuilder, args: &TournamentArgs) -> SpecBuilder {
    match args.oracle {
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
