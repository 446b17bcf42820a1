//! The tokens of a class: made by the program, stored where only the teacher can read them.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::ClassError;
use crate::role::Role;

/// The characters of a token, 5 bits each: without those that are easily confused.
const CHARACTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// The length of a token: 120 bits.
const LENGTH: usize = 24;

/// The shortest token that a teacher may have typed into the file.
const SHORTEST: usize = 20;

const FILE: &str = "tokens.toml";
const LINKS: &str = "links.csv";
const COMMENT: &str = "# Whoever has a token is let in by it. Written by lastknight; remove a line to get a new token.\n";

/// The tokens of a class.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tokens {
    #[serde(default)]
    pub(super) teacher: String,
    #[serde(default)]
    pub(super) reader: String,
    #[serde(default)]
    pub(super) students: BTreeMap<String, String>,
}

impl Tokens {
    /// Reads the tokens and makes those that are missing. Students who have left keep theirs, but it opens nothing.
    pub(super) fn open(directory: &Path, students: &[String]) -> Result<Self, ClassError> {
        let path = directory.join(FILE);
        let mut tokens: Self = match fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).map_err(|error: toml::de::Error| {
                ClassError::new(&path, error.message().replace('\n', " "))
            })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::default(),
            Err(error) => return Err(ClassError::new(&path, error)),
        };
        let old = tokens.clone();
        let failure = |error| ClassError::new(&path, error);
        for token in [&mut tokens.teacher, &mut tokens.reader] {
            if token.is_empty() {
                *token = new_token().map_err(failure)?;
            }
        }
        for student in students {
            if !tokens.students.contains_key(student) {
                tokens.students.insert(student.clone(), new_token().map_err(failure)?);
            }
        }
        tokens.check().map_err(|why| ClassError::new(&path, why))?;
        if tokens != old {
            let text = toml::to_string(&tokens).map_err(|error| ClassError::new(&path, error))?;
            write_private(&path, format!("{COMMENT}{text}").as_bytes()).map_err(failure)?;
        }
        Ok(tokens)
    }

    /// Tokens can be used in an address and a cookie, and open one thing each.
    fn check(&self) -> Result<(), String> {
        let mut all: Vec<&String> =
            [&self.teacher, &self.reader].into_iter().chain(self.students.values()).collect();
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
        if all.iter().any(|token| token.len() < SHORTEST || !token.chars().all(is_plain)) {
            return Err(format!(
                "a token has at least {SHORTEST} letters, digits, '-', '_', '.' or '~'"
            ));
        }
        let count = all.len();
        all.sort();
        all.dedup();
        if all.len() < count {
            return Err("two tokens are the same".to_owned());
        }
        Ok(())
    }

    /// Returns every token with its role.
    pub(super) fn holders(&self, students: &[String]) -> Vec<(String, Role)> {
        let holder = |name: &String| {
            let token = self.students.get(name)?;
            Some((token.clone(), Role::Student(name.clone())))
        };
        let fixed = [(&self.teacher, Role::Teacher), (&self.reader, Role::Reader)];
        let fixed = fixed.map(|(token, role)| (token.clone(), role));
        fixed.into_iter().chain(students.iter().filter_map(holder)).collect()
    }

    /// Writes the links as CSV and returns the path.
    pub(super) fn write_links(
        &self,
        directory: &Path,
        address: &str,
        students: &[String],
    ) -> Result<PathBuf, ClassError> {
        let path = directory.join(LINKS);
        let address = address.trim_end_matches('/');
        let mut text = "name,role,token,link\n".to_owned();
        for (token, role) in self.holders(students) {
            let name = match &role {
                Role::Student(name) => name.as_str(),
                _ => "",
            };
            let view = if role == Role::Teacher { "" } else { "&view=class" };
            let name = cell(name);
            text += &format!("{name},{role},{token},{address}/?token={token}{view}\n");
        }
        write_private(&path, text.as_bytes()).map_err(|error| ClassError::new(&path, error))?;
        Ok(path)
    }
}

/// Returns a cell of a table. Spreadsheets run what begins like a formula.
fn cell(text: &str) -> String {
    let start = if text.starts_with(['=', '+', '-', '@', '\t']) { "'" } else { "" };
    format!("\"{start}{}\"", text.replace('"', "\"\""))
}

/// Returns a token from the random source of the system.
fn new_token() -> io::Result<String> {
    let mut bytes = [0; LENGTH];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| char::from(CHARACTERS[usize::from(byte % 32)])).collect())
}

/// Replaces a file that only its owner may read. It is never there with other permissions.
fn write_private(path: &Path, contents: &[u8]) -> io::Result<()> {
    let temporary = path.with_extension("new");
    let _ = fs::remove_file(&temporary);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary)?;
    file.write_all(contents)?;
    file.sync_all()?;
    fs::rename(&temporary, path)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn tokens_are_long_different_and_kept() {
        let directory = TempDir::new().unwrap();
        let names = |names: &[&str]| names.iter().copied().map(str::to_owned).collect::<Vec<_>>();
        let first = Tokens::open(directory.path(), &names(&["Anna", "Ben"])).unwrap();
        assert!(first.students.values().all(|token| token.len() == LENGTH));
        let again = Tokens::open(directory.path(), &names(&["Anna", "Ben"])).unwrap();
        assert_eq!(first, again);
        let more = Tokens::open(directory.path(), &names(&["Ben", "Carla"])).unwrap();
        assert_eq!(more.students["Ben"], first.students["Ben"]);
        // Anna has left.
        let holders = more.holders(&names(&["Ben", "Carla"]));
        assert!(holders.iter().all(|(token, _)| *token != first.students["Anna"]));
        assert_eq!(holders.len(), 4);
        let links = more
            .write_links(directory.path(), "http://host/", &names(&["Ben"]))
            .map(|path| (fs::read_to_string(&path).unwrap(), path))
            .unwrap();
        let ben = &more.students["Ben"];
        let line = format!("\"Ben\",student,{ben},http://host/?token={ben}&view=class\n");
        assert!(links.0.contains(&line), "{}", links.0);
        #[cfg(unix)]
        for path in [directory.path().join(FILE), links.1] {
            let mode =
                std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn careless_tokens_are_refused() {
        let directory = TempDir::new().unwrap();
        for text in ["teacher = 'short'", "teacher = 'with spaces in the token'", "nobody = ''"] {
            fs::write(directory.path().join(FILE), text).unwrap();
            assert!(Tokens::open(directory.path(), &[]).is_err(), "{text}");
        }
        let same = "a-token-that-is-long-enough";
        fs::write(directory.path().join(FILE), format!("teacher='{same}'\nreader='{same}'"))
            .unwrap();
        assert!(Tokens::open(directory.path(), &[]).is_err());
    }

    #[test]
    fn names_are_no_formulas() {
        assert_eq!(cell("=1+1"), "\"'=1+1\"");
        assert_eq!(cell("Anna \"Ann\" B, C"), "\"Anna \"\"Ann\"\" B, C\"");
    }
}
