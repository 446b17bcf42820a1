//! What hosted programs do in games, and helpers for the other tests.

use std::path::{Path, PathBuf};
use std::time::Duration;

use lastknight::agent::{Agents, PlayedGame};
use lastknight::control::{Clock, Control};
use lastknight::{
    Agent, AgentError, ByColor, Color, Constants, Duel, Forfeit, Limits, Termination,
};
use lastknight_host::Host;

/// Returns the path of a script for tests.
pub(crate) fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts").join(name)
}

pub(crate) fn parse(host: &Host, text: &str) -> Result<Agent, AgentError> {
    host.agents(Agents::builtin()).parse(text, &Constants::NONE)
}

/// Returns the agent that a script plays in a mode, with further settings.
pub(crate) fn scripted(host: &Host, mode: &str, settings: &str) -> Agent {
    let file = script("agent.py");
    let text = format!("process(\"python3 {} {mode}\"{settings})", file.display());
    parse(host, &text).unwrap()
}

/// Plays a game on 7x7 in which the agent is White.
pub(crate) fn play<'a>(agent: &Agent, control: impl Into<Control<'a>>) -> PlayedGame {
    let first = "greedy(open)".parse::<Agent>().unwrap();
    let mut players = ByColor::new(agent.player(1), first.player(1));
    let duel = Duel::new(control);
    duel.play("7x7 moves a1 g7".parse().unwrap(), ByColor::default(), &mut players)
}

pub(crate) const LIMIT: Limits = Limits::time(Duration::from_millis(100));

pub(crate) fn forfeit(agent: &Agent) -> Forfeit {
    let played = play(agent, LIMIT);
    assert_eq!(played.record.outcome().unwrap().winner, Color::Black);
    played.forfeit.expect("it fails")
}

#[test]
fn honest_programs_play_to_the_end() {
    let host = Host::new();
    for (mode, settings) in [
        ("good", ""),
        ("good", ", restart=failure"),
        ("good", ", sandbox=off"),
        ("good", ", affinity=on, pause=on"),
        ("good", ", clock=wall, time=2s"),
        ("heavy-start", ""),
        ("child-at-start", ""),
        ("poll", ", startup=4s"),
        ("comments", ""),
        ("flood-stderr", ""),
        ("sleep", ""),
    ] {
        let agent = scripted(&host, mode, settings);
        let played = play(&agent, LIMIT);
        assert_eq!(played.forfeit, None, "{mode}{settings}");
        assert_eq!(played.record.outcome().unwrap().termination, Termination::NoMoves);
        let totals = played.totals[Color::White];
        // The kernel counts the time of a process that never sleeps by its ticks, which are longer than these turns.
        let is_counted = totals.time > Duration::ZERO || mode == "poll";
        assert!(totals.moves > 0 && is_counted, "{mode}{settings}");
    }
}

/// Time is the CPU time of the program, unless the wall clock is requested.
#[test]
fn the_clock_is_that_of_the_program() {
    let host = Host::new();
    let slept = play(&scripted(&host, "sleep", ""), LIMIT);
    assert!(
        slept.totals[Color::White].time
            < slept.totals[Color::White].moves as u32 * LIMIT.time.unwrap()
    );
    let by_wall = forfeit(&scripted(&host, "sleep", ", clock=wall"));
    assert_eq!(by_wall.termination, Termination::Time);
}

#[test]
fn a_game_without_a_time_limit_has_none() {
    let host = Host::new();
    let played = play(&scripted(&host, "late 1", ", restart=failure"), Limits::depth(3));
    assert_eq!(played.forfeit, None);
    let control = Control::from(Limits::depth(3)).clock(Clock::Cpu);
    assert_eq!(play(&scripted(&host, "good", ""), control).forfeit, None);
}

#[test]
fn engines_play_by_ugi() {
    let host = Host::new();
    let file = script("engine.py");
    for settings in ["", ", restart=failure"] {
        let text = format!("process(\"python3 {}\", protocol=ugi{settings})", file.display());
        let agent = parse(&host, &text).unwrap();
        for _ in 0..2 {
            let played = play(&agent, LIMIT);
            assert_eq!(played.forfeit, None);
            let totals = played.totals[Color::White];
            assert_eq!(totals.nodes, 42 * totals.moves);
        }
    }
}

