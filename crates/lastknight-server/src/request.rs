//! The parts of requests over HTTP: queries, names, bodies, clients.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use lastknight_api::Problem;
use serde::de::DeserializeOwned;

use super::api_error::ApiError;
use super::role::Role;

/// How long the body of a request may take to arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);

/// The query of a request.
pub(super) struct QueryParams<T>(pub(super) T);

impl<S: Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::try_from_uri(&parts.uri).map_err(|error| {
            let text = error.body_text();
            let prefix = "Failed to deserialize query string: ";
            Problem::bad_query(text.strip_prefix(prefix).unwrap_or(&text))
        })?;
        Ok(Self(query.0))
    }
}

/// The part of a path that is a name.
pub(super) struct Name(pub(super) String);

impl<S: Sync + Send> FromRequestParts<S> for Name {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let name = Path::<String>::from_request_parts(parts, state).await;
        name.map(|Path(name)| Self(name))
            .map_err(|_| ApiError::not_found("there is nothing at this address"))
    }
}

/// The body of a request, as JSON.
pub(super) struct Body<T>(pub(super) T);

impl<S: Sync + Send, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let Text(text) = Text::from_request(request, state).await?;
        let value = serde_json::from_str(&text).map(Self);
        value.map_err(|error| ApiError::bad_request(format!("invalid body: {error}")))
    }
}

/// The body of a request, as text.
pub(super) struct Text(pub(super) String);

impl<S: Sync + Send> FromRequest<S> for Text {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let read = tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, state));
        let late = "the body took too long to arrive";
        let bytes = read.await.map_err(|_| ApiError::new(StatusCode::REQUEST_TIMEOUT, late))?;
        let bytes = bytes.map_err(|error| ApiError::new(error.status(), error.body_text()))?;
        let text = String::from_utf8(bytes.into());
        text.map(Self).map_err(|_| ApiError::bad_request("the body is not UTF-8 text"))
    }
}

/// Returns the client: the name that it gives itself, or else its network address. A student is one client, who cannot be
/// many or another one.
pub(super) fn client(parts: &Parts) -> Result<String, ApiError> {
    if let Some(Role::Student(name)) = parts.extensions.get() {
        return Ok(format!("student {name}"));
    }
    let Some(name) = parts.headers.get("x-client") else {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        return Ok(peer.map_or_else(String::new, |peer| peer.0.to_string()));
    };
    let is_name = |name: &&str| {
        (1..=64).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let name = name.to_str().ok().filter(is_name).map(str::to_owned);
    name.ok_or_else(|| ApiError::bad_request("X-Client: up to 64 letters, digits and dashes"))
}
