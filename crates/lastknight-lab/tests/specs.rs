//! Specifications: defaults, formats, openings, identity and errors.

use lastknight::{Agents, Clock, Constants, Limits};
use lastknight_lab::{OpeningsSource, Spec, SpecError, SpecFile, TournamentFormat};

fn spec(text: &str) -> Result<Spec, String> {
    SpecFile::parse(text).and_then(|file| file.spec()).map_err(|error| error.to_string())
}

fn error(text: &str) -> String {
    spec(text).expect_err(text)
}

const TWO: &str = "agents = ['greedy', 'random']\n";

#[test]
fn what_is_left_out_has_a_default() {
    let spec = spec(TWO).unwrap();
    assert_eq!(
        (spec.name(), spec.format(), spec.pairs()),
        ("round-robin", TournamentFormat::RoundRobin, 50)
    );
    let conditions = spec.conditions();
    assert_eq!(conditions.start.to_string(), "7/7/7/7/7/7/7 w");
    assert_eq!(conditions.source, OpeningsSource::Random(4));
    assert_eq!((conditions.seed, conditions.limits), (0, Limits::nodes(9000)));
    assert_eq!((conditions.clock, spec.oracle(), spec.sprt()), (Clock::Wall, 0, None));
    let names: Vec<&str> = spec.entrants().iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["greedy(improved)", "random"]);
    assert_eq!(spec.games(), 100);
}

