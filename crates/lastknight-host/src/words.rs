//! Commands: their words, the program they start and the files they name.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{env, io};

use lastknight::quote::{one_line, quote};
use sha2::{Digest, Sha256};

/// The most files of a directory, and the most bytes of all files, that belong to an agent.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 256 << 20;

/// Splits a command at spaces as a shell does. Single quotation marks keep words together, a backslash keeps the next
/// character as it is.
pub(crate) fn split(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut chars) = (Vec::new(), None::<String>, command.chars());
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                let text = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some('\'') => break,
                        Some(c) => text.push(c),
                        None => return Err("a ' is never closed".to_owned()),
                    }
                }
            }
            '\\' => match chars.next() {
                Some(c) => word.get_or_insert_default().push(c),
                None => return Err("nothing follows the last \\".to_owned()),
            },
            c if c.is_whitespace() => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if words.is_empty() { Err("the command is empty".to_owned()) } else { Ok(words) }
}

/// Finds the program of a command: a path, or a name in the directories of PATH.
pub(crate) fn find_program(name: &str) -> Result<PathBuf, String> {
    let path = Path::new(name);
    if !name.contains('/') {
        return find_in_path(name).ok_or_else(|| {
            let beside =
                if path.is_file() { format!("; did you mean './{name}'?") } else { hint(name) };
            format!("command not found: {}{beside}", quote(name))
        });
    }
    let shown = one_line(name, 60);
    match fs::metadata(path) {
        Err(error) => Err(format!("cannot run '{shown}': {}", reason(&error))),
        Ok(data) if data.is_dir() => Err(format!("cannot run '{shown}': it is a directory")),
        Ok(data) if !is_executable(&data) => {
            let hint = match path.extension().and_then(|extension| extension.to_str()) {
                Some("py") => format!("; use \"python3 {name}\""),
                Some("js" | "mjs") => format!("; use \"node {name}\""),
                Some("jar") => format!("; use \"java -jar {name}\""),
                Some("java") => format!("; use \"java {name}\""),
                Some("class") => "; use \"java -cp DIRECTORY CLASS\"".to_owned(),
                Some("c" | "cc" | "cpp" | "rs") => "; compile it first".to_owned(),
                _ => format!("; 'chmod +x {shown}' makes it so"),
            };
            Err(format!("cannot run '{shown}': it is not executable{hint}"))
        }
        Ok(_) => std::path::absolute(path).map_err(|error| format!("'{shown}': {error}")),
    }
}

/// A likely meaning of a name that is no command.
fn hint(name: &str) -> String {
    let known = ["python3", "node", "java", "python"];
    let close = known.into_iter().find(|known| {
        let (mut a, mut b): (Vec<_>, Vec<_>) = (name.chars().collect(), known.chars().collect());
        a.sort_unstable();
        b.sort_unstable();
        a == b || (known.starts_with(name) && find_in_path(known).is_some())
    });
    close.map_or_else(String::new, |known| format!("; did you mean '{known}'?"))
}

pub(crate) fn find_in_path(name: &str) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    let mut paths = env::split_paths(&paths).map(|directory| directory.join(name));
    paths.find(|path| fs::metadata(path).is_ok_and(|data| data.is_file() && is_executable(&data)))
}

#[cfg(unix)]
fn is_executable(data: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&data.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    true
}

/// The words of an error without its number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_lowercase()
        }
    }
}

/// The files that belong to an agent: those that words of its command name, and declared ones.
#[derive(Debug)]
pub(crate) struct AgentFiles {
    /// The files and declared directories, as named.
    pub(crate) named: Vec<PathBuf>,
}

