//! What runs: the tree with its constants folded and its small parts tabulated.
//!
//! A part that depends on nothing but one or two small whole numbers, such as the mobilities, becomes
//! a table. Should a number be beyond the table, as before the placements, the part itself is worked
//! out; so a table never changes a value.

use std::cell::Cell;

use super::expr::{Expr, Leaf};
use super::operator::{Binary, Unary, is_true};
use crate::board::Word;
use crate::eval::scene::View;

/// The most entries of a table.
const LARGEST_TABLE: usize = 2048;

/// How many costly features are kept, so that each is worked out once however often it is mentioned.
const MOST_KEPT: usize = 16;

/// A place in the code.
type Id = u16;

/// One operation. Its operands stand before it.
#[derive(Clone, Copy, Debug)]
enum Code {
    Number(f64),
    /// A feature; worked out anew each time, being cheap.
    Cheap(Leaf),
    /// A feature that is kept in this place.
    Kept(Leaf, u8),
    Unary(Unary, Id),
    Binary(Binary, Id, Id),
    If(Id, Id, Id),
    Table(Id),
    /// A table of both mobilities, which is what most formulas come down to.
    Mobility(Id),
}

/// The values of a part for every pair of small numbers.
#[derive(Clone, Debug)]
struct Table {
    row: Leaf,
    /// A table of one number has one column.
    column: Option<Leaf>,
    width: u32,
    values: Box<[f64]>,
    /// What is tabulated.
    part: Id,
}

impl Table {
    fn is_of_mobility(&self) -> bool {
        let is_mobility = |leaf: &Leaf| leaf.feature().name == "n";
        is_mobility(&self.row)
            && !self.row.is_opponents()
            && self.column.as_ref().is_some_and(is_mobility)
    }
}

/// A formula ready to run.
#[derive(Clone, Debug)]
pub(in crate::eval) struct Program {
    code: Vec<Code>,
    tables: Vec<Table>,
    root: Id,
    /// Whether there are costly features to keep.
    is_costly: bool,
}

