//! The flags of matches, tournaments and their stored games.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use lastknight::stats::Sprt;
use lastknight_lab::OpeningsSource;

use super::{ConstantsFile, DEFAULT_AGENT, FleetFlags, LimitFlags, cores, limits, threads};

/// The conditions of games, shared by matches, tournaments and tuning.
#[derive(Debug, clap::Args)]
pub(crate) struct GameFlags {
    /// Games per pairing, rounded up to an even number: each opening is played twice, sides swapped [default: from
    /// the specification, else all listed openings, else 100, or until --sprt decides]
    #[arg(long, value_name = "N", value_parser = limits::games(1), allow_negative_numbers = true)]
    pub(crate) games: Option<usize>,
    /// Board size, or start position of the openings as one quoted argument [default: 7x7]
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Openings: a number of random plies, placements included; 'all' for every pair of placements up to symmetry; or
    /// a file with one game per line [default: 4]
    #[arg(long, value_name = "OPENINGS", value_parser = openings, allow_negative_numbers = true)]
    pub(crate) openings: Option<OpeningsFlag>,
    /// Seed of openings and agents [default: 0]
    #[arg(long, value_name = "SEED", value_parser = limits::number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// Number of games at a time [default: one per CPU core]
    #[arg(long, value_name = "N", value_parser = threads, hide_default_value = true, default_value_t = cores())]
    pub(crate) threads: NonZeroUsize,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a limit, an agent searches 9000 nodes per move. Ctrl-C stops and reports the finished pairs. \
With --out they are stored in DIR, and the same command resumes there, even after a crash."
)]
pub(crate) struct MatchArgs {
    /// First agent, such as 'alphabeta(improved, order=best)'
    pub(crate) a: String,
    /// Second agent
    pub(crate) b: String,
    #[command(flatten)]
    pub(crate) games: GameFlags,
    #[command(flatten)]
    pub(crate) fleet: FleetFlags,
    #[command(flatten)]
    pub(crate) sprt: SprtFlags,
    /// Store the games in this directory, resume from those stored, and write the report
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write the games to a PGN file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a file or agents, the default tournament is played: the course's agents, the best heuristic \
of each report and ours, on 7x7 with the course's budget. Flags override the file.

Finished pairs of games are stored in DIR/games.sqlite: the same command resumes and plays nothing twice. More games, \
other agents or another seed may share the directory. The report is written to DIR as HTML, Markdown, CSV and XLSX; \
'lastknight report DIR' shows it again."
)]
pub(crate) struct TournamentArgs {
    /// Specification in TOML: see docs/tournaments.md
    pub(crate) file: Option<PathBuf>,
    /// Agent that plays; with --field, agent to test; may be repeated
    #[arg(long = "agent", value_name = "AGENT", conflicts_with = "file")]
    pub(crate) agents: Vec<String>,
    /// Agent that each --agent plays against; may be repeated
    #[arg(long = "field", value_name = "AGENT", requires = "agents", conflicts_with = "file")]
    pub(crate) field: Vec<String>,
    #[command(flatten)]
    pub(crate) games: GameFlags,
    #[command(flatten)]
    pub(crate) fleet: FleetFlags,
    /// Also test every agent on N solved positions
    #[arg(long, value_name = "N", value_parser = limits::number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) oracle: Option<usize>,
    /// Leave out agents of the file that cannot be read or whose names are taken, and play with the others
    #[arg(long, requires = "file")]
    pub(crate) skip_bad: bool,
    /// Directory of results [default: results/NAME]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print the specification as TOML instead of playing it
    #[arg(long, conflicts_with_all = ["json", "out"])]
    pub(crate) print: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "The files are report.html, a self-contained page with all tables and charts; report.md; standings.csv \
and pairings.csv; report.xlsx; report.json. A tournament writes them when it ends."
)]
pub(crate) struct ReportArgs {
    /// Directory of results, or a store of games
    pub(crate) directory: PathBuf,
    /// Number of the run [default: the last one played]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) run: Option<i64>,
    /// List the runs instead
    #[arg(long, conflicts_with = "run")]
    pub(crate) list: bool,
    /// Show the course's table: wins and losses against each opponent
    #[arg(long, conflicts_with_all = ["list", "json"])]
    pub(crate) course: bool,
    /// Show all tables as Markdown
    #[arg(long, conflicts_with_all = ["list", "json", "course"])]
    pub(crate) markdown: bool,
    /// Write the report files to the directory of results
    #[arg(long, conflicts_with = "list")]
    pub(crate) write: bool,
    /// Write the report files to this directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["list", "write"])]
    pub(crate) out: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Games are sorted by opening; each opening is played twice, sides swapped. The round of a game is the \
number of its opening, of its pairing if there are several, and 1 or 2. A workbook holds up to 1,048,575 games."
)]
pub(crate) struct ExportArgs {
    /// Directory of results, or a store of games
    pub(crate) directory: PathBuf,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: ExportFormat,
    /// Write to this file, all or nothing [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Number of the run [default: the last one played]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) run: Option<i64>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A table with one row per game
    Csv,
    /// One JSON object per line
    Jsonl,
    /// The format of chess programs
    Pgn,
    /// A workbook with one row per game
    Xlsx,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each line shows the position before a move: the agent's score for the player to move, and whether \
that player wins, if a search of up to a million positions solves it. Moves that throw a win away are marked. Without a \
limit, the agent searches 9000 nodes per move."
)]
pub(crate) struct ReplayArgs {
    /// Directory of results, or a store of games
    pub(crate) directory: PathBuf,
    /// Round of the game, such as 17.3.2: opening, pairing (omitted if there is only one), game [default: list the
    /// first games]
    pub(crate) game: Option<String>,
    /// Number of the run [default: the last one played]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) run: Option<i64>,
    /// Agent that evaluates the positions
    #[arg(long, value_name = "AGENT", default_value = DEFAULT_AGENT)]
    pub(crate) agent: String,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
    /// Draw the board after every move, not only at the end
    #[arg(long, conflicts_with = "json")]
    pub(crate) boards: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Print a JSON object, or a JSON list of games
    #[arg(long)]
    pub(crate) json: bool,
}

