//! The list of features, which are the variables of the formula language.

use super::drilldown::DEPTH;
use super::features::{border, floods, mobility, paths, place, stage};
use super::model;
use super::parameter::Parameter;
use super::scene::{Scene, View};
use crate::board::word::{ByWord, PerWord};
use crate::board::{Color, Position, Word};

/// A numeric property of a position.
#[derive(Debug)]
#[non_exhaustive]
pub struct Feature {
    /// The name in formulas.
    pub name: &'static str,
    /// A one-line description.
    pub summary: &'static str,
    /// Whether it belongs to a player or to the board.
    pub scope: Scope,
    /// Whether it is invariant under the symmetries of the board.
    pub is_symmetric: bool,
    is_cheap: bool,
    /// The parameter, as in `drill(5)`.
    pub parameter: Option<Parameter>,
    compute: Compute,
}

/// Returns every feature of a position with the player's value and, if it has one, the opponent's.
pub fn values(
    position: &Position,
    player: Color,
) -> impl Iterator<Item = (&'static Feature, f64, Option<f64>)> {
    FEATURES.iter().map(move |feature| {
        let value = |player| feature.value(Scene::new(position).view(player));
        let other = (feature.scope == Scope::Player).then(|| value(!player));
        (feature, value(player), other)
    })
}

/// What a feature belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// A player; a prime selects the opponent's.
    Player,
    /// The board, or both players alike.
    Board,
}

#[derive(Debug)]
enum Compute {
    /// A whole number, at most `most` once both knights are on the board.
    Count { most: u32, by_word: ByWord<CountOf> },
    /// Any number.
    Number(ByWord<NumberOf>),
    /// Any number, with a parameter.
    With(ByWord<NumberWith>),
}

/// Functions that return a count.
#[derive(Debug)]
enum CountOf {}

impl PerWord for CountOf {
    type Of<W: Word> = fn(View<'_, W>) -> u32;
}

/// Functions that return a number.
#[derive(Debug)]
enum NumberOf {}

impl PerWord for NumberOf {
    type Of<W: Word> = fn(View<'_, W>) -> f64;
}

/// Functions that take a parameter and return a number.
#[derive(Debug)]
enum NumberWith {}

impl PerWord for NumberWith {
    type Of<W: Word> = fn(View<'_, W>, f64) -> f64;
}

macro_rules! by_word {
    ($function:path) => {{
        use $function as function;
        ByWord { narrow: function::<u64>, wide: function::<u128> }
    }};
}
pub(super) use by_word;

macro_rules! count {
    ($function:path, $most:expr) => {
        Compute::Count { most: $most, by_word: by_word!($function) }
    };
}

macro_rules! number {
    ($function:path) => {
        Compute::Number(by_word!($function))
    };
}

macro_rules! with {
    ($function:path) => {
        Compute::With(by_word!($function))
    };
}

impl Feature {
    /// A feature of a player, cheap and invariant under symmetries.
    const fn player(name: &'static str, compute: Compute, summary: &'static str) -> Self {
        let scope = Scope::Player;
        Self { name, summary, scope, is_symmetric: true, is_cheap: true, parameter: None, compute }
    }

    /// The same, for a feature of the board.
    const fn board(name: &'static str, compute: Compute, summary: &'static str) -> Self {
        Self { scope: Scope::Board, ..Self::player(name, compute, summary) }
    }

    const fn costly(self) -> Self {
        Self { is_cheap: false, ..self }
    }

    const fn turning(self) -> Self {
        Self { is_symmetric: false, ..self }
    }

    const fn down_to(self, deepest: f64) -> Self {
        let summary = "how many moves ahead";
        let depth = Parameter::whole("depth", DEPTH as f64, (1.0, deepest), summary);
        Self { parameter: Some(depth), is_cheap: false, ..self }
    }

    /// Returns whether it is cheap enough to compute without need.
    #[must_use]
    pub const fn is_cheap(&self) -> bool {
        self.is_cheap
    }

    /// Returns the feature of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        FEATURES.iter().find(|feature| feature.name == name)
    }

    /// Returns the value for the view's player, with the default parameter.
    #[must_use]
    pub fn value<W: Word>(&self, view: View<'_, W>) -> f64 {
        self.value_with(view, self.parameter.map_or(0.0, |parameter| parameter.default))
    }

    /// The value with this argument, which is ignored if the feature takes none.
    #[inline]
    pub(super) fn value_with<W: Word>(&self, view: View<'_, W>, argument: f64) -> f64 {
        match &self.compute {
            Compute::Count { by_word, .. } => W::of(by_word)(view).into(),
            Compute::Number(by_word) => W::of(by_word)(view),
            Compute::With(by_word) => W::of(by_word)(view, argument),
        }
    }

