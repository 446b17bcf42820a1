//! The questions that `lastknight-api` answers, over HTTP.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use lastknight_api::{Method, Reply, ask};

use crate::api_error::{ApiError, sent};
use crate::request::{self, Text};
use crate::scheduler::Purpose;
use crate::{Server, search};

/// Returns the address of every question with its handler. The catalog has more here.
pub(super) fn routes() -> impl Iterator<Item = (&'static str, MethodRouter<Arc<Server>>)> {
    let questions = lastknight_api::routes().filter(|(path, _)| *path != "/catalog");
    questions.map(|(path, method)| {
        let handler = move |State(server): State<Arc<Server>>, request: Request| {
            answer(server, method, path, request)
        };
        (path, if method == Method::Get { get(handler) } else { post(handler) })
    })
}

async fn answer(
    server: Arc<Server>,
    method: Method,
    path: &'static str,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let client = request::client(&parts)?;
    let query = parts.uri.query().unwrap_or_default().to_owned();
    let Text(body) = Text::from_request(Request::from_parts(parts, body), &()).await?;
    let request = lastknight_api::Request { method, path, query: &query, body: &body };
    match ask(request, server.settings())? {
        Reply::Answer(answer) => Ok(sent(answer)),
        Reply::Search(question) => {
            let is_stream = question.is_stream;
            let purpose = if path == "/move" { Purpose::Play } else { Purpose::Analysis };
            let events = search::start(&server, &client, question, purpose)?;
            if is_stream { Ok(events.into_response()) } else { events.last().await }
        }
    }
}
