//! Agents as text, and properties that all of them share.

use std::time::Duration;

use lastknight::agent::{AGENTS, Agents};
use lastknight::control::{Clock, Control, Limits};
use lastknight::oracle::{OracleConditions, Sample, SamplePlan};
use lastknight::{Agent, Color, Constants, Game, Heuristic, Position};

/// An example of every agent, with many settings.
const EXAMPLES: [&str; 17] = [
    "random",
    "greedy(improved)",
    "greedy(open, ties=random)",
    "minimax(open, depth=3)",
    "minimax(improved, depth=2, deepen=on, symmetry=on, single=on, trap=on, center=on, reflect=on)",
    "alphabeta(improved, depth=5)",
    "alphabeta(chase(0.25,1), time=150ms, clock=cpu, order=best, ordered=4, keep=on)",
    "alphabeta(\"dp * (n - 1.5*n')\", nodes=9000, order=full, moves=unmake)",
    "engine",
    "engine(territory, nodes=100000, memory=1, threads=2, solve=off, swindle=off)",
    "perfect",
    "perfect(nodes=100000, clock=cpu, memory=2, threads=2)",
    "mcts",
    "mcts(time=150ms)",
    "mcts(improved, nodes=9000)",
    "mcts(chase(0.25,1), nodes=9000, explore=1.25, urgency=-0.5, rollout=greedy, cut=3, keep=off, memory=1, symmetry=on)",
    "mirror(alphabeta(ab15, depth=5))",
];

