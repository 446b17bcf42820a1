//! The way in and out: a token becomes a cookie, and the cookie is removed again.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::Server;
use crate::api_error::ApiError;
use crate::guard::{cookie, peer, token_problem};
use crate::login;
use crate::request::Text;

#[derive(Deserialize)]
struct LoginForm {
    token: String,
}

/// Answers to the form of the page, or to a program.
pub(crate) async fn login(
    State(server): State<Arc<Server>>,
    request: Request,
) -> Result<Response, ApiError> {
    let address = peer(request.extensions());
    // A browser shows the answer; a program reads it.
    let accept = request.headers().get(header::ACCEPT).and_then(|text| text.to_str().ok());
    let is_browser = accept.is_some_and(|text| text.contains("text/html"));
    let Some(gate) = server.gate.clone() else {
        return Err(ApiError::not_found("this server has no tokens"));
    };
    let Text(body) = Text::from_request(request, &()).await?;
    let form: LoginForm = serde_urlencoded::from_str(&body)
        .map_err(|error| ApiError::bad_request(format!("invalid form: {error}")))?;
    let token = form.token.trim();
    match gate.role(address, token) {
        Ok(_) => {
            let headers = [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, cookie(token))];
            Ok((StatusCode::SEE_OTHER, headers).into_response())
        }
        Err(refusal) if is_browser => Ok(login::form(Some(refusal))),
        Err(refusal) => Err(token_problem(Some(refusal))),
    }
}

/// Removes the cookie.
pub(crate) async fn logout() -> Response {
    ([(header::SET_COOKIE, cookie(""))], Json(serde_json::Map::new())).into_response()
}
