//! What is answered to what cannot be done: a status, and JSON that says why in one line.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use lastknight::quote::{PlacedError, one_line};
use serde::Serialize;

use super::scheduler::Refusal;

/// The longest message, in characters.
const LONGEST: usize = 400;

/// Why a request is not answered with what it asks for.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Problem {
    #[serde(skip)]
    status: StatusCode,
    /// What is wrong, on one line.
    pub(super) message: String,
    /// Which part of the request is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The character of it that is wrong, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// The text and, below it, a caret under that character.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

impl Problem {
    pub(super) fn new(status: StatusCode, message: impl AsRef<str>) -> Self {
        let message = one_line(message.as_ref(), LONGEST);
        Self { status, message, field: None, column: None, picture: None }
    }

    /// A request that makes no sense.
    pub(super) fn bad(message: impl AsRef<str>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// A part of a request that makes no sense.
    pub(super) fn bad_field(field: &'static str, message: impl AsRef<str>) -> Self {
        Self {
            field: Some(field.to_owned()),
            ..Self::bad(format!("{field}: {}", message.as_ref()))
        }
    }

    /// A text with a mistake in it.
    pub(super) fn placed<P: std::fmt::Display>(
        field: &'static str,
        error: &PlacedError<P>,
    ) -> Self {
        Self {
            column: Some(error.column()),
            picture: Some(error.picture()),
            ..Self::bad_field(field, error.to_string())
        }
    }

    /// Something that is not there.
    pub(super) fn missing(message: impl AsRef<str>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// Something that failed here.
    pub(super) fn failed(message: impl AsRef<str>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// A query that makes no sense: what serde says, which names the field first where it knows it.
    pub(super) fn bad_query(message: &str) -> Self {
        const WORDS: [(&str, &str); 3] = [
            ("invalid digit found in string", "not a whole number from 0 on"),
            ("number too large to fit in target type", "too large a number"),
            ("cannot parse integer from empty string", "there is no number"),
        ];
        let is_name = |name: &&str| name.bytes().all(|b| b.is_ascii_lowercase());
        let field = message.split_once(": ").map(|(name, _)| name).filter(is_name);
        let message = WORDS.iter().fold(message.to_owned(), |message, (theirs, ours)| {
            message.strip_suffix(theirs).map_or(message.clone(), |start| format!("{start}{ours}"))
        });
        Self { field: field.map(str::to_owned), ..Self::bad(message) }
    }

    /// Adds a picture of the place.
    pub(super) fn with_picture(self, picture: Option<&str>) -> Self {
        Self { picture: picture.map(str::to_owned), ..self }
    }

    /// As the answer of those that look at texts, where a mistake is what was asked about.
    pub(super) fn as_answer(&self) -> Response {
        Json(Wrapped { error: self }).into_response()
    }
}

#[derive(Serialize)]
struct Wrapped<'a> {
    error: &'a Problem,
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::TooManyOfOne(most) => Self::new(
                StatusCode::TOO_MANY_REQUESTS,
                format!("a client may have {most} searches at a time: end one first"),
            ),
            Refusal::TooMany(most) => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                format!("{most} searches are going on, more are not taken: try again soon"),
            ),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(Wrapped { error: &self })).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("2"));
        }
        response
    }
}
