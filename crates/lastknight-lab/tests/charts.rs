//! Charts of any data: well-formed SVG with finite numbers and complete texts, the same every time.

use lastknight_lab::chart::{
    Bar, Bars, Drawing, Heatmap, HeatmapCell, LinePoint, Lines, Margin, Reference, Scatter,
    ScatterPoint, Series, Stack, Stacks, page_style,
};
use roxmltree::{Document, Node};

/// Names of agents, plain and hostile.
const NAMES: [&str; 6] = [
    "",
    "random",
    "alphabeta('own < 3 & \"opp\" > 2', nodes=9000)",
    "</text></svg><script>alert(1)</script>",
    "a\u{0}\u{1b}[31m\nb\u{ffff} 日本語の名前",
    "alphabeta(weighted(1.5, 2.25, 0.75, 3.125, 1.0625), depth=7, order=killers, table=64MB, seed=18446744073709551615)",
];

/// Numbers that break careless arithmetic.
const NUMBERS: [f64; 12] = [
    0.0,
    -0.0,
    1.0,
    -17.5,
    1e-320,
    1e-12,
    1e300,
    f64::MAX,
    f64::MIN,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

/// Sets of values: none, single ones, equal ones, pairs and everything at once.
fn data_sets() -> Vec<Vec<Option<f64>>> {
    let mut sets = vec![vec![], vec![None], vec![Some(3.0); 5], NUMBERS.map(Some).to_vec()];
    for a in NUMBERS {
        sets.push(vec![Some(a)]);
        sets.extend(NUMBERS.map(|b| vec![Some(a), None, Some(b)]));
    }
    sets
}

fn name(index: usize) -> String {
    NAMES[index % NAMES.len()].to_string()
}

/// Every kind of chart of these values.
fn charts_of(values: &[Option<f64>]) -> Vec<Drawing> {
    let (title, description, axis) = (name(2), name(3), name(4));
    let plain = |index: usize| values[index].unwrap_or(f64::NAN);
    // Each value's interval goes from the one before it to itself.
    let interval = |index: usize| {
        (index.is_multiple_of(2)).then(|| (plain(index.saturating_sub(1)), plain(index)))
    };
    let cell = |index: usize| {
        values[index].map(|value| HeatmapCell { value, text: name(index), title: name(index + 1) })
    };
    let names: Vec<String> = (0..values.len()).map(name).collect();
    let all = 0..values.len();

    let dot = |i| Bar {
        label: name(i),
        value: values[i],
        interval: interval(i),
        other: None,
        note: name(i + 2),
    };
    let dots = Bars {
        title: title.clone(),
        description: description.clone(),
        axis: axis.clone(),
        rows: all.clone().map(dot).collect(),
        ..Bars::default()
    };
    let bar = |i| Bar { other: values[0], ..dot(i) };
    let bars = Bars {
        title: title.clone(),
        axis: axis.clone(),
        value_name: name(5),
        other_name: name(3),
        rows: all.clone().map(bar).collect(),
        ..Bars::default()
    };
    let stack =
        |i| Stack { label: name(i), counts: vec![0, u64::MAX, plain(i) as u64], note: name(i + 2) };
    let stacks = Stacks {
        parts: names.clone(),
        rows: all.clone().map(stack).collect(),
        ..Stacks::default()
    };
    let heatmap = Heatmap {
        title,
        measure: axis.clone(),
        rows: names.clone(),
        columns: names.iter().rev().cloned().collect(),
        cells: all.clone().map(|row| (0..row).map(cell).collect()).collect(),
        margins: vec![Margin { heading: name(5), cells: all.clone().map(cell).collect() }],
        ..Heatmap::default()
    };
    let squares = Heatmap { columns: names, ..heatmap.clone() };
    let point =
        |i| LinePoint { x: plain(values.len() - 1 - i), y: values[i], interval: interval(i) };
    let series = |i| Series { label: name(i), points: all.clone().map(point).collect() };
    let lines = Lines {
        x_axis: axis.clone(),
        has_marks: true,
        series: (0..3).map(series).collect(),
        references: all.clone().map(|i| Reference { label: name(i), value: plain(i) }).collect(),
        ..Lines::default()
    };
    let log = Lines { is_log: true, series: (0..20).map(series).collect(), ..lines.clone() };
    let point = |i| ScatterPoint {
        x: plain(i),
        y: plain(values.len() - 1 - i),
        value: values[i],
        title: name(i),
    };
    let scatter = Scatter {
        y_axis: axis,
        points: all.clone().map(point).collect(),
        best: Some(0),
        ..Scatter::default()
    };
    vec![
        dots.draw_dots(),
        bars.draw(),
        stacks.draw(),
        heatmap.draw(),
        squares.draw(),
        lines.draw(),
        log.draw(),
        scatter.draw(),
    ]
}

/// Panics unless the text is XML whose lengths are plain numbers of a sensible size.
fn check(text: &str) {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let svg = document
        .descendants()
        .find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "svg")))
        .expect("an SVG element");
    assert_eq!(svg.attribute("role"), Some("img"));
    assert!(
        svg.children()
            .filter(Node::is_element)
            .take(2)
            .map(|node| node.tag_name().name())
            .eq(["title", "desc"])
    );
    let lengths = ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height"];
    for node in svg.descendants().skip(1) {
        assert!(!["script", "image", "foreignObject"].contains(&node.tag_name().name()));
        for attribute in node.attributes() {
            let is_length =
                |text: &str| text.parse().is_ok_and(|value: f64| value.abs() < 20_000.0);
            match attribute.name() {
                name if lengths.contains(&name) => {
                    assert!(is_length(attribute.value()), "{node:?}");
                }
                "d" => {
                    let numbers =
                        attribute.value().trim_end_matches('Z').split(['M', 'L', ' ']).skip(1);
                    assert!(numbers.into_iter().all(is_length), "{node:?}");
                }
                "class" | "transform" | "fill-opacity" => {
                    assert!(!attribute.value().contains("NaN"), "{node:?}");
                }
                other => panic!("{other}"),
            }
        }
    }
}

