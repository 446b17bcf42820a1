//! The registered heuristics as compiled code, bit-identical to their formulas.
//!
//! The order of operations is that of the form in [`registry`](super::registry); a test compares
//! the two.

use super::conversion;
use super::drilldown::{self, Reduced};
use super::features::{border, floods, mobility, paths, place, stage};
use super::formula::sign;
use super::model;
use super::scene::View;
use super::{MOST, divide};
use crate::board::Word;

/// Defines heuristics without repeating the signature.
macro_rules! natives {
    ($($name:ident($view:ident $(, $parameters:ident)?) = $value:expr;)*) => {
        $(
            #[inline]
            pub(super) fn $name<W: Word>($view: View<'_, W>, _parameters: &[f64]) -> f64 {
                $(let $parameters = _parameters;)?
                $value
            }
        )*
    };
}

/// A feature of the player and of the opponent.
#[inline]
fn both<W: Word>(view: View<'_, W>, feature: impl Fn(View<'_, W>) -> u32) -> (f64, f64) {
    (feature(view).into(), feature(view.other()).into())
}

/// The player's feature minus the opponent's.
#[inline]
fn difference<W: Word>(view: View<'_, W>, feature: impl Fn(View<'_, W>) -> u32) -> f64 {
    let (own, other) = both(view, feature);
    own - other
}

/// n - c·n'
#[inline]
fn weighted_mobility<W: Word>(view: View<'_, W>, c: f64) -> f64 {
    let (own, other) = both(view, mobility::n);
    own - c * other
}

/// n² - c·n'²
#[inline]
fn squared_mobility<W: Word>(view: View<'_, W>, c: f64) -> f64 {
    let (own, other) = both(view, mobility::n);
    own * own - c * (other * other)
}

