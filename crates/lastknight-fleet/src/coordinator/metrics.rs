//! The state of a fleet for Prometheus.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use tokio::net::TcpListener;

use super::Shared;
use crate::broker::BrokerError;

/// Answers at an address until the program ends.
pub(super) async fn serve(address: SocketAddr, shared: Arc<Shared>) -> Result<(), BrokerError> {
    let failed = |error| BrokerError(format!("cannot listen on {address}: {error}"));
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let answer = move || {
        let text = shared.ledger().status(Instant::now()).prometheus();
        async move { ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text) }
    };
    let routes = Router::new().route("/metrics", get(answer));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    Ok(())
}
