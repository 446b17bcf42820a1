//! How a program is started: in a sandbox where there is one, always with limits.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use crate::words::{AgentFiles, find_in_path};

/// Variables that a program sees besides those that begin with `LC_`. Others may hold secrets.
const VARIABLES: &[&str] = &[
    "HOME",
    "JAVA_HOME",
    "LANG",
    "NODE_PATH",
    "PATH",
    "PYENV_ROOT",
    "PYENV_VERSION",
    "PYTHONHASHSEED",
    "PYTHONPATH",
    "RUST_BACKTRACE",
    "TZ",
    "USER",
    "VIRTUAL_ENV",
];

/// Directories that a program finds empty: those of users, and those with sockets of other programs.
const HIDDEN: &[&str] = &["/home", "/root", "/run", "/tmp", "/var/tmp"];

/// The size of the temporary directory of a program.
const TEMPORARY_BYTES: u64 = 256 << 20;

/// The path of bubblewrap, if it works on this machine.
static BUBBLEWRAP: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let path = find_in_path("bwrap")?;
    let mut command = Command::new(&path);
    command.args(ISOLATION).args([
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--proc",
        "/proc",
        "true",
    ]);
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success()).then_some(path)
});

/// Its own namespaces (no network, no other processes), no capabilities, no terminal, and an end with its host.
const ISOLATION: &[&str] =
    &["--unshare-all", "--cap-drop", "ALL", "--new-session", "--die-with-parent"];

/// Returns whether programs can be started in a sandbox here.
pub(crate) fn is_available() -> bool {
    BUBBLEWRAP.is_some()
}

/// How far a program reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Isolation {
    /// Bubblewrap: a read-only system without network, other processes and the files of users.
    Sandbox,
    /// Limits of memory alone.
    Limits,
    /// The same, with all variables of the environment.
    Off,
}

/// Returns the command that starts a program with its limits. It keeps its process number, except in a sandbox.
pub(crate) fn command(
    words: &[OsString],
    files: &AgentFiles,
    isolation: Isolation,
    megabytes: u64,
) -> Command {
    // The shell sets the limits, then becomes the program.
    let script = "ulimit -c 0; ulimit -d \"$1\"; shift; exec \"$@\"";
    let mut command = match find_in_path("setpriv") {
        // Without a sandbox, this ends the program with its host.
        Some(setpriv) if isolation != Isolation::Sandbox => {
            let mut command = Command::new(setpriv);
            command.args(["--pdeathsig", "KILL", "sh"]);
            command
        }
        _ => Command::new("sh"),
    };
    command.args(["-c", script, "sh", &(megabytes << 10).to_string()]);
    if let (Isolation::Sandbox, Some(bubblewrap)) = (isolation, BUBBLEWRAP.as_deref()) {
        command.arg(bubblewrap).args(ISOLATION).args(view(words, files)).arg("--");
    }
    command.args(words);
    if isolation != Isolation::Off {
        let is_seen = |name: &str| VARIABLES.contains(&name) || name.starts_with("LC_");
        command.env_clear();
        command.envs(env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_seen)));
    }
    // Python then orders its sets the same way each time, so that games replay.
    if env::var_os("PYTHONHASHSEED").is_none() {
        command.env("PYTHONHASHSEED", "0");
    }
    command
}

/// What a program in the sandbox sees: the system without the files of users, and the directories of its own files.
fn view(words: &[OsString], files: &AgentFiles) -> Vec<OsString> {
    let mut view: Vec<OsString> =
        ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"].map(Into::into).into();
    let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    let here = env::current_dir().unwrap_or_else(|_| "/".into());
    let mut hidden: BTreeSet<PathBuf> = HIDDEN.iter().map(PathBuf::from).collect();
    hidden.extend(home.clone().filter(|home| home.parent().is_some()));
    hidden.extend(Some(here.clone()).filter(|here| here.components().count() > 2));
    for directory in hidden.iter().filter(|directory| directory.is_dir()) {
        let size = TEMPORARY_BYTES.to_string();
        view.extend(["--size".into(), size.into(), "--tmpfs".into(), directory.into()]);
    }
    let is_hidden = |path: &Path| hidden.iter().any(|hidden| path.starts_with(hidden));
    let mut shown = BTreeSet::new();
    for path in &files.named {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        let path = path.canonicalize().unwrap_or(path);
        // A program in a directory of its own comes with the files beside it.
        let beside =
            path.parent().filter(|parent| path.is_file() && Some(*parent) != home.as_deref());
        shown.insert(beside.map_or(path.clone(), Path::to_owned));
    }
    let program = Path::new(&words[0]);
    for program in [Some(program.to_owned()), program.canonicalize().ok()].into_iter().flatten() {
        shown.extend(installation(&program, home.as_deref()));
    }
    for path in shown.iter().filter(|path| is_hidden(path)) {
        view.extend(["--ro-bind".into(), path.into(), path.into()]);
    }
    view.extend(["--dir".into(), here.clone().into(), "--chdir".into(), here.into()]);
    view
}

/// The directories that an interpreter outside the system needs: those beside its `bin`.
fn installation(program: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    let Some((directory, prefix)) = program.parent().and_then(|bin| Some((bin, bin.parent()?)))
    else {
        return Vec::new();
    };
    let is_broad = prefix.parent().is_none()
        || Some(prefix) == home
        || home.is_some_and(|home| home.starts_with(prefix));
    let is_installation = ["bin", "shims"].iter().any(|name| directory.ends_with(name));
    if is_broad || !is_installation {
        return vec![program.to_owned()];
    }
    // ~/.local also holds the data of other programs.
    let parts = ["bin", "lib"].map(|part| prefix.join(part));
    if prefix.ends_with(".local") { parts.into() } else { vec![prefix.to_owned()] }
}
