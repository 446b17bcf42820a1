//! The answer to a request that fails: a status of HTTP, and JSON with the reason on one line.

use std::fmt::Display;

use lastknight::quote::{PlacedError, one_line};
use serde::Serialize;

/// The maximum length of a message, in characters.
const LONGEST: usize = 400;

/// The status of a request that is not valid.
pub const BAD_REQUEST: u16 = 400;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The status of HTTP.
    #[serde(skip)]
    pub status: u16,
    /// The reason, on one line.
    pub message: String,
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

impl Problem {
    /// A problem with a status of HTTP.
    pub fn new(status: u16, message: impl Display) -> Self {
        let message = one_line(&message.to_string(), LONGEST);
        Self { status, message, field: None, column: None, picture: None }
    }

    /// A request that is not valid.
    pub fn bad_request(message: impl Display) -> Self {
        Self::new(BAD_REQUEST, message)
    }

    /// A part of a request that is not valid.
    pub fn bad_field(field: &'static str, message: impl Display) -> Self {
        Self { field: Some(field.to_owned()), ..Self::bad_request(format!("{field}: {message}")) }
    }

    /// A text with an error at a known place.
    pub fn placed<P: Display>(field: &'static str, error: &PlacedError<P>) -> Self {
        let (column, picture) = (Some(error.column()), Some(error.picture()));
        Self { column, picture, ..Self::bad_field(field, error) }
    }

    /// Something that does not exist.
    pub fn not_found(message: impl Display) -> Self {
        Self::new(404, message)
    }

    /// A mistake of this program, or of the machine.
    pub fn internal(message: impl Display) -> Self {
        Self::new(500, message)
    }

    /// A bad query, from serde's message, which begins with the field if serde knows it.
    pub fn bad_query(message: &str) -> Self {
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

    /// Adds the text with a caret below the mistake.
    #[must_use]
    pub fn with_picture(self, picture: Option<String>) -> Self {
        Self { picture, ..self }
    }
}
