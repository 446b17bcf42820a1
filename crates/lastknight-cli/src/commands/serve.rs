//! `lastknight serve`: serves the web page.

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

use lastknight::Agents;
use lastknight::eval::Constants;
use lastknight::quote::quote;
use lastknight_server::{Class, ServerOptions};
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
    let is_public = args.public || args.class.is_some();
    let default = if is_public { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let host = args.bind.unwrap_or(IpAddr::from(default));
    if !host.is_loopback() && !is_public {
        let why = "allows access from other machines: add --public and --token, or leave it out";
        return Err(Failure::Input(format!("--bind {host} {why}")));
    }
    for directory in &args.directories {
        if !directory.is_dir() {
            return Err(Failure::Input(format!("'{}' is not a directory", directory.display())));
        }
    }
    // A local browser gets a core of its own.
    let spare = NonZeroUsize::new(cores().get() - usize::from(!is_public));
    let agents = agents(&args.agents)?;
    let class = args.class.as_deref().map(|directory| Class::open(directory, agents.clone()));
    let class = class.transpose().map_err(|error| Failure::input("--class", error))?;
    let out = args.out.clone().or_else(|| args.class.as_ref().map(|class| class.join("results")));
    let out = out.unwrap_or_else(|| "results/page".into());
    let mut options = ServerOptions::new(SocketAddr::new(host, args.port))
        .out(&out)
        .directories(args.directories.iter().cloned())
        .searches(args.threads.or(spare).unwrap_or(NonZeroUsize::MIN))
        .games(args.threads.unwrap_or_else(cores))
        .most_time(args.most_time)
        .commit(commit())
        .agents(agents);
    host::log_to(&out);
    if let Some(token) = &args.token {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
        if token.len() < SHORTEST || !token.chars().all(is_plain) {
            let why = format!("use at least {SHORTEST} letters, digits, '-', '_', '.' or '~'");
            return Err(Failure::input("--token", why));
        }
        options = options.token(token.clone());
    }
    let class = class.map(Arc::new);
    if let Some(class) = &class {
        options = options.class(Arc::clone(class));
    }
    let stop = interrupt::stop_flag()?;
    let mut printed = Ok(());
    let served = lastknight_server::serve(options, stop, |address| {
        printed = print_address(args, address, class.as_deref());
    });
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
    /// The file with the links of a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<PathBuf>,
}

fn print_address(
    args: &ServeArgs,
    address: SocketAddr,
    class: Option<&Class>,
) -> Result<(), Failure> {
    let page = match address.ip().is_unspecified() {
        true => format!("http://this-machine:{}/", address.port()),
        false => format!("http://{address}/"),
    };
    let links = class.map(|class| class.write_links(&page)).transpose();
    let links = links.map_err(|error| Failure::Run(error.to_string()))?;
    if args.json {
        let public = args.public || class.is_some();
        return output::json(&Serving { address: page, public, links });
    }
    if let (Some(class), Some(links)) = (class, links) {
        let page = class.address().unwrap_or(page);
        let (page, token, links) =
            (page.trim_end_matches('/'), class.teacher_token(), links.display());
        let students = match class.students() {
            0 => format!("no students yet: add their names to class.toml beside {links}"),
            count => format!("{count} students: their links are in {links}"),
        };
        return output::text(&format!(
            "the teacher's page: {page}/?token={token}\n{students}\nCtrl-C ends it\n"
        ));
    }
    let token = if args.token.is_some() { "?token=…" } else { "" };
    output::text(&format!("the page: {page}{token}\nCtrl-C ends it\n"))
}
