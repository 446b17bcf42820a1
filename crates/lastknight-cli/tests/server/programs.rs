//! Programs on the page: those named at the start play, those that visitors type do not.

use super::client::Server;
use crate::programs::script;

#[test]
fn visitors_play_programs_named_at_the_start_only() {
    let text = format!("process(\"python3 {} good\")", script().display());
    let server = Server::with(&["--agent", &format!("first={text}")]);
    let catalog = server.api("/catalog", &[]).fine();
    let named = |list: &str, field: &str| {
        let entries = catalog[list].as_array().expect("a list");
        entries
            .iter()
            .filter(|entry| entry[field].as_str().is_some_and(|name| name.starts_with("first")))
            .count()
    };
    assert_eq!((named("agents", "name"), named("opponents", "agent")), (1, 1));
    let found = server.api("/move", &[("at", "7x7 moves d4 b3"), ("agent", "first")]).fine();
    assert_eq!(found["best"], "c2");
    let typed = server.api("/move", &[("at", "7x7"), ("agent", &text)]);
    assert!(typed.refused(400).contains("unknown agent 'process'"));
}
