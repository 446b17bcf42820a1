//! The flags of fleets: coordinators, workers and their state.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use super::{cores, threads};

/// The heading of these flags in the help of other commands.
const HEADING: &str = "Fleet (many machines, see docs/fleet.md)";

/// Lets other machines work.
#[derive(Debug, clap::Args)]
pub(crate) struct FleetFlags {
    /// Give the work to a fleet, through the NATS broker at this address
    #[arg(long, value_name = "URL", help_heading = HEADING)]
    pub(crate) nats: Option<String>,
    /// File with the account on the broker: lines 'user: NAME' and 'password: WORD', an NKEY seed, or a .creds file
    #[arg(long, value_name = "FILE", requires = "nats", help_heading = HEADING)]
    pub(crate) credentials: Option<PathBuf>,
    /// File with the certificate of the broker's authority; requires TLS
    #[arg(long, value_name = "FILE", requires = "nats", help_heading = HEADING)]
    pub(crate) ca: Option<PathBuf>,
    /// Name of the fleet
    #[arg(long, value_name = "NAME", default_value = "default", requires = "nats", help_heading = HEADING)]
    pub(crate) fleet: String,
    /// Share of the results that a second worker repeats
    #[arg(long, value_name = "SHARE", default_value = "2%", value_parser = share, requires = "nats", allow_negative_numbers = true, help_heading = HEADING)]
    pub(crate) verify_share: f64,
    /// Seconds that a worker may be silent before others get its work
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = lease, requires = "nats", allow_negative_numbers = true, help_heading = HEADING)]
    pub(crate) lease: Duration,
    /// Seconds of work that a worker takes at a time
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, requires = "nats", allow_negative_numbers = true, help_heading = HEADING)]
    pub(crate) batch: Duration,
    /// Scale the time limit by the speed of each worker, relative to this machine
    #[arg(long, requires = "nats", help_heading = HEADING)]
    pub(crate) scale_time: bool,
    /// Serve the state of the fleet for Prometheus at http://ADDRESS/metrics
    #[arg(long, value_name = "ADDRESS", requires = "nats", help_heading = HEADING)]
    pub(crate) metrics: Option<SocketAddr>,
}

/// The broker and the account.
#[derive(Debug, clap::Args)]
pub(crate) struct BrokerFlags {
    /// Address of the NATS broker, such as nats://host:4222 or tls://host
    #[arg(long, value_name = "URL")]
    pub(crate) nats: String,
    /// File with the account on the broker: lines 'user: NAME' and 'password: WORD', an NKEY seed, or a .creds file
    #[arg(long, value_name = "FILE")]
    pub(crate) credentials: Option<PathBuf>,
    /// File with the certificate of the broker's authority; requires TLS
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The worker first measures its speed, then joins a fleet and takes work from its queue until it is stopped. \
Ctrl-C or SIGTERM returns unfinished work. A worker of another version is refused. docs/fleet.md explains fleets."
)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) broker: BrokerFlags,
    /// Name of the fleet [default: every fleet of the broker]
    #[arg(long, value_name = "NAME")]
    pub(crate) fleet: Option<String>,
    /// Number of tasks at a time [default: one per CPU core]
    #[arg(long, value_name = "N", value_parser = threads, hide_default_value = true, default_value_t = cores())]
    pub(crate) threads: NonZeroUsize,
    /// Agent that is a program and may run here, such as 'process("./agent")'; may be repeated
    #[arg(long = "allow", value_name = "AGENT")]
    pub(crate) allowed: Vec<String>,
    /// Leave after this number of seconds without work
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) idle: Option<Duration>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FleetArgs {
    #[command(subcommand)]
    pub(crate) command: FleetCommand,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum FleetCommand {
    /// Show the workers of a fleet, their speed, the queue and failures
    Status {
        #[command(flatten)]
        broker: BrokerFlags,
        /// Name of the fleet
        #[arg(long, value_name = "NAME", default_value = "default")]
        fleet: String,
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
}

fn share(text: &str) -> Result<f64, String> {
    let percent =
        text.strip_suffix('%').map(|number| number.trim().parse().map(|it: f64| it / 100.0));
    let share = percent.unwrap_or_else(|| text.parse()).ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a share such as 2% or 0.02, at most 100%".to_owned())
}

fn lease(text: &str) -> Result<Duration, String> {
    let lease = seconds(text).ok().filter(|lease| lease.as_secs_f64() >= 1.0);
    lease.ok_or_else(|| "expected a number of seconds from 1 to 86400".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=86_400.0).contains(seconds));
    let seconds = seconds.ok_or("expected a number of seconds from 0.1 to 86400")?;
    Ok(Duration::from_secs_f64(seconds))
}
