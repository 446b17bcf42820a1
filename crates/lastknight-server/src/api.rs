//! The HTTP interface: the handler of each address. The page uses nothing else.
//!
//! `openapi.json` describes it; a test compares the two.

mod catalog;
mod class;
mod jobs;
mod login;
mod questions;
mod results;

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, delete, get, post};

use crate::Server;

pub(crate) use catalog::bytes as catalog;

const OPENAPI: &str = include_str!("api/openapi.json");

/// Returns every address below `/api/v1` with its handler.
fn routes() -> Vec<(&'static str, MethodRouter<Arc<Server>>)> {
    let own = vec![
        ("/openapi.json", get(openapi)),
        ("/status", get(catalog::status)),
        ("/catalog", get(catalog::catalog)),
        ("/results", get(results::results)),
        ("/report", get(results::report)),
        ("/report.html", get(results::report_page)),
        ("/study.html", get(results::study_page)),
        ("/stored-games", get(results::games)),
        ("/stored-game", get(results::game)),
        ("/export", get(results::export)),
        ("/jobs", get(jobs::jobs).post(jobs::start)),
        ("/jobs/{id}", delete(jobs::stop)),
        ("/jobs/{id}/progress", get(jobs::progress)),
        ("/jobs/{id}/first", post(jobs::first)),
        ("/class", get(class::class)),
        ("/class/entry", get(class::entry).post(class::submit).delete(class::withdraw)),
        ("/class/standings", get(class::standings)),
        ("/class/run", post(class::run)),
        ("/class/students", get(class::students)),
        ("/login", post(login::login)),
        ("/logout", post(login::logout)),
    ];
    own.into_iter().chain(questions::routes()).collect()
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

    use axum::body::Body;
    use axum::http::Request;
    use serde_json::Value;
    use tower::ServiceExt;

    use super::*;
    use crate::ServerOptions;
    use crate::guard::Guard;

    fn description() -> Value {
        serde_json::from_str(OPENAPI).unwrap()
    }

    /// Returns the methods that an address allows, by a request with one that it does not.
    async fn methods(router: Router, path: &str) -> BTreeSet<String> {
        let request = Request::builder()
            .method("PROBE")
            .uri(format!("/api/v1{}", path.replace("{id}", "1")))
            .header(header::HOST, "localhost:7447")
            .body(Body::empty())
            .unwrap();
        let response = router.oneshot(request).await.unwrap();
        assert_eq!(response.status().as_u16(), 405, "{path}");
        let allowed = response.headers()[header::ALLOW].to_str().unwrap();
        allowed.split(',').filter(|&name| name != "HEAD").map(str::to_lowercase).collect()
    }

    #[test]
    fn every_address_is_described_with_its_methods() {
        let description = description();
        let paths = description["paths"].as_object().unwrap();
        let described: BTreeSet<&str> = paths.keys().map(String::as_str).collect();
        let routes = routes();
        let there: BTreeSet<&str> = routes.iter().map(|(path, _)| *path).collect();
        assert_eq!(described, there);
        let address = "127.0.0.1:7447".parse().expect("an address");
        let server = Arc::new(Server::new(ServerOptions::new(address)));
        let router = crate::router(server, Guard { address, gate: None });
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        for (path, operations) in paths {
            let described: BTreeSet<String> =
                operations.as_object().unwrap().keys().cloned().collect();
            assert_eq!(runtime.block_on(methods(router.clone(), path)), described, "{path}");
        }
    }

    #[test]
    fn every_reference_leads_somewhere_and_nothing_is_left_over() {
        fn collect<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
            match value {
                Value::Object(entries) => {
                    found.extend(entries.get("$ref").and_then(Value::as_str));
                    entries.values().for_each(|value| collect(value, found));
                }
                Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
                _ => {}
            }
        }
        let description = description();
        let mut found = BTreeSet::new();
        collect(&description, &mut found);
        for kind in ["schemas", "parameters", "responses"] {
            for name in description["components"][kind].as_object().unwrap().keys() {
                let reference = format!("#/components/{kind}/{name}");
                assert!(found.remove(reference.as_str()), "{reference} is not used");
            }
        }
        assert!(found.is_empty(), "{found:?} lead nowhere");
    }
}
