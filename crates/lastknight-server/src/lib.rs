//! The web page of lastknight and its HTTP interface.
//!
//! The server stores no game: a request names the start position and the moves. Its only state is the running
//! searches, and the tournaments and studies that were started.
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use lastknight_server::{ServerOptions, serve};
//!
//! let options = ServerOptions::new("127.0.0.1:7447".parse().expect("an address"));
//! serve(options, &AtomicBool::new(false), |address| println!("http://{address}/"))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod api;
mod api_error;
mod assets;
mod class;
mod gate;
mod guard;
mod job_work;
mod jobs;
mod login;
mod priority;
mod request;
mod results;
mod role;
mod scheduler;
mod search;
mod server_options;
#[cfg(feature = "wasm")]
mod static_page;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{ConnectInfo, DefaultBodyLimit};
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::{Router, http};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use lastknight::agent::Agents;
use lastknight_api::Settings;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

pub use class::{Class, ClassError};
pub use server_options::ServerOptions;
#[cfg(feature = "wasm")]
pub use static_page::{PageSize, write_page};

use api_error::ApiError;
use gate::Gate;
use guard::Guard;
use jobs::Jobs;
use results::ResultDirectories;
use role::Role;
use scheduler::Scheduler;

/// The maximum number of searches at a time, in total and for one client.
const SEARCHES: usize = 400;
const SEARCHES_OF_ONE: usize = 8;

/// The maximum number of connections at a time.
const CONNECTIONS: usize = 1024;

/// The memory of all searches together, in megabytes. Beyond it each further search has less.
const MEGABYTES: u64 = 1024;

/// The maximum number of requests at a time that read results from disk.
const READERS: usize = 4;

/// The maximum length of a request's body, in bytes.
const LONGEST_BODY: usize = 1 << 18;

/// How long the head of a request may take, and a write that makes no progress.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(15);

/// How often the stop flag is checked.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// The state that requests share.
#[derive(Debug)]
struct Server {
    scheduler: Arc<Scheduler>,
    results: ResultDirectories,
    jobs: Jobs,
    readers: Arc<Semaphore>,
    most_time: Duration,
    /// The answer of `/catalog`.
    catalog: Bytes,
    agents: Agents,
    class: Option<Arc<Class>>,
    /// The tokens, one of which every request needs.
    gate: Option<Arc<Gate>>,
}

impl Server {
    fn new(options: ServerOptions) -> Self {
        let ServerOptions {
            token,
            out,
            directories,
            searches,
            games,
            most_time,
            commit,
            agents,
            class,
            ..
        } = options;
        let of_token = |token| Arc::new(Gate::new(vec![(token, Role::Visitor)]));
        let gate = class.as_ref().map(|class| class.gate()).or_else(|| token.map(of_token));
        let server = Self {
            scheduler: Scheduler::new(searches.get(), SEARCHES, SEARCHES_OF_ONE),
            results: ResultDirectories([vec![out.clone()], directories].concat()),
            jobs: Jobs::new(out, games, commit),
            readers: Arc::new(Semaphore::new(READERS)),
            most_time,
            catalog: api::catalog(Settings { agents: &agents, most_time }, class.is_some()),
            agents,
            class,
            gate,
        };
        // Continues what the last server did not finish.
        if let Some(class) = server.class.as_ref().filter(|class| class.is_due()) {
            let _ = server.jobs.ladder(class, "");
        }
        server
    }

    /// What requests may name and use.
    fn settings(&self) -> Settings<'_> {
        Settings { agents: &self.agents, most_time: self.most_time }
    }
}

/// Serves until `stop` is set. Calls `on_ready` once with the address, when requests are accepted.
///
/// # Errors
///
/// Returns an error if it cannot listen on the address, or if the address is open to other machines without a token.
pub fn serve(
    options: ServerOptions,
    stop: &AtomicBool,
    on_ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    options.check()?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(async {
        let listener = TcpListener::bind(options.address).await?;
        let address = listener.local_addr()?;
        let server = Arc::new(Server::new(options));
        let guard = Guard { address, gate: server.gate.clone() };
        let router = router(Arc::clone(&server), guard);
        on_ready(address);
        accept(&listener, &router, stop).await;
        // Finished games are stored; the others can be played again.
        let _ = tokio::task::spawn_blocking(move || server.jobs.end()).await;
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

fn router(server: Arc<Server>, guard: Guard) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/{name}", get(assets::file))
        .nest("/api/v1", api::router())
        .fallback(|| async { ApiError::not_found("there is nothing at this address") })
        .method_not_allowed_fallback(|| async {
            ApiError::new(
                http::StatusCode::METHOD_NOT_ALLOWED,
                "this address does not allow this method",
            )
        })
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(guard, guard::guard))
        .with_state(server)
}

/// Accepts connections until the stop flag is set.
async fn accept(listener: &TcpListener, router: &Router, stop: &AtomicBool) {
    let permits = Arc::new(Semaphore::new(CONNECTIONS));
    while !stop.load(Ordering::Relaxed) {
        let Ok(connection) = tokio::time::timeout(STOP_INTERVAL, listener.accept()).await else {
            continue;
        };
        let Ok((stream, peer)) = connection else {
            // The system has no more file handles, or the client has left already.
            tokio::time::sleep(STOP_INTERVAL).await;
            continue;
        };
        // Beyond the maximum a connection is closed: better than one that hangs.
        if let Ok(permit) = Arc::clone(&permits).try_acquire_owned() {
            tokio::spawn(handle(stream, peer, router.clone(), permit));
        }
    }
}

/// Answers the requests of a connection.
async fn handle(stream: TcpStream, peer: SocketAddr, router: Router, permit: OwnedSemaphorePermit) {
    // Events are small and should not wait for more.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(CONNECTION_TIMEOUT));
    let service = service_fn(|mut request: http::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(CONNECTION_TIMEOUT)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    // A failed connection has no one to report to.
    let _ = connection.await;
    drop(permit);
}
