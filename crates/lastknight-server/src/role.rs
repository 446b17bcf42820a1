//! Who a request comes from, and what that allows.

use std::fmt::{self, Display, Formatter};

use axum::extract::FromRequestParts;
use axum::http::Method;
use axum::http::request::Parts;

use super::api_error::ApiError;

/// Who a request comes from. The token decides, and nothing that a request says about itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A page on this machine.
    Owner,
    /// A page on any machine, with the token of `--public`.
    Visitor,
    /// The teacher of the class.
    Teacher,
    /// A student of the class, by name.
    Student(String),
    /// A reader of the class's standings.
    Reader,
}

/// The addresses of the interface that readers may request: what the page needs to show the standings.
const READ: [&str; 6] =
    ["/openapi.json", "/status", "/catalog", "/position", "/class", "/class/standings"];

/// Those of the laboratory's results. In a class they hold the formulas of all students.
const RESULTS: [&str; 7] = [
    "/results",
    "/report",
    "/report.html",
    "/study.html",
    "/stored-games",
    "/stored-game",
    "/export",
];

impl Role {
    /// Returns the name in the interface.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Visitor => "visitor",
            Self::Teacher => "teacher",
            Self::Student(_) => "student",
            Self::Reader => "reader",
        }
    }

    /// Whether it may send a request to an address. Outside the interface are only the files of the page.
    pub(crate) fn may_request(&self, method: &Method, path: &str) -> bool {
        let Some(path) = path.strip_prefix("/api/v1") else {
            return true;
        };
        if path == "/login" || path == "/logout" {
            return true;
        }
        let is_read = *method == Method::GET || *method == Method::HEAD;
        match self {
            Self::Owner | Self::Visitor | Self::Teacher => true,
            Self::Reader => is_read && READ.contains(&path),
            Self::Student(_) if path == "/jobs" || path.starts_with("/jobs/") => is_read,
            Self::Student(_) if path == "/class/entry" => true,
            Self::Student(_) if path.starts_with("/class/") => path == "/class/standings",
            Self::Student(_) => !RESULTS.contains(&path),
        }
    }

    /// Whether it may stop a job of this starter. On a public server only the page that started it may.
    pub(crate) fn may_stop(&self, is_starter: bool) -> bool {
        match self {
            Self::Owner | Self::Teacher => true,
            Self::Visitor => is_starter,
            Self::Student(_) | Self::Reader => false,
        }
    }

    /// Whether it may change the order of jobs that wait.
    pub(crate) fn may_order(&self) -> bool {
        matches!(self, Self::Owner | Self::Teacher)
    }
}

impl Display for Role {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The guard sets the role of every request that it passes on.
impl<S: Sync> FromRequestParts<S> for Role {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let role = parts.extensions.get::<Self>().cloned();
        role.ok_or_else(|| ApiError::internal("a request without a role"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_may_do_what_they_need() {
        let student = Role::Student("Anna".to_owned());
        let rows = [
            // method, path, teacher, student, reader
            ("GET", "/", true, true, true),
            ("GET", "/main.js", true, true, true),
            ("GET", "/api/v1/catalog", true, true, true),
            ("GET", "/api/v1/class/standings", true, true, true),
            ("GET", "/api/v1/class", true, true, true),
            ("POST", "/api/v1/logout", true, true, true),
            ("GET", "/api/v1/move", true, true, false),
            ("GET", "/api/v1/analysis", true, true, false),
            ("GET", "/api/v1/formula", true, true, false),
            ("POST", "/api/v1/games", true, true, false),
            ("GET", "/api/v1/class/entry", true, true, false),
            ("POST", "/api/v1/class/entry", true, true, false),
            ("DELETE", "/api/v1/class/entry", true, true, false),
            ("GET", "/api/v1/jobs", true, true, false),
            ("POST", "/api/v1/jobs", true, false, false),
            ("DELETE", "/api/v1/jobs/1", true, false, false),
            ("POST", "/api/v1/jobs/1/first", true, false, false),
            ("GET", "/api/v1/jobs/1/progress", true, true, false),
            ("POST", "/api/v1/class/run", true, false, false),
            ("GET", "/api/v1/class/students", true, false, false),
            ("GET", "/api/v1/results", true, false, false),
            ("GET", "/api/v1/report", true, false, false),
            ("GET", "/api/v1/stored-games", true, false, false),
            ("GET", "/api/v1/export", true, false, false),
            ("POST", "/api/v1/class", true, true, false),
            ("POST", "/api/v1/class/standings", true, true, false),
        ];
        for (method, path, teacher, others, reader) in rows {
            let method: Method = method.parse().unwrap();
            assert_eq!(Role::Teacher.may_request(&method, path), teacher, "{path}");
            assert_eq!(student.may_request(&method, path), others, "{method} {path}");
            assert_eq!(Role::Reader.may_request(&method, path), reader, "{method} {path}");
        }
        assert!(Role::Visitor.may_stop(true) && !Role::Visitor.may_stop(false));
        assert!(!student.may_stop(true) && Role::Teacher.may_stop(false));
    }
}
