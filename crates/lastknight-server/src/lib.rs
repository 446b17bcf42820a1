//! The web page of lastknight and the HTTP interface under it.
//!
//! The server stores no game: a request says where the game stands, by its start and its moves. It only has the
//! searches that are running and the tournaments and studies that were started.
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use lastknight_server::{Options, serve};
//!
//! let options = Options::new("127.0.0.1:7447".parse().expect("an address"));
//! serve(options, &AtomicBool::new(false), |address| println!("http://{address}/"))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod api;
mod assets;
mod cost;
mod guard;
mod jobs;
mod options;
mod problem;
mod request;
mod results;
mod scheduler;
mod search;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::{Router, http};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use lastknight::agent::Agents;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;
use tower::ServiceExt;

pub use options::Options;

use guard::Guard;
use jobs::Jobs;
use problem::Problem;
use request::Peer;
use results::ResultDirectories;
use scheduler::Scheduler;

/// The most searches at a time, and of one client.
const SEARCHES: usize = 400;
const SEARCHES_OF_ONE: usize = 8;

/// The most connections at a time.
const CONNECTIONS: usize = 1024;

/// The memory of all searches together, in megabytes, from where on each further one has less.
const MEGABYTES: u64 = 1024;

/// The most requests at a time that read results from disk.
const READERS: usize = 4;

/// The longest body of a request, in bytes.
const LONGEST_BODY: usize = 1 << 18;

/// How long the head of a request may take, and a write that makes no progress.
const PATIENCE: Duration = Duration::from_secs(15);

/// How often to look whether to end.
const GLANCE: Duration = Duration::from_millis(100);

/// What requests share.
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
}

impl Server {
    fn new(options: Options) -> Self {
        let Options { out, directories, searches, games, most_time, commit, agents, .. } = options;
        Self {
            scheduler: Scheduler::new(searches.get(), SEARCHES, SEARCHES_OF_ONE),
            results: ResultDirectories::new(out.clone(), directories),
            jobs: Jobs::new(out, games, commit),
            readers: Arc::new(Semaphore::new(READERS)),
            most_time,
            catalog: api::catalog(most_time, &agents),
            agents,
        }
    }
}

/// Serves until `stop` is set. `on_ready` is called once with the address, as soon as requests are taken.
///
/// # Errors
///
/// Returns an error if the address cannot be listened on, or if it lets other machines in and no token is set.
pub fn serve(
    options: Options,
    stop: &AtomicBool,
    on_ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    options.check()?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(async {
        let listener = TcpListener::bind(options.address).await?;
        let address = listener.local_addr()?;
        let guard = Guard { address, token: options.token.clone() };
        let server = Arc::new(Server::new(options));
        let router = router(Arc::clone(&server), guard);
        on_ready(address);
        accept(&listener, &router, stop).await;
        // Finished games are in the store; the others can be played again.
        let _ = tokio::task::spawn_blocking(move || server.jobs.end()).await;
        Ok(())
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

fn router(server: Arc<Server>, guard: Guard) -> Router {
    let missing = || async { Problem::missing("there is nothing at this address") };
    Router::new()
        .route("/", get(assets::index))
        .route("/{name}", get(assets::file))
        .nest("/api/v1", api::router())
        .fallback(missing)
        .method_not_allowed_fallback(|| async {
            Problem::new(http::StatusCode::METHOD_NOT_ALLOWED, "this address takes other methods")
        })
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(from_fn_with_state(guard, guard::guard))
        .with_state(server)
}

/// Takes connections until the sign to stop.
async fn accept(listener: &TcpListener, router: &Router, stop: &AtomicBool) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    while !stop.load(Ordering::Relaxed) {
        let Ok(connection) = tokio::time::timeout(GLANCE, listener.accept()).await else {
            continue;
        };
        let Ok((stream, peer)) = connection else {
            // No more files can be opened, or the other side has gone already.
            tokio::time::sleep(GLANCE).await;
            continue;
        };
        // Beyond what can be held, a connection is closed: better than one that hangs.
        if let Ok(place) = Arc::clone(&places).try_acquire_owned() {
            tokio::spawn(attend(stream, peer, router.clone(), place));
        }
    }
}

/// Answers the requests of a connection.
async fn attend(stream: TcpStream, peer: SocketAddr, router: Router, place: OwnedSemaphorePermit) {
    // News are small and should not wait for more.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(PATIENCE));
    let service = service_fn(|mut request: http::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(Peer(peer.to_string()));
        router.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    // Connections end in many ways, and nobody is there to be told.
    let _ = connection.await;
    drop(place);
}
