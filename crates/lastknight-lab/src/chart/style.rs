//! The colours of the charts, light and dark, and the style sheet that brings them.
//!
//! Every colour is a CSS variable, `--chart-` and its name, and two classes, `fill-` and `line-` and its name. A page
//! sets a variable to change a colour. Each rule also says the light colour plainly, for programs that draw SVG but do
//! not know variables.

use std::fmt::Write;

/// A colour in both modes.
struct Color {
    name: &'static str,
    light: &'static str,
    dark: &'static str,
}

const fn color(name: &'static str, light: &'static str, dark: &'static str) -> Color {
    Color { name, light, dark }
}

/// All colours. They are told apart by people who do not see red or green as others do: cells go from orange to blue,
/// and everything else is also told by labels, dashes or lightness. Text can be read on `back`, on `empty` and on any
/// mixture of `back` with `low` or `high`; `back` on, and the other way round, each of `s1` to `s8`.
const COLORS: [Color; 24] = [
    color("back", "#ffffff", "#14181d"),
    color("text", "#1d232a", "#e8edf2"),
    color("muted", "#59636e", "#9ea9b5"),
    color("grid", "#e3e7eb", "#2b323a"),
    color("axis", "#98a2ad", "#66717d"),
    color("band", "#f5f7f9", "#1a1f25"),
    color("empty", "#eceff2", "#222830"),
    color("low", "#f0923b", "#a04f0e"),
    color("high", "#5fa8dc", "#1f68a6"),
    color("s1", "#0067a5", "#63b2ec"),
    color("s2", "#bf4a00", "#f2935a"),
    color("s3", "#007552", "#45c49a"),
    color("s4", "#a63a7c", "#e891c4"),
    color("s5", "#7a5900", "#dcbd55"),
    color("s6", "#5b48b5", "#b5a4f7"),
    color("s7", "#00707d", "#4fc8d6"),
    color("s8", "#5a6068", "#aab3bd"),
    color("r1", "#e1ecf7", "#1c2d42"),
    color("r2", "#bcd7ee", "#22476b"),
    color("r3", "#8bbce0", "#2a6496"),
    color("r4", "#559cce", "#3a85bf"),
    color("r5", "#2a7ab5", "#5ea6da"),
    color("r6", "#125892", "#93c6ec"),
    color("r7", "#0a3763", "#d3e8f8"),
];

/// How many colours there are for series; a ninth is the first one again, dashed.
pub(super) const SERIES: usize = 8;

/// How many steps colours of values have, from `r1` to `r7`.
pub(super) const STEPS: usize = 7;

/// The name of the colour of the series with this index.
pub(super) fn series_color(index: usize) -> String {
    format!("s{}", index % SERIES + 1)
}

/// The classes of the line of the series with this index: its colour and its dashes.
pub(super) fn series_line(index: usize) -> String {
    format!("line-{} dash-{}", series_color(index), index / SERIES % 4)
}

/// The colour of a value that is this part of the way from the least to the greatest.
pub(super) fn step_color(part: f64) -> String {
    let step = (part.clamp(0.0, 1.0) * STEPS as f64).floor() as usize;
    format!("r{}", step.min(STEPS - 1) + 1)
}

/// The rules that are no colours. Sizes stand here, since attributes would need repeating on thousands of elements.
const RULES: &str = "\
.chart-frame{overflow-x:auto}
.chart{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;\
font-variant-numeric:tabular-nums}
.chart text{text-anchor:start}
.chart .middle{text-anchor:middle}
.chart .end{text-anchor:end}
.chart .strong{font-weight:600}
.chart .heading{font-size:15px;font-weight:600}
.chart .halo{paint-order:stroke;stroke-width:4px;stroke-linejoin:round}
.chart .thin{stroke-width:1px}
.chart .bar{stroke-width:1.5px}
.chart .curve{fill:none;stroke-width:2px;stroke-linejoin:round;stroke-linecap:round}
.chart .faint{fill-opacity:.16}
.chart .hollow{fill:none}
.chart .dash-1{stroke-dasharray:7 4}
.chart .dash-2{stroke-dasharray:2 4}
.chart .dash-3{stroke-dasharray:9 4 2 4}
.chart .reference{stroke-dasharray:5 4;stroke-width:1.2px}
";