    /// The value as a whole number, if the feature is a count.
    #[inline]
    pub(super) fn count<W: Word>(&self, view: View<'_, W>) -> Option<u32> {
        match &self.compute {
            Compute::Count { by_word, .. } => Some(W::of(by_word)(view)),
            _ => None,
        }
    }

    /// The largest value of a count once both knights are on the board.
    pub(super) const fn most(&self) -> Option<u32> {
        match self.compute {
            Compute::Count { most, .. } => Some(most),
            _ => None,
        }
    }
}

/// Defines the features: `name = scope kind(function): "summary"`, then modifiers.
macro_rules! features {
    ($($name:literal = $scope:ident $kind:ident($($compute:tt)*): $summary:literal
        $(, $call:ident$(($value:expr))?)*;)*) => {
        /// All features.
        pub static FEATURES: &[Feature] = &[
            $(Feature::$scope($name, $kind!($($compute)*), $summary)$(.$call($($value)?))*,)*
        ];
    };
}

features! {
    "n" = player count(mobility::n, 8): "legal moves; before the placement all open squares";
    "n2" = player count(mobility::n2, 64):
        "ways to move twice: over all moves, the moves from there";
    "near" = player count(mobility::near, 40): "distinct squares within two moves";
    "shared" = board count(mobility::shared, 8): "squares that both players can move to";
    "x" = player count(place::x, 127): "column of the knight, from 0 at the left", turning;
    "y" = player count(place::y, 127): "row of the knight, from 0 at the bottom", turning;
    "w" = board count(place::w, 128): "width of the board", turning;
    "h" = board count(place::h, 128): "height of the board", turning;
    "dc" = player number(place::dc): "distance to the centre of the board";
    "dv" = player number(place::dv): "distance to the nearest corner square";
    "de" = player count(place::de, 63): "distance to the nearest border square";
    "dq" = player number(place::dq):
        "squared distance to the course's centre, half a square off", turning;
    "dm" = player number(place::dm):
        "squared distance to the middle square, in the course's counting", turning;
    "dp" = board number(place::dp): "distance between the knights";
    "nb" = player count(place::nb, 8):
        "open squares among the 8 neighbours; 8 before the placement";
    "nb4" = player count(place::nb4, 4):
        "open squares beside, above and below; 4 before the placement";
    "sv" = player count(border::sv, 4): "moves that end in a corner";
    "se" = player count(border::se, 8): "moves that end on the border, corners included";
    "sb" = player number(border::sb): "border score, 10*tau*(0.7*sv + 0.3*se)";
    "sb-program" = player number(border::sb_program):
        "border score of the program, 10*tau*0.7*sv + 0.3*se";
    "f" = board number(stage::f): "fraction of the board's squares that are open";
    "tau" = board count(stage::tau, 3): "3 if f > 0.85, 2 if f > 0.5, else 1";
    "ply" = board count(stage::ply, 128):
        "plies played; once both knights are placed, holes count too";
    "active" = player count(stage::active, 1): "1 for the player to move, else 0";
    "attacker" = player count(stage::attacker, 1): "1 for the attacker of the colour rule, else 0";
    "mirror" = player count(stage::mirror, 1):
        "1 for a player who just moved and wins by mirroring, else 0", costly;
    "reach" = player count(floods::reach, 128): "squares in reach through open squares", costly;
    "apart" = board count(floods::apart, 1): "1 if no square is in reach of both, else 0", costly;
    "terr" = player count(floods::terr, 128):
        "squares reached before the opponent, ties to the side to move", costly;
    "edges" = player count(floods::edges, 512):
        "knight's moves between squares of the territory", costly;
    "model" = player number(model::model): "log-odds of winning by the linear model", costly;
    "bound" = player count(paths::bound, 128):
        "upper bound on moves from the colours of the squares in reach", costly;
    "path" = player count(paths::path, 128):
        "longest path alone, exact if found within 10,000 steps", costly;
    "longest" = player with(paths::longest): "longest path alone, up to a depth", down_to(16.0);
    "drill" = player with(paths::drill): "drilldown value of the knight's square", down_to(8.0);
    "drill-program" = player with(paths::drill_program):
        "drilldown value as in the report's program", down_to(8.0);
    "drill-whole" = player with(paths::drill_whole):
        "drilldown value without the reduction for the waiting player", down_to(8.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        for (i, feature) in FEATURES.iter().enumerate() {
            assert!(
                FEATURES[..i].iter().all(|other| other.name != feature.name),
                "{}",
                feature.name
            );
        }
    }
}