/// A sequential test and its error rates.
#[derive(Debug, clap::Args)]
pub(crate) struct SprtFlags {
    /// Sequential test between two differences in normalised Elo, such as 0,20; a match ends when it decides
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Rate at which the test may accept E1 if E0 is true
    #[arg(long, value_name = "RATE", default_value = "0.05", requires = "sprt", value_parser = rate, allow_negative_numbers = true)]
    alpha: f64,
    /// Rate at which the test may accept E0 if E1 is true
    #[arg(long, value_name = "RATE", default_value = "0.05", requires = "sprt", value_parser = rate, allow_negative_numbers = true)]
    beta: f64,
}

impl SprtFlags {
    pub(crate) fn test(&self) -> Option<Sprt> {
        let sprt = self.sprt?.with_errors(self.alpha, self.beta);
        Some(sprt.expect("rates that were checked"))
    }
}

fn rate(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (1e-9..0.5).contains(share));
    share.ok_or_else(|| "expected a rate between 0 and 0.5, such as 0.05".to_owned())
}

#[derive(Clone, Debug)]
pub(crate) enum OpeningsFlag {
    /// A number of plies, or `all`.
    Source(OpeningsSource),
    /// A file with one game per line.
    File(PathBuf),
}

fn openings(text: &str) -> Result<OpeningsFlag, String> {
    let is_number = text.starts_with('-') || text.bytes().all(|b| b.is_ascii_digit());
    match text {
        "all" => Ok(OpeningsFlag::Source(OpeningsSource::All)),
        _ if is_number => {
            let plies = limits::number(0..=128)(text)?;
            Ok(OpeningsFlag::Source(OpeningsSource::Random(plies)))
        }
        _ => Ok(OpeningsFlag::File(text.into())),
    }
}
