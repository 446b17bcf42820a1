//! The page with a field for the token. It needs no script and loads nothing.

use std::time::Duration;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::gate::TokenRefusal;

const PAGE: &str = include_str!("login.html");

/// Where the page has its message.
const MESSAGE: &str = "<!-- message -->";

/// The policy of the page: its own styles, and a form that is sent to this server.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; \
                      frame-ancestors 'none'";

/// Answers with the form.
pub(super) fn form(refusal: Option<TokenRefusal>) -> Response {
    let (status, message) = match refusal {
        None => (StatusCode::UNAUTHORIZED, String::new()),
        Some(TokenRefusal::Wrong) => {
            (StatusCode::UNAUTHORIZED, "This token is wrong. Check it and try again.".to_owned())
        }
        Some(TokenRefusal::TooMany(wait)) => (StatusCode::TOO_MANY_REQUESTS, too_many(wait)),
    };
    let message = match message.is_empty() {
        true => message,
        false => format!("<p class=\"wrong\" role=\"alert\">{message}</p>"),
    };
    let fixed = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        // Without a referrer, browsers send forms with the origin 'null'.
        (header::REFERRER_POLICY, "same-origin"),
    ];
    let mut response = (status, fixed, PAGE.replacen(MESSAGE, &message, 1)).into_response();
    if let Some(TokenRefusal::TooMany(wait)) = refusal {
        let seconds = HeaderValue::from(wait.as_secs() + 1);
        response.headers_mut().insert(header::RETRY_AFTER, seconds);
    }
    response
}

/// Opens the page a second time, now from a page of this server, so that the browser sends its cookie.
pub(super) fn again(to: &str, cookie: Option<String>) -> Response {
    // The address is as it was requested, where quotation marks are encoded; a server that accepts others must not
    // become a way to write markup.
    let is_plain = |c: char| c.is_ascii_graphic() && !"\"'<>".contains(c);
    let to = if to.chars().all(is_plain) { to.replace('&', "&amp;") } else { "/".to_owned() };
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>lastknight</title>\
         <meta http-equiv=\"refresh\" content=\"0; url={to}\"></head><body><a href=\"{to}\">lastknight</a></body></html>\n"
    );
    let mut response = ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response();
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::try_from(cookie).ok()) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Returns the message for an address that has shown too many wrong tokens.
pub(super) fn too_many(wait: Duration) -> String {
    format!("too many wrong tokens: try again in {} seconds", wait.as_secs() + 1)
}
