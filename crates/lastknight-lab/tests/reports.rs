//! Report files: valid for any names of agents and any number of games, and the same every time.

use lastknight::stats::Z95;
use lastknight_lab::report::{Report, files, write_files};
use lastknight_lab::{Run, Session, Spec, SpecFile};
use roxmltree::{Document, ParsingOptions};

fn spec(text: &str) -> Spec {
    SpecFile::parse(text).expect("TOML").spec().expect("a specification")
}

fn play_on(session: &mut Session<'_>, spec: &Spec) -> Run {
    let mut run = session.begin(spec).expect("a run");
    session.play(&mut run, &mut |_| {}).expect("an end");
    run
}

/// Plays a specification and returns the report.
fn report(text: &str) -> Report {
    let mut session = Session::in_memory().expect("a session");
    let run = play_on(&mut session, &spec(text));
    session.report(&run).expect("a report")
}

fn file(report: &Report, name: &str) -> String {
    let files = files(report).expect("files");
    let (_, contents) = files.into_iter().find(|file| file.0 == name).expect("such a file");
    String::from_utf8(contents).expect("text")
}

/// Returns the page after checking that it is well-formed, that its links lead somewhere and that it loads nothing.
fn page(report: &Report) -> String {
    let page = file(report, "report.html");
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(&page, options).expect("well-formed");
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        assert!(!["script", "b", "img", "link", "iframe"].contains(&name), "{name}");
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{}", attribute.name());
            if attribute.name() == "href" {
                let target = attribute.value().strip_prefix('#').expect("a link within the page");
                assert_eq!(ids.iter().filter(|&&id| id == target).count(), 1, "{target}");
            }
        }
    }
    assert!(!page.contains("NaN") && !page.contains("inf "), "a number that is none");
    page
}

/// Returns the text of a page without its markup.
fn words(page: &str) -> String {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(page, options).expect("well-formed");
    document.descendants().filter_map(|node| node.text()).collect::<Vec<_>>().join("\n")
}

/// Parses CSV as in RFC 4180, but with LF line ends.
fn fields(csv: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let mut is_quoted = false;
    let mut rest = csv.chars().peekable();
    while let Some(c) = rest.next() {
        let line = lines.last_mut().expect("a line");
        let field = line.last_mut().expect("a field");
        match c {
            '"' if is_quoted && rest.peek() == Some(&'"') => field.push(rest.next().expect("it")),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => line.push(String::new()),
            '\n' if !is_quoted => lines.push(vec![String::new()]),
            c => field.push(c),
        }
    }
    assert_eq!(lines.pop(), Some(vec![String::new()]), "the last line ends like the others");
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    lines
}

const HOSTILE: [&str; 4] = [
    "</title><script>alert(1)</script>",
    "a|b, \"quoted\" second line",
    "it's & co <b onclick='x'>`code` **loud**",
    "=1+1 \u{202e}日本",
];

fn hostile() -> Report {
    let agents = HOSTILE.iter().zip(["random", "greedy", "greedy(open)", "minimax(open, depth=1)"]);
    let agents = agents.map(|(name, agent)| {
        format!("[[agents]]\nname = {}\nagent = \"{agent}\"\n", serde_json::json!(name))
    });
    let agents: String = agents.collect();
    report(&format!("name = \"<i>&|#\"\nboard = \"5x5\"\ngames = 6\noracle = 3\n{agents}"))
}

/// Replaces every escaped character of a Markdown line with a letter.
fn unescaped(line: &str) -> String {
    let mut parts = line.split('\\');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |line, part| line + "x" + part.get(1..).unwrap_or_default())
}

#[test]
fn names_say_what_they_say() {
    let report = hostile();
    let words = words(&page(&report));
    assert!(words.contains("<i>&|#") && words.contains(HOSTILE[0]), "{words}");
    assert!(words.contains("a|b, \"quoted\" second line"));
    let markdown = file(&report, "report.md");
    assert!(markdown.starts_with("# \\<i\\>\\&\\|#: 4 agents on 5x5, "), "{markdown}");
    let tables: Vec<String> =
        markdown.lines().filter(|line| line.starts_with('|')).map(unescaped).collect();
    for lines in tables.chunk_by(|a, b| a.len() == b.len()) {
        let cells = |line: &String| line.matches('|').count();
        assert!(lines.iter().all(|line| cells(line) == cells(&lines[0])), "{markdown}");
    }
    assert!(tables.iter().all(|line| !line.contains(['<', '`', '*'])), "{markdown}");
    let lines = fields(&file(&report, "standings.csv"));
    let mut names: Vec<&str> = lines[1..].iter().map(|line| line[1].as_str()).collect();
    names.sort_unstable();
    let mut expected = HOSTILE;
    expected.sort_unstable();
    assert_eq!(names, expected);
}

