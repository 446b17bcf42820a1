//! The command line: commands, flags and their help.

mod agent;
mod fleet;
mod lab;
pub(crate) mod limits;
#[cfg(feature = "web")]
mod serve;
mod stats;
mod study;
mod tune;

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::thread;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use lastknight::solve::SolverSettings;
use lastknight::{Limits, Size};

pub(crate) use agent::{AgentArgs, AgentCommand, GradeArgs, UgiArgs};
#[cfg(feature = "nats")]
pub(crate) use fleet::{BrokerFlags, FleetCommand};
pub(crate) use fleet::{FleetArgs, FleetFlags, WorkerArgs};
pub(crate) use lab::{
    ExportArgs, ExportFormat, GameFlags, MatchArgs, OpeningsFlag, ReplayArgs, ReportArgs,
    TournamentArgs,
};
pub(crate) use limits::{EffortFlags, LimitFlags};
#[cfg(feature = "web")]
pub(crate) use serve::ServeArgs;
pub(crate) use stats::StatsArgs;
pub(crate) use study::StudyArgs;
pub(crate) use tune::{MethodName, TuneArgs};

use crate::failure::Failure;
use crate::host;

/// The agent that searches and plays by default.
pub(crate) const DEFAULT_AGENT: &str = "engine";

/// The default limits of games and measurements: what the course's 150 ms came to.
pub(crate) const DEFAULT_LIMITS: Limits = Limits::nodes(9000);

/// The most threads that can be requested.
const MAX_THREADS: usize = 1024;

/// Returns the commit that the program was built from, if git knew it.
pub(crate) fn commit() -> Option<String> {
    let revision = env!("LASTKNIGHT_REVISION").trim().trim_matches(['(', ')']);
    (!revision.is_empty()).then(|| revision.to_owned())
}

/// The output of `--version`.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let (version, json) = (env!("CARGO_PKG_VERSION"), lastknight::json::VERSION);
    format!("{version}{}\nJSON version {json}", env!("LASTKNIGHT_REVISION"))
});

#[derive(Debug, Parser)]
#[command(
    name = "lastknight",
    version = concat!(env!("CARGO_PKG_VERSION"), env!("LASTKNIGHT_REVISION")),
    long_version = LONG_VERSION.as_str(),
    about = "Play, analyse and solve knight's Isolation: two knights, every visited square is gone, a player who \
cannot move loses",
    after_help = "\
A position is a line such as '7/7/7/3N3/1n5/7/7 w', a board size such as 11x9, or startpos, \
optionally followed by 'moves d4 b3 …'; '-' reads it from standard input. An agent is a text such as \
'alphabeta(improved, depth=5)': see 'lastknight agents'.

