//! Who may ask: requests from this page and from programs that know the address, and nobody else's page.
//!
//! A page of another site can make a browser send requests to this machine. It cannot choose the `Host` that the browser
//! sends (a name of its own that leads here shows in it) and cannot hide its `Origin`, so both are looked at.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::problem::Problem;

/// The cookie that holds the token.
const COOKIE: &str = "lastknight-token";

/// The longest address of a request, in bytes.
const LONGEST_ADDRESS: usize = 1 << 14;

/// What the page may do: load what is here, and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// What a report may do: show itself, within this page. Its styles stand in it; it has no scripts.
pub(super) const REPORT_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; \
                                        form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin";

/// Who may ask.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The address that is listened to.
    pub(super) address: SocketAddr,
    /// What everybody must show, where others than this machine may ask.
    pub(super) token: Option<String>,
}

/// Lets a request through or answers why not, and adds the headers that every answer has.
pub(super) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let is_query_token = guard.token.is_some() && request.uri().query().is_some_and(has_token);
    let mut response = match guard.check(&request) {
        Ok(()) if is_query_token && request.uri().path() == "/" => guard.enter(&request),
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

impl Guard {
    fn check(&self, request: &Request) -> Result<(), Problem> {
        if request.uri().to_string().len() > LONGEST_ADDRESS {
            let why = format!("an address has at most {LONGEST_ADDRESS} bytes");
            return Err(Problem::new(StatusCode::URI_TOO_LONG, why));
        }
        let headers = request.headers();
        let host = self.host(headers)?;
        let forbidden = |why: &str| Err(Problem::new(StatusCode::FORBIDDEN, why));
        if let Some(origin) = headers.get(header::ORIGIN) {
            let own = [format!("http://{host}"), format!("https://{host}")];
            if !own.iter().any(|own| origin.as_bytes() == own.as_bytes()) {
                return forbidden(
                    "requests come from this page or from no page: the Origin is another",
                );
            }
        }
        if let Some(site) = headers.get("sec-fetch-site") {
            let is_own =
                ["same-origin", "none"].iter().any(|own| site.as_bytes() == own.as_bytes());
            // A link on another page may lead here: that shows the page, and asks for nothing else.
            let is_link = request.method() == Method::GET
                && request.uri().path() == "/"
                && headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
            if !is_own && !is_link {
                return forbidden("requests come from this page or from no page");
            }
        }
        match &self.token {
            Some(token) if !shows(token, request) => Err(Problem::new(
                StatusCode::UNAUTHORIZED,
                "this server needs its token: open /?token=…, or send 'Authorization: Bearer …'",
            )),
            _ => Ok(()),
        }
    }

    /// The host that was asked for: this machine by one of its own names, where no token protects it.
    fn host<'a>(&self, headers: &'a HeaderMap) -> Result<&'a str, Problem> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        let (Some(host), None) = (host, hosts.next()) else {
            return Err(Problem::bad("a request names its Host, once"));
        };
        let port = self.address.port();
        let own = self.address.to_string();
        let names = ["127.0.0.1", "localhost", "[::1]"];
        let is_own = host == own
            || names.iter().any(|name| {
                let rest = host.strip_prefix(name);
                rest.is_some_and(|rest| rest == format!(":{port}") || rest.is_empty() && port == 80)
            });
        if is_own || self.token.is_some() {
            return Ok(host);
        }
        let why = format!("this server is {own}: the Host is another");
        Err(Problem::new(StatusCode::FORBIDDEN, why))
    }

    /// Keeps the token that came with the address, and leads on to the page without it.
    fn enter(&self, request: &Request) -> Response {
        let query = request.uri().query().unwrap_or_default();
        let rest: Vec<&str> = query.split('&').filter(|part| !part.starts_with("token=")).collect();
        let to = if rest.is_empty() { "/".to_owned() } else { format!("/?{}", rest.join("&")) };
        let token = self.token.as_deref().unwrap_or_default();
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
        let headers = [(header::LOCATION, to), (header::SET_COOKIE, cookie)];
        (StatusCode::SEE_OTHER, headers).into_response()
    }
}

fn has_token(query: &str) -> bool {
    query.split('&').any(|part| part.starts_with("token="))
}

