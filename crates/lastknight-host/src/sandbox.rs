//! How a program is started: in a sandbox where there is one, always with limits.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::{env, iter};

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

/// Directories of the system, which are never hidden.
const SYSTEM: &[&str] = &["/bin", "/etc", "/lib", "/lib64", "/opt", "/sbin", "/usr", "/var/lib"];

/// The size of each directory that a program finds empty.
const TEMPORARY_BYTES: u64 = 64 << 20;

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
    let here = env::current_dir().unwrap_or_else(|_| "/".into());
    let hidden = Hidden::new(&here);
    let mut view: Vec<OsString> =
        ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"].map(Into::into).into();
    let mut add = |arguments: &[&OsStr]| view.extend(arguments.iter().map(OsString::from));
    let size = OsString::from(TEMPORARY_BYTES.to_string());
    let empty = hidden.roots.iter().chain(&hidden.here).map(PathBuf::as_path);
    for directory in empty.chain([Path::new("/dev/shm")]) {
        add(&["--size".as_ref(), &size, "--tmpfs".as_ref(), directory.as_ref()]);
    }
    add(&["--remount-ro".as_ref(), "/dev".as_ref()]);
    let mut shown = BTreeSet::new();
    for path in &files.named {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
        // A program in a directory of its own comes with the files beside it.
        let beside = path.parent().filter(|parent| path.is_file() && !hidden.is_broad(parent));
        shown.insert(beside.map_or(path.clone(), Path::to_owned));
    }
    for program in links(Path::new(&words[0])) {
        shown.extend(installation(&program, &hidden));
    }
    for path in &shown {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        for seen in BTreeSet::from([path, &real]) {
            if hidden.contains(seen) {
                add(&["--ro-bind-try".as_ref(), real.as_ref(), seen.as_ref()]);
            }
        }
    }
    add(&["--dir".as_ref(), here.as_ref(), "--chdir".as_ref(), here.as_ref()]);
    view
}

/// The directories that a program finds empty.
struct Hidden {
    /// Those that many share, such as `/tmp` and the home directory.
    roots: BTreeSet<PathBuf>,
    /// The current directory, unless it belongs to the system.
    here: Option<PathBuf>,
}

impl Hidden {
    fn new(here: &Path) -> Self {
        let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        let home = home.filter(|home| home.parent().is_some());
        let roots = HIDDEN.iter().map(PathBuf::from).chain(home);
        let roots = roots.filter(|root| root.is_dir()).filter_map(|root| root.canonicalize().ok());
        let is_system = |path: &Path| SYSTEM.iter().any(|system| path.starts_with(system));
        let here = Some(here.to_owned()).filter(|here| here.parent().is_some() && !is_system(here));
        Self { roots: roots.collect(), here }
    }

    fn contains(&self, path: &Path) -> bool {
        self.roots.iter().chain(&self.here).any(|root| path.starts_with(root))
    }

    /// Returns whether a directory holds more than one program's files: a shared directory, or one with such directories.
    fn is_broad(&self, directory: &Path) -> bool {
        let real = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
        real.parent().is_none() || self.roots.iter().any(|root| root.starts_with(&real))
    }
}

/// Returns a path and those that it leads to as a link.
fn links(path: &Path) -> Vec<PathBuf> {
    const MOST_LINKS: usize = 20;
    let next = |path: &PathBuf| Some(path.parent()?.join(path.read_link().ok()?));
    iter::successors(Some(path.to_owned()), next).take(MOST_LINKS).collect()
}

/// The directories that an interpreter outside the system needs: those beside its `bin`.
fn installation(program: &Path, hidden: &Hidden) -> Vec<PathBuf> {
    let alone = vec![program.to_owned()];
    let Some((directory, prefix)) = program.parent().and_then(|bin| Some((bin, bin.parent()?)))
    else {
        return alone;
    };
    let is_installation = ["bin", "shims"].iter().any(|name| directory.ends_with(name));
    if hidden.is_broad(prefix) || !is_installation {
        return alone;
    }
    // ~/.local also holds the data of other programs.
    let parts = ["bin", "lib"].map(|part| prefix.join(part));
    if prefix.ends_with(".local") { parts.into() } else { vec![prefix.to_owned()] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_directories_are_broad() {
        let hidden = Hidden::new(Path::new("/srv/class"));
        for broad in ["/", "/tmp", "/var"] {
            assert!(hidden.is_broad(Path::new(broad)), "{broad}");
        }
        assert!(!hidden.is_broad(Path::new("/srv/class")));
        assert!(
            hidden.contains(Path::new("/srv/class/anna")) && hidden.contains(Path::new("/tmp/x"))
        );
        assert!(!hidden.contains(Path::new("/usr/bin")));
        assert_eq!(Hidden::new(Path::new("/usr/share")).here, None);
        assert_eq!(Hidden::new(Path::new("/")).here, None);
    }
}
