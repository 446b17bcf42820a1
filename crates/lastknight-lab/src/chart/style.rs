//! The colours of the charts, light and dark, and their style sheet.
//!
//! Every colour has a CSS variable, `--chart-` and its name, and two classes, `fill-` and `line-` and its name. A page
//! sets a variable to change a colour. Each rule also has the light colour itself, for SVG programs without variables.

use std::fmt::Write;

/// All colours: name, light, dark. They work for colour-blind readers: cells go from orange to blue, and everything else
/// also differs by label, dashes or lightness. Text is readable on `back`, on `empty` and on any mixture of `back` with
/// `low` or `high`; so is `back` on `s1` to `s8`, and each of them on `back`.
const COLORS: [(&str, &str, &str); 24] = [
    ("back", "#ffffff", "#14181d"),
    ("text", "#1d232a", "#e8edf2"),
    ("muted", "#59636e", "#9ea9b5"),
    ("grid", "#e3e7eb", "#2b323a"),
    ("axis", "#98a2ad", "#66717d"),
    ("band", "#f5f7f9", "#1a1f25"),
    ("empty", "#eceff2", "#222830"),
    ("low", "#f0923b", "#a04f0e"),
    ("high", "#5fa8dc", "#1f68a6"),
    ("s1", "#0067a5", "#63b2ec"),
    ("s2", "#bf4a00", "#f2935a"),
    ("s3", "#007552", "#45c49a"),
    ("s4", "#a63a7c", "#e891c4"),
    ("s5", "#7a5900", "#dcbd55"),
    ("s6", "#5b48b5", "#b5a4f7"),
    ("s7", "#00707d", "#4fc8d6"),
    ("s8", "#5a6068", "#aab3bd"),
    ("r1", "#e1ecf7", "#1c2d42"),
    ("r2", "#bcd7ee", "#22476b"),
    ("r3", "#8bbce0", "#2a6496"),
    ("r4", "#559cce", "#3a85bf"),
    ("r5", "#2a7ab5", "#5ea6da"),
    ("r6", "#125892", "#93c6ec"),
    ("r7", "#0a3763", "#d3e8f8"),
];

/// The number of colours for series; the ninth series has the first one again, dashed.
pub(super) const SERIES: usize = 8;

/// The number of colours for values, `r1` to `r7`.
pub(super) const STEPS: usize = 7;

/// Returns the name of a series's colour.
pub(super) fn series_color(index: usize) -> String {
    format!("s{}", index % SERIES + 1)
}

/// Returns the classes of a series's line: its colour and dashes.
pub(super) fn series_line(index: usize) -> String {
    format!("line-{} dash-{}", series_color(index), index / SERIES % 4)
}

/// Returns the name of a value's colour, given how far it is from the least to the greatest value.
pub(super) fn step_color(part: f64) -> String {
    let step = (part.clamp(0.0, 1.0) * STEPS as f64).floor() as usize;
    format!("r{}", step.min(STEPS - 1) + 1)
}

/// The rules other than colours. Sizes are here because attributes would repeat on thousands of elements.
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

/// Returns the style sheet for a page with charts, to be included once in a `<style>`.
///
/// Charts follow the reader's preference for light or dark, or the page's choice if its root element has
/// `data-theme="light"` or `"dark"`. A page with another background sets `--chart-back` on the root after this.
#[must_use]
pub fn page_style() -> String {
    style_for(|_| true)
}

/// Returns the style sheet with only the used colours.
pub(super) fn style_for(is_used: impl Fn(&str) -> bool) -> String {
    let used = COLORS.into_iter().filter(|color| is_used(color.0));
    let variable = |name: &str, value: &str| format!("--chart-{name}:{value}");
    let light: Vec<String> = used.clone().map(|color| variable(color.0, color.1)).collect();
    let dark: Vec<String> = used.clone().map(|color| variable(color.0, color.2)).collect();
    let (light, dark) = (light.join(";"), dark.join(";"));
    let mut style = format!(
        ":root{{{light}}}\n:root[data-theme=dark]{{{dark}}}\n\
         @media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n{RULES}"
    );
    for (name, light, _) in used {
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
        [false, true].map(|is_dark| {
            move |name: &str| {
                let (_, light, dark) = COLORS.into_iter().find(|color| color.0 == name).unwrap();
                channels(if is_dark { dark } else { light })
            }
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
