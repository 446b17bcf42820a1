//! `lastknight tournament`: many agents, stored games and a report.

use std::path::{Path, PathBuf};

use lastknight_lab::{Spec, SpecBuilder, SpecError, SpecFile, report};

use super::laboratory::{
    agents, bad_spec, builder, built, play, read_inputs, report_line, session, stopped,
};
use crate::cli::TournamentArgs;
use crate::failure::Failure;
use crate::{host, input, output};

pub(crate) fn run(args: &TournamentArgs) -> Result<(), Failure> {
    let (spec, left_out) = spec(args)?;
    if args.print {
        return output::text_line(spec.file().to_toml().trim_end());
    }
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&spec));
    let mut session = session(Some(&folder), args.games.threads, Some(&args.fleet))?;
    let mut run = session.begin(&spec)?;
    let end = play(&mut session, &mut run)?;
    let report = session.report(&run)?;
    let line = report_line(session.write_report(&report))?;
    let json = || report::json::ReportJson::from(&report);
    output::result(args.json, json, || report::text::text(&report, output::width()) + &line)?;
    print_left_out(&left_out);
    if end.is_complete { Ok(()) } else { Err(stopped(&report)) }
}

/// Reports the agents that were left out, before the games and after the result.
fn print_left_out(left_out: &[Failure]) {
    left_out.iter().for_each(|failure| failure.print("left out: "));
}

/// Builds the specification from flags, a file or the default. Returns what is wrong with agents that are left out too.
fn spec(args: &TournamentArgs) -> Result<(Spec, Vec<Failure>), Failure> {
    let inputs = read_inputs(&args.games)?;
    if !args.agents.is_empty() {
        let mut spec = builder(&args.games, &inputs, None)?.name("tournament");
        for agent in agents(&args.agents, &inputs)? {
            spec = spec.agent(agent);
        }
        for agent in agents(&args.field, &inputs)? {
            spec = spec.opponent(agent);
        }
        return Ok((built(with_oracle(spec, args))?, Vec::new()));
    }
    let source = args.file.as_deref();
    let text = source.map_or_else(|| Ok(SpecFile::DEFAULT.to_owned()), input::read)?;
    let mut file = SpecFile::parse(&text).map_err(|error| bad_spec(source, &error, None))?;
    // The default name is that of the file, so that each file has its own directory.
    let stem = source.filter(|path| !input::is_stdin(path)).and_then(Path::file_stem);
    file.name = file.name.or(stem.map(|stem| stem.to_string_lossy().into_owned()));
    let failure = |error: SpecError| {
        let error = error.located(&text);
        bad_spec(source, &error, error.picture())
    };
    let mut left_out = Vec::new();
    if args.skip_bad {
        let good = file.without_bad_agents(&host::agents(), &inputs.constants);
        let (good, bad) = good.map_err(failure)?;
        (file, left_out) = (good, bad.into_iter().map(failure).collect());
        print_left_out(&left_out);
    }
    let spec = with_oracle(builder(&args.games, &inputs, Some((&file, source)))?, args);
    let spec = spec.or_file(&file, &host::agents(), &inputs.constants).and_then(SpecBuilder::build);
    Ok((spec.map_err(failure)?, left_out))
}

fn with_oracle(spec: SpecBuilder, args: &TournamentArgs) -> SpecBuilder {
    match args.oracle {
        Some(positions) => spec.oracle(positions),
        None => spec,
    }
}

/// Returns the default directory: `results` and the name of the tournament in plain characters.
fn default_folder(spec: &Spec) -> PathBuf {
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    let name: String = spec.name().chars().map(plain).collect();
    let name = name.trim_matches('-');
    PathBuf::from("results").join(if name.is_empty() { "tournament" } else { name })
}