impl AgentFiles {
    /// Finds the files. An interpreter that is found by PATH does not belong to the agent.
    pub(crate) fn find(words: &[String], declared: Option<&str>) -> Result<Self, String> {
        let is_own = |(at, word): &(usize, &String)| *at > 0 || word.contains('/');
        let own = words.iter().enumerate().filter(is_own).map(|(_, word)| PathBuf::from(word));
        let mut named: Vec<PathBuf> = own.filter(|path| path.is_file()).collect();
        named.extend(modules(words));
        for word in declared.map(split).transpose()?.unwrap_or_default() {
            let path = PathBuf::from(&word);
            if !path.is_file() && !path.is_dir() {
                return Err(format!("files: there is no file or directory {}", quote(&word)));
            }
            named.push(path);
        }
        named.dedup();
        Ok(Self { named })
    }

    /// Returns a hash of the content, or `None` if no file belongs to the agent.
    pub(crate) fn hash(&self) -> Result<Option<String>, String> {
        if self.named.is_empty() {
            return Ok(None);
        }
        let (mut hash, mut left) = (Sha256::new(), MOST_BYTES);
        for path in &self.named {
            for file in files(path)? {
                let name = file.strip_prefix(path).unwrap_or(&file);
                hash.update(name.to_string_lossy().as_bytes());
                hash.update([0]);
                hash.update(content(&file, &mut left)?);
            }
        }
        Ok(Some(hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Returns the sizes and dates of the files, which tell soon whether one of them was changed.
    pub(crate) fn stamps(&self) -> Vec<(u64, Option<SystemTime>)> {
        let all = self.named.iter().filter_map(|path| files(path).ok()).flatten();
        let stamp = |data: fs::Metadata| (data.len(), data.modified().ok());
        all.filter_map(|file| fs::metadata(file).ok().map(stamp)).collect()
    }
}

/// Returns a hash of the content of a file, and takes its size from what may still be read.
fn content(file: &Path, left: &mut u64) -> Result<impl AsRef<[u8]> + use<>, String> {
    let failed = |error: io::Error| format!("cannot read '{}': {error}", file.display());
    let (mut hash, mut bytes) = (Sha256::new(), vec![0; 1 << 16]);
    let mut source = File::open(file).map_err(failed)?;
    loop {
        let count = source.read(&mut bytes).map_err(failed)?;
        *left = left.checked_sub(count as u64).ok_or_else(|| {
            format!("'{}': the files of an agent can have up to 256 MiB", file.display())
        })?;
        if count == 0 {
            return Ok(hash.finalize());
        }
        hash.update(&bytes[..count]);
    }
}

/// Returns the files that interpreters find by names: `java -cp DIRECTORY CLASS`, `python3 -m MODULE`.
fn modules(words: &[String]) -> Vec<PathBuf> {
    let program = Path::new(&words[0]).file_name().and_then(|name| name.to_str());
    let after = |flags: &[&str]| {
        let mut pairs = words.windows(2).filter(|pair| flags.contains(&pair[0].as_str()));
        pairs.next().map(|pair| pair[1].clone())
    };
    let mut found = Vec::new();
    match program {
        Some("java") => {
            let path = after(&["-cp", "-classpath", "--class-path"]);
            let directories: Vec<String> = match path {
                Some(path) => path.split(':').map(str::to_owned).collect(),
                None => vec![".".to_owned()],
            };
            let is_class = |path: &PathBuf| path.is_file();
            for directory in directories.iter().map(Path::new) {
                let class = |word: &String| directory.join(word.replace('.', "/") + ".class");
                let classes = words[1..].iter().map(class).filter(is_class);
                found.extend(classes);
                found.extend(Some(directory.to_owned()).filter(is_class));
            }
        }
        Some(name) if name.starts_with("python") => {
            if let Some(module) = after(&["-m"]) {
                let path = PathBuf::from(module.replace('.', "/"));
                let file = path.with_extension("py");
                found.extend([path, file].into_iter().find(|path| path.exists()));
            }
        }
        _ => {}
    }
    found
}

/// Returns a file, or the plain files of a directory in the order of their names. Links and caches are no content.
fn files(path: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    if path.is_dir() {
        collect(path, &mut files)?;
    } else {
        files.push(path.to_owned());
    }
    Ok(files)
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error| format!("cannot read '{}': {error}", directory.display());
    let entries = fs::read_dir(directory).map_err(failed)?;
    let mut entries: Vec<fs::DirEntry> = entries.collect::<Result<_, _>>().map_err(failed)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type().map_err(failed)?);
        if kind.is_dir() && !path.ends_with("__pycache__") && !path.ends_with(".git") {
            collect(&path, files)?;
        } else if kind.is_file() {
            files.push(path);
        }
        if files.len() > MOST_FILES {
            return Err(format!("'{}' has more than {MOST_FILES} files", directory.display()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_like_a_shell_does() {
        let words = |text: &str| split(text).map(|words| words.join("|"));
        for (text, wanted) in [
            ("python3 agent.py", "python3|agent.py"),
            ("  a  b\tc ", "a|b|c"),
            ("a 'b c' d", "a|b c|d"),
            ("a ''", "a|"),
            ("a b\\ c", "a|b c"),
            ("x'y z'w", "xy zw"),
        ] {
            assert_eq!(words(text).as_deref(), Ok(wanted), "{text}");
        }
        for (text, wanted) in [
            ("", "the command is empty"),
            ("a 'b", "a ' is never closed"),
            ("a \\", "nothing follows the last \\"),
        ] {
            assert_eq!(split(text).unwrap_err(), wanted, "{text}");
        }
    }

    #[test]
    fn the_hash_is_that_of_the_content() {
        let directory = tempfile::TempDir::new().unwrap();
        let file = directory.path().join("agent.py");
        let word = file.to_str().unwrap().to_owned();
        let hash = |words: &[&str], declared: Option<&str>| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            AgentFiles::find(&words, declared).and_then(|files| files.hash())
        };
        fs::write(&file, "one").unwrap();
        let first = hash(&["python3", &word], None).unwrap().unwrap();
        assert_eq!(first.len(), 16);
        assert_eq!(hash(&["python3", "-u", &word, "--fast"], None).unwrap().unwrap(), first);
        fs::write(&file, "two").unwrap();
        assert_ne!(hash(&["python3", &word], None).unwrap().unwrap(), first);
        assert_eq!(hash(&["python3", "-m", "agent"], None).unwrap(), None);
        let folder = directory.path().to_str().unwrap();
        let whole = hash(&["python3", "-m", "agent"], Some(folder)).unwrap().unwrap();
        fs::create_dir(directory.path().join("__pycache__")).unwrap();
        fs::write(directory.path().join("__pycache__/x.pyc"), "cache").unwrap();
        assert_eq!(hash(&["python3", "-m", "agent"], Some(folder)).unwrap().unwrap(), whole);
        fs::write(directory.path().join("more.py"), "").unwrap();
        assert_ne!(hash(&["python3", "-m", "agent"], Some(folder)).unwrap().unwrap(), whole);
        let error = hash(&["python3"], Some("nowhere")).unwrap_err();
        assert_eq!(error, "files: there is no file or directory 'nowhere'");
    }

    #[test]
    fn programs_that_cannot_be_run_are_named() {
        let directory = tempfile::TempDir::new().unwrap();
        let plain = directory.path().join("agent.py");
        fs::write(&plain, "").unwrap();
        let error = |name: &str| find_program(name).unwrap_err();
        assert_eq!(error("pyhton3"), "command not found: 'pyhton3'; did you mean 'python3'?");
        assert_eq!(error("no-such-command"), "command not found: 'no-such-command'");
        assert_eq!(error("./nowhere"), "cannot run './nowhere': there is no such file");
        let plain = plain.to_str().unwrap();
        assert!(error(plain).contains("not executable; use \"python3 "), "{}", error(plain));
        let folder = directory.path().to_str().unwrap();
        assert!(error(folder).ends_with("it is a directory"));
        assert!(find_program("sh").is_ok());
    }
}
