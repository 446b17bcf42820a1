//! The arrows of `docs/architecture.md`: which module of a crate uses which, read from the sources.
//!
//! `cargo xtask arrows` prints them as the page lists them. The tests compare the two and look for cycles.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crate::Arguments;

/// Each module of a crate with the modules that it uses.
type Arrows = BTreeMap<String, BTreeSet<String>>;

pub(crate) fn run(_: Arguments) -> Result<(), Box<dyn Error>> {
    print!("{}", listing(&crates()?));
    Ok(())
}

/// Returns the list of the page.
fn listing(crates: &BTreeMap<String, Arrows>) -> String {
    let mut text = String::new();
    for (name, arrows) in crates {
        text += &format!("{name}\n");
        for (module, uses) in arrows {
            let uses: String = uses.iter().map(|name| format!(", {name}")).collect();
            text += &format!("  {module} →{}\n", uses.trim_start_matches(','));
        }
    }
    text
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the arrows of every crate, by its name.
fn crates() -> Result<BTreeMap<String, Arrows>, Box<dyn Error>> {
    let mut crates = BTreeMap::new();
    for entry in fs::read_dir(root().join("crates"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        crates.insert(name, arrows(&entry.path().join("src"))?);
    }
    Ok(crates)
}

/// Returns the arrows between the modules in `src`.
fn arrows(src: &Path) -> Result<Arrows, Box<dyn Error>> {
    let mut arrows = Arrows::new();
    let mut files = Vec::new();
    sources(src, &mut files)?;
    for path in files {
        let inside = path.strip_prefix(src)?;
        let module = inside.components().next().ok_or("a file in src")?;
        let module = Path::new(&module).with_extension("").to_string_lossy().into_owned();
        if !["lib", "main"].contains(&module.as_str()) {
            let names = used(&fs::read_to_string(&path)?, inside.components().count());
            arrows.entry(module).or_default().extend(names);
        }
    }
    let modules: BTreeSet<String> = arrows.keys().cloned().collect();
    for (module, uses) in &mut arrows {
        uses.retain(|name| name != module && modules.contains(name));
    }
    Ok(arrows)
}

fn sources(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        if path.is_dir() && name != "tests" {
            sources(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") && name != "tests.rs" {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the names after `crate::`, or after as many `super::` as the module is deep, outside tests and comments.
fn used(source: &str, depth: usize) -> BTreeSet<String> {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.replace(&"super::".repeat(depth), "crate::");
    let mut names = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        names.extend(name(rest));
        // The names on the first level of `use crate::{a, b::{c, d}};`.
        let mut depth = 0;
        for (at, c) in rest.char_indices() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if depth == 0 {
                break;
            }
            if depth == 1 && (at == 0 || c == ',') {
                names.extend(name(&rest[at + 1..]));
            }
        }
    }
    names
}

/// Returns the first name of a path.
fn name(path: &str) -> Option<String> {
    let path = path.trim();
    let end = path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
    (end > 0).then(|| path[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_lists_the_arrows_of_the_sources() {
        let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
        let list = page.split("<!-- arrows -->\n").nth(1).expect("the page has the marks");
        let wanted = format!("```text\n{}```\n", listing(&crates().unwrap()));
        assert_eq!(
            list, wanted,
            "the list in docs/architecture.md differs: see `cargo xtask arrows`"
        );
    }

    #[test]
    fn no_arrow_points_back() {
        for (name, mut arrows) in crates().unwrap() {
            // Remove modules without arrows until none is left.
            while let Some(free) = arrows.iter().find(|(_, uses)| uses.is_empty()) {
                let free = free.0.clone();
                arrows.remove(&free);
                arrows.values_mut().for_each(|uses| {
                    uses.remove(&free);
                });
            }
            assert!(arrows.is_empty(), "{name}: cycles among {arrows:?}");
        }
    }

    #[test]
    fn names_are_found_in_lists_and_paths() {
        let source =
            "use crate::{a, b::{c, d}};\n// crate::e\nlet x = crate::f::g();\nuse super::super::h;";
        assert_eq!(used(source, 2).into_iter().collect::<Vec<_>>(), ["a", "b", "f", "h"]);
        assert_eq!(used("#[cfg(test)]\nmod tests { use crate::a; }", 1), BTreeSet::new());
    }
}