#[test]
fn figures_are_those_of_the_report() {
    let report = hostile();
    let lines = fields(&file(&report, "pairings.csv"));
    assert_eq!(lines.len(), 1 + report.pairings.len());
    let column = |name: &str| lines[0].iter().position(|field| field == name).expect("a column");
    for (line, pairing) in lines[1..].iter().zip(&report.pairings) {
        let number = |name: &str| line[column(name)].parse::<f64>().ok();
        assert_eq!(line[column("first")], report.spec.entrants()[pairing.players[0]].name);
        assert_eq!(number("score"), pairing.pairs.score());
        assert_eq!(number("score_low"), Some(pairing.pairs.interval(Z95).0));
        assert_eq!(number("corrected_p_value"), Some(pairing.corrected));
        assert_eq!(number("elo"), pairing.pairs.elo(Z95).map(|elo| elo.value));
    }
    let lines = fields(&file(&report, "standings.csv"));
    let ratings: Vec<f64> = lines[1..].iter().map(|line| line[5].parse().unwrap()).collect();
    let expected = report.order.iter().map(|&number| report.standings[number].rating.elo);
    assert!(ratings.into_iter().eq(expected));
}

#[test]
fn a_report_is_the_same_every_time() {
    let report = hostile();
    let first = files(&report).unwrap();
    // The date of a workbook has no parts of seconds.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    assert!(first == files(&report).unwrap());
    let names: Vec<&str> = first.iter().map(|file| file.0.as_str()).collect();
    let expected =
        ["report.html", "report.md", "standings.csv", "pairings.csv", "report.xlsx", "report.json"];
    assert_eq!(names, expected);
    assert!(first[4].1.starts_with(b"PK"));
}

#[test]
fn a_run_without_games_has_a_report() {
    let spec = spec("board = \"5x5\"\ngames = 4\nagents = ['random', 'greedy', 'mcts']");
    let mut session = Session::in_memory().expect("a session");
    let run = session.begin(&spec).expect("a run");
    let report = session.report(&run).expect("a report");
    assert_eq!(report.games(), 0);
    assert!(words(&page(&report)).contains("No game is finished yet."));
    assert!(file(&report, "report.md").contains("0 of 12 games so far"));
    assert_eq!(fields(&file(&report, "standings.csv")).len(), 4);
    // A half-finished run has one too.
    play_on(&mut session, &spec.clone().with_games(2).expect("openings"));
    let run = session.begin(&spec).expect("a run");
    let report = session.report(&run).expect("a report");
    assert!(words(&page(&report)).contains("6 of 12 games so far"));
}

#[test]
fn a_gauntlet_has_the_table_of_the_course() {
    let text = "board = \"5x5\"\ngames = 4\nagents = ['greedy', 'mcts(nodes=50)']\n\
                field = ['random', 'greedy(open)', 'minimax(depth=2)']";
    let report = report(text);
    let page = page(&report);
    assert!(page.contains("id=\"field\"") && words(&page).contains("won | lost"));
    let markdown = file(&report, "report.md");
    assert!(markdown.contains("## Against the field") && markdown.contains("| win rate "));
    assert_eq!(fields(&file(&report, "pairings.csv")).len(), 1 + 6);
}

#[test]
fn a_match_has_its_test() {
    let text = "format = \"match\"\nboard = \"5x5\"\ngames = 400\nsprt = [0, 100]\n\
                agents = ['greedy', 'random']";
    let report = report(text);
    let page = page(&report);
    assert!(page.contains("id=\"test\"") && page.contains("id=\"match\""));
    assert!(!page.contains("id=\"crosstable\""));
    assert!(words(&page).contains("accepted: 100 explains the pairs better than 0"));
    assert!(file(&report, "report.md").contains("## Sequential test"));
}

