//! The flags of `lastknight serve`.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use super::{limits, threads};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Open the printed address in a browser. Only this machine has access, unless --public is given; then \
every client must show the token once, as http://…/?token=TOKEN. With --class other machines have access too, and \
teacher, students and readers have a token each. The HTTP interface is described at /api/v1/openapi.json."
)]
pub(crate) struct ServeArgs {
    /// Directories of results to show, or their parent directories
    #[arg(value_name = "DIR")]
    pub(crate) directories: Vec<PathBuf>,
    /// Directory for tournaments and studies started from the page
    /// [default: results/page; with --class DIR/results]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Open the page for a class: students submit formulas, and a ladder plays them. The directory is created with its
    /// settings, class.toml
    #[arg(long, value_name = "DIR", conflicts_with_all = ["public", "token"])]
    pub(crate) class: Option<PathBuf>,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value = "7447")]
    pub(crate) port: u16,
    /// Address to listen on [default: 127.0.0.1; with --public or --class all]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) bind: Option<IpAddr>,
    /// Allow access from other machines; requires --token
    #[arg(long)]
    pub(crate) public: bool,
    /// Token that clients must show
    #[arg(long, value_name = "TOKEN")]
    pub(crate) token: Option<String>,
    /// Time limit of a search, for any client
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limits::time)]
    pub(crate) most_time: Duration,
    /// Number of searches, and of tournament games, at a time [default: one per CPU core; on this machine only one search
    /// less, to leave a core to the browser]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Agent that visitors can play against and analyse with, under a name, such as 'anna=process("python3 anna.py")';
    /// may be repeated
    #[arg(long = "agent", value_name = "NAME=AGENT")]
    pub(crate) agents: Vec<String>,
    /// Print the address as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
