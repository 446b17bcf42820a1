//! Formulas compiled to instructions, with constants folded and small parts tabulated.
//!
//! The instructions are those of a stack machine. A part that depends only on one or two small
//! whole numbers, such as the mobilities, becomes a table. The code of the part follows its table
//! and runs if a number is out of range, as before the placements. So a table never changes a
//! value.

use std::cell::Cell;

use super::expr::{Expr, Leaf};
use super::operator::{Binary, Unary, is_true};
use crate::board::Word;
use crate::eval::divide;
use crate::eval::scene::View;

/// The maximum number of entries of a table.
const LARGEST_TABLE: usize = 2048;

/// The maximum number of costly features that are cached, so that each is computed once per run.
const MOST_KEPT: usize = 16;

#[derive(Clone, Copy, Debug)]
enum Code {
    Number(f64),
    /// A cheap feature, computed each time.
    Cheap(Leaf),
    /// A feature that is cached in this slot.
    Kept(Leaf, u8),
    /// A table, and the instruction to continue with after a hit.
    Table(usize, usize),
    /// A table over both mobilities; most formulas reduce to one.
    Mobility(usize, usize),
    Add,
    Subtract,
    Multiply,
    Divide,
    Unary(Unary),
    Binary(Binary),
    /// Pops a condition and jumps unless it holds.
    Unless(usize),
    GoOn(usize),
}

/// The values of a part for one or two small numbers.
#[derive(Clone, Debug)]
struct LookupTable {
    row: Leaf,
    /// `None` for a table over one number, which has one column.
    column: Option<Leaf>,
    width: u32,
    values: Box<[f64]>,
}

impl LookupTable {
    fn is_of_mobility(&self) -> bool {
        let is_mobility = |leaf: &Leaf| leaf.feature().name == "n";
        is_mobility(&self.row)
            && !self.row.is_opponents()
            && self.column.as_ref().is_some_and(is_mobility)
    }

    #[inline]
    fn value(&self, (row, column): (u32, u32)) -> Option<f64> {
        let place = row.saturating_mul(self.width).saturating_add(column);
        self.values.get(place as usize).copied().filter(|_| column < self.width)
    }
}

/// A compiled formula.
#[derive(Clone, Debug)]
pub(in crate::eval) struct Program {
    code: Vec<Code>,
    tables: Vec<LookupTable>,
    /// The maximum height of the stack.
    height: usize,
    /// Whether it has costly features to cache.
    is_costly: bool,
}

/// The source of the features in a run.
trait Leaves {
    fn cheap(&self, leaf: &Leaf) -> f64;
    fn kept(&self, leaf: &Leaf, place: u8) -> f64;
    fn count(&self, leaf: &Leaf) -> u32;
    /// Row and column in a table.
    #[inline]
    fn place(&self, table: &LookupTable) -> (u32, u32) {
        let column = table.column.as_ref().map_or(0, |column| self.count(column));
        (self.count(&table.row), column)
    }
    /// Row and column in a table over both mobilities.
    #[inline]
    fn mobilities(&self, table: &LookupTable) -> (u32, u32) {
        self.place(table)
    }
}

/// The features of a position.
struct Seen<'a, W: Word, const KEPT: usize> {
    view: View<'a, W>,
    kept: [Cell<f64>; KEPT],
}

impl<'a, W: Word, const KEPT: usize> Seen<'a, W, KEPT> {
    #[inline]
    fn new(view: View<'a, W>) -> Self {
        Self { view, kept: [const { Cell::new(f64::NAN) }; KEPT] }
    }
}

impl<W: Word, const KEPT: usize> Leaves for Seen<'_, W, KEPT> {
    #[inline]
    fn cheap(&self, leaf: &Leaf) -> f64 {
        leaf.value(self.view)
    }

    fn kept(&self, leaf: &Leaf, place: u8) -> f64 {
        let Some(known) = self.kept.get(usize::from(place)) else {
            return leaf.value(self.view);
        };
        if known.get().is_nan() {
            known.set(leaf.value(self.view));
        }
        known.get()
    }

    #[inline]
    fn count(&self, leaf: &Leaf) -> u32 {
        leaf.feature().count(leaf.seen(self.view)).unwrap_or(u32::MAX)
    }

    /// Avoids the calls through function pointers that other features need.
    #[inline]
    fn mobilities(&self, _: &LookupTable) -> (u32, u32) {
        (self.view.moves().count(), self.view.other().moves().count())
    }
}

