//! Access control: the server answers its own page and programs, but no page of another site.
//!
//! A page of another site can make a browser send requests to this machine. It cannot choose the `Host` header (a name
//! of its own that leads here shows in it) and cannot hide its `Origin`, so both are checked.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::api_error::ApiError;
use super::gate::{Gate, TokenRefusal};
use super::login;
use super::role::Role;

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

/// The addresses that need no token.
const OPEN: [&str; 2] = ["/api/v1/login", "/api/v1/logout"];

/// The checks of every request.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The address of the server.
    pub(super) address: SocketAddr,
    /// The tokens, one of which every request needs, if the server is public.
    pub(super) gate: Option<Arc<Gate>>,
}

/// Passes a request on or refuses it, and adds the headers that every answer has.
pub(super) async fn guard(
    State(guard): State<Guard>,
    mut request: Request,
    next: Next,
) -> Response {
    // In a frame of another page browsers send no cookie, so with tokens there is no board to show.
    let is_board =
        guard.gate.is_none() && is_page(&request) && query(&request).any(|part| part == "embed=1");
    let policy = format!("{POLICY}; {}", if is_board { ALL_FRAMES } else { NO_FRAMES });
    let checked = guard.check(&request).map_err(|error| Box::new(error.into_response()));
    let mut response = match checked.and_then(|()| guard.role(&request)) {
        Ok(_) if is_page(&request) && guard.gate.is_some() && query_token(&request).is_some() => {
            enter(&request)
        }
        Ok(role) => {
            if let Some(role) = role {
                request.extensions_mut().insert(role);
            }
            next.run(request).await
        }
        Err(response) => *response,
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
    /// Checks where a request comes from.
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
        // A link on another page may open this one, and nothing else.
        if comes_from_elsewhere(request) && !(is_page(request) && is_link(request)) {
            return forbidden("only this page may send requests");
        }
        Ok(())
    }

    /// Returns who sends a request; nobody in particular for the addresses that need no token.
    fn role(&self, request: &Request) -> Result<Option<Role>, Box<Response>> {
        let Some(gate) = &self.gate else {
            return Ok(Some(Role::Owner));
        };
        let path = request.uri().path();
        if OPEN.contains(&path) {
            return Ok(None);
        }
        let Some(token) = query_token(request).or_else(|| header_token(request.headers())) else {
            // Browsers send no cookie with the first request of a link elsewhere, but with the next.
            if is_page(request) && comes_from_elsewhere(request) {
                return Err(Box::new(login::again(&page_address(request), None)));
            }
            return Err(Box::new(refused(request, None)));
        };
        let role = gate.role(peer(request.extensions()), token);
        let role = role.map_err(|refusal| Box::new(refused(request, Some(refusal))))?;
        if !role.may_request(request.method(), path) {
            let why = format!("this is not for a {role} of the class");
            return Err(Box::new(ApiError::new(StatusCode::FORBIDDEN, why).into_response()));
        }
        Ok(Some(role))
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
        if is_own || self.gate.is_some() {
            return Ok(host);
        }
        let why = format!("this server is {own}: the Host is another");
        Err(ApiError::new(StatusCode::FORBIDDEN, why))
    }
}

/// Stores the token of the address in a cookie and redirects to the page without it.
fn enter(request: &Request) -> Response {
    let (to, token) = (page_address(request), query_token(request).unwrap_or_default());
    if comes_from_elsewhere(request) {
        return login::again(&to, Some(cookie(token)));
    }
    let headers = [(header::LOCATION, to), (header::SET_COOKIE, cookie(token))];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// Answers a request without a valid token: with a form if a browser shows the page, else with the reason.
fn refused(request: &Request, refusal: Option<TokenRefusal>) -> Response {
    match is_page(request) {
        true => login::form(refusal),
        false => token_problem(refusal).into_response(),
    }
}

/// Returns the error of a missing or refused token.
pub(super) fn token_problem(refusal: Option<TokenRefusal>) -> ApiError {
    let (status, why) = match refusal {
        None => (
            StatusCode::UNAUTHORIZED,
            "this server needs a token: open / to type it, or send 'Authorization: Bearer …'"
                .to_owned(),
        ),
        Some(TokenRefusal::Wrong) => (StatusCode::UNAUTHORIZED, "this token is wrong".to_owned()),
        Some(TokenRefusal::TooMany(wait)) => (StatusCode::TOO_MANY_REQUESTS, login::too_many(wait)),
    };
    ApiError::new(status, why)
}

/// Returns the cookie that holds a token; an empty token removes it.
pub(super) fn cookie(token: &str) -> String {
    let end = if token.is_empty() { "; Max-Age=0" } else { "" };
    format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/{end}")
}

/// Returns the address that sends a request.
pub(super) fn peer(extensions: &Extensions) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |ConnectInfo(peer)| peer.ip())
}

/// Whether a browser shows the page.
fn is_page(request: &Request) -> bool {
    request.method() == Method::GET && request.uri().path() == "/"
}

/// Whether a browser says that another page caused a request.
fn comes_from_elsewhere(request: &Request) -> bool {
    let site = request.headers().get("sec-fetch-site");
    site.is_some_and(|site| {
        !["same-origin", "none"].iter().any(|own| site.as_bytes() == own.as_bytes())
    })
}

fn is_link(request: &Request) -> bool {
    request.headers().get("sec-fetch-mode").is_some_and(|mode| mode == "navigate")
}

fn query(request: &Request) -> impl Iterator<Item = &str> {
    request.uri().query().unwrap_or_default().split('&')
}

/// Returns the address of the page with what it shows, but without a token.
fn page_address(request: &Request) -> String {
    let rest: Vec<&str> = query(request).filter(|part| !part.starts_with("token=")).collect();
    let rest = rest.join("&");
    if rest.is_empty() { "/".to_owned() } else { format!("/?{rest}") }
}

/// Returns the token in the address.
fn query_token(request: &Request) -> Option<&str> {
    let token = query(request).find_map(|part| part.strip_prefix("token="));
    token.filter(|token| !token.is_empty())
}

/// Returns the token in a header or a cookie.
fn header_token(headers: &HeaderMap) -> Option<&str> {
    let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    let bearer = texts(header::AUTHORIZATION).find_map(|text| text.strip_prefix("Bearer "));
    let cookies = texts(header::COOKIE).flat_map(|text| text.split(';'));
    let mut cookies = cookies.filter_map(|part| part.trim().split_once('='));
    bearer
        .or_else(|| cookies.find_map(|(name, text)| (name == COOKIE).then_some(text)))
        .filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn local(address: &str) -> Guard {
        Guard { address: address.parse().unwrap(), gate: None }
    }

    #[track_caller]
    fn check(guard: &Guard, uri: &str, headers: &[(&str, &str)], status: u16) {
        let request = headers
            .iter()
            .fold(Request::builder(), |request, &(name, value)| request.header(name, value));
        let request = request.uri(uri).body(Body::empty()).unwrap();
        let checked = guard.check(&request).map_err(|error| Box::new(error.into_response()));
        let found = checked.and_then(|()| guard.role(&request));
        let found = found.err().map_or(StatusCode::OK, |response| response.status());
        assert_eq!(found.as_u16(), status, "{uri} {headers:?}");
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
        let gate = Gate::new(vec![("correct-horse-battery".to_owned(), Role::Visitor)]);
        let guard = Guard { gate: Some(Arc::new(gate)), ..local("0.0.0.0:80") };
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
