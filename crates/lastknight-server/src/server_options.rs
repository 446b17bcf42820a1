//! The options of a server.

use std::io;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use lastknight::agent::Agents;

use super::class::Class;

/// The options of a server, with defaults for all but the address.
///
/// ```
/// use std::time::Duration;
/// use lastknight_server::ServerOptions;
///
/// let address = "127.0.0.1:0".parse().expect("an address");
/// let options = ServerOptions::new(address).most_time(Duration::from_secs(10)).out("results");
/// ```
#[derive(Clone, Debug)]
pub struct ServerOptions {
    pub(crate) address: SocketAddr,
    pub(crate) token: Option<String>,
    pub(crate) out: PathBuf,
    pub(crate) directories: Vec<PathBuf>,
    pub(crate) searches: NonZeroUsize,
    pub(crate) games: NonZeroUsize,
    pub(crate) most_time: Duration,
    pub(crate) commit: Option<String>,
    pub(crate) agents: Agents,
    pub(crate) class: Option<Arc<Class>>,
}

impl ServerOptions {
    /// Returns the default options for an address. Port 0 takes any free port.
    #[must_use]
    pub fn new(address: SocketAddr) -> Self {
        let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Self {
            address,
            token: None,
            out: "results/page".into(),
            directories: Vec::new(),
            searches: NonZeroUsize::new(cores.get() - 1).unwrap_or(NonZeroUsize::MIN),
            games: cores,
            most_time: Duration::from_secs(60),
            commit: None,
            agents: Agents::builtin(),
            class: None,
        }
    }

    /// Requires a token of every request. An address that other machines can reach needs one.
    #[must_use]
    pub fn token(self, token: impl Into<String>) -> Self {
        Self { token: Some(token.into()), ..self }
    }

    /// Opens the server for a class: every request needs one of its tokens, and only the teacher starts and stops jobs.
    #[must_use]
    pub fn class(self, class: Arc<Class>) -> Self {
        Self { class: Some(class), ..self }
    }

    /// Sets the directory for tournaments and studies started from the page; by default `results/page`.
    #[must_use]
    pub fn out(self, directory: impl Into<PathBuf>) -> Self {
        Self { out: directory.into(), ..self }
    }

    /// Shows the results in further directories.
    #[must_use]
    pub fn directories(self, directories: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { directories: directories.into_iter().collect(), ..self }
    }

    /// Sets how many searches run at a time; by default one for each core but one.
    #[must_use]
    pub fn searches(self, searches: NonZeroUsize) -> Self {
        Self { searches, ..self }
    }

    /// Sets how many games of a tournament run at a time; by default one for each core.
    #[must_use]
    pub fn games(self, games: NonZeroUsize) -> Self {
        Self { games, ..self }
    }

    /// Sets the maximum CPU time of a search; by default a minute.
    #[must_use]
    pub fn most_time(self, most_time: Duration) -> Self {
        Self { most_time, ..self }
    }

    /// Sets the commit of the program, which study pages show.
    #[must_use]
    pub fn commit(self, commit: Option<String>) -> Self {
        Self { commit, ..self }
    }

    /// Sets the agents that requests can name. The page offers custom ones as opponents.
    #[must_use]
    pub fn agents(self, agents: Agents) -> Self {
        Self { agents, ..self }
    }

    pub(crate) fn check(&self) -> io::Result<()> {
        let has_tokens = self.token.is_some() || self.class.is_some();
        if !has_tokens && !self.address.ip().is_loopback() {
            let why = format!("{} is open to other machines and needs a token", self.address);
            return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_machines_need_a_token() {
        let options = |address: &str| ServerOptions::new(address.parse().unwrap());
        for address in ["127.0.0.1:0", "[::1]:80"] {
            assert!(options(address).check().is_ok(), "{address}");
        }
        for address in ["0.0.0.0:0", "[::]:80", "192.0.2.1:80"] {
            assert!(options(address).check().is_err(), "{address}");
            assert!(options(address).token("correct-horse").check().is_ok(), "{address}");
        }
    }
}
