//! Studies: the same figures however they are run, and one-line errors for invalid ones.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use lastknight_lab::Store;
use lastknight_lab::study::{Extent, Grid, Measured, Study, StudyRunner, Verdict};

/// A little of every kind with random games or positions.
const STUDY: &str = r#"
title = "A small study"
question = "Does it run?"
source = "ours"

[[measures]]
name = "course"
title = "Against the course"
games = 6
nodes = 50
openings = 2
field = "course-fixed"
sweeps = [{ agent = "alphabeta({})", values = ["improved", "open"] }]
published = [{ source = "nowhere", margin = 5, over = "improved", figures = { improved = 90, open = 1 } }]

[[measures]]
name = "boards"
title = "Two boards"
games = 8
depth = 1
agents = [{ name = "a", agent = "alphabeta(improved)" }]
sweeps = [{ agent = "alphabeta(weighted({}))", values = [0.5, 2], label = "c = {}" }]
field = ["alphabeta(open)"]
legs = [{ board = "5x5" }, { board = "5x6", depth = 2, share = 0.5 }]
claims = [{ says = "it wins games", source = "nowhere", row = "a", column = "5x5", least = 0.01 }]

[[measures]]
name = "everybody"
title = "A round robin"
games = 4
board = "5x5"
depth = 1
count-symmetry = true
agents = ["greedy", "random", "alphabeta(improved)"]

[[measures]]
name = "oracle"
title = "Solved positions"
kind = "oracle"
games = 8
board = "5x5"
depth = 1
by = "ply"
agents = ["greedy", "random"]

[[measures]]
name = "search"
title = "The best weight"
kind = "halving"
games = 4
board = "5x5"
depth = 1
field = ["random"]
agent = "alphabeta(weighted({c}))"
parameters = ["c=1 in 0..4 step 1"]
points = [[1], [2]]
halvings = 1
claims = [{ says = "it finds something", source = "nowhere", row = "c=2", column = "against the field", least = 0 }]
"#;

fn study(text: &str) -> Study {
    Study::parse("small", text).expect("a study")
}

fn run(store: &mut Store, threads: usize, stop: &AtomicBool) -> Vec<Measured> {
    let threads = NonZeroUsize::new(threads).expect("one or more");
    let mut on_progress = |_: &lastknight_lab::study::StudyProgress<'_>| {};
    StudyRunner::new(store, threads, stop, &mut on_progress)
        .run(&study(STUDY), Extent::Normal)
        .expect("a study that runs")
}

fn grids(measured: &[Measured]) -> Vec<Grid> {
    measured.iter().map(|measured| measured.grid.clone()).collect()
}

#[test]
fn figures_are_the_same_on_any_number_of_threads() {
    let never = AtomicBool::new(false);
    let [one, two] =
        [1, 2].map(|threads| grids(&run(&mut Store::in_memory().unwrap(), threads, &never)));
    assert_eq!(one, two);
    let names = |grid: &Grid| {
        let names = |axes: &[lastknight_lab::study::Axis]| {
            axes.iter().map(|axis| axis.name.clone()).collect::<Vec<_>>().join(" ")
        };
        (names(&grid.rows), names(&grid.columns))
    };
    let course = "Random MM_Null MM_Open MM_Improved AB_Null AB_Open AB_Improved all";
    assert_eq!(names(&one[0]), ("improved open".to_owned(), course.to_owned()));
    assert_eq!(names(&one[1]), ("a c = 0.5 c = 2".to_owned(), "5x5 5x6, depth 2".to_owned()));
    assert_eq!(one[1].cell("a", Some("5x5")).unwrap().count, 8);
    assert_eq!(one[1].cell("a", None).unwrap().count, 4);
    assert!(one[2].cell("random", Some("random")).is_none(), "no agent plays itself");
    assert_eq!(one[2].cell("random", Some("all")).unwrap().count, 8);
    assert!(one[2].cell("random", Some("mirror wins met")).is_some());
    assert_eq!(one[3].cell("greedy", Some("all")).unwrap().count, 8);
}

/// A stopped study resumes and plays nothing twice.
#[test]
fn a_stopped_study_resumes() {
    let never = AtomicBool::new(false);
    let whole = grids(&run(&mut Store::in_memory().unwrap(), 2, &never));
    let mut store = Store::in_memory().unwrap();
    let mut rounds = 0;
    loop {
        let stop = AtomicBool::new(false);
        let mut steps = 0;
        let mut on_progress = |_: &lastknight_lab::study::StudyProgress<'_>| {
            steps += 1;
            stop.store(steps > 2, Ordering::Relaxed);
        };
        let two = NonZeroUsize::new(2).unwrap();
        let mut runner = StudyRunner::new(&mut store, two, &stop, &mut on_progress);
        let measured = runner.run(&study(STUDY), Extent::Normal).unwrap();
        rounds += 1;
        if measured.len() == whole.len() {
            assert_eq!(grids(&measured), whole);
            break;
        }
        assert!(rounds < 200, "it never ends");
    }
    assert!(rounds > 1);
}

