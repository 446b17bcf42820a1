//! `lastknight serve`: the page in the browser.

use std::io::{ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use lastknight_server::Options;
use serde::Serialize;

use crate::cli::{ServeArgs, commit};
use crate::failure::Failure;
use crate::{interrupt, output};

/// The shortest token: shorter ones can be guessed.
const SHORTEST: usize = 12;

pub(crate) fn run(args: &ServeArgs) -> Result<(), Failure> {
    let token = token(args)?;
    let local = IpAddr::from(Ipv4Addr::LOCALHOST);
    let host = args.bind.unwrap_or(if args.public { Ipv4Addr::UNSPECIFIED.into() } else { local });
    if !host.is_loopback() && !args.public {
        let why =
            format!("--bind {host} lets others in: add --public and --token, or leave it out");
        return Err(Failure::Input(why));
    }
    for directory in &args.directories {
        if !directory.is_dir() {
            return Err(Failure::Input(format!("'{}' is no directory", directory.display())));
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
    let mut told = Ok(());
    let served = lastknight_server::serve(options, stop, |address| told = tell(args, address));
    told?;
    served.map_err(|error| {
        let hint = match error.kind() {
            ErrorKind::AddrInUse => "; --port 0 takes any that is free",
            _ => "",
        };
        Failure::Run(format!("cannot listen on {host}:{}: {error}{hint}", args.port))
    })
}

fn token(args: &ServeArgs) -> Result<Option<String>, Failure> {
    let Some(token) = &args.token else {
        return match args.public {
            true => {
                Err(Failure::Input("--public needs a --token that everybody must show".to_owned()))
            }
            false => Ok(None),
        };
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    if token.len() < SHORTEST || !token.chars().all(is_plain) {
        let why = format!("--token: at least {SHORTEST} letters, digits, '-', '_', '.' or '~'");
        return Err(Failure::Input(why));
    }
    Ok(Some(token.clone()))
}

#[derive(Serialize)]
struct Serving {
    address: String,
    public: bool,
}

/// Says where the page is.
fn tell(args: &ServeArgs, address: SocketAddr) -> Result<(), Failure> {
    let place = if address.ip().is_unspecified() {
        "this-machine".to_owned()
    } else {
        address.ip().to_string()
    };
    let place = if address.is_ipv6() && !address.ip().is_unspecified() {
        format!("[{place}]")
    } else {
        place
    };
    let page = format!("http://{place}:{}/", address.port());
    if args.json {
        return output::json(&Serving { address: page, public: args.public });
    }
    let mut out = output::stdout();
    writeln!(out, "the page: {page}{}", if args.token.is_some() { "?token=…" } else { "" })?;
    writeln!(out, "Ctrl-C ends it")?;
    Ok(out.flush()?)
}
