//! `lastknight serve`: serves the web page.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use lastknight_server::Options;
use serde::Serialize;

use crate::cli::{ServeArgs, commit};
use crate::failure::Failure;
use crate::{interrupt, output};

/// The shortest token; shorter ones can be guessed.
const SHORTEST: usize = 12;

pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    let token = token(args)?;
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
    let options = Options::new(SocketAddr::new(host, args.port))
        .out(&args.out)
        .directories(args.directories.iter().cloned())
        .searches(args.searches_at_a_time())
        .games(args.games_at_a_time())
        .most_time(args.most_time)
        .commit(commit());
    let options = match token {
        Some(token) => options.token(token),
        None => options,
    };
    let stop = interrupt::stop_flag()?;
    let mut printed = Ok(());
    let served =
        lastknight_server::serve(options, stop, |address| printed = print_address(args, address));
    printed?;
    served.map_err(|error| {
        let hint = match error.kind() {
            ErrorKind::AddrInUse => "; --port 0 picks a free port",
            _ => "",
        };
        Failure::Run(format!("cannot listen on {host}:{}: {error}{hint}", args.port))
    })
}

fn token(args: &ServeArgs) -> Result<Option<String>, Failure> {
    let Some(token) = &args.token else {
        return match args.public {
            true => Err(Failure::Input("--public requires --token".to_owned())),
            false => Ok(None),
        };
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    if token.len() < SHORTEST || !token.chars().all(is_plain) {
        let why = format!("--token: use at least {SHORTEST} letters, digits, '-', '_', '.' or '~'");
        return Err(Failure::Input(why));
    }
    Ok(Some(token.clone()))
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