/// Given feature values, for filling a table.
struct Given<'a> {
    values: &'a [(Leaf, u32)],
}

impl Leaves for Given<'_> {
    fn cheap(&self, leaf: &Leaf) -> f64 {
        self.count(leaf).into()
    }

    fn kept(&self, leaf: &Leaf, _: u8) -> f64 {
        self.count(leaf).into()
    }

    fn count(&self, leaf: &Leaf) -> u32 {
        let found = self.values.iter().find(|(given, _)| given == leaf);
        found.map_or(0, |&(_, value)| value)
    }
}

impl Program {
    pub(in crate::eval) fn new(expr: &Expr) -> Self {
        let mut compiler = Compiler::default();
        compiler.part(expr, true);
        let Compiler { code, tables, highest, kept, .. } = compiler;
        Self { code, tables, height: highest, is_costly: !kept.is_empty() }
    }

    /// The value for the view's player.
    #[inline]
    pub(in crate::eval) fn value<W: Word>(&self, view: View<'_, W>) -> f64 {
        if self.is_costly {
            return self.value_of(&Seen::<W, MOST_KEPT>::new(view));
        }
        let seen = Seen::<W, 0>::new(view);
        // The most common kind of formula is a single lookup.
        if let Some(&Code::Mobility(table, end)) = self.code.first()
            && end == self.code.len()
            && let Some(value) = self.tables[table].value(seen.mobilities(&self.tables[table]))
        {
            return value;
        }
        self.value_of(&seen)
    }

    /// The value for these mobilities, if it depends on nothing else and they are within the table.
    pub(in crate::eval) fn by_mobility(&self, own: u32, other: u32) -> Option<f64> {
        match *self.code.first()? {
            Code::Mobility(table, end) if end == self.code.len() => {
                self.tables[table].value((own, other))
            }
            _ => None,
        }
    }

    /// Runs the program on the smallest stack that suffices.
    #[inline]
    fn value_of(&self, leaves: &impl Leaves) -> f64 {
        match self.height {
            0..=8 => run::<8>(&self.code, &self.tables, leaves),
            9..=64 => run::<64>(&self.code, &self.tables, leaves),
            _ => run::<1024>(&self.code, &self.tables, leaves),
        }
    }
}

/// Runs a program on a stack of this size, which must be a power of two.
fn run<const STACK: usize>(code: &[Code], tables: &[LookupTable], leaves: &impl Leaves) -> f64 {
    // The top of the stack is in `top`, the rest below `height`.
    let mut stack = [0.0; STACK];
    let mut height = 0;
    let mut top = 0.0;
    let mut at = 0;
    while let Some(code) = code.get(at) {
        at += 1;
        let value = match code {
            Code::Number(number) => *number,
            Code::Cheap(leaf) => leaves.cheap(leaf),
            Code::Kept(leaf, place) => leaves.kept(leaf, *place),
            Code::Mobility(table, end) => {
                let table = &tables[*table];
                let Some(value) = table.value(leaves.mobilities(table)) else { continue };
                at = *end;
                value
            }
            Code::Table(table, end) => {
                let table = &tables[*table];
                let Some(value) = table.value(leaves.place(table)) else { continue };
                at = *end;
                value
            }
            Code::Unary(unary) => {
                top = unary.apply(top);
                continue;
            }
            Code::GoOn(there) => {
                at = *there;
                continue;
            }
            operation => {
                // The stack never exceeds its size; the mask only saves the bounds check.
                height = (height - 1) & (STACK - 1);
                let below = stack[height];
                top = match operation {
                    Code::Add => below + top,
                    Code::Subtract => below - top,
                    Code::Multiply => below * top,
                    Code::Divide => divide(below, top),
                    Code::Binary(binary) => binary.apply(below, top),
                    Code::Unless(there) => {
                        if !is_true(top) {
                            at = *there;
                        }
                        below
                    }
                    _ => top,
                };
                continue;
            }
        };
        stack[height & (STACK - 1)] = top;
        height += 1;
        top = value;
    }
    top
}

