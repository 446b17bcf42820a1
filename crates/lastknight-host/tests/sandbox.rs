//! Programs that try to get out of the sandbox.

use std::fs;
use std::net::TcpListener;

use lastknight_host::Host;
use tempfile::TempDir;

use crate::hosted::{LIMIT, parse, play, script};

#[test]
fn a_program_in_the_sandbox_reaches_nothing() {
    if !Host::has_sandbox() {
        // The command that runs all tests installs bubblewrap.
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let directory = TempDir::new().unwrap();
    let [own, other] = ["own", "other"].map(|name| directory.path().join(name));
    fs::create_dir(&own).unwrap();
    fs::create_dir(&other).unwrap();
    let home =
        TempDir::with_prefix_in("lastknight-test-", std::env::var_os("HOME").unwrap()).unwrap();
    let (secret, sibling) = (home.path().join("secret"), other.join("agent.py"));
    let (outside, beside) = (other.join("written"), own.join("written"));
    fs::write(&secret, "secret").unwrap();
    fs::write(&sibling, "the work of another student").unwrap();
    let paths = [&secret, &sibling, &outside, &beside].map(|path| path.to_str().unwrap());
    let port = listener.local_addr().unwrap().port();
    fs::write(own.join("targets.txt"), format!("{port} {}", paths.join(" "))).unwrap();
    let agent = own.join("agent.py");
    fs::copy(script("escape.py"), &agent).unwrap();
    let tried = |settings: &str| {
        let (logs, host) = (TempDir::new().unwrap(), Host::new());
        host.log_to(logs.path());
        let text = format!("process(\"python3 {}\"{settings})", agent.display());
        assert_eq!(play(&parse(&host, &text).unwrap(), LIMIT).forfeit, None);
        host.shut_down();
        let log = fs::read_dir(logs.path()).unwrap().flatten().next().unwrap();
        let log = fs::read_to_string(log.path()).unwrap();
        let words = log.lines().filter_map(|line| line.strip_prefix("# ")?.split_once(' '));
        let succeeded = words.filter(|(_, result)| *result == "succeeded");
        succeeded.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(tried(""), ["own", "temporary"]);
    assert!(!outside.exists() && !beside.exists());
    let without = tried(", sandbox=off");
    for name in ["network", "secret", "sibling", "outside", "beside", "variable", "processes"] {
        assert!(without.iter().any(|other| other == name), "{name}: {without:?}");
    }
}

#[test]
fn a_sandbox_can_be_required() {
    let host = Host::new();
    host.require_sandbox();
    let error = parse(&host, "process(\"sh\", sandbox=off)").unwrap_err().to_string();
    let wanted = match Host::has_sandbox() {
        true => "column 9: sandbox=off, but a sandbox is required",
        false => "column 9: no sandbox: install bubblewrap (Debian package bubblewrap)",
    };
    assert_eq!(error, wanted);
    assert_eq!(parse(&host, "process(\"sh\")").is_ok(), Host::has_sandbox());
}
