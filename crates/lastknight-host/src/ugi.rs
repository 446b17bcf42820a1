//! The Universal Game Interface, as a program that drives an engine.

use lastknight::{Game, Limits, Position};

/// Returns the line that sets the position.
pub(crate) fn position_line(game: &Game) -> String {
    let start = game.start();
    let start_text = match "startpos".parse::<Position>() {
        Ok(known) if known == *start => "startpos".to_owned(),
        _ => format!("fen {start}"),
    };
    let size = start.size();
    let moves: String = game.moves().map(|to| format!(" {}", size.name(to))).collect();
    match moves.as_str() {
        "" => format!("position {start_text}\n"),
        _ => format!("position {start_text} moves{moves}\n"),
    }
}

/// Returns the line that starts a search. Without a limit it takes a second.
pub(crate) fn go_line(limits: Limits) -> String {
    let mut line = "go".to_owned();
    let mut add = |name: &str, value: Option<u64>| {
        if let Some(value) = value {
            line += &format!(" {name} {value}");
        }
    };
    let Limits { depth, nodes, time } = limits;
    let second = (limits == Limits::NONE).then_some(1000);
    add("movetime", time.map(|time| (time.as_millis() as u64).max(1)).or(second));
    add("depth", depth.map(u64::from));
    add("nodes", nodes);
    line + "\n"
}

/// The most nodes that an engine is believed.
const MOST_NODES: u64 = 1 << 40;

/// What an engine tells about its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
}

impl Info {
    /// Reads a line `info … depth 4 … nodes 473 …`.
    pub(crate) fn read(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.windows(2) {
            match (pair[0], pair[1].parse::<u64>()) {
                ("depth", Ok(depth)) => self.depth = u32::try_from(depth).unwrap_or(self.depth),
                ("nodes", Ok(nodes)) => self.nodes = nodes.min(MOST_NODES),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn lines_are_those_of_the_protocol() {
        let line = |game: &str| position_line(&game.parse().unwrap());
        assert_eq!(line("startpos"), "position startpos\n");
        assert_eq!(line("7x7 moves d4 b3"), "position startpos moves d4 b3\n");
        assert_eq!(line("3x4"), "position fen 3/3/3/3 w\n");
        assert_eq!(line("3x4 moves a1"), "position fen 3/3/3/3 w moves a1\n");
        assert_eq!(go_line(Limits::time(Duration::from_millis(150))), "go movetime 150\n");
        assert_eq!(go_line(Limits::depth(5)), "go depth 5\n");
        assert_eq!(go_line(Limits::NONE), "go movetime 1000\n");
        let both = Limits { nodes: Some(9), ..Limits::depth(5) };
        assert_eq!(go_line(both), "go depth 5 nodes 9\n");
        let mut info = Info::default();
        info.read("info depth 4 seldepth 9 score cp -7 nodes 473 pv d4");
        assert_eq!(info, Info { depth: 4, nodes: 473 });
    }
}