/// What an engine says about itself cannot break a run.
#[test]
fn an_engine_may_boast() {
    let directory = tempfile::TempDir::new().unwrap();
    let file = directory.path().join("engine.py");
    let text = std::fs::read_to_string(script("engine.py")).unwrap();
    std::fs::write(&file, text.replace("nodes 42", "nodes 18446744073709551615")).unwrap();
    let host = Host::new();
    let text = format!("process(\"python3 {}\", protocol=ugi)", file.display());
    let played = play(&parse(&host, &text).unwrap(), LIMIT);
    assert_eq!(played.forfeit, None);
    let totals = played.totals[Color::White];
    assert_eq!(totals.nodes, totals.moves << 40);
}

/// Files that are no plain files are no content, and links to a program lead to it in the sandbox too.
#[test]
fn odd_files_do_no_harm() {
    let directory = tempfile::TempDir::new().unwrap();
    let own = directory.path().join("own");
    std::fs::create_dir(&own).unwrap();
    std::fs::copy(script("agent.py"), own.join("agent.py")).unwrap();
    let pipe = own.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", own.join("zero")).unwrap();
    let link = directory.path().join("link");
    std::os::unix::fs::symlink(&own, &link).unwrap();
    let host = Host::new();
    let link = link.display();
    let text = format!("process(\"python3 {link}/agent.py good\", files=\"{link}\")");
    assert_eq!(play(&parse(&host, &text).unwrap(), LIMIT).forfeit, None);
}

#[test]
fn a_program_that_changes_meanwhile_is_not_started() {
    let directory = tempfile::TempDir::new().unwrap();
    let file = directory.path().join("agent.py");
    std::fs::copy(script("agent.py"), &file).unwrap();
    let host = Host::new();
    let agent = parse(&host, &format!("process(\"python3 {} good\")", file.display())).unwrap();
    assert_eq!(play(&agent, LIMIT).forfeit, None);
    std::fs::write(&file, "print('changed')").unwrap();
    let why = "cannot start: its files have changed since the command began";
    assert_eq!(forfeit(&agent).detail, why);
}

#[test]
fn a_wrong_protocol_is_named_before_the_first_game() {
    let (good, engine) = (script("agent.py"), script("engine.py"));
    let start = "7x7".parse().unwrap();
    for (text, wanted) in [
        (
            format!("process(\"python3 {} good\", protocol=ugi)", good.display()),
            Some("speaks turns, not UGI: leave out protocol=ugi"),
        ),
        (
            format!("process(\"python3 {}\")", engine.display()),
            Some("speaks UGI: add protocol=ugi"),
        ),
        (format!("process(\"python3 {} good\")", good.display()), None),
        (format!("process(\"python3 {} exit-at-start\")", good.display()), None),
    ] {
        let host = Host::new();
        let agent = parse(&host, &text).unwrap();
        let checked = host.check_protocols([&agent], &start);
        match wanted {
            None => assert_eq!(checked, Ok(())),
            Some(wanted) => assert!(checked.as_ref().unwrap_err().ends_with(wanted), "{checked:?}"),
        }
    }
}

#[test]
fn texts_have_the_hash_of_the_content_and_parse_again() {
    let directory = tempfile::TempDir::new().unwrap();
    let file = directory.path().join("agent.py");
    std::fs::write(&file, "one").unwrap();
    let host = Host::new();
    let text = format!(
        "process(\"python3 {}\", memory=512, files=\"{}\")",
        file.display(),
        file.display()
    );
    let agent = parse(&host, &text).unwrap();
    assert_eq!(agent.label(), text);
    assert!(agent.to_string().contains(", hash="), "{agent}");
    assert_eq!(parse(&host, &agent.to_string()).unwrap(), agent);
    let inside = parse(&host, &format!("mirror({text})")).unwrap();
    assert_eq!((inside.label(), inside.hash()), (format!("mirror({text})"), agent.hash()));
    let named = agent.clone().named("anna").unwrap();
    // The hash of a name is that of the whole text.
    assert_eq!(named.label(), "anna");
    let other = parse(&host, &text.replace("512", "513")).unwrap().named("anna").unwrap();
    assert!(named.hash().is_some() && named.hash() != other.hash());
    std::fs::write(&file, "two").unwrap();
    assert_ne!(parse(&host, &text).unwrap(), agent);
    let error = parse(&host, &agent.to_string()).unwrap_err().to_string();
    assert!(error.contains("has changed: its hash is "), "{error}");
}

