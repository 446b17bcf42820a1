//! Features and heuristics: against a table made by another program, against plain code, and what
//! holds for all of them.

use std::collections::HashMap;

use lastknight::board::word::Word;
use lastknight::eval::feature::{FEATURES, Scope};
use lastknight::eval::registry::{Family, HEURISTICS, RegisteredHeuristic};
use lastknight::eval::territory::Territories;
use lastknight::eval::{Constants, MOST, Scene, WIN};
use lastknight::{Color, Heuristic, Position, Square, Symmetry};
use proptest::prelude::*;

use crate::random;
use crate::reference::Reference;

/// The value of every feature for a player.
fn features<W: Word>(position: &Position<W>, player: Color) -> Vec<f64> {
    let scene = Scene::new(position);
    FEATURES.iter().map(|feature| feature.value(scene.view(player))).collect()
}

/// Every heuristic with some parameters of each, beside its defaults.
fn heuristics() -> Vec<Heuristic> {
    let given = |entry: &RegisteredHeuristic| {
        let values: Vec<String> = entry
            .parameters
            .iter()
            .map(|p| if p.is_whole { p.min + 2.0 } else { p.default / 3.0 })
            .map(|value| value.to_string())
            .collect();
        format!("{}({})", entry.name, values.join(",")).parse().expect("parameters in range")
    };
    HEURISTICS.iter().flat_map(|entry| [Heuristic::of(entry), given(entry)]).collect()
}

#[test]
fn values_are_those_of_the_table() {
    let table = include_str!("data/evaluation.txt");
    let mut position: Option<Position> = None;
    let mut section = "";
    let mut checked = HashMap::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (head, rest) = line.split_once(' ').expect("two words");
        let tokens = match head {
            "features" | "values" => {
                section = head;
                rest
            }
            "" => line,
            _ => {
                position = Some(line.parse().expect("a position"));
                continue;
            }
        };
        let position = position.as_ref().expect("a position before its values");
        for token in tokens.split_whitespace() {
            let (name, value) = token.split_once('=').expect("name=value");
            let expected: f64 = value.parse().expect("a number");
            // A feature's name in parentheses is a formula; without, it may be a heuristic's.
            let text = if section == "features" { format!("({name})") } else { name.to_owned() };
            let heuristic: Heuristic = text.parse().expect("a heuristic");
            let value = heuristic.estimate(position, position.side());
            let close = (value - expected).abs() <= 1e-12 * expected.abs().max(1.0);
            assert!(close, "{name} of {position}: {value}, not {expected}");
            let plain = name.split(['(', '\'']).next().expect("a name").to_owned();
            *checked.entry((section, plain)).or_insert(0) += 1;
        }
    }
    let by_other_means = ["mirror", "model", "symmetry", "linear-model"];
    let names = FEATURES.iter().map(|f| ("features", f.name));
    for (section, name) in names.chain(HEURISTICS.iter().map(|h| ("values", h.name))) {
        let is_checked = checked.contains_key(&(section, name.to_owned()));
        assert_ne!(is_checked, by_other_means.contains(&name), "{section} {name}");
    }
}

#[test]
fn every_entry_is_in_order() {
    let position: Position = "7/7/7/3N3/1n5/7/7 w".parse().expect("a position");
    for (i, entry) in HEURISTICS.iter().enumerate() {
        assert!(HEURISTICS[..i].iter().all(|other| other.name != entry.name), "{}", entry.name);
        assert!(entry.summary.chars().count() <= 70, "{}", entry.name);
        assert!(!entry.summary.ends_with('.'), "{}", entry.name);
        for parameter in entry.parameters {
            assert!(parameter.takes(parameter.default), "{}", entry.name);
        }
        let heuristic: Heuristic = entry.name.parse().expect("a heuristic");
        assert_eq!(heuristic.entry().map(|e| e.name), Some(entry.name));
        // The form mentions every parameter.
        let words: Vec<&str> = entry.form.split(|c: char| !c.is_alphanumeric()).collect();
        for parameter in entry.parameters {
            assert!(words.contains(&parameter.name), "{}", entry.name);
        }
        assert!(heuristic.value(&position, Color::White).is_finite());
    }
    let order: Vec<usize> = HEURISTICS.iter().map(|entry| entry.family as usize).collect();
    assert!(order.is_sorted() && order.last() == Some(&(Family::ALL.len() - 1)));
}

