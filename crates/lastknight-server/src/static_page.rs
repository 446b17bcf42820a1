//! The page as files for any web host: the library in the browser answers, and no server is needed.

use std::fs;
use std::io;
use std::path::Path;

use super::assets::{PageFile, compress, page_files};
use super::guard::POLICY;

/// The library for browsers, which the build script made.
const LIBRARY: &[u8] = include_bytes!(env!("LASTKNIGHT_WASM"));

/// Its name on the page.
const LIBRARY_NAME: &str = "lastknight.wasm";

/// The file that says that a folder has a page.
const MARK: &str = "offline.js";

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageSize {
    /// The number of files.
    pub files: usize,
    /// Their bytes.
    pub bytes: usize,
    /// Their bytes as web hosts send them, compressed with gzip.
    pub compressed: usize,
}

/// Writes the page into a folder, which is new, empty or has a page already.
///
/// # Errors
///
/// Returns an error if the folder has other files, or a file cannot be written.
pub fn write_page(folder: &Path) -> io::Result<PageSize> {
    fs::create_dir_all(folder)?;
    let is_empty = fs::read_dir(folder)?.next().is_none();
    if !is_empty && !folder.join(MARK).exists() {
        let why = "the folder has files that are not a page: choose a new or empty one";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
    }
    let files = static_files();
    let mut size = PageSize { files: files.len(), bytes: 0, compressed: 0 };
    // The service worker last: it tells browsers that the others are new.
    let (mark, others): (Vec<_>, Vec<_>) = files.iter().partition(|file| file.name == MARK);
    for file in others.into_iter().chain(mark) {
        let (path, temporary) = (folder.join(file.name), folder.join(format!("{}.new", file.name)));
        fs::write(&temporary, &file.content)?;
        fs::rename(&temporary, &path)?;
        size.bytes += file.content.len();
        size.compressed += compress(&file.content).len();
    }
    Ok(size)
}

fn static_files() -> Vec<PageFile> {
    let mut files = page_files();
    for file in &mut files {
        if file.name.ends_with(".js") || file.name.ends_with(".css") {
            let text = str::from_utf8(&file.content).expect("the files of the page are text");
            file.content = without_comments(text).into_bytes().into();
        }
    }
    files.push(PageFile { name: LIBRARY_NAME, content: LIBRARY.into() });
    edit(&mut files, "index.html", |text| {
        let library = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'";
        let policy = POLICY.replace("script-src 'self'", library);
        let head = format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <link rel=\"preload\" href=\"{LIBRARY_NAME}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n"
        );
        text.replacen("data-engine=\"server\"", "data-engine=\"browser\"", 1).replacen(
            "<title>",
            &format!("{head}<title>"),
            1,
        )
    });
    let names =
        files.iter().map(|file| file.name).filter(|name| ![MARK, "index.html"].contains(name));
    let names: Vec<&str> = ["./"].into_iter().chain(names).collect();
    let list = serde_json::to_string(&names).expect("names are text");
    let mut hash = crc32fast::Hasher::new();
    files.iter().for_each(|file| hash.update(&file.content));
    let version = format!("{} {:08x}", env!("CARGO_PKG_VERSION"), hash.finalize());
    edit(&mut files, MARK, |text| {
        text.replacen("/* files */ [\"\"]", &list, 1).replacen(
            "/* version */ \"\"",
            &format!("\"{version}\""),
            1,
        )
    });
    files
}

/// Leaves out the lines that are only comments, a fifth of the page, but the first, which says what a file is. The markers
/// that are filled in stand in lines of code.
fn without_comments(text: &str) -> String {
    let (mut kept, mut is_inside) = (String::new(), false);
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim_start();
        let begins = trimmed.starts_with("/*");
        let ends = line.trim_end().ends_with("*/");
        let is_comment = number > 0
            && (is_inside || trimmed.starts_with("//") || begins && (ends || !line.contains("*/")));
        is_inside = is_comment && (is_inside || begins) && !ends;
        if !is_comment {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

fn edit(files: &mut [PageFile], name: &str, edit: impl Fn(&str) -> String) {
    for file in files.iter_mut().filter(|file| file.name == name) {
        let text = str::from_utf8(&file.content).expect("the files of the page are text");
        file.content = edit(text).into_bytes().into();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(files: &[PageFile], name: &str) -> String {
        let file = files.iter().find(|file| file.name == name).unwrap();
        String::from_utf8(file.content.to_vec()).unwrap()
    }

    #[test]
    fn the_static_page_names_all_its_files() {
        let files = static_files();
        let worker = text(&files, MARK);
        for file in files.iter().filter(|file| ![MARK, "index.html"].contains(&file.name)) {
            assert!(worker.contains(&format!("\"{}\"", file.name)), "{}", file.name);
        }
        assert!(!worker.contains("/* "));
        let index = text(&files, "index.html");
        assert!(index.contains("data-engine=\"browser\"") && index.contains("wasm-unsafe-eval"));
        assert!(!index.contains("frame-ancestors"));
    }

    #[test]
    fn comments_are_left_out() {
        let text = "// A file.\n\n/**\n * Two\n * lines.\n */\nf(); // kept\n  // gone\n/** @type {A} */ (a).b();\n/* one */\ng();\n";
        assert_eq!(
            without_comments(text),
            "// A file.\n\nf(); // kept\n/** @type {A} */ (a).b();\ng();\n"
        );
    }

    #[test]
    fn other_files_are_safe() {
        let folder = tempfile::tempdir().unwrap();
        let size = write_page(folder.path()).unwrap();
        assert_eq!(write_page(folder.path()).unwrap(), size);
        assert!(size.compressed < 600_000, "{} bytes", size.compressed);
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join("thesis.txt"), "words").unwrap();
        assert!(write_page(other.path()).is_err());
        assert_eq!(fs::read_dir(other.path()).unwrap().count(), 1);
    }
}