fn agent(text: &str) -> Agent {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn texts_round_trip() {
    for text in EXAMPLES {
        assert_eq!(agent(text).to_string(), text);
    }
    for entry in AGENTS {
        let is_there = EXAMPLES.iter().any(|text| agent(text).name() == entry.name);
        assert!(is_there, "no example of {}", entry.name);
    }
}

#[test]
fn time_is_scaled_and_nothing_else() {
    for (text, scaled) in [
        ("alphabeta(improved, time=150ms)", "alphabeta(improved, time=300ms)"),
        ("mirror(mcts(time=1s))", "mirror(mcts(time=2s))"),
        ("engine(territory, nodes=1000)", "engine(territory, nodes=1000)"),
    ] {
        assert_eq!(agent(text).scale_time(2.0).to_string(), scaled);
    }
}

#[test]
fn defaults_are_omitted() {
    for (text, shown) in [
        ("alphabeta", "alphabeta(improved)"),
        (" alphabeta ( improved , order = none, depth = 05 ) ", "alphabeta(improved, depth=5)"),
        ("alphabeta(time=0.15s)", "alphabeta(improved, time=150ms)"),
        ("alphabeta(n - n', depth=2)", "alphabeta(\"n - n'\", depth=2)"),
        ("alphabeta(if(n == 1, 2, 3))", "alphabeta(\"if(n == 1, 2, 3)\")"),
        ("random()", "random"),
        ("mcts(explore=1.50, memory=064)", "mcts(explore=1.5)"),
    ] {
        assert_eq!(agent(text).to_string(), shown);
        assert_eq!(agent(text), agent(shown));
    }
}

#[test]
fn errors_name_the_place() {
    for (text, message) in [
        ("", "column 1: the agent is empty"),
        ("(3)", "column 1: unknown agent '(3)'"),
        ("alfabeta", "column 1: unknown agent 'alfabeta'; did you mean 'alphabeta'?"),
        ("alphabeta(improved", "column 10: this '(' is never closed"),
        ("alphabeta(\"n - n'", "column 11: this '\"' is never closed"),
        ("alphabeta improved", "column 11: nothing can follow here, but 'improved' does"),
        ("random)", "column 7: nothing can follow here, but ')' does"),
        ("alphabeta(improved) 3", "column 21: nothing can follow here, but '3' does"),
        ("alphabeta(improved,,)", "column 20: an argument is missing"),
        ("random(improved)", "column 8: random takes only settings, as in depth=5"),
        (
            "alphabeta(improved, open)",
            "column 21: alphabeta takes one heuristic, then settings, as in depth=5",
        ),
        ("mirror", "column 1: mirror needs another agent, as in mirror(alphabeta(improved))"),
        ("mirror(random, depth=3)", "column 16: mirror has no setting 'depth'"),
        (
            "alphabeta(improved, Order=best)",
            "column 21: alphabeta has no setting 'Order'; did you mean 'order'?",
        ),
        ("minimax(depth=3, depth=4)", "column 18: depth is set twice"),
        ("minimax(depth=-1)", "column 15: depth is a whole number from 0 to 255, not '-1'"),
        ("minimax(depth=)", "column 15: depth is a whole number from 0 to 255, not ''"),
        (
            "minimax(time=150)",
            "column 14: time is a time such as 150ms or 2s, up to 720h, not '150'",
        ),
        ("mcts(depth=5)", "column 6: mcts has no setting 'depth'"),
        ("mcts(explore=1e1)", "column 14: explore is a number from 0 to 100, not '1e1'"),
        ("alphabeta(order=bset)", "column 17: order is none|full|best, not 'bset'"),
        (
            "alphabeta(imprved, depth=3)",
            "column 11: unknown name 'imprved'; did you mean 'improved'?",
        ),
        ("alphabeta(\"é + n'' \", depth=3)", "column 12: unknown name 'é'"),
        ("alphabeta(\"n - shard\")", "column 16: unknown name 'shard'; did you mean 'shared'?"),
    ] {
        assert_eq!(text.parse::<Agent>().unwrap_err().to_string(), message, "{text}");
    }
    let deep = format!("{}random{}", "mirror(".repeat(20), ")".repeat(20));
    let error = deep.parse::<Agent>().unwrap_err();
    assert_eq!(error.to_string(), "column 64: agents are nested more than 8 levels deep");
    let error = "alphabeta(imprved)".parse::<Agent>().unwrap_err();
    assert_eq!(error.picture(), "alphabeta(imprved)\n          ^");
}

/// Every agent finds a legal move under every limit, unless the game is over.
#[test]
fn agents_always_find_a_legal_move() {
    let positions = [
        "1x1",
        "2x1",
        "3x3",
        "7x7",
        "N b",
        "N1 b",
        "Nn w",
        "xxx w",
        "2/2/Nn w",
        "7/7/7/3N3/7/7/7 b",
        "7/7/7/3N3/1n5/7/7 w",
        "11/11/11/4N6/11/6n4/11/11/11 b",
        "9x9",
        "128x1",
    ];
    let limits = [
        Limits::depth(0),
        Limits::depth(1),
        Limits::nodes(0),
        Limits::nodes(1),
        Limits::nodes(500),
        Limits::time(Duration::ZERO),
        Limits::time(Duration::from_micros(10)),
        Limits::time(Duration::from_millis(2)),
    ];
    for entry in AGENTS {
        let text = EXAMPLES.iter().find(|text| text.starts_with(entry.name)).expect("an example");
        // Without limits of its own.
        let text = text.replace(", depth=3", "").replace(", depth=5", "");
        for line in positions {
            let position: Position = line.parse().expect("a position");
            for limits in limits {
                for clock in Clock::ALL {
                    let report = agent(&text)
                        .player(5)
                        .choose_at(&position, Control::from(limits).clock(clock))
                        .expect("built-in agents do not forfeit");
                    match report.best() {
                        Some(to) => assert!(position.legal_moves().contains(to), "{text} {line}"),
                        None => assert!(position.winner().is_some(), "{text} {line} {limits:?}"),
                    }
                }
            }
        }
    }
}

/// The built-in `improved` as a function.
fn improved() -> Heuristic {
    let value = |position: &Position, player: Color| {
        let moves = |color| f64::from(position.moves_of(color).count());
        moves(player) - moves(!player)
    };
    Heuristic::from_fn("my-improved", value).expect("a free name")
}

#[test]
fn a_function_plays_like_the_same_built_in_heuristic() {
    for (text, shown) in [
        ("greedy", "greedy(my-improved)"),
        ("minimax(depth=3)", "minimax(my-improved, depth=3)"),
        ("alphabeta(depth=5)", "alphabeta(my-improved, depth=5)"),
        ("engine(improved, nodes=5000)", "engine(my-improved, nodes=5000)"),
        ("mcts(improved, nodes=500)", "mcts(my-improved, nodes=500)"),
    ] {
        let built_in = agent(text);
        let own = built_in.clone().with_heuristic(improved()).expect("it takes a heuristic");
        assert_eq!(own.to_string(), shown);
        for board in ["5x5", "7/7/7/3N3/1n5/7/7 w", "11x9 moves f5 d4 g7 e6"] {
            let game: Game = board.parse().expect("a game");
            let report = |agent: &Agent| {
                let report = agent.player(3).choose_at(game.position(), Limits::NONE);
                let report = report.expect("built-in agents do not forfeit");
                (report.lines, report.nodes)
            };
            assert_eq!(report(&own), report(&built_in), "{shown} in {board}");
        }
    }
}

#[test]
fn agents_without_a_heuristic_take_none() {
    for text in ["random", "perfect", "mirror(greedy)"] {
        let error = agent(text).with_heuristic(improved()).expect_err(text);
        assert_eq!(error.to_string(), format!("{} takes no heuristic", error.agent));
    }
}

/// A custom agent that plays like another.
fn like(name: &str, text: &str) -> Agent {
    let other = agent(text);
    Agent::custom(name, move |seed| other.player(seed)).expect("a free name")
}

#[test]
fn custom_agents_are_named_beside_the_built_in_ones() {
    let agents = Agents::builtin().with(like("cautious", "greedy")).expect("a free name");
    let parse = |text: &str| {
        let agent = agents.parse(text, &Constants::NONE);
        agent.map(|agent| agent.to_string()).map_err(|error| error.to_string())
    };
    for text in ["cautious", "mirror(cautious)", "greedy(open)"] {
        assert_eq!(parse(text), Ok(text.to_owned()));
    }
    assert_eq!(parse("cautious()"), Ok("cautious".to_owned()));
    for (text, error) in [
        ("cautous", "column 1: unknown agent 'cautous'; did you mean 'cautious'?"),
        ("gredy", "column 1: unknown agent 'gredy'; did you mean 'greedy'?"),
        ("cautious(depth=3)", "column 9: cautious takes no arguments"),
        ("mirror(cautious(open))", "column 16: cautious takes no arguments"),
        ("cautious x", "column 10: nothing can follow here, but 'x' does"),
    ] {
        assert_eq!(parse(text), Err(error.to_owned()));
    }
    assert!("cautious".parse::<Agent>().is_err());
    let parsed = agents.parse("cautious", &Constants::NONE).expect("an agent");
    assert_eq!((parsed.name(), &parsed), ("cautious", &like("cautious", "random")));
    assert_eq!((parsed.limits(), parsed.resources().threads), (Limits::NONE, 1));
    let taken = agents.with(like("cautious", "random")).expect_err("the name is taken");
    assert_eq!(taken.to_string(), "agent 'cautious': the name is taken");
}

#[test]
fn names_of_custom_agents_are_checked() {
    for (name, error) in [
        ("engine", "agent 'engine': the name is taken"),
        ("", "agent '': a name is a letter, then letters, digits, '-' and '_'"),
        ("2nd", "agent '2nd': a name is a letter, then letters, digits, '-' and '_'"),
        ("a b", "agent 'a b': a name is a letter, then letters, digits, '-' and '_'"),
        ("a(b)", "agent 'a(b)': a name is a letter, then letters, digits, '-' and '_'"),
    ] {
        let made = Agent::custom(name, |_| unreachable!("it is never created"));
        assert_eq!(made.expect_err(name).to_string(), error);
    }
    let error = like("mine", "greedy").with_heuristic(improved()).expect_err("it takes none");
    assert_eq!(error.to_string(), "mine takes no heuristic");
}

/// The oracle measures custom agents like others. One that cannot be created keeps no win.
#[test]
fn the_oracle_measures_custom_agents() {
    let mut sample = Sample::new(SamplePlan::new("5x5".parse().expect("a board"), 1));
    sample.grow(20, &OracleConditions::new(Limits::NONE));
    let conditions = OracleConditions::new(Limits::nodes(500));
    let hits = |agent: &Agent| sample.ask(agent, &conditions).critical().hits;
    assert_eq!(hits(&like("mine", "mcts")), hits(&agent("mcts")));
    let broken = Agent::custom("broken", |_| panic!("on purpose")).expect("a free name");
    assert_eq!(hits(&broken), 0);
}