#[test]
fn any_data_make_a_valid_chart() {
    for values in data_sets() {
        let charts = charts_of(&values);
        for chart in &charts {
            check(&chart.file());
            check(&chart.element());
        }
        assert_eq!(charts, charts_of(&values), "the same data, another chart");
    }
}

#[test]
fn names_are_complete() {
    let names: Vec<String> = NAMES.iter().skip(1).map(ToString::to_string).collect();
    let rows =
        names.iter().map(|name| Bar { label: name.clone(), value: Some(1.0), ..Bar::default() });
    let dots = Bars { title: names[1].clone(), rows: rows.collect(), ..Bars::default() };
    let file = dots.draw_dots().file();
    let document = Document::parse(&file).unwrap();
    let titles: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("title"))
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(titles[0], names[1]);
    for name in [&names[0], &names[1], &names[2], &names[4]] {
        assert!(
            titles.iter().any(|title| title.starts_with(name.as_str())),
            "{name} not in {titles:?}"
        );
    }
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text());
    assert!(texts.into_iter().all(|text| text.chars().count() < 70));
}

#[test]
fn the_page_and_a_file_know_every_class_that_is_used() {
    let style = page_style();
    for values in data_sets().iter().take(4) {
        for chart in charts_of(values) {
            let file = chart.file();
            let document = Document::parse(&file).unwrap();
            let own = document
                .descendants()
                .find(|node| node.has_tag_name("style"))
                .unwrap()
                .text()
                .unwrap();
            let classes = document.descendants().filter_map(|node| node.attribute("class"));
            for class in classes
                .flat_map(str::split_whitespace)
                .filter(|&class| class != "chart" && class != "dash-0")
            {
                let rule = format!(".chart .{class}{{");
                assert!(style.contains(&rule) && own.contains(&rule), "{class}");
            }
        }
    }
}

#[test]
fn a_chart_in_a_page_brings_no_rules_of_its_own() {
    let dots = Bars { rows: vec![Bar { value: Some(1.0), ..Bar::default() }], ..Bars::default() };
    let (element, file) = (dots.draw_dots().element(), dots.draw_dots().file());
    assert!(
        !element.contains("<style")
            && element.contains("width=\"100%\"")
            && element.contains("viewBox")
    );
    assert!(file.contains("prefers-color-scheme:dark") && file.contains("var(--chart-s1,#"));
    assert!(!file.contains("--chart-s2"), "a colour that nothing uses");
}
