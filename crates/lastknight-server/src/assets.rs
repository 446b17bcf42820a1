//! The files of the page, compiled into the program, and the page as a server sends it.

use std::borrow::Cow;
use std::io::Write;
use std::sync::LazyLock;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::api_error::ApiError;
use super::request::Name;

macro_rules! assets {
    ($($name:literal,)*) => { &[$(($name, include_bytes!(concat!("../web/", $name)) as &[u8]),)*] };
}

/// The name and content of every file.
const ASSETS: &[(&str, &[u8])] = assets![
    "index.html",
    "board.css",
    "heuristics.css",
    "lab.css",
    "style.css",
    "tree.css",
    "class.css",
    "icon-192.png",
    "icon.svg",
    "manifest.webmanifest",
    "address.js",
    "analyse.css",
    "analyse.js",
    "api.js",
    "archive.js",
    "board.js",
    "browser.js",
    "class-teacher.js",
    "class.js",
    "connection.js",
    "difficulty.js",
    "dom.js",
    "drawings.js",
    "editor.js",
    "ending.js",
    "evaluation-bar.js",
    "exercise.js",
    "game.js",
    "graph.js",
    "heuristic-table.js",
    "heuristics.js",
    "interval.js",
    "lab.js",
    "learn.css",
    "learn.js",
    "legend.js",
    "lessons-numbers.js",
    "lessons.js",
    "lines.js",
    "loading.js",
    "main.js",
    "move-values.js",
    "moves.js",
    "newgame.js",
    "offline.js",
    "opponents.js",
    "overlay.js",
    "play.css",
    "play.js",
    "pointer.js",
    "preferences.js",
    "progress.js",
    "puzzle-book.js",
    "puzzle-record.js",
    "puzzle-words.js",
    "puzzles.js",
    "puzzles.json",
    "rating.js",
    "refused.js",
    "search-steps.js",
    "server.js",
    "setup.js",
    "solution.js",
    "sounds.js",
    "squares.js",
    "standings.js",
    "stored-games.js",
    "streaks.js",
    "theme.js",
    "tournament-form.js",
    "trails.js",
    "tree-picture.js",
    "tree.js",
    "turn.js",
    "turning.js",
    "types.js",
    "variations.js",
    "verdict.js",
    "watch.js",
    "worker.js",
];

/// The files that no module imports, or that hold only types.
const NOT_IMPORTED: [&str; 4] = ["offline.js", "theme.js", "types.js", "worker.js"];

/// Where `index.html` names the modules that it needs.
const PRELOAD: &str = "<!-- preload -->";

/// A file of the page, ready to be sent or written.
pub(crate) struct PageFile {
    pub(crate) name: &'static str,
    pub(crate) content: Cow<'static, [u8]>,
}

/// Returns the files of the page as a server sends them. The browser loads all modules at once, not one after another.
pub(crate) fn page_files() -> Vec<PageFile> {
    let modules = ASSETS.iter().map(|(name, _)| *name);
    let modules = modules.filter(|name| name.ends_with(".js") && !NOT_IMPORTED.contains(name));
    let preload = |name| format!("<link rel=\"modulepreload\" href=\"{name}\">\n");
    let preloads: String = modules.map(preload).collect();
    let file = |&(name, content): &(&'static str, &'static [u8])| {
        let mut content = Cow::from(content);
        if name == "index.html" {
            let text = str::from_utf8(&content).expect("HTML is text");
            content = text.replacen(PRELOAD, preloads.trim_end(), 1).into_bytes().into();
        }
        PageFile { name, content }
    };
    ASSETS.iter().map(file).collect()
}

/// Returns the media type of a file.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/javascript; charset=utf-8",
    }
}

/// A file with its tag, and compressed.
struct SentFile {
    file: PageFile,
    tag: String,
    compressed: Vec<u8>,
}

/// Compressed once, when the first file is requested.
static FILES: LazyLock<Vec<SentFile>> = LazyLock::new(|| {
    let sent = |file: PageFile| {
        let tag = format!("\"{:08x}\"", crc32fast::hash(&file.content));
        let compressed = compress(&file.content);
        SentFile { file, tag, compressed }
    };
    page_files().into_iter().map(sent).collect()
});

/// Compresses a file with gzip, which every browser reads.
pub(crate) fn compress(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let written = encoder.write_all(content).and_then(|()| encoder.finish());
    written.expect("memory takes everything")
}

pub(super) async fn index(headers: HeaderMap) -> Result<Response, ApiError> {
    answer("index.html", &headers)
}

pub(super) async fn file(Name(name): Name, headers: HeaderMap) -> Result<Response, ApiError> {
    answer(&name, &headers)
}

/// Answers with a file, unless the browser has it already.
fn answer(name: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let sent = FILES.iter().find(|sent| sent.file.name == name);
    let sent = sent.ok_or_else(|| ApiError::not_found("the page has no such file"))?;
    let tag = [(header::ETAG, sent.tag.as_str())];
    if headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == sent.tag.as_bytes())
    {
        return Ok((StatusCode::NOT_MODIFIED, tag).into_response());
    }
    // Another version of the program has other files at the same address, so browsers ask again.
    let fixed = [
        (header::CONTENT_TYPE, kind(name)),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-encoding"),
    ];
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|text| text.to_str().ok());
    let is_compressed =
        accepted.is_some_and(|text| text.split(',').any(|name| name.trim() == "gzip"));
    let response = if is_compressed {
        (tag, fixed, [(header::CONTENT_ENCODING, "gzip")], sent.compressed.as_slice())
            .into_response()
    } else {
        (tag, fixed, sent.file.content.as_ref()).into_response()
    };
    Ok(response)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The maximum size of all files, compressed.
    const MOST: usize = 180_000;

    #[test]
    fn all_files_are_there_and_small() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
        let endings = [".js", ".css", ".html", ".png", ".svg", ".webmanifest", "puzzles.json"];
        let is_asset = |name: &String| endings.iter().any(|end| name.ends_with(end));
        let there: BTreeSet<String> =
            names.map(|name| name.into_string().unwrap()).filter(is_asset).collect();
        let listed: BTreeSet<String> = ASSETS.iter().map(|(name, _)| name.to_string()).collect();
        assert_eq!(there, listed);
        let size: usize = FILES.iter().map(|sent| sent.compressed.len()).sum();
        assert!(size < MOST, "{size} bytes");
    }

    #[test]
    fn the_page_names_its_modules() {
        let files = page_files();
        let index = files.iter().find(|file| file.name == "index.html").unwrap();
        let text = std::str::from_utf8(&index.content).unwrap();
        assert!(text.contains("<link rel=\"modulepreload\" href=\"main.js\">"));
        assert!(!text.contains(PRELOAD));
    }

    /// The page loads nothing from elsewhere and needs no looser policy.
    #[test]
    fn the_page_needs_nothing_else() {
        let texts =
            ASSETS.iter().filter_map(|(name, content)| Some((name, str::from_utf8(content).ok()?)));
        for (name, text) in texts {
            for word in ["https://", "style=\"", "javascript:", "eval(", "innerHTML", " onclick"] {
                assert!(!text.contains(word), "{name} has {word}");
            }
            let namespaces = text.matches("http://www.w3.org/").count();
            assert_eq!(text.matches("http://").count(), namespaces, "{name}");
        }
    }
}
