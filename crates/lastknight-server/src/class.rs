//! A class: students with tokens, their entries, and the ladder that plays the entries.
//!
//! Everything is in one directory: `class.toml` is the teacher's, the rest is written by the program.

mod entries;
mod ladder;
mod settings;
mod tokens;

use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use axum::http::StatusCode;
use lastknight::Agents;
use lastknight_lab::AtomicFile;

use super::api_error::ApiError;
use super::gate::Gate;
use super::role::Role;
use entries::Entries;
use settings::ClassSettings;
use tokens::Tokens;

pub(crate) use entries::Submission;
pub(crate) use ladder::Standings;
pub(crate) use settings::EntryKind;

/// How often changes of `class.toml` are looked for, at most.
const RELOAD_INTERVAL: Duration = Duration::from_secs(2);

/// How often the standings are computed anew, at most.
const STANDINGS_INTERVAL: Duration = Duration::from_secs(3);

/// The time for which submissions are counted.
const HOUR: u64 = 3600;

/// Why a class cannot be opened.
#[derive(Clone, Debug)]
pub struct ClassError(String);

impl ClassError {
    fn new(path: &Path, why: impl Display) -> Self {
        Self(format!("{}: {why}", path.display()))
    }
}

impl Display for ClassError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ClassError {}

/// A class in a directory.
#[derive(Debug)]
pub struct Class {
    directory: PathBuf,
    agents: Agents,
    gate: Arc<Gate>,
    state: Mutex<ClassState>,
    entries: Mutex<Entries>,
    standings: Mutex<CachedStandings>,
    /// Whether the standings may have changed since they were computed.
    is_outdated: AtomicBool,
}

#[derive(Debug)]
struct ClassState {
    settings: Arc<ClassSettings>,
    tokens: Tokens,
    /// The time of the file that was read, and of the last look at it.
    read: Option<SystemTime>,
    looked: Instant,
    /// What is wrong with the file since then.
    problem: Option<String>,
}

#[derive(Debug, Default)]
struct CachedStandings {
    run: Option<i64>,
    made: Option<Instant>,
    standings: Arc<Standings>,
}

impl Class {
    /// Opens the class in a directory. Creates the directory, `class.toml` and the tokens if there are none.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written, or has a mistake.
    pub fn open(directory: &Path, agents: Agents) -> Result<Self, ClassError> {
        let failure = |error| ClassError::new(directory, error);
        fs::create_dir_all(directory).map_err(failure)?;
        let path = directory.join("class.toml");
        if !path.exists() {
            AtomicFile::write(&path, ClassSettings::TEMPLATE.as_bytes())
                .map_err(|error| ClassError::new(&path, error))?;
        }
        let read = changed(&path);
        let settings = ClassSettings::read(&path, &agents)?;
        let tokens = Tokens::open(directory, &settings.students)?;
        let gate = Arc::new(Gate::new(tokens.holders(&settings.students)));
        let entries = Mutex::new(Entries::open(&directory.join("entries.jsonl"))?);
        let looked = Instant::now();
        let state =
            ClassState { settings: Arc::new(settings), tokens, read, looked, problem: None };
        Ok(Self {
            directory: directory.to_owned(),
            agents,
            gate,
            state: Mutex::new(state),
            entries,
            standings: Mutex::default(),
            is_outdated: AtomicBool::new(true),
        })
    }

    /// Returns the teacher's token.
    #[must_use]
    pub fn teacher_token(&self) -> String {
        self.lock().tokens.teacher.clone()
    }

