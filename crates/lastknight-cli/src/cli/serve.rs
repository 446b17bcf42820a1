//! The flags of the page.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use super::{limits, processors, threads};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The page is at the address that is printed: play, analyse, look at heuristics and search trees, run \
tournaments. It is for this machine alone, unless --public; then everybody shows the token, by opening \
http://…/?token=TOKEN once. The programming interface is described at /api/v1/openapi.json."
)]
pub(crate) struct ServeArgs {
    /// Directories of results to show, or directories that have some in them
    #[arg(value_name = "DIR")]
    pub(crate) directories: Vec<PathBuf>,
    /// Where tournaments and studies go that are started from the page
    #[arg(long, value_name = "DIR", default_value = "results/page")]
    pub(crate) out: PathBuf,
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value = "7447")]
    pub(crate) port: u16,
    /// The address to listen on [default: 127.0.0.1; with --public all]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) bind: Option<IpAddr>,
    /// Let other machines in; needs --token
    #[arg(long)]
    pub(crate) public: bool,
    /// What everybody must show
    #[arg(long, value_name = "TOKEN")]
    pub(crate) token: Option<String>,
    /// The most time of a search, for whoever asks
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limits::time)]
    pub(crate) most_time: Duration,
    /// How many searches run at a time, and how many games of a tournament [default: one for each processor; for
    /// searches one less without --public, so that the browser has one too]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Print the address as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

impl ServeArgs {
    /// How many games of a tournament are played at a time.
    pub(crate) fn games_at_a_time(&self) -> NonZeroUsize {
        self.threads.unwrap_or_else(processors)
    }

    /// How many searches run at a time. A browser that waits for a processor shows late what was found early.
    pub(crate) fn searches_at_a_time(&self) -> NonZeroUsize {
        let spared = if self.public { 0 } else { 1 };
        let rest = NonZeroUsize::new(processors().get() - spared).unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or(rest)
    }
}
