//! The connection to a broker.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};

/// The oldest version of the broker.
const OLDEST: (u32, u32) = (2, 9);

/// How long to wait for a connection.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The longest pause between two attempts to connect again.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Where the broker is and how to log in.
#[derive(Clone, Debug)]
pub struct Broker {
    /// Its address, such as `nats://host:4222` or `tls://host`.
    pub url: String,
    /// A file with the name and the password, or the key, of an account.
    pub credentials: Option<PathBuf>,
    /// A file with the certificate of the authority that signed the broker's, for TLS.
    pub certificate: Option<PathBuf>,
}

/// Why a broker cannot be used. Messages are one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BrokerError(pub(crate) String);

/// What happens to a connection, for messages.
pub(crate) type OnConnection = Box<dyn Fn(ConnectionEvent) + Send + Sync>;

/// What happens to a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionEvent {
    Connected,
    Lost,
    /// The broker forbids a subject.
    Forbidden(String),
}

/// An account.
#[derive(Debug, PartialEq, Eq)]
enum Account {
    UserAndPassword(String, String),
    Token(String),
    Nkey(String),
    Jwt(String),
}

impl Broker {
    /// Connects. Later losses of the connection are repaired in the background.
    pub(crate) async fn connect(
        &self,
        name: &str,
        inbox: &str,
        on_event: OnConnection,
    ) -> Result<Client, BrokerError> {
        let address = self.address()?;
        let on_event = std::sync::Arc::new(on_event);
        let mut options = ConnectOptions::new()
            .name(name)
            .custom_inbox_prefix(inbox)
            .connection_timeout(TIMEOUT)
            .ping_interval(Duration::from_secs(5))
            .reconnect_delay_callback(|attempts| {
                let pause = Duration::from_millis(50 * attempts.min(100) as u64);
                pause.min(LONGEST_PAUSE)
            })
            .event_callback(move |event| {
                let on_event = std::sync::Arc::clone(&on_event);
                async move {
                    match event {
                        Event::Connected => on_event(ConnectionEvent::Connected),
                        Event::Disconnected => on_event(ConnectionEvent::Lost),
                        Event::ServerError(error) => {
                            on_event(ConnectionEvent::Forbidden(error.to_string()));
                        }
                        _ => {}
                    }
                }
            });
        if let Some(path) = &self.certificate {
            check_readable(path)?;
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        options = match self.account()? {
            None => options,
            Some(Account::UserAndPassword(user, password)) => {
                options.user_and_password(user, password)
            }
            Some(Account::Token(token)) => options.token(token),
            Some(Account::Nkey(seed)) => options.nkey(seed),
            Some(Account::Jwt(text)) => {
                options.credentials(&text).map_err(|error| self.bad_credentials(&error))?
            }
        };
        let client = options.connect(address).await.map_err(|error| self.failed(&error))?;
        self.check_server(&client)?;
        Ok(client)
    }

    fn address(&self) -> Result<ServerAddr, BrokerError> {
        let url = &self.url;
        if url.contains('@') {
            let why = "names and passwords belong in a file: use --credentials FILE";
            return Err(BrokerError(format!("NATS: the address has an '@': {why}")));
        }
        let known = ["nats://", "tls://"];
        if url.contains("://") && !known.iter().any(|scheme| url.starts_with(scheme)) {
            let hint = "expected nats://HOST:PORT or tls://HOST:PORT";
            return Err(BrokerError(format!("NATS: '{url}' is no address of a broker: {hint}")));
        }
        let address = url.parse().ok().filter(|address: &ServerAddr| !address.host().is_empty());
        address.ok_or_else(|| {
            let hint = "expected nats://HOST:PORT, such as nats://localhost:4222";
            BrokerError(format!("NATS: '{url}' is no address of a broker: {hint}"))
        })
    }

    fn account(&self) -> Result<Option<Account>, BrokerError> {
        let Some(path) = &self.credentials else { return Ok(None) };
        let text = read(path)?;
        let account = parse_account(&text);
        account.map(Some).ok_or_else(|| {
            let forms = "lines 'user: NAME' and 'password: WORD', a line 'token: WORD', an NKEY seed or a .creds file";
            BrokerError(format!("'{}': no credentials: expected {forms}", path.display()))
        })
    }

    fn bad_credentials(&self, error: &io::Error) -> BrokerError {
        let path = self.credentials.as_deref().unwrap_or(Path::new("")).display();
        BrokerError(format!("'{path}': {error}"))
    }

    fn failed(&self, error: &async_nats::ConnectError) -> BrokerError {
        let url = &self.url;
        let detail = || error.to_string();
        let no_tls = || {
            let detail = detail();
            format!("NATS: no TLS connection to {url}: {detail}; --ca FILE names the authority")
        };
        BrokerError(match error.kind() {
            ConnectErrorKind::ServerParse | ConnectErrorKind::Dns => {
                format!("NATS: no broker at {url}: the host is not known")
            }
            ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
                let hint = match &self.credentials {
                    Some(path) => format!("check '{}'", path.display()),
                    None => "log in with --credentials FILE".to_owned(),
                };
                format!("NATS: the broker at {url} refuses the login: {hint}")
            }
            ConnectErrorKind::TimedOut => format!("NATS: no answer from {url}"),
            ConnectErrorKind::Tls => no_tls(),
            _ if detail().contains("certificate") => no_tls(),
            _ => format!("NATS: no broker at {url}: {}", detail()),
        })
    }