/// Whether a request shows the token: in its address, as a cookie or in a header.
fn shows(token: &str, request: &Request) -> bool {
    let is_token = |text: &str| is_same(text.as_bytes(), token.as_bytes());
    let query = request.uri().query().unwrap_or_default();
    let headers = request.headers();
    let texts = |name| headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    query.split('&').filter_map(|part| part.strip_prefix("token=")).any(is_token)
        || texts(header::AUTHORIZATION)
            .filter_map(|text| text.strip_prefix("Bearer "))
            .any(is_token)
        || texts(header::COOKIE).flat_map(|text| text.split(';')).any(|part| {
            part.trim()
                .strip_prefix(COOKIE)
                .and_then(|rest| rest.strip_prefix('='))
                .is_some_and(is_token)
        })
}

/// Whether two texts are the same, in a time that does not tell where they differ.
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

    fn status(guard: &Guard, uri: &str, headers: &[(&str, &str)]) -> u16 {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).unwrap();
        guard.check(&request).err().map_or(200, |problem| problem.into_response().status().as_u16())
    }

    #[test]
    fn only_this_machine_by_its_own_names_may_ask() {
        let guard = local("127.0.0.1:7447");
        for host in ["127.0.0.1:7447", "localhost:7447", "[::1]:7447"] {
            assert_eq!(status(&guard, "/", &[("host", host)]), 200);
            let own = format!("http://{host}");
            assert_eq!(status(&guard, "/", &[("host", host), ("origin", &own)]), 200);
        }
        for host in
            ["evil.example:7447", "127.0.0.1", "127.0.0.1:80", "localhost.evil.example:7447", ""]
        {
            assert_eq!(status(&guard, "/", &[("host", host)]), 403, "{host}");
        }
        assert_eq!(status(&guard, "/", &[]), 400);
        assert_eq!(
            status(&guard, "/", &[("host", "localhost:7447"), ("host", "localhost:7447")]),
            400
        );
    }

    #[test]
    fn it_answers_to_the_address_that_it_was_given() {
        for (address, host) in [("127.0.0.5:7447", "127.0.0.5:7447"), ("[::1]:7447", "[::1]:7447")]
        {
            assert_eq!(status(&local(address), "/", &[("host", host)]), 200);
            assert_eq!(status(&local(address), "/", &[("host", "127.0.0.6:7447")]), 403);
        }
    }

    #[test]
    fn pages_of_others_may_not_ask() {
        let guard = local("127.0.0.1:7447");
        let host = ("host", "127.0.0.1:7447");
        for origin in ["http://evil.example", "null", "http://localhost:7447", "http://127.0.0.1:1"]
        {
            assert_eq!(status(&guard, "/api/v1/position", &[host, ("origin", origin)]), 403);
        }
        for site in ["cross-site", "same-site"] {
            assert_eq!(status(&guard, "/api/v1/analysis", &[host, ("sec-fetch-site", site)]), 403);
        }
        let link = [host, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
        assert_eq!(status(&guard, "/?moves=d4", &link), 200);
        assert_eq!(status(&guard, "/api/v1/analysis", &link), 403);
    }

    #[test]
    fn a_public_server_wants_its_token() {
        let guard =
            Guard { token: Some("correct-horse-battery".to_owned()), ..local("0.0.0.0:80") };
        let host = ("host", "knights.example");
        assert_eq!(status(&guard, "/", &[host]), 401);
        assert_eq!(status(&guard, "/?token=correct-horse-batter", &[host]), 401);
        assert_eq!(status(&guard, "/?token=correct-horse-battery", &[host]), 200);
        let bearer = ("authorization", "Bearer correct-horse-battery");
        assert_eq!(status(&guard, "/", &[host, bearer]), 200);
        let cookie = ("cookie", "a=b; lastknight-token=correct-horse-battery");
        assert_eq!(status(&guard, "/", &[host, cookie]), 200);
        assert_eq!(status(&guard, "/", &[host, cookie, ("origin", "http://evil.example")]), 403);
    }

    #[test]
    fn long_addresses_are_refused() {
        let guard = local("127.0.0.1:7447");
        let address = format!("/?moves={}", "d4-".repeat(10_000));
        assert_eq!(status(&guard, &address, &[("host", "localhost:7447")]), 414);
    }
}
