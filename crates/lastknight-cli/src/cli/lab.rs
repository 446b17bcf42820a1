//! The flags of matches and tournaments.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use lastknight::stats::Sprt;
use lastknight_lab::OpeningsSource;

use super::{ConstantsFile, DEFAULT_AGENT, LimitFlags, limits, processors, threads};

/// What games are played under, the same for matches and tournaments.
#[derive(Debug, clap::Args)]
pub(crate) struct GameFlags {
    /// Number of games of each pairing, rounded up to an even one: each opening is played twice, sides
    /// swapped [default: what the specification says, else 100, or all openings where they are listed]
    #[arg(long, value_name = "N", value_parser = limits::games, allow_negative_numbers = true)]
    pub(crate) games: Option<usize>,
    /// The board's size, or a position where the openings begin, as one quoted argument [default: 7x7]
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<String>,
    /// Where openings come from: a number of half-moves played by chance, placements included; 'all' for every
    /// pair of placements up to symmetry; or a file with a game a line [default: 4]
    #[arg(long, value_name = "OPENINGS", value_parser = openings, allow_negative_numbers = true)]
    pub(crate) openings: Option<OpeningsFlag>,
    /// What follows from chance, openings and agents alike, follows from this number [default: 0]
    #[arg(long, value_name = "SEED", value_parser = limits::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// Number of games at a time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads, hide_default_value = true, default_value_t = processors())]
    pub(crate) threads: NonZeroUsize,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without any limit, an agent looks at 9000 nodes a move. Ctrl-C reports the finished pairs. \
With --out they are kept in DIR, where the same command goes on, also after a crash; --sprt then ends as \
soon as the test is decided."
)]
pub(crate) struct MatchArgs {
    /// The first agent, such as 'alphabeta(improved, order=best)'
    pub(crate) a: String,
    /// The second agent
    pub(crate) b: String,
    #[command(flatten)]
    pub(crate) games: GameFlags,
    /// Stop as soon as a sequential test decides between these differences in normalised Elo, such as 0,20
    #[arg(long, value_name = "E0,E1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Keep every pair in this directory, go on with what is there, and write the report beside it
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write the games to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a file and without agents it is the default tournament: the course's agents, the best \
heuristic of each report and ours, on 7x7 at the course's budget. Flags come before what the file says.

Every finished pair of games is in DIR/games.sqlite: the same command goes on where it was ended, and plays \
nothing twice. More games, other agents or another seed may use the same directory. The report goes to DIR as \
HTML, Markdown, CSV and XLSX; 'lastknight report DIR' shows it again."
)]
pub(crate) struct TournamentArgs {
    /// A specification in TOML: see docs/tournaments.md
    pub(crate) file: Option<PathBuf>,
    /// Who plays, or is tested where there is a field; may be repeated
    #[arg(long = "agent", value_name = "AGENT", conflicts_with = "file")]
    pub(crate) agents: Vec<String>,
    /// The field that each agent is tested against; may be repeated
    #[arg(long = "field", value_name = "AGENT", requires = "agents", conflicts_with = "file")]
    pub(crate) field: Vec<String>,
    #[command(flatten)]
    pub(crate) games: GameFlags,
    /// Ask every agent about so many solved positions as well
    #[arg(long, value_name = "N", value_parser = limits::positions, allow_negative_numbers = true)]
    pub(crate) oracle: Option<usize>,
    /// Where everything goes [default: results/ and the tournament's name]
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
    after_help = "The files are report.html, a page with all tables and charts that needs nothing else; report.md; \
standings.csv and pairings.csv; report.xlsx; report.json. Tournaments write them by themselves."
)]
pub(crate) struct ReportArgs {
    /// The directory of results, or a store of games
    pub(crate) directory: PathBuf,
    /// The number of the run [default: the one last played]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) run: Option<i64>,
    /// List the runs instead
    #[arg(long, conflicts_with = "run")]
    pub(crate) list: bool,
    /// Show the course's table: games won and lost against each opponent
    #[arg(long, conflicts_with_all = ["list", "json"])]
    pub(crate) course: bool,
    /// Show all tables as Markdown
    #[arg(long, conflicts_with_all = ["list", "json", "course"])]
    pub(crate) markdown: bool,
    /// Write the files of the report to the directory of results
    #[arg(long, conflicts_with = "list")]
    pub(crate) write: bool,
    /// Write the files of the report to this directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["list", "write"])]
    pub(crate) out: Option<PathBuf>,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Games come opening after opening, each twice, sides swapped; a million take no more memory than one. A \
game's round is the number of its opening, of its pairing where there are several, and 1 or 2. A workbook has room \
for 1,048,575 games."
)]
pub(crate) struct ExportArgs {
    /// The directory of results, or a store of games
    pub(crate) directory: PathBuf,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: ExportFormat,
    /// Write to a file, as a whole or not at all [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// The number of the run [default: the one last played]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) run: Option<i64>,
}

/// A format that games are exported to.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A table with a line a game
    Csv,
    /// One JSON object a line
    Jsonl,
    /// The format of chess programs
    Pgn,
    /// A workbook with a row a game
    Xlsx,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each line says what the position before the move was worth to the player who made it, by the agent; \
and whether that player wins, by exact solution, where that takes no more than a million positions. Marked are moves \
that throw a won position away. Without any limit, the agent looks at 9000 nodes a move."
)]
pub(crate) struct ReplayArgs {
    /// The directory of results, or a store of games
    pub(crate) directory: PathBuf,
    /// The game by its round, such as 17.3.2: opening, pairing (left out where there is only one), game;
    /// without it the first games are listed
    pub(crate) game: Option<String>,
    /// The number of the run [default: the one last played]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) run: Option<i64>,
    /// Who says what positions are worth
    #[arg(long, value_name = "AGENT", default_value = DEFAULT_AGENT)]
    pub(crate) agent: String,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
    /// Draw the board after every move, not only in the end
    #[arg(long, conflicts_with = "json")]
    pub(crate) boards: bool,
    /// Draw with plain ASCII characters
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Print a JSON object; a list where no game is named
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where openings come from.
#[derive(Clone, Debug)]
pub(crate) enum OpeningsFlag {
    /// A number of plies, or `all`.
    Source(OpeningsSource),
    /// A file with a game a line.
    File(PathBuf),
}

fn openings(text: &str) -> Result<OpeningsFlag, String> {
    let is_number = text.starts_with('-') || text.bytes().all(|b| b.is_ascii_digit());
    match text {
        "all" => Ok(OpeningsFlag::Source(OpeningsSource::All)),
        _ if is_number => Ok(OpeningsFlag::Source(OpeningsSource::Random(limits::opening(text)?))),
        _ => Ok(OpeningsFlag::File(text.into())),
    }
}
