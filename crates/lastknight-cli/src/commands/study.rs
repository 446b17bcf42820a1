//! `lastknight study`: the reports' experiments, with our figures beside the published ones.

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use lastknight::quote::{did_you_mean, quote};
use lastknight_lab::study::show::StudyDescription;
use lastknight_lab::study::{
    BUILT_IN, Extent, Origin, Outcome, Runner, Step, Study, StudyError, show,
};
use lastknight_lab::{Folder, words};

use super::laboratory::bad_spec;
use crate::cli::{Study as Arguments, commit};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{input, interrupt, output};

/// The word for all studies.
const ALL: &str = "all";

/// The names of the overview of several studies.
const OVERVIEW: [&str; 2] = ["index", "README"];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.names.is_empty() {
        return list(arguments);
    }
    let texts = texts(&arguments.names)?;
    if arguments.print {
        let text: String = texts.into_iter().map(|(_, text)| text).collect();
        let mut out = output::stdout();
        write!(out, "{text}")?;
        return Ok(out.flush()?);
    }
    let mut studies = Vec::new();
    for (path, text) in &texts {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let source = Some(*path).filter(|_| BUILT_IN.iter().all(|study| study.text != *text));
        let study = Study::parse(&name, text);
        studies.push(study.map_err(|error| bad_spec(source, &error, error.picture()))?);
    }
    measure(arguments, &texts, &studies)
}

/// The texts of studies, and where they are from.
fn texts(names: &[String]) -> Result<Vec<(&Path, String)>, Failure> {
    let mut texts: Vec<(&Path, String)> = Vec::new();
    for name in names {
        let path = Path::new(name);
        let built_in = BUILT_IN.iter().filter(|study| name == ALL || study.name == name);
        let before = texts.len();
        texts.extend(built_in.map(|study| (Path::new(study.name), study.text.to_owned())));
        if texts.len() > before {
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "toml") {
            let known = BUILT_IN.iter().map(|study| study.name);
            let meant = match did_you_mean(name, known) {
                meant if meant.is_empty() => "; 'lastknight study' lists them".to_owned(),
                meant => meant,
            };
            return Err(Failure::Input(format!("there is no study {}{meant}", quote(name))));
        }
        texts.push((path, input::read(path)?));
    }
    let mut known = HashSet::new();
    for (path, _) in &texts {
        let name = path.file_stem().unwrap_or_default();
        if OVERVIEW.iter().any(|other| name == *other) {
            let name = quote(&name.to_string_lossy());
            return Err(Failure::Input(format!(
                "a study cannot be called {name}: the overview is"
            )));
        }
        if !known.insert(name) {
            let name = quote(&name.to_string_lossy());
            return Err(Failure::Input(format!("two studies are called {name}")));
        }
    }
    Ok(texts)
}

fn measure(
    arguments: &Arguments,
    texts: &[(&Path, String)],
    studies: &[Study],
) -> Result<(), Failure> {
    let extent = match arguments {
        Arguments { games: Some(games), .. } => Extent::Games(*games),
        Arguments { quick: true, .. } => Extent::Quick,
        Arguments { full: true, .. } => Extent::Full,
        _ => Extent::Normal,
    };
    let stop = interrupt::stop_sign()?;
    let folder = Folder::create(&arguments.out)?;
    let mut store = folder.store()?;
    let mut outcomes = Vec::new();
    let progress = RefCell::new(Progress::start());
    let place = RefCell::new((String::new(), String::new()));
    let mut watch = |step: &Step<'_>| watch(step, &progress, &place);
    let mut runner = Runner::new(&mut store, arguments.threads, stop, &mut watch);
    for (number, study) in (1..).zip(studies) {
        place.borrow_mut().0 = match studies.len() {
            1 => study.name.clone(),
            all => format!("{} ({number} of {all})", study.name),
        };
        let begin = Instant::now();
        let result = runner.run(study, extent);
        progress.borrow().finish();
        let measured = result.map_err(failure)?;
        let time = runner.has_worked().then(|| begin.elapsed());
        let command = command(arguments, texts[number - 1].0);
        let origin = Origin::here(command, commit(), arguments.threads, time);
        let outcome = Outcome { study: study.clone(), extent, measured, origin };
        tell(arguments, &outcome, studies.len() == 1, folder.path())?;
        let is_complete = outcome.is_complete();
        outcomes.push(outcome);
        if !is_complete {
            let Outcome { study, measured, .. } = outcomes.last().expect("there is one");
            let done = format!("{} of {} measurements", measured.len(), study.measures.len());
            let why = format!("stopped after {done} of '{}'; the same command goes on", study.name);
            return Err(Failure::Run(why));
        }
    }
    if outcomes.len() > 1 {
        let page = show::write_overview(&outcomes, folder.path());
        let page = page.map_err(|error| Failure::Run(error.to_string()))?;
        if !arguments.json {
            let text = show::overview_text(&outcomes);
            output::text_line(&format!("{text}\npage: {}", page.display()))?;
        }
    }
    Ok(())
}

/// Shows what came of a study and writes its files.
fn tell(
    arguments: &Arguments,
    outcome: &Outcome,
    is_only: bool,
    directory: &Path,
) -> Result<(), Failure> {
    if outcome.measured.is_empty() {
        return Ok(());
    }
    let page = show::write_files(outcome, directory);
    let page = page.map_err(|error| Failure::Run(error.to_string()))?;
    if arguments.json {
        return output::json(&show::json(outcome));
    }
    if is_only {
        output::text_line(&format!("{}\npage: {}", show::text(outcome), page.display()))?;
    }
    Ok(())
}

fn watch(step: &Step<'_>, progress: &RefCell<Progress>, place: &RefCell<(String, String)>) {
    let mut place = place.borrow_mut();
    let leg = format!("{} {} {}", step.number, step.leg, step.counted);
    if place.1 != leg {
        progress.borrow().finish();
        *progress.borrow_mut() = Progress::start();
        place.1 = leg;
    }
    progress.borrow().show(step.done, step.all, || {
        let leg = if step.leg.is_empty() { String::new() } else { format!(" {}", step.leg) };
        let (number, of) = (step.number, step.of);
        format!(" of {}, {} {number}/{of}{leg}", step.counted, place.0)
    });
}

fn failure(error: StudyError) -> Failure {
    match error {
        StudyError::Store(error) => error.into(),
        StudyError::Invalid(error) => bad_spec(None, &error, error.picture()),
    }
}

/// The command that makes the figures of a study.
fn command(arguments: &Arguments, path: &Path) -> String {
    let extent = match arguments {
        Arguments { games: Some(games), .. } => format!(" --games {games}"),
        Arguments { quick: true, .. } => " --quick".to_owned(),
        Arguments { full: true, .. } => " --full".to_owned(),
        _ => String::new(),
    };
    format!("lastknight study {}{extent}", path.display())
}

fn list(arguments: &Arguments) -> Result<(), Failure> {
    if arguments.json {
        return output::json(&StudyDescription::all());
    }
    let studies = BUILT_IN.iter().filter_map(|study| Study::named(study.name));
    let mut out = output::stdout();
    let mut source = String::new();
    for study in studies {
        if study.source != source {
            let gap = if source.is_empty() { "" } else { "\n" };
            writeln!(out, "{gap}{}", words::capitalized(&study.source))?;
            source.clone_from(&study.source);
        }
        writeln!(out, "  {:<21}{}", study.name, words::shortened(&study.title, 76))?;
    }
    writeln!(
        out,
        "\n'lastknight study NAME' runs one, 'lastknight study all' all of them; --quick takes a first look."
    )?;
    Ok(out.flush()?)
}
