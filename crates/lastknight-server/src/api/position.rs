//! A position as a board shows it: the page knows no rules.

use axum::Json;
use lastknight::json;
use serde::Deserialize;

use crate::problem::Problem;
use crate::request::{self, QueryParams};

/// Where a game stands.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct At {
    at: String,
}

pub(crate) async fn position(
    QueryParams(at): QueryParams<At>,
) -> Result<Json<json::Position>, Problem> {
    Ok(Json((&request::game(&at.at)?).into()))
}
