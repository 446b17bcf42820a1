//! The files of the page, which are part of the program.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::problem::Problem;
use super::request::Name;

/// A file of the page.
struct Asset {
    name: &'static str,
    text: &'static str,
}

macro_rules! assets {
    ($($name:literal,)*) => {
        &[$(Asset { name: $name, text: include_str!(concat!("../web/", $name)) },)*]
    };
}

/// All of them.
const ASSETS: &[Asset] = assets![
    "index.html",
    "style.css",
    "icon.svg",
    "address.js",
    "analyse.js",
    "api.js",
    "board.js",
    "dom.js",
    "game.js",
    "graph.js",
    "heuristics.js",
    "lab.js",
    "main.js",
    "play.js",
    "preferences.js",
    "tree.js",
    "types.js",
];

/// The page, in the colours that its reader chose.
pub(super) async fn index(headers: HeaderMap) -> Result<Response, Problem> {
    let page = find("index.html")?;
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|text| text.to_str().ok());
    let mut cookies = cookies.flat_map(|text| text.split(';')).map(str::trim);
    let theme = cookies.find_map(|cookie| cookie.strip_prefix("lastknight-theme="));
    match theme.filter(|theme| ["light", "dark"].contains(theme)) {
        None => Ok(answer(page.name, page.text.into(), &headers)),
        Some(theme) => {
            let root = format!("<html data-theme=\"{theme}\" ");
            Ok(answer(page.name, page.text.replacen("<html ", &root, 1).into(), &headers))
        }
    }
}

/// A file of the page by its name: nothing else has one.
pub(super) async fn file(Name(name): Name, headers: HeaderMap) -> Result<Response, Problem> {
    let asset = find(&name)?;
    Ok(answer(asset.name, asset.text.into(), &headers))
}

fn find(name: &str) -> Result<&'static Asset, Problem> {
    let asset = ASSETS.iter().find(|asset| asset.name == name);
    asset.ok_or_else(|| Problem::missing("the page has no such file"))
}

/// A file, unless the browser has it already.
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
    let headers: [(HeaderName, String); 3] = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::ETAG, tag),
        // Another version of the program has other files at the same address.
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (headers, text).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// The most that all files of the page may have, in bytes.
    const MOST: usize = 300_000;

    #[test]
    fn all_files_are_there_and_small() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let names = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name());
        let is_asset =
            |name: &String| [".js", ".css", ".html", ".svg"].iter().any(|end| name.ends_with(end));
        let there: BTreeSet<String> =
            names.map(|name| name.into_string().unwrap()).filter(is_asset).collect();
        let listed: BTreeSet<String> = ASSETS.iter().map(|asset| asset.name.to_owned()).collect();
        assert_eq!(there, listed);
        let size: usize = ASSETS.iter().map(|asset| asset.text.len()).sum();
        assert!(size < MOST, "{size} bytes");
    }

    /// Nothing on the page is loaded from elsewhere, and nothing in it needs a looser policy.
    #[test]
    fn the_page_needs_nothing_else() {
        for asset in ASSETS {
            for word in ["https://", "style=\"", "javascript:", "eval(", "innerHTML", " onclick"] {
                assert!(!asset.text.contains(word), "{} has {word}", asset.name);
            }
            let addresses = asset.text.matches("http://").count();
            let names = asset.text.matches("http://www.w3.org/").count();
            assert_eq!(addresses, names, "{}", asset.name);
        }
    }
}