    /// Writes the links of all, to hand out, to a file that only its owner can read. `address` is that of the page.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write_links(&self, address: &str) -> Result<PathBuf, ClassError> {
        let state = self.lock();
        let address = state.settings.address.as_deref().unwrap_or(address);
        state.tokens.write_links(&self.directory, address, &state.settings.students)
    }

    /// Returns the address of the page if `class.toml` has one.
    #[must_use]
    pub fn address(&self) -> Option<String> {
        self.settings().address.clone()
    }

    /// Returns how many students there are.
    #[must_use]
    pub fn students(&self) -> usize {
        self.settings().students.len()
    }

    pub(crate) fn gate(&self) -> Arc<Gate> {
        Arc::clone(&self.gate)
    }

    pub(crate) fn settings(&self) -> Arc<ClassSettings> {
        Arc::clone(&self.lock().settings)
    }

    pub(crate) fn title(&self) -> String {
        self.settings().title.clone()
    }

    /// Returns the directory of the ladder's games.
    pub(crate) fn ladder_directory(&self) -> PathBuf {
        self.directory.join("ladder")
    }

    /// Reads `class.toml` again if it has changed, and returns whether other settings hold now. A file with a mistake
    /// changes nothing.
    pub(crate) fn refresh(&self) -> bool {
        let mut state = self.lock();
        if state.looked.elapsed() < RELOAD_INTERVAL {
            return false;
        }
        state.looked = Instant::now();
        let path = self.directory.join("class.toml");
        let read = changed(&path);
        if read == state.read {
            return false;
        }
        state.read = read;
        let opened = ClassSettings::read(&path, &self.agents).and_then(|settings| {
            Ok((Tokens::open(&self.directory, &settings.students)?, settings))
        });
        match opened {
            Ok((tokens, settings)) => {
                self.gate.set(tokens.holders(&settings.students));
                (state.tokens, state.settings) = (tokens, Arc::new(settings));
                state.problem = None;
            }
            Err(error) => state.problem = Some(error.to_string()),
        }
        let is_new = state.problem.is_none();
        drop(state);
        self.outdate();
        is_new
    }

    /// Returns what is wrong with `class.toml` since it was changed.
    pub(crate) fn problem(&self) -> Option<String> {
        self.lock().problem.clone()
    }

    /// Returns the token of a student, or that of readers.
    pub(crate) fn token(&self, student: Option<&str>) -> Option<String> {
        let state = self.lock();
        match student {
            None => Some(state.tokens.reader.clone()),
            Some(name) => state.tokens.students.get(name).cloned(),
        }
    }

    /// Returns what a student has submitted, the oldest first.
    pub(crate) fn submissions(&self, student: &str) -> Vec<Submission> {
        self.entries().of(student).cloned().collect()
    }

    /// Returns the text of a student's entry, if there is one.
    pub(crate) fn entry(&self, student: &str) -> Option<String> {
        self.entries().of(student).last().and_then(|last| last.text.clone())
    }

    /// Replaces or withdraws the entry of a student. It is on disk when this returns.
    pub(crate) fn submit(
        &self,
        student: &str,
        text: Option<&str>,
        by: &Role,
    ) -> Result<(), ApiError> {
        let settings = self.settings();
        let text = text.map(str::trim);
        if let Some(text) = text {
            ladder::agent(text, &settings, &self.agents)?;
        }
        let forbidden = |why: String| Err(ApiError::new(StatusCode::FORBIDDEN, why));
        let now = now();
        if *by != Role::Teacher && settings.deadline.as_ref().is_some_and(|it| it.seconds < now) {
            let text = settings.deadline.as_ref().map(|it| it.text.as_str()).unwrap_or_default();
            return forbidden(format!("the deadline was {text}"));
        }
        let mut entries = self.entries();
        let current = entries.of(student).last().and_then(|last| last.text.as_deref());
        if current == text {
            return Ok(());
        }
        let recent = entries.of(student).filter(|it| it.time + HOUR > now).count();
        if *by != Role::Teacher && recent >= settings.per_hour {
            let why = format!("at most {} submissions an hour", settings.per_hour);
            return Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, why));
        }
        let text = text.map(str::to_owned);
        let added = entries.add(Submission { time: now, student: student.to_owned(), text });
        added.map_err(|error| ApiError::internal(format!("cannot store the entry: {error}")))?;
        drop(entries);
        self.outdate();
        Ok(())
    }

    /// Whether there is an entry that can play.
    pub(crate) fn has_entries(&self) -> bool {
        !self.players().is_empty()
    }

    /// Whether the ladder is played without being asked for.
    pub(crate) fn is_due(&self) -> bool {
        self.settings().auto && self.has_entries()
    }

    /// The run that the ladder plays from now on.
    pub(crate) fn set_run(&self, run: i64) {
        self.standings.lock().unwrap_or_else(PoisonError::into_inner).run = Some(run);
        self.outdate();
    }

    /// Notes that the standings may have changed.
    pub(crate) fn outdate(&self) {
        self.is_outdated.store(true, Ordering::Relaxed);
    }

    /// Returns the standings, at most some seconds old. `is_playing` says whether games are being played.
    pub(crate) fn standings(&self, is_playing: bool) -> Result<Arc<Standings>, ApiError> {
        // One request computes, the others wait for it.
        let mut cached = self.standings.lock().unwrap_or_else(PoisonError::into_inner);
        let is_old = cached.made.is_none_or(|made| made.elapsed() > STANDINGS_INTERVAL);
        if is_old && (self.is_outdated.swap(false, Ordering::Relaxed) || is_playing) {
            cached.standings = Arc::new(self.compute(cached.run)?);
            cached.made = Some(Instant::now());
        }
        Ok(Arc::clone(&cached.standings))
    }

    fn lock(&self) -> MutexGuard<'_, ClassState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the time of the last change of a file.
fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}

/// Returns the seconds since 1970.
pub(crate) fn now() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.unwrap_or_default().as_secs()
}
