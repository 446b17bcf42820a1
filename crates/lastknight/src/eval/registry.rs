//! The registry of heuristics: all that the reports propose, and our own.
//!
//! An entry here is all a heuristic needs: the command line, the documentation and the tests read
//! this list. A test compares the compiled code with the form, which is a
//! [formula](super::formula).

use super::drilldown::DEPTH;
use super::feature::by_word;
use super::native;
use super::parameter::Parameter;
use super::scene::View;
use crate::board::Word;
use crate::board::word::{ByWord, PerWord};

/// A registered heuristic.
#[derive(Debug)]
#[non_exhaustive]
pub struct RegisteredHeuristic {
    /// The name.
    pub name: &'static str,
    /// The source.
    pub family: Family,
    /// The parameters.
    pub parameters: &'static [Parameter],
    /// The definition as a formula over features and parameters.
    pub form: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// Whether the value for one player is the negated value for the other.
    pub is_antisymmetric: bool,
    /// How an ambiguous source was interpreted.
    pub reading: Option<&'static str>,
    native: ByWord<Native>,
}

/// The compiled code of a heuristic.
#[derive(Debug)]
pub(super) enum Native {}

impl PerWord for Native {
    type Of<W: Word> = fn(View<'_, W>, &[f64]) -> f64;
}

/// The source of a heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// The course's own heuristics.
    Course,
    /// Report 000: search and mobility conversion.
    Report000,
    /// Report 001: division and drilldown.
    Report001,
    /// Report 002: seventeen forms.
    Report002,
    /// Report 003: neighbours.
    Report003,
    /// Report 004: chase and isolation.
    Report004,
    /// Original to this project.
    Ours,
}

impl Family {
    /// All families, in the order of the list.
    pub const ALL: [Self; 7] = [
        Self::Course,
        Self::Report000,
        Self::Report001,
        Self::Report002,
        Self::Report003,
        Self::Report004,
        Self::Ours,
    ];

    /// Returns the short name of the source, as in JSON.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Self::Course => "course",
            Self::Report000 => "report 000",
            Self::Report001 => "report 001",
            Self::Report002 => "report 002",
            Self::Report003 => "report 003",
            Self::Report004 => "report 004",
            Self::Ours => "lastknight",
        }
    }

    /// Returns the title of the source.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Course => "Course baselines",
            Self::Report000 => "Report 000: mobility and its conversion",
            Self::Report001 => "Report 001: division and drilldown",
            Self::Report002 => "Report 002: seventeen forms",
            Self::Report003 => "Report 003: neighbours",
            Self::Report004 => "Report 004: chase and isolation",
            Self::Ours => "Ours",
        }
    }
}

impl RegisteredHeuristic {
    const fn new(
        name: &'static str,
        family: Family,
        native: ByWord<Native>,
        form: &'static str,
        summary: &'static str,
    ) -> Self {
        Self {
            name,
            family,
            parameters: &[],
            form,
            summary,
            is_antisymmetric: false,
            reading: None,
            native,
        }
    }

    const fn antisymmetric(self) -> Self {
        Self { is_antisymmetric: true, ..self }
    }

    const fn with(self, parameters: &'static [Parameter]) -> Self {
        Self { parameters, ..self }
    }

    const fn read(self, reading: &'static str) -> Self {
        Self { reading: Some(reading), ..self }
    }

    /// Returns the heuristic of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        HEURISTICS.iter().find(|entry| entry.name == name)
    }

    /// Returns the name with its parameters, as in `chase(w1=0.3125, w2=1)`.
    #[must_use]
    pub fn signature(&self) -> String {
        if self.parameters.is_empty() {
            return self.name.to_owned();
        }
        let parameters: Vec<String> = self.parameters.iter().map(ToString::to_string).collect();
        format!("{}({})", self.name, parameters.join(", "))
    }

    /// Returns the default parameters.
    #[must_use]
    pub fn defaults(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.default).collect()
    }

    /// The value by the compiled code.
    #[inline]
    pub(super) fn value<W: Word>(&self, view: View<'_, W>, parameters: &[f64]) -> f64 {
        W::of(&self.native)(view, parameters)
    }
}

