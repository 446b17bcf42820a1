//! The files of the page, compiled into the program.

use std::borrow::Cow;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::api_error::ApiError;
use super::request::Name;

macro_rules! assets {
    ($($name:literal,)*) => { &[$(($name, include_str!(concat!("../web/", $name))),)*] };
}

/// The name and text of every file.
const ASSETS: &[(&str, &str)] = assets![
    "index.html",
    "style.css",
    "icon.svg",
    "address.js",
    "analyse.css",
    "analyse.js",
    "api.js",
    "archive.js",
    "board.js",
    "dom.js",
    "game.js",
    "graph.js",
    "heuristics.js",
    "lab.js",
    "main.js",
    "moves.js",
    "play.js",
    "preferences.js",
    "tree.js",
    "types.js",
    "variations.js",
];

/// Answers with the page in the colours that its reader chose.
pub(super) async fn index(headers: HeaderMap) -> Result<Response, ApiError> {
    let page = find("index.html")?;
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|text| text.to_str().ok());
    let mut cookies = cookies.flat_map(|text| text.split(';')).map(str::trim);
    let theme = cookies.find_map(|cookie| cookie.strip_prefix("lastknight-theme="));
    let text = match theme.filter(|theme| ["light", "dark"].contains(theme)) {
        None => page.into(),
        Some(theme) => page.replacen("<html ", &format!("<html data-theme=\"{theme}\" "), 1).into(),
    };
    Ok(answer("index.html", text, &headers))
}

pub(super) async fn file(Name(name): Name, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(answer(&name, find(&name)?.into(), &headers))
}

fn find(name: &str) -> Result<&'static str, ApiError> {
    let asset = ASSETS.iter().find(|asset| asset.0 == name);
    asset.map(|asset| asset.1).ok_or_else(|| ApiError::not_found("the page has no such file"))
}

/// Answers with a file, unless the browser has it already.
fn answer(name: &str, text: Cow<'static, str>, headers: &HeaderMap) -> Response {
    let tag = format!("\"{:08x}\"", crc32fast::hash(text.as_bytes()));
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let kind = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/javascript; charset=utf-8",
    };
    // Another version of the program has other files at the same address, so browsers ask again.
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::ETAG, tag.as_str()),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, text).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The maximum size of all files, in bytes.
    const MOST: usize = 300_000;

    #[test]
    fn all_files_are_there_and_small() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
        let is_asset =
            |name: &String| [".js", ".css", ".html", ".svg"].iter().any(|end| name.ends_with(end));
        let there: BTreeSet<String> =
            names.map(|name| name.into_string().unwrap()).filter(is_asset).collect();
        let listed: BTreeSet<String> = ASSETS.iter().map(|(name, _)| name.to_string()).collect();
        assert_eq!(there, listed);
        let size: usize = ASSETS.iter().map(|(_, text)| text.len()).sum();
        assert!(size < MOST, "{size} bytes");
    }

    /// The page loads nothing from elsewhere and needs no looser policy.
    #[test]
    fn the_page_needs_nothing_else() {
        for (name, text) in ASSETS {
            for word in ["https://", "style=\"", "javascript:", "eval(", "innerHTML", " onclick"] {
                assert!(!text.contains(word), "{name} has {word}");
            }
            let namespaces = text.matches("http://www.w3.org/").count();
            assert_eq!(text.matches("http://").count(), namespaces, "{name}");
        }
    }
}
