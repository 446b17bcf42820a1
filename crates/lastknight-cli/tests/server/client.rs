//! Starts a server and speaks plain HTTP/1.1 with it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::{NamedTempFile, TempDir};

/// The timeout of a test, longer than anything takes.
const TIMEOUT: Duration = Duration::from_secs(100);

/// A server that ends with the test.
pub(super) struct Server {
    pub(super) child: Child,
    /// Host and port.
    pub(super) host: String,
    pub(super) out: TempDir,
    /// Its standard error.
    errors: NamedTempFile,
}

impl Server {
    pub(super) fn start() -> Self {
        Self::with(&[])
    }

    /// Starts a server with further flags.
    pub(super) fn with(flags: &[&str]) -> Self {
        let out = TempDir::new().expect("a directory");
        let errors = NamedTempFile::new().expect("a file");
        let mut child = Command::new(env!("CARGO_BIN_EXE_lastknight"))
            .args(["serve", "--threads", "2", "--port", "0", "--json", "--out"])
            .arg(out.path())
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(errors.reopen().expect("a second handle"))
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let pipe = child.stdout.as_mut().expect("a pipe");
        BufReader::new(pipe).read_line(&mut line).expect("a line");
        let line: Value = serde_json::from_str(&line).expect("an object");
        let address = line["address"].as_str().expect("an address");
        let host = address.trim_start_matches("http://").trim_end_matches('/').to_owned();
        Self { child, host, out, errors }
    }

    /// Returns the encoded name of the results directory.
    pub(super) fn directory(&self) -> String {
        encoded(self.out.path().to_str().expect("a plain name"))
    }

    pub(super) fn connect(&self) -> TcpStream {
        let port = self.host.rsplit(':').next().expect("a port");
        let stream = TcpStream::connect(format!("127.0.0.1:{port}")).expect("a connection");
        stream.set_read_timeout(Some(TIMEOUT)).expect("a time");
        stream.set_write_timeout(Some(TIMEOUT)).expect("a time");
        stream
    }

    /// Returns the head of a request with further headers.
    pub(super) fn head(&self, method: &str, path: &str, headers: &str) -> String {
        format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n{headers}\r\n", self.host)
    }

    /// Sends any bytes and reads the answer.
    pub(super) fn answer(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // The server may refuse before it has read everything.
        let _ = stream.write_all(request);
        Answer::read(stream)
    }

    /// Sends a request without a body.
    pub(super) fn ask(&self, method: &str, path: &str, headers: &str) -> Answer {
        let headers = format!("Connection: close\r\n{headers}");
        self.answer(self.head(method, path, &headers).as_bytes())
    }

    pub(super) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "")
    }

    /// Sends a request to the HTTP interface.
    pub(super) fn api(&self, path: &str, query: &[(&str, &str)]) -> Answer {
        self.get(&address(path, query))
    }

    pub(super) fn post(&self, path: &str, body: &[u8]) -> Answer {
        self.send("POST", path, "", body)
    }

    /// Sends a request with a body and further headers.
    pub(super) fn send(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        let length = body.len();
        let headers = format!("Connection: close\r\nContent-Length: {length}\r\n{headers}");
        self.answer(&[self.head(method, path, &headers).as_bytes(), body].concat())
    }

    /// Starts a stream under a client's name.
    pub(super) fn stream(&self, path: &str, query: &[(&str, &str)], client: &str) -> Events {
        let mut stream = self.connect();
        let headers = format!("X-Client: {client}\r\n");
        let head = self.head("GET", &address(path, query), &headers);
        stream.write_all(head.as_bytes()).expect("a request");
        Events::read(stream)
    }

    /// Returns the number of searches.
    pub(super) fn searches(&self) -> u64 {
        self.get("/api/v1/status").json()["searches"].as_u64().expect("a number")
    }

    /// Waits until there is no search.
    pub(super) fn comes_to_rest(&self) {
        self.waits_for(0);
    }

    /// Waits until there is this number of searches.
    pub(super) fn waits_for(&self, searches: u64) {
        let begin = Instant::now();
        while self.searches() != searches {
            assert!(begin.elapsed() < Duration::from_secs(20), "searches are still running");
            sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        // A panic shows here, even if no request failed.
        let errors = std::fs::read_to_string(self.errors.path()).unwrap_or_default();
        assert!(errors.is_empty() || std::thread::panicking(), "{errors}");
    }
}

