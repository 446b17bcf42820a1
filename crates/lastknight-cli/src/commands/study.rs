//! `lastknight study`: repeats the reports' experiments.

use std::collections::HashSet;
use std::path::Path;

use lastknight::quote::{did_you_mean, quote};
use lastknight_lab::study::show::StudyDescription;
use lastknight_lab::study::{BUILT_IN, Extent, Study, StudyError, StudyProgress, correct, show};
use lastknight_lab::{SessionProgress, format};

use super::laboratory::{bad_spec, session};
use crate::cli::{StudyArgs, commit};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{host, input, output};

/// The word for all studies.
const ALL: &str = "all";

/// The names of the overview of several studies.
const OVERVIEW: [&str; 2] = ["index", "README"];

pub(crate) fn run(args: &StudyArgs) -> Result<(), Failure> {
    if args.names.is_empty() {
        return list(args);
    }
    let texts = texts(&args.names)?;
    if args.print {
        let text: String = texts.into_iter().map(|(_, text)| text).collect();
        return output::text(&text);
    }
    let mut studies = Vec::new();
    for (path, text) in &texts {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let source = Some(*path).filter(|_| BUILT_IN.iter().all(|study| study.text != *text));
        let study = Study::parse_with(&name, text, &host::agents());
        studies.push(study.map_err(|error| bad_spec(source, &error, error.picture()))?);
    }
    host::check_all_programs(&"startpos".parse().expect("a game"))?;
    measure(args, &texts, &studies)
}

/// Returns the texts of studies and their sources.
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
            return Err(Failure::Input(format!("unknown study {}{meant}", quote(name))));
        }
        texts.push((path, input::read(path)?));
    }
    let mut known = HashSet::new();
    for (path, _) in &texts {
        let name = path.file_stem().unwrap_or_default();
        let quoted = quote(&name.to_string_lossy());
        if OVERVIEW.iter().any(|other| name == *other) {
            let why = format!("a study cannot be called {quoted}: the overview has that name");
            return Err(Failure::Input(why));
        }
        if !known.insert(name) {
            return Err(Failure::Input(format!("two studies are called {quoted}")));
        }
    }
    Ok(texts)
}

fn measure(args: &StudyArgs, texts: &[(&Path, String)], studies: &[Study]) -> Result<(), Failure> {
    let extent = match args {
        StudyArgs { games: Some(games), .. } => Extent::Games(*games),
        StudyArgs { quick: true, .. } => Extent::Quick,
        StudyArgs { full: true, .. } => Extent::Full,
        _ => Extent::Normal,
    };
    let mut session = session(Some(&args.out), args.threads, Some(&args.fleet))?.commit(commit());
    let mut outcomes = Vec::new();
    for (number, study) in (1..).zip(studies) {
        let name = match studies.len() {
            1 => study.name.clone(),
            all => format!("{} ({number} of {all})", study.name),
        };
        let mut bar = StudyBar { name, leg: String::new(), bar: Progress::start() };
        let command =
            format!("lastknight study {}{}", texts[number - 1].0.display(), extent.flag());
        let outcome = session.study(study, extent, &command, &mut |progress| {
            if let SessionProgress::Study(step) = progress {
                bar.show(step);
            }
        });
        bar.bar.finish();
        let outcome = outcome.map_err(failure)?;
        if let Some(page) = session.write_study(&outcome)?
            && studies.len() == 1
            && !args.json
        {
            output::text_line(&format!(
                "{}\npage: {}",
                show::text(&outcome, output::width()),
                page.display()
            ))?;
        }
        if !outcome.is_complete() {
            let (done, all) = (outcome.measured.len(), study.measures.len());
            let done = format!("{done} of {all} measurements of '{}'", study.name);
            let why = format!("stopped after {done}; run the same command to resume");
            return Err(Failure::Run(why));
        }
        outcomes.push(outcome);
    }
    if outcomes.len() > 1 {
        // The verdicts of every page count all claims together.
        correct(&mut outcomes);
        for outcome in &outcomes {
            session.write_study(outcome)?;
        }
        let page = show::write_overview(&outcomes, &args.out)?;
        if !args.json {
            let text = show::overview_text(&outcomes, output::width());
            output::text_line(&format!("{text}\npage: {}", page.display()))?;
        }
    }
    match args.json {
        true => outcomes.iter().try_for_each(|outcome| output::json(&show::json(outcome))),
        false => Ok(()),
    }
}

/// The progress of a study, with a bar for each leg of a measure.
struct StudyBar {
    name: String,
    leg: String,
    bar: Progress,
}

impl StudyBar {
    fn show(&mut self, step: &StudyProgress<'_>) {
        let leg = format!("{} {} {}", step.number, step.leg, step.counted);
        if self.leg != leg {
            self.bar.finish();
            (self.leg, self.bar) = (leg, Progress::start());
        }
        self.bar.show(step.done, step.all, || {
            let leg = if step.leg.is_empty() { String::new() } else { format!(" {}", step.leg) };
            let (number, of) = (step.number, step.of);
            format!(" of {}, {} {number}/{of}{leg}", step.counted, self.name)
        });
    }
}

fn failure(error: StudyError) -> Failure {
    match error {
        StudyError::Store(error) => error.into(),
        StudyError::Invalid(error) => bad_spec(None, &error, error.picture()),
    }
}

fn list(args: &StudyArgs) -> Result<(), Failure> {
    if args.json {
        return output::json(&StudyDescription::all());
    }
    let (mut text, mut source) = (String::new(), String::new());
    for study in BUILT_IN.iter().filter_map(|study| Study::named(study.name)) {
        if study.source != source {
            let gap = if source.is_empty() { "" } else { "\n" };
            text += &format!("{gap}{}\n", format::capitalized(&study.source));
            source.clone_from(&study.source);
        }
        text += &output::item(&format!("  {}", study.name), 23, &study.title);
    }
    let end = "'lastknight study NAME' runs a study, 'lastknight study all' all; --quick takes a first look.";
    output::text(&format!("{text}\n{}\n", output::wrapped(end)))
}