/// A program under construction.
#[derive(Default)]
struct Compiler {
    code: Vec<Code>,
    tables: Vec<LookupTable>,
    kept: Vec<Leaf>,
    /// The current and the maximum height of the stack.
    height: usize,
    highest: usize,
}

impl Compiler {
    fn push(&mut self, code: Code) {
        match code {
            Code::Number(_) | Code::Cheap(_) | Code::Kept(..) => self.height += 1,
            Code::Table(..) | Code::Mobility(..) | Code::Unary(_) | Code::GoOn(_) => {}
            _ => self.height -= 1,
        }
        self.highest = self.highest.max(self.height);
        self.code.push(code);
    }

    /// Adds the instructions of a part, with tables if `with_tables`.
    fn part(&mut self, expr: &Expr, with_tables: bool) {
        if let Some(number) = expr.constant() {
            return self.push(Code::Number(number));
        }
        if with_tables && let Some((row, column)) = tabulable(expr) {
            return self.tabulated(expr, row, column);
        }
        match expr {
            Expr::Number(number) | Expr::Constant(_, number) => self.push(Code::Number(*number)),
            Expr::Feature(leaf) if leaf.feature().is_cheap() => self.push(Code::Cheap(*leaf)),
            Expr::Feature(leaf) => {
                let place = self.kept.iter().position(|other| other == leaf);
                let place = place.unwrap_or(self.kept.len());
                if place == self.kept.len() {
                    self.kept.push(*leaf);
                }
                self.push(Code::Kept(*leaf, place.try_into().unwrap_or(u8::MAX)));
            }
            Expr::Unary(unary, x) => {
                self.part(x, with_tables);
                self.push(Code::Unary(*unary));
            }
            Expr::Binary(binary, ab) => {
                self.part(&ab[0], with_tables);
                self.part(&ab[1], with_tables);
                self.push(match binary {
                    Binary::Add => Code::Add,
                    Binary::Subtract => Code::Subtract,
                    Binary::Multiply => Code::Multiply,
                    Binary::Divide => Code::Divide,
                    other => Code::Binary(*other),
                });
            }
            Expr::If(parts) => self.choice(parts, with_tables),
            Expr::Heuristic(_, form) => self.part(form, with_tables),
        }
    }

    fn choice(&mut self, [condition, a, b]: &[Expr; 3], with_tables: bool) {
        if let Some(condition) = condition.constant() {
            return self.part(if is_true(condition) { a } else { b }, with_tables);
        }
        self.part(condition, with_tables);
        let unless = self.code.len();
        self.push(Code::Unless(0));
        self.part(a, with_tables);
        let go_on = self.code.len();
        self.push(Code::GoOn(0));
        // Only one of the two values gets onto the stack.
        self.height -= 1;
        self.code[unless] = Code::Unless(self.code.len());
        self.part(b, with_tables);
        self.code[go_on] = Code::GoOn(self.code.len());
    }

    /// Adds a table for a part, followed by the part itself.
    fn tabulated(&mut self, expr: &Expr, row: Leaf, column: Option<Leaf>) {
        let mut part = Self::default();
        part.part(expr, false);
        let plain =
            Program { code: part.code, tables: Vec::new(), height: part.highest, is_costly: false };
        let range = |leaf: Leaf| leaf.feature().most().map_or(1, |most| most + 1);
        let width = column.map_or(1, range);
        let mut values = Vec::new();
        for r in 0..range(row) {
            for c in 0..width {
                let given = [(row, r), (column.unwrap_or(row), c)];
                let given = Given { values: &given[..=usize::from(column.is_some())] };
                values.push(plain.value_of(&given));
            }
        }
        let table = LookupTable { row, column, width, values: values.into() };
        let code = if table.is_of_mobility() { Code::Mobility } else { Code::Table };
        let (at, number) = (self.code.len(), self.tables.len());
        self.tables.push(table);
        self.push(code(number, 0));
        self.part(expr, false);
        self.code[at] = code(number, self.code.len());
    }
}

