//! The catalog of boards, agents, heuristics and studies, and the state of the server.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use lastknight::json;
use lastknight_api::Settings;
use lastknight_lab::SpecFile;
use lastknight_lab::study::show::StudyDescription;
use serde::Serialize;

use crate::{SEARCHES, Server};

/// The catalog of questions, and what the laboratory has.
#[derive(Serialize)]
struct Catalog<'a> {
    #[serde(flatten)]
    questions: lastknight_api::Catalog<'a>,
    studies: Vec<StudyDescription>,
    /// The default tournament.
    tournament: Option<SpecFile>,
    /// Whether the server has a class.
    class: bool,
}

/// Returns the catalog as JSON. The server makes it once: parsing every study takes 26 ms of CPU time.
pub(crate) fn bytes(settings: Settings<'_>, class: bool) -> Bytes {
    let catalog = Catalog {
        questions: settings.into(),
        studies: StudyDescription::all(),
        tournament: SpecFile::parse(SpecFile::DEFAULT).ok(),
        class,
    };
    serde_json::to_vec(&catalog).expect("map keys are text").into()
}

pub(crate) async fn catalog(State(server): State<Arc<Server>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], server.catalog.clone()).into_response()
}

#[derive(Serialize)]
pub(crate) struct Status {
    searches: usize,
    most_searches: usize,
    json_version: u32,
}

pub(crate) async fn status(State(server): State<Arc<Server>>) -> Json<Status> {
    let searches = server.scheduler.searches();
    Json(Status { searches, most_searches: SEARCHES, json_version: json::VERSION })
}