#[test]
fn pairings_follow_from_the_format() {
    let four = "agents = ['greedy', 'random', 'greedy(open)', 'mcts']";
    assert_eq!(spec(four).unwrap().pairings(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    let gauntlet = "agents = ['greedy', 'random']\nfield = ['greedy(open)', 'mcts']";
    let gauntlet = spec(gauntlet).unwrap();
    assert_eq!((gauntlet.format(), gauntlet.tested()), (TournamentFormat::Gauntlet, 2));
    assert_eq!(gauntlet.pairings(), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    let text = format!("format = 'match'\n{TWO}");
    assert_eq!(spec(&text).unwrap().pairings(), [[0, 1]]);
}

#[test]
fn openings_come_from_anywhere() {
    let all = spec(&format!("openings = 'all'\nboard = '3x3'\n{TWO}")).unwrap();
    // White has a corner, a side or the centre, Black any other square, up to symmetry.
    assert_eq!(all.pairs(), all.conditions().openings().count());
    assert!(all.conditions().openings().all(|game| game.moves().len() == 2));
    let listed = "openings = ['5x5 moves a1 b3', '5x5 moves c3']";
    let listed = spec(&format!("{listed}\n{TWO}")).unwrap();
    assert_eq!((listed.pairs(), listed.conditions().start.size().to_string()), (2, "5x5".into()));
    let file = SpecFile::parse(&format!("openings = {{ file = 'x' }}\n{TWO}")).unwrap();
    assert_eq!(file.openings_file(), Some("x"));
    assert_eq!(file.spec().unwrap_err().to_string(), "openings: the file 'x' was not read");
    let read = OpeningsSource::read("# first\n\n 7x7 moves a1 b3 \n7x7\n").unwrap();
    let spec = Spec::builder()
        .openings(read)
        .or_file(&file, &Agents::builtin(), &Constants::NONE)
        .unwrap();
    assert_eq!(spec.build().unwrap().pairs(), 2);
    assert_eq!(
        OpeningsSource::read("7x7\n7x7 moves z9").unwrap_err().to_string(),
        "line 2: column 11, move 1: square 'z9' is off the 7x7 board"
    );
}

/// A specification in code equals the same one in a file.
#[test]
fn code_and_files_agree() {
    let agent = |text: &str| text.parse::<lastknight::Agent>().unwrap();
    let built = Spec::builder()
        .name("round-robin")
        .limits(Limits::depth(2))
        .games(6)
        .seed(7)
        .agent(agent("greedy"))
        .agent_named("x", agent("random"))
        .agent(agent("greedy"))
        .build();
    let text = "depth = 2\ngames = 6\nseed = 7\nagents = ['greedy', { name = 'x', agent = 'random' }, \
                { name = 'greedy(improved) (2)', agent = 'greedy' }]";
    assert_eq!(built, Ok(spec(text).unwrap()));
    // What is set overrides the file, even a value there that is invalid.
    let file = SpecFile::parse("board = 'nonsense'\nseed = 3\nagents = ['greedy', 'random']");
    let spec = Spec::builder().board("5x5".parse().unwrap()).seed(1);
    let spec = spec
        .or_file(&file.unwrap(), &Agents::builtin(), &Constants::NONE)
        .unwrap()
        .build()
        .unwrap();
    assert_eq!(spec.conditions().start.size().to_string(), "5x5");
    assert_eq!(spec.conditions().seed, 1);
    let none = Spec::builder().agent(agent("greedy")).build();
    assert_eq!(none, Err(SpecError::TooFewAgents));
}

/// Constants are replaced by their values, so that an agent's text is complete.
#[test]
fn constants_become_numbers() {
    let text =
        "agents = ['random', \"alphabeta(\\\"n - c*n'\\\", depth=2)\"]\n[constants]\nc = 1.5\n";
    let spec = spec(text).unwrap();
    assert_eq!(spec.entrants()[1].agent.to_string(), "alphabeta(\"n - 1.5 * n'\", depth=2)");
}

#[test]
fn what_is_written_reads_the_same() {
    for text in [
        TWO.to_owned(),
        format!("name = 'a \"name\"'\nseed = 3\ndepth = 3\nnodes = 10\noracle = 5\n{TWO}"),
        format!("time = '150ms'\nclock = 'cpu'\nsprt = [0, 5.5]\n{TWO}"),
        format!("openings = ['5x5 moves a1 b3']\n{TWO}"),
        format!("openings = 'all'\nboard = '4x3'\ngames = 4\n{TWO}"),
        "agents = ['greedy']\nfield = [{ name = 'x', agent = 'greedy' }]".to_owned(),
    ] {
        let spec = spec(&text).expect(&text);
        let again = SpecFile::parse(&spec.file().to_toml()).and_then(|file| file.spec());
        assert_eq!(again.as_ref(), Ok(&spec), "{text}");
        assert_eq!(again.map(|again| again.hash()), Ok(spec.hash()));
    }
}

/// A run with more games is the same run; any other change makes another.
#[test]
fn only_the_number_of_games_keeps_the_identity() {
    let hash = |text: &str| spec(text).expect(text).hash();
    let conditions = |text: &str| spec(text).expect(text).conditions().hash();
    assert_eq!(hash(TWO), hash(&format!("games = 7\n{TWO}")));
    for text in ["seed = 1", "board = '5x5'", "openings = 5", "depth = 3", "time = '1s'"] {
        let text = format!("{text}\n{TWO}");
        assert_ne!(hash(TWO), hash(&text), "{text}");
        assert_ne!(conditions(TWO), conditions(&text), "{text}");
    }
    let three = "agents = ['greedy', 'random', 'mcts']";
    assert_ne!(hash(TWO), hash(three));
    assert_eq!(conditions(TWO), conditions(three));
}

#[test]
fn mistakes_are_named() {
    let with = |line: &str| error(&format!("{line}\n{TWO}"));
    for (line, message) in [
        ("games = 0", "games: there must be at least one"),
        ("games = 99999999", "games: at most 1000000 per pairing"),
        ("format = 'swiss'", "format: 'swiss' is none of round-robin, gauntlet, match"),
        ("format = 'gauntlet'", "field: a gauntlet needs one or more opponents"),
        ("board = '7x'", "board: column 3: the side to move is missing: ' w' or ' b'"),
        ("board = 'xxx w'", "board: the game is over, Black has won"),
        ("openings = 'some'", "openings: 'some' is neither a number of plies, a list nor \"all\""),
        ("openings = 200", "openings: no random game here lasts longer than 200 plies"),
        ("openings = []", "openings: the list is empty"),
        (
            "openings = ['7x7', '5x5']",
            "openings: number 2: its board is 5x5, but the first one has 7x7",
        ),
        ("openings = ['7x7']\ngames = 4", "games: 4 games need 2 openings, but there are 1"),
        ("openings = ['7x7']\nboard = '7x7'", "board: listed openings have their own"),
        ("openings = 'all'\nboard = 'N2/3 b'", "openings: 'all' needs an empty board"),
        ("clock = 'sand'\ntime = '1s'", "clock: 'sand' is neither wall nor cpu"),
        ("clock = 'cpu'", "clock: there is no time limit for it to measure"),
        ("time = '5'", "time: '5' is not a number with us, ms, s, min or h"),
        ("sprt = [5, 0]", "sprt: the first normalised Elo must be the smaller one, not 5.0,0.0"),
        ("oracle = 2000000", "oracle: at most 1000000 positions"),
    ] {
        assert_eq!(with(line), message);
    }
    for (text, message) in [
        ("", "agents: a round robin needs two or more"),
        ("agents = ['greedy']", "agents: a round robin needs two or more"),
        (
            "agents = ['greedy', 'greedy']",
            "agents: two are called 'greedy(improved)': give them different names",
        ),
        ("agents = ['greedy', 'nobody']", "agents: number 2: column 1: unknown agent 'nobody'"),
        ("field = ['greedy', 'random']", "agents: a gauntlet needs one or more to test"),
        (
            "agents = ['greedy', { name = ' ', agent = 'random' }]",
            "agents: number 2 has an empty name",
        ),
        (
            "agents = ['greedy', { name = \"a\\tb\", agent = 'random' }]",
            "agents: the name 'a\\tb' has characters that do not print",
        ),
        ("name = ' '\nagents = ['greedy', 'random']", "name: a name is empty"),
        (
            "openings = ['7x7 moves a1', '7x7 moves a1']\nagents = ['greedy', 'random']",
            "openings: number 2: it leads to the same position as number 1",
        ),
        (
            "alpha = 0.1\nagents = ['greedy', 'random']",
            "alpha and beta are the error rates of a sequential test: add sprt",
        ),
        (
            "sprt = [0, 5]\nagents = ['greedy', 'random', 'mcts']",
            "sprt: a sequential test needs exactly two agents",
        ),
        (
            "format = 'match'\nagents = ['greedy', 'random', 'mcts']",
            "agents: a match needs exactly two",
        ),
    ] {
        assert_eq!(error(text), message);
    }
    assert!(error("agents = 5").starts_with("line 1: invalid type"));
    assert!(
        error("\nround = 5")
            .starts_with("line 2: unknown key 'round', expected one of name, format, ")
    );
}

#[test]
fn the_nearest_key_is_suggested() {
    for (key, nearest) in [
        ("gmaes", "games"),
        ("Seed", "seed"),
        ("opening", "openings"),
        ("clocks", "clock"),
        ("agent", "agents"),
        ("constant", "constants"),
    ] {
        let message = format!("line 2: unknown key '{key}'; did you mean '{nearest}'?");
        assert_eq!(error(&format!("games = 2\n{key} = 5\n{TWO}")), message);
    }
    // The last key of the list is complete even where the message is at its longest.
    assert!(error("unheard-of = 5").ends_with(", sprt, alpha, beta, constants, agents, field"));
}

/// A class file with mistakes: each is named with its line, and the other agents can play.
#[test]
fn bad_entrants_can_be_left_out() {
    let text = "games = 2\n[[agents]]\nname = 'anna'\nheuristic = \"n - 2*n'\"\n\n[[agents]]\nname = 'ben'\n\
                heuristic = 'n - 2*m'\n\n[[agents]]\nname = 'anna'\nagent = 'greedy'\n\n[[agents]]\nheuristic = 'open'\n";
    let file = SpecFile::parse(text).unwrap();
    let located = |error: SpecError| error.located(text).to_string();
    let message =
        "line 8: agents: number 2, 'ben': column 18: unknown name 'm'; did you mean 'dm'?";
    assert_eq!(located(file.spec().unwrap_err()), message);
    let (good, bad) = file.without_bad_agents(&Agents::builtin(), &Constants::NONE).unwrap();
    let twice = "line 12: agents: number 3, 'anna': another agent has this name";
    assert_eq!(bad.into_iter().map(located).collect::<Vec<_>>(), [message, twice]);
    let spec = good.spec().unwrap();
    let names: Vec<&str> = spec.entrants().iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["anna", "alphabeta(open)"]);
    assert_eq!(spec.entrants()[0].agent.to_string(), "alphabeta(\"n - 2*n'\")");
}

/// A sequential test plays until it decides, as far as there are openings.
#[test]
fn sequential_tests_have_no_small_limit() {
    let pairs = |text: &str| {
        let spec = SpecFile::parse(&format!("sprt = [0, 5]\n{text}\n{TWO}")).unwrap();
        spec.spec().unwrap().pairs()
    };
    assert_eq!(pairs("openings = 6"), 500_000);
    assert_eq!((pairs(""), pairs("openings = 0")), (500_000, 500_000));
    assert_eq!((pairs("openings = 'all'"), pairs("games = 10")), (315, 5));
}
