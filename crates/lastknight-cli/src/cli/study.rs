//! The flags of `lastknight study`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::{limits, processors, threads};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a name it lists the studies. A study has measurements, and each of them a usual number of \
games, a small one (--quick) and a large one (--full).

Everything measured is in DIR/games.sqlite: the same command goes on where it was ended, a larger number of games \
plays only what is new, and studies share the games they have in common. Each study writes DIR/NAME.html, .md, .csv, \
.json and its charts; several write DIR/index.html and DIR/README.md as well. To make a study of your own, begin with \
'lastknight study NAME --print > mine.toml': see docs/studies.md."
)]
pub(crate) struct StudyArgs {
    /// The names of studies, 'all', or files with studies of your own that end in .toml
    #[arg(value_name = "NAME")]
    pub(crate) names: Vec<String>,
    /// Games of each pairing, positions or lines, in every measurement
    #[arg(long, value_name = "N", value_parser = limits::games, allow_negative_numbers = true, conflicts_with_all = ["quick", "full"])]
    pub(crate) games: Option<usize>,
    /// A first look with few games
    #[arg(long, conflicts_with = "full")]
    pub(crate) quick: bool,
    /// As many games as a night allows
    #[arg(long)]
    pub(crate) full: bool,
    /// Number of games at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads, hide_default_value = true, default_value_t = processors())]
    pub(crate) threads: NonZeroUsize,
    /// Where everything goes
    #[arg(long, value_name = "DIR", default_value = "results/studies")]
    pub(crate) out: PathBuf,
    /// Print the studies' files instead of running them
    #[arg(long, requires = "names", conflicts_with_all = ["json", "games", "quick", "full"])]
    pub(crate) print: bool,
    /// Print a JSON object a line, one for each study
    #[arg(long)]
    pub(crate) json: bool,
}
