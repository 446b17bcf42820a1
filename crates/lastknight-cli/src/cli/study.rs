//! The flags of `lastknight study`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::{FleetFlags, cores, limits, threads};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a name, the studies are listed. Each measurement of a study has a normal number of games, a \
small one (--quick) and a large one (--full).

All games are stored in DIR/games.sqlite: the same command resumes, a larger number plays only the missing games, and \
studies share the games they have in common. Each study writes DIR/NAME.html, .md, .csv, .json and its charts; several \
studies also write DIR/index.html and DIR/README.md. To make your own study, start from \
'lastknight study NAME --print > mine.toml': see docs/studies.md."
)]
pub(crate) struct StudyArgs {
    /// Names of studies, 'all', or .toml files with your own studies
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Number of games per pairing, of positions or of lines, in every measurement
    #[arg(long, value_name = "N", value_parser = limits::games(1), allow_negative_numbers = true, conflicts_with_all = ["quick", "full"])]
    pub(crate) games: Option<usize>,
    /// Take a first look with few games
    #[arg(long, conflicts_with = "full")]
    pub(crate) quick: bool,
    /// Play as many games as fit in a night
    #[arg(long)]
    pub(crate) full: bool,
    /// Number of games at a time [default: one per CPU core]
    #[arg(long, value_name = "N", value_parser = threads, hide_default_value = true, default_value_t = cores())]
    pub(crate) threads: NonZeroUsize,
    /// Directory of results
    #[arg(long, value_name = "DIR", default_value = "results/studies")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) fleet: FleetFlags,
    /// Print the studies as TOML instead of running them
    #[arg(long, requires = "names", conflicts_with_all = ["json", "games", "quick", "full"])]
    pub(crate) print: bool,
    /// Print JSON lines, one object per study
    #[arg(long)]
    pub(crate) json: bool,
}