/// Where the features of a run come from.
trait Leaves {
    fn cheap(&self, leaf: &Leaf) -> f64;
    fn kept(&self, leaf: &Leaf, place: u8) -> f64;
    fn count(&self, leaf: &Leaf) -> u32;
    /// Where to look in a table.
    #[inline]
    fn place(&self, table: &Table) -> (u32, u32) {
        let column = table.column.as_ref().map_or(0, |column| self.count(column));
        (self.count(&table.row), column)
    }
    /// Where to look in a table of both mobilities.
    #[inline]
    fn mobilities(&self, table: &Table) -> (u32, u32) {
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

    /// Without the calls by pointer that other features take.
    #[inline]
    fn mobilities(&self, _: &Table) -> (u32, u32) {
        (self.view.moves().count(), self.view.other().moves().count())
    }
}

/// Features with the values that a table is made for.
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
        let (code, tables) = (Vec::new(), Vec::new());
        let mut program = Self { code, tables, root: 0, is_costly: false };
        let mut kept = Vec::new();
        let root = program.compile(expr, &mut kept);
        program.root = program.tabulated(root);
        program.is_costly = !kept.is_empty();
        program
    }

    /// The value for the player who looks.
    #[inline]
    pub(in crate::eval) fn value<W: Word>(&self, view: View<'_, W>) -> f64 {
        if self.is_costly {
            self.run(self.root, &Seen::<W, MOST_KEPT>::new(view))
        } else {
            self.run(self.root, &Seen::<W, 0>::new(view))
        }
    }

    /// The value of a part. What has no parts of its own is worked out on the spot, which saves most
    /// of the calls.
    #[inline(always)]
    fn run(&self, id: Id, leaves: &impl Leaves) -> f64 {
        match &self.code[usize::from(id)] {
            Code::Number(number) => *number,
            Code::Cheap(leaf) => leaves.cheap(leaf),
            Code::Mobility(table) => {
                let table = &self.tables[usize::from(*table)];
                self.look_up(table, leaves.mobilities(table), leaves)
            }
            _ => self.run_parts(id, leaves),
        }
    }

    /// The value of a part that has parts.
    #[inline(never)]
    fn run_parts(&self, id: Id, leaves: &impl Leaves) -> f64 {
        match &self.code[usize::from(id)] {
            Code::Unary(unary, x) => unary.apply(self.run(*x, leaves)),
            Code::Binary(binary, a, b) => {
                let a = self.run(*a, leaves);
                binary.apply(a, self.run(*b, leaves))
            }
            Code::If(condition, a, b) => {
                let chosen = if is_true(self.run(*condition, leaves)) { a } else { b };
                self.run(*chosen, leaves)
            }
            Code::Table(table) => {
                let table = &self.tables[usize::from(*table)];
                self.look_up(table, leaves.place(table), leaves)
            }
            Code::Kept(leaf, place) => leaves.kept(leaf, *place),
            Code::Number(_) | Code::Cheap(_) | Code::Mobility(_) => self.run(id, leaves),
        }
    }

    #[inline(always)]
    fn look_up(&self, table: &Table, (row, column): (u32, u32), leaves: &impl Leaves) -> f64 {
        let place = row.saturating_mul(table.width).saturating_add(column);
        match table.values.get(place as usize) {
            Some(value) if column < table.width => *value,
            _ => self.run_parts(table.part, leaves),
        }
    }

    fn push(&mut self, code: Code) -> Id {
        self.code.push(code);
        (self.code.len() - 1) as Id
    }

    fn compile(&mut self, expr: &Expr, kept: &mut Vec<Leaf>) -> Id {
        if let Some(number) = expr.constant() {
            return self.push(Code::Number(number));
        }
        let code = match expr {
            Expr::Number(number) | Expr::Constant(_, number) => Code::Number(*number),
            Expr::Feature(leaf) if leaf.feature().is_cheap() => Code::Cheap(*leaf),
            Expr::Feature(leaf) => {
                let place = kept.iter().position(|other| other == leaf).unwrap_or(kept.len());
                if place == kept.len() {
                    kept.push(*leaf);
                }
                Code::Kept(*leaf, place.try_into().unwrap_or(u8::MAX))
            }
            Expr::Unary(unary, x) => Code::Unary(*unary, self.compile(x, kept)),
            Expr::Binary(binary, ab) => {
                let a = self.compile(&ab[0], kept);
                Code::Binary(*binary, a, self.compile(&ab[1], kept))
            }
            Expr::If(parts) => match parts[0].constant() {
                Some(condition) => {
                    let chosen = if is_true(condition) { &parts[1] } else { &parts[2] };
                    return self.compile(chosen, kept);
                }
                None => {
                    let [c, a, b] = [0, 1, 2].map(|i| self.compile(&parts[i], kept));
                    Code::If(c, a, b)
                }
            },
            Expr::Heuristic(_, form) => return self.compile(form, kept),
        };
        self.push(code)
    }

    /// The part, or what stands for it once everything in it that can be a table is one.
    fn tabulated(&mut self, id: Id) -> Id {
        let code = self.code[usize::from(id)];
        if !matches!(code, Code::Unary(..) | Code::Binary(..) | Code::If(..)) {
            return id;
        }
        if let Some(table) = self.table(id) {
            let is_of_mobility = table.is_of_mobility();
            self.tables.push(table);
            let table = (self.tables.len() - 1) as Id;
            let code = if is_of_mobility { Code::Mobility } else { Code::Table };
            return self.push(code(table));
        }
        let code = match code {
            Code::Unary(unary, x) => Code::Unary(unary, self.tabulated(x)),
            Code::Binary(binary, a, b) => {
                Code::Binary(binary, self.tabulated(a), self.tabulated(b))
            }
            Code::If(c, a, b) => Code::If(self.tabulated(c), self.tabulated(a), self.tabulated(b)),
            other => other,
        };
        self.push(code)
    }

    /// The table of a part, if that can be one.
    fn table(&self, part: Id) -> Option<Table> {
        let mut leaves = Vec::new();
        self.small_leaves(part, &mut leaves)?;
        // The player's own number by rows, the opponent's by columns, where it is the same feature.
        leaves.sort_by_key(|leaf: &Leaf| leaf.is_opponents());
        let (row, column) = match leaves[..] {
            [row] => (row, None),
            [row, column] => (row, Some(column)),
            _ => return None,
        };
        let range = |leaf: Leaf| leaf.feature().most().map(|most| most + 1);
        let (height, width) = (range(row)?, column.map_or(Some(1), range)?);
        if (height * width) as usize > LARGEST_TABLE {
            return None;
        }
        let mut values = Vec::new();
        for r in 0..height {
            for c in 0..width {
                let given = [(row, r), (column.unwrap_or(row), c)];
                let given = Given { values: &given[..=usize::from(column.is_some())] };
                values.push(self.run(part, &given));
            }
        }
        Some(Table { row, column, width, values: values.into(), part })
    }

    /// Collects the features of a part, at most two of them; `None` where another is not a small
    /// number that costs next to nothing.
    fn small_leaves(&self, part: Id, leaves: &mut Vec<Leaf>) -> Option<()> {
        match self.code[usize::from(part)] {
            Code::Number(_) => {}
            Code::Cheap(leaf) => {
                leaf.feature().most()?;
                if !leaves.contains(&leaf) {
                    leaves.push(leaf);
                }
            }
            Code::Kept(..) | Code::Table(_) | Code::Mobility(_) => return None,
            Code::Unary(_, x) => self.small_leaves(x, leaves)?,
            Code::Binary(_, a, b) => {
                self.small_leaves(a, leaves)?;
                self.small_leaves(b, leaves)?;
            }
            Code::If(c, a, b) => {
                for part in [c, a, b] {
                    self.small_leaves(part, leaves)?;
                }
            }
        }
        (leaves.len() <= 2).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Heuristic;

    fn program(text: &str) -> Program {
        Program::new(&format!("({text})").parse::<Heuristic>().unwrap().form())
    }

    /// What is left to do when a formula runs, from its root.
    fn shape(program: &Program, id: Id) -> String {
        let part = |id| shape(program, id);
        match program.code[usize::from(id)] {
            Code::Number(number) => number.to_string(),
            Code::Cheap(leaf) => leaf.to_string(),
            Code::Kept(leaf, place) => format!("{leaf}@{place}"),
            Code::Unary(unary, x) => format!("{}({})", unary.symbol(), part(x)),
            Code::Binary(binary, a, b) => format!("({} {} {})", part(a), binary.symbol(), part(b)),
            Code::If(c, a, b) => format!("if({}, {}, {})", part(c), part(a), part(b)),
            Code::Table(_) => "table".to_owned(),
            Code::Mobility(_) => "mobility".to_owned(),
        }
    }

    #[test]
    fn little_is_left_to_do() {
        for (text, left) in [
            ("2*sqrt(9)*dp", "(6 * dp)"),
            ("if(1 > 2, drill, 3)", "3"),
            ("if(1 < 2, dp, 3)", "dp"),
            ("n", "n"),
            ("n - n'", "mobility"),
            ("2*n' - n", "mobility"),
            ("sign(n - n') * ((H(n) - H(n')) * (Q(n) - Q(n')))", "mobility"),
            ("dp*(n - 1.5*n')", "(dp * mobility)"),
            ("n^2", "table"),
            ("n'^2", "table"),
            ("se + nb'", "table"),
            ("n + se + nb'", "(table + nb')"),
            ("n2 - n2'", "(n2 - n2')"),
            (
                "if(ply >= 30, if(apart, n, n - n'), n - n')",
                "if(table, if(apart@0, n, mobility), mobility)",
            ),
            ("terr + edges' + 2*terr", "((terr@0 + edges'@1) + (2 * terr@0))"),
            ("improved + symmetry(50)", "(mobility + (50 * (mirror@0 - mirror'@1)))"),
        ] {
            let program = program(text);
            assert_eq!(shape(&program, program.root), left, "{text}");
        }
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
