//! Access control: the server answers its own page and programs, but no page of another site.
//!
//! A page of another site can make a browser send requests to this machine. It cannot choose the `Host` header (a name
//! of its own that leads here shows in it) and cannot hide its `Origin`, so both are checked.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::api_error::ApiError;

/// The cookie that holds the token.
const COOKIE: &str = "lastknight-token";

/// The maximum length of a request's address, in bytes.
const LONGEST_ADDRESS: usize = 1 << 14;

/// The policy of the page: it loads files of this server, and nothing else.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                                 connect-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; \
                                 form-action 'none'";

/// Who may show the page in a frame: nobody; for the view with only a board, everybody.
const NO_FRAMES: &str = "frame-ancestors 'none'";
const ALL_FRAMES: &str = "frame-ancestors *";

/// The policy of a report, which the page shows in a frame. It contains its styles and has no scripts.
pub(super) const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
                                        form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin";

/// The checks of every request.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The address of the server.
    pub(super) address: SocketAddr,
    /// The token that every request needs, if the server is public.
    pub(super) token: Option<String>,
}

/// Passes a request on or refuses it, and adds the headers that every answer has.
pub(super) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let has_token = guard.token.is_some() && query(&request).any(is_token);
    let is_board = request.uri().path() == "/" && query(&request).any(|part| part == "embed=1");
    let policy = format!("{POLICY}; {}", if is_board { ALL_FRAMES } else { NO_FRAMES });
    let mut response = match guard.check(&request) {
        Ok(()) if has_token && request.uri().path() == "/" => guard.enter(&request),
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    let policy = HeaderValue::try_from(policy).expect("the policy is plain text");
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in fixed {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

impl Guard {
    fn check(&self, request: &Request) -> Result<(), ApiError> {
        if request.uri().to_string().len() > LONGEST_ADDRESS {
            let why = format!("an address has at most {LONGEST_ADDRESS} bytes");
            return Err(ApiError::new(StatusCode::URI_TOO_LONG, why));
        }
        let headers = request.headers();
        let host = self.host(headers)?;
        let forbidden = |why: &str| Err(ApiError::new(StatusCode::FORBIDDEN, why));
        if let Some(origin) = headers.get(header::ORIGIN) {
            let own = [format!("http://{host}"), format!("https://{host}")];
            if !own.iter().any(|own| origin.as_bytes() == own.as_bytes()) {
                return forbidden("the Origin is another: only this page may send requests");
            }
        }
        if let Some(site) = headers.get("sec-fetch-site") {
            let is_own =
                ["same-origin", "none"].iter().any(|own| site.as_bytes() == own.as_bytes());
            // A link on another page may open this one, and nothing else.
            let is_link = request.method() == Method::GET
                && request.uri().path() == "/"
                && headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
            if !is_own && !is_link {
                return forbidden("only this page may send requests");
            }
        }
        match &self.token {
            Some(token) if !shows(token, request) => Err(ApiError::new(
                StatusCode::UNAUTHORIZED,
                "this server needs its token: open /?token=…, or send 'Authorization: Bearer …'",
            )),
            _ => Ok(()),
        }
    }

    /// Returns the requested host: without a token, only one of this machine's own names.
    fn host<'a>(&self, headers: &'a HeaderMap) -> Result<&'a str, ApiError> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let (Some(host), None) = (host, hosts.next()) else {
            return Err(ApiError::bad_request("a request needs exactly one Host header"));
        };
        let port = self.address.port();
        let own = self.address.to_string();
        let is_name = |name| host == format!("{name}:{port}") || port == 80 && host == name;
        let is_own = host == own || ["127.0.0.1", "localhost", "[::1]"].into_iter().any(is_name);
        if is_own || self.token.is_some() {
            return Ok(host);
        }
        let why = format!("this server is {own}: the Host is another");
        Err(ApiError::new(StatusCode::FORBIDDEN, why))
    }

    /// Stores the token of the address in a cookie and redirects to the page without it.
    fn enter(&self, request: &Request) -> Response {
        let rest: Vec<&str> = query(request).filter(|part| !is_token(part)).collect();
        let to = if rest.is_empty() { "/".to_owned() } else { format!("/?{}", rest.join("&")) };
        let token = self.token.as_deref().unwrap_or_default();
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
        let headers = [(header::LOCATION, to), (header::SET_COOKIE, cookie)];
        (StatusCode::SEE_OTHER, headers).into_response()
    }
}