Exit codes: 0 success, 1 failure while running, 2 bad usage or input, 3 a requested check failed.",
    max_term_width = 100
)]
struct Cli {
    /// Refuse to start programs that play outside a sandbox
    #[arg(long, global = true, help_heading = "Global options")]
    require_sandbox: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Copy the folder to any web host, or try it here: python3 -m http.server --directory DIR. Everything but the \
Lab works there, in the browser of the visitor."
)]
pub(crate) struct PageArgs {
    /// Folder for the page: a new or empty one, or one with an earlier page
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Print what was written as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Draw a position with its legal moves, roles and symmetries
    Show(ShowArgs),
    /// Count the move sequences of a given length, to check the rules
    Perft(PerftArgs),
    /// Evaluate a position by heuristics, formulas and features
    Evaluate(EvaluateArgs),
    /// List the heuristics and the parts of formulas, or explain a heuristic
    Heuristics(HeuristicsArgs),
    /// Play against an agent, on the full screen or line by line
    Play(PlayArgs),
    /// Serve the web page: play, analyse, explore heuristics and search trees, run tournaments
    #[cfg(feature = "web")]
    Serve(ServeArgs),
    /// Write the web page as files for any web host: it needs no server
    Page(PageArgs),
    /// Search a position and print the best line at each depth
    Analyze(AnalyzeArgs),
    /// Solve a position or every opening of a board, or verify a table of openings
    Solve(SolveArgs),
    /// Play a match between two agents
    Match(MatchArgs),
    /// Play or resume a tournament, store its games and write a report
    Tournament(TournamentArgs),
    /// Show the report of a tournament or a stored match
    Report(ReportArgs),
    /// Export stored games as PGN, JSON lines, CSV or XLSX
    Export(ExportArgs),
    /// Review a stored game: scores, and the moves that threw a win away
    Replay(ReplayArgs),
    /// Run a study, which repeats a published experiment, or list the studies
    #[command(visible_alias = "studies")]
    Study(StudyArgs),
    /// Tune the parameters of an agent by playing, and re-test the winner
    Tune(TuneArgs),
    /// Measure how often agents keep won positions won, by exact solutions
    Oracle(OracleArgs),
    /// Work for a fleet: play, solve and measure for commands with --nats on other machines
    Worker(WorkerArgs),
    /// Show the state of a fleet
    Fleet(FleetArgs),
    /// Compute score, Elo, intervals and tests from counts of games
    Stats(StatsArgs),
    /// Grade submitted agents against a field, for a class
    Grade(GradeArgs),
    /// Check a program that plays, or write a starter for one
    Agent(AgentArgs),
    /// Run an agent as an engine of the Universal Game Interface (UGI)
    Ugi(UgiArgs),
    /// List the agents and their settings
    Agents {
        /// Print a JSON list
        #[arg(long)]
        json: bool,
    },
    /// Search fixed positions; the node count shows whether the searches have changed
    Bench {
        /// Print a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Check a file of games and convert it to another format
    Convert(ConvertArgs),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write all manual pages to a directory
    Man {
        /// Write lastknight.1 and a page for each command to this directory
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// Position, or '-' to read it from standard input
    #[arg(default_value = "startpos", value_name = "POSITION")]
    pub(crate) position: Vec<String>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PerftArgs {
    /// Number of plies
    #[arg(required_unless_present = "check", value_parser = limits::number::<u32>(0..=u32::MAX.into()), allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
    /// Start position, as one quoted argument
    #[arg(long, value_name = "POSITION", default_value = "startpos")]
    pub(crate) position: String,
    /// Show the count of each first move
    #[arg(long, conflicts_with = "check")]
    pub(crate) divide: bool,
    /// Check a file of lines 'POSITION ; COUNT COUNT …', up to DEPTH if given
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) check: Option<PathBuf>,
    /// Number of threads [default: one per CPU core]
    #[arg(long, value_name = "N", value_parser = threads, hide_default_value = true, default_value_t = cores())]
    pub(crate) threads: NonZeroUsize,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EvaluateArgs {
    /// Position, or '-' to read it from standard input
    #[arg(default_value = "startpos", value_name = "POSITION")]
    pub(crate) position: Vec<String>,
    /// Heuristic, or formula such as "dp * (n - 1.5*n')"; may be repeated [default: all heuristics]
    #[arg(long = "heuristic", value_name = "HEURISTIC", allow_hyphen_values = true)]
    pub(crate) heuristics: Vec<String>,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct HeuristicsArgs {
    /// Explain a heuristic or a formula: form, source, parameters and a worked example
    #[arg(long, value_name = "HEURISTIC", allow_hyphen_values = true)]
    pub(crate) explain: Option<String>,
    /// Position of the example, as one quoted argument [default: one that suits the heuristic]
    #[arg(long, value_name = "POSITION", requires = "explain")]
    pub(crate) position: Option<String>,
    /// Draw the example with ASCII characters only
    #[arg(long, requires = "explain")]
    pub(crate) ascii: bool,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
    /// List the features and functions of formulas instead
    #[arg(long, conflicts_with = "explain")]
    pub(crate) features: bool,
    /// Print everything as a Markdown page
    #[arg(long, conflicts_with_all = ["explain", "features", "json"])]
    pub(crate) markdown: bool,
    /// Print a JSON list; with --explain or --features a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a limit, the search takes one second. Ctrl-C stops it and prints the best move so far."
)]
pub(crate) struct AnalyzeArgs {
    /// Position, or '-' to read it from standard input
    #[arg(default_value = "startpos", value_name = "POSITION")]
    pub(crate) position: Vec<String>,
    /// Agent that searches
    #[arg(long, value_name = "AGENT", default_value = DEFAULT_AGENT)]
    pub(crate) agent: String,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// Show the K best moves
    #[arg(long, value_name = "K", default_value = "1", value_parser = limits::number::<usize>(1..=128), allow_negative_numbers = true)]
    pub(crate) multi: usize,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
    /// Print JSON lines: one object per depth, then one with the best move
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without a limit, it runs until everything is solved. Ctrl-C stops it and prints what is known; with \
--openings the exit code is then 1.

With --out, each solved opening is appended to DIR/SIZE.jsonl at once. The same command resumes there and retries \
openings it gave up on. At the end it writes SIZE.json, SIZE.csv and SIZE.md. Openings solved in an existing SIZE.json \
or SIZE.csv are not solved again; delete these files and the journal to start over."
)]
pub(crate) struct SolveArgs {
    /// Position, or '-' to read it from standard input
    #[arg(default_value = "startpos", value_name = "POSITION", conflicts_with_all = ["openings", "verify"])]
    pub(crate) position: Vec<String>,
    /// Count the plies to the end as well: the winner hurries, the loser holds out
    #[arg(long, conflicts_with_all = ["openings", "verify"])]
    pub(crate) distance: bool,
    /// Find only the winner, not the result of each move
    #[arg(long, conflicts_with_all = ["distance", "openings", "verify"])]
    pub(crate) winner_only: bool,
    /// Search even if the tablebase knows who wins
    #[arg(long, conflicts_with_all = ["openings", "verify"])]
    pub(crate) no_tablebase: bool,
    /// Solve every opening of a board: each pair of placements up to symmetry
    #[arg(long, value_name = "SIZE")]
    pub(crate) openings: Option<Size>,
    /// Solve only the openings that begin with this square; may be repeated
    #[arg(long, value_name = "SQUARE", requires = "openings")]
    pub(crate) only: Vec<String>,
    /// Store the solved openings in this directory
    #[arg(long, value_name = "DIR", requires = "openings")]
    pub(crate) out: Option<PathBuf>,
    /// Solve the openings of a file again and compare: JSON, CSV or JSON lines from --openings
    #[arg(long, value_name = "FILE", conflicts_with = "openings")]
    pub(crate) verify: Option<PathBuf>,
    /// Verify only N openings, chosen at random
    #[arg(long, value_name = "N", requires = "verify", value_parser = limits::number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) sample: Option<usize>,
    /// Seed of the random choice
    #[arg(long, value_name = "SEED", default_value = "0", requires = "sample", value_parser = limits::number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) effort: EffortFlags,
    /// Number of threads [default: one per CPU core, but 1 for a position with --nodes, since several threads may
    /// stop at different nodes each time]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Memory limit of the table of positions, in megabytes
    #[arg(long, value_name = "MB", value_parser = limits::number::<usize>(1..=1 << 20), default_value_t = SolverSettings::default().megabytes, allow_negative_numbers = true)]
    pub(crate) memory: usize,
    #[command(flatten)]
    pub(crate) fleet: FleetFlags,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Positions come from games between decent players who err now and then. Every move is solved. \
Critical positions are won, but not by every move. Without a limit, an agent searches 9000 nodes per move. Ctrl-C stops \
and reports the finished positions."
)]
pub(crate) struct OracleArgs {
    /// Agents, such as 'alphabeta(improved, depth=3)'; all get the same positions, and the others are compared with the
    /// first
    #[arg(required = true, value_name = "AGENT")]
    pub(crate) agents: Vec<String>,
    /// Board size, or start position of the games as one quoted argument
    #[arg(long, value_name = "BOARD", default_value = "7x7")]
    pub(crate) board: String,
    /// Number of critical positions
    #[arg(long, value_name = "N", default_value = "200", value_parser = limits::number::<usize>(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) positions: usize,
    /// Plies to take positions from, such as 10..20 [default: those the solver can reach]
    #[arg(long, value_name = "FROM..TO", value_parser = limits::plies, allow_negative_numbers = true)]
    pub(crate) plies: Option<RangeInclusive<usize>>,
    /// Seed of positions and agents
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = limits::number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// Number of threads [default: one per CPU core]
    #[arg(long, value_name = "N", value_parser = threads, hide_default_value = true, default_value_t = cores())]
    pub(crate) threads: NonZeroUsize,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
    /// Store the solved positions in this directory, and use those stored
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) fleet: FleetFlags,
    /// Print a JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Without a limit, the agent takes one second per move.

On a terminal the board fills the screen: click a square, move the cursor, or type a square's name; '?' lists the \
keys. With --lines, or if input or output is not a terminal, the game is played line by line. The last line printed is \
the game; --position continues it.")]
pub(crate) struct PlayArgs {
    /// Opponent
    #[arg(long, value_name = "AGENT", default_value = DEFAULT_AGENT)]
    pub(crate) against: String,
    /// Board size
    #[arg(long, value_name = "BOARD", default_value = "7x7")]
    pub(crate) board: String,
    /// Start position, as one quoted argument; its 'moves …' can be taken back
    #[arg(long, value_name = "POSITION", conflicts_with = "board")]
    pub(crate) position: Option<String>,
    /// Your colour; White begins
    #[arg(long, value_enum, value_name = "COLOR", default_value = "white")]
    pub(crate) color: PlayedColor,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    /// Seed of the opponent and of a random colour [default: random]
    #[arg(long, value_name = "SEED", value_parser = limits::number::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Play line by line, even on a terminal
    #[arg(long)]
    pub(crate) lines: bool,
    #[command(flatten)]
    pub(crate) constants: ConstantsFile,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum PlayedColor {
    White,
    Black,
    /// Either colour, at random
    Random,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ConstantsFile {
    /// TOML file with a table "constants" of numbers to use in formulas
    #[arg(long, value_name = "FILE")]
    constants: Option<PathBuf>,
}

impl ConstantsFile {
    pub(crate) fn path(&self) -> Option<&Path> {
        self.constants.as_deref()
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// File of games in PGN or JSON lines, or '-' for standard input
    #[arg(default_value = "-")]
    pub(crate) file: PathBuf,
    /// Input format [default: guessed from the first characters]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) from: Option<InputFormat>,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: OutputFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum InputFormat {
    /// The format of chess programs
    Pgn,
    /// One JSON object per line
    Jsonl,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OutputFormat {
    /// The format of chess programs
    Pgn,
    /// One JSON object per line
    Jsonl,
    /// A table with one row per game, without tags
    Csv,
}

/// Returns the definition of the command line, for completions and manual pages.
pub(crate) fn definition() -> clap::Command {
    Cli::command()
}

/// Parses the command line. Prints help and version, and exits, if requested.
pub(crate) fn parse() -> Result<Command, Failure> {
    let error = match Cli::try_parse() {
        Ok(cli) => {
            if cli.require_sandbox {
                host::require_sandbox();
            }
            return Ok(cli.command);
        }
        Err(error) => error,
    };
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            error.print()?;
            std::process::exit(error.exit_code())
        }
        _ => Err(Failure::Input(one_line(&error))),
    }
}

/// Formats a usage error as one line: the mistake, a suggestion, and a pointer to the help.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraphs =
        text.split("\n\n").map(|lines| lines.split_whitespace().collect::<Vec<_>>().join(" "));
    let is_advice =
        |text: &String| text.starts_with("Usage:") || text.starts_with("For more information");
    let parts: Vec<String> = paragraphs.filter(|text| !is_advice(text)).collect();
    format!("{} (see --help)", parts.join("; ").trim_start_matches("error: "))
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MAX_THREADS);
    threads.ok_or_else(|| format!("expected a whole number from 1 to {MAX_THREADS}"))
}

pub(crate) fn cores() -> NonZeroUsize {
    let most = NonZeroUsize::new(MAX_THREADS).expect("a limit above zero");
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN).min(most)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_definition_is_consistent() {
        super::definition().debug_assert();
    }
}