/// Defines the entries: `name = function: "form", "summary"`, then modifiers.
macro_rules! entries {
    ($($family:ident {
        $($name:literal = $native:ident: $form:literal,
            $summary:literal $(, $call:ident$(($value:expr))?)*;)*
    })*) => {
        /// All heuristics, by family.
        pub static HEURISTICS: &[RegisteredHeuristic] = &[
            $($(
                RegisteredHeuristic::new($name, Family::$family, by_word!(native::$native), $form, $summary)
                    $(.$call($($value)?))*,
            )*)*
        ];
    };
}

const ALPHA: Parameter = Parameter::weight("alpha", 1.5, "weight of the opponent's part");
const DEEP: Parameter = Parameter::whole("depth", DEPTH as f64, (1.0, 8.0), "how many moves ahead");
const FROM: Parameter =
    Parameter::whole("from", 30.0, (0.0, 128.0), "plies played before it applies");
const THRESHOLD: Parameter = Parameter {
    name: "threshold",
    summary: "open fraction above which the division is used",
    default: 0.6,
    min: 0.0,
    max: 1.0,
    is_whole: false,
};
const W1: Parameter = Parameter::weight("w1", 0.3125, "weight of one's own moves");
const W2: Parameter = Parameter::weight("w2", 1.0, "weight of the opponent's moves");
const BIAS: Parameter = Parameter::weight("k", 0.1, "weight of the bias");