#[test]
fn claims_are_judged() {
    let never = AtomicBool::new(false);
    let measured = run(&mut Store::in_memory().unwrap(), 2, &never);
    let words: Vec<&str> = measured[0].judged.iter().map(|it| it.verdict().word()).collect();
    assert_eq!(words.len(), 3, "two figures and a lead");
    assert_eq!(words[1], "refuted", "open scores more than 1 %");
    assert_eq!(measured[1].judged[0].verdict(), Verdict::Confirmed);
    assert!(measured[4].judged[0].ours.is_some());
}

/// Limits are those of the players, and names that do not describe the agent are explained.
#[test]
fn conditions_are_reported() {
    let never = AtomicBool::new(false);
    let measured = run(&mut Store::in_memory().unwrap(), 2, &never);
    let fact = |at: usize, name: &str| {
        let conditions: &[(&str, String)] = &measured[at].conditions;
        conditions.iter().find(|(own, _)| *own == name).map(|(_, words)| words.as_str())
    };
    assert_eq!(fact(0, "limits"), Some("50 nodes a move unless an agent has its own"));
    assert!(
        fact(0, "agents").unwrap().contains("AB_Open is alphabeta(open, depth=5, ties=random)")
    );
    let agents = "a is alphabeta(improved); c = 0.5 is alphabeta(weighted(0.5)); c = 2 is alphabeta(weighted(2))";
    assert_eq!((fact(1, "limits"), fact(1, "agents")), (Some("depth 1; depth 2"), Some(agents)));
    assert_eq!((fact(2, "agents"), fact(2, "against")), (None, None));
    let own = STUDY.replacen("\"greedy\", \"random\"", "\"alphabeta(open, depth=2)\"", 1);
    let own = own.replacen("\"alphabeta(improved)\"]", "\"alphabeta(improved, nodes=9)\"]", 1);
    let mut store = Store::in_memory().unwrap();
    let mut on_progress = |_: &lastknight_lab::study::StudyProgress<'_>| {};
    let mut runner = StudyRunner::new(&mut store, NonZeroUsize::MIN, &never, &mut on_progress);
    let measured = runner.run(&study(&own), Extent::Normal).unwrap();
    assert!(measured[2].conditions.contains(&("limits", "each agent's own".to_owned())));
}

#[test]
fn bad_studies_are_refused_in_a_line() {
    let change = |from: &str, to: &str| {
        assert!(STUDY.contains(from), "{from}");
        let error = Study::parse("small", &STUDY.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(!error.contains('\n') && error.len() < 300, "{error}");
        error
    };
    let all = [
        ("question", "questoin", "line 3: unknown key 'questoin'; did you mean 'question'?"),
        ("games = 6", "games = -6", "line 9: "),
        ("alphabeta({})", "alphabeta", "measure 'course': sweeps: the agent has no place {}"),
        ("\"open\"]", "\"opne\"]", "measure 'course': agents: number 2, 'opne': "),
        ("course-fixed", "curse", "there is no field 'curse'; there are course-fixed, "),
        ("open = 1 ", "oepn = 1 ", "measure 'course': published: there is no row 'oepn'"),
        ("row = \"a\"", "row = \"b\"", "measure 'boards': claim 'it wins games': there is no row"),
        ("least = 0.01", "published = 3", "claim 'it wins games': say what would confirm it"),
        ("column = \"5x5\"", "column = \"6x6\"", "there is no column '6x6'"),
        ("kind = \"oracle\"\n", "", "measure 'oracle': by: not for this kind of measure"),
        ("agent = \"alphabeta(weighted({c}))\"", "", "measure 'search': agent: it is missing"),
        ("[[1], [2]]", "[[1, 3], [2]]", "measure 'search': "),
        ("name = \"boards\"", "name = \"course\"", "measure 'course': names are letters"),
        ("share = 0.5", "share = 0", "measure 'boards': legs: the share"),
        (
            "count-symmetry",
            "count-symetry",
            "measure 'everybody': line 33: unknown key 'count-symetry'; did you mean 'count-symmetry'?",
        ),
        ("parameters =", "paramters =", "unknown key 'paramters'; did you mean 'parameters'?"),
        ("halvings = 1", "halvings = 1\nlegs = []", "'search': legs: not for this kind of measure"),
        ("kind = \"oracle\"", "kind = \"orakel\"", "line 39: unknown variant `orakel`"),
    ];
    for (from, to, expected) in all {
        let error = change(from, to);
        assert!(error.contains(expected), "{error}");
    }
}