fn query(request: &Request) -> impl Iterator<Item = &str> {
    request.uri().query().unwrap_or_default().split('&')
}

fn is_token(part: &str) -> bool {
    part.starts_with("token=")
}

/// Whether a request has the token: in its address, in a cookie or in a header.
fn shows(token: &str, request: &Request) -> bool {
    let is_token = |text: &str| is_same(text.as_bytes(), token.as_bytes());
    let texts =
        |name| request.headers().get_all(name).iter().filter_map(|value| value.to_str().ok());
    query(request).filter_map(|part| part.strip_prefix("token=")).any(is_token)
        || texts(header::AUTHORIZATION)
            .filter_map(|text| text.strip_prefix("Bearer "))
            .any(is_token)
        || texts(header::COOKIE).flat_map(|text| text.split(';')).any(|part| {
            let cookie = part.trim().split_once('=');
            cookie.is_some_and(|(name, text)| name == COOKIE && is_token(text))
        })
}

/// Compares in a time that does not depend on where the texts differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn local(address: &str) -> Guard {
        Guard { address: address.parse().unwrap(), token: None }
    }

    #[track_caller]
    fn check(guard: &Guard, uri: &str, headers: &[(&str, &str)], status: u16) {
        let request = headers
            .iter()
            .fold(Request::builder(), |request, &(name, value)| request.header(name, value));
        let request = request.uri(uri).body(Body::empty()).unwrap();
        let found = guard.check(&request).err().map_or(StatusCode::OK, |error| error.0.status);
        assert_eq!(found, status, "{uri} {headers:?}");
    }

    #[test]
    fn only_this_machine_by_its_own_names_may_ask() {
        let guard = local("127.0.0.1:7447");
        for host in ["127.0.0.1:7447", "localhost:7447", "[::1]:7447"] {
            check(&guard, "/", &[("host", host)], 200);
            check(&guard, "/", &[("host", host), ("origin", &format!("http://{host}"))], 200);
        }
        for host in
            ["evil.example:7447", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:7447", ""]
        {
            check(&guard, "/", &[("host", host)], 403);
        }
        check(&guard, "/", &[], 400);
        check(&guard, "/", &[("host", "localhost:7447"), ("host", "localhost:7447")], 400);
    }

    #[test]
    fn it_answers_to_the_address_that_it_was_given() {
        for address in ["127.0.0.5:7447", "[::1]:7447"] {
            check(&local(address), "/", &[("host", address)], 200);
            check(&local(address), "/", &[("host", "127.0.0.6:7447")], 403);
        }
    }

    #[test]
    fn pages_of_others_may_not_ask() {
        let guard = local("127.0.0.1:7447");
        let host = ("host", "127.0.0.1:7447");
        for origin in ["http://evil.example", "null", "http://localhost:7447", "http://127.0.0.1:1"]
        {
            check(&guard, "/api/v1/position", &[host, ("origin", origin)], 403);
        }
        for site in ["cross-site", "same-site"] {
            check(&guard, "/api/v1/analysis", &[host, ("sec-fetch-site", site)], 403);
        }
        let link = [host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        check(&guard, "/?moves=d4", &link, 200);
        check(&guard, "/api/v1/analysis", &link, 403);
    }

    #[test]
    fn a_public_server_wants_its_token() {
        let token = Some("correct-horse-battery".to_owned());
        let guard = Guard { token, ..local("0.0.0.0:80") };
        let host = ("host", "knights.example");
        let cookie = ("cookie", "a=b; lastknight-token=correct-horse-battery");
        for (uri, headers, status) in [
            ("/", &[host][..], 401),
            ("/?token=correct-horse-batter", &[host], 401),
            ("/?token=correct-horse-battery", &[host], 200),
            ("/", &[host, ("authorization", "Bearer correct-horse-battery")], 200),
            ("/", &[host, cookie], 200),
            ("/", &[host, cookie, ("origin", "http://evil.example")], 403),
        ] {
            check(&guard, uri, headers, status);
        }
    }

    #[test]
    fn long_addresses_are_refused() {
        let address = format!("/?moves={}", "d4-".repeat(10_000));
        check(&local("127.0.0.1:7447"), &address, &[("host", "localhost:7447")], 414);
    }
}
