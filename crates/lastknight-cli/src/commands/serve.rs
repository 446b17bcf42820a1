//! `lastknight serve`: serves the web page.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;

use lastknight::Agents;
use lastknight::eval::Constants;
use lastknight::quote::quote;
use lastknight_server::ServerOptions;
use serde::Serialize;

use crate::cli::{ServeArgs, commit, cores};
use crate::failure::Failure;
use crate::{host, input, interrupt, output};

/// The shortest token; shorter ones can be guessed.
const SHORTEST: usize = 12;

pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    if args.public && args.token.is_none() {
        return Err(Failure::Input("--public requires --token".to_owned()));
    }
    let default = if args.public { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let host = args.bind.unwrap_or(IpAddr::from(default));
    if !host.is_loopback() && !args.public {
        let why = "allows access from other machines: add --public and --token, or leave it out";
        return Err(Failure::Input(format!("--bind {host} {why}")));
    }
    for directory in &args.directories {
        if !directory.is_dir() {
            return Err(Failure::Input(format!("'{}' is not a directory", directory.display())));
        }
    }
    // A local browser gets a core of its own.
    let spare = NonZeroUsize::new(cores().get() - usize::from(!args.public));
    let mut options = ServerOptions::new(SocketAddr::new(host, args.port))
        .out(&args.out)
        .directories(args.directories.iter().cloned())
        .searches(args.threads.or(spare).unwrap_or(NonZeroUsize::MIN))
        .games(args.threads.unwrap_or_else(cores))
        .most_time(args.most_time)
        .commit(commit())
        .agents(agents(&args.agents)?);
    host::log_to(&args.out);
    if let Some(token) = &args.token {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
        if token.len() < SHORTEST || !token.chars().all(is_plain) {
            let why = format!("use at least {SHORTEST} letters, digits, '-', '_', '.' or '~'");
            return Err(Failure::input("--token", why));
        }
        options = options.token(token.clone());
    }
    let stop = interrupt::stop_flag()?;
    let mut printed = Ok(());
    let served =
        lastknight_server::serve(options, stop, |address| printed = print_address(args, address));
    printed?;
    served.map_err(|error| {
        let is_taken = error.kind() == ErrorKind::AddrInUse;
        let hint = if is_taken { "; --port 0 picks a free port" } else { "" };
        Failure::Run(format!("cannot listen on {host}:{}: {error}{hint}", args.port))
    })
}

/// Reads the agents that visitors can name besides the built-in ones. Programs that visitors type are refused.
fn agents(texts: &[String]) -> Result<Agents, Failure> {
    host::share_with_visitors();
    let mut agents = Agents::builtin();
    let start = "startpos".parse().expect("a game");
    for text in texts {
        let (name, text) = text.split_once('=').ok_or_else(|| {
            Failure::input("--agent", format!("{} is not NAME=AGENT", quote(text)))
        })?;
        let agent = input::agent(text, &Constants::NONE)?;
        host::check_programs([&agent], &start)?;
        let named = agent.named(name.trim()).and_then(|agent| agents.clone().with(agent));
        agents = named.map_err(|error| Failure::input("--agent", error))?;
    }
    Ok(agents)
}

#[derive(Serialize)]
struct Serving {
    address: String,
    public: bool,
}

fn print_address(args: &ServeArgs, address: SocketAddr) -> Result<(), Failure> {
    let page = match address.ip().is_unspecified() {
        true => format!("http://this-machine:{}/", address.port()),
        false => format!("http://{address}/"),
    };
    if args.json {
        return output::json(&Serving { address: page, public: args.public });
    }
    let token = if args.token.is_some() { "?token=…" } else { "" };
    output::text(&format!("the page: {page}{token}\nCtrl-C ends it\n"))
}