/// The style sheet for a page that holds charts; it stands in the page once, in a `<style>`.
///
/// The charts follow the reader's preference for light or dark, or the page's choice where its root element has
/// `data-theme="light"` or `"dark"`. A page whose ground is another sets `--chart-back` on the root after this.
#[must_use]
pub fn page_style() -> String {
    style_for(|_| true)
}

/// The style sheet for a drawing that uses no colours but these.
pub(super) fn style_for(is_used: impl Fn(&str) -> bool) -> String {
    let used: Vec<&Color> = COLORS.iter().filter(|color| is_used(color.name)).collect();
    let variables = |value: fn(&Color) -> &'static str| {
        used.iter()
            .map(|color| format!("--chart-{}:{}", color.name, value(color)))
            .collect::<Vec<_>>()
            .join(";")
    };
    let (light, dark) = (variables(|color| color.light), variables(|color| color.dark));
    let mut style = format!(
        ":root{{{light}}}\n:root[data-theme=dark]{{{dark}}}\n\
         @media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n{RULES}"
    );
    for Color { name, light, .. } in used {
        for (class, property) in [("fill", "fill"), ("line", "stroke")] {
            writeln!(style, ".chart .{class}-{name}{{{property}:{light};{property}:var(--chart-{name},{light})}}")
                .expect("a string takes any text");
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channels(hex: &str) -> [f64; 3] {
        [1, 3, 5].map(|at| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0)
    }

    /// The contrast of two colours as WCAG 2 defines it.
    fn contrast(a: [f64; 3], b: [f64; 3]) -> f64 {
        let luminance = |color: [f64; 3]| {
            let linear = color
                .map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
            0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        };
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Each colour by name, in either mode.
    fn modes() -> [impl Fn(&str) -> [f64; 3]; 2] {
        let find = |name: &str| COLORS.iter().find(|color| color.name == name).unwrap();
        [false, true].map(|is_dark| {
            move |name: &str| channels(if is_dark { find(name).dark } else { find(name).light })
        })
    }

    #[test]
    fn text_is_readable_on_every_cell() {
        for color in modes() {
            for pole in ["low", "high"] {
                for percent in 0..=100 {
                    let strength = f64::from(percent) / 100.0;
                    let (ground, tint) = (color("back"), color(pole));
                    let cell = [0, 1, 2].map(|i| ground[i] + (tint[i] - ground[i]) * strength);
                    assert!(contrast(cell, color("text")) >= 4.5, "{pole} {percent}");
                }
            }
            for ground in ["empty", "back", "band"] {
                assert!(contrast(color(ground), color("muted")) >= 4.5, "muted on {ground}");
                assert!(contrast(color(ground), color("text")) >= 7.0, "text on {ground}");
            }
        }
    }

    #[test]
    fn series_are_readable_as_text_and_under_it() {
        for color in modes() {
            for index in 0..SERIES {
                let name = series_color(index);
                for ground in ["back", "band"] {
                    assert!(contrast(color(&name), color(ground)) >= 4.5, "{name} on {ground}");
                }
            }
        }
    }

    #[test]
    fn steps_of_values_go_from_the_ground_to_its_opposite() {
        for color in modes() {
            let contrasts: Vec<f64> = (1..=STEPS)
                .map(|step| contrast(color(&format!("r{step}")), color("back")))
                .collect();
            assert!(contrasts.is_sorted(), "{contrasts:?}");
        }
        assert_eq!([0.0, 0.5, 1.0, 2.0, -1.0].map(step_color), ["r1", "r4", "r7", "r7", "r1"]);
    }
}
