//! `lastknight serve`: the page in the browser.

use std::io::{ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use lastknight_server::ServerOptions;
use serde::Serialize;

use crate::cli::{Serve, commit};
use crate::failure::Failure;
use crate::{interrupt, output};

/// The shortest token: shorter ones can be guessed.
const SHORTEST: usize = 12;

pub(crate) fn run(arguments: &Serve) -> Result<(), Failure> {
    let token = token(arguments)?;
    let local = IpAddr::from(Ipv4Addr::LOCALHOST);
    let host = arguments.bind.unwrap_or(if arguments.public {
        Ipv4Addr::UNSPECIFIED.into()
    } else {
        local
    });
    if !host.is_loopback() && !arguments.public {
        let why =
            format!("--bind {host} lets others in: add --public and --token, or leave it out");
        return Err(Failure::Input(why));
    }
    for directory in &arguments.directories {
        if !directory.is_dir() {
            return Err(Failure::Input(format!("'{}' is no directory", directory.display())));
        }
    }
    let options = ServerOptions::new(SocketAddr::new(host, arguments.port))
        .out(&arguments.out)
        .directories(arguments.directories.iter().cloned())
        .searches(arguments.searches_at_a_time())
        .games(arguments.games_at_a_time())
        .most_time(arguments.most_time)
        .commit(commit());
    let options = match token {
        Some(token) => options.token(token),
        None => options,
    };
    let stop = interrupt::stop_sign()?;
    let mut told = Ok(());
    let served = lastknight_server::serve(options, stop, |address| told = tell(arguments, address));
    told?;
    served.map_err(|error| {
        let hint = match error.kind() {
            ErrorKind::AddrInUse => "; --port 0 takes any that is free",
            _ => "",
        };
        Failure::Run(format!("cannot listen on {host}:{}: {error}{hint}", arguments.port))
    })
}

fn token(arguments: &Serve) -> Result<Option<String>, Failure> {
    let Some(token) = &arguments.token else {
        return match arguments.public {
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
fn tell(arguments: &Serve, address: SocketAddr) -> Result<(), Failure> {
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
    if arguments.json {
        return output::json(&Serving { address: page, public: arguments.public });
    }
    let mut out = output::stdout();
    writeln!(out, "the page: {page}{}", if arguments.token.is_some() { "?token=…" } else { "" })?;
    writeln!(out, "Ctrl-C ends it")?;
    Ok(out.flush()?)
}
