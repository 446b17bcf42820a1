//! The answer to a request that fails: a status, and JSON with the reason on one line.

use std::collections::BTreeMap;
use std::fmt::Display;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lastknight::quote::{PlacedError, one_line};
use lastknight_lab::StoreError;
use serde::Serialize;

/// The maximum length of a message, in characters.
const LONGEST: usize = 400;

/// Why a request failed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ApiError {
    #[serde(skip)]
    pub(super) status: StatusCode,
    /// The reason, on one line.
    pub(super) message: String,
    /// The part of the request that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The wrong character in it, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The text, and a caret below that character.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

impl ApiError {
    pub(super) fn new(status: StatusCode, message: impl Display) -> Self {
        let message = one_line(&message.to_string(), LONGEST);
        Self { status, message, field: None, column: None, picture: None }
    }

    pub(super) fn bad_request(message: impl Display) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    pub(super) fn bad_field(field: &'static str, message: impl Display) -> Self {
        Self { field: Some(field.to_owned()), ..Self::bad_request(format!("{field}: {message}")) }
    }

    /// A text with an error at a known place.
    pub(super) fn placed<P: Display>(field: &'static str, error: &PlacedError<P>) -> Self {
        let (column, picture) = (Some(error.column()), Some(error.picture()));
        Self { column, picture, ..Self::bad_field(field, error) }
    }

    pub(super) fn not_found(message: impl Display) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    pub(super) fn internal(message: impl Display) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// A bad query, from serde's message, which begins with the field if serde knows it.
    pub(super) fn bad_query(message: &str) -> Self {
        const WORDS: [(&str, &str); 3] = [
            ("invalid digit found in string", "not a whole number of at least 0"),
            ("number too large to fit in target type", "the number is too large"),
            ("cannot parse integer from empty string", "the number is missing"),
        ];
        let is_name = |name: &&str| name.bytes().all(|b| b.is_ascii_lowercase());
        let field = message.split_once(": ").map(|(name, _)| name).filter(is_name);
        let message = WORDS.iter().fold(message.to_owned(), |message, (theirs, ours)| {
            message.strip_suffix(theirs).map_or(message.clone(), |start| format!("{start}{ours}"))
        });
        Self { field: field.map(str::to_owned), ..Self::bad_request(message) }
    }

    pub(super) fn with_picture(self, picture: Option<String>) -> Self {
        Self { picture, ..self }
    }

    /// The answer with status 200, from addresses that check a text: there an error is a result.
    pub(super) fn as_answer(&self) -> Response {
        Json(BTreeMap::from([("error", self)])).into_response()
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::internal(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, self.as_answer()).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
