//! The formula language: what holds for every formula, and what is said of a bad one.

use lastknight::eval::feature::FEATURES;
use lastknight::eval::formula::Expr;
use lastknight::eval::registry::HEURISTICS;
use lastknight::eval::{MOST, Scene};
use lastknight::{Color, Constants, Heuristic, Position};
use proptest::prelude::*;

use crate::random;

/// A formula of any kind, as text.
fn formula() -> impl Strategy<Value = String> {
    let feature = prop::sample::select(FEATURES.iter().map(|f| f.name).collect::<Vec<_>>());
    let primed = (feature, any::<bool>()).prop_map(|(name, is_primed)| {
        let prime = if is_primed { "'" } else { "" };
        let text = format!("{name}{prime}");
        if format!("({text})").parse::<Heuristic>().is_ok() { text } else { name.to_owned() }
    });
    let cheap =
        prop::sample::select(vec!["n", "n'", "se", "nb'", "dp", "active", "dc'", "tau", "f"]);
    let heuristic = prop::sample::select(HEURISTICS.iter().map(|h| h.name).collect::<Vec<_>>());
    let number = prop_oneof![
        (0..20_u32).prop_map(|n| n.to_string()),
        (0.0..100.0_f64).prop_map(|x| x.to_string()),
        Just("1e300".to_owned()),
    ];
    let leaf = prop_oneof![
        6 => cheap.prop_map(str::to_owned),
        2 => primed,
        1 => heuristic.prop_map(|name| format!("({name} + 0)")),
        4 => number,
    ];
    leaf.prop_recursive(6, 40, 3, |part| {
        let binary = prop::sample::select(vec!["+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!="]);
        let unary = prop::sample::select(vec!["-", "+", "abs", "sqrt", "log", "exp", "sign", "H", "Q"]);
        prop_oneof![
            4 => (part.clone(), binary, part.clone()).prop_map(|(a, op, b)| format!("({a}) {op} ({b})")),
            2 => (part.clone(), prop::sample::select(vec!["+", "-", "*", "/"]), part.clone())
                .prop_map(|(a, op, b)| format!("({a}{op}{b})")),
            2 => (unary, part.clone()).prop_map(|(op, a)| format!("{op}({a})")),
            1 => (part.clone(), part.clone(), part.clone()).prop_map(|(a, b, c)| format!("if({a}, {b}, {c})")),
            1 => (part.clone(), part.clone(), part).prop_map(|(a, b, c)| format!("min({a}, max({b}, {c}))")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(4_000) })]

    #[test]
    fn running_is_working_it_out(text in formula(), position in random::position()) {
        // A sum of parts is itself no comparison, so that parts can be put side by side.
        let Ok(heuristic) = text.parse::<Heuristic>() else {
            return Err(TestCaseError::reject("a chain of comparisons"));
        };
        let scene = Scene::new(&position);
        for player in Color::ALL {
            let value = heuristic.estimate(&position, player);
            prop_assert!(value.abs() <= MOST);
            let steps = heuristic.form().expect("a formula").steps(scene.view(player));
            let Some(Expr::Number(last)) = steps.last() else {
                panic!("steps end in a number");
            };
            let last = if last.is_nan() { 0.0 } else { last.clamp(-MOST, MOST) };
            prop_assert_eq!(value, last, "{} in {}", text, position);
            if let Some(narrow) = position.narrow() {
                prop_assert_eq!(value.to_bits(), heuristic.estimate(&narrow, player).to_bits());
            }
        }
    }

    #[test]
    fn what_is_printed_reads_as_the_same(text in formula()) {
        let Ok(heuristic) = text.parse::<Heuristic>() else {
            return Err(TestCaseError::reject("a chain of comparisons"));
        };
        let form = heuristic.form().expect("a formula");
        let printed = form.to_string();
        let again: Heuristic = format!("({printed})").parse().expect("what was printed");
        prop_assert_eq!(again.form(), Some(form), "{}", printed);
        prop_assert_eq!(heuristic.to_string().parse::<Heuristic>().expect("as written").to_string(), heuristic.to_string());
    }
}

fn error(text: &str) -> String {
    text.parse::<Heuristic>().expect_err(text).to_string()
}

#[test]
fn errors_name_the_place_and_what_is_wrong() {
    for (text, message) in [
        ("", "column 1: the formula is empty"),
        ("   ", "column 4: the formula is empty"),
        ("n - ", "column 5: expected a number, a name or '(', found the end"),
        ("n - * n'", "column 5: expected a number, a name or '(', found '*'"),
        ("(n - n'", "column 1: this '(' is never closed"),
        ("n - n')", "column 7: expected an operator or the end, found ')'"),
        ("min(n, n'", "column 4: this '(' is never closed"),
        ("2n", "column 2: an operator is missing before 'n', as in 2*n"),
        ("(2 n)", "column 4: an operator is missing before 'n', as in 2*n"),
        ("n(3)", "column 2: n takes no argument"),
        ("h(n)", "column 2: h takes no argument; did you mean 'H'?"),
        ("dp * (shard - n')", "column 7: unknown name 'shard'; did you mean 'shared'?"),
        ("improvd", "column 1: unknown name 'improvd'; did you mean 'improved'?"),
        ("SQRT(n)", "column 1: unknown name 'SQRT'; did you mean 'sqrt'?"),
        ("terrr'", "column 1: unknown name 'terrr'; did you mean 'terr'?"),
        ("n_", "column 1: unknown name 'n_'; did you mean 'n''?"),
        ("opp.zebra", "column 5: unknown name 'zebra'"),
        ("opp.3", "column 5: expected the name of a feature, found '3'"),
        ("f'", "column 2: f takes no prime: it is the same for both players"),
        ("opp.f", "column 5: f takes no prime: it is the same for both players"),
        ("n''", "column 2: n takes no prime: it has one already"),
        ("opp.n'", "column 6: n takes no prime: it has one already"),
        ("improved'", "column 9: improved takes no prime: it is a heuristic"),
        ("sqrt'(n)", "column 5: sqrt takes no prime: it is a function"),
        ("H", "column 2: expected '(' after the name of a function, found the end"),
        ("if(n, n')", "column 3: if takes 3 arguments, not 2"),
        ("min(n)", "column 4: min takes 2 arguments or more, not 1"),
        ("sqrt()", "column 5: sqrt takes 1 argument, not 0"),
        ("n = n'", "column 3: '=' is no comparison: write '=='"),
        ("0 < n < 3", "column 7: comparisons do not chain: write if(a < b, b < c, 0)"),
        ("1.5.2 * n", "column 1: '1.5.2' is not a number"),
        ("1e999", "column 1: '1e999' is too large a number"),
        ("n . n'", "column 3: '.' does not belong in a formula"),
        (
            "n && n'",
            "column 3: '&' does not belong in a formula: for both of two conditions write if(a, b, 0)",
        ),
        ("chase(1,2,3)", "column 11: chase takes 2 parameters, not 3"),
        ("improved(2)", "column 10: improved takes no parameters, not 1"),
        ("chase(w3=1)", "column 7: chase has no parameter 'w3'; did you mean 'w1'?"),
        ("chase(1, w1=2)", "column 13: w1 is given twice"),
        ("chase(1, n)", "column 10: the arguments of chase must be constants"),
        ("drilldown(9)", "column 11: depth is a whole number from 1 to 8, not 9"),
        ("drilldown(2.5)", "column 11: depth is a whole number from 1 to 8, not 2.5"),
        ("drill(0) + 1", "column 7: depth is a whole number from 1 to 8, not 0"),
        ("openmove-drilldown(2)", "column 20: threshold is a number from 0 to 1, not 2"),
        ("chase(1/0, 1)", "column 7: w1 is a number from -1000 to 1000, not 1000000000"),
        ("chase(w2=1, 0.5)", "column 13: after a parameter by name the others need names too"),
        (
            "chase-isolation(from=20, 5)",
            "column 26: after a parameter by name the others need names too",
        ),
        ("improved)", "column 9: expected an operator or the end, found ')'"),
        ("improved))))", "column 9: expected an operator or the end, found ')'"),
        ("chase(1,2))", "column 11: expected an operator or the end, found ')'"),
        ("opp.improved", "column 5: improved takes no prime: it is a heuristic"),
        ("opp.sqrt(n)", "column 5: sqrt takes no prime: it is a function"),
        ("opp", "column 1: unknown name 'opp'; did you mean 'opp.n'?"),
        ("next-mov", "column 1: unknown name 'next-mov'; did you mean 'next-move'?"),
        (
            "1 + in-isolaton(3)",
            "column 5: unknown name 'in-isolaton'; did you mean 'in-isolation'?",
        ),
        (
            "chase-isolatoin",
            "column 1: unknown name 'chase-isolatoin'; did you mean 'chase-isolation'?",
        ),
        ("n - sb-progam", "column 5: unknown name 'sb-progam'; did you mean 'sb-program'?"),
        ("max-dept", "column 1: unknown name 'max-dept'; did you mean 'max-depth'?"),
        ("ab1", "column 1: unknown name 'ab1'; did you mean 'ab01'?"),
        ("ab5-program", "column 1: unknown name 'ab5-program'; did you mean 'ab05-program'?"),
        ("ln(n)", "column 1: unknown name 'ln'; did you mean 'log'?"),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
}

#[test]
fn a_picture_shows_the_place() {
    let picture = |text: &str| text.parse::<Heuristic>().expect_err(text).picture();
    assert_eq!(picture("dp * (m - n')"), "dp * (m - n')\n      ^");
    assert_eq!(picture("n -"), "n -\n   ^");
    assert_eq!(picture("\u{202e}n"), "\u{fffd}n\n^");
    assert_eq!(picture("\u{3b1}\t$"), "\u{3b1}\u{fffd}$\n  ^");
    let long = format!("{} + m", vec!["n"; 300].join(" + "));
    let lines: Vec<String> = picture(&long).lines().map(str::to_owned).collect();
    assert!(lines[0].chars().count() <= 80);
    assert_eq!(lines[0].chars().nth(lines[1].chars().count() - 1), Some('m'));
}

#[test]
fn sizes_are_bounded() {
    let deep = |open: &str, close: &str, levels| {
        format!("{}n{}", open.repeat(levels), close.repeat(levels))
    };
    assert!(deep("(", ")", 100).parse::<Heuristic>().is_ok());
    for text in [
        deep("(", ")", 101),
        deep("(", ")", 1 << 20),
        "(".repeat(1 << 20),
        deep("-", "", 1 << 20),
        deep("n^", "", 1 << 20),
        deep("abs(", ")", 1 << 18),
    ] {
        assert!(error(&text).ends_with("the formula is nested more than 100 levels deep"));
    }
    assert!(vec!["n"; 500].join("+").parse::<Heuristic>().is_ok());
    for text in [vec!["n"; 1 << 19].join("+"), vec!["openmove-drilldown + n"; 400].join("*")] {
        assert!(error(&text).ends_with("the formula has more than 1000 parts"));
    }
    let names = "a".repeat(1 << 20);
    assert_eq!(error(&names), format!("column 1: unknown name '{}…'", "a".repeat(24)));
}

#[test]
fn odd_values_are_finite() {
    let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().expect("a position");
    let value = |text: &str| text.parse::<Heuristic>().expect(text).value(&position, Color::White);
    for (text, expected) in [
        ("0/0", 0.0),
        ("n/0", 7e9),
        ("-n/(n - 7)", -7e9),
        ("(n - 7)/(n - 7)", 0.0),
        ("sqrt(-n)", 0.0),
        ("log(0)", -MOST),
        ("log(-1)", 0.0),
        ("exp(1000)", MOST),
        ("exp(1000) - exp(1000)", 0.0),
        ("1e300 * 1e300", MOST),
        ("0^-1", 1e9),
        ("0^0", 1.0),
        ("1e9*1e9*1e9", MOST),
        ("min(3, sqrt(-1))", 0.0),
        ("min(sqrt(-1), 3)", 0.0),
        ("max(3, sqrt(-1)) + 1", 0.0),
        ("if(sqrt(-1), 1, 2)", 2.0),
        ("if(-0.5, 1, 2)", 1.0),
        ("sqrt(-1)^0 + H(sqrt(-1)) + sign(sqrt(-1)) + 1", 0.0),
        ("(sqrt(-1) < 1) + (sqrt(-1) == sqrt(-1))", 0.0),
        ("(-8)^(1/3)", 0.0),
        ("-2^2", -4.0),
        ("2^3^2", 512.0),
        ("2**3", 8.0),
        ("n\u{b2} - 2\u{b3}", 41.0),
        ("(n - n' <> 2) + (n \u{2260} 2)", 1.0),
        ("7 - 2 - 1", 4.0),
        ("8 / 2 / 2", 2.0),
        ("n > 6", 1.0),
        ("if(n < 6, 1/0, 5)", 5.0),
        ("min(3, 1, 2) + max(3, 1, 2)", 4.0),
        ("sign(-3) + sign(0) + sign(5) * 10", 9.0),
        ("H(3.9) - H(-1)", 1.0 + 0.5 + 1.0 / 3.0),
        ("abs(n' - n)", 2.0),
        ("opp.n + n\u{2032} + n\u{2019} + opponent.n", 20.0),
        ("improved + 2*chase(1, 0)", 16.0),
        ("improved+center(0) + improved + center", 4.5),
        ("edges + 0", 49.0),
        ("edges", 25.0),
        ("(edges)", 49.0),
    ] {
        assert_eq!(value(text), expected, "{text}");
    }
}

/// A formula prints the values of its constants wherever they stand, so results of different values
/// are never stored under one text.
#[test]
fn constants_as_parameters_print_their_values() {
    let mut constants = Constants::NONE;
    constants.set("k", 4.0).unwrap();
    for (text, printed) in [
        ("drill(k) - 2*n", "drill(4) - 2 * n"),
        ("n - drill(2*k)", "n - drill(8)"),
        ("1*max-depth(k)", "1 * max-depth(4)"),
        ("k*n", "4 * n"),
        ("drill(4) -  2*n", "drill(4) - 2*n"),
    ] {
        let heuristic = Heuristic::parse(text, &constants).unwrap();
        assert_eq!(heuristic.to_string(), printed);
        assert_eq!(printed.parse::<Heuristic>().unwrap().to_string(), printed);
    }
}