#[test]
fn many_agents_leave_the_page_usable() {
    let agents = |count: usize| {
        let agent = |n| format!("{{ name = 'agent number {n}', agent = 'random' }}");
        (0..count).map(agent).collect::<Vec<_>>().join(", ")
    };
    let text =
        |count| format!("board = \"3x3\"\nopenings = 2\ngames = 2\nagents = [{}]", agents(count));
    let twenty = page(&report(&text(20)));
    assert!(twenty.len() < 400_000, "{}", twenty.len());
    let many = page(&report(&text(60)));
    assert!(many.len() < 1_500_000, "{}", many.len());
    assert!(words(&many).contains("Only the best 30 are shown"));
}

/// Equal agents are told apart in at most about 5 % of tournaments, whatever the number of agents.
#[test]
fn equal_agents_are_rarely_told_apart() {
    let runs = 120;
    let is_wrong = |seed: &usize| {
        let text = format!(
            "board = \"4x5\"\ngames = 16\nseed = {seed}\nagents = ['random', 'random', 'random', 'random', 'greedy']"
        );
        let text = text.replace("'random'", "{ name = 'N', agent = 'random' }");
        let text = (0..4).fold(text, |text, n| text.replacen("'N'", &format!("'{n}'"), 1));
        let report = report(&text);
        (0..4).any(|second| (0..second).any(|first| report.is_apart(first, second)))
    };
    let wrong = (0..runs).filter(is_wrong).count();
    assert!(wrong <= runs / 10, "{wrong} of {runs}");
}

/// Another run in the same directory does not overwrite a report, and the next run with a name shows what has changed.
#[test]
fn reports_of_other_runs_stay_and_changes_are_shown() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut session = Session::open(directory.path()).expect("a session");
    let mut play = |text: &str| {
        let run = play_on(&mut session, &spec(text));
        let report = session.report(&run).expect("a report");
        session.write_report(&report).expect("files");
        report
    };
    let of = |games: usize, agents: &str| {
        format!("name = 'class'\nboard = '5x5'\ngames = {games}\nagents = [{agents}]")
    };
    let first = play(&of(4, "'random', 'greedy'"));
    assert!(first.history.is_empty());
    let more = play(&of(6, "'random', 'greedy'"));
    assert_eq!((more.run, more.history.len(), more.history[0].games), (first.run, 1, 4));
    let read = |path: &str| std::fs::read_to_string(directory.path().join(path));
    assert!(read("report.md").unwrap().contains("## History"));
    assert!(read("run-1/report.md").is_err());
    let other = play(&of(
        4,
        "'random', 'greedy(open)', { name = 'greedy(improved)', agent = 'greedy(center)' }",
    ));
    assert_eq!((other.run, other.history.len()), (2, 2));
    assert_eq!(other.history[1].agents.len(), 2);
    let page = read("report.html").unwrap();
    assert!(page.contains("agent changed") && page.contains(">new<"), "{page}");
    assert!(read("run-1/report.md").unwrap().contains("2 agents on 5x5"));
    // The first run again: what came later is not shown.
    let again = play(&of(6, "'random', 'greedy'"));
    assert_eq!((again.run, again.history.len()), (1, 1));
    assert!(read("run-2/report.md").unwrap().contains("3 agents on 5x5"));
}

#[test]
fn files_replace_those_of_before() {
    let report = hostile();
    let directory = tempfile::tempdir().expect("a directory");
    let page = directory.path().join("report.html");
    std::fs::write(&page, "old").expect("a file");
    assert_eq!(write_files(&report, directory.path()).expect("files"), page);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), file(&report, "report.html"));
    // Nothing else is left there.
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 6);
    let missing = directory.path().join("missing");
    let error = write_files(&report, &missing).unwrap_err().to_string();
    assert!(error.contains("report.html") && !error.contains('\n'), "{error}");
    // A directory is in the way: what was written beside it is gone.
    std::fs::remove_file(&page).unwrap();
    std::fs::create_dir(&page).unwrap();
    assert!(write_files(&report, directory.path()).is_err());
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 6);
}