/// A small board with the members that agents of the course use.
const BOARD: &str = r#"
class Board:
    def __init__(self, player_1, player_2, width=7, height=7):
        self.width, self.height, self.move_count = width, height, 0
        self._player_1, self._player_2 = player_1, player_2
        self._active_player, self._inactive_player = player_1, player_2
        self._board_state = [0] * (width * height + 3)
        self._board_state[-1] = self._board_state[-2] = None

    def copy(self):
        other = Board(self._player_1, self._player_2, self.width, self.height)
        other.__dict__.update(self.__dict__)
        other._board_state = list(self._board_state)
        return other

    def _index(self, player):
        return -1 if player == self._player_1 else -2

    def get_legal_moves(self, player=None):
        at = self._board_state[self._index(player or self._active_player)]
        squares = [(r, c) for c in range(self.width) for r in range(self.height)
                   if self._board_state[r + c * self.height] == 0]
        if at is None:
            return squares
        row, column = at % self.height, at // self.height
        return [(r, c) for r, c in squares if {abs(r - row), abs(c - column)} == {1, 2}]

    def apply_move(self, move):
        place = move[0] + move[1] * self.height
        self._board_state[place] = 1
        self._board_state[self._index(self._active_player)] = place
        self._active_player, self._inactive_player = self._inactive_player, self._active_player
        self.move_count += 1
"#;

const COURSE_AGENT: &str = r#"
class Player:
    def get_move(self, game, time_left):
        print("thinking", time_left() > 0)
        return min(game.get_legal_moves())
"#;

/// Agents of the course play on the board beside them.
#[test]
fn agents_of_the_course_play() {
    let directory = tempfile::TempDir::new().unwrap();
    let file = directory.path().join("game_agent.py");
    std::fs::write(directory.path().join("isolation.py"), BOARD).unwrap();
    std::fs::write(&file, COURSE_AGENT).unwrap();
    let host = Host::new();
    for class in ["", ":Player"] {
        let agent = parse(&host, &format!("python(\"{}{class}\")", file.display())).unwrap();
        let played = play(&agent, LIMIT);
        assert_eq!(played.forfeit, None);
        // The smallest row is at the top.
        let moves: Vec<_> = played.record.game().moves().collect();
        assert_eq!(played.record.game().start().size().name(moves[2]).to_string(), "b3");
    }
    let text = format!("python(\"{}:Nobody\")", file.display());
    let found = forfeit(&parse(&host, &text).unwrap());
    assert!(found.detail.contains("no class 'Nobody'"), "{}", found.detail);
}

#[test]
fn bad_texts_are_named_with_their_place() {
    let host = Host::new();
    for (text, wanted) in [
        ("process(\"no-such-command\")", "column 9: command not found: 'no-such-command'"),
        ("process(\"./nowhere\")", "column 9: cannot run './nowhere': there is no such file"),
        ("process(\"sh 'a\")", "column 9: a ' is never closed"),
        ("process(sh)", "column 9: process needs a text in quotation marks, as in process(\"…\")"),
        ("process()", "column 1: process needs a text in quotation marks, as in process(\"…\")"),
        ("process(\"sh\", protocol=uci)", "column 24: protocol is turns|ugi, not 'uci'"),
        (
            "process(\"sh\", protocl=ugi)",
            "column 15: process has no setting 'protocl'; did you mean 'protocol'?",
        ),
        (
            "process(\"sh\", files=\"nowhere\")",
            "column 9: files: there is no file or directory 'nowhere'",
        ),
        (
            "process(\"sh -c \"true\"\")",
            "column 9: a text cannot contain '\"'; use single quotation marks inside it",
        ),
        (
            "python(\"nowhere.py:Player\")",
            "column 8: there is no file 'nowhere.py'; write FILE:CLASS",
        ),
    ] {
        assert_eq!(parse(&host, text).unwrap_err().to_string(), wanted);
    }
}