    /// Refuses brokers that cannot do what is needed.
    fn check_server(&self, client: &Client) -> Result<(), BrokerError> {
        let (url, info) = (&self.url, client.server_info());
        let mut numbers = info.version.split('.').map(|part| part.parse::<u32>().unwrap_or(0));
        let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        if version < OLDEST {
            let (major, minor) = OLDEST;
            return Err(BrokerError(format!(
                "NATS: the broker at {url} is version {}; {major}.{minor} or later is needed",
                info.version
            )));
        }
        if !info.jetstream {
            return Err(BrokerError(format!(
                "NATS: the broker at {url} has no JetStream: start it as 'nats-server -js'"
            )));
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<String, BrokerError> {
    fs::read_to_string(path).map_err(|error| BrokerError(format!("'{}': {error}", path.display())))
}

fn check_readable(path: &Path) -> Result<(), BrokerError> {
    read(path).map(drop)
}

/// Reads an account: a `.creds` file, the seed of an NKEY, or lines `user:`, `password:` or `token:`.
fn parse_account(text: &str) -> Option<Account> {
    if text.contains("BEGIN NATS USER JWT") {
        return Some(Account::Jwt(text.to_owned()));
    }
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<&str> = lines.collect();
    let value = |name: &str| {
        let parts = lines.iter().filter_map(|line| line.split_once(':'));
        let mut parts = parts.filter(|(key, _)| key.trim() == name);
        parts.next().map(|(_, value)| value.trim().to_owned())
    };
    if let (Some(user), Some(password)) = (value("user"), value("password")) {
        return Some(Account::UserAndPassword(user, password));
    }
    if let Some(token) = value("token") {
        return Some(Account::Token(token));
    }
    let is_seed = |line: &&&str| line.starts_with("SU") && line.len() == 58;
    lines.iter().find(is_seed).map(|seed| Account::Nkey((**seed).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_have_three_forms() {
        let pair = Account::UserAndPassword("anna".to_owned(), "a: b".to_owned());
        assert_eq!(parse_account("# class 7\nuser: anna\npassword: a: b\n"), Some(pair));
        assert_eq!(parse_account("token: abc"), Some(Account::Token("abc".to_owned())));
        let seed = format!("SU{}", "A".repeat(56));
        assert_eq!(parse_account(&format!("\n{seed}\n")), Some(Account::Nkey(seed)));
        assert_eq!(parse_account("user: anna"), None);
        assert_eq!(parse_account(""), None);
    }

    #[test]
    fn addresses_are_checked() {
        let error = |url: &str| {
            let broker = Broker { url: url.to_owned(), credentials: None, certificate: None };
            broker.address().map(|_| ()).map_err(|error| error.to_string())
        };
        assert_eq!(error("nats://localhost:4222"), Ok(()));
        assert_eq!(error("localhost"), Ok(()));
        assert!(error("http://localhost").unwrap_err().contains("expected nats://"));
        assert!(error("nats://me:secret@host").unwrap_err().ends_with("--credentials FILE"));
        assert!(!error("nats://me:secret@host").unwrap_err().contains("secret"));
        assert!(error("nats://").is_err());
    }
}