/// The one or two features that a part depends on, if they are cheap small numbers and its table is
/// not too large. The player's own comes before the opponent's.
fn tabulable(expr: &Expr) -> Option<(Leaf, Option<Leaf>)> {
    if matches!(expr, Expr::Feature(_)) {
        return None;
    }
    let mut leaves = expr.features();
    leaves.sort_by_key(Leaf::is_opponents);
    let mut entries = 1;
    for leaf in &leaves {
        let most = leaf.feature().most().filter(|_| leaf.feature().is_cheap())?;
        entries *= most as usize + 1;
        if entries > LARGEST_TABLE {
            return None;
        }
    }
    match leaves[..] {
        [row] => Some((row, None)),
        [row, column] => Some((row, Some(column))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Heuristic;

    fn program(text: &str) -> Program {
        Program::new(&format!("({text})").parse::<Heuristic>().unwrap().form().unwrap())
    }

    /// The instructions that remain, leaving out the code that tables replace.
    fn left(program: &Program) -> String {
        let mut words = Vec::new();
        let mut at = 0;
        while let Some(code) = program.code.get(at) {
            at += 1;
            words.push(match code {
                Code::Number(number) => number.to_string(),
                Code::Cheap(leaf) => leaf.to_string(),
                Code::Kept(leaf, place) => format!("{leaf}@{place}"),
                Code::Table(_, end) => {
                    at = *end;
                    "table".to_owned()
                }
                Code::Mobility(_, end) => {
                    at = *end;
                    "mobility".to_owned()
                }
                Code::Add => "+".to_owned(),
                Code::Subtract => "-".to_owned(),
                Code::Multiply => "*".to_owned(),
                Code::Divide => "/".to_owned(),
                Code::Unary(unary) => unary.symbol().to_owned(),
                Code::Binary(binary) => binary.symbol().to_owned(),
                Code::Unless(_) => "unless".to_owned(),
                Code::GoOn(_) => "else".to_owned(),
            });
        }
        words.join(" ")
    }

    #[test]
    fn little_is_left_to_do() {
        for (text, expected) in [
            ("2*sqrt(9)*dp", "6 dp *"),
            ("if(1 > 2, drill, 3)", "3"),
            ("if(1 < 2, dp, 3)", "dp"),
            ("n", "n"),
            ("n - n'", "mobility"),
            ("2*n' - n", "mobility"),
            ("sign(n - n') * ((H(n) - H(n')) * (Q(n) - Q(n')))", "mobility"),
            ("dp*(n - 1.5*n')", "dp mobility *"),
            ("n^2", "table"),
            ("n'^2", "table"),
            ("se + nb'", "table"),
            ("n + se + nb'", "table nb' +"),
            ("n2 - n2'", "n2 n2' -"),
            (
                "if(ply >= 30, if(apart, n, n - n'), n - n')",
                "table unless apart@0 unless n else mobility else mobility",
            ),
            ("terr + edges' + 2*terr", "terr@0 edges'@1 + 2 terr@0 * +"),
            ("improved + symmetry(50)", "mobility 50 mirror@0 mirror'@1 - * +"),
        ] {
            assert_eq!(left(&program(text)), expected, "{text}");
        }
    }

    #[test]
    fn stacks_are_high_enough() {
        for (text, height) in [
            ("dp", 1),
            ("dp*(n - n')", 3),
            ("dp - (dp - (dp - dp))", 4),
            ("dp + dp + dp + dp", 2),
            ("if(dp, dc, dv + dc)", 2),
        ] {
            assert_eq!(program(text).height, height, "{text}");
        }
        let nested = format!("{}dp{}", "1 < 1 + 2*2^(".repeat(49), ")".repeat(49));
        assert_eq!(program(&nested).height, 4 * 49 + 1);
    }

    #[test]
    fn tables_have_a_value_for_every_pair() {
        let table = &program("n - 10*n'").tables[0];
        assert_eq!((table.width, table.values.len()), (9, 81));
        assert_eq!((table.values[3 * 9 + 5], table.values[8]), (3.0 - 50.0, -80.0));
        let table = &program("n'^2").tables[0];
        assert_eq!((table.width, table.values.len(), table.values[8]), (1, 9, 64.0));
    }
}