/// The border scores per move, the opponent's first. `None` if either player has no moves.
#[inline]
fn border_each<W: Word>(
    view: View<'_, W>,
    score: impl Fn(View<'_, W>) -> f64,
) -> Option<(f64, f64)> {
    let (own, other) = both(view, mobility::n);
    (own * other != 0.0).then(|| (score(view.other()) / other, score(view) / own))
}

#[inline]
fn border_linear<W: Word>(
    view: View<'_, W>,
    alpha: f64,
    score: impl Fn(View<'_, W>) -> f64,
) -> f64 {
    border_each(view, score).map_or(0.0, |(other, own)| alpha * other - own)
}

#[inline]
fn border_squared<W: Word>(
    view: View<'_, W>,
    alpha: f64,
    score: impl Fn(View<'_, W>) -> f64,
) -> f64 {
    border_each(view, score).map_or(0.0, |(other, own)| alpha * (other * other) - own * own)
}

/// The distance to the course's centre.
#[inline]
fn off_center<W: Word>(view: View<'_, W>) -> f64 {
    place::dq(view).sqrt()
}

/// n/n', where a player who is not to move and shares a square has one move less. `[own, other]`
/// selects the counts to correct.
#[inline]
fn divided<W: Word>(view: View<'_, W>, [own, other]: [bool; 2]) -> f64 {
    let contested = mobility::shared(view) > 0;
    let count = |view: View<'_, W>, is_corrected: bool| {
        let less = if is_corrected && contested && !view.is_active() { 1.0 } else { 0.0 };
        f64::from(mobility::n(view)) - less
    };
    divide(count(view, own), count(view.other(), other))
}

/// n if the knights are apart, else n - n'.
#[inline]
fn isolated<W: Word>(view: View<'_, W>) -> f64 {
    if floods::apart(view) == 1 { mobility::n(view).into() } else { difference(view, mobility::n) }
}

/// The edges within both territories, the player's first.
#[inline]
fn territory_edges<W: Word>(view: View<'_, W>) -> (f64, f64) {
    let geometry = view.position().geometry();
    let (own, other) = view.territories();
    (geometry.edges(own).into(), geometry.edges(other).into())
}

#[inline]
fn is_from<W: Word>(view: View<'_, W>, ply: f64) -> bool {
    f64::from(stage::ply(view)) >= ply
}

natives! {
    null(_view) = 0.0;
    open(view) = mobility::n(view).into();
    center(view) = place::dq(view);
    improved(view) = difference(view, mobility::n);

    weighted(view, p) = weighted_mobility(view, p[0]);
    improved_center(view, p) = {
        difference(view, mobility::n) + p[0] * (place::dc(view.other()) - place::dc(view))
    };
    improved_center_program(view) = difference(view, mobility::n) + place::dq(view) / 32.0;
    improved_edge(view, p) = difference(view, mobility::n) - p[0] * difference(view, place::de);
    improved_2ply(view) = {
        let (own, other) = both(view, mobility::n);
        let (own_2, other_2) = both(view, mobility::n2);
        own + divide(own_2, own) - (other + divide(other_2, other))
    };
    linear(view) = {
        conversion::linear(mobility::n(view)) - conversion::linear(mobility::n(view.other()))
    };
    quadratic(view) = {
        conversion::quadratic(mobility::n(view)) - conversion::quadratic(mobility::n(view.other()))
    };
    mixed(view) = {
        let (own, other) = (mobility::n(view), mobility::n(view.other()));
        sign(f64::from(own) - f64::from(other)) * conversion::product(own, other)
    };
    mixed_literal(view) = conversion::product(mobility::n(view), mobility::n(view.other()));
    symmetry(view, p) = p[0] * difference(view, stage::mirror);

    openmove_div(view) = divided(view, [true, true]);
    openmove_div_program(view) = divided(view, [true, false]);
    max_depth(view, p) = drilldown::longest(view, p[0] as u32).into();
    drilldown(view, p) = {
        let value = |view| drilldown::drilldown(view, p[0] as u32, Reduced::Shared);
        divide(value(view), value(view.other()))
    };
    drilldown_program(view, p) = {
        let value = |view| drilldown::drilldown(view, p[0] as u32, Reduced::All);
        let other = value(view.other());
        if other == 0.0 { MOST } else { value(view) / other }
    };
    openmove_drilldown(view, p) = {
        if stage::f(view) > p[0] { openmove_div(view, &[]) } else { drilldown(view, &p[1..]) }
    };
    openmove_drilldown_program(view, p) = {
        if stage::f(view) > p[0] {
            openmove_div_program(view, &[])
        } else {
            drilldown_program(view, &p[1..])
        }
    };

    ab02(view, p) = weighted_mobility(view, p[0]);
    ab03(view) = squared_mobility(view, 1.0);
    ab04(view, p) = squared_mobility(view, p[0]);
    ab05(view) = border::sb(view.other()) - border::sb(view);
    ab06(view) = border_linear(view, 1.0, border::sb);
    ab07(view, p) = border_linear(view, p[0], border::sb);
    ab08(view) = border_squared(view, 1.0, border::sb);
    ab09(view, p) = border_squared(view, p[0], border::sb);
    ab10(view) = place::dc(view);
    ab11(view) = place::dc(view) - place::dc(view.other());
    ab12(view, p) = place::dc(view) - p[0] * place::dc(view.other());
    ab13(view) = place::dp(view);
    ab14(view) = place::dp(view) * difference(view, mobility::n);
    ab15(view, p) = place::dp(view) * weighted_mobility(view, p[0]);
    ab16(view) = place::dp(view) * squared_mobility(view, 1.0);
    ab17(view, p) = place::dp(view) * squared_mobility(view, p[0]);
    ab05_program(view) = border::sb_program(view.other()) - border::sb_program(view);
    ab06_program(view) = border_linear(view, 1.0, border::sb_program);
    ab07_program(view, p) = border_linear(view, p[0], border::sb_program);
    ab08_program(view) = border_squared(view, 1.0, border::sb_program);
    ab09_program(view, p) = border_squared(view, p[0], border::sb_program);
    ab10_program(view) = off_center(view);
    ab11_program(view) = off_center(view) - off_center(view.other());
    ab12_program(view, p) = off_center(view) - p[0] * off_center(view.other());

    neighbors(view) = difference(view, place::nb);
    neighbors_own(view) = place::nb(view).into();
    neighbors_center(view) = difference(view, place::nb) - place::dm(view);
    neighbors4(view) = difference(view, place::nb4);
    neighbors4_own(view) = place::nb4(view).into();
    neighbors4_center(view) = difference(view, place::nb4) - place::dm(view);

    chase(view, p) = {
        let (own, other) = both(view, mobility::n);
        p[0] * own - p[1] * other
    };
    next_move(view) = {
        let (own, other) = both(view, mobility::n);
        let (own_2, other_2) = both(view, mobility::n2);
        own + 0.1 * own_2 - (other + 0.1 * other_2)
    };
    next_move_program(view) = {
        let (own, other) = both(view, mobility::n);
        if own == other { 0.01 * difference(view, mobility::near) } else { own - other }
    };
    in_isolation(view, p) = {
        if is_from(view, p[0]) { isolated(view) } else { difference(view, mobility::n) }
    };
    chase_isolation_program(view, p) = {
        let is_isolated = f64::from(stage::ply(view)) > p[2] && floods::apart(view) == 1;
        if is_isolated { mobility::n(view).into() } else { chase(view, p) }
    };
    chase_isolation(view, p) = if is_from(view, p[2]) { isolated(view) } else { chase(view, p) };
    path_isolation(view, p) = {
        if is_from(view, p[0]) && floods::apart(view) == 1 {
            // The side to move needs the longer path: with equal lengths it runs out of moves
            // first.
            let turn = difference(view, stage::active);
            100.0 * (difference(view, paths::path) - turn / 2.0)
        } else {
            difference(view, mobility::n)
        }
    };

    territory(view) = {
        let (own, other) = view.territories();
        f64::from(own.count()) - f64::from(other.count())
    };
    edges(view) = {
        let (own, other) = territory_edges(view);
        own - other
    };
    attacker_edges(view, p) = {
        let weight = |view| p[1] + (p[0] - p[1]) * f64::from(stage::attacker(view));
        let (own, other) = territory_edges(view);
        weight(view) * own - weight(view.other()) * other
    };
    linear_model(view) = model::model(view);
    two_step(view) = difference(view, mobility::n2);
    reach_bound(view) = difference(view, paths::bound);
}
