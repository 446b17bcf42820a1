//! The answer to a request that fails: a status, and JSON with the reason on one line.

use std::fmt::Display;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lastknight_api::{Answer, Problem};
use lastknight_lab::StoreError;

/// A [`Problem`] that can be sent.
#[derive(Clone, Debug)]
pub(super) struct ApiError(pub(super) Problem);

impl ApiError {
    pub(super) fn new(status: StatusCode, message: impl Display) -> Self {
        Self(Problem::new(status.as_u16(), message))
    }

    pub(super) fn bad_request(message: impl Display) -> Self {
        Self(Problem::bad_request(message))
    }

    pub(super) fn bad_field(field: &'static str, message: impl Display) -> Self {
        Self(Problem::bad_field(field, message))
    }

    pub(super) fn not_found(message: impl Display) -> Self {
        Self(Problem::not_found(message))
    }

    pub(super) fn internal(message: impl Display) -> Self {
        Self(Problem::internal(message))
    }
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::internal(error)
    }
}

/// Sends an answer with its type.
pub(super) fn sent(answer: Answer) -> Response {
    ([(header::CONTENT_TYPE, answer.content_type)], answer.text).into_response()
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status);
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = (status, sent(Answer::from(&self.0))).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