entries! {
    Course {
        "null" = null: "0", "always 0: only wins and losses count", antisymmetric;
        "open" = open: "n", "own mobility";
        "center" = center: "dq",
            "squared distance from the course's centre: far is good",
            read(
                "The centre is (w/2, h/2) counted from the top left, (3.5, 3.5) on 7x7: half a \
                 square off the true one."
            );
        "improved" = improved: "n - n'", "mobility difference", antisymmetric;
    }
    Report000 {
        "weighted" = weighted: "n - c*n'",
            "mobility difference, the opponent's mobility weighted",
            with(&[
                Parameter::weight("c", 1.5, "weight of the opponent's moves"),
            ]),
            read("The report tried c from 0.1 to 5.");
        "improved+center" = improved_center: "n - n' + k*(dc' - dc)",
            "mobility difference with a bias toward the centre", with(&[BIAS]), antisymmetric,
            read(
                "The report gives no form; this adds the difference of the distances to the centre."
            );
        "improved+center-program" = improved_center_program: "n - n' + dq/32",
            "improved+center of the author's program: far from the centre is good",
            read(
                "A slip of the sign: the program adds the course's squared distance from the centre, \
                 and so biases toward the border."
            );
        "improved+edge" = improved_edge: "n - n' - k*(de - de')",
            "mobility difference with a bias toward the border", with(&[BIAS]), antisymmetric,
            read(
                "The report gives no form; this adds the difference of the distances to the border."
            );
        "improved-2ply" = improved_2ply: "n + n2/n - (n' + n2'/n')",
            "mobility now plus the average mobility a move later", antisymmetric,
            read(
                "The report says only that mobility was refined by what is available after a few \
                 moves."
            );
        "linear" = linear: "H(n) - H(n')",
            "mobility converted: each further move counts less", antisymmetric;
        "quadratic" = quadratic: "Q(n) - Q(n')",
            "mobility converted, falling off faster", antisymmetric;
        "mixed" = mixed: "sign(n - n') * ((H(n) - H(n')) * (Q(n) - Q(n')))",
            "product of both conversions, with the sign of n - n'", antisymmetric,
            read("The report prints the product alone, which is mixed-literal.");
        "mixed-literal" = mixed_literal: "(H(n) - H(n')) * (Q(n) - Q(n'))",
            "the product as printed: never negative, so blind to who is ahead";
        "symmetry" = symmetry: "k*(mirror - mirror')",
            "a win by mirroring; add it to another: 'improved + symmetry'",
            with(&[
                Parameter::weight("k", 100.0, "size of the term"),
            ]),
            antisymmetric,
            read(
                "The report adds a term for positions where mirroring wins and does not give its \
                 size."
            );
    }
    Report001 {
        "openmove-div" = openmove_div:
            "(n - if(shared > 0, active', 0)) / (n' - if(shared > 0, active, 0))",
            "mobility ratio; the waiting player loses a move if a square is shared",
            read(
                "Both players are corrected, as in the text; the program corrects only the evaluated \
                 player."
            );
        "openmove-div-program" = openmove_div_program: "(n - if(shared > 0, active', 0)) / n'",
            "openmove-div as in the author's program: corrects its own count only";
        "max-depth" = max_depth: "longest(depth)",
            "longest path of one's own, up to a depth",
            with(&[
                Parameter::whole("depth", DEPTH as f64, (1.0, 16.0), "how many moves ahead"),
            ]);
        "drilldown" = drilldown: "drill(depth) / drill'(depth)",
            "ratio of the squares on all paths, weighted by level", with(&[DEEP]),
            read(
                "Shared first squares count (c - 1)/c, as in the text; the program reduces all of \
                 them."
            );
        "drilldown-program" = drilldown_program:
            "if(drill-program'(depth) == 0, 1e18, drill-program(depth) / drill-program'(depth))",
            "drilldown as in the author's program: all first squares are reduced", with(&[DEEP]),
            read("1e18 stands for the program's infinity, which its search takes for a win.");
        "openmove-drilldown" = openmove_drilldown:
            "if(f > threshold, openmove-div, drilldown(depth))",
            "openmove-div first, drilldown once the board fills", with(&[THRESHOLD, DEEP]);
        "openmove-drilldown-program" = openmove_drilldown_program:
            "if(f > threshold, openmove-div-program, drilldown-program(depth))",
            "openmove-drilldown of the author's programs", with(&[THRESHOLD, DEEP]);
    }
    Report002 {
        "ab01" = improved: "n - n'", "mobility difference", antisymmetric;
        "ab02" = ab02: "n - alpha*n'",
            "mobility difference, the opponent's weighted", with(&[ALPHA]);
        "ab03" = ab03: "n^2 - n'^2", "difference of squared mobilities", antisymmetric;
        "ab04" = ab04: "n^2 - alpha*n'^2",
            "difference of squared mobilities, weighted", with(&[ALPHA]);
        "ab05" = ab05: "sb' - sb",
            "the opponent's border score minus one's own", antisymmetric,
            read("The border score has its brackets, as in the text; the program lost them.");
        "ab06" = ab06: "if(n*n' == 0, 0, sb'/n' - sb/n)",
            "border scores per move, the opponent's minus one's own", antisymmetric,
            read(
                "The value is 0 if a player has no moves, since there is nothing to divide by. The \
                 same holds for ab07 to ab09."
            );
        "ab07" = ab07: "if(n*n' == 0, 0, alpha*(sb'/n') - sb/n)",
            "border scores per move, weighted", with(&[ALPHA]);
        "ab08" = ab08: "if(n*n' == 0, 0, (sb'/n')^2 - (sb/n)^2)",
            "squared border scores per move", antisymmetric;
        "ab09" = ab09: "if(n*n' == 0, 0, alpha*(sb'/n')^2 - (sb/n)^2)",
            "squared border scores per move, weighted", with(&[ALPHA]);
        "ab10" = ab10: "dc",
            "distance from the centre: far is good",
            read(
                "From the true centre; the program measures from the course's centre. The same \
                 holds for ab11 and ab12."
            );
        "ab11" = ab11: "dc - dc'", "difference of the distances from the centre", antisymmetric;
        "ab12" = ab12: "dc - alpha*dc'",
            "difference of the distances from the centre, weighted", with(&[ALPHA]);
        "ab13" = ab13: "dp", "distance between the knights: far is good";
        "ab14" = ab14: "dp*(n - n')",
            "mobility difference times the knights' distance", antisymmetric;
        "ab15" = ab15: "dp*(n - alpha*n')",
            "weighted mobility difference times the knights' distance", with(&[ALPHA]);
        "ab16" = ab16: "dp*(n^2 - n'^2)",
            "difference of squared mobilities times the knights' distance", antisymmetric;
        "ab17" = ab17: "dp*(n^2 - alpha*n'^2)",
            "weighted difference of squared mobilities times the knights' distance", with(&[ALPHA]);
        "ab05-program" = ab05_program: "sb-program' - sb-program",
            "ab05 with the border score of the author's program", antisymmetric;
        "ab06-program" = ab06_program: "if(n*n' == 0, 0, sb-program'/n' - sb-program/n)",
            "ab06 with the border score of the author's program", antisymmetric;
        "ab07-program" = ab07_program: "if(n*n' == 0, 0, alpha*(sb-program'/n') - sb-program/n)",
            "ab07 with the border score of the author's program", with(&[ALPHA]);
        "ab08-program" = ab08_program: "if(n*n' == 0, 0, (sb-program'/n')^2 - (sb-program/n)^2)",
            "ab08 with the border score of the author's program", antisymmetric;
        "ab09-program" = ab09_program:
            "if(n*n' == 0, 0, alpha*(sb-program'/n')^2 - (sb-program/n)^2)",
            "ab09 with the border score of the author's program", with(&[ALPHA]);
        "ab10-program" = ab10_program: "sqrt(dq)", "ab10 with the centre of the author's program";
        "ab11-program" = ab11_program: "sqrt(dq) - sqrt(dq')",
            "ab11 with the centre of the author's program", antisymmetric;
        "ab12-program" = ab12_program: "sqrt(dq) - alpha*sqrt(dq')",
            "ab12 with the centre of the author's program", with(&[ALPHA]);
    }
    Report003 {
        "neighbors" = neighbors: "nb - nb'", "difference of open neighbour squares", antisymmetric;
        "neighbors-own" = neighbors_own: "nb", "one's own open neighbour squares";
        "neighbors-center" = neighbors_center: "nb - nb' - dm",
            "difference of open neighbour squares, minus the distance to the middle",
            read(
                "The middle square is (h div 2, w div 2) counted from the top left, as in the \
                 program."
            );
        "neighbors4" = neighbors4: "nb4 - nb4'",
            "difference of open neighbour squares, of four", antisymmetric;
        "neighbors4-own" = neighbors4_own: "nb4", "one's own open neighbour squares, of four";
        "neighbors4-center" = neighbors4_center: "nb4 - nb4' - dm",
            "difference of four neighbour squares, minus the distance to the middle";
    }
    Report004 {
        "chase" = chase: "w1*n - w2*n'",
            "weighted mobilities: taking moves counts more than having them", with(&[W1, W2]),
            read(
                "The report's text calls w1 = 0.3125 the best, with 83 %; its table gives 80 % there \
                 and 82 % at 0.15625."
            );
        "next-move" = next_move: "n + 0.1*n2 - (n' + 0.1*n2')",
            "mobility plus a tenth of the next move's mobility", antisymmetric;
        "next-move-program" = next_move_program: "if(n == n', 0.01*(near - near'), n - n')",
            "mobility difference, ties broken by squares within two moves", antisymmetric;
        "in-isolation" = in_isolation: "if(ply >= from, if(apart, n, n - n'), n - n')",
            "own mobility alone once the knights are apart", with(&[FROM]),
            read(
                "Moves are plies. The report's text gives 78 % at 30, its table 77 % at 30 and 81 % \
                 at 34."
            );
        "chase-isolation" = chase_isolation: "if(ply >= from, if(apart, n, n - n'), w1*n - w2*n')",
            "chase first, own mobility alone once the knights are apart", with(&[W1, W2, FROM]);
        "chase-isolation-program" = chase_isolation_program:
            "if(ply > from, if(apart, n, w1*n - w2*n'), w1*n - w2*n')",
            "chase-isolation of the author's program: chase unless apart",
            with(&[
                W1,
                W2,
                Parameter::whole("from", 35.0, (0.0, 128.0), "last ply before it applies"),
            ]);
    }
    Ours {
        "territory" = territory: "terr - terr'",
            "squares reached before the opponent", antisymmetric;
        "edges" = edges: "edges - edges'",
            "knight's moves within the territories", antisymmetric,
            read("As a part of a formula, edges is the feature alone.");
        "attacker-edges" = attacker_edges:
            "(v + (a - v)*attacker)*edges - (v + (a - v)*attacker')*edges'",
            "knight's moves within the territories, the attacker's weighted more",
            with(&[
                Parameter::weight("a", 2.0, "weight of the attacker's edges"),
                Parameter::weight("v", 1.0, "weight of the victim's edges"),
            ]),
            antisymmetric;
        "two-step" = two_step: "n2 - n2'", "difference of the ways to move twice", antisymmetric;
        "reach-bound" = reach_bound: "bound - bound'",
            "difference of the upper bounds from the colours in reach", antisymmetric;
        "linear-model" = linear_model: "model",
            "log-odds of winning, fitted to exactly solved positions", antisymmetric;
        "path-isolation" = path_isolation:
            "if(ply >= from, if(apart, 100*(path - path' - (active - active')/2), n - n'), n - n')",
            "longest paths once the knights are apart, mobility difference before", with(&[FROM]),
            antisymmetric,
            read(
                "Report 004 names it as future work. Above 0 exactly if the player wins, provided \
                 the paths are exact."
            );
    }
}