/// Encodes a text as part of an address.
pub(super) fn encoded(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-_.~".contains(&b);
    let encode = |b: u8| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") };
    text.bytes().map(encode).collect()
}

/// Returns an address of the HTTP interface.
pub(super) fn address(path: &str, query: &[(&str, &str)]) -> String {
    let parts = query.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
    let query = parts.collect::<Vec<_>>().join("&");
    format!("/api/v1{path}{}{query}", if query.is_empty() { "" } else { "?" })
}

/// A whole answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) head: String,
    pub(super) bytes: Vec<u8>,
}

impl Answer {
    /// Reads to the end of the connection.
    pub(super) fn read(mut stream: impl Read) -> Self {
        let mut bytes = Vec::new();
        // Data that came before a reset is still read.
        let _ = stream.read_to_end(&mut bytes);
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let rest = bytes.split_off(end + 4);
        let head = String::from_utf8(bytes).expect("a head is text");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Self { status: status.expect("a status"), head, bytes: rest }
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub(super) fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).expect("text")
    }

    pub(super) fn json(&self) -> Value {
        assert_eq!(
            self.header("content-type"),
            Some("application/json"),
            "{}{}",
            self.head,
            self.text()
        );
        serde_json::from_slice(&self.bytes).expect("JSON")
    }

    /// Returns the JSON of a successful answer.
    pub(super) fn fine(self) -> Value {
        let value = self.json();
        assert_eq!((self.status, value.get("error")), (200, None), "{}", self.text());
        value
    }

    /// Returns the message of an error with this status.
    pub(super) fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let value = self.json();
        let message = value["error"]["message"].as_str().expect("a message").to_owned();
        let is_line = !message.is_empty() && message.lines().count() == 1;
        assert!(is_line && message.chars().count() <= 401, "{message}");
        assert!(!message.contains(char::is_control), "{message}");
        message
    }
}

/// A stream of events.
pub(super) struct Events {
    reader: BufReader<TcpStream>,
    waiting: String,
    pub(super) head: String,
}

impl Events {
    fn read(stream: TcpStream) -> Self {
        let mut reader = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert!(reader.read_line(&mut head).expect("a head") > 0, "{head}");
        }
        Self { reader, waiting: String::new(), head }
    }

    /// Returns the next event, or `None` at the end.
    pub(super) fn next(&mut self) -> Option<(String, Value)> {
        loop {
            while let Some((event, rest)) = self.waiting.split_once("\n\n") {
                let (event, rest) = (event.to_owned(), rest.to_owned());
                self.waiting = rest;
                let part = |name: &str| event.lines().find_map(|line| line.strip_prefix(name));
                if let (Some(name), Some(data)) = (part("event: "), part("data: ")) {
                    return Some((name.to_owned(), serde_json::from_str(data).expect("JSON")));
                }
            }
            self.chunk()?;
        }
    }

    fn chunk(&mut self) -> Option<()> {
        let mut line = String::new();
        self.reader.read_line(&mut line).expect("a chunk");
        let length = usize::from_str_radix(line.trim(), 16).expect("a length");
        let mut bytes = vec![0; length + 2];
        self.reader.read_exact(&mut bytes).expect("a chunk");
        self.waiting += std::str::from_utf8(&bytes[..length]).expect("text");
        (length > 0).then_some(())
    }

    /// Returns all events.
    pub(super) fn all(mut self) -> Vec<(String, Value)> {
        assert!(self.head.starts_with("HTTP/1.1 200 "), "{}", self.head);
        assert!(self.head.contains("content-type: text/event-stream\r\n"), "{}", self.head);
        let mut events = Vec::new();
        while let Some(event) = self.next() {
            events.push(event);
        }
        events
    }
}
