//! The programming interface: what is answered at which address. The page uses nothing else.
//!
//! `openapi.json` describes it; a test compares the two.

mod analysis;
mod catalog;
mod evaluation;
mod lab;
mod position;
mod texts;
mod tree;

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};

use super::Server;

/// The description.
const OPENAPI: &str = include_str!("api/openapi.json");

/// Every address below `/api/v1`, with what answers there.
fn routes() -> Vec<(&'static str, MethodRouter<Arc<Server>>)> {
    vec![
        ("/openapi.json", get(openapi)),
        ("/status", get(catalog::status)),
        ("/catalog", get(catalog::catalog)),
        ("/position", get(position::position)),
        ("/pgn", get(texts::pgn)),
        ("/games", post(texts::games)),
        ("/check", get(texts::check)),
        ("/move", get(analysis::choose)),
        ("/analysis", get(analysis::analysis)),
        ("/solution", get(analysis::solution)),
        ("/review", get(analysis::review)),
        ("/evaluation", get(evaluation::evaluation)),
        ("/formula", get(evaluation::formula)),
        ("/tree", get(tree::tree)),
        ("/results", get(lab::results)),
        ("/report", get(lab::report)),
        ("/report.html", get(lab::report_page)),
        ("/study.html", get(lab::study_page)),
        ("/stored-games", get(lab::games)),
        ("/stored-game", get(lab::game)),
        ("/export", get(lab::export)),
        ("/jobs", get(lab::jobs).post(lab::start)),
        ("/jobs/{id}", delete(lab::stop)),
        ("/jobs/{id}/progress", get(lab::progress)),
    ]
}

pub(super) fn router() -> Router<Arc<Server>> {
    routes().into_iter().fold(Router::new(), |router, (path, route)| router.route(path, route))
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    #[test]
    fn every_address_is_described() {
        let description: Value = serde_json::from_str(OPENAPI).unwrap();
        let paths = description["paths"].as_object().unwrap();
        let described: BTreeSet<&str> = paths.keys().map(String::as_str).collect();
        let routes = routes();
        let there: BTreeSet<&str> = routes.iter().map(|(path, _)| *path).collect();
        assert_eq!(described, there);
    }
}