/// An entry that is not marked as antisymmetric really is not.
#[test]
fn marks_of_antisymmetry_are_honest() {
    let positions = [
        "7/2x4/1x1N3/3x3/1nxx3/4x2/7 b",
        "xxxxxxx/x1xNxxx/1xxxx1x/xxxxxx1/x1xxxxx/xxnxxxx/1xx1xxx b",
    ];
    for entry in HEURISTICS.iter().filter(|entry| !entry.is_antisymmetric) {
        let is_antisymmetric = positions.iter().all(|text| {
            let position: Position = text.parse().expect("a position");
            let heuristic = Heuristic::of(entry);
            let [white, black] = Color::ALL.map(|player| heuristic.estimate(&position, player));
            white == -black
        });
        assert!(!is_antisymmetric, "{}", entry.name);
    }
}

#[test]
fn a_game_that_is_over_is_won_or_lost() {
    // White to move is shut in; but for whose turn it is, Black would be as well.
    let position: Position = "xxx/xxx/Nxn w".parse().expect("a position");
    for heuristic in heuristics() {
        for heuristic in [heuristic.twin().expect("it has a form"), heuristic] {
            assert_eq!(heuristic.value(&position, Color::White), -WIN, "{heuristic}");
            assert_eq!(heuristic.value(&position, Color::Black), WIN, "{heuristic}");
        }
    }
}

/// Distances of all squares from a player's knight, by a queue.
fn distances(position: &Position, color: Color) -> HashMap<Square, u32> {
    let geometry = position.geometry();
    let mut queue: std::collections::VecDeque<_> =
        position.moves_of(color).into_iter().map(|square| (square, 1)).collect();
    let mut distances = HashMap::new();
    while let Some((square, distance)) = queue.pop_front() {
        if distances.contains_key(&square) {
            continue;
        }
        distances.insert(square, distance);
        let next = geometry.knight_moves(square) & position.open();
        queue.extend(next.into_iter().map(|square| (square, distance + 1)));
    }
    distances
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_500) })]

    #[test]
    fn twins_agree_to_the_last_bit(position in random::position()) {
        for heuristic in heuristics() {
            let twin = heuristic.twin().expect("it has a form");
            for player in Color::ALL {
                let value = heuristic.value(&position, player);
                prop_assert_eq!(
                    value.to_bits(), twin.value(&position, player).to_bits(),
                    "{} and {} in {}", heuristic, twin, position
                );
                if let Some(narrow) = position.narrow() {
                    prop_assert_eq!(value.to_bits(), heuristic.value(&narrow, player).to_bits());
                    prop_assert_eq!(value.to_bits(), twin.value(&narrow, player).to_bits());
                }
            }
        }
    }

    #[test]
    fn values_are_finite_and_signs_agree(position in random::position()) {
        for heuristic in heuristics() {
            let [white, black] = Color::ALL.map(|player| heuristic.estimate(&position, player));
            prop_assert!(white.abs() <= MOST && black.abs() <= MOST, "{}", heuristic);
            if heuristic.entry().is_some_and(|entry| entry.is_antisymmetric) {
                prop_assert_eq!(white, -black, "{} in {}", heuristic, position);
            }
        }
    }

    #[test]
    fn turning_the_board_changes_no_symmetric_feature(position in random::position()) {
        for &symmetry in Symmetry::of(position.size()) {
            let image = position.transformed(symmetry).expect("it fits");
            for player in Color::ALL {
                let pairs = features(&position, player).into_iter().zip(features(&image, player));
                for (feature, (value, image)) in FEATURES.iter().zip(pairs) {
                    // A longest path that the search gave up on depends on where it looked first.
                    let is_given_up = feature.name == "path" && position.open().count() > 20;
                    if feature.is_symmetric && !is_given_up {
                        prop_assert_eq!(value, image, "{} of {}", feature.name, position);
                    }
                }
            }
        }
    }

    #[test]
    fn features_of_the_board_are_the_same_for_both(position in random::position()) {
        let [white, black] = Color::ALL.map(|player| features(&position, player));
        for (feature, (white, black)) in FEATURES.iter().zip(white.into_iter().zip(black)) {
            if feature.scope == Scope::Board {
                prop_assert_eq!(white, black, "{}", feature.name);
            }
        }
    }

    #[test]
    fn territories_are_what_distances_say(position in random::position()) {
        let side = position.side();
        let [own, other] = [side, !side].map(|color| distances(&position, color));
        let territories = Territories::of(&position);
        for square in position.size().squares() {
            let (own, other) = (own.get(&square), other.get(&square));
            let is_own = own.is_some_and(|own| other.is_none_or(|other| own <= other));
            prop_assert_eq!(territories.mover.contains(square), is_own);
            prop_assert_eq!(territories.other.contains(square), other.is_some() && !is_own);
        }
        let reach = position.reach(side);
        prop_assert_eq!(reach.count() as usize, own.len());
    }

    #[test]
    fn knights_apart_are_judged_right(position in random::small_position()) {
        let path_isolation: Heuristic = "path-isolation(0)".parse().expect("a heuristic");
        let apart: Heuristic = "(apart)".parse().expect("a formula");
        if apart.estimate(&position, Color::White) == 1.0 {
            let wins = Reference::from(&position).wins(&mut HashMap::new());
            prop_assert_eq!(path_isolation.value(&position, position.side()) > 0.0, wins);
        }
    }

    #[test]
    fn longest_paths_are_those_of_brute_force(position in random::small_position()) {
        for color in Color::ALL {
            let path = position.longest_path(color, 1_000_000);
            prop_assert!(path.is_exact);
            prop_assert_eq!(path.length, Reference::from(&position).longest_path(color as usize));
            prop_assert!(path.length <= position.path_bound(color));
            let hasty = position.longest_path(color, 5);
            prop_assert!(hasty.length <= path.length);
            prop_assert!(!hasty.is_exact || hasty.length == path.length);
        }
    }
}

/// Heuristics that take the course's centre for granted are the only ones that a turned board changes.
#[test]
fn only_the_courses_centre_tells_one_side_of_the_board_from_the_other() {
    let lopsided: Vec<&str> = HEURISTICS
        .iter()
        .filter(|entry| {
            Heuristic::of(entry)
                .form()
                .expect("it has one")
                .features()
                .iter()
                .any(|leaf| !leaf.feature().is_symmetric)
        })
        .map(|entry| entry.name)
        .collect();
    let expected = [
        "center",
        "improved+center-program",
        "ab10-program",
        "ab11-program",
        "ab12-program",
        "neighbors-center",
        "neighbors4-center",
    ];
    assert_eq!(lopsided, expected);
}

#[test]
fn constants_stand_for_their_values() {
    let constants: Constants =
        serde_json::from_str(r#"{"alpha": 1.5, "deep": 3}"#).expect("constants");
    let position: Position = "7/2x4/1x1N3/3x3/1nxx3/4x2/7 b".parse().expect("a position");
    for (text, same) in [
        ("dp*(n - alpha*n')", "ab15"),
        ("drilldown(deep)", "drilldown(3)"),
        ("drill(deep) / drill'(deep)", "drilldown(3)"),
    ] {
        let named = Heuristic::parse(text, &constants).expect("a heuristic");
        let plain: Heuristic = same.parse().expect("a heuristic");
        assert_eq!(
            named.value(&position, Color::White),
            plain.value(&position, Color::White),
            "{text}"
        );
    }
}
